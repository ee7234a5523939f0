"""Reports by guests, for the host alone: nothing that a client asks for reads them."""

from typing import NamedTuple

from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.schema import reports
from sevenfold.server.storage.statements import Row, Statement


class KeptReport(NamedTuple):
    """A report as it is kept. `entry` is the entry of the table's log after which it was made, `made` is in
    ms since 1970.
    """

    id: str
    made: int
    table: str
    entry: int
    file: str


_ADD = Statement(lambda insert: insert(reports), ("id", "guest_id", "made", "table_id", "entry", "file"))
_COLUMNS = "id, made, table_id, entry, file"
_ALL = Statement(f"SELECT {_COLUMNS} FROM reports ORDER BY made DESC, id")
_BY_ID = Statement(f"SELECT {_COLUMNS} FROM reports WHERE id = :id")
_DELETE = Statement("DELETE FROM reports WHERE id = :id", counted=True)


class ReportStore:
    """The part of the database that has reports."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def add(self, report: KeptReport, guest: int) -> None:
        """Keep a report. Raises Vanished if the guest was deleted meanwhile."""
        values = {"id": report.id, "made": report.made, "table_id": report.table, "guest_id": guest}
        await self._backend.write(_ADD.of([values | {"entry": report.entry, "file": report.file}]))

    async def all(self) -> list[KeptReport]:
        """All reports, the newest first."""
        return [_read(row) for row in await self._backend.rows(_ALL, long=True)]

    async def find(self, report: str) -> KeptReport | None:
        """A report; None if there is none with this id."""
        found = await self._backend.rows(_BY_ID, {"id": report})
        return _read(found[0]) if found else None

    async def delete(self, report: str) -> bool:
        """Delete a report. Return whether there was one."""
        return await self._backend.write(_DELETE.of([{"id": report}]))


def _read(row: Row) -> KeptReport:
    return KeptReport(row["id"], row["made"], row["table_id"], row["entry"], row["file"])
