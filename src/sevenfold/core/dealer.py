"""The dealer: all that is random in a match, from one secret seed (docs/shuffle.md).

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

    def first(self, players: int) -> int:
        """Who acts first in the first round."""
        return Stream(derive(self.seed, "first")).below(players)

    def deal(self, game: Game[S, V, Any], options: Options, players: int, number: int) -> Deal:
        """Deal number `number` of the match, from 1 on; deals that were thrown in count too."""
        cards = Stream(self._round_seed(number)).shuffled(game.rules.pack(options).cards)
        return dealt(cards, players, game.rules.hand_size(options, players))

    def chance(self, number: int, drawn: int, outcomes: int) -> int:
        """The index of one of the equally likely outcomes, after `drawn` chance moves in this deal."""
        return Stream(derive(self._round_seed(number), f"chance/{drawn}")).below(outcomes)

    def _round_seed(self, number: int) -> bytes:
        return derive(self.seed, f"round/{number}")
