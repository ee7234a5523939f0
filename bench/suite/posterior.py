"""What a seat can know at most of HiddenPartner's partner, by everything that it has seen rules players do.

    python -m bench.suite.posterior --each 2

A world is a whole deal: who is dealt what, in which order, and the bottom. It counts if the seat was dealt
the same, and if from it the rules player, at all seats, would have done all that the seat has seen. All deals
are alike beforehand, so the share of these worlds in which somebody is the partner is the posterior.

They are found by sequential Monte Carlo. Worlds that fit the call, and in which all hold what they will have
played, are made from the true one, by exchanging two hidden cards again and again. After each move that was
seen only those stay that make it too. Once half of them are gone, the others are drawn as often as there
were, and exchange cards as before: an exchange after which a world does not fit what was seen is taken back.
Where fewer than `LEAST` outlast a single move, nothing is said. Where `ENOUGH` do and all agree on the
partner, no later move is looked at, which will hardly change it.
"""

from pathlib import Path
from time import process_time
from typing import Annotated, Any, NamedTuple

import msgspec
import numpy as np
import typer
from numpy.typing import NDArray

import sevenfold.suite
from sevenfold.cards.masks import kinds_of
from sevenfold.compiled.cpu.batch import Batch
from sevenfold.games.lockseven.order import SEVENS, seven_of
from sevenfold.games.lockseven.state import BOTTOM_SIZE, HAND_SIZE, SEATS, Phase
from sevenfold.suite.partner import (
    CELLS,
    CHUNK,
    POSTERIOR,
    PartnerQuestion,
    partner_questions,
    read_posterior,
    seed_of_chunk,
)
from sevenfold.suite.tasks import Task, find_task

WORLDS = 500
LEAST, ENOUGH = 30, 100
FIRST_EXCHANGES, EXCHANGES = 300, 25
"""How many are tried in each world at first, and whenever half of the worlds are gone."""
OF_CALLED = 0.3
"""The share of exchanges that move a called card, on which it hangs who the partner is."""

DEALT, CARDS = SEATS * HAND_SIZE, SEATS * HAND_SIZE + BOTTOM_SIZE

Whole = NDArray[np.int64]
Flags = NDArray[np.bool_]


class Watched(NamedTuple):
    """A round up to a question, as the seat that is asked has seen it."""

    task: Task
    seat: int
    first: int
    order: Whole
    """The kinds of the true deal: those dealt in their order, then the bottom."""
    hidden: Whole
    """The places in it that the seat does not know."""
    empty: Any
    """A record without cards."""
    host: int
    called_after: int
    """After how many cards the Host called."""
    called: int
    """The kind of the called card."""
    seen: list[Any]
    """The seat's view when the bottom was first laid, and after every move since."""


# --- what was seen ----------------------------------------------------------------------------------


def watched(task: Task, question: PartnerQuestion) -> Watched:
    """The round of a question, played once more. Raises CompiledUnavailable."""
    chunk, number = divmod(question.round, CHUNK)
    seed = seed_of_chunk(task, chunk)
    rounds: Batch[Any] = Batch.deal(task.played, task.options, task.players, CHUNK, seed)
    state: Any = rounds[number]
    bottom = [*kinds_of(state.bottom), *kinds_of(state.bottom_twice)]
    order = np.array([*state.order, *bottom], np.int64)
    places = np.append((state.first + np.arange(DEALT)) % SEATS, np.full(BOTTOM_SIZE, -1))
    known = (places == question.seat) | ((places < 0) & question.of_host)
    begun = rounds.states[number : number + 1].copy()
    after = _call(task, begun)
    views = []
    while True:
        _lay_bottom(task, begun)
        views.append(_views(task, begun, question.seat)[0])
        if views[-1].tobytes() == _record(task, question).tobytes():
            break
        _move(task, begun)
    empty = Batch.of(task.played, [task.played.rules.empty_state(task.options, task.players)]).states
    host, called = question.state.host, seven_of(question.state.called).bit_length() - 1
    hidden = np.flatnonzero(~known)
    return Watched(task, question.seat, state.first, order, hidden, empty, host, after, called, views)


