"""Who is the Host's partner? Questions of HiddenPartner, as many in each class as in any other.

The rules player plays all seats. A seat may be asked whenever it is to act and the rules do not tell it who
the partner is. Classes are who is asked, the Host or another; in which row of the answer the partner is; and
how much is public. No round gives two questions, so each is a sample of its own.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from sevenfold.compiled.cpu.batch import Batch
from sevenfold.compiled.layout import read
from sevenfold.core.dice import dice_for
from sevenfold.core.game import AnyGame
from sevenfold.games.lockseven.meta import META
from sevenfold.games.lockseven.order import TRUMPS, seven_of
from sevenfold.games.lockseven.state import HAND_SIZE, SEATS, Phase
from sevenfold.suite.moments import WORLDS
from sevenfold.suite.tasks import Task, find_task, read_part

STAGES = "0 to 6 cards played", "7 to 12 cards played", "13 to 24 cards played"
"""How much is public, by what the seat that is asked has played: about a third of all moments each."""

BEGINS = 7, 13
"""With how many cards a stage begins, from the second on."""

CELLS = [
    (of_host, stage, row) for row in range(SEATS - 1) for stage in range(len(STAGES)) for of_host in (0, 1)
]
EACH = 50
"""So many questions a class has."""

CHUNK = 500
"""How many rounds are played at a time. Round i of a chunk does not depend on how many there are."""

APART = -2
"""Tells these rounds from the held-out deals, which follow from the same seed."""


POSTERIOR = "posterior-v1.json"
KNOWN = ", the posterior is known"


class PartnerQuestion(NamedTuple):
    """A moment, as it is asked about. Rows are the other seats from the left neighbour on."""

    round: int
    state: Any
    seen: Any
    seat: int
    of_host: bool
    """Whether the Host is asked, who does not know the partner either (LS-3.4)."""
    stage: int
    """Which of `STAGES`."""
    partner: int
    """The row of the Host's partner."""
    posterior: tuple[float, ...] | None
    """What the seat can know at most: the chance of each row, where it was found."""


def _is_at(stage: int, question: PartnerQuestion) -> bool:
    return question.stage == stage


CLASSES: Mapping[str, Callable[[PartnerQuestion], bool]] = {
    "": lambda _: True,
    ", the Host is asked": lambda question: question.of_host,
    ", others are asked": lambda question: not question.of_host,
    **{f", {name}": partial(_is_at, stage) for stage, name in enumerate(STAGES)},
    KNOWN: lambda question: question.posterior is not None,
}
"""Which questions are told of by themselves."""


def partner_questions(task: Task, each: int = EACH) -> Iterator[PartnerQuestion]:
    """So many questions of each class, in turn: fewer are the beginning of more. There are none in a task of
    another game.

    Raises CompiledUnavailable.
    """
    if task.game != META.name:
        return
    rounds = _rounds(task)
    known = read_posterior() if task == find_task(task.name) else {}
    for number in range(each * len(CELLS)):
        cell = CELLS[number % len(CELLS)]
        found = next(found for moments in rounds for found in _drawn(task, moments, cell))
        yield found._replace(posterior=known.get(number))


@cache
def read_posterior() -> Mapping[int, tuple[float, ...] | None]:
    """What the seat that is asked can know at most, by the number of the question: the chance of each row. It
    is None where too few worlds were found to say, and many questions were not tried.
    `python -m bench.suite.posterior` finds it.
    """
    return msgspec.json.decode(read_part(POSTERIOR), type=dict[int, tuple[float, ...] | None])


def partner_shares(game: AnyGame, question: PartnerQuestion) -> NDArray[np.float64]:
    """The share of worlds in which each row is the partner. Raises NoWorld, CompiledUnavailable."""
    seat = question.seat
    worlds = Batch.worlds(game, question.seen, seat, WORLDS, question.round).states
    shares: NDArray[np.float64] = (worlds["partner"][:, None] == _others(seat)).mean(axis=0)
    return shares


def _others(seat: int) -> NDArray[np.int64]:
    return (seat + np.arange(1, SEATS)) % SEATS


class _Moments(NamedTuple):
    """The moments of a round at which a seat may be asked, with the class of each."""

    round: int
    states: Any
    cells: NDArray[np.int64]


def _drawn(task: Task, moments: _Moments, cell: tuple[int, int, int]) -> Iterator[PartnerQuestion]:
    """A moment of this class, drawn from those that the round has; none where it has none."""
    fitting = np.flatnonzero((moments.cells == cell).all(axis=1))
    if len(fitting):
        index = int(fitting[dice_for(task.seed, moments.round) % len(fitting)])
        state: Any = read(task.played.state, moments.states, index)
        seat, (of_host, stage, row) = state.turn, cell
        seen = task.played.seen(state, seat)
        yield PartnerQuestion(moments.round, state, seen, seat, bool(of_host), stage, row, None)


def _rounds(task: Task) -> Iterator[_Moments]:
    """Rounds without end."""
    chunk = 0
    while True:
        states, rounds = _played(task, seed_of_chunk(task, chunk))
        cells = _cells(states)
        for number in range(CHUNK):
            here = rounds == number
            yield _Moments(chunk * CHUNK + number, states[here], cells[here])
        chunk += 1


def seed_of_chunk(task: Task, chunk: int) -> int:
    """What a chunk of rounds is dealt by."""
    return dice_for(dice_for(task.seed, APART), chunk)


def _played(task: Task, seed: int) -> tuple[Any, NDArray[np.int64]]:
    """The moments of a chunk of rounds, and in which round each of them is."""
    batch: Batch[Any] = Batch.deal(task.played, task.options, task.players, CHUNK, seed)
    dice, found, rounds = batch.dice(seed), [], []
    while batch.to_act()[0].any():
        asked = np.flatnonzero(_may_be_asked(batch.states))
        found.append(batch.states[asked])
        rounds.append(asked)
        batch.playout(dice, range(SEATS), 1)
    return np.concatenate(found), np.concatenate(rounds)


def _may_be_asked(states: Any) -> NDArray[np.bool_]:
    """Where tricks are played, and the seat to act cannot tell the partner by the rules. The partner is not
    revealed to it, nobody has seen the called card in a hand, and two others at least may have it: they have
    not run out of trumps, of which it is one.
    """
    rows, turns, hosts = np.arange(len(states)), states["turn"], states["host"]
    hidden = (states["phase"] == Phase.PLAY) & (states["alone"] == 0) & (states["revealed"] < 0)
    may_be = states["lacks"] >> TRUMPS & 1 == 0
    may_be[rows, turns] = may_be[rows, hosts] = False
    called: Any = np.maximum(states["called"], 0)[:, None]
    seen = (states["shown"] & seven_of(called) != 0) & may_be
    hidden &= (states["known_partner"][rows, turns] < 0) & ~seen.any(axis=1)
    asked: NDArray[np.bool_] = hidden & (may_be.sum(axis=1) > 1)
    return asked


def _cells(states: Any) -> NDArray[np.int64]:
    """The class of each moment."""
    turns = states["turn"]
    played = HAND_SIZE - states["hand_sizes"][np.arange(len(states)), turns]
    row = (states["partner"] - turns - 1) % SEATS
    return np.stack([turns == states["host"], np.digitize(played, BEGINS), row], axis=1)
