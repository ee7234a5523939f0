"""The dealer: all that is random in a match, from one secret seed (docs/shuffle.md, docs/fairness.md).

The dealer remembers nothing between calls, so a restarted server draws the same outcomes.
"""

from dataclasses import dataclass
from typing import Any

from sevenfold.core.deal import Deal, dealt
from sevenfold.core.game import Game, S, V
from sevenfold.core.options import Options
from sevenfold.core.shuffle import Stream, derive


@dataclass(frozen=True)
class Dealer:
    """Deals the rounds of one match."""

    seed: bytes
    terms: str = ""
    """What is mixed into each deal of a table that has promised its deals; empty where nothing is."""
    borrowed: tuple[int, bytes] | None = None
    """The number of a deal that was not made here, and its seed: a match that began from a round of another
    can keep the chance of that round.
    """

    def first(self, players: int) -> int:
        """Who acts first in the first round."""
        return first_from(self.deal_seed(1) if self.terms else self.seed, players)

    def deal(self, game: Game[S, V, Any], options: Options, players: int, number: int) -> Deal:
        """Deal number `number` of the match, from 1 on; deals that were thrown in count too."""
        cards = Stream(self.deal_seed(number)).shuffled(game.rules.pack(options).cards)
        return dealt(cards, players, game.rules.hand_size(options, players))

    def chance(self, number: int, drawn: int, outcomes: int) -> int:
        """The index of one of the equally likely outcomes, after `drawn` chance moves in this deal."""
        return chance_from(self.deal_seed(number), drawn, outcomes)

    def key(self, number: int) -> bytes:
        """The key of a deal: what the table's seed gives it."""
        return derive(self.seed, f"round/{number}")

    def deal_seed(self, number: int) -> bytes:
        """The seed of a deal, from which its cards and its chance follow, and nothing of other deals."""
        if self.borrowed is not None and self.borrowed[0] == number:
            return self.borrowed[1]
        return derive(self.key(number), self.terms) if self.terms else self.key(number)


def first_from(seed: bytes, players: int) -> int:
    """Who acts first in the first round, by the seed that decides it."""
    return Stream(derive(seed, "first")).below(players)


def chance_from(deal_seed: bytes, drawn: int, outcomes: int) -> int:
    """The index of one of the equally likely outcomes, after `drawn` chance moves in a deal of this seed."""
    return Stream(derive(deal_seed, f"chance/{drawn}")).below(outcomes)
