"""What is said at a table. Nothing of it reaches the rules."""

from typing import Literal

import msgspec

Phrase = Literal[
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "sorry",
    "one_moment",
    "your_turn",
    "oh_no",
    "again",
    "goodbye",
]
"""Phrases, which each reader is shown in their own language."""

Reaction = Literal["smile", "laugh", "wow", "sad", "clap", "heart"]


class Say(msgspec.Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Say something to everybody there: one of the three fields. Spectators may, too."""

    phrase: Phrase | None = None
    reaction: Reaction | None = None
    text: str | None = None


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was said. Its text is plain text: nothing in it is a link or markup."""

    number: int
    """The lines of a table are numbered from 1."""
    seat: int | None
    """The seat of the person who said it, at the time; None for a spectator."""
    name: str | None
    pseudonym: str | None = None
    """Who said it: the same for all that a person says, whatever they are called and wherever they sit.

    A spectator is listed by it. None at a line of an older Sevenfold.
    """
    phrase: Phrase | None
    reaction: Reaction | None
    text: str | None
    at: str
    """UTC, ISO 8601. It stays the last field: `storage/friends.py` finds it there."""


class Talk(msgspec.Struct, frozen=True, tag="talk"):
    """What was said: the last lines after a `hello`, then each line as it is said.

    If it is `whole`, all that was told before is to be forgotten. It is so after a `hello`, and when somebody
    has deleted what they said; then there may be no lines.
    """

    lines: tuple[Line, ...]
    whole: bool = False
