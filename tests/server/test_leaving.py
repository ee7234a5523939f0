"""People leave, delete the table or their data, and come, all at the same moment: no table is left behind."""

import asyncio
import math
import random
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed

from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.endless import Endless
from sevenfold.server.errors import ApiError
from sevenfold.server.limits import Limiter, Visitor
from sevenfold.server.protocol.http import Join, NewTable
from sevenfold.server.protocol.settings import TableSettings
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.protocol.talk import Say
from sevenfold.server.settings import Settings
from sevenfold.server.storage.opening import open_database
from sevenfold.server.storage.postgres_url import is_postgres
from sevenfold.server.storage.rows import PersonRow, now
from sevenfold.server.storage.statements import Statement
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import migrate
from sevenfold.server.tables.across.bus import MemoryBus
from sevenfold.server.tables.across.notices import PostgresBus
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.forgetting import Forgetting
from sevenfold.server.tables.invitations import Invitations
from sevenfold.server.tables.jobs import Jobs
from sevenfold.server.tables.registry import Tables
from sevenfold.server.tables.sent.seat_updates import Viewer
from sevenfold.testing.running import Person as Browser
from sevenfold.testing.running import Server, play_round
from tests.server.together import MakePersons, code_of, join, start_with, wait_table

Where = Path | str
"""A folder for SQLite's file, or the URL of a database of PostgreSQL."""

ANYWHERE = Visitor("")


class Process:
    """What a process has, with all that persons can ask of it."""

    def __init__(self, url: DatabaseUrl, number: int) -> None:
        self.store = Store(open_database(url))
        self.bus = (
            PostgresBus(f"process {number}", self.store.backend, url) if is_postgres(url) else MemoryBus()
        )
        self.jobs = Jobs()
        self.thinkers = Thinkers()
        self.tables = Tables(self.store, self.bus, self.jobs, self.thinkers)
        self.invitations = Invitations(self.store, self.tables, Limiter(None))
        self.forgetting = Forgetting(self.store, self.tables, self.invitations)
        self.endless = Endless()
        self.bus.start(self.tables.refresh_many, self.store.persons, self.endless)
        self.endless.start("forgetting", self.forgetting.go_on)

    async def person(self, token: str) -> PersonRow:
        expires = now() + 10**9
        return PersonRow(await self.store.persons.add(token.encode().ljust(32), expires), expires, token)

    async def close(self) -> None:
        await self.endless.close()
        await self.jobs.close()
        self.thinkers.close()
        await self.bus.close()
        await self.store.close()


def with_processes(where: Where, work: Callable[[list[Process]], Awaitable[None]]) -> None:
    """Do the work with one process on SQLite, or two on PostgreSQL."""

    async def run() -> None:
        url = where if isinstance(where, str) else Settings(data=where).database
        await migrate(url)
        processes = [Process(url, number) for number in range(2 if is_postgres(url) else 1)]
        try:
            await work(processes)
        finally:
            for process in processes:
                await process.close()

    asyncio.run(run())


async def rows(process: Process, query: str, **values: object) -> list[object]:
    found = await process.store.backend.rows(Statement(text(query)), values)
    return [next(iter(row.values())) for row in found]


LEFT_BEHIND = (
    "SELECT id FROM tables WHERE NOT EXISTS"
    " (SELECT 1 FROM seats WHERE table_id = tables.id AND person_id IS NOT NULL)"
)


