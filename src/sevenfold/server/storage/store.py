"""What is kept: persons, tables and their logs, as the rest of the server sees it."""

import asyncio
import secrets

from sevenfold.server.errors import StorageFull
from sevenfold.server.storage.admissions import AdmissionStore
from sevenfold.server.storage.attaching import AttachingStore
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.boards import BoardStore
from sevenfold.server.storage.care import CareStore
from sevenfold.server.storage.days import DayStore
from sevenfold.server.storage.evenings import EveningStore
from sevenfold.server.storage.events import EventStore
from sevenfold.server.storage.forgetting import ForgettingStore
from sevenfold.server.storage.friends import FriendsStore
from sevenfold.server.storage.listed import ListStore
from sevenfold.server.storage.logs import LogStore
from sevenfold.server.storage.own import OwnStore
from sevenfold.server.storage.persons import PersonStore
from sevenfold.server.storage.reports import ReportStore
from sevenfold.server.storage.results import ResultStore
from sevenfold.server.storage.reviews import ReviewStore
from sevenfold.server.storage.rounds import RoundStore
from sevenfold.server.storage.seen import SeenStore
from sevenfold.server.storage.shared import SharedStore
from sevenfold.server.storage.statements import Statement
from sevenfold.server.storage.tables import TableStore
from sevenfold.server.storage.upgrade import REVISIONS

_REVISION = Statement("SELECT version_num FROM alembic_version")
_IDENTITY = Statement("SELECT id, secret FROM server")
_NAME_SERVER = Statement("INSERT INTO server (number, id) VALUES (1, :id) ON CONFLICT DO NOTHING")
_CHANGE_NOTHING = Statement("UPDATE server SET id = id")
_GIVE_SECRET = Statement("UPDATE server SET secret = :secret WHERE secret IS NULL")


class Store:
    """The database, by what is kept in it."""

    def __init__(self, backend: Backend) -> None:
        self.backend = backend
        self.server_id = ""
        """The server's own id, once it is open. It is no secret."""
        self.day_secret = b""
        """What the deals of each day follow from, once the server is open. It is never told or logged."""
        self.newcomers = asyncio.Semaphore(1)
        """Held while a match is read and replayed, which is done one match at a time."""
        self.logs = LogStore(backend)
        self.tables = TableStore(backend)
        self.persons = PersonStore(backend)
        self.own = OwnStore(backend)
        self.admissions = AdmissionStore(backend)
        self.attaching = AttachingStore(backend)
        self.forgetting = ForgettingStore(backend)
        self.friends = FriendsStore(backend)
        self.rounds = RoundStore(backend)
        self.boards = BoardStore(backend)
        self.seen = SeenStore(backend)
        self.days = DayStore(backend)
        self.events = EventStore(backend)
        self.evenings = EveningStore(backend)
        self.reviews = ReviewStore(backend)
        self.reports = ReportStore(backend)
        self.results = ResultStore(backend)
        self.shared = SharedStore(backend)
        self.care = CareStore(backend)
        self.listed = ListStore(backend)

    async def close(self) -> None:
        """Write what is still to be written, and let go of the database."""
        await self.logs.close()
        await self.backend.close()

    async def identify(self, day_secret: bytes | None = None) -> None:
        """Find out the server's own id and its secret. A server that has none yet is given them.

        A `day_secret` takes the place of the server's own.
        """
        known = await self.backend.rows(_IDENTITY)
        if not known or known[0]["secret"] is None:
            await self.backend.write(_NAME_SERVER.of([{"id": secrets.token_hex(4)}]))
            await self.backend.write(_GIVE_SECRET.of([{"secret": secrets.token_bytes(32)}]))
            known = await self.backend.rows(_IDENTITY)
        self.server_id, self.day_secret = known[0]["id"], day_secret or bytes(known[0]["secret"])

    async def can_write(self) -> bool:
        """Whether there is room to keep something. It is tried only after something has failed, and at first.

        Raises StorageAway.
        """
        if self.backend.in_doubt:
            if not self.backend.has_space():
                return False
            try:
                await self.backend.write(_CHANGE_NOTHING.of([{}]))
            except StorageFull:
                return False
            self.backend.in_doubt = False
        return True

    async def is_up_to_date(self) -> bool:
        """Whether the database has the newest revision that this program knows, or a newer one.

        Raises StorageAway.
        """
        found = await self.backend.rows(_REVISION)
        return bool(found) and found[0]["version_num"] not in REVISIONS[:-1]
