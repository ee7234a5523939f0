"""Rule-based players against each other, compiled: a hundred thousand duplicate deals in seconds.

A new player takes one role after the other (`bench.roles`) among its opponents (`bench.opponents`), each time
with the same cards and the same dice. The rounds of one deal are one sample.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from bench.opponents import opponent
from bench.roles import SIDE_NAMES
from sevenfold.cards.masks import lowest
from sevenfold.compiled.cpu.batch import Batch
from sevenfold.compiled.cpu.engine import entry_points
from sevenfold.core.dice import SEEDS, dice_for, roll
from sevenfold.core.duplicate import Interval, interval
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.options import Options
from sevenfold.core.playout import drawn_move
from sevenfold.core.violations import OK
from sevenfold.core.visibility import assign, see
from sevenfold.games import ROOMS, load_game

Floats = NDArray[np.float64]
ChooseBy = Callable[[Any, int, Any], Move]
"""Takes what a seat sees, the seat and weights, and returns its move."""


def duel(
    rules: Any,
    choose: Any,
    others: Any,
    states: Any,
    state: Any,
    seen: Any,
    weights: Any,
    roles: int,
    seed: int,
    results: Any,
    masks: Any,
) -> bool:
    """Play each deal once for each role, and then once by the others alone. `masks` gets who had each role.

    Return whether all moves of the player were legal.
    """
    for index in range(len(states)):
        for role in range(roles + 1):
            assign(state[0], states[index])
            dice = dice_for(seed, index)
            while not rules.over(state[0]):
                if rules.chance(state[0]):
                    move, dice = drawn_move(rules, state[0], roll, dice)
                    rules.apply(state[0], CHANCE, move)
                    continue
                seat = lowest(rules.acting(state[0]))
                see(state[0], seat, seen[0])
                if role < roles and others.seats(state[0], role) >> seat & 1:
                    move = choose(seen[0], seat, weights)
                    if rules.check(state[0], seat, move) != OK:
                        return False
                else:
                    move = others.choose(seen[0], seat)
                rules.apply(state[0], seat, move)
            rules.write_returns(state[0], results[index, role])
        for role in range(roles):
            masks[index, role] = others.seats(state[0], role)
    return True


def without_weights(choose: Callable[[Any, int], Move]) -> ChooseBy:
    """A player that takes weights and ignores them."""

    def choose_by(view: Any, seat: int, _weights: Any) -> Move:
        return choose(view, seat)

    return choose_by


@dataclass(frozen=True)
class Duel:
    """A player with weights among opponents, in all roles of its game."""

    game: AnyGame
    options: Options
    players: int
    choose: ChooseBy
    others: ModuleType
    sides: bool = True
    """Whether LockSeven's sides are played as well."""

    @property
    def roles(self) -> int:
        """The seats, and in LockSeven the sides."""
        has_sides = self.sides and self.game.meta.name == "lockseven"
        return self.players + (len(SIDE_NAMES) if has_sides else 0)

    def play(self, weights: Any, deals: int, seed: int) -> "Played":
        """Play this many deals, which are the same for the same seed."""
        batch = Batch.deal(self.game, self.options, self.players, deals, seed)
        run = _compiled(self.game, self.choose, self.others)
        scratch = [np.zeros_like(batch.states[:1]) for _ in range(2)]
        results = np.zeros((deals, self.roles + 1, self.players), np.int64)
        masks = np.zeros((deals, self.roles), np.int64)
        if not run(batch.states, *scratch, weights, self.roles, seed % SEEDS, results, masks):
            raise RuntimeError(f"{self.game.meta.name}: the player made a move that the rules refuse")
        return Played(self.players, results, masks)


_made: dict[tuple[str, ChooseBy, str], Any] = {}


def _compiled(game: AnyGame, choose: ChooseBy, others: ModuleType) -> Any:
    """The compiled duel; its machine code is kept beside that of the game."""
    key = game.meta.name, choose, others.__name__
    if key not in _made:
        called = choose, others.choose, others.seats
        (_made[key],) = entry_points(game, [duel], (game.rules, choose, others), called)
    return _made[key]


@dataclass(frozen=True)
class Played:
    """Results by deal, role and seat, where nobody has the last role; and who had each role, as masks."""

    players: int
    results: NDArray[np.int64]
    masks: NDArray[np.int64]

    def ahead(self) -> Interval:
        """By how much the player is ahead of the others' mean, at one seat."""
        return interval(self.by_deal().tolist())

    def by_deal(self) -> Floats:
        """The same for each deal, the mean over the seats."""
        seats = range(self.players)
        own = np.mean([self.results[:, seat, seat] for seat in seats], axis=0)
        everybody = np.mean([self.results[:, seat].sum(axis=1) for seat in seats], axis=0)
        found: Floats = own - (everybody - own) / (self.players - 1)
        return found

    def by_side(self) -> dict[str, Interval]:
        """For each side of LockSeven, how much more its seats got than when the others play all seats."""
        return {
            name: interval(self._gained(self.players + index).tolist())
            for index, name in enumerate(SIDE_NAMES[: self.masks.shape[1] - self.players])
        }

    def _gained(self, role: int) -> Floats:
        has = self.masks[:, role, None] >> np.arange(self.players) & 1
        gained = (self.results[:, role] - self.results[:, -1]) * has
        found: Floats = gained.sum(axis=1) / np.maximum(1, has.sum(axis=1))
        return found


def duel_of(
    game: AnyGame, preset: str | None = None, players: int | None = None, before: Path | None = None
) -> tuple[Duel, Any]:
    """The rule-based player of a game against that of `before`, or of today, and its weights."""
    room = f"sevenfold.games.{game.meta.name}.bot"
    options = game.meta.presets[preset] if preset else game.meta.options()
    choose, weights = without_weights(game.choose), 0
    player = import_module(f"{room}.player")
    if hasattr(player, "choose_by"):
        choose, weights = player.choose_by, import_module(f"{room}.weights").WEIGHTS
    return Duel(game, options, game.meta.seats(players), choose, opponent(game.meta.name, before)), weights


def main(
    before: Annotated[Path, typer.Option(help="a checkout of an earlier commit, whose players it meets")],
    games: Annotated[list[str] | None, typer.Argument(help="all where none is named")] = None,
    deals: Annotated[int, typer.Option(min=2)] = 20_000,
    preset: str | None = None,
    players: Annotated[int | None, typer.Option(help="seats; the usual number where none is given")] = None,
    seed: int = 1,
) -> None:
    """Results a round by which the rule-based players are ahead of those of an earlier commit."""
    table = Table("game", "role", "ahead by", caption=f"{deals} deals, 95 %")
    for name in games or ROOMS:
        duel, weights = duel_of(load_game(name), preset, players, before)
        played = duel.play(weights, deals, seed)
        table.add_row(name, "at one seat", played.ahead().text(3))
        for side, gained in played.by_side().items():
            table.add_row(name, side, gained.text(3))
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
