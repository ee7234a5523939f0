"""Boards: one deal that is played several times, and results compared."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.duplicate import (
    DEVIATIONS,
    Board,
    Placing,
    ahead,
    ahead_given_up,
    compare,
    given_up,
    interval,
    interval_of_few,
    place_of,
)
from sevenfold.core.match import AnyMatch
from sevenfold.core.replaying import replay
from sevenfold.games import game_names, load_game


def a_board(game: str, seed: bytes = b"s" * 32) -> tuple[Board, AnyMatch]:
    loaded = load_game(game)
    options, players = loaded.meta.options(), loaded.meta.players.default
    board = Board.of_seed(loaded, options, players, seed)
    return board, board.begin(loaded, options, players)


def played(board: Board, match: AnyMatch, rng: Random) -> AnyMatch:
    while not match.over:
        if match.round_over:
            dealing.next_round(board.dealer, match)
        else:
            seat = match.acting[0]
            match.play(seat, match.legal(seat).choice(rng))
            dealing.draw(board.dealer, match)
    return match


@pytest.mark.parametrize("game", game_names())
def test_a_match_at_a_board_is_one_round_and_the_same_play_meets_the_same_chance(game: str) -> None:
    one, other = (played(*a_board(game), Random(3)) for _ in range(2))
    assert one.log == other.log
    assert len(one.results) == 1
    assert one.standing.over
    assert one.standing.scores == one.results[0]
    again = replay(one.game, one.log)
    assert (again.over, again.winners, again.log) == (True, one.winners, one.log)


def test_whoever_has_the_best_result_wins_a_match_at_a_board() -> None:
    match = played(*a_board("lockup"), Random(3))
    most = max(match.results[0])
    assert match.winners == tuple(seat for seat, each in enumerate(match.results[0]) if each == most)


def test_a_deal_that_is_thrown_in_is_dealt_again_from_the_board() -> None:
    board, _ = a_board("lockup")
    assert board.dealer.deal_seed(board.round) == board.seed
    assert board.dealer.deal_seed(board.round + 1) == Dealer(board.after).key(board.round + 1)


def test_a_board_of_a_match_has_its_cards_and_its_chance() -> None:
    loaded, dealer = load_game("trump7"), Dealer(b"m" * 32)
    board = Board.of_match(dealer, loaded, loaded.meta.options(), 3, 5)
    assert board.deal == dealer.deal(loaded, loaded.meta.options(), 3, 5)
    assert [board.chance(n, 100) for n in range(5)] == [dealer.chance(5, n, 100) for n in range(5)]
    assert (board.first, board.round) == (2, 5)


def test_an_interval_reaches_two_standard_errors() -> None:
    found = interval([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found.mean == 3.0
    assert found.reach == pytest.approx(1.95996 * (2.5 / 5) ** 0.5, abs=1e-4)
    assert found.text(2) == "3.00 ± 1.39"


@pytest.mark.parametrize(("few", "reach"), [(6, 2.5706), (11, 2.2281), (31, 2.0423)])
def test_an_interval_of_few_is_by_students_t(few: int, reach: float) -> None:
    samples = [float(each) for each in range(few)]
    error = interval(samples).reach / DEVIATIONS
    found = interval_of_few(samples)
    assert found is not None
    assert found.reach / error == pytest.approx(reach, abs=4e-4)
    assert found.mean == pytest.approx(interval(samples).mean)


def test_fewer_than_six_results_have_no_interval() -> None:
    assert interval_of_few([1.0, 2.0, 3.0, 4.0, 5.0]) is None
    assert compare(5, [1, 2, 3, 4, 6], 1).mean is None
    assert compare(5, [1, 2, 3, 4, 6, 7], 1).mean is not None


@given(st.lists(st.integers(-20, 20), min_size=6, max_size=30))
def test_an_interval_follows_from_sums_as_from_samples(samples: list[int]) -> None:
    found = interval_of_few(samples)
    assert found is not None
    students = interval_of_few(range(len(samples)))
    assert students is not None
    scale = students.reach / interval(range(len(samples))).reach
    assert found.reach == pytest.approx(interval(samples).reach * scale)
    assert found.mean == pytest.approx(interval(samples).mean)


@pytest.mark.parametrize(
    ("own", "others", "sign", "place", "level"),
    [
        (3, [2, 3, 4, 3], 1, 2, 2),
        (3, [2, 3, 4, 3], -1, 2, 2),
        (5, [2, 4], 1, 1, 0),
        (5, [2, 4], -1, 3, 0),
        (1, [1, 1], 1, 1, 2),
        (1, [], 1, 1, 0),
    ],
)
def test_the_place_of_a_result_among_others(
    own: int, others: list[int], sign: int, place: int, level: int
) -> None:
    assert compare(own, others, sign).place == Placing(place, level, len(others) + 1)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=9), st.sampled_from([1, -1]))
def test_nobody_is_counted_twice_before_at_and_behind_a_place(results: list[int], sign: int) -> None:
    for own in results:
        found = place_of(own, sorted(results), sign)
        by = [sign * (each - own) for each in results]
        assert found.place == 1 + sum(each > 0 for each in by)
        assert found.behind == sum(each < 0 for each in by)


@given(st.integers(-9, 9), st.lists(st.integers(-9, 9), min_size=6), st.sampled_from([1, -1]))
def test_the_mean_of_a_comparison_is_by_how_much_it_is_ahead(own: int, others: list[int], sign: int) -> None:
    found = compare(own, others, sign).mean
    assert found is not None
    assert found.mean == pytest.approx(ahead(own, sum(others), len(others), sign))


# --- given up ----------------------------------------------------------------------------------------

points = st.integers(-20, 20)


@given(points, st.lists(points, min_size=2, max_size=8), st.sampled_from([1, -1]))
def test_to_give_a_deal_up_never_pays(out: int, others: list[int], sign: int) -> None:
    """Neither by itself nor beside any of the others, who are compared with one fewer then."""
    own = given_up(out, others, sign)
    assert own in (out, *others)
    assert all(sign * own <= sign * each for each in (out, *others))
    total = sum(others)
    by = ahead_given_up(own, total, len(others), sign)
    finished = ahead(out, total, len(others), sign)
    assert by <= min(finished, 0) + 1e-9
    for other in others:
        without = ahead(other, total - other, len(others) - 1, sign)
        beside = ahead(other, total - other + out, len(others), sign)
        assert by - without <= finished - beside + 1e-9
        assert by <= without + 1e-9


@given(points, points, st.sampled_from([1, -1]))
def test_to_give_up_beside_one_other_brings_no_more_than_they_have(out: int, other: int, sign: int) -> None:
    own = given_up(out, [other], sign)
    assert ahead_given_up(own, other, 1, sign) <= min(ahead(out, other, 1, sign), 0)
    assert (given_up(out, [], sign), ahead_given_up(out, 0, 0, sign)) == (out, 0)
