"""Reads by key, in batches: those that come while others are being answered go into one statement."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Generic, TypeVar

T = TypeVar("T")

AT_ONCE = 2
"""How many statements are under way at the same time: a large one need not keep a small one waiting."""


class BatchedReads(Generic[T]):
    """Reads by key. `ask` reads many keys at once, and leaves out keys that do not exist.

    A read is answered by a statement that begins after it was asked for: no answer is older than its
    question.
    """

    def __init__(self, ask: Callable[[Collection[str]], Awaitable[Mapping[str, T]]]) -> None:
        self._ask = ask
        self._asking = asyncio.Semaphore(AT_ONCE)
        self._keys: set[str] = set()
        self._next: asyncio.Task[Mapping[str, T]] | None = None
        """The statement that will read those keys and has not begun."""

    async def find(self, keys: Collection[str]) -> dict[str, T]:
        """The answers of these keys. Raises what `ask` raises."""
        if not keys:
            return {}
        self._keys.update(keys)
        if self._next is None:
            self._next = asyncio.create_task(self._ask_next())
            self._next.add_done_callback(_log_error)
        found = await asyncio.shield(self._next)
        return {key: found[key] for key in keys if key in found}

    async def _ask_next(self) -> Mapping[str, T]:
        async with self._asking:
            keys, self._keys, self._next = self._keys, set(), None
            return await self._ask(keys)


def _log_error(asking: "asyncio.Task[object]") -> None:
    """Mark the error as seen: those who wait get it, but perhaps nobody waits any more."""
    if not asking.cancelled():
        asking.exception()
