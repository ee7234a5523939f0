"""What each person has seen of which deal, and the question that every door to a deal asks (law 9).

A deal has one id wherever it is played (`TableRow.deal_id`): at the table that dealt it, at a board made from
it, at a table that plays it on, also with other cards for others. Whoever is at a table when it deals has
seen its deal: that is written with the deal. Whatever else shows a deal writes it before.
"""

from collections.abc import Callable, Sequence

from sevenfold.server.errors import RoundInPlay
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.statements import Statement, Values
from sevenfold.server.storage.sweeping import Sweep

SEE_DEAL = Statement(
    "INSERT INTO seen (person_id, deal_id, at)"
    " SELECT person_id, CAST(:deal AS VARCHAR(32)), CAST(:now AS BIGINT) FROM seats"
    " WHERE table_id = :table AND person_id IS NOT NULL"
    " UNION SELECT person_id, CAST(:deal AS VARCHAR(32)), CAST(:now AS BIGINT) FROM members"
    " WHERE table_id = :table AND kind IN ('watcher', 'coming', 'owner')"
    " ON CONFLICT DO NOTHING"
)
"""Whoever is at a table has seen what it deals: it is carried out together with the deal."""

_NOTE = Statement(
    "INSERT INTO seen (person_id, deal_id, at) VALUES (:person, :deal, :now) ON CONFLICT DO NOTHING"
)
_HAS = Statement("SELECT 1 AS found FROM seen WHERE person_id = :person AND deal_id = :deal")
_PLAYS = Statement(
    "SELECT DISTINCT deal_id FROM results JOIN boards ON boards.id = results.board_id"
    " WHERE results.person_id = :person AND results.ended IS NULL AND results.counts"
    " AND EXISTS (SELECT 1 FROM tables WHERE tables.id = results.table_id)"
)
_OF_NOTHING = Sweep(
    "seen",
    "at < :seen_before AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = substr(seen.deal_id, 1, 12))"
    " AND NOT EXISTS (SELECT 1 FROM boards WHERE boards.deal_id = seen.deal_id)",
    key="deal_id",
)
"""Deals of tables that are gone, and of which there is no board: nobody can be dealt them again."""


def dealt_rows(table: str, deals: Sequence[str]) -> list[Values]:
    """The values of SEE_DEAL for deals of a table."""
    return [{"table": table, "deal": deal, "now": now()} for deal in deals]


class SeenStore:
    """The part of the database that knows what everybody has seen."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def has(self, person: int, deal: str) -> bool:
        """Whether somebody has seen a deal: what they make of it then does not count."""
        return bool(await self._backend.rows(_HAS, {"person": person, "deal": deal}))

    async def note(self, person: int, *deals: str) -> None:
        """Write that somebody is about to be shown deals. Raises Vanished if they have just been deleted."""
        new = [deal for deal in deals if not await self.has(person, deal)]
        if new:
            at = now()
            await self._backend.write(_NOTE.of([{"person": person, "deal": deal, "now": at} for deal in new]))

    async def require_not_playing(self, person: int, shows: Callable[[str], bool], round_id: str) -> None:
        """Raise RoundInPlay for whoever plays one of the deals that a door shows for a result just now."""
        playing = await self._backend.rows(_PLAYS, {"person": person})
        if any(shows(row["deal_id"]) for row in playing):
            raise RoundInPlay(round=round_id)

    async def sweep(self, seen_before: int) -> int:
        """Forget what was seen long ago of deals that are no more. Return how many rows there were."""
        return await _OF_NOTHING.run(self._backend, {"seen_before": seen_before})
