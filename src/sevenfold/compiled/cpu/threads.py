"""Many rounds in blocks, a thread for each: machine code holds no lock, so they are worked on at once.

What comes out does not depend on how many threads there are: a round depends on itself alone.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from functools import cache
from typing import TypeVar

from sevenfold.core.given import checked_int

T = TypeVar("T")

MOST_THREADS = 1024


def checked_threads(threads: object) -> int:
    """How many threads were asked for. Raises WrongNumber."""
    return checked_int("threads", threads, 1, MOST_THREADS, what="the number of threads that work at once")


def blocks(count: int, threads: int) -> list[slice]:
    """The rounds in blocks of equal size, one for each thread; fewer where there are fewer rounds."""
    size = max(1, -(-count // threads))
    return [slice(first, min(first + size, count)) for first in range(0, count, size)]


def in_blocks(count: int, threads: int, work: Callable[[slice, int], T]) -> list[T]:
    """What `work` gives for each block of `count` rounds. It is told the number of the block too, since each
    needs scratch space of its own.

    All are done when it returns or raises.
    """
    if threads == 1:
        return [work(slice(0, count), 0)]
    parts = blocks(count, threads)
    others = [_pool().submit(work, part, number) for number, part in enumerate(parts[1:], 1)]
    try:
        own = [work(part, 0) for part in parts[:1]]
    finally:
        wait(others)
    return own + [other.result() for other in others]


@cache
def _pool() -> ThreadPoolExecutor:
    """The threads of this process, made as they are needed: idle ones are taken first."""
    return ThreadPoolExecutor(MOST_THREADS, "sevenfold")


if hasattr(os, "register_at_fork"):  # not on Windows
    os.register_at_fork(after_in_child=_pool.cache_clear)  # a process that was forked has none of the threads
