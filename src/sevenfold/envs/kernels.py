"""The entry points of a batched environment, each a loop over its rounds, to be compiled."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple

from sevenfold.cards.masks import nth, popcount
from sevenfold.compiled.cache import cache_folder
from sevenfold.compiled.engine import load_engine
from sevenfold.compiled.kernels import DealtCards
from sevenfold.compiled.subset import entries, fingerprint, with_callees
from sevenfold.core.deal import RoundNumber
from sevenfold.core.dice import dice_for, roll, shuffle
from sevenfold.core.game import AnyGame
from sevenfold.core.visibility import assign
from sevenfold.envs.observing import write_mask, write_observation
from sevenfold.envs.turns import NOBODY, choose_on, play_on

Kernel = Callable[..., Any]


class Rounds(NamedTuple):
    """What the kernels hold of each round: arrays with an entry a round."""

    states: Any
    """Records."""
    words: Any
    """The same memory as rows of int64."""
    to_act: Any
    """The seat to act, or NOBODY."""
    chosen: Any
    """Two columns: the cards chosen so far, and those chosen twice."""
    addable: Any
    """The kinds that may be chosen next, as a mask."""
    moves: Any
    """How many moves the cards chosen make."""
    dice: Any
    deals: Any
    """How many deals there were."""


class Setting(NamedTuple):
    """What is the same for all rounds."""

    empty: Any
    """One record before the deal, and one for views."""
    deck: Any
    """The kinds of the pack."""
    players: int
    hand_size: int
    kinds: int
    policy_seats: int
    random_seats: int
    seed: int


@dataclass(frozen=True)
class EnvKernels:
    """The entry points."""

    reset: Kernel
    """(rounds, setting, where): deal a round where this is true."""
    step: Kernel
    """(rounds, setting, actions, returns, ended, auto_reset): an action in each round that is not over."""
    apply: Kernel
    """(rounds, setting, index, move, returns, ended, auto_reset): make a whole move in one round."""
    observe: Kernel
    """(rounds, seats, players, keep, blank, table, words, out): what a seat of each round sees."""
    mask: Kernel
    """(rounds, kinds, out): the actions that may be taken."""
    illegal: Kernel
    """(rounds, kinds, actions): the first round that does not allow its action, or -1."""
    sample: Kernel
    """(rounds, kinds, dice, out): an action for each round, each that may be taken equally likely."""


_made: dict[str, EnvKernels] = {}


def load_kernels(game: AnyGame) -> EnvKernels:
    """A game's entry points, each compiled when it is first called. Raises CompiledUnavailable."""
    if game.meta.name not in _made:
        _made[game.meta.name] = _make(game)
    return _made[game.meta.name]


def _make(game: AnyGame) -> EnvKernels:
    load_engine(game)
    from sevenfold.compiled.compiler import VERSION, kernel, make_known

    used = with_callees([*FUNCTIONS, game.rules.thrown_in])
    make_known(used, game.state)
    room = import_module(game.state.__module__)
    folder = cache_folder(game.meta.name, room, f"{VERSION}, {fingerprint([*entries(game), *used])}")
    parts = game.rules, game.choose, game.sample
    return EnvKernels(*(kernel(function, *parts, folder / "envs") for function in FUNCTIONS))


def _deal(rules: Any, choose: Any, rounds: Any, setting: Any, index: int) -> None:
    """Deal a round, afresh where the deal is thrown in, up to the first action."""
    while True:
        dice = dice_for(dice_for(setting.seed, index), rounds.deals[index])
        rounds.deals[index] += 1
        first, dice = roll(dice, setting.players)
        cards = setting.deck.copy()
        shuffle(cards, dice)
        dealt = setting.players * setting.hand_size
        hands = cards[:dealt].reshape(setting.players, setting.hand_size)
        state = rounds.states[index]
        assign(state, setting.empty[0])
        rules.apply_deal(
            state,
            DealtCards(hands, cards[dealt:]),
            first,
            RoundNumber(rounds.deals[index], rounds.deals[index]),
        )
        rounds.dice[index] = dice_for(dice, 1)
        _go_on(rules, choose, rounds, setting, index)
        if rounds.to_act[index] != NOBODY:
            break


def _go_on(rules: Any, choose: Any, rounds: Any, setting: Any, index: int) -> None:
    """Play until a seat is to act that has no player of ours, and say what it may choose."""
    state = rounds.states[index]
    seat, dice = play_on(
        rules,
        choose,
        setting.policy_seats,
        setting.random_seats,
        state,
        setting.empty[1],
        rounds.dice[index],
    )
    rounds.dice[index] = dice
    rounds.to_act[index] = seat
    rounds.chosen[index, 0] = rounds.chosen[index, 1] = 0
    rounds.addable[index] = rounds.moves[index] = 0
    if seat != NOBODY:
        rounds.addable[index] = rules.addable(state, seat, 0, 0)
        rounds.moves[index] = rules.count_moves(state, seat, 0, 0)


