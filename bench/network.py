"""Networks of learnt players, learnt from rollouts of the rule-based player.

Compiled rule-based players play rounds, now and then with a random move. At some moments each card that may
be played is valued in worlds that its seat cannot rule out, in which all go on by rules. There is a network
for each situation of `features.py`. It learns to choose what is worth most, and to say by how much. The last
part of the moments is kept apart, to measure how much more a choice by the network brings than one by rules.
The same seed finds the same weights, unless processors round differently.

    python -m bench.network trump7

writes the room's `bot/network.json`.
"""

from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from bench.descent import Examples, Net
from sevenfold.cards.masks import kinds_of, lowest
from sevenfold.compiled.batch import Batch
from sevenfold.compiled.cache import cache_folder
from sevenfold.compiled.compiler import VERSION, kernel, make_known
from sevenfold.compiled.engine import load_engine
from sevenfold.compiled.subset import fingerprint, with_callees
from sevenfold.compiled.trials import CompiledTrials
from sevenfold.core.game import AnyGame
from sevenfold.core.options import Options
from sevenfold.games import load_game

Numbers = NDArray[Any]

TOGETHER = 64
"""How many rounds are played at a time."""
VALUED = 0.3
"""The share of moments at which cards are valued."""
ASTRAY = 0.06
"""The share of moves that are random, so that the network learns to go on after errors."""
KEPT_APART = 0.1
A_LINE = 32
"""How many weights are on a line of the file."""


def note_moments(
    learnt: Any,
    _choose: Any,
    _sample: Any,
    views: Any,
    seats: Any,
    counts: Any,
    kinds: Any,
    flags: Any,
    cards: Any,
    numbers: Any,
) -> None:
    """Note a network's inputs for moments, and for the cards that may be played there."""
    card, rows = 0, [0] * learnt.MOST_ROWS
    for index in range(len(views)):
        view, seat = views[index], seats[index]
        hidden, row = learnt.unseen_cards(view, seat), learnt.situation(view, seat)
        indices = learnt.suit_indices(view, seat, hidden)
        for listed in range(learnt.list_rows(view, seat, hidden, indices, rows)):
            flags[index, rows[listed]] = 1
        for _ in range(counts[index]):
            worth = learnt.card_worth(view, seat, kinds[card], hidden, row)
            learnt.list_numbers(view, seat, kinds[card], hidden, worth, numbers[card])
            cards[card] = learnt.card_index(kinds[card], indices)
            card += 1


@dataclass
class Moments:
    """Moments at which a seat is to act, as it sees them, and what each of its cards is worth."""

    views: list[Any] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    situations: list[int] = field(default_factory=list)
    kinds: list[list[int]] = field(default_factory=list)
    worths: list[Numbers] = field(default_factory=list)


class Watcher:
    """Collects moments of rounds that a game's rule-based players play."""

    def __init__(self, game: AnyGame, worlds: int, seed: int) -> None:
        self._game, self._worlds, self._seed = game, worlds, seed
        self._learnt = _learnt_of(game)
        self._rng = np.random.default_rng(seed)
        self.moments = Moments()

    def watch(self, options: Options) -> None:
        """Watch some rounds from the deal to the end."""
        game, players = self._game, self._game.meta.seats(None)
        self._seed += 1
        batch = Batch.deal(game, options, players, TOGETHER, self._seed)
        dice = batch.dice(self._seed)
        while True:
            acting, outcomes = batch.to_act()
            if not (acting | outcomes).any():
                return
            for index in np.flatnonzero((acting > 0) & (self._rng.random(TOGETHER) < VALUED)):
                self._look(batch.states[index : index + 1], lowest(int(acting[index])))
            astray = self._rng.random(TOGETHER) < ASTRAY
            for which, seats in ((astray, ()), (~astray, range(players))):
                part, thrown = Batch(game, batch.states[which]), dice[which]
                part.playout(thrown, seats, 1)
                batch.states[which], dice[which] = part.states, thrown

    def _look(self, state: Any, seat: int) -> None:
        view = Batch(self._game, state.copy()).views(seat)
        seen: Any = view[0]
        situation = self._learnt.situation(seen, seat)
        kinds = list(kinds_of(self._learnt.playable(seen, seat))) if situation >= 0 else []
        if len(kinds) < 2:
            return
        moves = [self._learnt.play(seen, seat, kind) for kind in kinds]
        self._seed += 1
        tried = CompiledTrials(self._game, seen, seat, self._seed).run(moves, self._worlds, 1 << 40)
        results = np.array(tried, float).reshape(self._worlds, len(moves), -1).mean(axis=0)
        own, others = results[:, seat], results.shape[1] - 1
        found = self.moments
        found.views.append(view.states[0])
        found.seats.append(seat)
        found.situations.append(situation)
        found.kinds.append(kinds)
        found.worths.append(self._game.meta.sign * (own - (results.sum(axis=1) - own) / others))


def _learnt_of(game: AnyGame) -> Any:
    return import_module(f"sevenfold.games.{game.meta.name}.bot.learnt")


def examples_of(game: AnyGame, moments: Moments) -> Examples:
    """The moments as inputs of a network."""
    learnt = _learnt_of(game)
    load_engine(game)
    make_known(with_callees([learnt.choose]), game.state)
    code = f"{VERSION}, {fingerprint([learnt.choose])}"
    room = import_module(game.state.__module__)
    folder = cache_folder(game.meta.name, room, code)
    run = kernel(note_moments, learnt, None, None, folder, game.meta.name)
    counts = np.array([len(each) for each in moments.kinds])
    cards = np.zeros(counts.sum(), np.int64)
    flags = np.zeros((len(counts), learnt.SHAPE.rows), np.int64)
    numbers = np.zeros((len(cards), learnt.SHAPE.numbers))
    kinds = np.concatenate([np.array(each) for each in moments.kinds])
    run(np.array(moments.views), np.array(moments.seats), counts, kinds, flags, cards, numbers)
    worths = np.concatenate(moments.worths)
    return Examples(flags.astype(np.float32), cards, numbers.astype(np.float32), counts, worths)


def main(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    deals: Annotated[int, typer.Option(min=TOGETHER)] = 24_000,
    worlds: Annotated[int, typer.Option(min=2, help="in which each card is valued")] = 40,
    passes: Annotated[int, typer.Option(min=1, help="over all examples")] = 16,
    seed: int = 1,
) -> None:
    """Learn the networks of a game's learnt player, and write them to its room."""
    game, console = load_game(name), Console()
    learnt = _learnt_of(game)
    watcher = Watcher(game, worlds, seed)
    presets = list(game.meta.presets.values())
    for number in track(range(deals // TOGETHER), "watching", transient=True):
        watcher.watch(presets[number % len(presets)])
    examples, situations = examples_of(game, watcher.moments), np.array(watcher.moments.situations)
    weights: list[float] = []
    for situation in range(learnt.NETWORKS):
        chosen = examples.part(np.flatnonzero(situations % learnt.NETWORKS == situation))
        first, last = chosen.split(KEPT_APART)
        net = Net(learnt.SHAPE, first, seed)
        net.learn(first, passes)
        by = net.gain(last).text(4)
        console.print(f"situation {situation}: {len(chosen.counts)} moments, better by {by} a choice")
        weights += np.round(net.weights(), 3).tolist()
    lines = [weights[start : start + A_LINE] for start in range(0, len(weights), A_LINE)]
    text = ",\n".join(",".join(f"{weight:g}" for weight in line) for line in lines)
    (Path(learnt.__file__).parent / "network.json").write_text(f"[{text}]\n")


if __name__ == "__main__":
    typer.run(main)
