"""A way to PostgreSQL that can hang: what is sent is taken, and nothing comes back."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import make_url

from sevenfold.testing.running import WAIT

PORT = ".s.PGSQL.5432"


class Way:
    """A socket in a folder that leads to another one."""

    def __init__(self, folder: Path, to: Path) -> None:
        self._folder, self._to = folder, to
        self._open = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._writers: set[asyncio.StreamWriter] = set()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        with suppress(ConnectionError):
            while data := await reader.read(65_536):
                await self._open.wait()
                writer.write(data)
        self._writers.discard(writer)
        writer.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._open.wait()
        there, back = await asyncio.open_unix_connection(self._to / PORT)
        await asyncio.gather(self._forward(reader, back), self._forward(there, writer))

    @contextmanager
    def running(self) -> Iterator[None]:
        self._open.set()
        start = asyncio.start_unix_server(self._connected, self._folder / PORT)
        server = self._loop.run_until_complete(start)
        thread = threading.Thread(target=self._loop.run_forever)
        thread.start()
        try:
            yield
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join(WAIT)
            server.close()
            for writer in self._writers:
                writer.close()
            self._loop.run_until_complete(asyncio.sleep(0.1))
            for task in asyncio.all_tasks(self._loop):
                task.cancel()
            self._loop.run_until_complete(asyncio.sleep(0.1))
            self._loop.close()

    def hang(self) -> None:
        self._loop.call_soon_threadsafe(self._open.clear)

    def go_on(self) -> None:
        self._loop.call_soon_threadsafe(self._open.set)


@contextmanager
def way_to(url: str, folder: Path) -> Iterator[tuple[Way, str]]:
    """A way to a database, and the URL that takes it."""
    way = Way(folder, Path(str(make_url(url).query["host"])))
    taken = make_url(url).set(query={"host": str(folder)}).render_as_string(hide_password=False)
    with way.running():
        yield way, taken
