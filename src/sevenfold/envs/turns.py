"""Turns card by card: a choice grows by one card an action, until an action makes it a move.

Actions 0 to `kinds` - 1 choose one more card of that kind. Action `kinds` + i makes move i of those that
take exactly the cards chosen. Where only one move can come of a choice, it is made at once; so where every
move is one card, an action is a card. `kernels` has these functions compiled.
"""

from typing import Any, NamedTuple, TypeVar

from sevenfold.cards.masks import lowest
from sevenfold.core.dice import roll
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.playout import drawn_move, random_move
from sevenfold.core.protocols import Rules
from sevenfold.core.visibility import see
from sevenfold.envs.history import make

S = TypeVar("S")

NOBODY = -1
"""In place of a seat: the round is over."""


class Parts(NamedTuple):
    """The functions of a game by which its rounds go on."""

    rules: Any
    choose: Any
    """Its player."""
    tell: Any
    """What a seat is told of a move (`envs.history`); None where no history is kept."""


class Others(NamedTuple):
    """Who acts by themselves, without being asked from outside."""

    policy_seats: int
    """The seats of the game's player, as a mask."""
    random_seats: int
    waits: bool
    """Whether chance does not: it is left to the caller then."""


def choose_on(
    rules: Rules[S, Any, Any], state: S, seat: int, cards: int, twice: int, kinds: int, action: int
) -> tuple[int, int, int]:
    """The choice after a legal action: cards, cards chosen twice, the index of the move to make or -1."""
    if action >= kinds:
        return cards, twice, action - kinds
    card = 1 << action
    twice |= cards & card
    cards |= card
    more = rules.addable(state, seat, cards, twice)
    if more == 0 and rules.count_moves(state, seat, cards, twice) == 1:
        return cards, twice, 0
    return cards, twice, -1


def next_action(
    rules: Rules[S, Any, Any], state: S, seat: int, cards: int, twice: int, kinds: int, move: Move
) -> int:
    """The next action towards a legal move, which takes all cards chosen so far and perhaps more."""
    missing = move.cards & ~cards
    if missing == 0:
        missing = move.twice & ~twice
    if missing:
        return lowest(missing)
    for index in range(rules.count_moves(state, seat, cards, twice)):
        made = rules.nth_move(state, seat, cards, twice, index)
        if made.kind == move.kind and made.arg == move.arg:
            return kinds + index
    return NOBODY


def play_on(game: Parts, others: Others, state: Any, seen: Any, memory: Any, dice: int) -> tuple[int, int]:
    """Let chance and the seats of others act until another seat is to act, or the round is over.

    `memory` notes each move. Returns the seat, or NOBODY, and the dice.
    """
    rules = game.rules
    while not rules.over(state):
        if rules.chance(state):
            if others.waits:
                break
            move, dice = drawn_move(rules, state, roll, dice)
            make(rules, game.tell, memory, state, CHANCE, move)
            continue
        seat = lowest(rules.acting(state))
        if others.policy_seats >> seat & 1:
            see(state, seat, seen)
            move = game.choose(seen, seat)
        elif others.random_seats >> seat & 1:
            move, dice = random_move(rules, state, seat, roll, dice)
        else:
            return seat, dice
        make(rules, game.tell, memory, state, seat, move)
    return NOBODY, dice
