"""Machine code for bots that search: compiled by a process of low priority, while people play.

Until a game's machine code is there, its bots play by rules, and its tables say so.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib.util import find_spec

import structlog

from sevenfold.games import ROOMS, load_game
from sevenfold.search.warm import warm_up_search
from sevenfold.server.protocol import Search
from sevenfold.server.tables.thinkers import Thinkers

COMPILE = "sevenfold.search.warm"
"""The module that compiles the games named, and prints the name of each when it is done."""

log = structlog.get_logger()

Tell = Callable[[str], Awaitable[None]]


async def prepare(thinkers: Thinkers, tell: Tell) -> None:
    """Make the games ready to be searched, one after the other. `tell` is called with each.

    Without Numba no game is: plain Python takes a hundred times as long, and would hold up everybody.
    """
    if find_spec("numba") is None:
        return
    waiting = [name for name in ROOMS if load_game(name).sample is not None]
    for name in waiting:
        thinkers.set_search(name, "preparing")
    async for name in _compiled(tuple(waiting)):
        await thinkers.run(partial(warm_up_search, load_game(name)))  # reads it from the cache
        waiting.remove(name)
        await _change(thinkers, name, "ready", tell)
    for name in waiting:
        log.error("not compiled: bots that search play by rules", game=name)
        await _change(thinkers, name, "missing", tell)


async def _change(thinkers: Thinkers, name: str, search: Search, tell: Tell) -> None:
    thinkers.set_search(name, search)
    await tell(name)


async def _compiled(games: Sequence[str]) -> AsyncIterator[str]:
    """Yield each game once its machine code is in the cache."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", COMPILE, *games),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        async for line in process.stdout:
            yield line.decode().strip()
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
