"""A match in memory, as a cache of its log: loaded when it is needed, kept up to date, and appended to.

Code that holds the match sees only what is in the log. The one exception is answers in a claim window: nobody
else is told of them, so they may be seen before they are written. If another process has appended to the log
meanwhile, the match in memory is thrown away, and replayed when it is next needed.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from types import MappingProxyType

import structlog
from msgspec.structs import replace

from sevenfold.cards.masks import mask_of
from sevenfold.core.game import AnyGame
from sevenfold.core.log import Dealt, Entry, Log
from sevenfold.core.match import AnyMatch
from sevenfold.core.replaying import replay
from sevenfold.server.errors import RulesChanged, Stale, StorageProblem, TableUnknown
from sevenfold.server.storage.logs import LogConflict, MadeBy
from sevenfold.server.storage.rows import TableRow, Wait, damaged
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.across.bus import CHANGED, NOTHING_LOGGED, Bus
from sevenfold.server.tables.faults import fault_in
from sevenfold.server.tables.seating.seats import Seats
from sevenfold.server.times import clock

SHORT = 100
"""A log of at most so many entries is replayed at once, in some milliseconds; a longer one in a thread."""

log = structlog.get_logger()


class LiveMatch:
    """The match of one table. `keep` is called with the waits that were written with its moves."""

    def __init__(
        self, seats: Seats, game: AnyGame, store: Store, bus: Bus, keep: Callable[[Mapping[int, Wait]], None]
    ) -> None:
        self._seats = seats
        self._game = game
        self._store = store
        self._bus = bus
        self._keep = keep
        self._waits: dict[int, Wait] = {}
        """Changes in how the table waits, to be written with the moves that are on their way to the log."""
        self._lock = asyncio.Lock()
        self._match: AnyMatch | None = None
        self._logged = 0
        """How many entries are in the log, as far as is known here."""
        self._appended = 0
        """How many entries are in the log or on their way there."""
        self._writing: asyncio.Task[None] | None = None
        self._shown_early = False
        """Whether what is on its way to the log may have been shown."""
        self._lost: list[Entry] = []
        """What was shown, and did not get into the log."""
        self.withdrawn = 0
        """How often the log then had something else: whoever was shown it must be shown everything anew."""
        self._told = 0
        self._waits_for: int | None = None
        """For which persons the table waits according to the database; None where that is not known here."""
        self._turn: int | None = None
        """The same, where it is still to be written without a move; None if it is not."""
        self.made_by: dict[int, MadeBy] = {}
        """Entries that were not made by the person at the seat, by entry number."""
        self.wrote_last_public_entry = bus.alone
        """Whether this process wrote the last thing that everybody was told: then it acts before others do.

        Answers in a claim window do not change this: otherwise the process that acts would reveal them.
        """
        self.public_change_elsewhere_at: float | None = None
        """When another process wrote that, by the event loop's clock; None where this process did."""
        self._public_version = 0
        """How many things everybody is told by the entries that are in this match."""
        self.awake_since = 0.0
        """Since when somebody has been at the table, by the same clock. Before that, no time passes there."""

    @property
    def is_loaded(self) -> bool:
        """Whether the match is in memory."""
        return self._match is not None

    @property
    def is_behind(self) -> bool:
        """Whether the log is known to have gone on elsewhere."""
        return self._match is not None and self._told > self._appended

    @property
    def logged(self) -> int:
        """How many entries are in the log or on their way there."""
        return self._appended

    def note_log_at(self, version: int) -> bool:
        """Note that the log has come to this version, perhaps elsewhere. Return whether that is new here."""
        is_new = version > max(self._told, self._appended)
        self._told = max(self._told, version)
        return is_new

    @asynccontextmanager
    async def hold(self, version: int | None = None) -> AsyncIterator[AnyMatch]:
        """Hold the match, caught up with its log.

        Raises Stale if it is not at `version`, RulesChanged, TableDamaged, TableUnknown.
        """
        async with self._lock:
            self._seats.require_there()
            try:
                match = await self._caught_up()
                if version not in (None, match.version):
                    raise Stale
                yield match
            except LogConflict:
                raise Stale from None
            finally:
                if self._match is not None and self._match.version != self._appended:
                    self._match = None  # it has moves that the log does not have

    async def _caught_up(self) -> AnyMatch:
        if self._match is not None and self._told <= self._appended:
            return self._match
        with suppress(Stale, StorageProblem):
            await self.written()
        if self._match is None:
            self._match = await self._load()
            self._note_withdrawn(self._match)
            self.wrote_last_public_entry = self._bus.alone
            self._public_version = _public_version(self._match) if not self._bus.alone else 0
        else:
            await self._catch_up(self._match)
        self._logged = self._appended = self._match.version
        self._waits_for = None
        return self._match

    def _note_withdrawn(self, match: AnyMatch) -> None:
        """Note whether the log has something else than what was shown."""
        lost, self._lost = self._lost, []
        if match.entries[self._logged :][: len(lost)] != lost:
            self.withdrawn += 1

    async def _catch_up(self, match: AnyMatch) -> None:
        """Add the entries that other processes have written meanwhile."""
        new = await self._store.logs.logged(self._seats.row.id, self._appended)
        now = clock()
        for entry, age in zip(new.entries, new.ages, strict=True):
            match.apply_entry(entry)
            if self._public_has_changed(match):
                self.wrote_last_public_entry = False
                self.public_change_elsewhere_at = max(now - age, self.awake_since)
        self.made_by |= new.made_by

    def _public_has_changed(self, match: AnyMatch) -> bool:
        """Whether everybody is told more than at the last call. Always False with a single process."""
        if self._bus.alone:
            return False
        before, self._public_version = self._public_version, _public_version(match)
        return self._public_version != before

    async def _load(self) -> AnyMatch:
        row = self._seats.row
        if row.rules != self._game.meta.rules_version:
            raise RulesChanged(table=row.id)
        async with self._store.newcomers:  # one at a time, so that players' moves need not wait
            entries, ages, self.made_by = await self._store.logs.logged(row.id)
            if not entries and await self._store.tables.find(row.id) is None:
                raise TableUnknown(table=row.id)  # another process has deleted it
            now = clock()
            begun = row.log(entries)
            dating = not self._bus.alone
            if len(entries) <= SHORT:
                match, last_public = _replay(self._game, row, begun, dating=dating)
            else:
                match, last_public = await asyncio.to_thread(_replay, self._game, row, begun, dating=dating)
            if dating:
                self.public_change_elsewhere_at = max(now - ages[last_public], self.awake_since)
            return match

    # --- writing ----------------------------------------------------------------------------------

    async def append(self, match: AnyMatch, waits: Mapping[int, Wait]) -> bool:
        """Append the held match's new entries to the log, and tell everybody. Return whether there were any.

        `waits` is written with them: what has changed in how the table waits for persons. Raises
        StorageProblem, and Stale if another process has appended to the log.
        """
        begun = self._begin_append(match, waits)
        if begun:
            await self.written()
        return begun

    def begin_append(self, match: AnyMatch) -> bool:
        """Begin to write the held match's new entries, and show them. Return whether there were any.

        If the write fails, the match is thrown away, and everybody looks again. Raises LogConflict.
        """
        begun = self._begin_append(match)
        self._shown_early |= begun
        return begun

    def _begin_append(self, match: AnyMatch, waits: Mapping[int, Wait] = MappingProxyType({})) -> bool:
        if match is not self._match:
            raise LogConflict
        if match.version == self._appended:
            return False
        self._appended = match.version
        if self._public_has_changed(match):
            self.wrote_last_public_entry, self.public_change_elsewhere_at = True, None
        self._waits |= waits
        self._begin_to_write(match)
        return True

    def save_turn_later(self, match: AnyMatch) -> None:
        """Begin to write for whom the table waits, after a claim window has ended.

        Nobody waits for this write: it depends on the answers in the window, so a delay would reveal them.
        """
        self._turn = self._waits_anew(match)
        if self._turn is not None:
            self._begin_to_write(match)

    def _begin_to_write(self, match: AnyMatch) -> None:
        if self._writing is None:
            self._writing = asyncio.create_task(self._write(match))
            self._writing.add_done_callback(_log_error)

    async def written(self) -> None:
        """Wait until all that was begun is in the log. Raises Stale, StorageProblem."""
        if self._writing is not None:
            try:
                await asyncio.shield(self._writing)
            except LogConflict:
                raise Stale from None

    async def _write(self, match: AnyMatch) -> None:
        """Write until nothing is left. Entries that are added meanwhile are written in their order."""
        try:
            while self._logged < self._appended or self._turn is not None:
                if self._logged < self._appended:
                    await self._write_entries(match, self._logged, self._appended)
                else:
                    await self._write_turn()
        except BaseException:
            self._match, self._waits, self._turn = None, {}, None
            self._lost = match.entries[self._logged : self._appended] if self._shown_early else []
            raise
        finally:
            self._writing, self._shown_early = None, False
            if self._match is None:
                await self._bus.publish(self._seats.row.id, NOTHING_LOGGED)

    async def _write_entries(self, match: AnyMatch, since: int, to: int) -> None:
        changed = since < match.round.dealt_at or (match.round_over and not match.thrown_in)
        standing = match.standing if changed else None
        # not while a card may be claimed: the time that the write takes would reveal who is asked
        turns = None if match.claims_open or match.thrown_in else self._waits_anew(match)
        if turns is not None:
            self._turn = None
        made_by = {seq: made for seq, made in self.made_by.items() if since < seq <= to}
        kept, self._waits = self._waits, {}
        await self._store.logs.append(
            *(self._seats.row.id, since, match.entries[since:to], standing, turns, made_by, kept),
            deals=self._dealt(match, since, to),
        )
        self._keep(kept)
        self._logged = to
        self._waits_for = turns or self._waits_for
        await self._bus.publish(self._seats.row.id, to)
        if standing is not None and standing.over and self._seats.row.event is not None:
            await self._bus.publish(self._seats.row.event, CHANGED)

    def _dealt(self, match: AnyMatch, since: int, to: int) -> list[str]:
        """The ids of what is dealt by these entries."""
        first = match.deals - _deals(match.entries[since:]) + 1
        return [self._seats.row.deal_id(first + number) for number in range(_deals(match.entries[since:to]))]

    def _waits_anew(self, match: AnyMatch) -> int | None:
        """For which persons the table waits, as bits; None if that is written already, or bots are to act."""
        persons = (
            self._seats.row.person_seats
            if match.round_over
            else self._seats.row.person_seats & set(match.acting)
        )
        waits = mask_of(persons)
        return waits if waits not in (0, self._waits_for) else None

    async def _write_turn(self) -> None:
        """Write for whom the table waits. Only lists show it, so a write that fails is not tried again."""
        waits, self._turn = self._turn, None
        with suppress(StorageProblem):
            await self._store.logs.set_waits_for(self._seats.row.id, waits or 0)
            self._waits_for = waits


