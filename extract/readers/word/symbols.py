"""What symbol fonts show for their codes, in Unicode: ticks, boxes, arrows, bullets, circled numbers.

Only signs that text is made of are here: of the many little pictures in these fonts (scissors, telephones) nothing
hangs, so they are unknown and said.
"""

from __future__ import annotations

from functools import cache

_PRIVATE = 0xF000
"""Word keeps the codes of symbol fonts at F020 to F0FF."""

_CIRCLES = "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿"


def _from(start: int, signs: str) -> dict[int, str]:
    """The signs at this code and the codes behind it; a space stands for a sign that is not known here."""
    return {start + at: sign for at, sign in enumerate(signs) if sign != " "}


_WINGDINGS = {
    **_from(0x6C, "●❍■□□❑❒⬧⧫◆❖⬥☒"),
    **_from(0x80, _CIRCLES),
    **_from(0x9E, "·•▪○○○◉◎ ▪□ ✦★✶✴✹✵"),
    **_from(0xD8, "➢"),
    **_from(0xDC, "➲"),
    **_from(0xDF, "←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⬄⇳⬀⬁⬃⬂▭▫✗✓☒☑"),
    **_from(0x45, "☜☞☝☟"),
    **_from(0x4A, "☺"),
    **_from(0x4C, "☹"),
}
_WINGDINGS_2 = {
    **_from(0x4F, "✗✓✗☑☒☒"),
    **_from(0x69, _CIRCLES),
    **_from(0x95, "•●●●"),
    **_from(0x9F, "■■■■□"),
    **_from(0xA8, "▣"),
    **_from(0xAC, "⬩⬥◆◇"),
}
_WINGDINGS_3 = {
    **_from(0x21, "←→↑↓↖↗↙↘↔↕"),
    **_from(0x70, "▲▼△▽◀▶◁▷"),
    **_from(0x7B, " ◀▶▲▼"),
}
_WEBDINGS = {0x61: "✔", 0x63: "□", 0x67: "■", 0x6E: "●", 0x72: "✖", **_from(0x33, "◀▶▲▼")}
_DINGBATS = {
    **{code: chr(0x2700 + code - 0x20) for code in range(0x21, 0x7F)},
    **{0x25: "☎", 0x2A: "☛", 0x2B: "☞", 0x48: "★", 0x6C: "●", 0x6E: "■", 0x73: "▲", 0x74: "▼", 0x75: "◆", 0x77: "◗"},
    **_from(0xA8, "♣♦♥♠"),
    **_from(0xAC, "①②③④⑤⑥⑦⑧⑨⑩❶❷❸❹❺❻❼❽❾❿➀➁➂➃➄➅➆➇➈➉➊➋➌➍➎➏➐➑➒➓➔→↔↕"),
}
_SYMBOL = {
    **_from(0x20, "\u00a0!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_"),
    **_from(0x61, "αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼"),
    **_from(0xA0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…"),
    **_from(0xC0, "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑"),
    **_from(0xF1, "〉∫"),
}
_FONTS = {
    "wingdings": _WINGDINGS,
    "wingdings 2": _WINGDINGS_2,
    "wingdings 3": _WINGDINGS_3,
    "webdings": _WEBDINGS,
    "symbol": _SYMBOL,
    "zapf dingbats": _DINGBATS,
    "zapfdingbats": _DINGBATS,
    "itc zapf dingbats": _DINGBATS,
}


@cache
def is_symbol_font(font: str | None) -> bool:
    return bool(font) and str(font).strip().lower() in _FONTS


@cache
def shown(font: str | None, code: int) -> str | None:
    """What a font shows at a code; None where that is not known.

    >>> shown("Wingdings", 0xF0FE), shown("Wingdings 2", 0x50), shown("MS Gothic", 0x2612), shown("Unknown", 0xF041)
    ('☑', '✓', '☒', None)
    """
    signs = _FONTS.get(str(font or "").strip().lower())
    if _PRIVATE <= code < _PRIVATE + 0x100:
        return signs.get(code - _PRIVATE) if signs else None
    if signs and code < 0x100:
        return signs.get(code)
    readable = 0x20 <= code < 0xD800 or 0xF900 <= code < 0x110000
    return chr(code) if readable else None
