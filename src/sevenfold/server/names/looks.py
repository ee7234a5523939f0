"""What a name looks like at a glance: by Unicode's table (UTS 39), and by what that leaves out."""

import re
import unicodedata
from functools import lru_cache

from sevenfold.server.names.characters import is_accent
from sevenfold.server.names.unicode_data import unicode_data

SIGNS = "._-'\"`´,:;·~^*"
"""Left out when names are compared, as spaces are."""

VOICED = "\u3099\u309a"
"""What is left of the marks ゛ and ゜, which may be written as characters of their own."""

_LIKE = {
    "a": "ᴀ",
    "b": "ßʙ",
    "d": "ᴅÐð",
    "e": "ꞓᴇ",
    "g": "ɢ",
    "h": "ʜ",
    "j": "ᴊ",
    "k": "ĸ",
    "l": "ʟ",
    "m": "ʍ",
    "n": "ηɴ",
    "p": "ᴘ",
    "r": "ʀ",
    "t": "ᴛ",
    "w": "ω",
    "x": "χ",
    "z": "ɜ",
    "七": "セせ",
    "乂": "メ",
    "匕": "ヒ",
    "口": "ㅁ",
    "り": "リ",
    "シ": "ツ",
    "ソ": "ン",
    "三": "ミ",
    "千": "チ干",
    "才": "オ",
    "又": "ヌ",
    "天": "夭",
    "己": "已巳",
    "戌": "戍",
    "日": "曰",
    "末": "未",
    **dict(zip("あいうえおつやゆよわかけ", "ぁぃぅぇぉっゃゅょゎゕゖ", strict=True)),
    **dict(zip("アイウエオツヤユヨワカケ", "ァィゥェォッャュョヮヵヶ", strict=True)),
}
_LIKE_SMALL = {"l": "iı!", "o": "0", "s": "5$", "z": "2", "8": "b"}

LIKE = {ord(other): char for char, others in _LIKE.items() for other in others}
"""Characters that Unicode's table does not list, and one that they look like."""

LIKE_SMALL = {ord(other): char for char, others in _LIKE_SMALL.items() for other in others}
LIKE_SMALL |= {ord("m"): "rn", ord("w"): "vv"}
"""The same for names in small letters."""

_LETTER = re.compile(
    r"(?:LATIN (?:SMALL|CAPITAL) LETTER|REGIONAL INDICATOR SYMBOL LETTER) ([A-Z])(?: WITH .*)?$"
)
"""Unicode's names of letters drawn in another way: with a stroke, in squares or for flags."""

CASES = str.casefold, str.upper

_DASH = re.compile("(?<=[\u3000-\u9fff])-")
_LONG_DASH = re.compile("(?<=[a-z0-9])ー")
"""Unicode's table has ー for a long dash, and - for a short one."""


@lru_cache(maxsize=4096)
def look_of(name: str) -> tuple[str, str, str]:
    """What a name looks like as it is written, and with letters other than Latin ones made small or large."""
    small, large = ("".join(char if char.isascii() else case(char) for char in name) for case in CASES)
    return _drawn(name), _drawn(small), _drawn(large)


def are_alike(name: str, other: str) -> bool:
    """Whether one name can be taken for the other."""
    return any(mine == theirs for mine, theirs in zip(look_of(name), look_of(other), strict=True))


def _drawn(name: str) -> str:
    """A text that names which look the same have in common: what is drawn, without accents and signs."""
    plain = "".join(char for char in unicodedata.normalize("NFD", name) if not is_accent(char))
    seen = unicodedata.normalize("NFKD", "".join(map(_drawn_character, plain)).casefold())
    seen = _LONG_DASH.sub("-", _DASH.sub("ー", seen))
    bare = "".join(char for char in seen if char not in SIGNS + VOICED and not char.isspace())
    return bare.replace("cl", "d").translate(LIKE_SMALL) or seen


def _drawn_character(char: str) -> str:
    if char in unicode_data().ignorable:
        return ""
    if unicodedata.category(char) == "No" and (digit := unicodedata.digit(char, None)) is not None:
        return _look(str(digit))  # in a circle, or raised
    look = _look(char)
    if look == char:
        look = "".join(map(_look, unicodedata.normalize("NFKD", char)))
    if not char.isascii() and (named := _LETTER.search(unicodedata.name(char, ""))):
        latin = "".join(each for each in look if each.isascii())
        return latin or (named[1].lower() if "SMALL LETTER" in named[0] else named[1])
    # Hebrew's yod looks like an apostrophe, but is not left out as one is
    return char if look in SIGNS and unicodedata.category(char) in ("Ll", "Lo", "Lu") else look


def _look(char: str) -> str:
    looks = unicode_data().looks
    return "".join(looks.get(ord(each), each) for each in char.translate(LIKE)).translate(LIKE)
