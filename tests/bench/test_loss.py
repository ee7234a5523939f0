"""What rounds lose, by kind of decision, and what one player's moves bring more than another's."""

import pytest

from bench.loss import ALL, ByKind, gains, losses
from sevenfold.core.game import AnyGame
from sevenfold.games import load_game

GAME: AnyGame = load_game("lockup")


def adds_up(found: ByKind) -> bool:
    sums = zip(found.sums["leads"], found.sums["follows"], strict=True)
    return found.sums[ALL] == pytest.approx([leads + follows for leads, follows in sums])


def test_a_bad_player_loses_more_than_a_good_one_at_the_same_kinds_of_decision() -> None:
    good, bad = (losses(GAME, name, 2, 50, 1, GAME) for name in ("rules", "random"))
    assert set(good.sums) == set(bad.sums) == {ALL, "leads", "follows"}
    assert adds_up(good)
    assert adds_up(bad)
    assert sum(bad.sums[ALL]) > sum(good.sums[ALL]) + 1


def test_a_player_gains_on_a_worse_one_and_nothing_on_itself() -> None:
    assert gains(GAME, "rules", "rules", 1, 20, 1, GAME).sums[ALL] == [0.0]
    found = gains(GAME, "rules", "random", 2, 50, 1, GAME)
    assert adds_up(found)
    assert sum(found.sums[ALL]) > 1
