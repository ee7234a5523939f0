"""Duplicate deals: each is played once from every seat, so that nobody gains by the cards."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from statistics import NormalDist, fmean, stdev
from typing import Any, Generic, NamedTuple

from sevenfold.arena.rounds import play_round
from sevenfold.bots.players import Player
from sevenfold.core.deal import RoundNumber
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import Game, S, V
from sevenfold.core.options import Options

DEVIATIONS = NormalDist().inv_cdf(0.975)
"""How many standard errors a 95 % confidence interval reaches to either side."""


class Interval(NamedTuple):
    """A mean with its 95 % confidence interval, `reach` to either side."""

    mean: float
    reach: float

    def text(self, decimals: int) -> str:
        """As it is printed, with so many decimals."""
        return f"{self.mean:.{decimals}f} ± {self.reach:.{decimals}f}"


def interval(samples: Iterable[float]) -> Interval:
    """The mean of independent samples, of which there are two at least."""
    values = list(samples)
    return Interval(fmean(values), DEVIATIONS * stdev(values) / len(values) ** 0.5)


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
        deal = dealer.deal(self.game, self.options, self.players, number)
        states = []
        for seat in range(self.players):
            seated = [self.player if other == seat else self.others for other in range(self.players)]
            first = number % self.players
            state = rules.start(self.options, self.players, deal, first, RoundNumber(number, number))
            for _ in play_round(self.game, state, seated, partial(dealer.chance, number)):
                pass
            states.append(state)
        return states

    def ahead(self, states: list[S]) -> float:
        """By how much the player's result is above the mean of the others', over the rounds of one deal."""
        results = [self.game.rules.returns(state) for state in states]
        return fmean(
            result[seat] - (sum(result) - result[seat]) / (self.players - 1)
            for seat, result in enumerate(results)
        )
