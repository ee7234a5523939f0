"""The dealer: all that is random in a match, from one secret seed (docs/shuffle.md).

Nothing is remembered between calls, so a server that was restarted goes on with the same chances.
"""

from dataclasses import dataclass

from sevenfold.core.deal import Deal, dealt
from sevenfold.core.game import AnyGame
from sevenfold.core.options import Options
from sevenfold.core.shuffle import Stream, derive


@dataclass(frozen=True)
class Dealer:
    """Deals the rounds of one match."""

    seed: bytes

    def first(self, players: int) -> int:
        """Who acts first in the first round."""
        return Stream(derive(self.seed, "first")).below(players)

    def deal(self, game: AnyGame, options: Options, players: int, round_number: int) -> Deal:
        """The deal of a round, the first being number 1."""
        cards = Stream(self._round_seed(round_number)).shuffled(game.rules.pack(options).cards)
        return dealt(cards, players, game.rules.hand_size(options, players))

    def chance(self, round_number: int, drawn: int, outcomes: int) -> int:
        """Which of the equally likely outcomes comes, after `drawn` chance moves of the round."""
        return Stream(derive(self._round_seed(round_number), f"chance/{drawn}")).below(outcomes)

    def _round_seed(self, round_number: int) -> bytes:
        return derive(self.seed, f"round/{round_number}")
