"""What a deal of a day is worth beside the others."""

from hypothesis import given
from hypothesis import strategies as st

from sevenfold.core.duplicate import Placing
from sevenfold.server.duplicate.day_results import Best, Results, Together, best, results_of, together

BOARDS = ("one", "two", "three")

boards = st.sampled_from(BOARDS)
results = st.dictionaries(
    st.integers(1, 8), st.dictionaries(boards, st.integers(-4, 4), min_size=1), min_size=1
)


def results_in(played: dict[int, dict[str, int]], sign: int = 1) -> Results:
    """Results by person and board, read as from the database."""
    rows: dict[str, list[dict[str, object]]] = {board: [] for board in BOARDS}
    for person, theirs in played.items():
        for board, result in theirs.items():
            rows[board].append({"person_id": person, "table_id": f"{board}-{person}", "result": result})
    return results_of(rows, {"lockup": (BOARDS, sign)})


def found_by(person: int, played: dict[int, dict[str, int]], *boards: str, sign: int = 1) -> Together | None:
    return together(results_in(played, sign), person, played.get(person, {}), boards, sign)


def test_each_result_of_somebody_who_was_deleted_is_another_persons() -> None:
    row = {"person_id": None, "table_id": "gone", "result": 4}
    other = {"person_id": 1, "table_id": "one-1", "result": 2}
    found = results_of({"one": [row, {**row}, other], "two": [row, other]}, {"lockup": (("one", "two"), 1)})
    assert found.others(1, frozenset({"one"})) == (4, 4)
    assert found.others(1, frozenset({"one", "two"})) == ()
    assert best(found, ()) == Best("one", "gone", Placing(1, 1, 3))


def test_a_result_is_told_with_its_number_of_players() -> None:
    found = found_by(2, {person: {"one": person} for person in (1, 2, 3)}, "one")
    assert found is not None
    assert (found.total, found.place, found.others) == (2, Placing(2, 0, 3), (1, 3))


def test_where_the_lowest_is_best_less_is_better() -> None:
    found = found_by(1, {1: {"one": 1}, 2: {"one": 2}, 3: {"one": 3}}, "one", sign=-1)
    assert found is not None
    assert found.place == Placing(1, 0, 3)


def test_who_has_played_other_deals_is_not_compared() -> None:
    played = {1: {"one": 2, "two": 2}, 2: {"one": 9}, 3: {"two": 1}}
    found = found_by(1, played, *BOARDS)
    assert found is not None
    assert (found.total, found.place.of) == (4, 1)
    assert found_by(4, played, *BOARDS) is None


def test_ones_own_result_counts_before_the_results_of_all_are_read_again() -> None:
    before = results_in({1: {"one": 5}, 2: {"one": 3}})
    found = together(before, 1, {"one": 5, "two": 4}, ("one", "two"), 1)
    assert found is not None
    assert (found.total, found.others) == (9, ())
    newcomer = together(before, 3, {"one": 4}, ("one",), 1)
    assert newcomer is not None
    assert (newcomer.place, newcomer.others) == (Placing(2, 0, 3), (3, 5))


@given(results)
def test_totals_compare_as_mean_differences_do(played: dict[int, dict[str, int]]) -> None:
    for person, mine in played.items():
        found = found_by(person, played, *BOARDS)
        assert found is not None
        same = [
            theirs for other, theirs in played.items() if other != person and mine.keys() <= theirs.keys()
        ]
        ahead = [sum(mine[board] - theirs[board] for board in mine) for theirs in same]
        assert found.place.of - 1 == len(found.others) == len(ahead)
        assert found.place.behind == sum(by > 0 for by in ahead)
        assert found.place.level == sum(by == 0 for by in ahead)


@given(results, st.sets(boards), st.sampled_from([1, -1]))
def test_no_round_is_better_than_more_others_than_the_best(
    played: dict[int, dict[str, int]], but: set[str], sign: int
) -> None:
    found = best(results_in(played, sign), but)
    of_each = [
        one.place.behind
        for board in set(BOARDS) - but
        for person, theirs in played.items()
        if board in theirs and (one := found_by(person, played, board, sign=sign)) is not None
    ]
    assert (found.place.behind if found else 0) == max(of_each, default=0)
    if found:
        board, _, person = found.table.partition("-")
        assert board == found.board
        assert found_by(int(person), played, board, sign=sign).place == found.place  # type: ignore[union-attr]
