"""What an agent believes of hidden cards, by log loss: who holds what, and in LockSeven who is the partner.

The moments are those of rounds that the rules player plays. At each, the agent is told what a seat sees, and
says two things of the other seats, counted from the viewer's left neighbour: the chance that a seat holds a
kind of card, and that it is the Host's partner. Beside it stand two that need no learning: `even`, for which
all hidden cards are alike, and `worlds`, the share of worlds that the seat cannot rule out. The latter uses
what the rules allow, and not what a player would rather have done: to be better than it is to read others.
"""

from collections.abc import Sequence
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
from sevenfold.suite.moments import Asked, asked
from sevenfold.suite.tasks import Task

ROUNDS, WORLDS = 100, 200
LEAST = 1 / (2 * WORLDS)
"""No chance counts as less than this or more than one less this, so that no single error decides all."""

EVEN, BY_WORLDS = "even", "worlds"

Floats = NDArray[np.float64]


class LogLoss(msgspec.Struct, frozen=True, kw_only=True):
    """The mean log loss in nats, with `reach` to either side (95 %); a round is one sample."""

    by: str
    question: str
    """`cards`: does this seat hold this card? `partner`: which seat is the Host's partner?"""
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
    partner: int
    """The row of the Host's partner; -1 where nobody is to be guessed."""
    partners: Floats
    """The share of worlds in which each is it."""


def ask(game: AnyGame, kinds: int, moment: Asked) -> CardQuestion:
    """The questions at a moment, with what worlds say. Raises NoWorld, CompiledUnavailable."""
    players = game.players_of(moment.state)
    others = [(moment.seat + turn) % players for turn in range(1, players)]
    worlds = Batch.worlds(game, moment.seen, moment.seat, WORLDS, moment.seed).states
    bits = 1 << np.arange(kinds, dtype=np.int64)
    shares = ((worlds["hands"][:, others, None] & bits) != 0).mean(axis=0)
    hands = np.array([moment.state.hands[seat] for seat in others], np.int64)
    held = (hands[:, None] & bits) != 0
    is_open = ((shares > 0) & (shares < 1)).any(axis=0)
    partner, partners = -1, np.zeros(len(others))
    if hasattr(moment.state, "known_partner") and _is_hidden(moment):
        truth = moment.state.partner
        partner = others.index(truth) if truth in others else -1
        partners = (worlds["partner"][:, None] == np.array(others)).mean(axis=0)
    sizes = np.array([moment.seen.hand_sizes[seat] for seat in others], float)
    return CardQuestion(moment, held, is_open, shares, sizes, partner, partners)


def _is_hidden(moment: Asked) -> bool:
    """Whether the seat does not know the Host's partner, in LockSeven, while tricks are played."""
    seen, state = moment.seen, moment.state
    hidden: bool = state.partner >= 0 and seen.known_partner[moment.seat] < 0 and seen.revealed < 0
    return hidden and state.partner != moment.seat and not seen.alone


def _bounded(chances: Any) -> Floats:
    bounded: Floats = np.clip(np.asarray(chances, float), LEAST, 1 - LEAST)
    return bounded


def card_loss(question: CardQuestion, chances: Any) -> tuple[float, int]:
    """The log loss of what is said of the open cards, summed up, and how many answers that are."""
    said, held = _bounded(chances)[:, question.open], question.held[:, question.open]
    return float(-np.log(np.where(held, said, 1 - said)).sum()), held.size


def partner_loss(question: CardQuestion, chances: Any) -> tuple[float, int]:
    """The log loss of what is said of the partner; nothing where nobody is to be guessed."""
    if question.partner < 0:
        return 0.0, 0
    said = _bounded(chances)
    return float(-np.log(said[question.partner] / said.sum())), 1


def even(question: CardQuestion) -> dict[str, Floats]:
    """All hidden cards alike: by how many cards each seat has, of those that are open."""
    hidden = max(float(question.open.sum()), 1.0)
    chances = np.minimum(question.sizes / max(hidden, question.sizes.sum()), 1)[:, None]
    may_be = np.where(question.partners > 0, 1.0, 0.0)
    return {
        "cards": np.broadcast_to(chances, question.held.shape),
        "partner": may_be / max(may_be.sum(), 1.0),
    }


def beliefs(
    task: Task, entrant: Entrant, rounds: int, progress: WithProgress, each: ForEach = one_by_one
) -> list[LogLoss]:
    """The losses of both that need no learning, and of an agent that has a method `belief`. `each` shares out
    the moments, of which worlds are drawn.

    Raises CompiledUnavailable.
    """
    game, encoding = task.played, Encoding(task.played, task.players)
    moments = list(asked(game, rounds, task.seed))
    asking = each(partial(ask, game, encoding.declared.kinds), moments)
    questions = list(progress(asking, len(moments), "Asking who holds what"))
    said = {
        EVEN: [even(question) for question in questions],
        BY_WORLDS: [{"cards": of.shares, "partner": of.partners} for of in questions],
    }
    if hasattr(entrant.answers, "belief"):
        said[entrant.name] = _answers(entrant, game, encoding, questions)
    return [
        _loss(by, question, of, questions, answers)
        for by, answers in said.items()
        for question, of in (("cards", card_loss), ("partner", partner_loss))
        if question in answers[0] and any(of(asked_of, answers[0][question])[1] for asked_of in questions)
    ]


def _loss(
    by: str, question: str, of: Any, questions: Sequence[CardQuestion], answers: Sequence[Any]
) -> LogLoss:
    sums: dict[int, list[float]] = {}
    for each, answer in zip(questions, answers, strict=True):
        loss, count = of(each, answer[question])
        total = sums.setdefault(each.of.round, [0.0, 0])
        total[0], total[1] = total[0] + loss, total[1] + count
    means = interval([loss / count for loss, count in sums.values() if count])
    return LogLoss(
        by=by,
        question=question,
        answers=int(sum(count for _, count in sums.values())),
        loss=round(means.mean, 4),
        reach=round(means.reach, 4),
    )


def _answers(
    entrant: Entrant, game: AnyGame, encoding: Encoding, questions: Sequence[CardQuestion]
) -> list[Any]:
    """What an agent says at each moment, from observations and masks of all of them."""
    rules, kinds = game.rules, encoding.declared.kinds
    observation = np.array([encoding.encode(each.of.seen, each.of.seat) for each in questions])
    mask = np.zeros((len(questions), kinds + encoding.declared.max_moves), np.int8)
    for each, row in zip(questions, mask, strict=True):
        seen, seat = each.of.seen, each.of.seat
        write_mask(rules.addable(seen, seat, 0, 0), rules.count_moves(seen, seat, 0, 0), kinds, row)
    said = entrant.answers.belief(observation, mask)
    return [{name: chances[row] for name, chances in said.items()} for row in range(len(questions))]
