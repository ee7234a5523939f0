"""The dealer: all that is random in a match, from one secret seed (docs/shuffle.md).

Nothing is remembered between calls, so a server that was restarted goes on with the same chances.
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
        """The deal of this number, the first being 1; deals that are thrown in count too."""
        cards = Stream(self._round_seed(number)).shuffled(game.rules.pack(options).cards)
        return dealt(cards, players, game.rules.hand_size(options, players))

    def chance(self, number: int, drawn: int, outcomes: int) -> int:
        """Which of the equally likely outcomes comes, after `drawn` chance moves of the deal."""
        return Stream(derive(self._round_seed(number), f"chance/{drawn}")).below(outcomes)

    def _round_seed(self, number: int) -> bytes:
        return derive(self.seed, f"round/{number}")
