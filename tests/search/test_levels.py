"""Players by name: each level plays legal moves, and a beginner forgets what was played."""

from dataclasses import replace
from random import Random
from typing import Annotated

import pytest

from sevenfold.bots.levels import Level, budget_of, number_of, search_player
from sevenfold.bots.players import PLAYERS, ask_player, seat_players
from sevenfold.core.encoding import Number, Seat, WhoActs
from sevenfold.core.game import AnyGame
from sevenfold.core.seeded import new_match
from sevenfold.core.violations import OK
from sevenfold.core.visibility import Own, Public, fixed, game_state
from sevenfold.games import load_game
from sevenfold.search.decide import Budget
from sevenfold.search.evaluate import ahead_of_others
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


@every_game
def test_medium_is_the_learnt_player_where_one_has_learnt(game: AnyGame) -> None:
    assert PLAYERS["rules"](game, Random(1)) == game.choose
    assert PLAYERS["medium"](game, Random(1)) == game.by_learnt().choose
    assert (game.medium == game.choose) == (game.learnt is None)


def test_a_match_is_played_on_as_the_search_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    game: AnyGame = load_game("lockup")
    match = new_match(game, seed=7)

    def chance(game: AnyGame, *_: object) -> object:
        asked.append(game.choose)
        return ahead_of_others(game.meta, 0)

    monkeypatch.setattr("sevenfold.bots.levels.chance_to_win", chance)
    for learnt in (False, True):
        player = search_player(game, Random(1), Budget(60, learnt=learnt))
        ask_player(player, match.seen(0), 0, match.score)
    assert asked == [game.choose, game.learnt]


def test_levels_are_seated_by_name() -> None:
    assert len(seat_players(load_game("lockup"), LEVELS, 4, Random(1))) == 4


@game_state
class Whist:
    """A state before a field was added that only says who acts."""

    turn: Public[Seat] = 1
    bids: Own[list[Annotated[int, Number(13)]]] = fixed(4)


@game_state
class WhistWithClaims:
    """The same state since."""

    turn: Public[Seat] = 1
    held: Own[list[Annotated[int, WhoActs("another is asked")]]] = fixed(4)
    bids: Own[list[Annotated[int, Number(13)]]] = fixed(4)


def test_a_field_that_only_says_who_acts_leaves_a_search_its_dice() -> None:
    assert number_of(WhistWithClaims()) == number_of(WhistWithClaims(held=[0, 1, 0, 0])) == number_of(Whist())
    assert number_of(WhistWithClaims(bids=[0, 1, 0, 0])) != number_of(Whist())
