"""Python's garbage collector: all objects are looked through now and then, not whenever there are more.

By itself Python does so every few seconds on a busy server. At 200 tables that stopped everybody for 0.2 s
each time. What a table lets go has no cycles and is freed without it.
"""

import asyncio
import gc

EVERY = 600
"""Seconds from one look through all objects to the next."""

NEVER = 1_000_000_000


def collect_seldom() -> None:
    """Leave the oldest objects to `go_on_collecting`, and those that are there now for good."""
    gc.collect()
    gc.freeze()
    young, middle, _ = gc.get_threshold()
    gc.set_threshold(young, middle, NEVER)


async def go_on_collecting() -> None:
    """Look through all objects now and then."""
    while True:
        await asyncio.sleep(EVERY)
        gc.collect()
