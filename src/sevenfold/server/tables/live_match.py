"""A match in memory, a cache of its log: loaded when it is needed, caught up, appended to.

Whoever holds it sees a match that is in the log to its last entry. Only answers in a claim window, of which
nobody else is told, may be seen before they are written. If the log turns out to have gone on elsewhere, what
is in memory is thrown away, and replayed when it is needed next.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from types import MappingProxyType

import structlog

from sevenfold.cards.masks import mask_of
from sevenfold.core.game import AnyGame
from sevenfold.core.log import Log
from sevenfold.core.match import AnyMatch, replay
from sevenfold.server.errors import RulesChanged, Stale, StorageProblem, TableUnknown
from sevenfold.server.storage.rows import TableRow, Wait, damaged
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.writer import LogConflict, MadeBy
from sevenfold.server.tables.bus import NOTHING_LOGGED, Bus
from sevenfold.server.times import clock

SHORT = 100
"""The entries of a log that is replayed at once, in some milliseconds; others take a thread a while."""

log = structlog.get_logger()


class LiveMatch:
    """The match of one table. `keep` is told of the waits that were written with its moves."""

    def __init__(
        self, row: TableRow, game: AnyGame, store: Store, bus: Bus, keep: Callable[[Mapping[int, Wait]], None]
    ) -> None:
        self.row = row
        self._game = game
        self._store = store
        self._bus = bus
        self._keep = keep
        self._waits: dict[int, Wait] = {}
        """How the table waits, to be written with the moves that were handed over."""
        self._lock = asyncio.Lock()
        self._match: AnyMatch | None = None
        self._logged = 0
        """How many entries are in the log, as far as is known here."""
        self._handed = 0
        """How many entries are in the log or handed over to be written."""
        self._writing: asyncio.Task[None] | None = None
        self._heard = 0
        self._waits_for: int | None = None
        """For which persons the table waits, as it is kept; None where that is not known here."""
        self._turn: int | None = None
        """The same as it is to be kept, where no move is written that does it."""
        self.made_by: dict[int, MadeBy] = {}
        """The entries that are not by the person who sat there, by their numbers."""
        self._gone = False
        self.is_ours = bus.alone
        """Whether this process wrote what all were told of last: then it goes on first, else another does.

        Answers in a claim window change nothing of that: which process goes on would tell of them.
        """
        self.changed_at: float | None = None
        """When others had written what all were told of last, by the loop's clock; None where we did."""
        self._told = 0
        """How much all are told, by the entries that are followed or handed over."""
        self.awake_since = 0.0
        """Since when somebody has been at the table, by the same clock: before, no time has passed there."""

    @property
    def is_loaded(self) -> bool:
        """Whether the match is in memory."""
        return self._match is not None

    @property
    def is_behind(self) -> bool:
        """Whether the log is known to have gone on elsewhere."""
        return self._match is not None and self._heard > self._handed

    @property
    def logged(self) -> int:
        """How many entries are in the log or handed over to be written."""
        return self._handed

    def hear(self, version: int) -> bool:
        """The log has reached this version, perhaps in another process; whether that is new here."""
        is_new = version > max(self._heard, self._handed)
        self._heard = max(self._heard, version)
        return is_new

    async def end(self) -> None:
        """The table is there no more: who is connected to this process is told so."""
        async with self._lock:
            self._gone = True
        self._bus.wake(self.row.id)

    @asynccontextmanager
    async def hold(self, version: int | None = None) -> AsyncIterator[AnyMatch]:
        """Hold the match, caught up with its log.

        Raises Stale where it is not at `version`, RulesChanged, TableDamaged, TableUnknown.
        """
        async with self._lock:
            if self._gone:
                raise TableUnknown(table=self.row.id)
            try:
                match = await self._caught_up()
                if version not in (None, match.version):
                    raise Stale
                yield match
            except LogConflict:
                raise Stale from None
            finally:
                if self._match is not None and self._match.version != self._handed:
                    self._match = None  # it says what the log does not

    async def _caught_up(self) -> AnyMatch:
        if self._match is not None and self._heard <= self._handed:
            return self._match
        with suppress(Stale, StorageProblem):
            await self.written()
        if self._match is None:
            self._match = await self._load()
            self.is_ours = self._bus.alone
            self._told = _told(self._match) if not self._bus.alone else 0
        else:
            await self._follow(self._match)
        self._logged = self._handed = self._match.version
        self._waits_for = None
        return self._match

    async def _follow(self, match: AnyMatch) -> None:
        """Add what others have written meanwhile."""
        new = await self._store.logged(self.row.id, self._handed)
        now = clock()
        for entry, age in zip(new.entries, new.ages, strict=True):
            match.follow(entry)
            if self._is_told_more(match):
                self.is_ours, self.changed_at = False, max(now - age, self.awake_since)
        self.made_by |= new.made_by

    def _is_told_more(self, match: AnyMatch) -> bool:
        """Whether all are told more than when this was asked last; False where there is one process alone."""
        if self._bus.alone:
            return False
        told, self._told = self._told, _told(match)
        return self._told != told

    async def _load(self) -> AnyMatch:
        row = self.row
        if row.rules != self._game.meta.rules_version:
            raise RulesChanged(table=row.id)
        async with self._store.newcomers:  # they queue behind the moves of those who play
            entries, ages, self.made_by = await self._store.logged(row.id)
            if not entries and await self._store.table(row.id) is None:
                raise TableUnknown(table=row.id)  # another process has deleted it
            now = clock()
            begun = Log(row.game, row.rules, row.options, row.players, entries)
            dating = not self._bus.alone
            if len(entries) <= SHORT:
                match, told_last = _replay(self._game, row, begun, dating=dating)
            else:
                match, told_last = await asyncio.to_thread(_replay, self._game, row, begun, dating=dating)
            self.changed_at = max(now - ages[told_last], self.awake_since) if dating else None
            return match

    # --- writing ----------------------------------------------------------------------------------

    async def append(self, match: AnyMatch, waits: Mapping[int, Wait]) -> bool:
        """Log what the held match has more than the log, and tell of it; whether it had more.

        `waits` are kept with it: what has changed in how the table waits for persons. Raises StorageProblem,
        and Stale where the log has gone on elsewhere.
        """
        handed = self.hand_over(match, waits)
        if handed:
            await self.written()
        return handed

    def hand_over(self, match: AnyMatch, waits: Mapping[int, Wait] = MappingProxyType({})) -> bool:
        """Have written what the held match has more than the log, without waiting; whether it had more.

        If that fails the match is thrown away, and everybody looks again. Raises LogConflict.
        """
        if match is not self._match:
            raise LogConflict
        if match.version == self._handed:
            return False
        self._handed = match.version
        if self._is_told_more(match):
            self.is_ours, self.changed_at = True, None
        self._waits |= waits
        self._begin_to_write(match)
        return True

    def keep_whose_turn(self, match: AnyMatch) -> None:
        """Have it kept for whom the table waits, as a claim window has ended.

        Nobody waits for that: whether it is written differs by what was answered in the window.
        """
        self._turn = self._waits_anew(match)
        if self._turn is not None:
            self._begin_to_write(match)

    def _begin_to_write(self, match: AnyMatch) -> None:
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(match))
            self._writing.add_done_callback(_look_at_error)

    async def written(self) -> None:
        """Wait until what was handed over is in the log. Raises Stale, StorageProblem."""
        if self._writing is not None:
            try:
                await asyncio.shield(self._writing)
            except LogConflict:
                raise Stale from None

    async def _write(self, match: AnyMatch) -> None:
        """Write until all is written; what is handed over meanwhile follows, in order."""
        try:
            while self._logged < self._handed or self._turn is not None:
                if self._logged < self._handed:
                    await self._write_entries(match, self._logged, self._handed)
                else:
                    await self._write_turn()
        except BaseException:
            self._match, self._waits, self._turn = None, {}, None
            raise
        finally:
            self._writing = None
            if self._match is None:
                await self._bus.publish(self.row.id, NOTHING_LOGGED)

    async def _write_entries(self, match: AnyMatch, since: int, to: int) -> None:
        changed = since < match.round_version or (match.round_over and not match.thrown_in)
        standing = match.standing if changed else None
        # not with a card that may be claimed: how long that takes to write would tell who is asked
        turns = None if match.claims_open or match.thrown_in else self._waits_anew(match)
        if turns is not None:
            self._turn = None
        made_by = {seq: made for seq, made in self.made_by.items() if since < seq <= to}
        kept, self._waits = self._waits, {}
        await self._store.append(self.row.id, since, match.entries[since:to], standing, turns, made_by, kept)
        self._keep(kept)
        self._logged = to
        self._waits_for = turns or self._waits_for
        await self._bus.publish(self.row.id, to)

    def _waits_anew(self, match: AnyMatch) -> int | None:
        """For which persons the table waits, as bits; None where that is kept already, or bots are to act."""
        persons = self.row.persons if match.round_over else self.row.persons & set(match.acting)
        waits = mask_of(persons)
        return waits if waits not in (0, self._waits_for) else None

    async def _write_turn(self) -> None:
        """Write for whom the table waits; it is only told in lists, so what fails is not tried again."""
        waits, self._turn = self._turn, None
        with suppress(StorageProblem):
            await self._store.set_waits_for(self.row.id, waits or 0)
            self._waits_for = waits


def _look_at_error(writing: asyncio.Task[None]) -> None:
    """An error that nobody waited for is told here; who waited has it too."""
    error = None if writing.cancelled() else writing.exception()
    if error is not None and not isinstance(error, LogConflict | StorageProblem):
        log.error("not written", exc_info=error)


def _replay(game: AnyGame, row: TableRow, log: Log, *, dating: bool) -> tuple[AnyMatch, int]:
    """The match that a log tells; with `dating` the index of the entry of which all were told last.

    A damaged one may be wrong in any way. Raises TableDamaged.
    """
    match: AnyMatch | None = None
    try:
        begun = Log(log.game, log.rules, log.options, log.players, log.entries[:1])
        match = replay(game, begun, viewers=(*row.persons, *((None,) if dating else ())))
        told, told_last = _told(match) if dating else 0, 0
        for index, entry in enumerate(log.entries[1:], 1):
            match.follow(entry)
            if dating and _told(match) != told:
                told, told_last = _told(match), index
    except Exception as error:
        number = match.version + 1 if match else 1
        raise damaged(row.id, f"log {number}", error) from None
    return match, told_last


def _told(match: AnyMatch) -> int:
    """How much all were told, without what a clock shows by itself."""
    return match.ledger(None).version - match.clock