class Party:
    """Some persons, one of whom has made a table, and everything that each of them may do to it."""

    def __init__(self, processes: list[Process], dice: random.Random) -> None:
        self._processes = processes
        self._dice = dice
        self.persons: list[PersonRow] = []
        self.table: TableInfo
        self.forgotten: set[int] = set()

    async def gather(self, number: int, name: str, *, started: bool) -> None:
        """They come; three of them sit down."""
        dice, first = self._dice, self._processes[0]
        self.persons = [await first.person(f"{name} {n}") for n in range(number)]
        host = self.persons[0].id
        # with a clock and a setting for absence, a table writes more when somebody comes or goes
        settings = TableSettings(
            watching=True,
            listed=True,
            joining="at_once",
            absence=dice.choice(["wait", "bot", "pause"]),
            clock=dice.choice(["none", "fast"]),
        )
        wanted = NewTable(game="lockup", players=4, friends=True, settings=settings, pace=0)
        self.table = await first.tables.create(host, wanted, "Host")
        for seat, person in enumerate(self.persons[1:3], 1):
            how = Join(seat=seat, name=f"Friend {seat}")
            await first.invitations.join(self.table.link or "", person, how, ANYWHERE)
        if started:
            await (await first.tables.open(self.table.id, host)).start(host, "easy")

    def act(self, person: PersonRow) -> Awaitable[None]:
        """Something that a person may do at any time, at any process."""
        acts = (self._leave, self._forget, self._join, self._delete, self._sit_there, self._say)
        weights = (4, 3, 2, 1, 2, 1)
        return self._dice.choices(acts, weights)[0](self._dice.choice(self._processes), person)

    async def _leave(self, process: Process, person: PersonRow) -> None:
        await process.invitations.leave(self.table.id, person.id)

    async def _forget(self, process: Process, person: PersonRow) -> None:
        self.forgotten.add(person.id)
        await process.forgetting.forget(person.id)

    async def _join(self, process: Process, person: PersonRow) -> None:
        key = self._dice.choice([self.table.link, self.table.watch_link]) or ""
        how = Join(seat=self._dice.randrange(4), name=person.name)
        await process.invitations.join(key, person, how, ANYWHERE)

    async def _delete(self, process: Process, person: PersonRow) -> None:
        await process.tables.delete(self.table.id, person.id)

    async def _sit_there(self, process: Process, person: PersonRow) -> None:
        table = await process.tables.open(self.table.id, person.id)
        async with table.connection(person.id, lambda: None):
            await asyncio.sleep(self._dice.random() / 100)
            await table.views.info(Viewer(table.row.seat_of(person.id)))

    async def _say(self, process: Process, person: PersonRow) -> None:
        table = await process.tables.open(self.table.id, person.id)
        await table.say(person.id, Say(phrase="hello"))


async def soon(process: Process, query: str) -> list[object]:
    """What a query finds once persons are forgotten, or at the latest after ten seconds."""
    for _ in range(1000):
        if not await rows(process, "SELECT person_id FROM forgetting"):
            break
        await asyncio.sleep(0.01)
    return await rows(process, query)


@pytest.mark.parametrize("forgetting", [False, True])
@pytest.mark.parametrize("started", [False, True])
def test_when_all_go_at_the_same_moment_the_table_goes_too(
    where: Where, started: bool, forgetting: bool
) -> None:
    async def work(processes: list[Process]) -> None:
        for number in range(3):
            party = Party(processes, random.Random(number))
            await party.gather(3, f"all {number}", started=started)
            assert await rows(processes[0], "SELECT started FROM tables") == [started]
            going = [
                process.forgetting.forget(person.id)
                if forgetting
                else process.invitations.leave(party.table.id, person.id)
                for person, process in zip(party.persons, [*processes, *processes, *processes], strict=False)
            ]
            answers = await asyncio.gather(*going, return_exceptions=True)
            assert [answer for answer in answers if answer is not None] == []
            assert await soon(processes[-1], "SELECT id FROM tables") == []

    with_processes(where, work)


@pytest.mark.parametrize("seed", range(3))
def test_in_whatever_order_people_come_and_go_no_table_is_left_and_nobody_who_deleted_their_data(
    where: Where, seed: int, capsys: pytest.CaptureFixture[str]
) -> None:
    dice = random.Random(seed)

    async def work(processes: list[Process]) -> None:
        for number in range(5):
            party = Party(processes, dice)
            await party.gather(5, f"party {number}", started=dice.random() < 0.6)
            async with AsyncExitStack() as there:
                for person in dice.sample(party.persons[:3], 2):  # whose sockets are open meanwhile
                    table = await dice.choice(processes).tables.open(party.table.id, person.id)
                    await there.enter_async_context(table.connection(person.id, lambda: None))
                for _ in range(3):
                    acts = [party.act(person) for person in dice.sample(party.persons, len(party.persons))]
                    answers = await asyncio.gather(*acts, return_exceptions=True)
                    assert [each for each in answers if each and not isinstance(each, ApiError)] == []
            assert await soon(processes[0], LEFT_BEHIND) == []
            kept = set(await rows(processes[0], "SELECT id FROM persons"))
            assert kept & party.forgotten == set()
            assert {person.id for person in party.persons} - party.forgotten <= kept
            said = await rows(processes[0], "SELECT line FROM talk WHERE person_id IS NULL")
            assert said == []
            for kept_table in await rows(processes[0], "SELECT id FROM tables"):
                row = await processes[0].store.tables.find(str(kept_table))
                assert row is not None
                assert row.host in row.person_seats
                names = {row.seats[seat].name for seat in row.person_seats}
                assert names.isdisjoint(g.name for g in party.persons if g.id in party.forgotten)

    with_processes(where, work)
    assert "Traceback" not in capsys.readouterr().out


