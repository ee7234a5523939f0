"""A result looked at again: what can be computed again is, and what can be played again is played."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sevenfold.core.with_progress import WithProgress
from sevenfold.suite.agents import NoAgent, load_entrant, load_function
from sevenfold.suite.held_out import committed, held_out, secret_hash
from sevenfold.suite.meeting import met, unpacked
from sevenfold.suite.results import SuiteResult, frozen_hash, read_result
from sevenfold.suite.running import exploited, meet
from sevenfold.suite.tasks import DEALS, Task, find_task
from sevenfold.suite.training import NotTrainedHere, OtherWeights, read_weights, weights_for


class Finding(NamedTuple):
    """What was looked at, whether it is right (None: it could not be looked at), and what was found."""

    what: str
    right: bool | None
    found: str


def check(file: Path, deals: int, progress: WithProgress, secret: bytes | None = None) -> list[Finding]:
    """What can be said of a result, where so many deals are played again; fewer by who searches. Deals that
    follow from a secret are played again by whoever has it.

    Raises NoResult, UnknownTask, OSError.
    """
    result = read_result(file)
    task = find_task(result.task)
    return [
        *frozen_findings(result, task),
        *computed_findings(result, task),
        *training_findings(result, task),
        *held_out_findings(result, secret),
        *_played(result, task, secret, deals, progress),
    ]


def held_out_findings(result: SuiteResult, secret: bytes | None) -> Iterator[Finding]:
    """Whether the deals follow from a secret that was committed to, and whether this is it."""
    if result.held_out is None:
        return
    known = committed().get(result.held_out)
    if known is None:
        yield Finding("the secret", False, f"{result.held_out} was never committed to")
    elif secret is None:
        yield Finding(
            "the secret", None, f"committed to; public from {known.told} on; --held-out FILE has it"
        )
    else:
        same = secret_hash(secret) == result.held_out
        yield Finding("the secret", same, result.held_out if same else "the file has another hash")


def frozen_findings(result: SuiteResult, task: Task) -> Iterator[Finding]:
    """Whether the task is that of version 1, and the run says rightly how much of it was played."""
    same = result.frozen == task.frozen and result.frozen_hash == frozen_hash(task)
    yield Finding("the task", same, "as version 1 froze it" if same else "another than version 1 froze")
    wanted = {each.name: each.deals for each in task.frozen.opponents}
    have = {each.opponent: each.deals for each in result.pool}
    whole = have == wanted if result.pool else result.whole
    claims = all(each.whole == (each.deals == wanted.get(each.opponent)) for each in result.pool)
    told = "whole" if whole else "fewer deals than a whole run has"
    yield Finding("the deals", claims and (whole or not result.whole), told)


def computed_findings(result: SuiteResult, task: Task) -> Iterator[Finding]:
    """Whether the statistics are those of the samples."""
    for each in result.pool:
        own, other = (unpacked(text, task.players) for text in (each.samples, each.usual))
        again = met(task, each.opponent, own, other, each.whole)
        told = f"{again.gain:+.4f} ± {again.reach:.4f} from {len(own)} deals"
        yield Finding(f"the mean and interval among {each.opponent}", again == each, told)


def training_findings(result: SuiteResult, task: Task) -> Iterator[Finding]:
    """Whether trainings kept to their budget, and what they say by hash is what is here."""
    for log in result.training:
        of = f"of seed {log.seed}"
        same = (log.task, log.budget) == (task.name, result.declared.budget)
        yield Finding(f"the budget {of}", same and log.is_within, f"{log.spent}; budget {log.budget}")
        try:
            here = load_function(log.trainer)[1] == log.trainer_file
            told = log.trainer if here else f"{log.trainer} is another file here than it was there"
            yield Finding(f"the trainer {of}", here or None, told)
        except (ImportError, AttributeError) as missing:
            yield Finding(f"the trainer {of}", None, str(missing))
        try:
            read_weights(log)
            yield Finding(f"the weights {of}", True, log.weights)
        except OtherWeights as other:
            yield Finding(f"the weights {of}", False, str(other))
        except OSError as missing:
            yield Finding(f"the weights {of}", None, str(missing))


def _played(
    result: SuiteResult, task: Task, secret: bytes | None, deals: int, progress: WithProgress
) -> Iterator[Finding]:
    try:
        weights = weights_for(task, result.seed, result.training)
        entrant = load_entrant(result.agent, task, result.seed, weights)
    except (NoAgent, NotTrainedHere, OtherWeights, OSError) as missing:
        yield Finding("the agent", None, str(missing))
        return
    if entrant.file != result.agent_file:
        yield Finding("the agent", None, f"{result.agent} is another file here than it was there")
        return
    if result.short_decks:
        again = exploited(entrant)
        told = f"NashConv {', '.join(f'{each.nash_conv:.4f}' for each in again)}"
        yield Finding("the short decks, solved again", again == result.short_decks, told)
    if result.held_out is not None and (secret is None or secret_hash(secret) != result.held_out):
        return
    dealt = task if result.held_out is None or secret is None else held_out(task, secret)
    for each in result.pool:
        few = deals if _is_quick(each.opponent, task) else min(deals, 2)
        count = min(few, each.deals)
        own, other = meet(dealt, entrant, each.opponent, count, progress)
        same = np.array_equal(own, unpacked(each.samples, task.players)[:count])
        same = same and np.array_equal(other, unpacked(each.usual, task.players)[:count])
        told = "the same numbers" if same else "other numbers"
        yield Finding(f"{count} deals among {each.opponent}, played again", same, told)


def _is_quick(name: str, task: Task) -> bool:
    return any(each.name == name and each.deals == DEALS for each in task.frozen.opponents)
