"""Players by name: each is given its view of a round, and answers with a move."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from sevenfold.bots.levels import EXPERT, HARD, search_player
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.core.playout import random_move

Player = Callable[[Any, int], Move]
"""From the view, a state that holds nothing but what the seat may see, and the seat to its move."""


class UnknownPlayer(LookupError):
    """A name that no player has."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no player {name!r}; the players are {', '.join(PLAYERS)}")


class WrongNumberOfPlayers(ValueError):
    """Players for some seats, but not for all."""

    def __init__(self, names: Sequence[str], seats: int) -> None:
        super().__init__(f"{','.join(names)}: name one player for all {seats} seats, or one a seat")


def random_player(game: AnyGame, rng: Random) -> Player:
    """Takes cards as they come, each that may be added and each move to be had equally likely."""

    def choose(view: Any, seat: int) -> Move:
        move, _ = random_move(game.rules, view, seat, _draw, rng)
        return move

    return choose


def _draw(rng: Random, outcomes: int) -> tuple[int, Random]:
    return int(rng.random() * outcomes), rng


def rules_player(game: AnyGame, _rng: Random) -> Player:
    """Plays by the game's own rules of thumb."""
    return game.choose


def hard_player(game: AnyGame, rng: Random) -> Player:
    """Tries its moves in a few hundred worlds or fewer."""
    return search_player(game, rng, HARD)


def expert_player(game: AnyGame, rng: Random) -> Player:
    """Tries its moves in ten times as many."""
    return search_player(game, rng, EXPERT)


PLAYERS: dict[str, Callable[[AnyGame, Random], Player]] = {
    "random": random_player,
    "rules": rules_player,
    "medium": rules_player,
    "hard": hard_player,
    "expert": expert_player,
}


def seat_players(game: AnyGame, names: Sequence[str], seats: int, rng: Random) -> list[Player]:
    """A player for each seat; one name stands for all. Raises UnknownPlayer, WrongNumberOfPlayers."""
    for name in names:
        if name not in PLAYERS:
            raise UnknownPlayer(name)
    if len(names) not in (1, seats):
        raise WrongNumberOfPlayers(names, seats)
    seated = list(names) * (seats // len(names))
    return [PLAYERS[name](game, rng) for name in seated]
