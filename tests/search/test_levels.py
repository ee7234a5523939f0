"""Players by name: each level plays legal moves, and a beginner forgets what was played."""

from dataclasses import replace
from random import Random

import pytest

from sevenfold.bots.levels import Level, budget_of
from sevenfold.bots.players import PLAYERS, seat_players
from sevenfold.core.game import AnyGame
from sevenfold.core.violations import OK
from sevenfold.games import load_game
from sevenfold.search.decide import Budget
from sevenfold.testing.contract.tables import FINISHED, every_game
from sevenfold.testing.contract.test_worlds import some_moments

LEVELS = ("easy", "medium", "hard", "expert")


@pytest.fixture(autouse=True)
def think_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Budgets that are small enough for tests."""

    def little(game: AnyGame, level: Level) -> Budget:
        return replace(budget_of(game, level), moves=600)

    monkeypatch.setattr("sevenfold.bots.players.budget_of", little)


@every_game
@pytest.mark.parametrize("name", LEVELS)
def test_a_level_makes_moves_that_the_rules_allow(game: AnyGame, name: str) -> None:
    player = PLAYERS[name](game, Random(1))
    for match in some_moments(game, Random(2)):
        for seat in match.acting:
            assert game.rules.check(match.state, seat, player(match.seen(seat), seat)) == OK


@pytest.mark.parametrize("name", FINISHED)
def test_a_beginner_plays_otherwise_now_and_then(name: str) -> None:
    game: AnyGame = load_game(name)
    easy, medium = (PLAYERS[level](game, Random(1)) for level in ("easy", "medium"))
    found = [
        easy(match.seen(seat), seat) != medium(match.seen(seat), seat)
        for seed in range(40)
        for match in some_moments(game, Random(seed))
        for seat in match.acting
    ]
    assert 0 < sum(found) < len(found) / 2


def test_levels_are_seated_by_name() -> None:
    assert len(seat_players(load_game("lockup"), LEVELS, 4, Random(1))) == 4
