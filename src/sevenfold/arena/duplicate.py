"""Duplicate deals: each is played once from every seat, so that nobody gains by the cards."""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Generic

from sevenfold.arena.rounds import play_round
from sevenfold.bots.players import Player
from sevenfold.core.dealer import Dealer
from sevenfold.core.duplicate import Board, rotations
from sevenfold.core.game import Game, S, V
from sevenfold.core.options import Options


@dataclass(frozen=True)
class Duplicate(Generic[S, V]):
    """A player among others of one kind, who sit at all other seats."""

    game: Game[S, V, Any]
    options: Options
    players: int
    player: Player[V]
    others: Player[V]

    def rounds(self, deals: int, seed: int) -> Iterator[list[S]]:
        """For each deal the states at the end of its rounds; in number i of them the player sat at seat i.

        What belongs to one deal is one sample of any statistic. The same seed deals the same cards.
        """
        dealer = Dealer(str(seed).encode())
        return (self._rounds(dealer, number) for number in range(1, deals + 1))

    def _rounds(self, dealer: Dealer, number: int) -> list[S]:
        rules = self.game.rules
        board = Board.of_match(dealer, self.game, self.options, self.players, number)
        states = []
        for seated in rotations(self.player, self.others, self.players):
            state = rules.start(self.options, self.players, board.deal, board.first, board.number)
            for _ in play_round(self.game, state, seated, board.chance):
                pass
            states.append(state)
        return states

    def ahead(self, states: list[S]) -> float:
        """By how much the player's result is above the mean of the others', over the rounds of one deal."""
        results = [self.game.returns(state) for state in states]
        return fmean(
            result[seat] - (sum(result) - result[seat]) / (self.players - 1)
            for seat, result in enumerate(results)
        )
