"""The kernels of an environment on a GPU: one round a thread, by the functions that the CPU's loops call."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from sevenfold.compiled.cuda.binding import Binding, kernel
from sevenfold.compiled.cuda.kernels import make_seed_dice
from sevenfold.core.deal import MatchSoFar
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.core.visibility import see
from sevenfold.envs import kernels, observing
from sevenfold.envs.encoding import Encoding
from sevenfold.envs.observing import Blocks
from sevenfold.envs.records import BY_ITSELF, DEAL, STEP, Dealing, Instruction, Scratch, Turn
from sevenfold.envs.turns import NOBODY, Others, Parts, next_action

Kernel = Any
cuda: Any = import_module("numba.cuda")


@dataclass(frozen=True)
class Grid:
    """The kernels. Where they take the arrays of a round, these come first: `words` has a column for each
    round, and the others are those of `RoundArrays`. They are given one by one: at each launch Numba finds
    out the types of arguments, and of arrays in a record this takes ten times as long.
    """

    record: Any
    """The type of `empty`."""
    advance: Kernel
    """(words, to_act, chosen, addable, moves, dice, deals, streams, empty, deck, marks, policy_seats,
    random_seats, seed, copies, what, actions, returns, ended, cut_short, illegal, auto_reset): DEAL and STEP,
    as the loop of `kernels` does it. A round that does not allow its action is marked in `illegal`, and
    stays."""
    observe: Kernel
    """(words, to_act, chosen, seat, keep, blank, *blocks, out): what a seat sees, or with NOBODY the one that
    is to act."""
    mask: Kernel
    """(addable, moves, out): the actions that may be taken."""
    sample: Kernel
    """(addable, moves, dice, out): an action for each round, each that may be taken equally likely."""
    seed_dice: Kernel
    """(seed, out): dice for each round."""
    widen: Kernel
    """(mask, out): a mask as numbers."""


_made: dict[tuple[str, Callable[..., Any] | None, int, int, int], Grid] = {}


def load_grid(game: AnyGame, encoding: Encoding, cards: int, hand_size: int, *, by_player: bool) -> Grid:
    """A game's kernels for a table with so many cards in its pack and in each hand, not yet compiled.

    `by_player` says whether the game's player has a seat. Raises CudaUnavailable.
    """
    key = game.meta.name, game.choose if by_player else None, encoding.players, cards, hand_size
    if key not in _made:
        _made[key] = _make(game, encoding, cards, hand_size, by_player)
    return _made[key]


_advising: dict[tuple[str, Callable[..., Any]], Kernel] = {}


def load_advise(game: AnyGame, kinds: int) -> Kernel:
    """The kernel (words, to_act, chosen, out): the action that the game's player takes in each round.

    It is -1 in one that is over. The player is asked again at each card of a move: its view is the same then,
    and so is its move. Raises CudaUnavailable.
    """
    key = game.meta.name, game.choose
    if key not in _advising:
        _advising[key] = _advise(Binding(game, by_player=True), kinds)
    return _advising[key]


def _make(game: AnyGame, encoding: Encoding, cards: int, hand_size: int, by_player: bool) -> Grid:
    binding, kinds = Binding(game, by_player=by_player), encoding.declared.kinds
    return Grid(
        binding.record,
        _advance(binding, encoding, cards, hand_size),
        _observe(binding, encoding),
        _mask(binding, kinds),
        _sample(binding, kinds),
        make_seed_dice(binding),
        kernel(_widen),
    )


def _advance(binding: Binding, encoding: Encoding, cards: int, hand_size: int) -> Kernel:
    players, kinds = encoding.players, encoding.declared.kinds
    advance_one, deal_one = binding.bind(kernels.advance_one), binding.bind(kernels.deal_one)
    is_legal, note_end = binding.bind(kernels.is_legal), binding.bind(kernels.note_end)
    is_to_move, stream_of = binding.bind(kernels.is_to_move), binding.bind(kernels.stream_of)
    rules, choose = binding.rules, binding.choose
    load, store, record = binding.load, binding.store, binding.record
    dealt = players, hand_size
    known = np.zeros(max(players, encoding.game.meta.memory or 0), np.int64)

    def advance(
        words: Any,
        to_act: Any,
        chosen: Any,
        addable: Any,
        moves: Any,
        dice: Any,
        deals: Any,
        streams: Any,
        empty: Any,
        deck: Any,
        marks: Any,
        policy_seats: int,
        random_seats: int,
        seed: int,
        copies: int,
        what: int,
        actions: Any,
        returns: Any,
        ended: Any,
        cut_short: Any,
        illegal: Any,
        auto_reset: bool,
    ) -> None:
        index = cuda.grid(1)
        if index >= len(to_act):
            return
        ended[index] = illegal[index] = False
        for each in range(players):
            returns[index, each] = 0
        for mark in range(len(marks)):
            cut_short[index, mark] = False
        seat, asked = to_act[index], Instruction(what, actions[index], Move(0, 0, 0, 0))
        if what == STEP and not is_legal(seat, addable[index], moves[index], kinds, asked.action):
            illegal[index] = True
            return
        is_dealt = what == DEAL and asked.action != 0
        is_moved = is_to_move(asked, seat)
        if not (is_dealt or is_moved):
            return
        states, views = cuda.local.array(1, record), cuda.local.array(1, record)
        state, hands = states[0], cuda.local.array(dealt, np.int64)
        nothing = cuda.const.array_like(known)  # a round of its own knows of no match
        before = int(dice[index])  # in the simulator it is of NumPy, and would overflow
        turn = Turn(seat, chosen[index, 0], chosen[index, 1], 0, 0, before)
        game, others = Parts(rules, choose, None), Others(policy_seats, random_seats, False)
        if is_moved:
            load(words, index, state)
            turn = advance_one(game, others, kinds, state, views[0], None, turn, asked)
            store(state, words, index)
            if turn.seat == NOBODY:
                is_dealt = auto_reset
                note_end(rules, state, words[:, index], marks, index, returns, ended, cut_short)
        if is_dealt:
            stream = stream_of(int(streams[index]), seed, copies, index)
            dealing = Dealing(empty, deck, players, hand_size)
            scratch = Scratch(views, cuda.local.array(cards, np.int64), hands, nothing)
            so_far = MatchSoFar(BY_ITSELF, int(deals[index]), nothing, nothing)
            turn, deals[index] = deal_one(game, others, dealing, scratch, state, None, stream, so_far, NOBODY)
            store(state, words, index)
        to_act[index], dice[index] = turn.seat, turn.dice
        chosen[index, 0], chosen[index, 1] = turn.cards, turn.twice
        addable[index], moves[index] = turn.addable, turn.moves

    return kernel(advance)


def _advise(binding: Binding, kinds: int) -> Kernel:
    rules, choose, load, record = binding.rules, binding.choose, binding.load, binding.record
    look, action_towards = binding.bind(see), binding.bind(next_action)

    def advise(words: Any, to_act: Any, chosen: Any, out: Any) -> None:
        index = cuda.grid(1)
        if index < len(out):
            seat, out[index] = to_act[index], NOBODY
            if seat != NOBODY:
                states, seen = cuda.local.array(1, record), cuda.local.array(1, record)
                load(words, index, states[0])
                look(states[0], seat, seen[0])
                cards, twice, move = chosen[index, 0], chosen[index, 1], choose(seen[0], seat)
                out[index] = action_towards(rules, states[0], seat, cards, twice, kinds, move)

    return kernel(advise)


def _observe(binding: Binding, encoding: Encoding) -> Kernel:
    write_observation = binding.bind(observing.write_observation)
    players, size = encoding.players, encoding.keep.shape[1]
    whole = size + 2

    def observe(
        words: Any,
        to_act: Any,
        chosen: Any,
        seat: int,
        keep: Any,
        blank: Any,
        form: Any,
        word: Any,
        length: Any,
        stride: Any,
        turn: Any,
        offset: Any,
        out: Any,
    ) -> None:
        index = cuda.grid(1)
        if index < len(to_act):
            viewer = max(to_act[index], 0) if seat == NOBODY else seat
            acts = viewer == to_act[index]
            own = cuda.local.array(whole, np.int64)
            for each in range(size):
                own[each] = words[each, index] & keep[viewer, each] | blank[viewer, each]
            own[size] = chosen[index, 0] if acts else 0
            own[size + 1] = chosen[index, 1] if acts else 0
            blocks = Blocks(form, word, length, stride, turn, offset)
            write_observation(own, viewer, players, blocks, out[index])

    return kernel(observe)


def _mask(binding: Binding, kinds: int) -> Kernel:
    write_mask = binding.bind(observing.write_mask)

    def mask(addable: Any, moves: Any, out: Any) -> None:
        index = cuda.grid(1)
        if index < len(addable):
            write_mask(addable[index], moves[index], kinds, out[index])

    return kernel(mask)


def _sample(binding: Binding, kinds: int) -> Kernel:
    sample_one = binding.bind(kernels.sample_one)

    def sample(addable: Any, moves: Any, dice: Any, out: Any) -> None:
        index = cuda.grid(1)
        if index < len(addable):
            out[index], dice[index] = sample_one(addable[index], moves[index], kinds, int(dice[index]))

    return kernel(sample)


def _widen(mask: Any, out: Any) -> None:
    index = cuda.grid(1)
    if index < len(out):
        out[index] = mask[index]
