"""The host's own words, and what the page on privacy tells of what is kept."""

from typing import Literal, TypeAlias

import msgspec

Kind: TypeAlias = Literal[
    "person",
    "browsers",
    "key",
    "tables",
    "talk",
    "links",
    "boards",
    "seen",
    "events",
    "reviews",
    "reports",
    "here",
    "forgetting",
    "door",
    "care",
    "server",
    "log",
    "copies",
]
"""What is kept, by what it is there for. The last two are no part of the database."""


class KeptKind(msgspec.Struct, frozen=True):
    """Something that is kept: what for, and for how long."""

    kind: Kind
    days: int
    """How long it is kept, as the server is set up; 0 for ever, or as long as the texts say."""
    columns: tuple[str, ...]
    """Where it is in the database, as `table.column`."""


class WordsPage(msgspec.Struct, frozen=True):
    """A page with the host's own words."""

    language: str | None
    """What they are written in; None where the host has written nothing."""
    html: str
    """Made of Markdown by the server: it has no script, no picture and no HTML of the host's."""
    kept: tuple[KeptKind, ...] | None = None
    """What the server keeps; only on the page on privacy."""
