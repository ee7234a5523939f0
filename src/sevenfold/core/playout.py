"""Rounds played to their end by built-in players. `compiled` compiles these very functions.

`policy_seats` is a mask of the seats that the game's rule-based player, `choose`, plays, each from its view
alone; these views are written into `seen`. The other seats play at random. Random players read the full
state. That is safe: by law 2 the legal moves depend on the view alone.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from sevenfold.cards.masks import lowest, nth, popcount
from sevenfold.core.dice import dice_for, roll
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.protocols import LegalMoves, Rules
from sevenfold.core.visibility import assign, see

S = TypeVar("S")
V = TypeVar("V")
D = TypeVar("D")
Choose = Callable[[V, int], Move]

NO_LIMIT = (1 << 62) - 1
"""No bound but MOST_MOVES, which every round has."""

MOST_MOVES = 10_000
"""How many moves, chance's too, a round may have: far more than any takes, and played in seconds."""


def random_move(
    rules: LegalMoves[S], state: S, seat: int, draw: Callable[[D, int], tuple[int, D]], dice: D
) -> tuple[Move, D]:
    """A random legal move of the acting seat, and the dice after it. `draw` works like `dice.roll`.

    Cards are added one by one. At each step every card that may be added, and every move that the cards
    already make, is equally likely.
    """
    cards = twice = 0
    while True:
        more = rules.addable(state, seat, cards, twice)
        addable = popcount(more)
        index, dice = draw(dice, addable + rules.count_moves(state, seat, cards, twice))
        if index >= addable:
            return rules.nth_move(state, seat, cards, twice, index - addable), dice
        card = 1 << nth(more, index)
        twice |= cards & card
        cards |= card


def drawn_move(
    rules: Rules[S, Any, Any], state: S, draw: Callable[[D, int], tuple[int, D]], dice: D
) -> tuple[Move, D]:
    """A random move of the chance that is due, and the dice after it. `draw` works like `dice.roll`."""
    index, dice = draw(dice, rules.chance(state))
    return rules.chance_move(state, index), dice


def playout(
    rules: Rules[S, V, Any],
    choose: Choose[V],
    policy_seats: int,
    state: S,
    seen: V,
    dice: int,
    max_moves: int,
) -> tuple[int, int]:
    """Play a round to its end, or for `max_moves` moves of players. Returns their number, and the dice.

    Rules that never end a round are an error: it is left after MOST_MOVES moves, chance's too.
    """
    moves = 0
    for _ in range(MOST_MOVES):
        if moves >= max_moves or rules.over(state):
            break
        if rules.chance(state):
            move, dice = drawn_move(rules, state, roll, dice)
            rules.apply(state, CHANCE, move)
            continue
        seat = lowest(rules.acting(state))
        if policy_seats >> seat & 1:
            see(state, seat, seen)
            move = choose(seen, seat)
        else:
            move, dice = random_move(rules, state, seat, roll, dice)
        rules.apply(state, seat, move)
        moves += 1
    return moves, dice


def rollouts(
    rules: Rules[S, V, Any],
    choose: Choose[V],
    policy_seats: int,
    worlds: Sequence[S],
    state: S,
    seen: V,
    first: int,
    end: int,
    seed: int,
    result: list[int],
    totals: list[int],
) -> int:
    """Play the rounds from number `first` to before `end` in `state`, each from the next of the worlds.
    Returns the number of players' moves.

    What each round brings each seat is added to `totals`; `result` is scratch space, as long.
    """
    moves = 0
    for number in range(first, end):
        assign(state, worlds[number % len(worlds)])
        dice = dice_for(seed, number)
        made, dice = playout(rules, choose, policy_seats, state, seen, dice, NO_LIMIT)
        if rules.over(state):  # a round that was left has no result
            rules.write_returns(state, result)
        for seat in range(len(result)):
            totals[seat] += result[seat]
            result[seat] = 0  # a smaller table does not write it
        moves += made
    return moves
