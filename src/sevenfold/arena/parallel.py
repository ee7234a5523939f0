"""Deals of a contest on all cores, or on a cluster, by joblib and its back ends."""

from collections.abc import Iterator
from contextlib import contextmanager

import joblib

from sevenfold.arena.contest import FEWEST, Contest, Sample, is_decided

LOOKS = 20
"""How many times a contest that goes on to its last deal is checked for a decision."""


def play_contest(contest: Contest, deals: int, samples: list[Sample]) -> Iterator[Sample]:
    """Play the deals after those in `samples`, in order, until all are played or the contest is decided.

    Each is appended to `samples` as it is given.
    """
    at_a_time = max(FEWEST, -(-deals // LOOKS))
    with joblib.Parallel(n_jobs=-1, return_as="generator") as parallel:
        while len(samples) < deals and not is_decided(samples):
            last = min(deals, len(samples) + at_a_time)
            numbers = range(len(samples) + 1, last + 1)
            for sample in parallel(joblib.delayed(contest.play)(number) for number in numbers):
                samples.append(sample)
                yield sample


@contextmanager
def on_cluster(address: str | None) -> Iterator[None]:
    """Where deals are played: on this machine, or by the Dask scheduler at an address. Raises OSError."""
    if address is None:
        yield
        return
    from distributed import Client

    with Client(address, timeout="10s"), joblib.parallel_config("dask"):  # type: ignore[no-untyped-call]
        yield
