"""Reports by persons, for the host alone: nothing that a client asks for reads them."""

from typing import NamedTuple

from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.schema import reports
from sevenfold.server.storage.statements import Statement


class KeptReport(NamedTuple):
    """A report as it is kept. `entry` is the entry of the table's log after which it was made, `made` is in
    ms since 1970.
    """

    id: str
    made: int
    table: str
    entry: int
    file: str


_REPORTS = Mapper(KeptReport, reports)
_ADD = Statement(lambda insert: insert(reports), (*_REPORTS.columns, "person_id"))
_COLUMNS = ", ".join(_REPORTS.columns)
_ALL = Statement(f"SELECT {_COLUMNS} FROM reports ORDER BY made DESC, id")
_BY_ID = Statement(f"SELECT {_COLUMNS} FROM reports WHERE id = :id")
_DELETE = Statement("DELETE FROM reports WHERE id = :id", counted=True)


class ReportStore:
    """The part of the database that has reports."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def add(self, report: KeptReport, person: int) -> None:
        """Keep a report. Raises Vanished if the person was deleted meanwhile."""
        await self._backend.write(_ADD.of([_REPORTS.row(report, person_id=person)]))

    async def all(self) -> tuple[KeptReport, ...]:
        """All reports, the newest first."""
        return _REPORTS.all(await self._backend.rows(_ALL, long=True))

    async def find(self, report: str) -> KeptReport | None:
        """A report; None if there is none with this id."""
        return _REPORTS.first(await self._backend.rows(_BY_ID, {"id": report}))

    async def delete(self, report: str) -> bool:
        """Delete a report. Return whether there was one."""
        return await self._backend.write(_DELETE.of([{"id": report}]))
