"""Whether a server ever sends somebody a card that they may not know: whole matches, every byte.

Persons sit together at one table of each game, with a spectator and a spectator who looks over a seat's
shoulder. All that each of them is sent is kept. The log then says what each could not know at each version.
"""

import asyncio
import json
import sqlite3
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import httpx
import msgspec
import typer
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection

from bench.company import table_of
from bench.measure import machine
from bench.served import BenchServer, Setup
from bench.visitors import Visitor
from sevenfold.core.log import Entry, Log
from sevenfold.core.replaying import replay
from sevenfold.games import OWN_GAMES, load_game, load_meta
from sevenfold.server.timings import Timings
from sevenfold.testing import secrecy
from sevenfold.testing.secrecy import Secrets

BRIEF = Setup(timings=Timings(card_window=5, claim_window=20))
"""Claims are open only briefly here, as their length does not matter."""

LONGEST = 600
"""Seconds after which something must be wrong."""

OPEN_SEAT = 1
"""The seat that shows its hand to the spectator who looks over its shoulder."""

Message = dict[str, Any]


@dataclass(frozen=True)
class Heard:
    """A message, and the seat whose knowledge its reader has; None is a spectator."""

    seat: int | None
    message: Message


class Evening:
    """Persons at one table, who play by hints until a number of rounds is over."""

    def __init__(self, server: BenchServer, game: str, persons: int, rounds: int | None) -> None:
        self._door = server.door
        self._persons = [Visitor(server.door) for _ in range(persons)]
        self._wanted = {"game": game, "pace": 0, "players": seats_for(game, persons)}
        self._rounds = rounds
        self.table = ""
        self.heard: list[Heard] = []
        self.over = asyncio.Event()

    async def play(self) -> None:
        """Play a match, or that number of rounds of it."""
        settings = {"watching": True, "over_shoulder": True}
        self.table = await table_of(self._persons, **self._wanted, settings=settings)
        watchers = [await self._watcher(name) for name in ("Public", "Over")]
        async with asyncio.timeout(LONGEST), asyncio.TaskGroup() as tasks:
            there = asyncio.Barrier(len(self._persons) + len(watchers))
            everybody = [
                *(self._sit(visitor, seat, there) for seat, visitor in enumerate(self._persons)),
                *(
                    self._watch(visitor, over, there)
                    for visitor, over in zip(watchers, (None, OPEN_SEAT), strict=True)
                ),
            ]
            running = [tasks.create_task(each) for each in everybody]
            await self.over.wait()
            for each in running:
                each.cancel()

    async def _watcher(self, name: str) -> Visitor:
        visitor, host = Visitor(self._door), self._persons[0]
        async with httpx.AsyncClient(base_url=f"{self._door.url}/api", timeout=60) as http:
            await visitor.begin(http)
            info = (await http.get(f"/tables/{self.table}", headers={"cookie": host.cookie})).json()
            key, headers = info["watch_link"], {"cookie": visitor.cookie}
            (await http.post(f"/invitations/{key}", json={"name": name}, headers=headers)).raise_for_status()
        return visitor

    async def _watch(self, visitor: Visitor, over: int | None, there: asyncio.Barrier) -> None:
        async with visitor.socket(self.table) as socket:
            await there.wait()  # the seat now shows its hand
            await socket.send(json.dumps({"type": "hello", "over": over}))
            async for text in socket:
                message = json.loads(text)
                view = message.get("view")
                self.heard.append(Heard(view and view["seat"], message))

    async def _show_hand(self, socket: ClientConnection) -> None:
        """Show this seat's hand to the spectator who wants to look over its shoulder."""
        shown = False
        while not shown:
            table = json.loads(await socket.recv()).get("table")
            if table is None:  # what was said
                continue
            shown = table["seats"][OPEN_SEAT]["shows_hand"]
            spectator = next(each["id"] for each in table["spectators"] if each["name"] == "Over")
            if not shown:
                await socket.send(json.dumps({"type": "show_hand", "shown": True, "to": spectator}))

    async def _sit(self, visitor: Visitor, seat: int, there: asyncio.Barrier) -> None:
        async with visitor.socket(self.table) as socket:
            await socket.send('{"type": "hello"}')
            if seat == OPEN_SEAT:
                await self._show_hand(socket)
            await there.wait()
            if seat == 0:
                await socket.send('{"type": "start", "fill": "medium"}')
            asked = 0
            async for text in socket:
                message = json.loads(text)
                self.heard.append(Heard(seat, message))
                answer = self._answer(message, seat, asked)
                if answer is not None:
                    asked = max(asked, answer["version"])
                    await socket.send(json.dumps(answer))

    def _answer(self, message: Message, seat: int, asked: int) -> Message | None:
        """What a person says to a message: they ask for a hint, and play it."""
        if message["type"] == "hint":
            return {"type": "play", "version": message["version"], "move": message["move"]["text"]}
        if message["type"] not in ("snapshot", "update"):
            return None
        standing, version = message["standing"], message["version"]
        if standing["over"] or (self._rounds is not None and len(standing["results"]) >= self._rounds):
            self.over.set()
        elif standing["next_first"] is not None:
            return {"type": "next_round", "version": version}
        elif message["view"]["phase"] in ("deal", "last_chance") and message["choices"]["moves"]:
            # cards come faster than hints
            return {"type": "play", "version": version, "move": message["choices"]["moves"][-1]["text"]}
        elif seat in message["view"]["acting"] and version > asked:
            return {"type": "ask_hint", "version": version}
        return None


