"""Rounds played to their end by players of our own. `compiled` compiles these very functions.

`by_rules` is the set of seats that play by the game's rule-based player, `choose`, from their view alone.
The others play at random; what they may do follows from what they see, so they are asked on the full state.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sevenfold.cards.masks import lowest, nth, popcount
from sevenfold.core.dice import dice_for, roll
from sevenfold.core.game import Rules
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.visibility import assign, see

S = TypeVar("S")
D = TypeVar("D")
Choose = Callable[[S, int], Move]


def random_move(
    rules: Rules[S, Any], state: S, seat: int, draw: Callable[[D, int], tuple[int, D]], dice: D
) -> tuple[Move, D]:
    """A legal move of the seat, which is to act, and the dice after it. `draw` is as `dice.roll`.

    Cards are taken as they come: each that may be added and each move to be had is equally likely.
    """
    cards = twice = 0
    while True:
        more = rules.addable(state, seat, cards, twice)
        addable = popcount(more)
        index, dice = draw(dice, addable + rules.moves_with(state, seat, cards, twice))
        if index >= addable:
            return rules.move_with(state, seat, cards, twice, index - addable), dice
        card = 1 << nth(more, index)
        twice |= cards & card
        cards |= card


def next_move(
    rules: Rules[S, Any], choose: Choose[S], by_rules: int, state: S, seen: S, dice: int
) -> tuple[int, Move, int]:
    """Who moves next in a round that is not over, the move, and the dice after it. `seen` is for views."""
    outcomes = rules.chance(state)
    if outcomes:
        index, dice = roll(dice, outcomes)
        return CHANCE, rules.outcome(state, index), dice
    seat = lowest(rules.acting(state))
    if by_rules >> seat & 1:
        see(state, seat, seen)
        return seat, choose(seen, seat), dice
    move, dice = random_move(rules, state, seat, roll, dice)
    return seat, move, dice


def playout(rules: Rules[S, Any], choose: Choose[S], by_rules: int, state: S, seen: S, dice: int) -> int:
    """Play a round to its end; how many moves the players made. `seen` is for views."""
    moves = 0
    while not rules.over(state):
        seat, move, dice = next_move(rules, choose, by_rules, state, seen, dice)
        rules.apply(state, seat, move)
        if seat != CHANCE:
            moves += 1
    return moves


def rollouts(
    rules: Rules[S, Any],
    choose: Choose[S],
    by_rules: int,
    worlds: Sequence[S],
    state: S,
    seen: S,
    count: int,
    seed: int,
    totals: list[int],
) -> int:
    """Play `count` rounds, from each of the worlds in turn, and add what each seat gets to `totals`.

    Answers how many moves the players made; `state` and `seen` are for the rounds and their views.
    """
    moves = 0
    for number in range(count):
        assign(state, worlds[number % len(worlds)])
        moves += playout(rules, choose, by_rules, state, seen, dice_for(seed, number))
        result = rules.returns(state)
        for seat in range(len(result)):
            totals[seat] += result[seat]
    return moves
