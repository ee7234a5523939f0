"""Weights of a rule-based player's features, learnt from rollouts of its own play.

Compiled rounds are played to some moment, now and then with a few random moves. There each legal play is
valued in worlds that the seat cannot rule out, in which all go on as the present player does. The weights are
those that best explain, in each situation, by how much one play is better than another. The same seed gives
the same weights. Each run builds on the weights that are there.
"""

from collections import defaultdict
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any
from unittest.mock import patch

import numpy as np
import typer
from numpy.typing import NDArray

from sevenfold.cards.masks import lowest
from sevenfold.compiled.cpu.batch import Batch
from sevenfold.core.game import AnyGame
from sevenfold.core.legal import legal_moves
from sevenfold.core.moves import Move
from sevenfold.games import load_game
from sevenfold.games.lockseven.bot import following, leading
from sevenfold.games.lockseven.bot.features import FEATURES
from sevenfold.games.lockseven.bot.following import note_playable
from sevenfold.games.lockseven.bot.outlook import outlook
from sevenfold.games.lockseven.bot.worth import note_worths
from sevenfold.games.lockseven.order import suit_of
from sevenfold.games.lockseven.parts import led_shape
from sevenfold.games.lockseven.state import Phase
from sevenfold.search.candidates import moves_to_try
from sevenfold.search.evaluate import evaluate

Floats = NDArray[np.float64]

ASTRAY = 3
"""In every other round this many of the last moves are random, so that going on after errors is learnt."""
A_LINE = 11
"""How many weights are on a line of the file."""
RIDGE = 1e-3
"""How strongly weights are drawn to zero, as a part of the variance of their feature."""
SHARP = 2.0
"""A play this far behind the best, in results of a round, counts half as much."""


class Units:
    """Weights that are unit vectors: what a card weighs with them is its features. Not for compiled code.

    `indices` are those of the weights that count in a situation.
    """

    def __init__(self, indices: Sequence[int]) -> None:
        self._units = dict(zip(indices, np.eye(len(indices)), strict=True))

    def __getitem__(self, index: int) -> Floats:
        return self._units[index]


def weight_indices(features: Any, row: int) -> list[int]:
    """Where the weights of a situation are: a row of them, and in Trump 7 more for the Player's leads."""
    first = row * features.FEATURES
    more = features.more_weights(row) if hasattr(features, "more_weights") else ()
    return [*range(first, first + features.FEATURES), *more]


class Cards:
    """The plays of games in which a play is one card: Trump 7 and Lockup."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._features: Any = part_of(game, "features")
        self._player: Any = part_of(game, "player")

    def length(self, options: Any, players: int) -> int:
        """About how many moves a round has."""
        rules: Any = self._game.rules
        return int(players * rules.hand_size(options, players) + players)

    def situation(self, seen: Any, seat: int) -> int:
        """Which situation's weights count; -1 if the move is not a card."""
        return int(self._features.situation(seen, seat))

    def moves(self, seen: Any, seat: int) -> list[Move]:
        """The moves that are valued."""
        kinds = sorted({lowest(move.cards) for move in legal_moves(self._game.rules, seen, seat)})
        return [self._player.play(seen, seat, kind) for kind in kinds]

    def worths(self, seen: Any, seat: int, moves: list[Move], row: int) -> list[Floats]:
        """The features of each move."""
        hidden = self._player.unseen_cards(seen, seat)
        kinds = [lowest(move.cards) for move in moves]
        return [self._features.card_worth(seen, seat, kind, hidden, row) for kind in kinds]


class Plays:
    """The plays of LockSeven. Of many leads and follows, these are the ones that a search tries."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def length(self, _options: Any, _players: int) -> int:
        """About how many moves a round has."""
        return 80

    def situation(self, seen: Any, seat: int) -> int:
        """Which situation's weights count; -1 if the move is not a card."""
        if seen.phase != Phase.PLAY or seen.hand_sizes[seat] == 1:
            return -1
        return outlook(seen, seat).first // FEATURES

    def moves(self, seen: Any, seat: int) -> list[Move]:
        """The moves that are valued."""
        return moves_to_try(self._game, seen, seat)

    def worths(self, seen: Any, seat: int, moves: list[Move], _row: int) -> list[Any]:
        """The features of each move."""
        out, found = outlook(seen, seat), []
        shape = led_shape(seen)
        if seat != seen.leader:
            note_playable(seen, seat, shape.size, out)
        for move in moves:
            if seat != seen.leader:
                found.append(following.value(seen, seat, shape, move.cards, move.twice, out))
                continue
            suit = suit_of(lowest(move.cards), seen.trump)
            note_worths(seen, seat, suit, out)
            found.append(leading.value(seen, seat, move.cards, move.twice, suit, out))
        return found


