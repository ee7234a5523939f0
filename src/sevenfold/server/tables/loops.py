"""A loop without end in another package's game holds everybody up for ten seconds, and not for good.

The event loop calls the rules of a game, so nothing else is done meanwhile. It sets an alarm again every
second. When the alarm goes off in the middle of a package's code, that code raises LoopsForLong where it is,
and the table is paused as for any other error of its game (`faults.py`). What else takes long goes on.
"""

import asyncio
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

from sevenfold.games import folder_of, game_names, is_brought, package_of

AT_MOST = 10.0
"""How long the code of a package may be at it without a pause, in seconds: rules answer in milliseconds."""

SET_EVERY = 1.0
"""How often the alarm is set again, in seconds."""


class LoopsForLong(Exception):
    """The code of another package's game does not come to an end."""

    def __init__(self) -> None:
        super().__init__(f"it is not done after {AT_MOST:g} seconds")


@contextmanager
def interrupted() -> Iterator[None]:
    """While this goes on, loops in packages' games are interrupted where the running event loop calls them.

    Only the main thread is told of alarms, and Windows has none. Without games of packages none is set.
    """
    folders = tuple(f"{folder_of(package_of(name))}{os.sep}" for name in game_names() if is_brought(name))
    if not folders or not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def interrupt(_number: int, frame: FrameType | None) -> None:
        while frame is not None:
            if frame.f_code.co_filename.startswith(folders):
                raise LoopsForLong
            frame = frame.f_back

    before = signal.signal(signal.SIGALRM, interrupt)
    setting = asyncio.create_task(_set_alarms(), name="alarms")
    try:
        yield
    finally:
        setting.cancel()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


async def _set_alarms() -> None:
    while True:
        signal.setitimer(signal.ITIMER_REAL, AT_MOST, AT_MOST)
        await asyncio.sleep(SET_EVERY)
