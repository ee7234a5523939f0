"""What the deals of a day brought everybody: pure functions of who has played what, and where they are many
kept for all who ask.
"""

import asyncio
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain, combinations, count
from typing import NamedTuple

from sevenfold.core.duplicate import Placing, place_of
from sevenfold.games import is_game, load_meta
from sevenfold.server.rounds.reading import Latest
from sevenfold.server.storage.days import DayBoard
from sevenfold.server.storage.statements import Row
from sevenfold.server.storage.store import Store

MANY = 500
"""From so many results on they are kept: for as many milliseconds as there are, so that making them anew
takes a small part of one core. Fewer are made in no time for whoever asks.
"""

DAYS = 4
"""Of how many days they are kept."""

Boards = frozenset[str]
"""The ids of some boards of one game."""


class Together(NamedTuple):
    """What some boards brought somebody together, and each of those who have played all of them too."""

    total: int
    place: Placing
    others: tuple[int, ...]


class Best(NamedTuple):
    """A round that is better than others at its board, the table of it, and what it is worth there."""

    board: str
    table: str
    place: Placing


@dataclass(frozen=True)
class Results:
    """What the boards of a day brought everybody, where that counts; made once for all who ask.

    `of_person` is by person, below 0 for each who has deleted their data, and by board.
    `totals` are, in order, what some boards of a game brought together each who has finished all of them.
    `best` are the best rounds of the boards, by game.
    """

    of_person: Mapping[int, Mapping[str, int]]
    totals: Mapping[Boards, Sequence[int]]
    best: Mapping[str, Sequence[Best]]

    def others(self, person: int, boards: Boards) -> tuple[int, ...]:
        """The totals of all but one person."""
        totals = tuple(self.totals.get(boards, ()))
        own = self.of_person.get(person, {})
        if not boards <= own.keys():
            return totals
        mine = bisect_left(totals, sum(own[board] for board in boards))
        return totals[:mine] + totals[mine + 1 :]


def results_of(rows: Mapping[str, Sequence[Row]], games: Mapping[str, tuple[Sequence[str], int]]) -> Results:
    """All that counts of a day, by its boards, as the database has it.

    `games` are the boards of each game in order, with its sign: 1 where the highest result is best, -1 where
    the lowest is.
    """
    of_person: dict[int, dict[str, int]] = defaultdict(dict)
    somebody = count(-1, -1)
    for board, found in rows.items():
        for row in found:
            person = row["person_id"] if row["person_id"] is not None else next(somebody)
            of_person[person][board] = row["result"]
    return Results(
        of_person,
        {some: _totals(of_person, some) for boards, _ in games.values() for some in _parts(boards)},
        {game: _best_of(rows, boards, sign) for game, (boards, sign) in games.items()},
    )


def _parts(boards: Sequence[str]) -> Iterable[Boards]:
    """Each choice of one or more of these boards."""
    sizes = range(1, len(boards) + 1)
    return map(frozenset, chain.from_iterable(combinations(boards, size) for size in sizes))


def _totals(of_person: Mapping[int, Mapping[str, int]], boards: Boards) -> list[int]:
    played = (theirs for theirs in of_person.values() if boards <= theirs.keys())
    return sorted(sum(theirs[board] for board in boards) for theirs in played)


def _best_of(rows: Mapping[str, Sequence[Row]], boards: Iterable[str], sign: int) -> list[Best]:
    """The best round of each board; of equals the first."""
    found = []
    for board in boards:
        if rows[board]:
            first = max(rows[board], key=lambda row: sign * row["result"])
            all_ = sorted(row["result"] for row in rows[board])
            found.append(Best(board, first["table_id"], place_of(first["result"], all_, sign)))
    return found


def together(
    results: Results, person: int, own: Mapping[str, int], boards: Iterable[str], sign: int
) -> Together | None:
    """How a person did at those of these boards of a game that they have finished, beside everybody who has
    them too. `own` are the person's results, which may be newer.

    As all have played the same boards, totals compare as mean differences do. None before the first.
    """
    played = frozenset(board for board in boards if board in own)
    if not played:
        return None
    total = sum(own[board] for board in played)
    others = results.others(person, played)
    return Together(total, place_of(total, sorted((*others, total)), sign), others)


def best(results: Results, but: Collection[str]) -> Best | None:
    """The round of a day that is better than the most others at its board; `but` are boards left out.

    One that is better than nobody is not told of. Of equals it is the earliest one.
    """
    found = [each for of_game in results.best.values() for each in of_game if each.board not in but]
    first = max(found, key=lambda each: each.place.behind, default=None)
    return first if first is not None and first.place.behind > 0 else None


# --- kept -------------------------------------------------------------------------------------------


class DayResults:
    """The results of days. Somebody's own are not taken from here: they may be newer."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: Latest[Results] = Latest(DAYS)
        self._until: dict[date, float] = {}
        self._making = asyncio.Lock()

    async def of(self, day: date, boards: Sequence[DayBoard]) -> Results:
        """All that counts of a day with these boards, as it is now or was a while ago."""
        async with self._making:  # others who ask meanwhile take what the first has made
            kept = self._kept.find(day)
            now = asyncio.get_running_loop().time()
            if kept is not None and now < self._until[day]:
                return kept
            rows = {each.board: await self._store.days.counted(each.board) for each in boards}
            made = await asyncio.to_thread(results_of, rows, _games(boards))
            return self._keep(day, made, sum(map(len, rows.values())))

    def _keep(self, day: date, made: Results, results: int) -> Results:
        if results >= MANY:
            self._until[day] = asyncio.get_running_loop().time() + results / 1000
            self._kept.put(day, made)
        return made


def _games(boards: Sequence[DayBoard]) -> dict[str, tuple[list[str], int]]:
    """The boards of each game in order, with its sign."""
    known = dict.fromkeys(each.game for each in boards if is_game(each.game))
    return {
        game: ([each.board for each in boards if each.game == game], load_meta(game).sign) for game in known
    }
