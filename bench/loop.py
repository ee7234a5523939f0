"""How long the event loop is held by the dearest answers: nobody's move is answered meanwhile.

The server is in this process, with an answer at a time. What threads do beside the loop does not count; the
loop's time is that of its thread, so other programs on the machine make no difference.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from datetime import date, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from typing import Annotated, Any, NamedTuple
from unittest.mock import patch

import httpx
import typer
from rich.console import Console
from rich.table import Table

from bench.measure import machine
from sevenfold.server.app import create_app
from sevenfold.server.garbage import collect_seldom
from sevenfold.server.metrics import Metrics
from sevenfold.server.settings import Settings
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.upgrade import migrate
from sevenfold.server.times import iso
from sevenfold.testing import crowds

AIM = 50
"""In ms: how long the loop may be held at once."""

DEALS = 24
"""How many deals the event has."""

DAY = 24 * 3600 * 1000


class Held(NamedTuple):
    """What an answer took of the loop, in ms: its longest step, all of them, and until the answer came."""

    longest: float
    loop: float
    answered: float
    size: int


class Loop:
    """The time that a loop's steps take, of its own thread."""

    def __init__(self) -> None:
        self.steps: list[float] = []

    def watch(self) -> Any:
        """Measure every step from now on."""
        run = asyncio.Handle._run

        def measured(handle: asyncio.Handle) -> None:
            began = thread_time()
            run(handle)
            self.steps.append(1000 * (thread_time() - began))

        return patch.object(asyncio.Handle, "_run", measured)

    async def held(self, ask: Callable[[], Awaitable[httpx.Response]]) -> Held:
        """What it takes to answer this."""
        self.steps.clear()
        began = perf_counter()
        answer = await ask()
        answered = 1000 * (perf_counter() - began)
        assert answer.is_success, answer.text
        return Held(max(self.steps), sum(self.steps), answered, len(answer.content))


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A server, and a person in it."""
    settings = Settings(data=folder, limits=None, compile=False)
    await migrate(settings.database)
    app = create_app(settings, Metrics())
    transport = httpx.ASGITransport(app=app, client=("127.0.0.1", 1))  # type: ignore[arg-type]
    async with (
        app._app.lifespan(),  # type: ignore[attr-defined]
        httpx.AsyncClient(transport=transport, base_url="http://localhost/api", timeout=600) as http,
    ):
        await http.post("/session")
        yield http


async def made(http: httpx.AsyncClient, path: str, **body: object) -> dict[str, Any]:
    """What the server answers to this, which makes something."""
    answer = await http.post(path, json=body)
    assert answer.is_success, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def fill_day(
    http: httpx.AsyncClient, api: str, file: Path, people: int, games: int = 4
) -> tuple[str, str]:
    """A day and the one before, whose deals so many people have played, and the person too.

    Return both dates.
    """
    day = (await http.get(f"{api}/today")).json()
    with closing(sqlite3.connect(file)) as connection, connection:
        everybody = crowds.persons(connection, people)
    before = (date.fromisoformat(day["date"]) - timedelta(days=1)).isoformat()
    for game in day["games"][:games]:
        table = (await made(http, f"{api}/today/{game['game']}/1/tables"))["id"]
        with closing(sqlite3.connect(file)) as connection, connection:
            add_day(connection, table, before, everybody)
    return day["date"], before


def add_day(connection: sqlite3.Connection, table: str, before: str, everybody: range) -> None:
    """Have everybody have played a deal of today and one of the day before, the person with them."""
    crowds.play_out(connection, table)
    (board,) = connection.execute("SELECT board FROM tables WHERE id = ?", [table]).fetchone()
    new = f"y{board}"[:16]
    crowds.copy_board(connection, board, new, before, now())
    crowds.play_board(connection, board, table, everybody)
    crowds.play_board(connection, new, table, everybody)


async def fill_event(http: httpx.AsyncClient, api: str, file: Path, people: int, deals: int = DEALS) -> str:
    """An event that is over, in which so many have played the first deal, and all but the person the others.

    The tables of the first are there.
    """
    until = iso(now() + DAY)
    asked = {"name": "Many", "game": "lockup", "kind": "own_time", "deals": deals, "until": until}
    event: str = (await made(http, f"{api}/events", **asked))["id"]
    await made(http, f"{api}/events/{event}/people", name="Me")
    table = (await made(http, f"{api}/events/{event}/deals/1/tables"))["id"]
    with closing(sqlite3.connect(file)) as connection, connection:
        crowds.play_out(connection, table)
        found = connection.execute("SELECT number, board_id FROM event_boards WHERE event_id = ?", [event])
        boards = dict(found.fetchall())
        everybody = crowds.persons(connection, people - 1)
        crowds.play_board(connection, boards[1], table, everybody, logs=True)
        crowds.take_part(connection, event, everybody, boards)
        connection.execute("UPDATE events SET closes = 1 WHERE id = ?", [event])
    return event


async def fill_tables(http: httpx.AsyncClient, api: str, file: Path, tables: int) -> None:
    """So many tables of the person that are over, and as many that go on."""
    for over in (True, False):
        table = (await made(http, f"{api}/tables", game="lockup"))["id"]
        with closing(sqlite3.connect(file)) as connection, connection:
            if over:
                crowds.play_out(connection, table)
            crowds.copy_tables(connection, table, tables)


async def measured(people: int, members: int, tables: int) -> dict[str, Held]:
    """What each dear answer takes of the loop, the second time and the first."""
    loop = Loop()
    with TemporaryDirectory() as folder, loop.watch():
        file = Path(folder) / "sevenfold.db"
        async with server(Path(folder)) as http:
            await fill_day(http, "", file, people)
            event = await fill_event(http, "", file, members)
            await fill_tables(http, "", file, tables)
            paths = (
                "/today",
                f"/events/{event}",
                f"/events/{event}/results.csv",
                f"/events/{event}/records?deal=1",
                "/events",
                "/tables",
                "/tables?over=true",
                "/tables?over=false",
            )
            found = {}
            for path in paths:
                for time in ("first", "again"):
                    name = f"{path.replace(event, 'EVENT')}, {time}"
                    found[name] = await loop.held(lambda path=path: http.get(path))  # type: ignore[misc]
            return found


def run(
    people: Annotated[int, typer.Option(help="How many have played all deals of each day.")] = 10_000,
    members: Annotated[int, typer.Option(help="How many have played all deals of an event.")] = 2000,
    tables: Annotated[int, typer.Option(help="How many tables somebody has, over and not.")] = 1000,
) -> None:
    """Measure what the dearest answers take of the event loop."""
    console = Console()
    console.print(machine())
    collect_seldom()  # as a server does
    shown = Table("answer", "longest step, ms", "all of the loop, ms", "answered after, ms", "bytes")
    for name, held in asyncio.run(measured(people, members, tables)).items():
        mark = "" if held.longest <= AIM else " !"
        times = f"{held.longest:.0f}{mark}", f"{held.loop:.0f}", f"{held.answered:.0f}"
        shown.add_row(name, *times, f"{held.size:,}")
    console.print(shown)


if __name__ == "__main__":
    typer.run(run)
