"""Numbers as Word prints them: the formats of automatic numbering.

The names are those of the file format (ST_NumberFormat); where two programs differ, what Word shows counts. A number
that its format has no sign for (the eleventh of ten stems) is printed in digits.
"""

from __future__ import annotations

from collections.abc import Callable

_DIGITS = "〇一二三四五六七八九"
_FORMAL = ("零壹贰叁肆伍陆柒捌玖", "拾佰仟")
_FORMAL_TRADITIONAL = ("零壹貳參肆伍陸柒捌玖", "拾佰仟")
_FORMAL_JAPANESE = ("〇壱弐参四伍六七八九", "拾百阡")
_COUNTING = ("零一二三四五六七八九", "十百千")
_ROMAN = {
    **{"M": 1000, "CM": 900, "D": 500, "CD": 400, "C": 100, "XC": 90, "L": 50, "XL": 40},
    **{"X": 10, "IX": 9, "V": 5, "IV": 4, "I": 1},
}
_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_IRREGULAR = {"one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth", "nine": "ninth"}
_IRREGULAR |= {"twelve": "twelfth"}
_CIRCLED = "".join(map(chr, [*range(0x2460, 0x2474), *range(0x3251, 0x3260), *range(0x32B1, 0x32C0)]))
_LONGEST_REPEATED = 30
"""How often a letter or sign is repeated at most (DDD is the 82nd); further numbers are printed in digits."""

_SERIES = {
    "decimalEnclosedCircle": _CIRCLED,
    "decimalEnclosedCircleChinese": _CIRCLED,
    "decimalEnclosedParen": "".join(map(chr, range(0x2474, 0x2488))),
    "decimalEnclosedFullstop": "".join(map(chr, range(0x2488, 0x249C))),
    "ideographEnclosedCircle": "".join(map(chr, range(0x3280, 0x328A))),
    "ideographTraditional": "甲乙丙丁戊己庚辛壬癸",
    "ideographZodiac": "子丑寅卯辰巳午未申酉戌亥",
    "aiueo": "".join(map(chr, [*range(0xFF71, 0xFF9D), 0xFF66, 0xFF9D])),
    "aiueoFullWidth": "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
    "iroha": "ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑ",
    "irohaFullWidth": "イロハニホヘトチリヌルヲワカヨタレソツネナラム",
    "ganada": "가나다라마바사아자차카타파하",
    "chosung": "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ",
}


def formatted(value: int, format: str) -> str | None:
    """The number in this format; None where the format is not known here.

    >>> [formatted(21, name) for name in ("decimal", "chineseCounting", "upperRoman", "lowerLetter", "ordinal")]
    ['21', '二十一', 'XXI', 'u', '21st']
    >>> formatted(11, "ideographTraditional"), formatted(3, "decimalEnclosedCircle"), formatted(3, "thaiLetters")
    ('11', '③', None)
    """
    if format in ("none", "bullet"):
        return ""
    if series := _SERIES.get(format):
        return series[value - 1] if 0 < value <= len(series) else str(value)
    write = _WRITTEN.get(format)
    return write(value) if write else None


def padded(value: int, pattern: str) -> str | None:
    """The number in a format of one's own like ``001, 002, 003, ...``: so many digits."""
    first = pattern.split(",")[0].strip()
    return str(value).zfill(len(first)) if first.isascii() and first.isdecimal() else None


def _roman(value: int) -> str:
    if not 0 < value < 4000:
        return str(value)
    text = ""
    for sign, worth in _ROMAN.items():
        while value >= worth:
            text, value = text + sign, value - worth
    return text


def _letters(value: int) -> str:
    """A to Z, then AA to ZZ, each letter doubled."""
    times, at = divmod(value - 1, 26)
    return chr(65 + at) * (times + 1) if 0 <= times < _LONGEST_REPEATED else str(value)


def _footnote_sign(value: int) -> str:
    times, at = divmod(value - 1, 4)
    return "*†‡§"[at] * (times + 1) if 0 <= times < _LONGEST_REPEATED else str(value)


def _digit_by_digit(value: int) -> str:
    return "".join(_DIGITS[int(digit)] for digit in str(value))


def _counted(value: int, digits: str, units: str, *, one_before_ten: bool) -> str:
    """Counting with units: 一百零一, 贰拾壹; ten alone is 十 and 壹拾."""
    if not 0 < value < 10000:
        return str(value)
    text, left_out = "", False
    for power in range(3, -1, -1):
        digit = value // 10**power % 10
        if not digit:
            left_out = bool(text)
            continue
        text += digits[0] if left_out else ""
        text += digits[digit] + (units[power - 1] if power else "")
        left_out = False
    bare = not one_before_ten and text.startswith(digits[1] + units[0])
    return text[1:] if bare else text


def _counting(words: tuple[str, str], *, one_before_ten: bool = False) -> Callable[[int], str]:
    return lambda value: _counted(value, *words, one_before_ten=one_before_ten)


def _ordinal(value: int) -> str:
    teen = value // 10 % 10 == 1
    return f"{value}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(value % 10, 'th')}"


def _words(value: int) -> str:
    if value < 20:
        return _ONES[value]
    tens, ones = divmod(value, 10)
    return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")


def _cardinal_words(value: int) -> str:
    return _words(value).capitalize() if 0 <= value < 100 else str(value)


def _ordinal_words(value: int) -> str:
    if not 0 <= value < 100:
        return _ordinal(value)
    before, dash, last = _words(value).rpartition("-")
    ending = _IRREGULAR.get(last) or (f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th")
    return f"{before}{dash}{ending}".capitalize()


def _wide(value: int) -> str:
    return "".join(chr(ord(digit) + 0xFEE0) for digit in str(value))


_WRITTEN: dict[str, Callable[[int], str]] = {
    **dict.fromkeys(("decimal", "decimalHalfWidth"), str),
    "decimalZero": lambda value: f"{value:02}",
    **dict.fromkeys(("decimalFullWidth", "decimalFullWidth2"), _wide),
    "numberInDash": lambda value: f"- {value} -",
    "hex": lambda value: f"{value:X}",
    "upperRoman": _roman,
    "lowerRoman": lambda value: _roman(value).lower(),
    "upperLetter": _letters,
    "lowerLetter": lambda value: _letters(value).lower(),
    "chicago": _footnote_sign,
    "ordinal": _ordinal,
    "cardinalText": _cardinal_words,
    "ordinalText": _ordinal_words,
    **dict.fromkeys(("chineseCounting", "chineseCountingThousand"), _counting(_COUNTING)),
    **dict.fromkeys(("taiwaneseCounting", "taiwaneseCountingThousand", "japaneseCounting"), _counting(_COUNTING)),
    **dict.fromkeys(("ideographDigital", "taiwaneseDigital", "japaneseDigitalTenThousand"), _digit_by_digit),
    "chineseLegalSimplified": _counting(_FORMAL, one_before_ten=True),
    "ideographLegalTraditional": _counting(_FORMAL_TRADITIONAL, one_before_ten=True),
    "japaneseLegal": _counting(_FORMAL_JAPANESE, one_before_ten=True),
}
