"""What a deal of a day is worth beside the others: pure functions of who has played what."""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, count
from typing import NamedTuple

from sevenfold.server.protocol.today import Rank
from sevenfold.server.storage.statements import Row

Boards = frozenset[str]
"""The ids of some boards of one game."""


class Together(NamedTuple):
    """What some boards brought somebody together, and each of those who have played all of them too."""

    total: int
    rank: Rank
    others: tuple[int, ...]


class Best(NamedTuple):
    """A round that is better than others at its board, the table of it, and what it is worth there."""

    board: str
    table: str
    rank: Rank


@dataclass(frozen=True)
class Results:
    """What the boards of a day brought everybody, where that counts; made once for all who ask.

    `of_guest` is by guest and board; each result of somebody who has deleted their data has a number below 0.
    `totals` are, in order, what some boards of a game brought together each who has finished all of them.
    `best` are the best rounds of the boards, by game.
    """

    of_guest: Mapping[int, Mapping[str, int]]
    totals: Mapping[Boards, Sequence[int]]
    best: Mapping[str, Sequence[Best]]

    def others(self, guest: int, boards: Boards) -> tuple[int, ...]:
        """The totals of all but one guest."""
        totals = tuple(self.totals.get(boards, ()))
        own = self.of_guest.get(guest, {})
        if not boards <= own.keys():
            return totals
        mine = bisect_left(totals, sum(own[board] for board in boards))
        return totals[:mine] + totals[mine + 1 :]


def results_of(rows: Mapping[str, Sequence[Row]], games: Mapping[str, tuple[Sequence[str], int]]) -> Results:
    """All that counts of a day, by its boards, as the database has it.

    `games` are the boards of each game in order, with its sign: 1 where the highest result is best, -1 where
    the lowest is.
    """
    of_guest: dict[int, dict[str, int]] = defaultdict(dict)
    somebody = count(-1, -1)
    for board, found in rows.items():
        for row in found:
            guest = row["guest_id"] if row["guest_id"] is not None else next(somebody)
            of_guest[guest][board] = row["result"]
    return Results(
        of_guest,
        {some: _totals(of_guest, some) for boards, _ in games.values() for some in _parts(boards)},
        {game: _best_of(rows, boards, sign) for game, (boards, sign) in games.items()},
    )


def _parts(boards: Sequence[str]) -> Iterable[Boards]:
    """Each choice of one or more of these boards."""
    sizes = range(1, len(boards) + 1)
    return map(frozenset, chain.from_iterable(combinations(boards, size) for size in sizes))


def _totals(of_guest: Mapping[int, Mapping[str, int]], boards: Boards) -> list[int]:
    played = (theirs for theirs in of_guest.values() if boards <= theirs.keys())
    return sorted(sum(theirs[board] for board in boards) for theirs in played)


def _best_of(rows: Mapping[str, Sequence[Row]], boards: Iterable[str], sign: int) -> list[Best]:
    """The best round of each board; of equals the first."""
    found = []
    for board in boards:
        if rows[board]:
            first = max(rows[board], key=lambda row: sign * row["result"])
            others = sorted(row["result"] for row in rows[board] if row is not first)
            found.append(Best(board, first["table_id"], rank_of(first["result"], others, sign)))
    return found


def rank_of(own: int, others: Sequence[int], sign: int) -> Rank:
    """A result beside the others, which are in order."""
    less, not_more = bisect_left(others, own), bisect_right(others, own)
    better = less if sign > 0 else len(others) - not_more
    return Rank(better=better, level=not_more - less, of=len(others))


def together(
    results: Results, guest: int, own: Mapping[str, int], boards: Iterable[str], sign: int
) -> Together | None:
    """How a guest did at those of these boards of a game that they have finished, beside everybody who has
    them too. `own` are the guest's results, which may be newer.

    As all have played the same boards, totals compare as mean differences do. None before the first.
    """
    played = frozenset(board for board in boards if board in own)
    if not played:
        return None
    total = sum(own[board] for board in played)
    others = results.others(guest, played)
    return Together(total, rank_of(total, others, sign), others)


def best(results: Results, but: Collection[str]) -> Best | None:
    """The round of a day that is better than the most others at its board; `but` are boards left out.

    One that is better than nobody is not told of. Of equals it is the earliest one.
    """
    found = [each for of_game in results.best.values() for each in of_game if each.board not in but]
    first = max(found, key=lambda each: each.rank.better, default=None)
    return first if first is not None and first.rank.better > 0 else None
