"""The names of persons: none is hostile to a table, and none can be taken for another's there."""

import unicodedata
from collections.abc import Iterable

from sevenfold.server.errors import NameRefused

LONGEST = 24
"""How many characters a name has at most."""

MOST_MARKS = 2
"""How many accents one letter has at most."""

VISIBLE = frozenset("LNSP")
"""The first letters of Unicode categories; a name must have a character of one of them."""

SIGNS = "._-'’"
"""Left out when names are compared."""

_LIKE = {
    "a": "аα",
    "b": "вβ",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еε",
    "h": "һн",
    "k": "кκ",
    "l": "iіιı1|!",
    "j": "ј",
    "m": "м",
    "o": "оο0",
    "p": "рρ",
    "q": "ԛ",
    "r": "г",
    "s": "ѕ5$",
    "t": "тτ",
    "u": "υ",
    "v": "ν",
    "w": "ԝω",
    "x": "хχ",
    "y": "уγ",
    "z": "з",
}
"""Small letters of other alphabets, digits and signs that look like a Latin letter."""

LOOK_ALIKES = {ord(other): letter for letter, others in _LIKE.items() for other in others}


def check_name(name: str, others: Iterable[str | None] = ()) -> str:
    """The name as it is kept: composed, with single spaces. `others` are those at the table.

    Raises NameRefused.
    """
    if not all(map(is_shown, name)):
        raise NameRefused(reason="characters")
    settled = unicodedata.normalize("NFC", " ".join(name.split()))
    if not any(unicodedata.category(char)[0] in VISIBLE for char in settled):
        raise NameRefused(reason="empty")
    if len(settled) > LONGEST:
        raise NameRefused(reason="long", most=str(LONGEST))
    if most_marks(settled) > MOST_MARKS:
        raise NameRefused(reason="characters")
    for other in others:
        if other is not None and settled == other:
            raise NameRefused(reason="taken")
        if other is not None and look_of(settled) == look_of(other):
            raise NameRefused(reason="alike", name=other)
    return settled


def is_shown(char: str) -> bool:
    """Whether a character is seen. Line breaks and marks that turn the direction of writing are not."""
    category = unicodedata.category(char)
    return category == "Zs" or category[0] not in "CZ"


def most_marks(name: str) -> int:
    """The longest run of marks that are written onto a letter."""
    longest = run = 0
    for char in name:
        run = run + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        longest = max(longest, run)
    return longest


def look_of(name: str) -> str:
    """What a name looks like at a glance: small, without accents, spaces and signs, Latin if it could be."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    bare = "".join(char for char in plain if unicodedata.category(char)[0] not in "MZ" and char not in SIGNS)
    return bare.translate(LOOK_ALIKES) or plain