def seats_for(game: str, persons: int) -> int:
    """As many seats as persons, or the fewest that the game has."""
    return max(persons, load_meta(game).players.min)


def entries_of(data: Path, table: str) -> tuple[Entry, ...]:
    """The log of a table."""
    with closing(sqlite3.connect(data / "sevenfold.db", timeout=10)) as database:
        rows = database.execute("SELECT entry FROM log WHERE table_id = ? ORDER BY seq", [table]).fetchall()
    return tuple(msgspec.json.decode(entry, type=Entry) for (entry,) in rows)


def leaks(game: str, info: Message, entries: Sequence[Entry], heard: Iterable[Heard]) -> list[str]:
    """Cards that somebody was told but could not know: all of the kind were in other players' hands."""
    rules = load_game(game)
    log = Log(game, rules.meta.rules_version, info["options"], info["players"], tuple(entries[:1]))
    secrets = Secrets.of(replay(rules, log), entries[1:])
    return list(secrecy.leaks(secrets, ((each.seat, each.message) for each in heard)))


async def evening(server: BenchServer, game: str, persons: int, rounds: int | None) -> tuple[int, list[str]]:
    """Play. Return how many messages were checked, and what they told that they should not."""
    played = Evening(server, game, persons, rounds)
    await played.play()
    info = next(each.message["table"] for each in played.heard if "table" in each.message)
    entries = await asyncio.to_thread(entries_of, server.data, played.table)
    return len(played.heard), leaks(game, info, entries, played.heard)


def main(
    rounds: Annotated[int | None, typer.Option(help="of each match; whole matches if not given")] = None,
    most: Annotated[int, typer.Option(min=2, max=5, help="persons at one table")] = 5,
) -> None:
    """Play at each game with two persons and more, and look at every byte that was sent."""
    shown = Table("game", "persons", "messages", "cards told", caption=machine())
    amiss: list[str] = []
    with BenchServer(BRIEF) as server:
        for game in OWN_GAMES:
            for persons in range(2, min(most, load_meta(game).players.max) + 1):
                looked_at, found = asyncio.run(evening(server, game, persons, rounds))
                shown.add_row(game, str(persons), f"{looked_at:,}", str(len(found)))
                amiss += found
    Console().print(shown)
    for leak in amiss:
        Console().print(leak)
    if amiss:
        raise typer.Exit(1)


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        typer.run(main)
