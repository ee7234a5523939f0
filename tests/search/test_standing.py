"""What a round is worth in a match: by how much it makes it likelier to win."""

from typing import Any

import pytest

from sevenfold.core.game import AnyGame
from sevenfold.core.standing import MatchScore
from sevenfold.games import load_game
from sevenfold.search.standing import Spread, chance_to_win, rounds_left, spread_of
from sevenfold.testing.contract.tables import every_game


def worth(name: str, totals: tuple[int, ...], rounds: int, results: tuple[int, ...], **options: int) -> float:
    """Of results for seat 0."""
    game: Any = load_game(name)
    standing = MatchScore(game.meta.make_options(None, options), totals, rounds)
    return chance_to_win(game, standing, 0)(results)


def test_in_the_last_deal_only_the_first_place_counts() -> None:
    second, shared, first = (worth("trump7", (0, 4, 0), 11, results) for results in RESULTS)
    assert first - shared == pytest.approx(0.5, abs=0.1)
    assert shared - second == pytest.approx(0.5, abs=0.1)


RESULTS = ((2, -1, -1), (4, 0, -2), (4, -2, -2))
"""After these seat 0 is second, shares the first place, is first."""


def test_who_cannot_win_any_more_still_likes_to_score() -> None:
    little, much = (worth("trump7", (-30, 4, 0), 11, results) for results in ((-2, 1, 1), (2, -1, -1)))
    assert 0 < much - little < 0.1


def test_early_in_a_match_a_step_ahead_is_a_little_worth() -> None:
    none, one, two = (worth("trump7", (0, 0, 0), 0, (won, 0, 0)) for won in (0, 2, 4))
    assert 0 < one - none < 0.2
    assert one - none == pytest.approx(two - one, rel=0.3)


def test_it_is_worth_more_to_hold_back_the_leader_than_the_last() -> None:
    leader, last = (worth("trump7", (0, 6, -6), 8, results) for results in ((0, -2, 0), (0, 0, -2)))
    assert leader > last


def test_in_lockup_the_match_ends_at_the_target() -> None:
    game = load_game("lockup")
    behind, ahead = (worth("lockup", (17, 17, 0, 0), 4, results) for results in ((2, 4, 4, 3), (4, 2, 4, 3)))
    assert behind < 0.1 < 0.9 < ahead
    options, spread = game.meta.options(), Spread(best=5.0, apart=3.0)
    assert rounds_left(game.meta, options, (10, 4, 4, 2), 3, spread) == 2
    assert rounds_left(game.meta, options, (19, 19, 4, 2), 6, spread) == 1


@every_game
def test_what_rounds_bring_is_found_by_play(game: AnyGame) -> None:
    options, players = game.meta.options(), game.meta.seats(None)
    spread = spread_of(game, options, players)
    assert spread.apart >= 1
    assert spread is spread_of(game, options, players)
