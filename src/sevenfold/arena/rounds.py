"""Rounds played by players to their end."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from sevenfold.bots.players import Player
from sevenfold.cards.masks import lowest
from sevenfold.core import faults
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.visibility import view

S = TypeVar("S")


class IllegalMove(RuntimeError):
    """A player made a move that the rules refuse: an error of that player."""

    def __init__(self, game: AnyGame, seat: int, move: Move, fault: int) -> None:
        text = game.notation.write(move)
        super().__init__(f"{game.meta.name}: seat {seat} wanted {text}: {game.fault_name(fault)}")


def play_round(
    game: AnyGame, state: S, players: Sequence[Player], draw: Callable[[int, int], int]
) -> Iterator[tuple[int, Move]]:
    """Play a round to its end, giving each seat and move before it is made. Raises IllegalMove.

    `draw(drawn, outcomes)` says which outcome chance brings, after `drawn` others in this round.
    """
    rules = game.rules
    drawn = 0
    while not rules.over(state):
        outcomes = rules.chance(state)
        if outcomes:
            seat, move = CHANCE, rules.outcome(state, draw(drawn, outcomes))
            drawn += 1
        else:
            seat = lowest(rules.acting(state))
            move = players[seat](view(state, seat), seat)
        fault = rules.check(state, seat, move)
        if fault != faults.OK:
            raise IllegalMove(game, seat, move, fault)
        yield seat, move
        rules.apply(state, seat, move)