# --- a server's sockets -----------------------------------------------------------------------------


@pytest.mark.parametrize("started", [False, True])
def test_a_socket_that_is_opened_while_the_table_goes_is_told_that_it_is_gone(
    own_server: Server, started: bool
) -> None:
    """Nothing is written to the server's log: `own_server` sees to it."""
    with Browser(own_server) as host, Browser(own_server) as friend, ThreadPoolExecutor(1) as pool:
        settings = {"absence": "bot", "clock": "fast"}
        for _ in range(15):
            if started:
                table = host.create(settings=settings)["id"]
            else:
                waiting = wait_table(host, settings=settings)
                table = waiting["id"]
                join(friend, waiting["link"], 1, "Bea").raise_for_status()
            deleted = pool.submit(host.delete, f"/tables/{table}")
            assert _until_gone(host if started else friend, table) in (4404, 4403)
            assert deleted.result().status_code == 204
        assert own_server.kept()[1] == []


def _until_gone(person: Browser, table: str) -> int | None:
    """Open a socket, look at the table for as long as there is one, and say how the socket was closed."""
    with person.socket(table) as socket:
        with suppress(ConnectionClosed):
            socket.send("hello")
        return socket.close_code


def test_others_keep_a_match_that_its_host_deletes(server: Server, persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend)

    assert host.delete(f"/tables/{table}").status_code == 204

    assert [each["id"] for each in host.get("/tables").json()] == []
    kept = friend.get(f"/tables/{table}").json()
    assert [(seat["bot"], seat["host"]) for seat in kept["seats"][:2]] == [("medium", False), (None, True)]
    with friend.socket(table) as socket:
        assert play_round(socket, socket.hello())[-1]["standing"]["result"] is not None
    assert friend.delete(f"/tables/{table}").status_code == 204
    assert server.kept(table) == [[], [], []]


def test_a_table_that_waits_goes_with_its_host_who_deletes_it(server: Server, persons: MakePersons) -> None:
    host, friend = persons(2)
    table = wait_table(host)
    join(friend, table["link"], 1, "Bea").raise_for_status()
    with friend.socket(table["id"]) as socket:
        socket.send("hello")
        assert code_of(friend.delete(f"/tables/{table['id']}")) == "not_host"
        host.delete(f"/tables/{table['id']}").raise_for_status()
        assert socket.close_code == 4404
    assert server.kept(table["id"]) == [[], [], []]


@pytest.mark.parametrize("how", ["leave", "delete"])
def test_a_match_of_other_rules_can_be_left(own_server: Server, how: str) -> None:
    with Browser(own_server) as host, Browser(own_server) as friend:
        table = start_with(host, friend)
        with closing(own_server.database()) as connection, connection:
            connection.execute("UPDATE tables SET rules = 99")
        own_server.stop()
        own_server.start()
        own_server.forget_said()  # that the rules have changed
        for person in (host, friend):
            if how == "leave":
                person.post(f"/tables/{table}/leave").raise_for_status()
            else:
                person.delete(f"/tables/{table}").raise_for_status()
            assert person.get("/tables").json() == []
        assert own_server.kept(table) == [[], [], []]


def test_another_process_forgets_a_cookie_because_it_is_told(postgres_url: str) -> None:
    """Its cache alone would know the person for ever here."""

    async def work(processes: list[Process]) -> None:
        one, two = processes
        person = await one.person("anne")
        token = b"anne".ljust(32)
        two.store.persons.kept_for = math.inf
        assert await two.store.persons.find(token) is not None
        found = await one.store.persons.find(token)
        assert found is not None
        await one.forgetting.forget(person.id)
        while await two.store.persons.find(token) is not None:
            one.bus.cut([found.session])  # it may not have listened yet
            await asyncio.sleep(0.01)

    with_processes(postgres_url, work)
