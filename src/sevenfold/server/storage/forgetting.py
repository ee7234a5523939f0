"""Guests who delete their data: a note of what is still to be done for them, which outlives a restart.

What shows who they are goes at once, in one transaction with the note. They leave their seats afterwards, one
by one, as that may need the match (`tables/forgetting.py`). The note goes with the guest's own row.
"""

from collections.abc import Sequence

from sevenfold.server.errors import Vanished
from sevenfold.server.storage.backend import Backend, Transaction
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.statements import Statement

_TENURE = "tenures.table_id = seats.table_id AND tenures.seat = seats.seat AND tenures.guest_id = :guest"

_ERASE_PERSON = Statement("UPDATE guests SET name = NULL, key_hash = NULL WHERE id = :guest")
_END_SESSIONS = Statement("DELETE FROM sessions WHERE person_id = :guest RETURNING id")
_LEAVE_EVENTS = Statement("UPDATE events SET host_id = NULL WHERE host_id = :guest")
_NOTE = Statement("INSERT INTO forgetting (guest_id, since) VALUES (:guest, :now) ON CONFLICT DO NOTHING")
_TO_DO = Statement("SELECT guest_id FROM forgetting ORDER BY since, guest_id")
_END = Statement("DELETE FROM guests WHERE id = :guest")

# --- seats that cannot be left in order

_SEATS = Statement("SELECT DISTINCT table_id FROM seats WHERE guest_id = :guest ORDER BY table_id")
_RAISE_EDITION = Statement("UPDATE tables SET edition = edition + 1 WHERE id = :table")
_LEAVE = Statement(
    "UPDATE seats SET guest_id = NULL, name = NULL WHERE table_id = :table AND guest_id = :guest"
)
_DELETE_EMPTY = Statement(
    "DELETE FROM tables WHERE id = :table AND NOT EXISTS"
    " (SELECT 1 FROM seats WHERE table_id = :table AND guest_id IS NOT NULL)"
)

# --- what else shows who they are

_HAS_LEFT = (
    "seats.guest_id IS NULL AND seats.name IS NOT NULL AND EXISTS (SELECT 1 FROM tenures AS theirs"
    " WHERE theirs.table_id = seats.table_id AND theirs.seat = seats.seat AND theirs.guest_id = :guest"
    " AND NOT EXISTS (SELECT 1 FROM tenures AS later WHERE later.table_id = theirs.table_id"
    " AND later.seat = theirs.seat AND later.seq > theirs.seq AND later.guest_id <> :guest))"
)
"""They left the seat after the match, so that it still has their name. Nobody else has sat there since."""

_CHANGED = Statement(
    "SELECT table_id FROM seats WHERE guest_id = :guest AND name IS NOT NULL"
    f" UNION SELECT seats.table_id FROM seats JOIN tenures ON {_TENURE} WHERE {_HAS_LEFT}"
    " UNION SELECT table_id FROM tenures WHERE guest_id = :guest AND name IS NOT NULL"
    " UNION SELECT table_id FROM members WHERE guest_id = :guest"
    " UNION SELECT table_id FROM talk WHERE guest_id = :guest"
)
_MARK_CHANGED = Statement(
    "UPDATE tables SET edition = edition + 1,"
    " seen_to = COALESCE((SELECT max(seq) FROM log WHERE log.table_id = tables.id), 0) WHERE id = :table"
)
_ERASE = (
    Statement("UPDATE seats SET name = NULL WHERE guest_id = :guest AND name IS NOT NULL"),
    Statement(
        f"UPDATE seats SET name = NULL WHERE EXISTS (SELECT 1 FROM tenures WHERE {_TENURE}) AND {_HAS_LEFT}"
    ),
    # a row that is written twice in a transaction, as when its guest goes, makes PostgreSQL lock its table
    Statement("UPDATE tenures SET name = NULL WHERE guest_id = :guest AND name IS NOT NULL"),
    Statement("DELETE FROM round_links WHERE guest_id = :guest"),
    Statement("DELETE FROM board_links WHERE guest_id = :guest"),
    Statement("DELETE FROM event_people WHERE guest_id = :guest"),
    Statement("UPDATE results SET guest_id = NULL, name = NULL WHERE guest_id = :guest"),
    _LEAVE_EVENTS,
    Statement("UPDATE reviews SET guest_id = NULL WHERE guest_id = :guest"),
    Statement("DELETE FROM reports WHERE guest_id = :guest"),
    Statement("DELETE FROM members WHERE guest_id = :guest"),
    Statement("DELETE FROM talk WHERE guest_id = :guest"),
)


class ForgettingStore:
    """The part of the database that forgets guests."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def begin(self, guest: int) -> tuple[list[str], list[int]]:
        """End a guest's sessions, delete their names, talk and links, and note what is left to do.

        Return the tables that have changed by that, and the sessions that have ended. Rows are locked in the
        order in which a round that begins locks them, tables, events, guests, then all others: otherwise both
        could wait for each other.
        """
        async with self._backend.transaction(long=True) as transaction:
            marked = await _mark_changed(transaction, guest)
            await transaction.change(_LEAVE_EVENTS.of([{"guest": guest}]))
            if not await transaction.change(_ERASE_PERSON.of([{"guest": guest}])):  # deleted already
                return [], []
            ended = [row["id"] for row in await transaction.rows(_END_SESSIONS, {"guest": guest})]
            await transaction.change(_NOTE.of([{"guest": guest, "now": now()}]))
            return await _erase(transaction, guest, marked), ended

    async def to_do(self) -> list[int]:
        """The guests who are still to be forgotten, those who asked first before others."""
        return [row["guest_id"] for row in await self._backend.rows(_TO_DO)]

    async def seats_of(self, guest: int) -> list[str]:
        """The tables at which a guest still has a seat, also those that are damaged."""
        return [row["table_id"] for row in await self._backend.rows(_SEATS, {"guest": guest})]

    async def give_up(self, guest: int, table: str) -> None:
        """Take a guest from a table that cannot be read. It is deleted if nobody else has a seat there."""
        values = [{"guest": guest, "table": table}]
        await self._backend.write(_RAISE_EDITION.of(values), _LEAVE.of(values), _DELETE_EMPTY.of(values))

    async def end(self, guest: int) -> list[str] | None:
        """Delete a guest who has no seat any more, and what they did while they were being forgotten.

        Return the tables that have changed by that; None if the guest has a seat again.
        """
        try:
            async with self._backend.transaction() as transaction:
                changed = await _erase(transaction, guest)
                await transaction.change(_END.of([{"guest": guest}]))
                return changed
        except Vanished:  # a seat still names them
            return None


async def _erase(transaction: Transaction, guest: int, marked: Sequence[str] = ()) -> list[str]:
    """Delete a guest's names, talk, links and places besides seats. Return the tables that have changed.

    Some of them may be marked already.
    """
    changed = [*marked, *await _mark_changed(transaction, guest, marked)]
    for statement in _ERASE:
        await transaction.change(statement.of([{"guest": guest}]))
    return changed


async def _mark_changed(transaction: Transaction, guest: int, marked: Sequence[str] = ()) -> list[str]:
    """Raise the editions of tables that show who a guest is: by them all processes find out. Return these.

    Their rows are locked in the order of their keys and before any other row, as by everybody who writes
    them. Otherwise two transactions could wait for each other.
    """
    found = {row["table_id"] for row in await transaction.rows(_CHANGED, {"guest": guest})}
    changed = sorted(found.difference(marked))
    if changed:
        await transaction.change(_MARK_CHANGED.of([{"table": table} for table in changed]))
    return changed
