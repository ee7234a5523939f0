"""A table as those are told of it who may know it."""

from typing import Literal

import msgspec

from sevenfold.core.game import Unit
from sevenfold.core.match import Standing
from sevenfold.server.protocol.settings import TableSettings

Search = Literal["ready", "preparing", "missing"]
"""Whether bots that search can: that takes machine code. Until it is there they play as medium ones do."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits at a seat: a person, a bot or nobody. `bot` is a bot's level, or the name of its player."""

    seat: int
    you: bool
    bot: str | None = None
    free: bool = False
    """Nobody sits there: the table has not started."""
    name: str | None = None
    """The name of a person; None where they have told none."""
    connected: bool = False
    """The person is there. Who is not is shown as absent within five seconds."""
    stand_in: bool = False
    """A bot plays for the person until they are back."""
    shows_hand: bool = False
    """The person lets spectators look over their shoulder."""
    host: bool = False
    open: bool = False
    """A newcomer may take it now."""
    left: bool = False
    """The person has left after the match; `name` is theirs."""


class Pause(msgspec.Struct, frozen=True):
    """The table is paused: a seat asked for it, or is to act and absent. Nobody may move until it ends."""

    seat: int
    why: Literal["asked", "absent"]


class SeatClock(msgspec.Struct, frozen=True, kw_only=True):
    """The time that a person has. At the deadline the rule-based player moves for the seat."""

    seat: int
    bank: int
    """What they have left besides the time of each move, in ms."""
    deadline: str | None
    """When they must have moved, UTC, ISO 8601, the bank included; None while they need not."""


class TakeBackRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A seat asks to take back its last move, and what came after it."""

    seat: int
    move: str
    """The move as all have seen it; empty where it was not shown."""
    agreed: tuple[int, ...]
    """The seats that agree; the seat itself does, and bots do."""


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one of its players or spectators, or somebody with a link to it, is told of it."""

    id: str
    game: str
    preset: str | None
    """The preset that has these options, if one has."""
    nearest: str | None
    """The preset with the fewest options that differ."""
    differs: tuple[str, ...]
    """The options that differ from the nearest preset."""
    options: dict[str, str | int]
    players: int
    seats: tuple[Seat, ...]
    unit: Unit
    """What a round is called."""
    to_right: bool
    """Play goes to the right."""
    best_total: Literal["highest", "lowest"]
    """Which total wins."""
    target: int | None
    """The points that end the match, where points do."""
    length: int | None
    """The rounds that end the match, where rounds do."""
    pace: int
    search: Search
    bots: tuple[str, ...]
    """The bots that can be chosen besides the levels, as in GameInfo."""
    created: str
    """UTC, ISO 8601."""
    standing: Standing
    started: bool
    """The cards have been dealt. Before that the table waits for persons, and has no snapshot."""
    settings: TableSettings
    link: str | None
    """The key of the link by which newcomers take a seat; None while the table is closed to them.

    Only those who sit there are told it, of `code` and `watch_link` too.
    """
    code: str | None
    """The same as nine digits that can be said aloud. It ends after a day; the host can renew it."""
    watch_link: str | None
    """The key of the link by which spectators come."""
    watchers: int
    """How many spectators are there."""
    pause: Pause | None
    clocks: tuple[SeatClock, ...]
    take_back: TakeBackRequest | None
    rematch: str | None
    """The table at which the same persons play again."""


class ListedTable(TableInfo, frozen=True, kw_only=True):
    """A table in the list of the guest's tables."""

    your_turn: bool
    """The table waits for the guest: for a move, or to ask for the next round."""
    since: str | None
    """Since when it waits for somebody; UTC, ISO 8601."""
    watching: bool
    """The guest is a spectator there."""
