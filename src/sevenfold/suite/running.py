"""A run of an agent at a task: the pool, and the tracks that were asked for."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from time import process_time

import numpy as np

from sevenfold.core.duplicate import interval
from sevenfold.core.with_progress import WithProgress
from sevenfold.suite import response
from sevenfold.suite.agents import Entrant, load_entrant, strategy_of
from sevenfold.suite.belief import beliefs
from sevenfold.suite.evaluating import judged_decisions
from sevenfold.suite.machine import machine
from sevenfold.suite.meeting import Met, Whole, brought, matrix, met, usual
from sevenfold.suite.mini import Solved, grow, solved
from sevenfold.suite.pool import NotInPool, chooser_of
from sevenfold.suite.response import Response
from sevenfold.suite.results import CrossPlay, Declared, Exploited, SuiteResult, frozen_hash
from sevenfold.suite.tasks import Opponent, Task
from sevenfold.suite.training import TrainingLog, weights_for

SEEDS = 5
CROSS_PLAY_DEALS = 1000
ROUNDS = 100
"""Of the tracks that look at single decisions."""


class Track(StrEnum):
    """What is measured of an agent."""

    POOL = "pool"
    CROSS_PLAY = "crossplay"
    RESPONSE = "response"
    BELIEF = "belief"
    DECISIONS = "decisions"
    SHORT_DECKS = "mini"


@dataclass(frozen=True)
class Order:
    """What is to be run. `deals` bounds all that is played; a whole run has no such bound."""

    task: Task
    agent: str
    seed: int
    tracks: tuple[Track, ...]
    deals: int | None
    opponents: tuple[str, ...]
    """Those of the pool that are met; empty for all, as a whole run has it."""
    declared: Declared
    logs: tuple[TrainingLog, ...]
    """Of the trainings whose weights the agent is given; none where it has its own."""
    command: str


def usual_tracks(task: Task) -> tuple[Track, ...]:
    """The tracks of a run that names none."""
    return (Track.SHORT_DECKS,) if task.is_mini else (Track.POOL,)


def run(order: Order, progress: WithProgress) -> SuiteResult:
    """Run it.

    Raises NoAgent, NotInPool, NotTrainedHere, OtherWeights, OSError, CompiledUnavailable, and what an answer
    that is none raises: IllegalAction, WrongArray, WrongChances.
    """
    began, task = process_time(), order.task
    entrant, wanted = _entrant(order, order.seed), set(order.tracks)
    pool = _pool(order, entrant, progress) if Track.POOL in wanted else ()
    cross_play = _cross_play(order, progress) if Track.CROSS_PLAY in wanted else None
    answered = _response(order, entrant, progress) if Track.RESPONSE in wanted else None
    said = beliefs(task, entrant, _rounds(order), progress) if Track.BELIEF in wanted else []
    judged = judged_decisions(task, entrant, _rounds(order), progress) if Track.DECISIONS in wanted else None
    short_decks = exploited(entrant) if Track.SHORT_DECKS in wanted else ()
    return SuiteResult(
        task=task.name,
        frozen=task.frozen,
        frozen_hash=frozen_hash(task),
        agent=order.agent,
        agent_file=entrant.file,
        seed=order.seed,
        command=order.command,
        declared=order.declared,
        training=order.logs,
        whole=order.deals is None and not order.opponents,
        pool=pool,
        cross_play=cross_play,
        response=answered,
        belief=tuple(said),
        decisions=judged,
        short_decks=short_decks,
        machine=machine(),
        seconds=round(process_time() - began, 1),
        when=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _entrant(order: Order, seed: int) -> Entrant:
    return load_entrant(order.agent, order.task, seed, weights_for(order.task, seed, order.logs))


def _response(order: Order, entrant: Entrant, progress: WithProgress) -> Response:
    deals = min(order.deals or response.DEALS, response.DEALS)
    updates = response.UPDATES if order.deals is None else 0
    return response.response(order.task, entrant, deals, updates, progress)


def _rounds(order: Order) -> int:
    return ROUNDS if order.deals is None else max(2, min(ROUNDS, order.deals))


def _pool(order: Order, entrant: Entrant, progress: WithProgress) -> tuple[Met, ...]:
    wanted = order.opponents or tuple(each.name for each in order.task.frozen.opponents)
    known = {each.name: each for each in order.task.frozen.opponents}
    for name in wanted:
        if name not in known:
            raise NotInPool(name, order.task)
    return tuple(_meet(order, entrant, known[name], progress) for name in wanted)


def _meet(order: Order, entrant: Entrant, opponent: Opponent, progress: WithProgress) -> Met:
    deals = opponent.deals if order.deals is None else min(order.deals, opponent.deals)
    own, other = meet(order.task, entrant, opponent.name, deals, progress)
    return met(order.task, opponent.name, own, other, deals == opponent.deals)


def meet(task: Task, entrant: Entrant, name: str, deals: int, progress: WithProgress) -> tuple[Whole, Whole]:
    """What the deals bring an agent among opponents, and the opponent in its place."""
    others = chooser_of(name, task, deals)
    other = usual(task, others, deals, progress, f"{name} by itself")
    if entrant.name == name:
        return other, other
    return brought(task, entrant.chooser(deals), others, deals, progress, f"Among {name}"), other


def _cross_play(order: Order, progress: WithProgress) -> CrossPlay:
    task, deals = order.task, min(order.deals or CROSS_PLAY_DEALS, CROSS_PLAY_DEALS)
    seeds = tuple(range(order.seed, order.seed + SEEDS))
    agents = [_entrant(order, seed).chooser(deals) for seed in seeds]
    found = matrix(task, agents, deals, progress)
    sign, pairs = task.played.meta.sign, range(SEEDS)
    gains = [[sign * (found[i][j] - found[j][j]) for j in pairs] for i in pairs]
    own_less = [sign * (found[i][i] - found[i][j]) for i in pairs for j in pairs if i != j]
    loss = interval(np.mean([each.mean(axis=1) for each in own_less], axis=0).tolist())
    return CrossPlay(
        seeds=seeds,
        deals=deals,
        gains=tuple(tuple(round(float(each.mean()), 4) for each in row) for row in gains),
        loss=round(loss.mean, 4),
        reach=round(loss.reach, 4),
    )


def exploited(entrant: Entrant) -> tuple[Exploited, ...]:
    """An agent on the solved short decks. Raises IllegalAction, WrongChances."""
    return tuple(_exploited(entrant, each) for each in solved())


def _exploited(entrant: Entrant, known: Solved) -> Exploited:
    tree = grow(known.short)
    strategy = strategy_of(entrant, tree)
    gains = tree.gains(strategy).round(4).tolist()
    return Exploited(
        short_deck=known.short.name,
        values=tuple(tree.values(strategy).round(4).tolist()),
        gains=tuple(gains),
        nash_conv=round(sum(gains), 4),
    )
