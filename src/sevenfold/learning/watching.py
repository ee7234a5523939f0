"""Examples from self-play: moments of rounds, and what each card that might be played there is worth.

A game's compiled player plays rounds at all seats, now and then with a random move. At some moments each card
that may be played is valued in worlds that its seat cannot rule out, in which all go on by that player.
"""

from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenfold.cards.masks import kinds_of, lowest
from sevenfold.compiled.cpu.batch import Batch
from sevenfold.compiled.cpu.engine import entry_points
from sevenfold.compiled.cpu.trials import CompiledTrials
from sevenfold.core import inputs as protocol
from sevenfold.core.dice import SEEDS
from sevenfold.core.game import AnyGame
from sevenfold.core.inputs import Inputs
from sevenfold.core.playout import NO_LIMIT
from sevenfold.core.whole import write_whole
from sevenfold.learning.descent import Examples

TOGETHER = 64
"""How many rounds are played at a time."""
VALUED = 0.3
"""The share of moments at which cards are valued."""
ASTRAY = 0.06
"""The share of moves that are random, so that the networks learn to go on after errors."""


class Moments(NamedTuple):
    """Examples, and the network that each is for."""

    examples: Examples
    networks: NDArray[np.int64]

    def of(self, network: int) -> Examples:
        """Those for one network."""
        return self.examples.part(np.flatnonzero(self.networks == network))


class _Noted(NamedTuple):
    """A moment, as its seat sees it, with the cards that may be played and what each is worth."""

    view: Any
    seat: int
    network: int
    kinds: list[int]
    worths: NDArray[np.float64]


def watch(game: AnyGame, inputs: Inputs[Any, Any], worlds: int, seed: tuple[int, int, int]) -> Moments:
    """Watch TOGETHER rounds from the deal to the end. The presets of the game take turns by the last seed.

    The same seed gives the same moments. Raises CompiledUnavailable, NoSample.
    """
    rng, players = np.random.default_rng(seed), game.meta.seats(None)
    presets = list(game.meta.presets.values()) or [game.meta.options()]
    batch = Batch.deal(game, presets[seed[-1] % len(presets)], players, TOGETHER, int(rng.integers(SEEDS)))
    dice = batch.dice(int(rng.integers(SEEDS)))
    noted: list[_Noted] = []
    while True:
        acting, outcomes = batch.to_act()
        if not (acting | outcomes).any():
            return _as_examples(game, inputs, noted)
        for index in np.flatnonzero((acting > 0) & (rng.random(TOGETHER) < VALUED)):
            seat, trial = lowest(int(acting[index])), int(rng.integers(SEEDS))
            found = _valued(game, inputs, batch._states[index : index + 1], seat, worlds, trial)
            noted += [] if found is None else [found]
        astray = rng.random(TOGETHER) < ASTRAY
        for which, seats in ((astray, ()), (~astray, range(players))):
            part, thrown = Batch._made(game, batch._states[which]), dice[which]
            part.playout(thrown, seats, 1)
            batch._states[which], dice[which] = part._states, thrown


def _valued(
    game: AnyGame, inputs: Inputs[Any, Any], state: Any, seat: int, worlds: int, seed: int
) -> _Noted | None:
    """A moment with its cards valued; None where there is nothing to choose."""
    view = Batch._made(game, state.copy()).views(seat)
    seen: Any = view[0]
    network = inputs.situation(seen, seat)
    kinds = list(kinds_of(inputs.playable(seen, seat))) if network >= 0 else []
    if len(kinds) < 2:
        return None
    moves = [inputs.play(seen, seat, kind) for kind in kinds]
    tried = CompiledTrials(game, seen, seat, seed).run(moves, worlds, NO_LIMIT)
    results = np.array(tried, float).reshape(worlds, len(moves), -1).mean(axis=0)
    own, others = results[:, seat], results.shape[1] - 1
    ahead = game.meta.sign * (own - (results.sum(axis=1) - own) / others)
    return _Noted(view.states[0], seat, network, kinds, ahead)


def note_inputs(
    inputs: Any,
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
    card, rows, indices = 0, [0] * inputs.MOST_ROWS, [0] * inputs.SUITS
    for index in range(len(views)):
        view, seat = views[index], seats[index]
        hidden, row = inputs.unseen_cards(view, seat), inputs.situation(view, seat)
        inputs.index_suits(view, seat, hidden, indices)
        for listed in range(inputs.list_rows(view, seat, hidden, indices, rows)):
            flags[index, rows[listed]] = 1
        for _ in range(counts[index]):
            worth = inputs.card_worth(view, seat, kinds[card], hidden, row)
            inputs.list_numbers(view, seat, kinds[card], hidden, worth, numbers[card])
            cards[card] = inputs.card_index(kinds[card], indices)
            card += 1


def _as_examples(game: AnyGame, inputs: Inputs[Any, Any], noted: list[_Noted]) -> Moments:
    counts = np.array([len(each.kinds) for each in noted])
    cards = np.zeros(counts.sum(), np.int64)
    flags = np.zeros((len(counts), inputs.SHAPE.rows), np.uint8)
    numbers = np.zeros((len(cards), inputs.SHAPE.numbers))
    kinds = np.concatenate([np.array(each.kinds) for each in noted])
    views, seats = np.array([each.view for each in noted]), np.array([each.seat for each in noted])
    _noting(game, inputs)(views, seats, counts, kinds, flags, cards, numbers)
    worths = np.concatenate([each.worths for each in noted])
    examples = Examples(flags, cards, numbers.astype(np.float32), counts, worths)
    return Moments(examples, np.array([each.network for each in noted]))


_made: dict[str, Any] = {}


def _noting(game: AnyGame, inputs: Inputs[Any, Any]) -> Any:
    """`note_inputs`, compiled for a game's inputs."""
    name = game.meta.name
    if name not in _made:
        called = [getattr(inputs, function) for function in protocol.FUNCTIONS]
        (_made[name],) = entry_points(game, [note_inputs], (inputs, None, None), called)
    return _made[name]


def write_moments(file: Path, moments: Moments) -> None:
    """Keep moments in a file, whole or not at all."""
    examples, written = moments.examples, BytesIO()
    np.savez(
        written,
        flags=np.packbits(examples.flags, axis=1),
        choices=examples.choices.astype(np.int16),
        numbers=examples.numbers,
        counts=examples.counts,
        worths=examples.worths,
        networks=moments.networks,
    )
    write_whole(file, written.getvalue())


def read_moments(files: list[Path], rows: int) -> Moments:
    """The moments of some files, one after the other."""
    read = [np.load(file) for file in files]
    flags, *others = (
        np.concatenate([each[name] for each in read])
        for name in ("flags", "choices", "numbers", "counts", "worths", "networks")
    )
    choices, numbers, counts, worths, networks = others
    unpacked = np.unpackbits(flags, axis=1, count=rows)
    return Moments(Examples(unpacked, choices.astype(np.int64), numbers, counts, worths), networks)
