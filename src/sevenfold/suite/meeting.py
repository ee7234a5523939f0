"""An agent among the players of the pool on the held-out deals, and what it gains on them."""

import base64
import zlib
from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from sevenfold.core.dice import dice_for
from sevenfold.core.duplicate import Interval, interval
from sevenfold.core.with_progress import WithProgress
from sevenfold.suite.seating import Chooser, ManyTables, alone, one_among_others, play
from sevenfold.suite.tasks import Task

CHUNK = 250
"""How many deals are played at a time. Deal i of a chunk does not depend on how many there are."""

T = TypeVar("T")

Whole = NDArray[np.int64]


class SeatGain(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat brought on average, and by how much more than to the opponent at the same seat of the same
    deals, with `reach` to either side (95 %).
    """

    result: float
    gain: float
    reach: float


class Met(msgspec.Struct, frozen=True, kw_only=True):
    """How an agent did with one kind of opponent at all other seats, each deal from every seat.

    A deal is one sample. `gain` is what it brings more than the opponent gets at the same seats, in the
    game's direction; `reach` is to either side of it, 95 %. `samples` and `usual` have what each seat of each
    deal brought the agent, and the opponent in its place, so that all else can be computed again.
    """

    opponent: str
    deals: int
    whole: bool
    """Whether these are all the held-out deals that a whole run plays."""
    result: float
    result_reach: float
    gain: float
    reach: float
    seats: tuple[SeatGain, ...]
    samples: str
    usual: str


def chunks(deals: int) -> Iterator[tuple[int, int]]:
    """The number of each chunk, and how many deals it has."""
    for number in range(-(-deals // CHUNK)):
        yield number, min(CHUNK, deals - number * CHUNK)


def seed_of(task: Task, chunk: int) -> int:
    """The seed of a chunk of the held-out deals."""
    return dice_for(task.seed, chunk)


def brought(
    task: Task, one: Chooser, others: Chooser, deals: int, progress: WithProgress, what: str
) -> Whole:
    """What each deal brought `one` from each seat, with `others` at all other seats: a row a deal."""
    parts = []
    for number, size in chunks_with_progress(deals, progress, what):
        tables = ManyTables(task, size, task.players, seed_of(task, number))
        results = play(tables, [one, others], one_among_others).reshape(size, task.players, task.players)
        parts.append(np.diagonal(results, axis1=1, axis2=2))
    return np.concatenate(parts)


def usual(task: Task, player: Chooser, deals: int, progress: WithProgress, what: str) -> Whole:
    """What each deal brings each seat with a player at all seats: a row a deal."""
    parts = []
    for number, size in chunks_with_progress(deals, progress, what):
        parts.append(play(ManyTables(task, size, 1, seed_of(task, number)), [player], alone))
    return np.concatenate(parts)


def chunks_with_progress(deals: int, progress: WithProgress, what: str) -> Iterator[tuple[int, int]]:
    """The chunks, with progress."""
    sizes = dict(chunks(deals))
    for number in progress(sizes, len(sizes), what):
        yield number, sizes[number]


def met(task: Task, opponent: str, own: Whole, other: Whole, whole: bool) -> Met:
    """The statistics of what deals brought an agent, and an opponent in its place."""
    gain = task.played.meta.sign * (own - other)
    seats = tuple(
        SeatGain(
            result=_rounded(own[:, seat].mean()),
            gain=_rounded(of.mean),
            reach=_rounded(of.reach),
        )
        for seat in range(own.shape[1])
        for of in [interval(gain[:, seat].tolist())]
    )
    results, gains = _by_deal(own), _by_deal(gain)
    return Met(
        opponent=opponent,
        deals=len(own),
        whole=whole,
        result=_rounded(results.mean),
        result_reach=_rounded(results.reach),
        gain=_rounded(gains.mean),
        reach=_rounded(gains.reach),
        seats=seats,
        samples=packed(own),
        usual=packed(other),
    )


def _by_deal(results: Whole) -> Interval:
    return interval(results.mean(axis=1).tolist())


def _rounded(number: float) -> float:
    return round(float(number), 4)


def packed(results: Whole) -> str:
    """Whole numbers as text: two bytes each, the lower first, deal by deal; deflated, in base 64."""
    return base64.b64encode(zlib.compress(results.astype("<i2").tobytes(), 9)).decode()


def unpacked(text: str, seats: int) -> Whole:
    """The numbers of `packed`, a row a deal."""
    raw = zlib.decompress(base64.b64decode(text))
    return np.frombuffer(raw, "<i2").astype(np.int64).reshape(-1, seats)


def silently(items: Iterable[T], _total: int | None, _what: str) -> Iterable[T]:
    """A WithProgress that shows nothing."""
    return items
