"""A small evening at the processes of a server, over its routes and sockets: some of its people are lost."""

import asyncio
from random import Random

import msgspec

from sevenfold.server.protocol.events import EventInfo
from sevenfold.testing.running import Message, any_move
from tests.server.club import Browser, Club, Socket

PEOPLE = 5

DEALS = 3

LOOK = 0.2
"""How often somebody looks at the event, in seconds."""

LOST = ("is_missing", "closes", "leaves", "another_session", None, None)
"""What becomes of somebody in a round; None plays on."""


class EveningOfProcesses:
    """An evening that its people play; who is lost, and how, follows from a seed."""

    def __init__(self, club: Club, random: Random) -> None:
        self._club = club
        self._random = random

    async def play(self) -> EventInfo:
        """Play an evening to its end. Return it as its host sees it."""
        self._host = await self._club.browser()
        asked = {"name": "Thursday", "game": self._club.game, "kind": "evening", "deals": DEALS}
        made = await self._host.ask("POST", "/api/events", asked | {"movement": "individual"})
        self._event: str = made.json()["id"]
        people = [await self._club.browser() for _ in range(PEOPLE)]
        for number, browser in enumerate(people):
            await self._ask(browser, "POST", "/people", {"name": f"Person {number}"})
        await self._ask(self._host, "POST", "/begin")
        async with asyncio.TaskGroup() as group:
            for browser in people:
                group.create_task(self._live(browser, Random(self._random.random())))
        return msgspec.convert(await self._ask(self._host, "GET"), EventInfo)

    async def _ask(
        self, browser: Browser, method: str, what: str = "", body: Message | None = None
    ) -> Message:
        answer = await browser.ask(method, f"/api/events/{self._event}{what}", body)
        assert answer.status_code in (200, 204, 403, 409), answer.text
        found: Message = answer.json() if answer.content else {}
        return found

    async def _live(self, browser: Browser, random: Random) -> None:
        """Look at the event now and then, and go where it leads, to its end."""
        round_ = 0
        while True:
            event = await self._ask(browser, "GET")
            if event["state"] == "over":
                return
            if not event["you_in"]:
                await self._ask(browser, "POST", "/people", {})
            elif not event["you_here"]:
                await self._ask(browser, "POST", "/people/me/here")
            if event["table"] is not None and event["round"] != round_:
                round_ = event["round"]
                browser = await self._sit(browser, event, random)
            await asyncio.sleep(LOOK)

    async def _sit(self, browser: Browser, event: Message, random: Random) -> Browser:
        """Play a round, or be lost in it. Return the browser that they have then."""
        loss = random.choice(LOST)
        socket = await browser.open(event["table"])
        await self._play(socket, 100 if loss is None else random.randrange(4))
        if loss is not None:
            await socket.close()
            await asyncio.sleep(random.uniform(0, 1))
        if loss == "closes":
            await self._play(await browser.open(event["table"]), 100)
        elif loss == "leaves":
            await self._ask(browser, "DELETE", "/people/me")
        elif loss == "another_session":
            return await self._come_back_anew(event)
        return browser

    async def _come_back_anew(self, event: Message) -> Browser:
        me = next(each["pseudonym"] for each in event["standings"] if each["you"])
        browser = await self._club.browser()
        asked = await self._ask(browser, "POST", "/people", {"in_place_of": me})
        for each in asked.get("asking", ()):
            await self._ask(self._host, "POST", f"/asking/{each['pseudonym']}", {"agree": True})
        return browser

    async def _play(self, socket: Socket, moves: int) -> None:
        """Play so many moves, or to the end of the deal."""
        said = -1
        while moves and socket in socket.browser.sockets:
            game = socket.game
            if game is not None and game["standing"]["over"]:
                return
            if game is not None and socket.may_play and game["version"] != said:
                moves, said = moves - 1, game["version"]
                socket.send("play", version=said, move=any_move(game))
            await asyncio.sleep(0.01)
