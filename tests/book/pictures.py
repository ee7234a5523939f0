"""Pictured cards in texts: `{Q♠ 7♥}`, which the page draws.

A card is a rank and a suit sign, a joker (`RJ`, `BJ`, `JK`), a rank alone, or `?` for a card face down.
Behind it `*` marks the card that takes the trick, and `!` one that the rules refuse. `|` stands between
groups.
"""

import re
from enum import StrEnum

import msgspec

from sevenfold.errors import SevenfoldError

PICTURE = re.compile(r"\{([^{}]*)\}")
"""A picture in a text; its group is what is pictured."""

_CARD = re.compile(r"((?:10|[2-9AJQK])[♠♥♦♣]?|RJ|BJ|JK|\?)([*!]?)")


class Mark(StrEnum):
    """What is said of a pictured card."""

    NONE = ""
    TAKES = "*"
    REFUSED = "!"


class PicturedCard(msgspec.Struct, frozen=True):
    """A card as it is written in a text, and its mark."""

    card: str
    mark: Mark


class PictureError(SevenfoldError, ValueError):
    """A picture that does not show cards."""

    def __init__(self, picture: str) -> None:
        super().__init__(f"{{{picture}}}: a picture is cards such as Q♠ 10♥ JK 7 ?, each perhaps with * or !")
        self.picture = picture


def read_pictures(text: str) -> list[tuple[tuple[PicturedCard, ...], ...]]:
    """The pictures of a text, each in its groups of cards. Raises PictureError."""
    return [_read(picture) for picture in PICTURE.findall(text)]


def _read(picture: str) -> tuple[tuple[PicturedCard, ...], ...]:
    groups = []
    for group in picture.split("|"):
        found = [_CARD.fullmatch(word) for word in group.split()]
        if not found or not all(found):
            raise PictureError(picture)
        groups.append(tuple(PicturedCard(card[1], Mark(card[2])) for card in found if card))
    return tuple(groups)