def _after(
    rules: Any, choose: Any, rounds: Any, setting: Any, index: int, returns: Any, ended: Any, auto_reset: bool
) -> None:
    """After a move: go on, note the end of the round, and deal the next one if that is wanted."""
    _go_on(rules, choose, rounds, setting, index)
    if rounds.to_act[index] != NOBODY:
        return
    state = rounds.states[index]
    if rules.thrown_in(state):
        _deal(rules, choose, rounds, setting, index)
        return
    ended[index] = True
    result = rules.returns(state)
    for seat in range(len(result)):
        returns[index, seat] = result[seat]
    if auto_reset:
        _deal(rules, choose, rounds, setting, index)


def _reset(rules: Any, choose: Any, _worlds: Any, rounds: Any, setting: Any, where: Any) -> None:
    for index in range(len(rounds.states)):
        if where[index]:
            _deal(rules, choose, rounds, setting, index)


def _step(
    rules: Any,
    choose: Any,
    _worlds: Any,
    rounds: Any,
    setting: Any,
    actions: Any,
    returns: Any,
    ended: Any,
    auto_reset: bool,
) -> None:
    for index in range(len(rounds.states)):
        seat = rounds.to_act[index]
        if seat == NOBODY:
            continue
        state, chosen = rounds.states[index], rounds.chosen[index]
        cards, twice, move = choose_on(
            rules, state, seat, chosen[0], chosen[1], setting.kinds, actions[index]
        )
        if move >= 0:
            rules.apply(state, seat, rules.nth_move(state, seat, cards, twice, move))
            _after(rules, choose, rounds, setting, index, returns, ended, auto_reset)
        else:
            chosen[0], chosen[1] = cards, twice
            rounds.addable[index] = rules.addable(state, seat, cards, twice)
            rounds.moves[index] = rules.count_moves(state, seat, cards, twice)


def _apply(
    rules: Any,
    choose: Any,
    _worlds: Any,
    rounds: Any,
    setting: Any,
    index: int,
    move: Any,
    returns: Any,
    ended: Any,
    auto_reset: bool,
) -> None:
    rules.apply(rounds.states[index], rounds.to_act[index], move)
    _after(rules, choose, rounds, setting, index, returns, ended, auto_reset)


def _observe(
    _rules: Any,
    _choose: Any,
    _worlds: Any,
    rounds: Any,
    seats: Any,
    players: int,
    keep: Any,
    blank: Any,
    table: Any,
    words: Any,
    out: Any,
) -> None:
    size = len(words) - 2
    for index in range(len(rounds.words)):
        seat = max(seats[index], 0)
        for word in range(size):
            words[word] = rounds.words[index, word] & keep[seat, word] | blank[seat, word]
        acts = seat == rounds.to_act[index]
        words[size] = rounds.chosen[index, 0] if acts else 0
        words[size + 1] = rounds.chosen[index, 1] if acts else 0
        write_observation(words, seat, players, table, out[index])


def _mask(_rules: Any, _choose: Any, _worlds: Any, rounds: Any, kinds: int, out: Any) -> None:
    for index in range(len(out)):
        write_mask(rounds.addable[index], rounds.moves[index], kinds, out[index])


def _illegal(_rules: Any, _choose: Any, _worlds: Any, rounds: Any, kinds: int, actions: Any) -> int:
    for index in range(len(actions)):
        action = actions[index]
        if rounds.to_act[index] == NOBODY:
            continue
        if not 0 <= action < kinds + rounds.moves[index]:
            return index
        if action < kinds and not rounds.addable[index] >> action & 1:
            return index
    return -1


def _sample(_rules: Any, _choose: Any, _worlds: Any, rounds: Any, kinds: int, dice: Any, out: Any) -> None:
    for index in range(len(out)):
        addable = popcount(rounds.addable[index])
        if addable + rounds.moves[index] == 0:
            out[index] = 0
            continue
        choice, dice[0] = roll(dice[0], addable + rounds.moves[index])
        out[index] = nth(rounds.addable[index], choice) if choice < addable else kinds + choice - addable


FUNCTIONS: tuple[Kernel, ...] = (_reset, _step, _apply, _observe, _mask, _illegal, _sample)
"""In the order of `EnvKernels`."""
