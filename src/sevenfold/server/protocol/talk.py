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
"""What each reader is shown in their own language."""

Reaction = Literal["smile", "laugh", "wow", "sad", "clap", "heart"]

LONGEST_TEXT = 200
"""Characters of a text that somebody writes."""


class Say(msgspec.Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """Say something to all who are there: one of the three. Spectators may, too."""

    phrase: Phrase | None = None
    reaction: Reaction | None = None
    text: str | None = None


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was said. Its text is plain text: nothing in it is a link or markup."""

    number: int
    """The lines of a table are numbered from 1."""
    seat: int | None
    """Where who said it sat then; None for a spectator."""
    name: str | None
    phrase: Phrase | None
    reaction: Reaction | None
    text: str | None
    at: str
    """UTC, ISO 8601."""


class Talk(msgspec.Struct, frozen=True, tag="talk"):
    """What was said: the last lines after a `hello`, then each line when it is said."""

    lines: tuple[Line, ...]
