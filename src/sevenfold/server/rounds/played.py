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
    """Finds what a guest has played."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def of_guest(
        self, guest: int, before: Cursor = NEWEST, game: str | None = None
    ) -> tuple[list[ListedTable], Cursor | None]:
        """A page of what they have played, of one game or all, the newest first, and the place of its last
        table if there are more. A table that they have left is as it was after the last round in which they
        sat.
        """
        rows, last = await self._store.tables.of_guest(guest, True, before, game)
        if not rows:
            return [], last
        kept = await self._store.rounds.of_guest(guest, rows[-1].created, rows[0].created)
        there = [row for row in rows if row.seat_of(guest) is not None or row.watches(guest)]
        shown = {each.id: each for each in await self._tables.as_listed(there, guest)}
        for row in rows:
            texts, tenures = kept.get(row.id, ((), ()))
            rounds = open_rounds(row, tenures, read_summaries(texts), guest)
            if not rounds:
                continue
            if row.id not in shown:
                shown[row.id] = _left(PlayedRound(row, tenures, rounds[-1]), guest)
            told = tuple(listed(each, id_of(row, each)) for each in rounds)
            shown[row.id] = msgspec.structs.replace(shown[row.id], rounds=told)
        return [shown[row.id] for row in rows if row.id in shown], last


def _left(played: PlayedRound, guest: int) -> ListedTable:
    """A table where they are no more, as it was after a round."""
    you = played.seat_of(guest)
    table = msgspec.structs.asdict(played.table(Side(you)))
    return ListedTable(**table, your_turn=False, since=None, watching=you is None, left=True)
