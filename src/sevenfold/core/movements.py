"""Movements: who sits where in each round of an evening on which all tables play the same boards.

All of it is computed and nothing is drawn by lot, so every machine finds the same. Persons are numbers; a
seat without a person is a bot's.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from operator import itemgetter
from random import Random
from typing import Self

Table = tuple[int | None, ...]
"""Who sits at each seat of a table; None is a bot."""

Round = tuple[Table, ...]
"""The tables of one round."""


# --- who has met --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Meetings:
    """How often persons have sat together, so many seats apart, and at a seat.

    `with_bots` is with how many bots each of them has sat, beyond the mean of all in the same rounds: so
    nobody who came late has anything to make up for.
    """

    together: Counter[tuple[int, int]] = field(default_factory=Counter)
    apart: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    at_seat: Counter[tuple[int, int]] = field(default_factory=Counter)
    with_bots: Counter[int] = field(default_factory=Counter)
    """In hundredths."""

    @classmethod
    def of(cls, rounds: Sequence[Round]) -> Self:
        """Those of some rounds."""
        met = cls()
        for table in _tables(rounds):
            met.at_seat.update((person, seat) for seat, person in _sitting(table))
            for one, other, distance in _pairs(table):
                met.together[one, other] += 1
                met.apart[one, other, distance] += 1
        for tables in rounds:
            bots = {person: table.count(None) for table in tables for _, person in _sitting(table)}
            for person, number in bots.items():
                met.with_bots[person] += 100 * number - 100 * sum(bots.values()) // len(bots)
        return met


def _sitting(table: Sequence[int | None]) -> Iterator[tuple[int, int]]:
    """Seats and the persons there."""
    return ((seat, person) for seat, person in enumerate(table) if person is not None)


def _pairs(table: Sequence[int | None]) -> Iterator[tuple[int, int, int]]:
    """Two persons, the smaller number first, and how many seats apart they sit, the short way round."""
    for (seat, one), (on, other) in combinations(_sitting(table), 2):
        distance = min(on - seat, len(table) - on + seat)
        yield min(one, other), max(one, other), distance


def _tables(rounds: Sequence[Round]) -> Iterator[Table]:
    return (table for tables in rounds for table in tables)


# --- everybody for themselves -----------------------------------------------------------------------


def individual(people: Sequence[int], seats: int, rounds: int) -> tuple[Round, ...]:
    """Rounds in which everybody sits with everybody, and at each seat, as evenly as can be."""
    planned: list[Round] = []
    for _ in range(rounds):
        planned.append(next_round(people, seats, planned, rounds))
    return tuple(planned)


def next_round(people: Sequence[int], seats: int, past: Sequence[Round], rounds: int) -> Round:
    """The round after those, for the persons who are there now; the evening has so many `rounds`.

    There are as few tables as hold all, but two at least, as there is nothing to compare at one; each has
    nearly as many persons. Where an evening lasts for a cyclic movement, and the past has followed it, this
    round does too. Else it is searched for, by who has met whom: so people may come and go.
    """
    here = sorted(people)
    cycle = _cycle(here, seats)
    if cycle is not None and rounds >= len(cycle):
        followed: list[Round] = []
        for number in range(len(past) + 1):
            followed.append(_turned(cycle[number % len(cycle)], followed))
        if followed[:-1] == list(past):
            return followed[-1]
    return _searched(here, seats, past)


def tables_for(people: int, seats: int) -> int:
    """How many tables so many persons have."""
    return max(-(-people // seats), min(people, 2))


# --- cyclic movements -------------------------------------------------------------------------------

CYCLES = {
    (4, 8): "0 6 7 4  1 2 5 3",
    (4, 12): "1 9 10 5  4 2 3 7  6 0 11 8",
    (4, 16): "11 12 5 7  3 10 0 9  6 8 4 1  2 15 13 14",
    (4, 20): "9 7 10 15  8 1 17 19  4 14 6 2  3 13 0 18  11 12 5 16",
    (4, 24): "0 2 14 17  13 18 10 11  21 5 15 1  16 12 6 7  8 4 19 3  20 9 22 23",
    (3, 9): "0 8 4  3 5 2  7 1 6",
    (3, 12): "1 9 10  0 4 6  3 7 8  2 11 5",
    (3, 15): "11 6 4  12 9 10  7 13 3  2 14 1  0 5 8",
    (3, 18): "11 9 0  3 2 16  12 10 5  6 17 15  7 8 13  14 4 1",
    (5, 20): "13 14 11 18 5  10 8 19 17 6  7 2 16 4 3  1 15 9 0 12",
    (6, 12): "1 0 8 5 10 11  3 7 4 6 2 9",
}
"""The first round of cyclic movements, by the seats of a table and all places. From round to round each place
but the last becomes the next one. After one round less than there are places, any two have sat together
equally often; at tables of four, opposite each other once, as at a whist tournament."""


def _cycle(people: Sequence[int], seats: int) -> list[Round] | None:
    """The rounds of a cyclic movement; None where none is known.

    One place may be a bot's. With more, some tables would have several bots and others none.
    """
    places = seats * tables_for(len(people), seats)
    start = CYCLES.get((seats, places))
    if start is None or len(people) < places - 1:
        return None
    last = places - 1
    sitting: list[int | None] = [*people, *(None,) * (places - len(people))]
    rounds = []
    for step in range(last):
        at = [place if place == last else (place + step) % last for place in map(int, start.split())]
        now = [sitting[place] for place in at]
        rounds.append(tuple(tuple(now[first : first + seats]) for first in range(0, places, seats)))
    return rounds


def _turned(tables: Round, past: Sequence[Round]) -> Round:
    """The same round with each table turned so that its people have the seats that they had least."""
    had = Meetings.of(past).at_seat

    def again(table: Table) -> int:
        return sum(2 * had[person, seat] + 1 for seat, person in _sitting(table))

    return tuple(min((table[by:] + table[:by] for by in range(len(table))), key=again) for table in tables)


# --- searched for -----------------------------------------------------------------------------------

STARTS = 160
"""From how many arrangements a search begins, divided by the number of persons."""

TOGETHER, AT_SEAT, APART, WITH_BOTS = 8, 2, 1, 32
"""What it costs that two sit together again, that somebody has a seat again, that two are as far apart as
they were, and that somebody sits with a bot again. Each grows with the square of how often."""


def _searched(people: Sequence[int], seats: int, past: Sequence[Round]) -> Round:
    """The round that costs least of those that were tried. Each table has nearly as many persons."""
    number = tables_for(len(people), seats)

    def spread(rng: Random) -> _Tables:
        drawn = rng.sample(people, len(people))
        dealt: _Tables = [list(drawn[at::number]) for at in range(number)]
        return [table + [None] * (seats - len(table)) for table in dealt]

    def may_exchange(tables: _Tables, one: _Place, other: _Place) -> bool:
        sit = tables[one[0]][one[1]] is not None and tables[other[0]][other[1]] is not None
        return sit or one[0] == other[0]

    return _best(_Costs(people, seats, Meetings.of(past)), len(past), spread, may_exchange)


_Tables = list[list[int | None]]
_Place = tuple[int, int]
"""A table and a seat."""


class _Costs:
    """What the next round costs."""

    def __init__(self, people: Sequence[int], seats: int, met: Meetings) -> None:
        self.people = people
        self._with_bots = {person: 2 * WITH_BOTS * met.with_bots[person] // 100 for person in people}
        self._at_seat = {
            person: [AT_SEAT * (2 * met.at_seat[person, seat] + 1) for seat in range(seats)]
            for person in people
        }
        self._pairs = {one: {other: self._pair(one, other, seats, met) for other in people} for one in people}

    def _pair(self, one: int, other: int, seats: int, met: Meetings) -> list[int]:
        """What it costs that two sit together, by how far on the second sits."""
        pair = min(one, other), max(one, other)
        together = TOGETHER * (2 * met.together[pair] + 1)
        return [together + APART * (2 * met.apart[*pair, min(on, seats - on)] + 1) for on in range(seats)]

    def of(self, table: Sequence[int | None]) -> int:
        """What a table costs."""
        sitting = list(_sitting(table))
        bots = len(table) - len(sitting)
        cost = bots * sum(self._with_bots[person] for _, person in sitting) if bots else 0
        for index, (seat, one) in enumerate(sitting):
            cost += self._at_seat[one][seat]
            pairs = self._pairs[one]
            for on, other in sitting[index + 1 :]:
                cost += pairs[other][on - seat]
        return cost


def _best(
    costs: _Costs,
    number: int,
    begin: Callable[[Random], _Tables],
    may_exchange: Callable[[_Tables, _Place, _Place], bool],
) -> Round:
    """The cheapest round that is found from several beginnings."""
    rng, found = Random(number), []
    for _ in range(max(1, STARTS // max(1, len(costs.people)))):
        tables = begin(rng)
        found.append((_improve(tables, costs, may_exchange), tables))
    return tuple(map(tuple, min(found, key=itemgetter(0))[1]))


def _improve(tables: _Tables, costs: _Costs, may_exchange: Callable[[_Tables, _Place, _Place], bool]) -> int:
    """Exchange two places while that costs less; return what it costs then."""
    now = [costs.of(table) for table in tables]
    places = [(at, seat) for at, table in enumerate(tables) for seat in range(len(table))]
    better = True
    while better:
        better = False
        for one, other in combinations(places, 2):
            if not may_exchange(tables, one, other):
                continue
            (at, seat), (to, on) = one, other
            here, there = tables[at], tables[to]
            here[seat], there[on] = there[on], here[seat]
            new = costs.of(here), costs.of(there)
            if new[0] < now[at] if at == to else sum(new) < now[at] + now[to]:
                (now[at], now[to]), better = new, True
            else:
                here[seat], there[on] = there[on], here[seat]
    return sum(now)


# --- two teams --------------------------------------------------------------------------------------


def side(number: int, table: int, seat: int) -> int:
    """Which of two teams, 0 or 1, has a seat in round `number`, from 0 on.

    A team has every other seat, and at the second table those that the other has at the first. So both play
    each seat of each board. Where a table has an odd number of seats, one team has a seat more at the first
    table, and in the next round the other.
    """
    return (number + table + seat) % 2


def teams_round(teams: Sequence[Sequence[int]], seats: int, past: Sequence[Round]) -> Round:
    """The round after those, for two teams at two tables; each has a member for each seat at most.

    The members change seats and tables, so that they sit with everybody as evenly as the sides allow. Where
    two or more are there, both tables have somebody.
    """
    number = len(past)
    people = [member for team in teams for member in team]

    def placed(rng: Random) -> _Tables:
        tables: _Tables = [[None] * seats, [None] * seats]
        left = [rng.sample(team, len(team)) for team in teams]
        for team in [team for _ in range(seats) for team in (0, 1)]:
            if left[team]:
                at, seat = _emptiest(tables, number, team)
                tables[at][seat] = left[team].pop()
        return tables

    def may_exchange(tables: _Tables, one: _Place, other: _Place) -> bool:
        sit = tables[one[0]][one[1]] is not None and tables[other[0]][other[1]] is not None
        return side(number, *one) == side(number, *other) and (sit or one[0] == other[0])

    return _best(_Costs(people, seats, Meetings.of(past)), number, placed, may_exchange)


def _emptiest(tables: _Tables, number: int, team: int) -> _Place:
    """A free seat of a team, at the table that has the fewest of it, and then the fewest of all."""
    free: list[tuple[int, int, _Place]] = []
    for at, table in enumerate(tables):
        own = [seat for seat in range(len(table)) if side(number, at, seat) == team]
        there = sum(table[seat] is not None for seat in own)
        free += [(there, len(list(_sitting(table))), (at, seat)) for seat in own if table[seat] is None]
    return min(free)[2]
