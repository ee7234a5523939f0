"""Weights of a rule-based player's features, learnt from rollouts of its own play.

Rounds are played compiled to some moment, now and then with a few random moves. There each card that may be
played is valued in worlds that the seat cannot rule out, all going on by the player as it is. The weights are
those that explain best, in each situation, by how much one card is better than another. The same seed gives
the same weights; each run builds on the weights that are there.
"""

from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from typing import Annotated, Any
from unittest.mock import patch

import numpy as np
import typer
from numpy.typing import NDArray

from sevenfold.cards.masks import lowest
from sevenfold.compiled.batch import Batch
from sevenfold.core.game import AnyGame
from sevenfold.core.legal import legal_moves
from sevenfold.games import load_game
from sevenfold.search.evaluate import evaluate

Floats = NDArray[np.float64]

ASTRAY = 3
"""In every other round so many of the last moves are random, so that going on after errors is learnt."""
A_LINE = 11
"""Weights on a line of the file."""
RIDGE = 1e-3
"""How much weights are drawn to zero, in parts of the variance of their feature."""
SHARP = 2.0
"""In results of a round: what lies so far behind the best card counts a half as much."""


class Units:
    """Weights that are unit vectors: weighed by them, a card is its features. Compiled code has others."""

    def __init__(self, features: int) -> None:
        self._units = np.eye(features)

    def __getitem__(self, index: int) -> Floats:
        found: Floats = self._units[index % len(self._units)]
        return found


class Learner:
    """Features and values of cards, by situation."""

    def __init__(self, game: AnyGame, worlds: int, seed: int) -> None:
        self._game, self._worlds, self._seed = game, worlds, seed
        rules: Any = game.rules
        room = rules.__name__.rpartition(".")[0]
        self.features: Any = import_module(f"{room}.bot.features")
        self.player: Any = import_module(f"{room}.bot.player")
        self._units = Units(self.features.FEATURES)
        self.rows: dict[int, list[tuple[Floats, Floats]]] = defaultdict(list)

    def look_at(self, rounds: int, options: Any, players: int) -> None:
        """Value the cards in moments of so many rounds, as many at each length of a round."""
        lengths = players * self._game.rules.hand_size(options, players) + players
        for moves in range(lengths):
            batch = Batch.deal(self._game, options, players, rounds // lengths, self._seed + moves)
            dice = batch.dice(self._seed + moves)
            seats = range(players)
            if moves % 2:
                batch.playout(dice, seats, max(0, moves - ASTRAY))
                batch.playout(dice, (), min(moves, ASTRAY))
            else:
                batch.playout(dice, seats, moves)
            for index in range(len(batch)):
                self._note(batch[index])

    def _note(self, state: Any) -> None:
        if self._game.rules.over(state):
            return
        seat = lowest(self._game.rules.acting(state))
        seen: Any = self._game.seen(state, seat)
        row = self.features.situation(seen, seat)
        kinds = sorted({lowest(move.cards) for move in legal_moves(self._game.rules, seen, seat)})
        if row < 0 or len(kinds) < 2:
            return
        moves = [self.player.play(seen, seat, kind) for kind in kinds]
        self._seed += 1
        values = evaluate(self._game, seen, seat, moves, worlds=self._worlds, seed=self._seed)
        hidden = self.player.unseen_cards(seen, seat)
        with patch.object(self.features, "CARDS", self._units):
            noted = [self.features.card_worth(seen, seat, kind, hidden, row) for kind in kinds]
        self.rows[row].append((np.array(noted), np.array([value.mean for value in values])))

    def weights(self) -> Iterator[Floats]:
        """The weights of each situation."""
        for row in range(self.features.SITUATIONS):
            yield fitted(self.rows[row], self.features.FEATURES)


def fitted(moments: list[tuple[Floats, Floats]], features: int) -> Floats:
    """Weights by which the cards of a moment differ as their values do."""
    products: Any = np.zeros((features, features))
    sums: Any = np.zeros(features)
    for noted, values in moments:
        part = 1 / (1 + (values.max() - values) / SHARP)
        part /= part.sum()
        apart = noted - part @ noted
        products += apart.T @ (apart * part[:, None])
        sums += apart.T @ ((values - part @ values) * part)
    scale = np.diag(products).copy()
    scale[scale == 0] = 1
    found: Floats = np.linalg.solve(products + RIDGE * np.diag(scale) + 1e-9 * np.eye(features), sums)
    return found


def main(
    game: str,
    rounds: Annotated[int, typer.Option(help="moments that are looked at")] = 30_000,
    worlds: int = 60,
    players: Annotated[int | None, typer.Option(help="seats; the usual number where none is given")] = None,
    seed: int = 1,
) -> None:
    """Print `bot/card_weights.py` of a game."""
    room = load_game(game)
    learner = Learner(room, worlds, seed)
    for options in room.meta.presets.values():
        learner.look_at(rounds // len(room.meta.presets), options, room.meta.seats(players))
    made = f"by `python -m bench.regress {game}`"
    print(f'"""What each feature weighs, situation by situation (features.py): {made}."""\n')
    print("# fmt: off\nCARDS = (")
    for row in learner.weights():
        for first in range(0, len(row), A_LINE):
            print(f"    {', '.join(f'{weight:.3f}' for weight in row[first : first + A_LINE])},")
    print(")")


if __name__ == "__main__":
    typer.run(main)
