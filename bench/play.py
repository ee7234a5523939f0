"""Players who play at random at many tables of a server, each with as many sockets as they have devices.

Two times are taken from the moment a move is sent: until the view that shows it, and until the view in which
the player is to act again (or the round is over), after the bots' moves.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from random import Random
from time import perf_counter
from typing import Self

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from bench.visitors import HELLO, News, Visitor, read_all, read_news


class Times:
    """Seconds from a move to the view that shows it, to the views of the others at its table, and to the view
    in which the player is to act again.
    """

    def __init__(self) -> None:
        self.shown: list[float] = []
        self.told: list[float] = []
        self.turn: list[float] = []
        self.dropped = 0
        """Sockets that were closed while somebody played."""

    def __iadd__(self, other: Self) -> Self:
        self.shown += other.shown
        self.told += other.told
        self.turn += other.turn
        self.dropped += other.dropped
        return self


class Player:
    """A person who plays at random, one table after the other, until they are told to end.

    `think` is how long they take for a move on average, in seconds; `watching` is how many more sockets they
    have open, which only listen.
    """

    def __init__(
        self, visitor: Visitor, seed: int, think: float, watching: int = 0, **wanted: object
    ) -> None:
        self._visitor = visitor
        self._rng = Random(seed)
        self._think = think
        self._watching = watching
        self._wanted = wanted
        self.times = Times()
        self.seated = asyncio.Event()
        """Set when all their sockets are open."""
        self.may_move = asyncio.Event()
        """They make their first move when this is set."""
        self.may_move.set()

    async def play(self, within: float) -> None:
        await asyncio.sleep(self._rng.uniform(0, within))
        while True:
            table = await self._visitor.make_table(**self._wanted)
            try:
                async with asyncio.TaskGroup() as tasks:
                    seats = [asyncio.Event() for _ in range(self._watching)]
                    watching = [tasks.create_task(self._watch(table, seat)) for seat in seats]
                    for seat in seats:
                        await seat.wait()
                    async with self._visitor.socket(table) as socket:
                        await self._play_match(socket)
                    for each in watching:
                        each.cancel()
            except* ConnectionClosed:
                self.times.dropped += 1

    async def _watch(self, table: str, seat: asyncio.Event) -> None:
        async with self._visitor.socket(table) as socket:
            await socket.send(HELLO)
            await receive(socket)
            seat.set()
            await read_all(socket)
            self.times.dropped += 1

    async def _play_match(self, socket: ClientConnection) -> None:
        await socket.send(HELLO)
        news = await receive(socket)
        self.seated.set()
        while True:
            if news.to_act:
                news = await self._move(socket, news)
            elif not news.round_over:
                news = await receive(socket)
            elif news.standing is not None and news.standing.over:
                return
            else:
                await socket.send(f'{{"type": "next_round", "version": {news.version}}}')
                news = await receive(socket)

    async def _move(self, socket: ClientConnection, news: News) -> News:
        await self.may_move.wait()
        if self._think:
            await asyncio.sleep(self._rng.expovariate(1 / self._think))
        assert news.choices is not None
        move = self._rng.choice([move.text for move in news.choices.moves] or news.choices.cards)
        return await self._make(socket, news, move)

    async def _make(self, socket: ClientConnection, news: News, move: str) -> News:
        times, sent = self.times, perf_counter()
        await self._play(socket, news, move)
        news = await receive(socket)
        times.shown.append(perf_counter() - sent)
        while not news.to_act and not news.round_over:
            news = await receive(socket)
        times.turn.append(perf_counter() - sent)
        return news

    @staticmethod
    async def _play(socket: ClientConnection, news: News, move: str) -> None:
        await socket.send(f'{{"type": "play", "version": {news.version}, "move": "{move}"}}')


async def receive(socket: ClientConnection) -> News:
    """The next view."""
    while True:
        news = read_news(await socket.recv())
        if news.type in ("snapshot", "update"):
            return news
        assert news.type in ("table", "talk"), news


@asynccontextmanager
async def playing(players: Sequence[Player], within: float = 0) -> AsyncIterator[Callable[[], Times]]:
    """Let players sit down `within` some seconds, and play until the context ends.

    It yields a function that returns their times since it was last called.
    """

    def take_times() -> Times:
        taken = Times()
        for player in players:
            taken += player.times
            player.times = Times()
        return taken

    async with asyncio.TaskGroup() as tables:
        tasks = [tables.create_task(player.play(within)) for player in players]
        yield take_times
        for task in tasks:
            task.cancel()
