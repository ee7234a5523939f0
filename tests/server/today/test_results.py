"""What a deal of a day is worth beside the others."""

from hypothesis import given
from hypothesis import strategies as st

from sevenfold.core.standing import Standing
from sevenfold.server.protocol.today import Rank
from sevenfold.server.storage.days import DayTry
from sevenfold.server.storage.rows import as_text
from sevenfold.server.today.results import Results, Together, best, result_of, results_of, together

CLOSES = 1000

BOARDS = ("one", "two", "three")

boards = st.sampled_from(BOARDS)
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


def results_in(played: dict[int, dict[str, int]], sign: int = 1) -> Results:
    """Results by guest and board, read as from the database."""
    rows: dict[str, list[dict[str, object]]] = {board: [] for board in BOARDS}
    for guest, theirs in played.items():
        for board, result in theirs.items():
            standing = as_text(tried(guest, board, result).standing)
            rows[board].append({"guest_id": guest, "seat": 1, "standing": standing})
    return results_of(rows, {"lockup": (BOARDS, sign)})


def found_by(guest: int, played: dict[int, dict[str, int]], *boards: str, sign: int = 1) -> Together | None:
    return together(results_in(played, sign), guest, played.get(guest, {}), boards, sign)


def test_what_is_finished_in_time_counts() -> None:
    assert result_of(tried(1, "one", 3), CLOSES) == 3
    assert result_of(tried(1, "one", 3, moved=CLOSES), CLOSES) is None
    assert result_of(tried(1, "one", 3, over=False), CLOSES) is None
    assert result_of(tried(1, "one", 3, counts=False), CLOSES) is None
    assert result_of(tried(1, "one", 3)._replace(standing=None), CLOSES) is None


def test_a_result_is_told_with_its_number_of_players() -> None:
    found = found_by(2, {guest: {"one": guest} for guest in (1, 2, 3)}, "one")
    assert found is not None
    assert (found.total, found.rank, found.others) == (2, Rank(better=1, level=0, of=2), (1, 3))


def test_where_the_lowest_is_best_less_is_better() -> None:
    found = found_by(1, {1: {"one": 1}, 2: {"one": 2}, 3: {"one": 3}}, "one", sign=-1)
    assert found is not None
    assert found.rank == Rank(better=2, level=0, of=2)


def test_who_has_played_other_deals_is_not_compared() -> None:
    played = {1: {"one": 2, "two": 2}, 2: {"one": 9}, 3: {"two": 1}}
    found = found_by(1, played, *BOARDS)
    assert found is not None
    assert (found.total, found.rank.of) == (4, 0)
    assert found_by(4, played, *BOARDS) is None


def test_ones_own_result_counts_before_the_results_of_all_are_read_again() -> None:
    before = results_in({1: {"one": 5}, 2: {"one": 3}})
    found = together(before, 1, {"one": 5, "two": 4}, ("one", "two"), 1)
    assert found is not None
    assert (found.total, found.others) == (9, ())
    newcomer = together(before, 3, {"one": 4}, ("one",), 1)
    assert newcomer is not None
    assert (newcomer.rank, newcomer.others) == (Rank(better=1, level=0, of=2), (3, 5))


@given(results)
def test_totals_compare_as_mean_differences_do(played: dict[int, dict[str, int]]) -> None:
    for guest, mine in played.items():
        found = found_by(guest, played, *BOARDS)
        assert found is not None
        same = [theirs for other, theirs in played.items() if other != guest and mine.keys() <= theirs.keys()]
        ahead = [sum(mine[board] - theirs[board] for board in mine) for theirs in same]
        assert found.rank.of == len(found.others) == len(ahead)
        assert found.rank.better == sum(by > 0 for by in ahead)
        assert found.rank.level == sum(by == 0 for by in ahead)


@given(results, st.sets(boards), st.sampled_from([1, -1]))
def test_no_round_is_better_than_more_others_than_the_best(
    played: dict[int, dict[str, int]], but: set[str], sign: int
) -> None:
    found = best(results_in(played, sign), but)
    of_each = [
        one.rank.better
        for board in set(BOARDS) - but
        for guest, theirs in played.items()
        if board in theirs and (one := found_by(guest, played, board, sign=sign)) is not None
    ]
    assert (found.rank.better if found else 0) == max(of_each, default=0)
    if found:
        assert found_by(found.guest, played, found.board, sign=sign).rank == found.rank  # type: ignore[union-attr]
