"""An audit as SARIF 2.1.0, the form in which code hosts and editors show findings beside the text."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from mjrules import __version__, texts
from mjrules.audit.baseline import fingerprint
from mjrules.audit.codes import explain
from mjrules.audit.model import AcceptedDiscrepancy, Audit, AuditedSource, Discrepancy, Level, Statement
from mjrules.claims import Place
from mjrules.render.accepted import State, sentence
from mjrules.render.files import forward
from mjrules.render.json import pretty
from mjrules.render.judged import once, told
from mjrules.render.reading import message_text

# SARIF knows three levels; what is left out is worth a warning, as a conflict is.
_LEVELS: dict[Level, str] = {"error": "error", "conflict": "warning", "omission": "warning", "note": "note"}


_LINED = frozenset({"txt", "md", "html", "htm", "text", "wiki", "csv", "tsv", "data", "sheet"})
"""Formats in which a place is a line of the file, which an editor can open. In others it is the number of a block."""

_ROOT = "%SRCROOT%"
"""The folder the audit ran in, by its usual name: where a code host has the repository."""


def audit_sarif(audit: Audit, lang: str) -> str:
    """One run with one result a discrepancy; each statement is a location."""
    accepted = [each.found for each in audit.accepted]
    codes = sorted({each.code for each in (*audit.discrepancies, *accepted)})
    sources = {source.id: source for source in audit.sources}
    driver = {
        "name": "mjrules",
        "semanticVersion": __version__,
        "version": __version__,
        "rules": [_rule(code, lang) for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": [*_notifications(audit, lang)]}],
        "results": [
            _result(each, codes, sources, lang) | suppressed
            for each, suppressed in zip(
                once([*audit.discrepancies, *accepted]), _suppressions(audit, lang), strict=True
            )
        ],
    }
    return pretty(
        {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]},
    )


def _notifications(audit: Audit, lang: str) -> Iterator[dict[str, Any]]:
    """What belongs to no finding: documents that could not be read, sources that are known through others."""
    for unread in audit.unreadable:
        yield {"level": "error", "message": {"text": f"{unread.path}: {unread.message}"}}
    for source in audit.sources:
        for message in source.messages:
            if message.level != "info":
                place = f"{source.path}:{message.place}" if message.place else source.path
                yield {"level": message.level, "message": {"text": f"{place}: {message_text(message, lang)}"}}
    if second_hand := [source.id for source in audit.sources if source.second_hand]:
        text = texts.say("report", "second-hand", lang, sources=", ".join(second_hand))
        yield {"level": "warning", "message": {"text": text}}


def _suppressions(audit: Audit, lang: str) -> Iterator[dict[str, Any]]:
    """For each discrepancy, then each accepted one: whether somebody has accepted it. After the day it is rejected, so
    that the finding counts."""
    expired = {id(each.found): each for each in audit.expired}
    for found in audit.discrepancies:
        yield _suppression(expired[id(found)], "expired", lang) if id(found) in expired else {}
    yield from (_suppression(each, "accepted", lang) for each in audit.accepted)


def _suppression(each: AcceptedDiscrepancy, state: State, lang: str) -> dict[str, Any]:
    status = "accepted" if state == "accepted" else "rejected"
    why = sentence(state, each.reason, each.until, lang, n=1)
    return {"suppressions": [{"kind": "external", "status": status, "justification": why}]}


def _rule(code: str, lang: str) -> dict[str, Any]:
    told = explain(code, lang)
    return {
        "id": code,
        "shortDescription": {"text": told.title},
        "fullDescription": {"text": told.meaning},
        "help": {"text": f"{told.why}\n\n{told.settle}"},
    }


def _result(found: Discrepancy, codes: list[str], sources: Mapping[str, AuditedSource], lang: str) -> dict[str, Any]:
    return {
        "ruleId": found.code,
        "ruleIndex": codes.index(found.code),
        "level": _LEVELS[found.level],
        "message": {"text": "\n".join([found.message, *told(found, lang)])},
        "locations": [_location(said, sources[said.source]) for said in found.says if not said.witness],
        "relatedLocations": [_location(said, sources[said.source]) for said in found.says if said.witness],
        "partialFingerprints": {"mjrules/1": fingerprint(found)},
    }


def _location(said: Statement, source: AuditedSource) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": _artifact(source.path)}
    location: dict[str, Any] = {"physicalLocation": physical}
    if said.place and source.format in _LINED:
        physical["region"] = _region(said.place)
    elif said.place:
        name = said.place.path or f"block {said.place}"
        location["logicalLocations"] = [{"name": name, "fullyQualifiedName": f"{source.id}: {name}"}]
    if said.quote:
        location["message"] = {"text": said.quote}
    return location


def _region(place: Place) -> dict[str, int]:
    """From the first sign to the one behind the last, as SARIF counts; without columns whole lines."""
    region = {"startLine": place.line, "endLine": max(place.line, place.line_end)}
    if place.column > 1 or place.column_end:
        region["startColumn"] = place.column
    if place.column_end:
        region["endColumn"] = place.column_end + 1
    return region


def _artifact(path: str) -> dict[str, str]:
    """A file below the folder we are in is named from there, so that a code host finds it; others by their whole
    address."""
    named = forward(path)
    if not os.path.isabs(path):
        return {"uri": quote(named), "uriBaseId": _ROOT}
    here = forward(os.getcwd()).rstrip("/") + "/"
    if named.startswith(here):
        return {"uri": quote(named.removeprefix(here)), "uriBaseId": _ROOT}
    return {"uri": f"file://{'' if named.startswith('/') else '/'}{quote(named, safe='/:')}"}
