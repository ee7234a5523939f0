"""Whether the parts of a state fit each other: asked of states that come from outside.

Compiled code looks at nothing twice. With a card in two hands, or a trick that belongs to nobody, it might go
on without end, or read what lies elsewhere in memory. `core/bounds.py` says which numbers each field can
have; here and in a game's `sound.py` is what they must be together.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sevenfold.cards.masks import popcount
from sevenfold.core.dice import dice_for
from sevenfold.core.visibility import duplicate
from sevenfold.core.worlds import all_are_placed, empty_layout

if TYPE_CHECKING:
    from sevenfold.core.game import Game

NO_MISFIT = ""
ACTING = "acting"
"""In place of a field's name: nobody can go on, though the round is not over."""
ASTRAY = (ArithmeticError, LookupError, ValueError)
"""What rules raise in plain Python where something is not there that they look for."""


def are_apart(masks: Sequence[int]) -> bool:
    """Whether no kind is in two of these sets."""
    everything = 0
    for mask in masks:
        if everything & mask:
            return False
        everything |= mask
    return True


def are_counted(masks: Sequence[int], sizes: Sequence[int]) -> bool:
    """Whether each set has as many cards as its size says."""
    return all(popcount(mask) == size for mask, size in zip(masks, sizes, strict=True))


def misfit(game: "Game[Any, Any, Any]", state: Any) -> str:
    """The first field of a full state that does not fit the others; NO_MISFIT for a sound one.

    What the game itself knows comes first; in any game somebody can go on. Each number must be one that its
    field can have.
    """
    try:
        return game.misfit(state) or _nobody_goes_on(game, state)
    except ASTRAY:
        return ACTING


def _nobody_goes_on(game: "Game[Any, Any, Any]", state: Any) -> str:
    """NO_MISFIT where the round is over, chance is due, or each seat that may act has a move."""
    rules = game.rules
    if rules.over(state) or rules.chance(state) > 0:
        return NO_MISFIT
    acting = rules.acting(state)
    if acting == 0 or acting >> game.players_of(state):
        return ACTING
    for seat in range(game.players_of(state)):
        if not acting >> seat & 1:
            continue
        if not (rules.addable(state, seat, 0, 0) or rules.count_moves(state, seat, 0, 0)):
            return ACTING
    return NO_MISFIT


def misfit_of_view(game: "Game[Any, Any, Any]", seen: Any, seat: int) -> str:
    """The first field of a view that fits no world; NO_MISFIT where there may be one.

    The hidden cards are listed and laid out once, wherever they may lie, which makes a full state.
    """
    layout, world, sample = empty_layout(), duplicate(seen), game.sample
    assert sample is not None
    try:
        case, dice = sample.draw_case(seen, seat, dice_for(0, 0))
        sample.list_hidden(seen, seat, case, layout)
        if not all_are_placed(layout):
            return "hand_sizes"
        sample.apply_layout(world, seat, case, layout, dice)
    except ASTRAY:
        return "hand_sizes"
    return misfit(game, world)
