"""Work shared out between processes of this machine or of a cluster, by joblib and its back ends."""

import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TypeVar

from sevenfold.arena.contest import FEWEST, Contest, Sample, is_decided
from sevenfold.core.each import ForEach, one_by_one
from sevenfold.core.given import checked_int

T = TypeVar("T")
R = TypeVar("R")

LOOKS = 20
"""How many times a contest that goes on to its last deal is checked for a decision."""


@contextmanager
def sharing(workers: int | None = None, cluster: str | None = None) -> Iterator[ForEach]:
    """What does work for each of many items: in so many processes, with None in one for each core, or by all
    workers of the Dask scheduler at an address; by one worker it is done here.

    The work, its items and what comes of them are pickled. Raises WrongNumber, OSError.
    """
    jobs = -1 if workers is None else checked_int("workers", workers, 1)
    if cluster is None and jobs == 1:
        yield one_by_one
        return
    import joblib  # of the extra `arena`

    shared = joblib.Parallel(-1 if cluster else jobs, return_as="generator")
    with on_cluster(cluster), shared as parallel, ExitStack() as begun:

        def each(work: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
            made: Generator[R, None, None] = parallel(joblib.delayed(work)(item) for item in items)
            begun.callback(_leave, made)
            return made

        yield each


def _leave(made: Generator[object, None, None]) -> None:
    """End work of which nobody wants the rest; joblib would warn of it whenever it is collected."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made.close()


@contextmanager
def on_cluster(address: str | None) -> Iterator[None]:
    """Where joblib has work done: on this machine, or by the Dask scheduler at an address. Raises OSError."""
    if address is None:
        yield
        return
    import joblib
    from distributed import Client

    with Client(address, timeout="10s"), joblib.parallel_config("dask"):  # type: ignore[no-untyped-call]
        yield


def play_contest(
    contest: Contest, deals: int, samples: list[Sample], each: ForEach | None = None
) -> Iterator[Sample]:
    """Play the deals after those in `samples`, in order, until all are played or the contest is decided.

    Each is appended to `samples` as it is given. Without an `each` they are played on all cores.
    """
    if each is None:
        with sharing() as on_all_cores:
            yield from play_contest(contest, deals, samples, on_all_cores)
        return
    at_a_time = max(FEWEST, -(-deals // LOOKS))
    while len(samples) < deals and not is_decided(samples):
        last = min(deals, len(samples) + at_a_time)
        for sample in each(contest.play, range(len(samples) + 1, last + 1)):
            samples.append(sample)
            yield sample
