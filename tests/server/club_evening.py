"""A random evening in a whole club: people come, play, watch, look, share, and try every door.

What makes an evening rich is chosen more often: cards taken, rounds looked at, browsers attached. Everything
else is asked at random, at every door that there is.
"""

from collections import Counter
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from tests.server.all_doors import MESSAGES, VALUES, Asking, all_doors, at_door, tell
from tests.server.club import Browser, Club, Socket

BROWSERS = 6

ACTS = 80

MOST_ENDED = 12
"""So many of the last tables are played to the end of their round at last."""

DOORS = {door.name: door for door in all_doors()}

OFTEN = {
    "GET /api/rounds/{round_id:str}": 14,
    "GET /api/rounds/{round_id:str}/record": 5,
    "POST /api/rounds/{round_id:str}/link": 8,
    "POST /api/rounds/{round_id:str}/what-if": 4,
    "POST /api/rounds/{round_id:str}/tables": 10,
    "POST /api/rounds/{round_id:str}/again": 6,
    "POST /api/rounds/{round_id:str}/cards": 12,
    "POST /api/cards/{key:str}/tables": 20,
    "GET /api/boards/{board:str}": 6,
    "POST /api/tables": 3,
    "POST /api/invitations/{key:str}": 14,
    "POST /api/today/{game:str}/{number:int}/tables": 7,
    "POST /api/events": 2,
    "POST /api/events/{event:str}/people": 8,
    "POST /api/events/{event:str}/deals/{number:int}/tables": 8,
    "POST /api/events/{event:str}/begin": 5,
    "GET /api/events/{event:str}": 4,
    "GET /api/events/{event:str}/records": 3,
    "LISTEN /api/events/{event:str}/socket": 8,
    "POST /api/tables/{table:str}/leave": 5,
    "DELETE /api/session": 0.5,
    "DELETE /api/browsers": 0.5,
    "DELETE /api/events/{event:str}": 0.5,
    "DELETE /api/tables/{table:str}": 1,
}
"""How often a door is tried, where it is not 1; what shows no game, 0.1."""

SELDOM = ("/api/games", "/api/docs", "/api/openapi", "/healthz", "/readyz", "/api/network", "/api/qr")

OFTEN_SAID = {
    "start": 5,
    "hello": 4,
    "show_hand": 6,
    "set_open": 3,
    "ask_take_back": 3,
    "answer_take_back": 3,
}
RARELY_SAID = {"remove": 0.3, "set_pause": 0.5, "pass_host": 0.5}


ERRANDS = {
    "GET /api/rounds/{round_id:str}": 3,
    "GET /api/rounds/{round_id:str}/record": 1,
    "POST /api/rounds/{round_id:str}/what-if": 1,
    "POST /api/rounds/{round_id:str}/tables": 2,
    "POST /api/rounds/{round_id:str}/again": 1,
    "POST /api/cards/{key:str}/tables": 5,
    "POST /api/invitations/{key:str}": 4,
    "POST /api/tables/{table:str}/leave": 2,
    "DELETE /api/tables/{table:str}": 0.3,
}
"""What somebody does in a row who wants to know a deal, or to play it."""


def _weight(name: str) -> float:
    path = name.partition(" ")[2]
    return OFTEN.get(name, 0.1 if path.startswith(SELDOM) or path == "/" else 1.0)


