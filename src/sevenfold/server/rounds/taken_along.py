"""All that is kept of a person, as one ZIP that is written while it is sent: nothing of it is kept here.

It has a file for each table of the database that names persons, with the rows of this one, and the rounds in
which they sat as records. Of those it has no other than they could make a link to now: `access` says which.
"""

from collections.abc import AsyncIterator
from io import BytesIO, UnsupportedOperation
from zipfile import ZIP_DEFLATED, ZipFile

import msgspec

from sevenfold.server.errors import ApiError, StorageProblem
from sevenfold.server.rounds.access import Purpose
from sevenfold.server.rounds.kept import kept_summaries
from sevenfold.server.rounds.rounds import FinishedRounds
from sevenfold.server.rounds.who_sat import PlayedRound, id_of
from sevenfold.server.storage.rows import PersonRow
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.tables import NEWEST, Cursor

RECORDS = "records.jsonl"
LEFT_OUT = "left_out.json"
"""Which rounds are not among the records, and why: it is as when one asks for them."""

ENOUGH = 16_384
"""How many bytes are sent together."""


class _Sent(BytesIO):
    """What ZipFile has written and is still to be sent. It tells no place, so ZipFile goes back to none."""

    def tell(self) -> int:
        """Raise UnsupportedOperation."""
        raise UnsupportedOperation

    def take(self, fewest: int = 1) -> list[bytes]:
        """What was written since it was last taken, if it is so much."""
        written = self.getvalue()
        if len(written) < fewest:
            return []
        self.seek(0)
        self.truncate()
        return [written]


async def taken_along(store: Store, rounds: FinishedRounds, person: PersonRow) -> AsyncIterator[bytes]:
    """The bytes of the ZIP, piece by piece. They end early if the session does. Raises StorageProblem."""
    sent = _Sent()
    with ZipFile(sent, "w", ZIP_DEFLATED) as archive:
        for table in store.own.tables:
            with archive.open(f"{table}.json", "w") as file:
                between = b"["
                async for row in store.own.rows(table, person.id):
                    file.write(between + b"\n" + msgspec.json.encode(row))
                    between = b","
                    for piece in sent.take(ENOUGH):
                        yield piece
                file.write(b"[]\n" if between == b"[" else b"\n]\n")
        left_out = []
        with archive.open(RECORDS, "w") as file:
            async for round_id in _rounds_of(store, person.id):
                if store.persons.has_ended(person.session):
                    return
                record = await _record(rounds, round_id, person.id)
                if isinstance(record, bytes):
                    file.write(record)
                else:
                    left_out.append({"round": round_id, "why": record.code})
                for piece in sent.take(ENOUGH):
                    yield piece
        archive.writestr(LEFT_OUT, msgspec.json.encode(left_out))
    for piece in sent.take():
        yield piece


async def _record(rounds: FinishedRounds, round_id: str, person: int) -> bytes | ApiError:
    """The record of a round, or why there is none. Raises StorageProblem."""
    try:
        return (await rounds.written(await rounds.access.find(round_id, person, Purpose.SHARE)))[1]
    except StorageProblem:
        raise
    except ApiError as problem:
        return problem


async def _rounds_of(store: Store, person: int) -> AsyncIterator[str]:
    """The finished rounds in which somebody sat, at tables that go on and at others, the newest first."""
    for over in (False, True):
        before: Cursor | None = NEWEST
        while before is not None:
            rows, before = await store.tables.of_person(person, over, before)
            for row in rows:
                tenures = await store.rounds.tenures(row.id)
                for summary in await kept_summaries(store, row.id):
                    if PlayedRound(row, tenures, summary).seat_of(person) is not None:
                        yield id_of(row, summary)
