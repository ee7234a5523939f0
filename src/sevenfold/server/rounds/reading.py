"""Logs read again, aside from the event loop, and a few of the rounds that were asked for last."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from sevenfold.core.match import AnyMatch
from sevenfold.core.replaying import replay_after
from sevenfold.games import load_game
from sevenfold.server.storage.logs import Logged
from sevenfold.server.storage.rows import TableRow, damaged
from sevenfold.server.tables.bots.thinkers import stand_back

T = TypeVar("T")


class Reader:
    """One thread of low priority: however many people look at rounds, it takes no more than one core."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "rounds", initializer=stand_back)

    async def run(self, work: Callable[[], T]) -> T:
        """Run this in the thread."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        """Begin no more work."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def match_of(
    row: TableRow, logged: Logged, results: Sequence[tuple[int, ...] | None] = (), until: int | None = None
) -> AnyMatch:
    """The match of a table, by our rules, as it was after entry number `until` of its log.

    The first deals, whose `results` are known, are not played again. Raises TableDamaged.
    """
    log = row.log(logged.entries[:until])
    try:
        return replay_after(load_game(row.game), log, results)
    except Exception as error:  # a damaged log can fail in any way
        raise damaged(row.id, "log", error) from None


class Latest(Generic[T]):
    """The values that were asked for last, by key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, T] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: Hashable) -> T | None:
        """The value of a key; None if it is not kept."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: Hashable, value: T) -> T:
        """Keep a value, in place of the one that was not asked for the longest."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        if len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return value
