"""Who stands where in an event: ties, missing boards, few people, either sign, and the database's sums."""

import asyncio
from collections import defaultdict
from fractions import Fraction
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sevenfold.bots.levels import Level
from sevenfold.core.duplicate import ahead, interval_of_few
from sevenfold.games import load_game
from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.duplicate.exports import plain
from sevenfold.server.duplicate.standings import places
from sevenfold.server.settings import Settings
from sevenfold.server.storage.events import EventRow, PersonSums
from sevenfold.server.storage.opening import open_database
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.statements import Statement
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import migrate
from tests.server.boards import a_board

BOARDS, SEATS, PEOPLE = 4, 2, 5

Played = dict[tuple[int, int], tuple[int, int]]
"""The seat and the result, by board and person; person 0 is one who was deleted."""

played_ = st.dictionaries(
    st.tuples(st.integers(1, BOARDS), st.integers(0, PEOPLE)),
    st.tuples(st.integers(0, SEATS - 1), st.integers(-20, 20)),
)
"""Some people miss some boards, and at some seats there is one alone."""
shown_ = st.sets(st.integers(1, BOARDS))
sign_ = st.sampled_from([1, -1])


def sums_of(played: Played, shown: set[int]) -> list[PersonSums]:
    """What everybody has to show, by the definition of being ahead."""
    results: dict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for (number, person), (seat, result) in played.items():
        results[number, seat][person] = result
    found = []
    for person in sorted({person for _, person in played} - {0}):
        mine = {place: theirs for place, theirs in results.items() if person in theirs}
        known = {place: theirs for place, theirs in mine.items() if place[0] in shown}
        by = [
            ahead(theirs[person], sum(theirs.values()) - theirs[person], len(theirs) - 1, 1)
            for theirs in known.values()
            if len(theirs) > 1
        ]
        squares = sum(each * each for each in by)
        found.append(PersonSums(person, len(mine), len(known), len(by), sum(by), squares))
    return found


# --- the database ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def store_of(tmp_path_factory: pytest.TempPathFactory) -> DatabaseUrl:
    """A database with an event and people, without results."""
    url = Settings(data=tmp_path_factory.mktemp("sums")).database
    asyncio.run(migrate(url))

    async def prepared() -> None:
        store = Store(open_database(url))
        for person in range(PEOPLE + 1):
            assert await store.persons.add(bytes([person]) * 32, now()) == person + 1
        board = a_board(load_game("lockup"), Level.MEDIUM)
        boards = [replace(board, id=f"{number}") for number in range(1, BOARDS + 1)]
        await store.events.add(an_event("one"), [each.id for each in boards], store.boards.adding(boards))
        await store.close()

    asyncio.run(prepared())
    return url


def an_event(name: str) -> EventRow:
    return EventRow(
        id=name,
        name=name,
        host=None,
        kind="own_time",
        movement=None,
        game="lockup",
        rules=1,
        options={},
        players=4,
        bots="medium",
        listed=False,
        pseudonym_key="",
        created=0,
        begun=0,
        closes=None,
    )


EMPTY = Statement("DELETE FROM results")
KEEP = Statement(
    "INSERT INTO results (board_id, seat, table_id, person_id, number, counts, begun, ended, result)"
    " VALUES (:board, :seat, :table, :person, 1, TRUE, 0, 1, :result)"
)


@given(played=played_, shown=shown_)
def test_the_database_sums_up_as_it_is_defined(
    store_of: DatabaseUrl, played: Played, shown: set[int]
) -> None:
    async def summed() -> list[PersonSums]:
        store = Store(open_database(store_of))
        rows = [
            {
                "board": f"{number}",
                "seat": seat,
                "table": f"{number}-{person}",
                "person": person or None,
                "result": result,
            }
            for (number, person), (seat, result) in played.items()
        ]
        await store.backend.write(EMPTY.of([{}]), KEEP.of(rows))
        try:
            return list(await store.events.sums("one", sum(1 << number for number in shown)))
        finally:
            await store.close()

    found = asyncio.run(summed())
    wanted = sums_of(played, shown)
    assert [each[:4] for each in found] == [each[:4] for each in wanted]
    assert [each.ahead for each in found] == pytest.approx([each.ahead for each in wanted])
    assert [each.squares for each in found] == pytest.approx([each.squares for each in wanted])


# --- places ------------------------------------------------------------------------------------------


