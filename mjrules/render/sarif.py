"""An audit as SARIF 2.1.0, the form in which code hosts and editors show findings beside the text."""

from __future__ import annotations

import hashlib
from typing import Any

from mjrules import __version__, texts
from mjrules.audit.baseline import identity
from mjrules.audit.model import Audit, Discrepancy, Level, Statement
from mjrules.render.files import forward
from mjrules.render.json import pretty

# SARIF knows three levels; what is left out is worth a warning, as a conflict is.
_LEVELS: dict[Level, str] = {"error": "error", "conflict": "warning", "omission": "warning", "note": "note"}


def audit_sarif(audit: Audit, lang: str) -> str:
    """One run with one result a discrepancy; each statement is a location."""
    codes = sorted({each.code for each in audit.discrepancies})
    paths = {source.id: source.path for source in audit.sources}
    return pretty(
        {
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "version": "2.1.0",
            "runs": [
                {
                    "tool": {
                        "driver": {
                            "name": "mjrules",
                            "version": __version__,
                            "rules": [_rule(code, lang) for code in codes],
                        }
                    },
                    "results": [_result(each, codes, paths) for each in audit.discrepancies],
                }
            ],
        }
    )


def _rule(code: str, lang: str) -> dict[str, Any]:
    return {
        "id": code,
        "shortDescription": {"text": texts.say("audit", f"{code}.title", lang)},
        "fullDescription": {"text": texts.say("audit", f"{code}.meaning", lang)},
        "help": {"text": texts.say("audit", f"{code}.advice", lang)},
    }


def _result(found: Discrepancy, codes: list[str], paths: dict[str, str]) -> dict[str, Any]:
    return {
        "ruleId": found.code,
        "ruleIndex": codes.index(found.code),
        "level": _LEVELS[found.level],
        "message": {"text": found.message},
        "locations": [_location(said, paths[said.source]) for said in found.says if not said.witness],
        "relatedLocations": [_location(said, paths[said.source]) for said in found.says if said.witness],
        "partialFingerprints": {"mjrules/1": _fingerprint(found)},
    }


def _location(said: Statement, path: str) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(path)}}
    if said.place:
        physical["region"] = {"startLine": said.place.line, "endLine": max(said.place.line, said.place.line_end)}
    return {"physicalLocation": physical, **({"message": {"text": said.quote}} if said.quote else {})}


def _uri(path: str) -> str:
    from urllib.parse import quote

    return quote(forward(path))


def _fingerprint(found: Discrepancy) -> str:
    return hashlib.sha256(repr(identity(found)).encode()).hexdigest()[:32]
