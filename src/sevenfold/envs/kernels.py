"""The entry points of a batched environment, each a loop over its rounds, to be compiled."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from sevenfold.cards.masks import nth, popcount
from sevenfold.compiled.cpu.engine import entry_points
from sevenfold.compiled.layout import DealtCards
from sevenfold.core.deal import MatchSoFar
from sevenfold.core.dice import dice_for, roll, shuffle
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.visibility import assign, see
from sevenfold.envs.history import forget, make, memory_of, recall
from sevenfold.envs.observing import within, write_mask, write_observation
from sevenfold.envs.records import (
    BY_ITSELF,
    DEAL,
    DRAW,
    FIND,
    MAKE,
    NOT_ASKED,
    OWN,
    STEP,
    Dealing,
    EnvSetting,
    Instruction,
    RoundArrays,
    Scratch,
    Turn,
)
from sevenfold.envs.turns import NOBODY, Others, Parts, choose_on, next_action, play_on

Kernel = Callable[..., Any]


@dataclass(frozen=True)
class EnvKernels:
    """The entry points."""

    advance: Kernel
    """(rounds, setting, scratch, what, actions, move, returns, ended, cut_short, auto_reset): DEAL, STEP,
    MAKE, DRAW or FIND. They share one entry point, since each on its own would compile the rules again."""
    advise: Kernel
    """(rounds, setting, scratch, out): the action that the rule-based player takes in each round, or -1 in
    one that is over."""
    observe: Kernel
    """(rounds, rows, seats, players, keep, blank, blocks, words, out): what a seat of each of the rounds
    `rows` sees, a row of `out` each; `seats` has an entry for every round."""
    mask: Kernel
    """(rounds, rows, kinds, out): the actions that may be taken, in the same way."""
    illegal: Kernel
    """(rounds, kinds, actions): the first round that does not allow its action, or -1."""
    sample: Kernel
    """(rounds, kinds, dice, out): an action for each round, each that may be taken equally likely, by the
    round's own dice."""
    recall: Kernel
    """(memory, size, rows, seats, seat_args, out): the newest tokens of a seat of each of the rounds `rows`,
    whose rings have `size` tokens."""
    follow: Kernel
    """(rounds, scores, rows, counts): who is first in the deal after each of the rounds `rows`, which are
    over, what the match carries on, and whether that round counts. `scores` is scratch space."""


_made: dict[tuple[str, Kernel], EnvKernels] = {}


def load_kernels(game: AnyGame) -> EnvKernels:
    """A game's entry points, each compiled when it is first called. Raises CompiledUnavailable.

    A game with another player as its `choose` has entry points of its own.
    """
    key = game.meta.name, game.choose
    if key not in _made:
        _made[key] = _make(game)
    return _made[key]


def prepared(entry_point: Kernel, *arguments: Any) -> Callable[[], Any]:
    """An entry point with its arguments, compiled. A call takes a third of the time, since the types of the
    arguments are not looked up again.
    """
    numba: Any = import_module("numba")
    made: Any = entry_point
    return partial(made.compile((numba.typeof(arguments),)), arguments)


def _make(game: AnyGame) -> EnvKernels:
    parts = game.rules, game.choose, game.story.tell
    return EnvKernels(*entry_points(game, FUNCTIONS, parts, parts[1:]))


def _turn(rules: Any, state: Any, seat: int, cards: int, twice: int, dice: int, waits: bool) -> Turn:
    if seat != NOBODY:
        addable = rules.addable(state, seat, cards, twice)
        return Turn(seat, cards, twice, addable, rules.count_moves(state, seat, cards, twice), dice)
    outcomes = rules.chance(state) if waits and not rules.over(state) else 0
    return Turn(seat, 0, 0, 0, outcomes, dice)


def advance_one(
    game: Parts,
    others: Others,
    kinds: int,
    state: Any,
    seen: Any,
    memory: Any,
    turn: Turn,
    asked: Instruction,
) -> Turn:
    """Advance one round until another seat is asked: STEP, MAKE, DRAW or FIND. `seen` is scratch space.

    The CPU's loop over all rounds and a GPU's grid both call it. No array is passed but `memory`, where there
    is one: each would cost as much as a move.
    """
    rules, made = game.rules, asked.move
    seat, cards, twice, dice = turn.seat, turn.cards, turn.twice, turn.dice
    if asked.what == STEP:
        cards, twice, which = choose_on(rules, state, seat, cards, twice, kinds, asked.action)
        if which < 0:
            return _turn(rules, state, seat, cards, twice, dice, others.waits)
        made = rules.nth_move(state, seat, cards, twice, which)
    elif asked.what == DRAW:
        seat, made = CHANCE, rules.chance_move(state, asked.action)
    if asked.what != FIND:
        make(rules, game.tell, memory, state, seat, made)
    seat, dice = play_on(game, others, state, seen, memory, dice)
    return _turn(rules, state, seat, 0, 0, dice, others.waits)


