"""The seats of one table: its row as it was last read or written, and who is there. All others ask here."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet

from sevenfold.core import dealing
from sevenfold.core.options import read_options
from sevenfold.core.standing import Standing
from sevenfold.games import load_game
from sevenfold.server.errors import TableUnknown
from sevenfold.server.storage.logs import LogConflict
from sevenfold.server.storage.rows import TableRow, now
from sevenfold.server.storage.statements import WriteStep
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.tables import EditionConflict
from sevenfold.server.tables import faults
from sevenfold.server.tables.seating import plan, promises, sight
from sevenfold.server.tables.seating.changes import Change

Also = Callable[[TableRow], Sequence[WriteStep]]
"""What is written in one transaction with a change, by the row that is changed."""


class Seats:
    """Who sits at a table, as its row says, and which of them are there."""

    def __init__(self, row: TableRow, store: Store) -> None:
        self.row = row
        """The table's row, as it was last read or written."""
        self.is_gone = False
        """Whether the table was deleted."""
        self._store = store
        self._changing = asyncio.Lock()
        self._observers: list[Callable[[bool], None]] = []
        self._connections: Counter[int] = Counter()
        """How often each person is connected to this process."""
        self._elsewhere: AbstractSet[int] = frozenset()
        """The persons who were connected to other processes at the last refresh."""
        self._refreshed_at = 0.0
        """When that refresh began. Of two at the same time, the later one may be answered first."""

    def observe(self, call: Callable[[bool], None]) -> None:
        """Call this with each new row, and at the end; True if somebody else has written the row."""
        self._observers.append(call)

    def end(self) -> None:
        """Note that the table was deleted."""
        self.is_gone = True
        self._tell(read=False)

    def require_there(self) -> None:
        """Raises TableUnknown if the table was deleted."""
        if self.is_gone:
            raise TableUnknown(table=self.row.id)

    # --- who is there -----------------------------------------------------------------------------

    @property
    def persons(self) -> AbstractSet[int]:
        """The persons who are connected, to any process."""
        return self._connections.keys() | self._elsewhere

    @property
    def here(self) -> frozenset[int]:
        """The seats of persons who are connected, to any process."""
        return self.row.seats_of(self.persons)

    @property
    def watching(self) -> frozenset[int]:
        """The spectators who are connected, to any process."""
        return frozenset(person for person in self.persons if self.row.watches(person))

    @property
    def is_used_here(self) -> bool:
        """Whether anybody is connected to this process."""
        return bool(self._connections)

    @property
    def number_here(self) -> int:
        """How many persons are connected to this process."""
        return len(self._connections)

    def connect(self, person: int) -> bool:
        """A person connects to this process. Return whether they were not connected to it before."""
        self._connections[person] += 1
        return self._connections[person] == 1

    def disconnect(self, person: int) -> bool:
        """A connection of a person ends. Return whether it was their last one to this process."""
        self._connections -= Counter([person])
        return not self._connections[person]

    def note_elsewhere(self, persons: AbstractSet[int], refreshed_at: float) -> bool:
        """Note who was connected to other processes at a refresh. Return whether that is new."""
        before = self._elsewhere
        if refreshed_at >= self._refreshed_at:
            self._elsewhere, self._refreshed_at = persons, refreshed_at
        return self._elsewhere != before

    # --- who sits there ---------------------------------------------------------------------------

    async def change(
        self, change: Change, standing: Standing, deal: int, *, logged: int, also: Also | None = None
    ) -> bool:
        """Change the row and write it. `deal` is the number of the deal whose hands are secret.

        `logged` is the number of entries in the log, `also` what else is to be written. The table is deleted
        if no person has a seat there any more. Return False if somebody has started the table meanwhile: then
        its match is to be held. Raises what `change` raises, PlayedElsewhere, HandSeen, TableUnknown,
        GameErred, LogConflict where the log has more than `logged` entries.
        """
        started = self.row.started
        async with self._changing:
            while self.row.started == started:
                old = self.row
                new = sight.with_seen(old, change(old, standing), deal)
                try:
                    if new != old:
                        steps = also(old) if also is not None else ()
                        self._sit(await self._write(old, new, logged, steps), read=False)
                        if not new.person_seats:
                            self.end()
                    return True
                except EditionConflict:
                    await self._read()
                    if self.row.edition == old.edition:
                        raise LogConflict from None
            return False

    async def read_again(self, edition: int | None = None) -> bool:
        """Read the row again, at once or if there is a newer `edition`. Return whether it was read.

        Raises TableUnknown.
        """
        if edition is not None and edition <= self.row.edition:
            return False
        async with self._changing:
            await self._read()
        return True

    async def _read(self) -> None:
        row = await self._store.tables.find(self.row.id)
        if row is None:
            self.end()
            raise TableUnknown(table=self.row.id)
        if row.edition > self.row.edition:
            self._sit(row, read=True)

    async def _write(self, old: TableRow, new: TableRow, logged: int, also: Sequence[WriteStep]) -> TableRow:
        """Write a changed table, with its first deal if it starts."""
        if old.started or not new.started:
            new = plan.remembering(old, new, logged)
            return await self._store.tables.replace(old, new, seq=logged + 1, also=also)
        game = load_game(new.game)
        options = read_options(game.meta.options, new.options)
        new = promises.settled(new)
        with faults.reported(new.game, new.id):
            match = dealing.begin(new.dealer, game, options, new.players)
            new = plan.replace(new, standing=match.standing, waits_since=now())
        return await self._store.tables.replace(old, new, begins=match.entries, also=also)

    def _sit(self, row: TableRow, *, read: bool) -> None:
        self.row = row
        self._tell(read=read)

    def _tell(self, *, read: bool) -> None:
        for call in self._observers:
            call(read)