def _record(task: Task, question: PartnerQuestion) -> Any:
    return Batch._written(task.played, [question.seen]).states[0]


def _move(task: Task, states: Any) -> None:
    """A move of the rules player in each round."""
    Batch._made(task.played, states).playout(np.zeros(len(states), np.int64), range(SEATS), 1)


def _views(task: Task, states: Any, seat: int) -> Any:
    return Batch._made(task.played, states).views(seat).states


def _call(task: Task, states: Any) -> int:
    """Deal one round on until somebody has called. Returns after how many cards."""
    after = 0
    while states["phase"][0] == Phase.DEAL:
        after = int(states["dealt"][0])
        _move(task, states)
    return after


def _lay_bottom(task: Task, states: Any) -> None:
    """Go on where somebody has the bottom in hand, which nobody else sees."""
    while True:
        rows = np.flatnonzero(states["phase"] == Phase.BURY)
        if len(rows) == 0:
            return
        some = states[rows]
        _move(task, some)
        states[rows] = some


# --- worlds -----------------------------------------------------------------------------------------


def begun(of: Watched, orders: Whole) -> Any:
    """Rounds dealt up to the first seven, when somebody may call."""
    states = np.repeat(of.empty, len(orders))
    states["first"], states["to_deal"], states["phase"] = of.first, DEALT, Phase.DEAL
    states["order"], states["bottom_size"] = orders[:, :DEALT], BOTTOM_SIZE
    bits = np.int64(1) << orders
    for place in range(DEALT, CARDS):
        states["bottom_twice"] |= states["bottom"] & bits[:, place]
        states["bottom"] |= bits[:, place]
    last = (bits[:, :DEALT] & SEVENS != 0).argmax(axis=1)
    for place in range(int(last.max()) + 1):
        rows, seat = np.flatnonzero(place <= last), (of.first + place) % SEATS
        states["doubles"][rows, seat] |= states["hands"][rows, seat] & bits[rows, place]
        states["hands"][rows, seat] |= bits[rows, place]
        states["hand_sizes"][rows, seat] += 1
    states["dealt"] = last + 1
    states["asked"][np.arange(len(orders)), (of.first + last) % SEATS] = 1
    return states


def fitting(of: Watched, orders: Whole, moves: int) -> tuple[Whole, Any]:
    """Which worlds bring what was seen up to so many moves after the bottom, and their states then."""
    states = begun(of, orders)
    rows = np.flatnonzero(_called_as_seen(of, states))
    states = states[rows]
    for number in range(moves + 1):
        if number:
            _move(of.task, states)
        stay = as_seen(of, states, number)
        rows, states = rows[stay], states[stay]
    return rows, states


def as_seen(of: Watched, states: Any, number: int) -> Flags:
    """In which rounds the seat sees what it saw after so many moves; a bottom is laid first. When that is the
    first, all must hold what they play before the question, unless they take up a bottom in between.
    """
    _lay_bottom(of.task, states)
    same: Flags = _views(of.task, states, of.seat) == of.seen[number]
    if number == 0:
        last = of.seen[-1]
        takes = np.isin(np.arange(SEATS), last["anti_caller"])
        held = (last["played"] | last["shown"]) & ~states["hands"]
        twice = (last["played_twice"] | last["shown_twice"]) & ~states["doubles"]
        same &= (takes | (held | twice == 0)).all(axis=1)
    return same


