"""Jobs: what a table does by itself, such as its bots' moves."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager

import structlog

from sevenfold.server.errors import GameErred, RulesChanged, StorageProblem, TableDamaged, TableUnknown

AT_ONCE = 8
"""At how many tables bots may move at the same time."""

log = structlog.get_logger()


class Jobs:
    """Runs the tables' work, by tasks of this process.

    A bot that does not search takes 0.1 to 0.4 ms a move, hardly more than it would cost to hand the move to
    a thread. Bots of AT_ONCE tables play at a time, so that people's moves come first. Bots that search have
    threads of their own (`thinkers.py`).
    """

    def __init__(self) -> None:
        self._thinking = asyncio.Semaphore(AT_ONCE)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """Running jobs that were started again: they may have looked already at what has changed since."""

    def start(self, name: str, work: Callable[[], Awaitable[None]], keep: object = None) -> None:
        """Start the work; if work of this name is still running, it is done once more afterwards.

        `keep` stays in memory meanwhile.
        """
        if name in self._tasks and not self._tasks[name].done():
            self._again.add(name)
        else:
            self._tasks[name] = asyncio.create_task(self._do_and_again(name, work, keep))

    @property
    def running(self) -> int:
        """How many go on."""
        return len(self._tasks)

    def thinking(self) -> AbstractAsyncContextManager[None]:
        """To be held while a bot moves, so that people's moves need not wait for the bots of all tables."""
        return self._thinking

    async def idle(self) -> None:
        """Wait until all work that was begun is done."""
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _do_and_again(self, name: str, work: Callable[[], Awaitable[None]], _keep: object) -> None:
        try:
            await self._do(name, work)
            while name in self._again:
                self._again.discard(name)
                await self._do(name, work)
        finally:
            self._again.discard(name)
            del self._tasks[name]

    async def _do(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except TableUnknown:
            pass  # it was deleted meanwhile
        except (StorageProblem, TableDamaged, RulesChanged, GameErred):
            pass  # already reported
        except Exception:
            log.exception("job failed", job=name)

    async def close(self) -> None:
        """Stop all work."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
