"""An event loop whose time is made up: it does not wait, but goes on to the next moment at which something is
due. So an evening of hours takes seconds, and what waits for a time does so as in the real thing.
"""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import pytest

from sevenfold.server import times
from sevenfold.server.tables import table
from sevenfold.server.tables.play import live_match, turns
from sevenfold.server.tables.sent import views
from tests.server.in_process import without_threads

T = TypeVar("T")

BEGAN = 1_800_000_000_000
"""When all of it begins, in ms since 1970."""


class _Hurried(selectors.SelectSelector):
    """Waits for nothing: the time that it was to wait has gone by."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise RuntimeError("nothing is due any more, and nobody has ended it")
        if not ready and timeout:
            self.time += timeout
        return ready


class HurriedLoop(asyncio.SelectorEventLoop):
    """Its time is in seconds since it began."""

    def __init__(self) -> None:
        self.hurried = _Hurried()
        super().__init__(self.hurried)

    def time(self) -> float:
        return self.hurried.time


class _Time:
    """Stands for the module `time`."""

    def __init__(self, loop: HurriedLoop) -> None:
        self._loop = loop

    def time_ns(self) -> int:
        return BEGAN * 1_000_000 + round(self._loop.time() * 1e9)


async def at_once(work: Callable[..., T], *values: Any, **more: Any) -> T:
    """Stands for `asyncio.to_thread`: what a thread does takes no time."""
    return work(*values, **more)


def run_hurried(patch: pytest.MonkeyPatch, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run this to its end in a loop of its own, by whose time all clocks of the server go."""
    loop = HurriedLoop()
    without_threads(patch)
    patch.setattr(asyncio, "to_thread", at_once)
    patch.setattr(times, "time", _Time(loop))
    for module in (live_match, table, turns, views):
        patch.setattr(module, "clock", loop.time)
    try:
        return loop.run_until_complete(work())
    finally:
        loop.close()
