"""Easy: it plays by rules and errs as people do, now and then, at the same rate in every game."""

from dataclasses import dataclass
from random import Random
from typing import Any, Generic

from sevenfold.bots.levels import number_of
from sevenfold.core.game import Game, V
from sevenfold.core.moves import Move

RATE = 2 / 3
"""At which share of its moves it has forgotten what was played, and at which it does not think."""


@dataclass(frozen=True)
class ErringPlayer(Generic[V]):
    """The rule-based player, but at a rate it chooses from what a beginner remembers, and at the same rate it
    plays what a beginner plays without thinking. Its dice follow from its seed and the view, so that it would
    choose the same again.
    """

    game: Game[Any, V, Any]
    seed: int

    def __call__(self, given: V, seat: int) -> Move:
        """Its move."""
        seen = self.game.seen(given, seat)  # without what the seat may not see
        dice = Random(self.seed ^ number_of(seen))
        if dice.random() < RATE:
            seen = self.game.beginner_view(seen, seat)
        hasty = self.game.hasty if dice.random() < RATE else None
        return (hasty or self.game.choose)(seen, seat)