@given(played=played_, shown=shown_, sign=sign_)
def test_whoever_is_further_ahead_stands_higher_and_who_is_level_stands_level(
    played: Played, shown: set[int], sign: int
) -> None:
    sums = sums_of(played, shown)
    found = places(sums, len(shown), sign)
    assert sorted(each.person for each in found) == [each.person for each in sums]
    placed = [each for each in found if each.place is not None]
    assert placed == found[: len(placed)]
    exact = {each.person: exactly_ahead(played, shown, each.person, sign) for each in placed}
    for one in placed:
        assert one.place == 1 + sum(exact[other.person] > exact[one.person] for other in placed)


def exactly_ahead(played: Played, shown: set[int], person: int, sign: int) -> Fraction:
    by = []
    for (number, who), (seat, result) in played.items():
        others = [
            theirs
            for (board, other), (at, theirs) in played.items()
            if (board, at) == (number, seat) and other != person
        ]
        if who == person and number in shown and others:
            by.append(sign * (result - Fraction(sum(others), len(others))))
    return sum(by, Fraction()) / len(by)


@given(played=played_, shown=shown_, sign=sign_)
def test_who_has_finished_fewer_than_half_of_the_boards_has_no_place(
    played: Played, shown: set[int], sign: int
) -> None:
    sums = {each.person: each for each in sums_of(played, shown)}
    for each in places(sums.values(), len(shown), sign):
        counts = 2 * sums[each.person].shown >= len(shown) and sums[each.person].beside > 0
        assert (each.place is not None) == counts


@given(played=played_, shown=shown_, sign=sign_, other=st.integers(1, BOARDS))
def test_a_board_that_somebody_misses_counts_neither_for_nor_against_them(
    played: Played, shown: set[int], sign: int, other: int
) -> None:
    played = {key: value for key, value in played.items() if key != (other, 1)}
    with_it = {each.person: each for each in places(sums_of(played, shown | {other}), 0, sign)}
    without = {each.person: each for each in places(sums_of(played, shown - {other}), 0, sign)}
    mine = with_it.get(1), without.get(1)
    assert (mine[0] and mine[0].ahead) == (mine[1] and mine[1].ahead)


@given(played=played_, shown=shown_)
def test_the_other_sign_turns_everything_round(played: Played, shown: set[int]) -> None:
    best, least = (places(sums_of(played, shown), len(shown), sign) for sign in (1, -1))
    assert {each.person: each.ahead for each in best} == {
        each.person: -each.ahead if each.ahead is not None else None for each in least
    }


@given(played=played_, shown=shown_, person=st.integers(1, PEOPLE))
def test_a_person_who_is_deleted_changes_nothing_for_others(
    played: Played, shown: set[int], person: int
) -> None:
    gone = {key: value for key, value in played.items() if key[1] != 0}
    after = {(number, 0 if who == person else who): value for (number, who), value in gone.items()}
    before = {each.person: each[2:] for each in places(sums_of(gone, shown), len(shown), 1)}
    before.pop(person, None)
    assert {each.person: each[2:] for each in places(sums_of(after, shown), len(shown), 1)} == before


def test_one_alone_has_no_place() -> None:
    assert [each[1:] for each in places(sums_of({(1, 1): (0, 7)}, {1}), 1, 1)] == [(None, None, None)]


def test_two_at_one_board_are_as_far_ahead_as_behind() -> None:
    found = places(sums_of({(1, 1): (0, 7), (1, 2): (0, 4)}, {1}), 1, 1)
    assert [each[:3] for each in found] == [(1, 1, 3), (2, 2, -3)]
    assert [each.reach for each in found] == [None, None]


def test_the_interval_is_that_of_the_boards() -> None:
    results = {1: (9, 4), 2: (3, 3), 3: (1, 6), 4: (2, 0), 5: (7, 7), 6: (4, 1)}
    played = {(number, who): (0, each[who - 1]) for number, each in results.items() for who in (1, 2)}
    five = {number: each for number, each in played.items() if number[0] < len(results)}
    assert [each.reach for each in places(sums_of(five, set(results)), 6, 1)] == [None, None]
    (best, _) = places(sums_of(played, set(results)), 6, 1)
    wanted = interval_of_few([one - other for one, other in results.values()])
    assert wanted is not None
    assert best.reach == pytest.approx(wanted.reach)
    assert best.ahead == pytest.approx(fmean(one - other for one, other in results.values()))


# --- what is taken away ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["=1+1", "+49", "-x", "@me", "＝1+1", "＋49", "－x", "＠me", "﹦1"])
def test_no_name_is_a_formula_in_a_spreadsheet(name: str) -> None:
    assert plain(name) == f"'{name}"
    assert plain("Mei = 3") == "Mei = 3"