def deal_one(
    game: Parts,
    others: Others,
    dealing: Dealing,
    scratch: Scratch,
    state: Any,
    memory: Any,
    stream: int,
    so_far: MatchSoFar,
    wanted_first: int,
) -> tuple[Turn, int]:
    """Deal until somebody is asked: how the round begins, and how many deals there were.

    In a match there is one deal. It may be over before anybody is asked, and counts all the same. Without a
    match `so_far.round` is BY_ITSELF.
    """
    empty, deck, players, hand_size = dealing.empty[0], dealing.deck, dealing.players, dealing.hand_size
    cards, hands, deals = scratch.cards, scratch.hands, so_far.deal
    shuffled = cards[len(cards) - len(deck) :]
    while True:
        dice = dice_for(stream, deals)
        deals += 1
        first, drawn = roll(dice, players)
        if wanted_first != NOBODY:
            first = wanted_first
        for place in range(len(deck)):
            shuffled[place] = deck[place]
        shuffle(shuffled, drawn)
        for player in range(players):  # a GPU has no reshape
            for card in range(hand_size):
                hands[player, card] = cards[player * hand_size + card]
        rest = cards[players * hand_size :]
        assign(state, empty)
        number = deals if so_far.round == BY_ITSELF else so_far.round
        known = MatchSoFar(number, deals, so_far.scores, so_far.carried)
        game.rules.apply_deal(state, DealtCards(hands, rest), first, known)
        forget(memory, state)
        dice = dice_for(dice, 1)
        seat, dice = play_on(game, others, state, scratch.seen[0], memory, dice)
        if seat != NOBODY or so_far.round != BY_ITSELF:
            break
    return _turn(game.rules, state, seat, 0, 0, dice, others.waits), deals


