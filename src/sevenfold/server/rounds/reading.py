"""Logs read again, aside from the event loop, and a few of the rounds that were asked for last."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Event, Lock
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from sevenfold.core.match import AnyMatch
from sevenfold.core.replaying import replay_after
from sevenfold.games import load_game
from sevenfold.server.errors import GivenUp
from sevenfold.server.storage.logs import Logged
from sevenfold.server.storage.rows import TableRow, damaged
from sevenfold.server.tables.bots.thinkers import stand_back

T = TypeVar("T")


LOWEST = 19
"""The niceness of the thread for what nobody waits for."""

IsGivenUp = Callable[[], bool]
"""Whether nobody waits any more for what is being done."""


class Reader:
    """Threads of low priority, however many people look at rounds: one for what takes milliseconds, one for
    what takes seconds, so that no click waits for a search, and one for what nobody waits for.
    """

    def __init__(self) -> None:
        self._quick = ThreadPoolExecutor(1, "rounds", initializer=stand_back)
        self._dear = ThreadPoolExecutor(1, "searches", initializer=stand_back)
        self._aside = ThreadPoolExecutor(1, "aside", initializer=partial(stand_back, LOWEST))
        self._turns: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        """Held by whoever has something dear done."""
        self._newest: dict[Hashable, Event] = {}
        """Set where the newest of somebody's questions is given up too."""

    async def run(self, work: Callable[[], T]) -> T:
        """Run what takes milliseconds."""
        return await asyncio.get_running_loop().run_in_executor(self._quick, work)

    async def run_dear(self, who: Hashable, work: Callable[[], T]) -> T:
        """Run what takes long: one thing at a time for each, so that others come in between."""
        turn = self._turns.setdefault(who, asyncio.Lock())
        async with turn:
            return await asyncio.get_running_loop().run_in_executor(self._dear, work)

    async def run_aside(self, work: Callable[[], T]) -> T:
        """Run what nobody waits for, with the lowest priority."""
        return await asyncio.get_running_loop().run_in_executor(self._aside, work)

    async def run_newest(self, who: Hashable, work: Callable[[IsGivenUp], T]) -> T:
        """Run what takes long, in place of what the same person asked for so before.

        `work` asks now and then whether it is given up itself. Raises GivenUp.
        """
        given_up, older = Event(), self._newest.get(who)
        self._newest[who] = given_up
        if older is not None:
            older.set()

        def unless_given_up() -> T:
            if given_up.is_set():
                raise GivenUp
            return work(given_up.is_set)

        try:
            return await self.run_dear(who, unless_given_up)
        finally:
            if self._newest.get(who) is given_up:
                del self._newest[who]

    def close(self) -> None:
        """Begin no more work, and give up what people have asked for."""
        for given_up in self._newest.values():
            given_up.set()
        for pool in (self._quick, self._dear, self._aside):
            pool.shutdown(wait=False, cancel_futures=True)


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
    """The values that were asked for last, by key. Several threads may ask."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[Hashable, T] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def find(self, key: Hashable) -> T | None:
        """The value of a key; None if it is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def put(self, key: Hashable, value: T) -> T:
        """Keep a value, in place of the one that was not asked for the longest."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return value
