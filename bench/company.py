"""Persons who play together at one table of a server, each with a socket, one match after the other.

Two times are taken from the moment a move is sent: until its maker is shown it, and until each of the
others is.
"""

import asyncio
from collections.abc import Sequence
from time import perf_counter

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from bench.play import Player, receive
from bench.visitors import HELLO, News, Visitor


class Company(Player):
    """Persons who play at random at one table, one match after the other, until they are told to end."""

    def __init__(self, visitors: Sequence[Visitor], seed: int, think: float, **wanted: object) -> None:
        super().__init__(visitors[0], seed, think, 0, **wanted)
        self._visitors = visitors
        self._sent: dict[int, float] = {}
        """When the move made at each version was sent."""

    async def play(self, within: float) -> None:
        """Sit down and play."""
        await asyncio.sleep(self._rng.uniform(0, within))
        while True:
            table = await table_of(self._visitors, **self._wanted)
            there = asyncio.Barrier(len(self._visitors))
            self._sent.clear()
            try:
                async with asyncio.TaskGroup() as tasks:
                    for visitor in self._visitors:
                        tasks.create_task(self._play_at(visitor, table, there))
            except* ConnectionClosed:
                self.times.dropped += 1

    async def _play_at(self, visitor: Visitor, table: str, there: asyncio.Barrier) -> None:
        host = visitor is self._visitors[0]
        async with visitor.socket(table) as socket:
            await socket.send(HELLO)
            await there.wait()
            if host:
                await socket.send('{"type": "start", "fill": "medium"}')
            news = await receive(socket)
            self.seated.set()
            while not (news.standing is not None and news.standing.over):
                if news.to_act:
                    news = await self._move(socket, news)
                    continue
                if news.round_over:
                    await socket.send(f'{{"type": "next_round", "version": {news.version}}}')
                news = await self._hear(socket)

    async def _hear(self, socket: ClientConnection) -> News:
        """What is new, after the move of somebody else."""
        news = await receive(socket)
        sent = self._sent.get(news.since)
        if sent is not None:
            self.times.told.append(perf_counter() - sent)
        return news

    async def _make(self, socket: ClientConnection, news: News, move: str) -> News:
        sent = self._sent[news.version] = perf_counter()
        await self._play(socket, news, move)
        news = await receive(socket)
        self.times.shown.append(perf_counter() - sent)
        return news


async def table_of(visitors: Sequence[Visitor], **wanted: object) -> str:
    """Make a table that has not started, at which these sit in this order. Return its id."""
    host, *others = visitors
    table = await host.make_table(**(wanted | {"friends": True}))
    async with httpx.AsyncClient(base_url=f"{host.door.url}/api", timeout=60, verify=False) as http:
        answer = await http.get(f"/tables/{table}", headers={"cookie": host.cookie})
        answer.raise_for_status()
        link = answer.json()["link"]
        for seat, visitor in enumerate(others, 1):
            await visitor.begin(http)
            join = {"seat": seat, "name": f"Friend {seat}"}
            answer = await http.post(f"/invitations/{link}", json=join, headers={"cookie": visitor.cookie})
            answer.raise_for_status()
    return table
