"""What somebody has played: matches that are over, and tables that they have left, with the rounds that they
may look at again.
"""

import msgspec

from sevenfold.server.protocol.table import ListedTable
from sevenfold.server.rounds.access import open_rounds
from sevenfold.server.rounds.kept import read_summaries
from sevenfold.server.rounds.shown import Side
from sevenfold.server.rounds.who_sat import PlayedRound, id_of, listed
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.tables import NEWEST, Cursor
from sevenfold.server.tables.registry import Tables


class PlayedTables:
    """Finds what a person has played."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def of_person(
        self, person: int, before: Cursor = NEWEST, game: str | None = None
    ) -> tuple[list[ListedTable], Cursor | None]:
        """A page of what they have played, of one game or all, the newest first, and the place of its last
        table if there are more. A table that they have left is as it was after the last round in which they
        sat.
        """
        rows, last = await self._store.tables.of_person(person, True, before, game)
        if not rows:
            return [], last
        kept = await self._store.rounds.of_person(person, rows[-1].created, rows[0].created)
        there = [row for row in rows if row.seat_of(person) is not None or row.watches(person)]
        shown = {each.id: each for each in await self._tables.as_listed(there, person)}
        for row in rows:
            texts, tenures = kept.get(row.id, ((), ()))
            rounds = open_rounds(row, tenures, read_summaries(texts), person)
            if not rounds:
                continue
            if row.id not in shown:
                shown[row.id] = _left(PlayedRound(row, tenures, rounds[-1]), person)
            told = tuple(listed(each, id_of(row, each)) for each in rounds)
            shown[row.id] = msgspec.structs.replace(shown[row.id], rounds=told)
        return [shown[row.id] for row in rows if row.id in shown], last


def _left(played: PlayedRound, person: int) -> ListedTable:
    """A table where they are no more, as it was after a round."""
    you = played.seat_of(person)
    table = msgspec.structs.asdict(played.table(Side(you)))
    return ListedTable(**table, your_turn=False, since=None, watching=you is None, left=True)
