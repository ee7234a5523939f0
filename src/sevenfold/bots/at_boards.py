"""How bots play at a board: alike at every table, so that the same play meets the same answers.

They count simulated moves and look at no clock. What is claimed is decided as Medium does: a thought
would take a time that shows who was asked. A bot plays for the round, not for a match.
"""

from dataclasses import dataclass
from random import Random
from typing import Any, Generic

from sevenfold.bots.levels import Level, budget_of, search_player
from sevenfold.bots.players import PLAYERS, Player
from sevenfold.core.game import Game, S, V
from sevenfold.core.moves import Move
from sevenfold.core.shuffle import derive


@dataclass(frozen=True)
class BoardPlayer(Generic[V]):
    """A bot of a level at a board. Its answer follows from what it sees and from its seed alone."""

    game: Game[Any, V, Any]
    by: Player[V]
    searches: bool

    def __call__(self, seen: V, seat: int) -> Move:
        """Its move."""
        if self.searches and not self.takes_time(seen):
            return self.game.medium(seen, seat)
        return self.by(seen, seat)

    def takes_time(self, seen: V) -> bool:
        """Whether it searches for its move here."""
        return self.searches and not self.game.claims_open(seen)


def board_player(game: Game[S, V, Any], level: Level, seed: bytes, seat: int) -> BoardPlayer[V]:
    """The bot at a seat of a board; `seed` is `Board.after`."""
    rng = Random(derive(seed, f"bot/{seat}"))
    if level.searches:
        return BoardPlayer(game, search_player(game, rng, budget_of(game, level)), searches=True)
    return BoardPlayer(game, PLAYERS[level](game, rng), searches=False)
