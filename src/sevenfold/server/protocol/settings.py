"""What the persons at a table agree on besides the rules of its game."""

from typing import Annotated, Literal

import msgspec

Absence = Literal["wait", "bot", "pause"]
"""What happens when an absent person is to act: all wait, a bot plays until they are back, or a pause."""

Joining = Literal["between_rounds", "at_once"]
"""When a newcomer may take the seat of a bot at a table in play."""

TakeBack = Literal["never", "unseen", "agreed"]
"""Whether a move can be taken back: never, while nobody else has seen it, or if everybody agrees. Whoever
sits alone with bots need not ask (docs/playing.md)."""

Clock = Literal["none", "relaxed", "fast"]
"""How much time a person has: no limit, 60 s a move and a bank of 300 s, or 15 s and 60 s."""

RoundsShown = Literal["at_once", "match_end", "never"]
"""When a finished round can be looked at again: as soon as it is over, after the match, or never."""


class TableSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a table deals with absence, newcomers, spectators, talk, clocks, counting, moves taken back and
    looking back.

    `take_back`, `clock`, `counter` and `rounds` are settled when the table starts; the host may
    change the others at any time.
    """

    absence: Absence = "wait"
    grace: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 60
    """How long the table waits for an absent person who is to act before it applies `absence`, in seconds."""
    joining: Joining = "between_rounds"
    take_back: TakeBack = "unseen"
    clock: Clock = "none"
    counter: bool = False
    """The table counts the cards that are gone; everybody is shown the same."""
    watching: bool = False
    """Spectators may come, by a link of their own."""
    over_shoulder: bool = False
    """Spectators may see the hands of persons who let them."""
    free_text: bool = False
    """Talk may be text that somebody has written, not only phrases and reactions."""
    listed: bool = False
    """While it waits, the table is in the list that everybody on this server sees."""
    rounds: RoundsShown = "at_once"
