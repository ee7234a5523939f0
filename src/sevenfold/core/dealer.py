"""Dealing and drawing from one secret seed, so that a match needs no other source of chance.

Everything follows from the seed and from what has been played, nothing from a generator's state: whoever
knows the seed can go on with a match, or check one that is over. docs/shuffle.md has it to the byte.
"""

from dataclasses import dataclass
from typing import Any

from sevenfold.core.deal import Deal, dealt
from sevenfold.core.game import AnyGame
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE
from sevenfold.core.options import Options
from sevenfold.core.shuffle import Stream, derive


@dataclass(frozen=True)
class Dealer:
    """Deals and draws for one table."""

    seed: bytes

    def first(self, players: int) -> int:
        """Who acts first in the first round."""
        return Stream(derive(self.seed, "first")).below(players)

    def deal(self, game: AnyGame, options: Options, players: int, round_number: int) -> Deal:
        """The deal of a round; rounds count from 1."""
        pack = game.rules.pack(options)
        cards = Stream(self._round_seed(round_number)).shuffled(pack.cards)
        return dealt(cards, players, game.rules.hand_size(options, players))

    def begin(self, game: AnyGame, options: Options, players: int) -> Match[Any]:
        """A new match, its first round dealt and chance done."""
        match = Match(game, options, players, self.deal(game, options, players, 1), self.first(players))
        self.draw(match)
        return match

    def next_round(self, match: Match[Any]) -> None:
        """Deal the next round and do what chance is due. Raises RoundNotOver."""
        deal = self.deal(match.game, match.options, match.players, match.round_number + 1)
        match.deal(deal, match.game.rules.next_first(match.state))
        self.draw(match)

    def draw(self, match: Match[Any]) -> None:
        """Make chance's moves until a seat is to act or the round is over."""
        rules = match.game.rules
        while outcomes := rules.chance(match.state):
            index = self._draw(match, outcomes)
            match.play(CHANCE, rules.outcome(match.state, index))

    def _draw(self, match: Match[Any], outcomes: int) -> int:
        """One of the outcomes; the draws of a round count from 0."""
        drawn = sum(step.seat == CHANCE for step in match.steps)
        return Stream(derive(self._round_seed(match.round_number), f"chance/{drawn}")).below(outcomes)

    def _round_seed(self, round_number: int) -> bytes:
        return derive(self.seed, f"round/{round_number}")
