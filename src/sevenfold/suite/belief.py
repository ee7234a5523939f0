"""What an agent believes of hidden cards, by log loss: who holds what, and in LockSeven who is the partner.

The moments are those of rounds that the rules player plays. At each, the agent is told what a seat sees, and
says something of the other seats, counted from the viewer's left neighbour: the chance that a seat holds a
kind of card, or, at moments of their own (partner.py), that it is the Host's partner. Beside it stand two
that need no learning. For `even` all hidden cards are alike; `worlds` is the share of worlds that the seat
cannot rule out. The latter uses what the rules allow, and not what a player would rather have done: to be
better than it is to read others. `posterior` is the most that can be known of the partner, where it was found
(bench/suite/posterior.py).
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from sevenfold.compiled.cpu.batch import Batch
from sevenfold.core.duplicate import interval
from sevenfold.core.each import ForEach, one_by_one
from sevenfold.core.game import AnyGame
from sevenfold.core.with_progress import WithProgress
from sevenfold.envs.encoding import Encoding
from sevenfold.envs.observing import write_mask
from sevenfold.suite.agents import Entrant
from sevenfold.suite.moments import WORLDS, Asked, asked
from sevenfold.suite.partner import CLASSES, KNOWN, PartnerQuestion, partner_questions, partner_shares
from sevenfold.suite.tasks import Task

ROUNDS_FOR_ONE = 2
"""A run of so many rounds asks for the partner once in each class, and one of more as often."""

FEWEST_ROUNDS = 2
"""An interval needs so many."""

LEAST = 1 / (2 * WORLDS)
"""No chance counts as less than this or more than one less this, so that no single error decides all."""

EVEN, BY_WORLDS, BY_POSTERIOR = "even", "worlds", "posterior"
CARDS, PARTNER = "cards", "partner"

Floats = NDArray[np.float64]


class LogLoss(msgspec.Struct, frozen=True, kw_only=True):
    """The mean log loss in nats, with `reach` to either side (95 %); a round is one sample."""

    by: str
    question: str
    """`cards`: does this seat hold this card? `partner`: which seat is the Host's partner? What stands behind
    a comma says in which class of questions.
    """
    answers: int
    loss: float
    reach: float


class CardQuestion(NamedTuple):
    """A moment, as it is asked about. Rows are the other seats from the left neighbour on."""

    of: Asked
    held: NDArray[np.bool_]
    """By seat and kind: whether it holds one."""
    open: NDArray[np.bool_]
    """The kinds of which the viewer does not know where one is."""
    shares: Floats
    """By seat and kind: the share of worlds in which it holds one."""
    sizes: Floats
    """How many cards each of these seats holds."""


class Lost(NamedTuple):
    """What was lost in answers to a question, summed up."""

    round: int
    loss: float
    answers: int


def ask(game: AnyGame, kinds: int, moment: Asked) -> CardQuestion:
    """The question at a moment, with what worlds say. Raises NoWorld, CompiledUnavailable."""
    players = game.players_of(moment.state)
    others = [(moment.seat + turn) % players for turn in range(1, players)]
    worlds = Batch.worlds(game, moment.seen, moment.seat, WORLDS, moment.seed).states
    bits = 1 << np.arange(kinds, dtype=np.int64)
    shares = ((worlds["hands"][:, others, None] & bits) != 0).mean(axis=0)
    hands = np.array([moment.state.hands[seat] for seat in others], np.int64)
    held = (hands[:, None] & bits) != 0
    is_open = ((shares > 0) & (shares < 1)).any(axis=0)
    sizes = np.array([moment.seen.hand_sizes[seat] for seat in others], float)
    return CardQuestion(moment, held, is_open, shares, sizes)


def _bounded(chances: Any) -> Floats:
    bounded: Floats = np.clip(np.asarray(chances, float), LEAST, 1 - LEAST)
    return bounded


def card_loss(question: CardQuestion, chances: Any) -> Lost:
    """The log loss of what is said of the open cards."""
    said, held = _bounded(chances)[:, question.open], question.held[:, question.open]
    return Lost(question.of.round, float(-np.log(np.where(held, said, 1 - said)).sum()), held.size)


def partner_loss(question: PartnerQuestion, chances: Any) -> Lost:
    """The log loss of what is said of the partner."""
    said = _bounded(chances)
    return Lost(question.round, float(-np.log(said[question.partner] / said.sum())), 1)


def even(question: CardQuestion) -> Floats:
    """All hidden cards alike: by how many cards each seat has, of those that are open."""
    hidden = max(float(question.open.sum()), 1.0)
    chances = np.minimum(question.sizes / max(hidden, question.sizes.sum()), 1)[:, None]
    alike: Floats = np.broadcast_to(chances, question.held.shape)
    return alike


def even_partner(shares: Floats) -> Floats:
    """All seats alike that are the partner in any world."""
    may_be = (shares > 0).astype(float)
    alike: Floats = may_be / may_be.sum()
    return alike


def beliefs(
    task: Task, entrant: Entrant, rounds: int, progress: WithProgress, each: ForEach = one_by_one
) -> list[LogLoss]:
    """The losses of both that need no learning, and of an agent that has a method `belief`. `each` shares out
    the moments, of which worlds are drawn.

    Raises CompiledUnavailable.
    """
    of_partner = _of_partner(task, entrant, max(1, rounds // ROUNDS_FOR_ONE), progress, each)
    return [*_of_cards(task, entrant, rounds, progress, each), *of_partner]


def _of_cards(
    task: Task, entrant: Entrant, rounds: int, progress: WithProgress, each: ForEach
) -> list[LogLoss]:
    game = task.played
    moments = list(asked(game, rounds, task.seed))
    asking = each(partial(ask, game, Encoding(game, task.players).declared.kinds), moments)
    questions = list(progress(asking, len(moments), "Asking who holds what"))
    said = {
        EVEN: list(map(even, questions)),
        BY_WORLDS: [question.shares for question in questions],
        **_answers(task, entrant, CARDS, moments),
    }
    return _told(_log_loss(by, CARDS, map(card_loss, questions, answers)) for by, answers in said.items())


def _of_partner(
    task: Task, entrant: Entrant, of_each: int, progress: WithProgress, each: ForEach
) -> list[LogLoss]:
    questions = list(partner_questions(task, of_each))
    if not questions:
        return []
    asking = each(partial(partner_shares, task.played), questions)
    shares = list(progress(asking, len(questions), "Asking who the partner is"))
    said = {
        EVEN: list(map(even_partner, shares)),
        BY_WORLDS: shares,
        **_answers(task, entrant, PARTNER, questions),
    }
    rows = [
        _log_loss(by, f"{PARTNER}{which}", (partner_loss(*each) for each in answered if belongs(each[0])))
        for by, answers in said.items()
        for answered in [list(zip(questions, answers, strict=True))]
        for which, belongs in CLASSES.items()
    ]
    known = [partner_loss(each, each.posterior) for each in questions if each.posterior is not None]
    return _told([*rows, _log_loss(BY_POSTERIOR, f"{PARTNER}{KNOWN}", known)])


def _told(rows: Iterable[LogLoss | None]) -> list[LogLoss]:
    return [row for row in rows if row is not None]


def _log_loss(by: str, question: str, losses: Iterable[Lost]) -> LogLoss | None:
    """The mean over rounds; None where there are fewer than two, of which no interval can be told."""
    rounds: dict[int, list[Lost]] = {}
    for lost in losses:
        rounds.setdefault(lost.round, []).append(lost)
    answers = {number: sum(lost.answers for lost in of) for number, of in rounds.items()}
    means = [
        sum(lost.loss for lost in of) / answers[number] for number, of in rounds.items() if answers[number]
    ]
    if len(means) < FEWEST_ROUNDS:
        return None
    mean = interval(means)
    return LogLoss(
        by=by,
        question=question,
        answers=sum(answers.values()),
        loss=round(mean.mean, 4),
        reach=round(mean.reach, 4),
    )


def _answers(
    task: Task, entrant: Entrant, question: str, moments: Sequence[Asked | PartnerQuestion]
) -> dict[str, list[Any]]:
    """What an agent says at each moment, by its name, from observations and masks of all of them; empty for
    one that says nothing of this question.
    """
    if not hasattr(entrant.answers, "belief"):
        return {}
    rules, encoding = task.played.rules, Encoding(task.played, task.players)
    kinds = encoding.declared.kinds
    observation = np.array([encoding.encode(each.seen, each.seat) for each in moments])
    mask = np.zeros((len(moments), kinds + encoding.declared.max_moves), np.int8)
    for each, row in zip(moments, mask, strict=True):
        seen, seat = each.seen, each.seat
        write_mask(rules.addable(seen, seat, 0, 0), rules.count_moves(seen, seat, 0, 0), kinds, row)
    said = entrant.answers.belief(observation, mask)
    return {entrant.name: list(said[question])} if question in said else {}
