"""Where a player gains: kinds of decisions."""

from random import Random
from typing import Any

import pytest

from bench.kinds import KINDS, only_at
from sevenfold.bots.players import random_player
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.games import load_game
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