def _called_as_seen(of: Watched, states: Any) -> Flags:
    """Deal on: in which rounds the same Host calls at the same time."""
    same = np.ones(len(states), np.bool_)
    while True:
        rows = np.flatnonzero(same & (states["phase"] == Phase.DEAL))
        if len(rows) == 0:
            return same
        some = states[rows]
        dealt = some["dealt"].copy()
        _move(of.task, some)
        states[rows] = some
        rightly = (some["host"] == of.host) & (dealt == of.called_after)
        same[rows] = np.where(some["phase"] == Phase.DEAL, some["dealt"] <= of.called_after, rightly)


# --- the posterior ----------------------------------------------------------------------------------


def posterior(of: Watched, seed: int, count: int = WORLDS) -> NDArray[np.float64] | None:
    """The chance of each other seat, from the left neighbour on; None where too few worlds are left."""
    rng = np.random.default_rng(seed)
    orders = np.repeat(of.order[None], count, axis=0)
    rows, states = fitting(of, orders, 0)
    states = _exchanged(of, orders, states, 0, FIRST_EXCHANGES, rng)
    for number in range(1, len(of.seen)):
        _move(of.task, states)
        rows = np.flatnonzero(as_seen(of, states, number))
        if len(rows) < LEAST:
            return None
        if len(rows) >= ENOUGH and _agree(states[rows]):
            states = states[rows]
            break
        if len(rows) < count / 2:
            rows = rng.choice(rows, count)
        orders, states = orders[rows], states[rows]
        if len(rows) == count:
            states = _exchanged(of, orders, states, number, EXCHANGES, rng)
    others = (of.seat + np.arange(1, SEATS)) % SEATS
    shares: NDArray[np.float64] = (states["partner"][:, None] == others).mean(axis=0)
    return shares


def _agree(states: Any) -> bool:
    """Whether tricks are played and in all worlds the same seat is the partner."""
    partners = states["partner"]
    return bool((states["phase"] == Phase.PLAY).all() and (partners == partners[0]).all())


def _exchanged(
    of: Watched, orders: Whole, states: Any, number: int, times: int, rng: np.random.Generator
) -> Any:
    """Exchange hidden cards in each world where it still fits: `orders` and `states` become what is then."""
    everyone = np.arange(len(orders))
    for _ in range(times):
        one, other = of.hidden[rng.integers(len(of.hidden), size=(2, len(orders)))]
        of_called = rng.random(len(orders)) < OF_CALLED
        copies = np.argsort(orders != of.called, axis=1, kind="stable")[:, :2]
        one = np.where(of_called, copies[everyone, rng.integers(2, size=len(orders))], one)
        new = (orders[everyone, one] != orders[everyone, other]) & np.isin(one, of.hidden)
        tried = np.flatnonzero(new)
        swapped = orders[tried]
        swapped[np.arange(len(tried)), one[tried]] = orders[tried, other[tried]]
        swapped[np.arange(len(tried)), other[tried]] = orders[tried, one[tried]]
        fit, after = fitting(of, swapped, number)
        orders[tried[fit]], states[tried[fit]] = swapped[fit], after
    return states


def main(
    each: Annotated[int, typer.Option(help="So many questions of each class.")] = 2,
    seconds: Annotated[float, typer.Option(help="No more are begun after so many of CPU time.")] = 600,
) -> None:
    """Compute those that are not in the file yet, and write them there."""
    task = find_task("HiddenPartner-v1")
    found = dict(read_posterior())
    for number, question in enumerate(partner_questions(task, each)):
        if process_time() > seconds:
            break
        if number in found:
            continue
        began, said = process_time(), posterior(watched(task, question), number)
        found[number] = None if said is None else tuple(said.round(4).tolist())
        of_host, stage, row = CELLS[number % len(CELLS)]
        typer.echo(f"{number} {of_host} {stage} {row} {found[number]} {process_time() - began:.1f}s")
        path = Path(sevenfold.suite.__file__).parent / POSTERIOR
        path.write_bytes(msgspec.json.encode(dict(sorted(found.items()))) + b"\n")


if __name__ == "__main__":
    typer.run(main)
