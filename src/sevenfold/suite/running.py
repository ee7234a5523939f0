"""A run of an agent at a task: the pool, and the tracks that were asked for."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache, partial
from itertools import product
from time import process_time

import numpy as np

from sevenfold.core.duplicate import interval
from sevenfold.core.each import ForEach, one_by_one
from sevenfold.core.with_progress import WithProgress
from sevenfold.envs.solved import FROZEN, FURTHER, SolvedDeck, read_decks
from sevenfold.errors import SevenfoldError
from sevenfold.learning.machine import machine, now
from sevenfold.suite import response
from sevenfold.suite.agents import Entrant, load_entrant, strategy_of
from sevenfold.suite.belief import beliefs
from sevenfold.suite.evaluating import judged_decisions
from sevenfold.suite.held_out import held_out, secret_hash
from sevenfold.suite.meeting import Met, Whole, brought, met, silently, usual
from sevenfold.suite.pool import NotInPool, chooser_of
from sevenfold.suite.response import Response
from sevenfold.suite.results import CrossPlay, Declared, Exploited, SuiteResult, frozen_hash
from sevenfold.suite.tasks import Opponent, Task
from sevenfold.suite.training import TrainingLog, weights_for

SEEDS = 5
CROSS_PLAY_DEALS = 1000
ROUNDS = 100
"""Of the tracks that look at single decisions."""


class NoShortDecks(SevenfoldError, LookupError):
    """A task whose game has no short decks that are solved."""

    def __init__(self, task: Task) -> None:
        super().__init__(f"{task.name} has no short decks; the track {Track.SHORT_DECKS} is of other games")
        self.task = task


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
    secret: bytes | None = None
    """From which the held-out deals follow, in place of the task's own seed."""

    @property
    def dealt(self) -> Task:
        """The task with the deals that are played. An agent is never given it: it could read the seed."""
        return self.task if self.secret is None else held_out(self.task, self.secret)


def usual_tracks(task: Task) -> tuple[Track, ...]:
    """The tracks of a run that names none."""
    return (Track.SHORT_DECKS,) if task.is_mini else (Track.POOL,)


def run(order: Order, progress: WithProgress, each: ForEach = one_by_one) -> SuiteResult:
    """Run it. `each` shares out who is met, and the moments that are asked about: the result is the same,
    whatever it shares them out between. Each process makes the agent once.

    Raises NoAgent, NotInPool, NoShortDecks, NotTrainedHere, OtherWeights, OSError, CompiledUnavailable, and
    what an answer that is none raises: IllegalAction, WrongArray, WrongChances.
    """
    began, task = process_time(), order.task
    _entrant.cache_clear()  # its files may be others than in an earlier run
    entrant, wanted = _entrant(order, order.seed), set(order.tracks)
    asked = order.dealt, entrant, _rounds(order), progress, each
    pool = _pool(order, progress, each) if Track.POOL in wanted else ()
    cross_play = _cross_play(order, progress, each) if Track.CROSS_PLAY in wanted else None
    answered = _response(order, entrant, progress) if Track.RESPONSE in wanted else None
    said = beliefs(*asked) if Track.BELIEF in wanted else []
    judged = judged_decisions(*asked) if Track.DECISIONS in wanted else None
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
        held_out=None if order.secret is None else secret_hash(order.secret),
        whole=order.deals is None and not order.opponents,
        pool=pool,
        cross_play=cross_play,
        response=answered,
        belief=tuple(said),
        decisions=judged,
        short_decks=short_decks,
        machine=machine(),
        seconds=round(process_time() - began, 1),
        when=now(),
    )


@lru_cache(maxsize=SEEDS)
def _entrant(order: Order, seed: int) -> Entrant:
    return load_entrant(order.agent, order.task, seed, weights_for(order.task, seed, order.logs))


def _response(order: Order, entrant: Entrant, progress: WithProgress) -> Response:
    deals = min(order.deals or response.DEALS, response.DEALS)
    updates = response.UPDATES if order.deals is None else 0
    return response.response(order.dealt, entrant, deals, updates, progress)


def _rounds(order: Order) -> int:
    return ROUNDS if order.deals is None else max(2, min(ROUNDS, order.deals))


