"""What is asked and answered at the door of a closed card room, and of links that let others in."""

from typing import Annotated, Literal

import msgspec

LONGEST_WORD = 200
"""How many characters a word that somebody types has at most."""


class DoorInfo(msgspec.Struct, frozen=True):
    """Who may come in, and whether whoever asks may."""

    access: Literal["open", "password", "invited"]
    inside: bool


class SayWord(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Come in by the word that all who belong here know."""

    word: Annotated[str, msgspec.Meta(max_length=LONGEST_WORD)]


class NewIntroduction(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Make a link that lets others into the card room: one with `once`, else all who come in so many days."""

    once: bool
    days: Annotated[int, msgspec.Meta(ge=1, le=365)]


class OwnIntroduction(msgspec.Struct, frozen=True):
    """A link that somebody has made; `came` have come in by it. Times are UTC, ISO 8601."""

    id: int
    key: str
    made: str
    expires: str
    once: bool
    came: int


class ShownIntroduction(msgspec.Struct, frozen=True):
    """What such a link says to whoever has it. Looking at it uses nothing up."""

    by: str | None
    """What its maker is called; the host of the server, or somebody who is gone, has no name here."""
    state: Literal["open", "used", "over"]
    """`used`: it was for one, who has come; `over`: its time is."""
    inside: bool
    """Whoever asks is in already."""
    name: str | None
    """What they are called."""


class ComeIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Come in by such a link, with a name."""

    name: str | None = None