def _deals(entries: Sequence[Entry]) -> int:
    return sum(isinstance(entry, Dealt) for entry in entries)


def _log_error(writing: asyncio.Task[None]) -> None:
    """Log an unexpected error of a write, since nobody may have waited for it."""
    error = None if writing.cancelled() else writing.exception()
    if error is not None and not isinstance(error, LogConflict | StorageProblem):
        log.error("not written", exc_info=error)


def _replay(game: AnyGame, row: TableRow, log: Log, *, dating: bool) -> tuple[AnyMatch, int]:
    """Replay a log. With `dating`, also find the index of the last entry that everybody was told of.

    A damaged log can fail in any way. Raises TableDamaged, and what the game's code raises.
    """
    match: AnyMatch | None = None
    try:
        begun = replace(log, entries=log.entries[:1])
        match = replay(game, begun, viewers=(*row.person_seats, *((None,) if dating else ())))
        public, last_public = _public_version(match) if dating else 0, 0
        for index, entry in enumerate(log.entries[1:], 1):
            match.apply_entry(entry)
            if dating and _public_version(match) != public:
                public, last_public = _public_version(match), index
    except Exception as error:
        if fault_in(row.game, error) is not None:
            raise
        number = match.version + 1 if match else 1
        raise damaged(row.id, f"log {number}", error) from None
    return match, last_public


def _public_version(match: AnyMatch) -> int:
    """How many things everybody was told, without what the match's clock shows by itself."""
    return match.ledger(None).version - match.clock
