"""Persons who delete their data: a note of what is still to be done for them, which outlives a restart.

What shows who they are goes at once, in one transaction with the note. They leave their seats afterwards, one
by one, as that may need the match (`tables/forgetting.py`). The note goes with the person's own row.
"""

from collections.abc import Sequence

from sevenfold.server.errors import Vanished
from sevenfold.server.storage.backend import Backend, Transaction
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.statements import Statement

_TENURE = "tenures.table_id = seats.table_id AND tenures.seat = seats.seat AND tenures.person_id = :person"

_ERASE_PERSON = Statement("UPDATE persons SET name = NULL, key_hash = NULL WHERE id = :person")
_END_SESSIONS = Statement("DELETE FROM sessions WHERE person_id = :person RETURNING id")
_LEAVE_EVENTS = Statement("UPDATE events SET host_id = NULL WHERE host_id = :person")
_NOTE = Statement("INSERT INTO forgetting (person_id, since) VALUES (:person, :now) ON CONFLICT DO NOTHING")
_TO_DO = Statement("SELECT person_id FROM forgetting ORDER BY since, person_id")
_END = Statement("DELETE FROM persons WHERE id = :person")

# --- seats that cannot be left in order

_SEATS = Statement("SELECT DISTINCT table_id FROM seats WHERE person_id = :person ORDER BY table_id")
_RAISE_EDITION = Statement("UPDATE tables SET edition = edition + 1 WHERE id = :table")
_LEAVE = Statement(
    "UPDATE seats SET person_id = NULL, name = NULL WHERE table_id = :table AND person_id = :person"
)
_DELETE_EMPTY = Statement(
    "DELETE FROM tables WHERE id = :table AND NOT EXISTS"
    " (SELECT 1 FROM seats WHERE table_id = :table AND person_id IS NOT NULL)"
)

# --- what else shows who they are

_HAS_LEFT = (
    "seats.person_id IS NULL AND seats.name IS NOT NULL AND EXISTS (SELECT 1 FROM tenures AS theirs"
    " WHERE theirs.table_id = seats.table_id AND theirs.seat = seats.seat AND theirs.person_id = :person"
    " AND NOT EXISTS (SELECT 1 FROM tenures AS later WHERE later.table_id = theirs.table_id"
    " AND later.seat = theirs.seat AND later.seq > theirs.seq AND later.person_id <> :person))"
)
"""They left the seat after the match, so that it still has their name. Nobody else has sat there since."""

_CHANGED = Statement(
    "SELECT table_id FROM seats WHERE person_id = :person AND name IS NOT NULL"
    f" UNION SELECT seats.table_id FROM seats JOIN tenures ON {_TENURE} WHERE {_HAS_LEFT}"
    " UNION SELECT table_id FROM tenures WHERE person_id = :person AND name IS NOT NULL"
    " UNION SELECT table_id FROM members WHERE person_id = :person"
    " UNION SELECT table_id FROM talk WHERE person_id = :person"
)
_MARK_CHANGED = Statement(
    "UPDATE tables SET edition = edition + 1,"
    " seen_to = COALESCE((SELECT max(seq) FROM log WHERE log.table_id = tables.id), 0) WHERE id = :table"
)
_ERASE = (
    Statement("UPDATE seats SET name = NULL WHERE person_id = :person AND name IS NOT NULL"),
    Statement(
        f"UPDATE seats SET name = NULL WHERE EXISTS (SELECT 1 FROM tenures WHERE {_TENURE}) AND {_HAS_LEFT}"
    ),
    # a row that is written twice in a transaction, as when its person goes, makes PostgreSQL lock its table
    Statement("UPDATE tenures SET name = NULL WHERE person_id = :person AND name IS NOT NULL"),
    Statement("DELETE FROM round_links WHERE person_id = :person"),
    Statement("DELETE FROM board_links WHERE person_id = :person"),
    Statement("DELETE FROM event_people WHERE person_id = :person"),
    Statement("UPDATE results SET person_id = NULL, name = NULL WHERE person_id = :person"),
    _LEAVE_EVENTS,
    Statement("UPDATE reviews SET person_id = NULL WHERE person_id = :person"),
    Statement("DELETE FROM reports WHERE person_id = :person"),
    Statement("DELETE FROM members WHERE person_id = :person"),
    Statement("DELETE FROM talk WHERE person_id = :person"),
    Statement("DELETE FROM admissions WHERE person_id = :person"),
    Statement("UPDATE introductions SET maker_id = NULL, expires = 0 WHERE maker_id = :person"),
)


class ForgettingStore:
    """The part of the database that forgets persons."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def begin(self, person: int) -> tuple[list[str], list[int]]:
        """End a person's sessions, delete their names, talk and links, and note what is left to do.

        Return the tables that have changed by that, and the sessions that have ended. Rows are locked in the
        order in which a round that begins locks them, tables, events, persons, then all others: otherwise
        both could wait for each other.
        """
        async with self._backend.transaction(long=True) as transaction:
            marked = await _mark_changed(transaction, person)
            await transaction.change(_LEAVE_EVENTS.of([{"person": person}]))
            if not await transaction.change(_ERASE_PERSON.of([{"person": person}])):  # deleted already
                return [], []
            ended = [row["id"] for row in await transaction.rows(_END_SESSIONS, {"person": person})]
            await transaction.change(_NOTE.of([{"person": person, "now": now()}]))
            return await _erase(transaction, person, marked), ended

    async def to_do(self) -> list[int]:
        """The persons who are still to be forgotten, those who asked first before others."""
        return [row["person_id"] for row in await self._backend.rows(_TO_DO)]

    async def seats_of(self, person: int) -> list[str]:
        """The tables at which a person still has a seat, also those that are damaged."""
        return [row["table_id"] for row in await self._backend.rows(_SEATS, {"person": person})]

    async def give_up(self, person: int, table: str) -> None:
        """Take a person from a table that cannot be read. It is deleted if nobody else has a seat there."""
        values = [{"person": person, "table": table}]
        await self._backend.write(_RAISE_EDITION.of(values), _LEAVE.of(values), _DELETE_EMPTY.of(values))

    async def end(self, person: int) -> list[str] | None:
        """Delete a person who has no seat any more, and what they did while they were being forgotten.

        Return the tables that have changed by that; None if the person has a seat again.
        """
        try:
            async with self._backend.transaction() as transaction:
                changed = await _erase(transaction, person)
                await transaction.change(_END.of([{"person": person}]))
                return changed
        except Vanished:  # a seat still names them
            return None


async def _erase(transaction: Transaction, person: int, marked: Sequence[str] = ()) -> list[str]:
    """Delete a person's names, talk, links and places besides seats. Return the tables that have changed.

    Some of them may be marked already.
    """
    changed = [*marked, *await _mark_changed(transaction, person, marked)]
    for statement in _ERASE:
        await transaction.change(statement.of([{"person": person}]))
    return changed


async def _mark_changed(transaction: Transaction, person: int, marked: Sequence[str] = ()) -> list[str]:
    """Raise the editions of tables that show who a person is: by them all processes find out. Return these.

    Their rows are locked in the order of their keys and before any other row, as by everybody who writes
    them. Otherwise two transactions could wait for each other.
    """
    found = {row["table_id"] for row in await transaction.rows(_CHANGED, {"person": person})}
    changed = sorted(found.difference(marked))
    if changed:
        await transaction.change(_MARK_CHANGED.of([{"table": table} for table in changed]))
    return changed