def stream_of(stream: int, seed: int, copies: int, index: int) -> int:
    """The seed of a round's sequence of deals: its own, or the one that it was put back with."""
    return dice_for(seed, index // copies) if stream == OWN else stream


def note_end(
    rules: Any, state: Any, words: Any, marks: Any, index: int, returns: Any, ended: Any, cut_short: Any
) -> None:
    """Note that a round is over, what it brought, and whether it was cut short."""
    ended[index] = True
    for mark in range(len(marks)):
        cut_short[index, mark] = words[marks[mark]] != 0
    rules.write_returns(state, returns[index])


def is_to_move(asked: Instruction, seat: int) -> bool:
    """Whether a round goes on; all others wait, or are dealt."""
    if asked.what == STEP:
        return seat != NOBODY
    return asked.what in (DRAW, FIND) or (asked.what == MAKE and asked.action != 0)


def _advance(
    rules: Any,
    choose: Any,
    tell: Any,
    rounds: RoundArrays,
    setting: EnvSetting,
    scratch: Scratch,
    what: int,
    actions: Any,
    move: Any,
    returns: Any,
    ended: Any,
    cut_short: Any,
    auto_reset: bool,
) -> None:
    # no function is called with `rounds` or `setting`: to pass many arrays costs more than a move
    game = Parts(rules, choose, tell)
    others = Others(setting.policy_seats, setting.random_seats, setting.waits)
    dealing = Dealing(setting.empty, setting.deck, setting.players, setting.hand_size)
    seen, chosen, players = scratch.seen[0], rounds.chosen, setting.players
    in_match = rounds.score.shape[1] > 0
    for index in range(len(rounds.states)):
        state, asked = rounds.states[index], Instruction(what, actions[index], move)
        memory = memory_of(rounds.memory, setting.watched, index)
        deals = what == DEAL and asked.action != 0
        cards, twice = chosen[index, 0], chosen[index, 1]
        turn = Turn(rounds.to_act[index], cards, twice, 0, 0, rounds.dice[index])
        if is_to_move(asked, turn.seat):
            turn = advance_one(game, others, setting.kinds, state, seen, memory, turn, asked)
            if turn.seat == NOBODY and not others.waits:
                deals = auto_reset
                words = rounds.words[index]
                note_end(rules, state, words, setting.marks, index, returns, ended, cut_short)
        elif not deals:
            continue
        if deals:
            if in_match:
                for each in range(players):
                    scratch.scores[each] = rounds.score[index, each]
            number = rounds.score[index, players] if in_match else BY_ITSELF
            so_far = MatchSoFar(number, rounds.deals[index], scratch.scores, rounds.carried[index])
            stream, first = rounds.streams[index], rounds.first[index]
            turn, rounds.deals[index] = deal_one(
                game, others, dealing, scratch, state, memory, stream, so_far, first
            )
            if turn.seat == NOBODY:
                words = rounds.words[index]
                note_end(rules, state, words, setting.marks, index, returns, ended, cut_short)
        rounds.to_act[index], rounds.dice[index] = turn.seat, turn.dice
        chosen[index, 0], chosen[index, 1] = turn.cards, turn.twice
        rounds.addable[index], rounds.moves[index] = turn.addable, turn.moves
        if turn.cards == 0:
            rounds.advice[index, 0] = NOT_ASKED


def _advise(rules: Any, choose: Any, _tell: Any, rounds: Any, setting: Any, scratch: Any, out: Any) -> None:
    seen = scratch.seen[0]
    for index in range(len(out)):
        state, seat, chosen = rounds.states[index], rounds.to_act[index], rounds.chosen[index]
        if seat == NOBODY:
            out[index] = NOBODY
            continue
        advice = rounds.advice[index]
        if advice[0] == NOT_ASKED:  # one move, for all the cards that it takes
            see(state, seat, seen)
            move = choose(seen, seat)
            advice[0], advice[1], advice[2], advice[3] = move.kind, move.cards, move.twice, move.arg
        move = Move(advice[0], advice[1], advice[2], advice[3])
        out[index] = next_action(rules, state, seat, chosen[0], chosen[1], setting.kinds, move)


def _observe(
    _rules: Any,
    _choose: Any,
    _tell: Any,
    rounds: Any,
    rows: Any,
    seats: Any,
    players: int,
    keep: Any,
    blank: Any,
    blocks: Any,
    words: Any,
    out: Any,
) -> None:
    size = rounds.words.shape[1]
    for row in range(len(rows)):
        index = rows[row]
        seat = max(seats[index], 0)
        for word in range(size):
            words[word] = rounds.words[index, word] & keep[seat, word] | blank[seat, word]
        acts = seat == rounds.to_act[index]
        words[size] = rounds.chosen[index, 0] if acts else 0
        words[size + 1] = rounds.chosen[index, 1] if acts else 0
        for column in range(rounds.score.shape[1]):
            words[size + 2 + column] = within(rounds.score[index, column])
        write_observation(words, seat, players, blocks, out[row])


def _mask(_rules: Any, _choose: Any, _tell: Any, rounds: Any, rows: Any, kinds: int, out: Any) -> None:
    for row in range(len(rows)):
        write_mask(rounds.addable[rows[row]], rounds.moves[rows[row]], kinds, out[row])


def is_legal(seat: int, addable: int, moves: int, kinds: int, action: int) -> bool:
    """Whether a round allows an action; one in which nobody is to act allows all, and does nothing."""
    if seat == NOBODY:
        return True
    if not 0 <= action < kinds + moves:
        return False
    return action >= kinds or addable >> action & 1 == 1


def _illegal(_rules: Any, _choose: Any, _tell: Any, rounds: Any, kinds: int, actions: Any) -> int:
    for index in range(len(actions)):
        addable, moves = rounds.addable[index], rounds.moves[index]
        if not is_legal(rounds.to_act[index], addable, moves, kinds, actions[index]):
            return index
    return -1


def sample_one(addable: int, moves: int, kinds: int, dice: int) -> tuple[int, int]:
    """An action, each that may be taken equally likely, and the dice after it; 0 where none may be."""
    choices = popcount(addable)
    if choices + moves == 0:
        return 0, dice
    choice, dice = roll(dice, choices + moves)
    return nth(addable, choice) if choice < choices else kinds + choice - choices, dice


def _sample(_rules: Any, _choose: Any, _tell: Any, rounds: Any, kinds: int, dice: Any, out: Any) -> None:
    for index in range(len(out)):
        out[index], dice[index] = sample_one(rounds.addable[index], rounds.moves[index], kinds, dice[index])


def _follow(rules: Any, _choose: Any, _tell: Any, rounds: Any, scores: Any, rows: Any, counts: Any) -> None:
    for row in range(len(rows)):
        index = rows[row]
        state, carried = rounds.states[index], rounds.carried[index]
        players = rounds.score.shape[1] - 1
        for each in range(players):
            scores[each] = rounds.score[index, each]
        so_far = MatchSoFar(rounds.score[index, players], rounds.deals[index], scores, carried)
        rounds.first[index] = rules.next_first(state, so_far)
        rules.write_carried(state, carried)
        counts[row] = not rules.thrown_in(state)


FUNCTIONS: tuple[Kernel, ...] = (_advance, _advise, _observe, _mask, _illegal, _sample, recall, _follow)
"""In the order of `EnvKernels`."""
