"""What the kernels of an environment are given: records of arrays, and of numbers, that go together."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sevenfold.envs.turns import NOBODY

DEAL, STEP, MAKE, DRAW, FIND = range(5)
"""What `advance` does: deal where `actions` is 1; take the action in each round; make `move` where `actions`
is 1; make the chance move that `actions` numbers; or only find who is to act."""

NOT_ASKED = -1
"""In place of a move's kind: the rule-based player was not asked yet."""

BY_ITSELF = 0
"""In place of a round's number in its match: it belongs to none."""

OWN = -1
"""In place of the seed of a sequence of deals: the one that follows from the environment's seed."""


class RoundArrays(NamedTuple):
    """What the kernels hold of each round: arrays with one entry for each."""

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
    """How many moves the cards chosen make; or, where chance is due, how many outcomes it has."""
    dice: Any
    deals: Any
    """How many deals there were."""
    advice: Any
    """Four columns: the rule-based player's move, once it was asked for; its kind is NOT_ASKED before."""
    streams: Any
    """The seed of each round's sequence of deals; on a GPU OWN for the one that follows from the
    environment's."""
    first: Any
    """Who is first in the next deal, or NOBODY for one at random."""
    score: Any
    """In matches a column for each seat's total, and one for the number of the round; otherwise none."""
    carried: Any
    """A column for each number that a match carries on from round to round (`Meta.memory`)."""
    memory: Any
    """What each seat was told of the moves (`envs.history`); None where that is not kept."""


def make_rounds(
    states: Any, memory: Any = None, first: int = NOBODY, score: int = 0, carried: int = 0
) -> RoundArrays:
    """The rounds with these records, not yet dealt; `score` and `carried` are how many columns these have."""
    n = len(states)
    to_act, addable, moves, dice, deals = (np.zeros(n, np.int64) for _ in range(5))
    chosen = np.zeros((n, 2), np.int64)
    words, advice = states.view(np.int64).reshape(n, -1), np.full((n, 4), NOT_ASKED)
    streams, firsts, scores = np.full(n, OWN), np.full(n, first), np.zeros((n, score), np.int64)
    more = advice, streams, firsts, scores, np.zeros((n, carried), np.int64), memory
    return RoundArrays(states, words, to_act, chosen, addable, moves, dice, deals, *more)


def rounds_within(rounds: RoundArrays, part: slice) -> RoundArrays:
    """Some of the rounds, in the same memory."""
    return RoundArrays(*(None if each is None else each[part] for each in rounds))


class EnvSetting(NamedTuple):
    """What is the same for all rounds."""

    empty: Any
    """One record, before the deal."""
    deck: Any
    """The kinds that are shuffled: the whole pack, unless some lie alike in each deal."""
    players: int
    hand_size: int
    kinds: int
    policy_seats: int
    random_seats: int
    seed: int
    copies: int
    """How many rounds are dealt the same cards."""
    marks: Any
    """The words of a state that say, at the end, that the round was cut short."""
    watched: Any
    """What of a view is told as it changes (`Encoding.watched`)."""
    waits: bool
    """Whether chance and the next deal are left to the caller: `to_act` is NOBODY then."""


class Dealing(NamedTuple):
    """What of an `EnvSetting` a deal is made from."""

    empty: Any
    deck: Any
    players: int
    hand_size: int


class Scratch(NamedTuple):
    """Space in which a round is advanced."""

    seen: Any
    """One record, for views; nothing in it is kept."""
    cards: Any
    """All cards of a deal: first those that lie alike in each, which are kept, then those of the deck."""
    hands: Any
    """A row of kinds for each hand."""
    scores: Any
    """The totals before a round: zeros, unless it is one of a match."""


def make_scratch(setting: EnvSetting, dealt: Sequence[int] = ()) -> Scratch:
    """Space for rounds with this setting, after the kinds that lie alike in each deal."""
    cards = np.concatenate((np.array(dealt, np.int64), setting.deck))
    hands = np.zeros((setting.players, setting.hand_size), np.int64)
    return Scratch(np.zeros_like(setting.empty), cards, hands, np.zeros(setting.players, np.int64))


class Turn(NamedTuple):
    """How a round goes on: what the arrays of `RoundArrays` say of it."""

    seat: int
    cards: int
    twice: int
    addable: int
    moves: int
    dice: int


class Instruction(NamedTuple):
    """What is asked of a round."""

    what: int
    """DEAL, STEP, MAKE, DRAW or FIND."""
    action: int
    move: Any
    """What MAKE makes."""