class Evening:
    """A random evening. `club.steps` says what was done."""

    def __init__(self, club: Club, seed: int) -> None:
        self.club = club
        self.rng = Random(seed)
        self.done: Counter[str] = Counter()

    async def play(self, acts: int = ACTS) -> None:
        for _ in range(BROWSERS):
            await self.club.browser()
        await self._begin_table()
        if self.rng.random() < 0.6:
            await self._begin_event()
        does: dict[Callable[[], Awaitable[None]], float] = {
            self.some_door: 30,
            self.some_message: 12,
            self.go_on: 16,
            self.errand: 22,
            self.look: 6,
            self.attach: 3,
            self.leave: 2,
            self.change_places: 4,
            self.new_person: 2,
        }
        for _ in range(acts):
            act = self.rng.choices(list(does), list(does.values()))[0]
            await act()
            await self.club.step()
        for table in list(self.club.books.tables)[-MOST_ENDED:]:  # what is begun comes to its end
            await self._advance(table, 40)
            await self.club.step()

    @property
    def browser(self) -> Browser:
        return self.rng.choice(self.club.browsers)

    # --- what people do ---------------------------------------------------------------------------

    async def some_door(self) -> None:
        """Somebody asks at some door, and looks at the table that they are given."""
        names = list(DOORS)
        name = self.rng.choices(names, [_weight(each) for each in names])[0]
        await self._ask(self.browser, name)

    async def some_message(self) -> None:
        """Somebody sends some message at a table."""
        sockets = [each for browser in self.club.browsers for each in browser.sockets]
        if not sockets:
            return
        names = list(MESSAGES)
        weights = [OFTEN_SAID.get(each, RARELY_SAID.get(each, 1.0)) for each in names]
        name = self.rng.choices(names, weights)[0]
        self.done[name] += await tell(self.rng.choice(sockets), name, self.rng)

    async def go_on(self) -> None:
        """Those at a table play on for some moves."""
        tables = [each.table for browser in self.club.browsers for each in browser.sockets]
        if tables:
            await self._advance(self.rng.choice(tables), self.rng.choice([1, 3, 12, 40]))

    async def look(self) -> None:
        """Somebody opens a table; whoever may looks over a shoulder."""
        socket = await self.browser.at(Asking(self.club, self.rng, "").one_of(self.club.books.tables))
        await self.club.quiet()
        socket.send("hello", version=None, over=self.rng.choice([None, 0, 1]))

    async def errand(self) -> None:
        """Somebody does several things in a row that have to do with the deals of one table."""
        club, rng, browser = self.club, self.rng, self.browser
        begun = [table for table, log in club.books.logs.items() if len(log) > 1]
        if not begun:
            return
        club.focus = rng.choice(begun)
        try:
            await self._share(club.focus)
            for name in rng.choices(list(ERRANDS), list(ERRANDS.values()), k=rng.randint(2, 5)):
                who = browser if rng.random() < 0.9 else self.browser
                await self._ask(who, name)
        finally:
            club.focus = None

    async def attach(self) -> None:
        """A browser becomes one of another's person; perhaps both have played a deal of today."""
        mine, other = self.rng.sample(self.club.browsers, 2)
        if self.rng.random() < 0.4:
            for browser in (mine, other):
                await self._play_today(browser)
        made = await mine.ask("POST", "/api/browsers/link")
        if made.status_code != 200:
            return
        bring = {"bring": self.rng.random() < 0.8}
        key = made.json()["key"]
        await other.ask("POST", "/api/browser_links/{key:str}", bring, key=key)
        await other.ask("GET", "/api/browser_links/{key:str}", key=key)  # its new cookie is there
        await self.club.step()
        await mine.ask("POST", "/api/browsers/link/answer", {"attach": True})

    async def leave(self) -> None:
        """Somebody leaves a table at which they are."""
        browser = self.browser
        tables = [each.table for each in browser.sockets]
        if tables:
            await browser.ask("POST", "/api/tables/{table:str}/leave", table=self.rng.choice(tables))

    async def change_places(self) -> None:
        """Somebody leaves in the middle of a deal, and another comes there, or where a bot sits."""
        seats = self.club.books.seats[self.club.at - 1]
        begun = {table: row for table, row in self.club.books.tables.items() if row.board is None}
        there = [each for each in seats if each[0] in begun and self.club.books.logs[each[0]]]
        if not there:
            return
        table, seat = self.rng.choice(there)
        await self._advance(table, 3)
        await self.club.step()
        who = next((each for each in self.club.browsers if each.person == seats[table, seat]), None)
        keys = [key for key in self.club.told["link"] if self.club.books.invitations.get(key) == table]
        if who is None or not keys:
            return
        await who.ask("POST", "/api/tables/{table:str}/leave", table=table)
        await self.club.step()
        if self.rng.random() < 0.5:
            seat = self.rng.randrange(begun[table].players)
        body = {"seat": seat, "name": self.rng.choice(["Ida", "Jan", "Kim", "Lea"])}
        watching = [each for each in self.club.browsers if self._has_watched(each, table)]
        comes = self.rng.choice(watching) if watching and self.rng.random() < 0.5 else self.browser
        answer = await comes.ask("POST", "/api/invitations/{key:str}", body, key=keys[-1])
        await self.club.step()
        if answer.status_code == 200:
            await self._advance(table, 12)

    async def new_person(self) -> None:
        """A browser that has lost its session is somebody new."""
        if len(self.club.browsers) < BROWSERS + 3:
            await self.club.browser()

    # --- of them ----------------------------------------------------------------------------------

    async def _ask(self, browser: Browser, name: str) -> None:
        answer = await at_door(browser, DOORS[name], self.rng)
        self.done[name] += answer is not None
        await self.club.step()
        table = answer.get("id") if isinstance(answer, dict) and "seats" in answer else None
        if table is not None and self.rng.random() < 0.8:
            await browser.at(table)
            await self.club.quiet()
            await self.club.step()
            if self.rng.random() < 0.5:
                await self._advance(table, 40)

    async def _share(self, table: str) -> None:
        """Somebody who has sat at a table gives others its round or its cards, or plays it on with them."""
        row, rng = self.club.books.tables[table], self.rng
        mine = [each for each in self.club.browsers if each.person in self._sat(table)]
        if not mine:
            return
        doors: dict[str, Any] = {
            "link": None,
            "cards": {"seat": rng.randrange(2)},
            "tables": {"at": 4, "seat": 0, "friends": True, "bots": ("easy",), "pace": 0},
        }
        for door, body in doors.items():
            if rng.random() < 0.4:
                route = f"/api/rounds/{{round_id:str}}/{door}"
                await rng.choice(mine).ask("POST", route, body, round_id=f"{table}.{row.first_round}")
                await self.club.step()

    async def _play_today(self, browser: Browser) -> None:
        """Somebody plays a deal of today."""
        route = "/api/today/{game:str}/{number:int}/tables"
        answer = await browser.ask("POST", route, {"pace": 0}, game=self.club.game, number="1")
        await self.club.step()
        if answer.status_code == 201:
            await self._advance(answer.json()["id"], 40)
            await self.club.step()

    async def _begin_table(self) -> None:
        """A table of two persons and a spectator, as evenings usually begin."""
        host, friend, watcher = self.club.browsers[:3]
        settings = {"watching": True, "over_shoulder": True, "joining": "at_once", "take_back": "agreed"}
        wanted = {"game": self.club.game, "pace": 0, "friends": True, "name": "Host", "settings": settings}
        made = (await host.ask("POST", "/api/tables", wanted)).json()
        await self.club.step()
        for browser, key, body in (
            (friend, made["link"], {"seat": 1, "name": "Friend"}),
            (watcher, made["watch_link"], {"name": "Watcher"}),
        ):
            await browser.ask("POST", "/api/invitations/{key:str}", body, key=key)
            await self.club.step()
        socket = await host.at(made["id"])
        await socket.tell("start", fill="medium")
        await self.club.step()
        await friend.at(made["id"])
        await watcher.at(made["id"])
        await self._advance(made["id"], 40)
        await self.club.step()

    async def _begin_event(self) -> None:
        """An event at which four take part, at their own time or on an evening."""
        host = self.browser
        await self._ask(host, "POST /api/events")
        for browser in self.rng.sample(self.club.browsers, 4):
            await self._ask(browser, "POST /api/events/{event:str}/people")
        await self._ask(host, "POST /api/events/{event:str}/begin")

    def _has_watched(self, browser: Browser, table: str) -> bool:
        """Whether a browser has looked over a shoulder at a table."""
        return any(
            (table, browser.person) == each[:2] for shown in self.club.books.shown.values() for each in shown
        )

    def _sat(self, table: str) -> set[int]:
        """Who has ever sat at a table."""
        return {
            person
            for there in self.club.books.seats.values()
            for (at, _), person in there.items()
            if at == table
        }

    async def _advance(self, table: str, moves: int) -> None:
        """Whoever sits there plays on: so many moves, or to the end of the round."""
        await self._open_all(table)
        for _ in range(moves):
            sockets = [each for each in self._sockets(table) if each.may_play]
            if not sockets:
                if self._is_over(table):
                    return await self._next(table)
                await self.club.quiet()
                sockets = [each for each in self._sockets(table) if each.may_play]
                if not sockets:
                    return None
            socket = self.rng.choice(sockets)
            fields = Asking(self.club, self.rng, "play", socket)
            await socket.tell("play", version=VALUES["version"](fields), move=VALUES["move"](fields))
        return None

    async def _next(self, table: str) -> None:
        """The next deal, sometimes."""
        if self.rng.random() < 0.4:
            for socket in self._sockets(table):
                if socket.game is not None and socket.game["standing"]["next_first"] is not None:
                    await socket.tell("next_round", version=socket.game["version"])

    async def _open_all(self, table: str) -> None:
        seats = self.club.books.seats.get(self.club.at - 1, {})
        persons = {person for (at, _), person in seats.items() if at == table}
        for browser in self.club.browsers:
            is_there = any(each.table == table for each in browser.sockets)
            if browser.person in persons and not is_there:
                await browser.open(table)
        await self.club.quiet()

    def _sockets(self, table: str) -> list[Socket]:
        return [
            each
            for browser in self.club.browsers
            for each in browser.sockets
            if each.table == table and each.game is not None and each.game["view"]["seat"] is not None
        ]

    def _is_over(self, table: str) -> bool:
        found: list[Any] = [each.game for each in self._sockets(table) if each.game is not None]
        return any(each["standing"]["result"] is not None for each in found)