def part_of(game: AnyGame, name: str) -> Any:
    """A module of the room's player."""
    rules: Any = game.rules
    return import_module(f"{rules.__name__.rpartition('.')[0]}.bot.{name}")


class Learner:
    """Features and values of plays, by situation."""

    def __init__(self, game: AnyGame, worlds: int, seed: int, situation: int | None = None) -> None:
        self._game, self._worlds, self._seed = game, worlds, seed
        self.features = part_of(game, "features")
        self._plays: Any = Plays(game) if game.meta.name == "lockseven" else Cards(game)
        self._rows = range(self.features.SITUATIONS) if situation is None else (situation,)
        self.rows: dict[int, list[tuple[Floats, Floats]]] = defaultdict(list)

    def look_at(self, rounds: int, options: Any, players: int) -> None:
        """Value the plays in moments of this many rounds, equally many at each length of a round."""
        lengths = self._plays.length(options, players)
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
        row = self._plays.situation(seen, seat)
        moves = self._plays.moves(seen, seat) if row in self._rows else []
        if len(moves) < 2:
            return
        self._seed += 1
        values = evaluate(self._game, seen, seat, moves, worlds=self._worlds, seed=self._seed)
        with patch.object(self.features, "CARDS", Units(weight_indices(self.features, row))):
            noted = self._plays.worths(seen, seat, moves, row)
        self.rows[row].append((np.array(noted), np.array([value.mean for value in values])))

    def weights(self, sharp: float, hold: float) -> Floats:
        """All weights. Those of situations that were not looked at stay as they were."""
        found: Floats = np.array(self.features.CARDS)
        for row in self._rows:
            indices = weight_indices(self.features, row)
            found[indices] = fitted(self.rows[row], found[indices], sharp, hold)
        return found


def fitted(
    moments: list[tuple[Floats, Floats]], before: Floats, sharp: float = SHARP, hold: float = 0.0
) -> Floats:
    """Weights by which the plays of a moment differ as their values do.

    `hold` is how strongly they are drawn to those before, after these are scaled to explain the values best.
    """
    features = len(before)
    products: Any = np.zeros((features, features))
    sums: Any = np.zeros(features)
    for noted, values in moments:
        part = 1 / (1 + (values.max() - values) / sharp)
        part /= part.sum()
        apart = noted - part @ noted
        products += apart.T @ (apart * part[:, None])
        sums += apart.T @ ((values - part @ values) * part)
    scale = np.diag(products).copy()
    scale[scale == 0] = 1
    explained = before @ products @ before
    held = before * (before @ sums / explained) if hold and explained else np.zeros(features)
    drawn = (RIDGE + hold) * np.diag(scale) + 1e-9 * np.eye(features)
    found: Floats = held + np.linalg.solve(products + drawn, sums - products @ held)
    return found


def main(
    game: str,
    rounds: Annotated[int, typer.Option(help="moments that are looked at")] = 30_000,
    worlds: int = 60,
    sharp: Annotated[float, typer.Option(help="a play so far behind the best counts half")] = SHARP,
    hold: Annotated[float, typer.Option(help="by how much weights are drawn to those before")] = 0.0,
    situation: Annotated[int | None, typer.Option(help="look at this one alone (features.py)")] = None,
    players: Annotated[int | None, typer.Option(help="seats; the usual number where none is given")] = None,
    seed: int = 1,
) -> None:
    """Print `bot/card_weights.py` of a game."""
    room = load_game(game)
    learner = Learner(room, worlds, seed, situation)
    for options in room.meta.presets.values():
        learner.look_at(rounds // len(room.meta.presets), options, room.meta.seats(players))
    made = f"by `python -m bench.regress {game}`"
    print(f'"""What each feature weighs, situation by situation (features.py): {made}."""\n')
    print("# fmt: off\nCARDS = (")
    weights = learner.weights(sharp, hold)
    for first in range(0, len(weights), A_LINE):
        print(f"    {', '.join(f'{weight:.3f}' for weight in weights[first : first + A_LINE])},")
    print(")")


if __name__ == "__main__":
    typer.run(main)
