"""Today's deals: the same for everybody of the server, and each once for everybody."""

from typing import Literal

import msgspec

from sevenfold.bots.levels import Level
from sevenfold.core.duplicate import Placing
from sevenfold.core.meta import Unit


class PlayDay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a table of one's own with a deal of the day: the same again, if it has been begun.

    `pace` is how long a bot waits before it moves, in ms.
    """

    name: str | None = None
    pace: int = 900


class DayDeal(msgspec.Struct, frozen=True, kw_only=True):
    """A deal of a day, as whoever asks stands to it.

    It counts once it is `finished`, whatever becomes of its table. One that was `given_up`, or was in play at
    the end of the day, bots play to its end at once. Then it counts as the worse of what came out and of the
    worst that was finished, and others are not compared with it. One that is `late` does not count: it was in
    play at the end of a day before it was so. Nothing of others is told to whoever may still play it.
    """

    number: int
    state: Literal["open", "begun", "finished", "late", "given_up", "missed"]
    table: str | None
    """Their table, once they have begun, as long as it is there."""
    board: str | None
    """What leads to the comparison of all who have played it, once they may look at it."""
    round: str | None
    """Their own round, once they have finished it; None where its table is gone."""
    result: int | None
    """What it brought them; None before that, and where that is not known."""
    place: Placing | None


class DayGame(msgspec.Struct, frozen=True, kw_only=True):
    """The deals of a game on a day, all played from the first seat."""

    game: str
    unit: Unit
    players: int
    bots: Level
    deals: tuple[DayDeal, ...]
    total: int | None
    """What those that are finished brought together; None before the first."""
    place: Placing | None
    """The same beside those who have finished at least these deals, by what these brought them."""
    others: tuple[int, ...]
    """What these deals brought each of them."""


class Lamp(msgspec.Struct, frozen=True, kw_only=True):
    """A day, and whether somebody finished a deal of it."""

    date: str
    lit: bool


class BestRound(msgspec.Struct, frozen=True, kw_only=True):
    """The round of a day that is better than the most others with the same cards.

    `pseudonym` says who somebody is in public, as in a comparison. `round` is what leads to its replay; None
    where its table is gone.
    """

    game: str
    number: int
    pseudonym: str
    name: str | None
    you: bool
    result: int
    place: Placing
    round: str | None


class Day(msgspec.Struct, frozen=True, kw_only=True):
    """A day of the server. `date` is as in `2026-11-27`, by the server's time zone; `ends` is UTC, ISO 8601.

    The `lamps` are those of the seven days up to it, and `streak` is how many days in a row have one that is
    lit: a dark one is forgiven, once in seven days. `longest` is the longest streak so far. `best` is of the
    last day that is over: of this one, or of the one before.
    """

    date: str
    ends: str
    over: bool
    streak: int
    longest: int
    lamps: tuple[Lamp, ...]
    games: tuple[DayGame, ...]
    best: BestRound | None
