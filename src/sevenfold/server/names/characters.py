"""Which characters may be written in a name or in talk: those that are seen, and what holds them together."""

import re
import unicodedata

from sevenfold.server.names.unicode_data import unicode_data

BLANK = frozenset("\u2800\u303f\ufffc\U00013441\U00013442\U00016fe4\U0001d159")
"""Letters and signs that are drawn as nothing, besides those that Unicode calls ignorable."""

MOST_STACKED = 2
"""How many accents one letter has at most above and below it."""

MOST_MARKS = 4
"""How many marks one letter has at most, the vowels of many scripts among them (UTS 39, 5.4)."""

ZWNJ, ZWJ = "\u200c\u200d"
"""The signs that keep apart or join what stands on both sides of them."""

VIRAMA = 9
"""The combining class of the signs that take a letter's vowel away, after which letters may join."""

JOINED_SCRIPTS = ("ADLAM", "ARABIC", "HANIFI ROHINGYA", "MANDAIC", "MONGOLIAN", "NKO", "SYRIAC")
"""Their letters have other forms at the end of a word, and ZWNJ asks for one within a word."""

OTHER_PICTURES = "‼⁉ℹ↔◻◼◽◾⤴⤵〰〽"
"""Pictures that Unicode does not count as symbols."""

_NEW_PICTURES = range(0x1F6D0, 0x1FB00)
"""Where pictures are that are newer than this Python."""

_SKIN = re.compile("[\U0001f3fb-\U0001f3ff\ufe0f]+$")
_PICTURE_FORM = re.compile("[\ufe0e\ufe0f]")
_CHINESE_FORM = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_MONGOLIAN_FORM = re.compile("[\u180b-\u180d\u180f]")
_KEYCAP = re.compile("[0-9#*]\ufe0f?\u20e3")
_REGION = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f")
"""The flag of a part of a country, such as Scotland: a black flag, and the region's code unseen."""


def are_shown(text: str) -> bool:
    """Whether every character of a text is seen, or its script needs it beside those that are.

    Line breaks and marks that turn the direction of writing are not seen.
    """
    text = _KEYCAP.sub("1", _REGION.sub("1", text))
    return all(is_shown(char) or _is_needed(text, at) for at, char in enumerate(text))


def is_shown(char: str) -> bool:
    """Whether a character is seen by itself, or is a space."""
    if char in BLANK or char in unicode_data().ignorable:
        return False
    category = unicodedata.category(char)
    return category == "Zs" or category[0] not in "CZ" or _is_picture(char)


def is_named(char: str) -> bool:
    """Whether a character is one that somebody can be called by: a letter, a number or a picture, no sign."""
    kind = unicodedata.category(unicodedata.normalize("NFKD", char)[0])
    return is_shown(char) and (kind in ("Lu", "Ll", "Lt", "Lo") or kind[0] == "N" or _is_picture(char))


def _is_needed(text: str, at: int) -> bool:
    """Whether a character that is not seen has a use where it stands."""
    char, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if char in (ZWNJ, ZWJ) and before and unicodedata.combining(before) == VIRAMA:
        return True
    if char == ZWNJ:
        return _is_of(JOINED_SCRIPTS, text[:at].rstrip(_marks(text))[-1:]) and _is_of(JOINED_SCRIPTS, after)
    if char == ZWJ:
        return _is_picture(_SKIN.sub("", text[:at])[-1:]) and _is_picture(after)
    if _MONGOLIAN_FORM.match(char):
        return _is_of(("MONGOLIAN",), before)
    return bool(
        (_PICTURE_FORM.match(char) and _is_picture(before))
        or (_CHINESE_FORM.match(char) and _is_of(("CJK UNIFIED",), before))
    )


def _is_of(scripts: tuple[str, ...], char: str) -> bool:
    return char != "" and unicodedata.name(char, "").startswith(scripts)


def _is_picture(char: str) -> bool:
    if char == "" or char in BLANK:
        return False
    category = unicodedata.category(char)
    return category == "So" or char in OTHER_PICTURES or (category == "Cn" and ord(char) in _NEW_PICTURES)


def _marks(text: str) -> str:
    return "".join(filter(is_mark, text))


def is_mark(char: str) -> bool:
    """Whether a character is written onto the one before it."""
    return unicodedata.category(char) in ("Mn", "Me")


def is_accent(char: str) -> bool:
    """Whether a mark changes a letter but little: accents and points, not the vowels of Indic scripts."""
    place = unicodedata.combining(char)
    return place in (1, 8) or 10 <= place <= 36 or place >= 200 or unicodedata.category(char) == "Me"


def has_too_many_marks(text: str) -> bool:
    """Whether a letter has so many marks that they cover the lines around it, or one of them twice."""
    here: list[str] = []
    for char in text:
        here = [*here, char] if is_mark(char) else []
        if len(here) > MOST_MARKS or len(set(here)) < len(here) or sum(map(_is_stacked, here)) > MOST_STACKED:
            return True
    return False


def _is_stacked(mark: str) -> bool:
    return unicodedata.combining(mark) >= 200 or unicodedata.category(mark) == "Me"
