"""Finished rounds: one shown again as a viewer knew it, or played on otherwise by bots."""

from typing import Literal

import msgspec

from sevenfold.bots.levels import Level
from sevenfold.core.events import Event
from sevenfold.core.promise import Fairness
from sevenfold.core.remarks import Decided
from sevenfold.core.standing import Standing
from sevenfold.core.views import View
from sevenfold.server.protocol.from_client import Hello, Play, Select
from sevenfold.server.protocol.from_server import Choices, Mark, RefusedMove, Snapshot
from sevenfold.server.protocol.table import ReplayRound, TableInfo


class ReplayMoment(msgspec.Struct, frozen=True, kw_only=True):
    """A round at one version of it, as its viewer was told then.

    Several moments have the same `at` where time passed by itself, as while cards are dealt.
    """

    at: int
    """How many steps of the round stood; 0 when it was just dealt."""
    version: int
    view: View
    standing: Standing
    events: tuple[Event, ...]
    """What the viewer was told since the moment before."""
    decision: bool
    """The viewer is to act, and has more than one legal move. With all hands open: whoever is to act."""
    hands: tuple[tuple[str, ...], ...] | None = None
    """With all hands open, the hand of each seat as that seat saw it."""


class ReplayFrame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round without its moments: what is told to whoever asks."""

    id: str
    table: TableInfo
    """The table, with the names of those who sat there in this round."""
    round: int
    rounds: tuple[ReplayRound, ...]
    """The rounds of the match that whoever asks may look at; by a link only this one."""
    viewer: int | None
    open: bool
    you: int | None
    """The seat of whoever asks, in this round."""
    may_share: bool
    """Whoever asks may make a link to the round."""
    rules: int
    """The rules that it was played by. Where `table.rules_changed`, nothing else can be tried in it."""
    fair: Fairness | None = None
    """What shows that the deal was promised; None where nothing was."""


class Replay(ReplayFrame, frozen=True, kw_only=True):
    """A finished round as a viewer knew it: a seat, or a spectator (None).

    With `open` it is what a spectator was told, with the hand of every seat, and each seat's moves in the
    words that the seat itself was told.
    """

    moments: tuple[ReplayMoment, ...]
    marks: tuple[Mark, ...]
    """The moves that were not made by the person who sat there."""
    decided: Decided | None
    """What decided the round, as far as the viewer could know it."""


class RoundLink(msgspec.Struct, frozen=True):
    """The key of a link to a round; whoever has it may look at that round."""

    key: str


class OpenRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Show a record (docs/notation.md): one line of a file. Nothing of it is kept.

    `from` is as in the address of a round: a seat, `watch` or `open`.
    """

    record: str
    viewer: str | None = msgspec.field(default=None, name="from")


Cards = Literal["true", "then"]
"""Which cards the others hold where something else is tried: those that they had, or others dealt anew among
all that the seat could not rule out at that moment."""


class WhatIf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A message to a moment of a finished round, as it would go to a table, to try something else there.

    `from` is as in the address of the round, and `at` the steps that stand at the moment. `made` are the
    moves that were made after it instead, each with its seat, as in `1 QH`, or `*` for chance. `play` is
    answered with the move and all that the bots do then, to the end of the round; they play as `bots` says.
    `select` and `hello` are answered as by a table at which whoever asks acts for the seat that is to act. If
    the moves made end the round, `hello` is answered with all that was told of them, from whichever side.

    With the cards `then`, the first of the moves made is by the seat from whose view the others' cards are
    dealt anew, and `again` chooses among deals: the same number gives the same cards.
    """

    message: Hello | Play | Select
    at: int
    made: tuple[str, ...] = ()
    viewer: str | None = msgspec.field(default=None, name="from")
    bots: str = "medium"
    cards: Cards = "true"
    again: int = 0

    @property
    def dealt(self) -> int | None:
        """The number of the deal where the others' cards are dealt anew, as in `PlayOn`."""
        return self.again if self.cards == "then" else None


class PlayOn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a table whose match begins at a moment of a finished round; the scores so far stay.

    `at` are the steps that stand there, and `made` those that were made after it instead, as in `WhatIf`;
    `dealt` is its `again`, where the others' cards were dealt anew in that branch. With the `same` cards the
    others hold what they hold there, and chance draws in this round as it would have; `fresh` ones are dealt
    anew among what `seat` cannot rule out, and chance with them. Later rounds are dealt afresh.

    Whoever asks has `seat`, and the others are bots, as in `NewTable`. With `friends` the table is paused at
    first, and whoever comes by its link takes a bot's seat at once.
    """

    at: int
    seat: int
    made: tuple[str, ...] = ()
    dealt: int | None = None
    cards: Literal["same", "fresh"] = "same"
    friends: bool = False
    bots: tuple[str, ...] = (Level.MEDIUM.value,)
    pace: int = 900


class Branch(msgspec.Struct, frozen=True, kw_only=True):
    """What became of another move: what the viewer would have been told, to the round's end.

    `made` are all steps since the moment where it left the round, one for each that `at` counts; so many of
    the first are sent with what is tried next as are to stand. A message other than a legal move has an
    `answer` instead.
    """

    moments: tuple[ReplayMoment, ...] = ()
    made: tuple[str, ...] = ()
    answer: Snapshot | Choices | RefusedMove | None = None
