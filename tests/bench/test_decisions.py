"""Where a player gains, and matches played to be won: kinds of decisions, standings before the end."""

from random import Random
from typing import Any

import pytest

from bench import matches
from bench.kinds import KINDS, only_at
from bench.matches import play_on, standing_before_the_end
from sevenfold.bots.players import random_player
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.games import load_game
from sevenfold.search.decide import Budget
from sevenfold.search.standing import MatchScore
from sevenfold.testing.contract.tables import FINISHED
from sevenfold.testing.contract.test_worlds import some_moments

FIRST_KINDS = {
    "trump7": "bid",
    "lockup": "leads",
    "seven_bridge": "claim or draw",
    "lockseven": "call",
}


def test_every_finished_game_has_kinds_of_decisions() -> None:
    assert set(FINISHED) <= KINDS.keys()


@pytest.mark.parametrize("game", [load_game(name) for name in KINDS], ids=list(KINDS))
def test_every_decision_has_a_kind(game: AnyGame) -> None:
    kind_of = KINDS[game.meta.name]
    found = [kind_of(match.seen(match.acting[0]), match.acting[0]) for match in some_moments(game, Random(1))]
    assert FIRST_KINDS[game.meta.name] in found
    assert len(set(found)) > 1


def test_a_player_plays_only_at_its_kind_of_decisions() -> None:
    game: AnyGame = load_game("trump7")
    asked: list[str] = []

    def noting(seen: Any, seat: int) -> Move:
        asked.append(KINDS["trump7"](seen, seat))
        move: Move = game.choose(seen, seat)
        return move

    chooses = only_at(game, "defender", noting, random_player(game, Random(1)))
    for seed in range(4):
        for match in some_moments(game, Random(seed)):
            chooses(match.seen(match.acting[0]), match.acting[0])
    assert set(asked) == {"defender leads", "defender follows"}


def test_a_match_is_left_some_rounds_before_its_end() -> None:
    game: AnyGame = load_game("trump7")
    options = game.meta.make_options(None, {"deals": 3})
    standing = standing_before_the_end(game, options, Dealer(b"before"), 1)
    assert standing.rounds == 2
    assert standing_before_the_end(game, options, Dealer(b"before"), 9) == MatchScore(options, (0, 0, 0), 0)


def test_one_alone_plays_to_win_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    game: AnyGame = load_game("trump7")
    told: set[tuple[Any, ...]] = set()

    def rules_player(game: Any, _rng: Random, _budget: Any, *, standing: MatchScore | None) -> Any:
        def choose(seen: Any, seat: int) -> Move:
            told.add((seat, standing and standing.rounds))
            move: Move = game.choose(seen, seat)
            return move

        return choose

    monkeypatch.setattr(matches, "search_player", rules_player)
    options = game.meta.make_options(None, {"deals": 6})
    standing = MatchScore(options, (40, 0, 0), 4)
    assert [play_on(game, standing, Dealer(b"after"), seat, Budget(12_000), 1) for seat in range(3)] == [
        1,
        0,
        0,
    ]
    assert {(0, 4), (0, 5), (1, None), (2, None)} <= told
