"""``--baseline`` and ``--write-baseline`` of the audit: files of discrepancies that are known."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from mjrules.cli.output import emit, warn
from mjrules.cli.speaking import say
from mjrules.errors import RulesError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mjrules.audit.baseline import Accepted, Baseline
    from mjrules.audit.model import Audit


def today() -> date:
    return date.today()


def read(path: Path, lang: str) -> Audit | Baseline:
    """An earlier audit in JSON, or a list of accepted discrepancies in TOML."""
    from mjrules.audit.baseline import Baseline
    from mjrules.audit.model import Audit

    try:
        content = path.read_bytes()
        if content.lstrip()[:1] == b"{":
            return msgspec.json.decode(content, type=Audit)
        import tomllib

        return msgspec.convert(tomllib.loads(content.decode()), Baseline)
    except OSError as error:
        reason = error.strerror or str(error)
    except (
        msgspec.MsgspecError,
        ValueError,
    ) as error:  # TOML that is none, and bytes that are no text, are ValueErrors
        reason = str(error)
    raise RulesError(say("bad-baseline", lang, path=path, reason=reason))


def only_new(result: Audit, known: Audit | Baseline, path: Path, lang: str) -> Audit:
    """The audit without what is known. What a list accepts, and what of it no longer holds, is told."""
    from mjrules.audit.baseline import Baseline, compare, known_from

    if not isinstance(known, Baseline):
        return known_from(result, known)
    compared = compare(result, known, today())
    if compared.accepted:
        warn(say("baseline-accepted", lang, n=len(compared.accepted), path=path))
    for each in compared.expired:
        warn(_told("baseline-expired", each, lang, until=known.until_of(each), reason=known.reason_of(each)))
    for key, entries in (("baseline-unreasoned", compared.unreasoned), ("baseline-gone", compared.gone)):
        _warn_of(key, entries, lang)
    return msgspec.structs.replace(
        result, discrepancies=compared.new, accepted=compared.settled, expired=compared.lapsed
    )


def _warn_of(key: str, entries: Sequence[Accepted], lang: str) -> None:
    for each in entries:
        warn(_told(key, each, lang))


def _told(key: str, each: Accepted, lang: str, **parts: object) -> str:
    return say(key, lang, what=each.says or f"{each.code} {each.fan or ''}".strip(), **parts)


def write(result: Audit, known: Audit | Baseline | None, path: Path, lang: str) -> None:
    """All that was found as a list to accept, to which reasons are added by hand."""
    from mjrules.audit.baseline import Baseline, accept

    accepted = accept(result.discrepancies, known if isinstance(known, Baseline) else None)
    emit(text(accepted, lang), path, lang)


def text(baseline: Baseline, lang: str) -> str:
    """A baseline as TOML."""
    lines = [f"# {line}" for line in say("baseline-head", lang).splitlines()]
    lines += [f"reason = {_quoted(baseline.reason)}", *_until(baseline.until)]
    for each in baseline.accepted:
        lines += ["", "[[accepted]]", f"code = {_quoted(each.code)}"]
        lines += [f"fan = {_quoted(each.fan)}"] if each.fan else []
        lines += [f"says = {_quoted(each.says)}", f"id = {_quoted(each.id)}"]
        lines += [f"reason = {_quoted(each.reason)}"] if each.reason else []
        lines += _until(each.until)
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    # A string of JSON is one of TOML, but for the sign TOML wants escaped and JSON does not.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _until(day: date | None) -> list[str]:
    return [f"until = {day.isoformat()}"] if day else []
