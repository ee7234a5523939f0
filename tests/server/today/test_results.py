"""What a deal of a day is worth beside the others."""

from hypothesis import given
from hypothesis import strategies as st

from sevenfold.core.standing import Standing
from sevenfold.server.protocol import Worth
from sevenfold.server.storage.days import DayTry
from sevenfold.server.today.results import best, result_of, results_of, together

CLOSES = 1000

boards = st.sampled_from(["one", "two", "three"])
results = st.dictionaries(
    st.integers(1, 8), st.dictionaries(boards, st.integers(-4, 4), min_size=1), min_size=1
)


def tried(
    guest: int, board: str, result: int, *, over: bool = True, counts: bool = True, moved: int = CLOSES - 1
) -> DayTry:
    """A deal that a guest has played from seat 1."""
    standing = Standing(
        round=1,
        result=(9, result) if over else None,
        results=((9, result),) if over else (),
        scores=(9, result),
        over=over,
        winners=(),
        next_first=None,
    )
    return DayTry(board, guest, f"{board}-{guest}", 1, counts, None, standing, moved)


def test_what_is_finished_in_time_counts() -> None:
    assert result_of(tried(1, "one", 3), CLOSES) == 3
    assert result_of(tried(1, "one", 3, moved=CLOSES), CLOSES) is None
    assert result_of(tried(1, "one", 3, over=False), CLOSES) is None
    assert result_of(tried(1, "one", 3, counts=False), CLOSES) is None
    assert result_of(tried(1, "one", 3)._replace(standing=None), CLOSES) is None


def test_a_result_is_told_with_its_number_of_players() -> None:
    found = together(results_of([tried(g, "one", g) for g in (1, 2, 3, 3)], CLOSES), 2, ["one"], 1)
    assert found is not None
    assert (found.total, found.worth, found.others) == (2, Worth(better=1, level=0, of=2), (1, 3))


def test_where_the_lowest_is_best_less_is_better() -> None:
    played = results_of([tried(guest, "one", guest) for guest in (1, 2, 2, 3)], CLOSES)
    found = together(played, 1, ["one"], -1)
    assert found is not None
    assert found.worth == Worth(better=2, level=0, of=2)


def test_who_has_played_other_deals_is_not_compared() -> None:
    played = results_of(
        [tried(1, "one", 2), tried(1, "two", 2), tried(2, "one", 9), tried(3, "two", 1)], 9999
    )
    found = together(played, 1, ["one", "two", "three"], 1)
    assert found is not None
    assert (found.total, found.worth.of) == (4, 0)
    assert together(played, 4, ["one", "two", "three"], 1) is None


@given(results)
def test_totals_compare_as_mean_differences_do(played: dict[int, dict[str, int]]) -> None:
    for guest in played:
        found = together(played, guest, ["one", "two", "three"], 1)
        assert found is not None
        mine = played[guest]
        same = [theirs for other, theirs in played.items() if other != guest and mine.keys() <= theirs.keys()]
        ahead = [sum(mine[board] - theirs[board] for board in mine) for theirs in same]
        assert found.worth.of == len(found.others) == len(ahead)
        assert found.worth.better == sum(by > 0 for by in ahead)
        assert found.worth.level == sum(by == 0 for by in ahead)


@given(results)
def test_no_round_is_better_than_more_others_than_the_best(played: dict[int, dict[str, int]]) -> None:
    found = best(played, ["one", "two", "three"], 1)
    of_each = [
        one.worth.better
        for board in ("one", "two", "three")
        for guest, theirs in played.items()
        if board in theirs and (one := together(played, guest, [board], 1)) is not None
    ]
    assert (found[2].better if found else 0) == max(of_each)
