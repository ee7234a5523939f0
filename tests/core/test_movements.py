"""Movements: who sits where in each round of an evening, and how evenly."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import chain, combinations
from random import Random
from typing import NamedTuple

import pytest

from sevenfold.core.movements import (
    CYCLES,
    Meetings,
    Round,
    individual,
    next_round,
    side,
    tables_for,
    teams_round,
)

ALL_SIZES = [(seats, people) for seats in range(2, 7) for people in (1, 2, 5, 8, 11)]


def sitting(tables: Round) -> list[int]:
    return [person for person in chain.from_iterable(tables) if person is not None]


def teams(sizes: tuple[int, int], seats: int, rounds: int) -> list[Round]:
    members = range(sizes[0]), range(sizes[0], sum(sizes))
    played: list[Round] = []
    for _ in range(rounds):
        played.append(teams_round(members, seats, played))
    return played


# --- how even it is ---------------------------------------------------------------------------------


class Span(NamedTuple):
    """The least and the most of several counts."""

    fewest: int
    most: int


class Balance(NamedTuple):
    """How even a movement is.

    How often two persons sit together, how often they do so at the same distance, how often a person has each
    seat, and how many persons a table has.
    """

    together: Span
    apart: Span
    at_seat: Span
    at_table: Span


def balance(rounds: Sequence[Round]) -> Balance:
    """How even a movement is, for all who sit in any of its rounds; there are two persons at least."""
    met, seats = Meetings.of(rounds), len(rounds[0][0])
    tables = [[person for person in table if person is not None] for table in chain.from_iterable(rounds)]
    people = sorted({*chain.from_iterable(tables)})
    pairs = list(combinations(people, 2))
    return Balance(
        _span([met.together[pair] for pair in pairs]),
        _span([met.apart[*pair, distance] for pair in pairs for distance in range(1, seats // 2 + 1)]),
        _span([met.at_seat[person, seat] for person in people for seat in range(seats)]),
        _span([len(table) for table in tables]),
    )


def _span(counts: Sequence[int]) -> Span:
    return Span(min(counts), max(counts))


# --- everybody for themselves -----------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "people"), ALL_SIZES)
def test_everybody_sits_once_and_no_table_has_many_bots_while_another_has_none(
    seats: int, people: int
) -> None:
    rounds = individual(range(people), seats, 4)
    for tables in rounds:
        assert sorted(sitting(tables)) == list(range(people))
        assert {len(table) for table in tables} == {seats}
        assert len(tables) == tables_for(people, seats)
        sizes = [sum(person is not None for person in table) for table in tables]
        assert max(sizes) - min(sizes) <= 1
    had = balance(rounds).at_seat if people > 1 else Span(0, 0)
    assert had.most - had.fewest <= 2


@pytest.mark.parametrize(("seats", "places"), [size for size in CYCLES if size[1] <= 20])
def test_in_a_cyclic_movement_any_two_sit_together_equally_often(seats: int, places: int) -> None:
    even = balance(individual(range(places), seats, places - 1))
    assert even.together == Span(seats - 1, seats - 1)
    one_less = balance(individual(range(places - 1), seats, places - 1))
    assert one_less.together == Span(seats - 1, seats - 1)


@pytest.mark.parametrize("people", [8, 12, 16])
def test_at_tables_of_four_any_two_sit_opposite_once_as_at_a_whist_tournament(people: int) -> None:
    assert balance(individual(range(people), 4, people - 1)).apart == Span(1, 2)  # beside each other twice


@pytest.mark.parametrize(
    ("seats", "people", "rounds", "expected"),
    [
        (4, 8, 8, Balance(Span(3, 4), Span(1, 3), Span(1, 3), Span(4, 4))),
        (4, 9, 8, Balance(Span(2, 2), Span(0, 2), Span(1, 3), Span(3, 3))),
        (4, 5, 8, Balance(Span(2, 4), Span(1, 3), Span(1, 3), Span(2, 3))),
        (3, 8, 8, Balance(Span(2, 2), Span(2, 2), Span(2, 3), Span(2, 3))),
        (2, 8, 7, Balance(Span(1, 1), Span(1, 1), Span(3, 4), Span(2, 2))),
        (6, 8, 7, Balance(Span(3, 3), Span(0, 3), Span(0, 2), Span(4, 4))),
    ],
)
def test_how_even_evenings_are_as_docs_tell(seats: int, people: int, rounds: int, expected: Balance) -> None:
    assert balance(individual(range(people), seats, rounds)) == expected


def beyond_mean(rounds: Sequence[Round]) -> dict[int, Fraction]:
    """With how many bots each has sat, beyond the mean of all who were there in the same rounds."""
    beyond: dict[int, Fraction] = defaultdict(Fraction)
    for tables in rounds:
        bots = {person: table.count(None) for table in tables for person in table if person is not None}
        for person, number in bots.items():
            beyond[person] += number - Fraction(sum(bots.values()), len(bots))
    return beyond


@pytest.mark.parametrize("people", [*range(4, 20), 22, 27, 33, 45, 57, 61, 62, 63, 64])
def test_nobody_sits_with_bots_much_more_often_than_others(people: int) -> None:
    beyond = beyond_mean(individual(range(people), 4, 6 if people < 30 else 3)).values()
    assert max(beyond) - min(beyond) <= 1


@pytest.mark.parametrize("people", [5, 9, 13, 21, 37, 61])
def test_who_comes_late_or_leaves_sits_with_bots_as_often_as_others(people: int) -> None:
    rng, past = Random(people), list[Round]()
    here = set(range(people))
    for number in range(6):
        past.append(next_round(sorted(here), 4, past, 6))
        here ^= {rng.choice(sorted(here)), 100 + number}
    assert all(abs(each) <= Fraction(3, 2) for each in beyond_mean(past).values())


def test_the_same_people_and_past_give_the_same_round() -> None:
    past = individual(range(9), 4, 3)
    assert next_round(range(9), 4, past, 8) == next_round(tuple(reversed(range(9))), 4, past, 8)


def test_people_come_and_go_and_who_was_there_still_meets_whom_they_have_not_met() -> None:
    past = list(individual([10, 20, 30, 40, 50, 60, 70, 80], 4, 2))
    past.append(next_round([10, 20, 30, 40, 50, 60, 70, 90], 4, past, 8))
    assert sorted(sitting(past[-1])) == [10, 20, 30, 40, 50, 60, 70, 90]
    past += [next_round([10, 20, 30, 40, 50, 60, 70, 90], 4, [*past], 8)]
    for _ in range(4):
        past.append(next_round([10, 20, 30, 40, 50, 60, 70, 90], 4, past, 8))
    together = [{*table} for tables in past for table in tables]
    assert all(any({90, other} <= table for table in together) for other in (10, 20, 30, 40, 50, 60, 70))


def test_with_one_person_more_than_seats_there_is_a_table_more() -> None:
    assert [tables_for(people, 4) for people in (0, 1, 2, 4, 5, 8, 9, 16, 17)] == [0, 1, 2, 2, 2, 2, 3, 4, 5]


# --- two teams --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("number", range(4))
def test_at_the_second_table_the_teams_have_changed_seats(seats: int, number: int) -> None:
    first, second = ([side(number, table, seat) for seat in range(seats)] for table in (0, 1))
    assert all(one != other for one, other in zip(first, second, strict=True))
    assert first.count(0) + second.count(0) == seats


@pytest.mark.parametrize("seats", range(2, 7))
def test_each_of_two_full_teams_sits_on_its_side_in_each_round(seats: int) -> None:
    for number, tables in enumerate(teams((seats, seats), seats, 6)):
        assert sorted(sitting(tables)) == list(range(2 * seats))
        for table, people in enumerate(tables):
            for seat, person in enumerate(people):
                assert person is not None
                assert person // seats == side(number, table, seat)


@pytest.mark.parametrize("sizes", [(4, 3), (2, 4), (1, 1), (3, 0)])
def test_a_team_with_too_few_has_bots_on_its_side_alone(sizes: tuple[int, int]) -> None:
    for number, tables in enumerate(teams(sizes, 4, 4)):
        assert sorted(sitting(tables)) == list(range(sum(sizes)))
        for table, people in enumerate(tables):
            for seat, person in enumerate(people):
                assert person is None or (person >= sizes[0]) == side(number, table, seat)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("sizes", [(1, 1), (2, 0), (0, 2), (1, 2), (2, 2)])
def test_two_tables_of_small_teams_have_somebody_each(sizes: tuple[int, int], seats: int) -> None:
    for tables in teams(sizes, seats, 5):
        assert sorted(sitting(tables)) == list(range(sum(sizes)))
        assert all(sitting((table,)) for table in tables)


def test_who_is_left_alone_of_two_teams_sits_at_the_first_table() -> None:
    for sizes in ((1, 0), (0, 1)):
        for first, second in teams(sizes, 4, 4):
            assert (sitting((first,)), sitting((second,))) == ([0], [])


def test_teams_of_four_sit_with_all_of_their_own_and_against_all_others() -> None:
    even = balance(teams((4, 4), 4, 12))
    assert even.together.fewest >= 2
    assert even.at_seat.most - even.at_seat.fewest <= 2
