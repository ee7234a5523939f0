"""Persons who ask for reviews of finished rounds all the time, while others play."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import product

import httpx

from bench.served import BenchServer, Door
from bench.visitors import HELLO, Visitor, read_news

ROUNDS = 30
"""How many rounds each person has finished before: each is reviewed twice, also with all cards known."""

COMPILED_WITHIN = 600
"""How long it may take until rounds of a game can be judged, in seconds."""

LOOK_EVERY = 0.5
"""How often they look how far a review is, in seconds."""


class Asker:
    """A person who has finished rounds and asks for one review after the other."""

    def __init__(self, door: Door) -> None:
        self._visitor = Visitor(door)
        self._rounds: list[str] = []
        self.reviews = 0
        """How many reviews they were shown."""

    async def play(self, game: str, rounds: int) -> None:
        """Finish rounds, table after table."""
        while len(self._rounds) < rounds:
            table = await self._visitor.make_table(game=game)
            await self._play_some(table, rounds - len(self._rounds))
            async with self._http() as http:
                shown = (await http.get(f"/api/rounds/{table}.last")).json()
            self._rounds += [each["id"] for each in shown["rounds"]]

    async def _play_some(self, table: str, rounds: int) -> None:
        async with self._visitor.socket(table) as socket:
            await socket.send(HELLO)
            async for text in socket:
                news = read_news(text)
                if news.choices is None or news.standing is None:
                    continue
                rounds -= news.round_over
                if news.standing.over or not rounds:
                    return
                if news.round_over:
                    await socket.send(f'{{"type": "next_round", "version": {news.version}}}')
                elif news.to_act:
                    move = ([each.text for each in news.choices.moves] or news.choices.cards)[0]
                    await socket.send(f'{{"type": "play", "version": {news.version}, "move": "{move}"}}')

    def _http(self) -> httpx.AsyncClient:
        headers = {"cookie": self._visitor.cookie}
        return httpx.AsyncClient(base_url=self._visitor.door.url, headers=headers, timeout=60)

    async def ask(self) -> None:
        """Ask for all reviews, each when the one before is done."""
        async with self._http() as http:
            for round_id, known in product(self._rounds, ("false", "true")):
                await self._ask(http, f"/api/rounds/{round_id}/review", known)
                self.reviews += 1

    async def _ask(self, http: httpx.AsyncClient, path: str, known: str) -> None:
        state = (await http.post(path, json={"known": known == "true"})).raise_for_status().json()["state"]
        while state in ("queued", "running"):
            await asyncio.sleep(LOOK_EVERY)
            state = (await http.get(path, params={"known": known})).json()["state"]
        assert state == "done", state


@asynccontextmanager
async def asking(askers: list[Asker]) -> AsyncIterator[None]:
    """They ask until the context ends."""
    async with asyncio.TaskGroup() as tasks:
        asked = [tasks.create_task(asker.ask()) for asker in askers]
        yield
        assert not any(each.done() for each in asked), f"more ROUNDS are wanted in {__name__}"
        for each in asked:
            each.cancel()


async def with_rounds(package: BenchServer, game: str, persons: int) -> list[Asker]:
    """Persons who have finished rounds, once a round of somebody else was reviewed: machine code is there."""
    first, *askers = [Asker(package.door) for _ in range(persons + 1)]
    for asker in (first, *askers):
        await asker.play(game, 1 if asker is first else ROUNDS)
    async with asyncio.timeout(COMPILED_WITHIN):
        await first.ask()
    return askers
