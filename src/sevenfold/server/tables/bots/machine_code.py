"""Machine code for bots that search: compiled by a process of low priority, while people play.

Until a game's machine code is there, its bots that search play as Medium, and its tables say so. Each game
has a process of its own: one for all would take half as much memory again.
"""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.util import find_spec

import structlog

from sevenfold.games import game_names, is_brought, load_game
from sevenfold.search.warm import REVIEWS, warm_up_search
from sevenfold.server.system import free_memory, kill
from sevenfold.server.tables.bots.thinkers import Thinkers

COMPILE = "sevenfold.search.warm"
"""The module that compiles a game, and prints its name when it is done."""

COMPILING_TAKES = 450 << 20
"""The free memory that compiling takes, in bytes: the process that compiles, and Numba in the server."""

COMPILED_WITHIN = 1800.0
"""How long a process may compile a game, in seconds: it takes a minute, or several at the lowest priority on
a slow machine. The code of another package's game may loop while it is tried.
"""

STOPPED = (-signal.SIGTERM, -signal.SIGINT)
"""How a process ends that was told to stop."""

STOPPED_WITHIN = 10.0
"""How long this process has then to be told to stop too, in seconds."""

log = structlog.get_logger()

Tell = Callable[[str], Awaitable[None]]


async def prepare(thinkers: Thinkers, tell: Tell, *, reviews: bool = False) -> None:
    """Make the games ready to be searched, one after the other. `tell` is called with each.

    With `reviews` they are made ready to be reviewed afterwards.

    Without Numba no game is: plain Python takes a hundred times as long, and would hold up everybody. Nor is
    one where there is too little memory to compile: people's tables come first.
    """
    if find_spec("numba") is None:
        return
    free = free_memory()
    if free is not None and free < COMPILING_TAKES:
        log.warning(
            "not compiled: bots that search play as Medium, since compiling takes too much memory here",
            free=f"{free >> 20} MB",
            takes=f"{COMPILING_TAKES >> 20} MB",
        )
        return
    searched = [name for name in game_names() if load_game(name).sample is not None]
    waiting = [name for name in searched if thinkers.search(name) != "ready"]  # some are, after an error
    for name in waiting:
        thinkers.set_search(name, "preparing")
        thinkers.set_review(name, "preparing" if reviews else "missing")
    for name in waiting:
        problem = await _compile(name)
        if problem is None and not is_brought(name):  # the process apart reads that of another package's game
            await thinkers.run(partial(warm_up_search, load_game(name)))  # reads it from the cache
        elif problem is not None:
            log.error("not compiled: bots that search play as Medium", game=name, why=problem)
        thinkers.set_search(name, "missing" if problem else "ready")
        await tell(name)
    for name in searched if reviews else ():
        is_ready = thinkers.search(name) == "ready" and await _is_ready_for_reviews(name)
        thinkers.set_review(name, "ready" if is_ready else "missing")


async def _is_ready_for_reviews(game: str) -> bool:
    """Compile what reviews of a game take. Return whether they can be made."""
    problem = await _compile(REVIEWS, game)
    if problem is not None:
        log.error("not compiled: rounds are not reviewed", game=game, why=problem)
    return problem is None


async def _compile(*what: str) -> str | None:
    """Have a process of its own compile a game, for it would keep the memory. Return why it has not.

    `what` is what the process is told; the game comes last.
    """
    game = what[-1]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", COMPILE, *what),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(COMPILED_WITHIN):
            said = (await process.stdout.read()).decode().strip()
    except TimeoutError:
        kill(process)
        return f"it was not done within {COMPILED_WITHIN:g} seconds"
    except asyncio.CancelledError:
        kill(process)
        raise
    finally:
        status = await process.wait()
    if status in STOPPED:  # somebody stops all processes of the server: this one will hear of it too
        await asyncio.sleep(STOPPED_WITHIN)
    if said == game:
        return None
    return said.partition("\t")[2] or f"the process that compiles ended with status {status}"
