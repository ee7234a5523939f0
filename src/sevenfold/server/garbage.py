"""Python's garbage collector, set to look through all objects now and then, not whenever there are more.

By itself Python does so every few seconds on a busy server. At 200 tables that stopped everybody for 0.2 s
each time, which was the 99th percentile of a move. What a table releases has no cycles and is freed without
the collector, and so is a table that everybody has left (tables/weakly.py). So young objects are collected
rarely too: at Python's own threshold, which a few moves reach, this took a tenth of the CPU. Objects that
survive are not looked through again until all are: after a thousand clients had come back, that took 0.1 s.
"""

import asyncio
import gc

EVERY = 600
"""Seconds from one look through all objects to the next."""

YOUNG = 50_000
"""How many more objects there must be before the young ones are looked through: a few milliseconds' work."""

NEVER = 1_000_000_000


def collect_seldom() -> None:
    """Leave older objects to `go_on_collecting`, and never look again at those that are there now."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, NEVER, NEVER)


async def go_on_collecting() -> None:
    """Look through all objects now and then."""
    while True:
        await asyncio.sleep(EVERY)
        gc.collect()