def _pool(order: Order, progress: WithProgress, each: ForEach) -> tuple[Met, ...]:
    wanted = order.opponents or tuple(of.name for of in order.task.frozen.opponents)
    known = {of.name: of for of in order.task.frozen.opponents}
    for name in wanted:
        if name not in known:
            raise NotInPool(name, order.task)
    within, without = _progress_of(progress, each)
    meetings = each(partial(_meet, order, within), [known[name] for name in wanted])
    return tuple(without(meetings, len(wanted), "Meeting the pool"))


def _progress_of(progress: WithProgress, each: ForEach) -> tuple[WithProgress, WithProgress]:
    """What shows how far a piece of work is, and how many are done: the latter where others do them."""
    return (progress, silently) if each is one_by_one else (silently, progress)


def _meet(order: Order, progress: WithProgress, opponent: Opponent) -> Met:
    deals = opponent.deals if order.deals is None else min(order.deals, opponent.deals)
    own, other = meet(order.dealt, _entrant(order, order.seed), opponent.name, deals, progress)
    return met(order.task, opponent.name, own, other, deals == opponent.deals)


def meet(task: Task, entrant: Entrant, name: str, deals: int, progress: WithProgress) -> tuple[Whole, Whole]:
    """What the deals bring an agent among opponents, and the opponent in its place."""
    others = chooser_of(name, task, deals)
    other = usual(task, others, deals, progress, f"{name} by itself")
    if entrant.name == name:
        return other, other
    return brought(task, entrant.chooser(deals), others, deals, progress, f"Among {name}"), other


def _cross_play(order: Order, progress: WithProgress, each: ForEach) -> CrossPlay:
    task, deals = order.task, min(order.deals or CROSS_PLAY_DEALS, CROSS_PLAY_DEALS)
    seeds = tuple(range(order.seed, order.seed + SEEDS))
    within, without = _progress_of(progress, each)
    brought_by = each(partial(_cross, order, deals, within), list(product(seeds, seeds)))
    flat = list(without(brought_by, SEEDS * SEEDS, "Crossplay"))
    found = [flat[row * SEEDS : (row + 1) * SEEDS] for row in range(SEEDS)]
    sign, pairs = task.played.meta.sign, range(SEEDS)
    gains = [[sign * (found[i][j] - found[j][j]) for j in pairs] for i in pairs]
    own_less = [sign * (found[i][i] - found[i][j]) for i in pairs for j in pairs if i != j]
    loss = interval(np.mean([less.mean(axis=1) for less in own_less], axis=0).tolist())
    return CrossPlay(
        seeds=seeds,
        deals=deals,
        gains=tuple(tuple(round(float(gain.mean()), 4) for gain in row) for row in gains),
        loss=round(loss.mean, 4),
        reach=round(loss.reach, 4),
    )


def _cross(order: Order, deals: int, progress: WithProgress, pair: tuple[int, int]) -> Whole:
    """What the deals bring the agent of one seed among agents of another; or of the same, by itself."""
    one, others = (_entrant(order, seed).chooser(deals) for seed in pair)
    if pair[0] == pair[1]:
        return usual(order.dealt, one, deals, progress, f"Seed {pair[0]} by itself")
    return brought(order.dealt, one, others, deals, progress, f"Seed {pair[0]} among {pair[1]}")


def exploited(entrant: Entrant) -> tuple[Exploited, ...]:
    """An agent on the solved short decks of its task: those that are frozen with `Mini-v1`, else all further
    ones of the game. Raises NoShortDecks, IllegalAction, WrongChances.
    """
    task = entrant.task
    decks = read_decks(FROZEN if task.is_mini else FURTHER)
    found = tuple(_exploited(entrant, each) for each in decks if each.game == task.game)
    if not found:
        raise NoShortDecks(task)
    return found


def _exploited(entrant: Entrant, known: SolvedDeck) -> Exploited:
    tree = known.tree
    strategy = strategy_of(entrant, tree)
    gains = tree.gains(strategy).round(4).tolist()
    return Exploited(
        short_deck=known.short.name,
        values=tuple(tree.values(strategy).round(4).tolist()),
        gains=tuple(gains),
        nash_conv=round(sum(gains), 4),
    )
