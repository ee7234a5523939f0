"""Moves tried in worlds that a seat cannot rule out: each is made, and the round is played on to its end."""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

from sevenfold.core.dice import dice_for
from sevenfold.core.moves import Move
from sevenfold.core.playout import NO_LIMIT, Choose, playout
from sevenfold.core.protocols import Rules
from sevenfold.core.visibility import assign
from sevenfold.core.worlds import Layout, Sample, draw_world

S = TypeVar("S")
V = TypeVar("V")


class TrialBuffers(NamedTuple):
    """What trials work on: `own_view` is the view of the acting seat; the other states are scratch space."""

    own_view: Any
    world: Any
    state: Any
    seen: Any
    layout: Layout
    result: Any
    """An entry for each seat."""


class Progress(NamedTuple):
    """How far trials have come: worlds drawn, and moves made in them."""

    worlds: int
    moves: int
    dice: int
    """The dice for the next worlds."""


def trials(
    rules: Rules[S, V, Any],
    choose: Choose[V],
    sample: Sample[S, V],
    buffers: TrialBuffers,
    seat: int,
    moves: Sequence[Move],
    policy_seats: int,
    seed: int,
    progress: Progress,
    worlds: int,
    max_moves: int,
    results: list[int],
) -> Progress:
    """Try each move in `worlds` more worlds, or until `max_moves` more moves have been made in all.

    All moves are tried in the same worlds and with the same dice. What each move brought each seat goes to
    `results`, ordered by world, then move, then seat. It ends early where no world is possible.
    """
    number, made, dice = progress
    last, most = number + worlds, made + max_moves
    written = 0
    while number < last and made < most:
        found, dice = draw_world(sample, buffers.own_view, seat, buffers.layout, buffers.world, dice)
        if not found:
            break
        for tried in range(len(moves)):
            move = moves[tried]
            assign(buffers.state, buffers.world)
            rules.apply(buffers.state, seat, Move(move[0], move[1], move[2], move[3]))
            common = dice_for(seed, number)
            played, _ = playout(rules, choose, policy_seats, buffers.state, buffers.seen, common, NO_LIMIT)
            if rules.over(buffers.state):  # a round that was left has no result
                rules.write_returns(buffers.state, buffers.result)
            for other in range(len(buffers.result)):
                results[written] = buffers.result[other]
                written += 1
            made += 1 + played
        number += 1
    return Progress(number, made, dice)
