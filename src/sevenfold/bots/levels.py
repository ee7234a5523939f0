"""Levels: how well a bot plays; those that search, by how long they think."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import blake2b
from random import Random
from typing import Any, Generic

import msgspec

from sevenfold.core.dice import SEEDS
from sevenfold.core.encoding import who_acts
from sevenfold.core.game import Game, S, V
from sevenfold.core.moves import Move
from sevenfold.core.standing import MatchScore
from sevenfold.core.visibility import visibilities
from sevenfold.search.decide import Budget, decide
from sevenfold.search.standing import chance_to_win


class Level(StrEnum):
    """How well a bot plays, as a table offers it; each is the name of a player."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"

    @property
    def searches(self) -> bool:
        """Whether such a bot tries its moves in sampled worlds."""
        return self in (Level.HARD, Level.EXPERT)


def budget_of(game: Game[S, V, Any], level: Level) -> Budget:
    """How long a bot of a level that searches may think in a game; all play on as Medium. A move takes Hard 2
    to 20 milliseconds and Expert 10 to 70, depending on the game.

    >>> import sevenfold
    >>> budget_of(sevenfold.load_game("lockseven"), Level.EXPERT)
    Budget(moves=60000, milliseconds=None, learnt=True)
    """
    thinking = game.thinking
    return Budget(thinking.hard if level is Level.HARD else thinking.expert, learnt=True)


def search_player(
    game: Game[S, V, Any],
    rng: Random,
    budget: Budget,
    milliseconds: float | None = None,
) -> Callable[[V, int], Move]:
    """A player that searches within the budget, and within so many milliseconds a move where they are given.

    It plays for the round by itself, and to win the match where it is told how that stands. It has one seed
    for each view, so that it would choose the same again.
    """
    return SearchPlayer(game, rng.randrange(SEEDS), replace(budget, milliseconds=milliseconds))


@dataclass(frozen=True)
class SearchPlayer(Generic[V]):
    """A player that searches, with one seed for each view."""

    game: Game[Any, V, Any]
    seed: int
    budget: Budget
    standing: MatchScore | None = None

    def in_match(self, score: MatchScore) -> "SearchPlayer[V]":
        """The player that plays to win the match."""
        return replace(self, standing=score)

    def __call__(self, given: V, seat: int) -> Move:
        """Its move."""
        seen = self.game.seen(given, seat)  # without what the seat may not see
        game = self.game.by_learnt() if self.budget.learnt else self.game
        utility = None if self.standing is None else chance_to_win(game, self.standing, seat)
        return decide(game, seen, seat, self.budget, self.seed ^ number_of(seen), utility).move


def number_of(seen: object) -> int:
    """A number that is the same for the same view, on every machine.

    What only says who acts is no part of it: whoever is asked acts, so such a field would change nothing but
    the dice of every search.
    """
    state: Any = type(seen)
    known = {name: getattr(seen, name) for name in visibilities(state) if name not in who_acts(state)}
    return int.from_bytes(blake2b(msgspec.json.encode(known), digest_size=7).digest(), "big")
