"""The tables: made, found, and opened when somebody comes."""

import asyncio
import secrets
from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import partial
from typing import Literal
from weakref import WeakValueDictionary

import msgspec

from sevenfold.cards.masks import mask_of
from sevenfold.core import dealing
from sevenfold.core.log import Entry, Log
from sevenfold.core.match import AnyMatch
from sevenfold.core.options import read_options
from sevenfold.core.replaying import replay
from sevenfold.core.standing import Standing
from sevenfold.games import UnknownGame, is_game, load_game
from sevenfold.server.endless import for_each
from sevenfold.server.errors import (
    ApiError,
    GameErred,
    RulesChanged,
    Stale,
    StorageProblem,
    TableDamaged,
    TableUnknown,
)
from sevenfold.server.protocol.http import NewTable, OpenTable
from sevenfold.server.protocol.replay import PlayOn
from sevenfold.server.protocol.table import ListedTable, TableInfo
from sevenfold.server.storage.backend import KeyTaken
from sevenfold.server.storage.boards import BoardRow
from sevenfold.server.storage.results import beginning
from sevenfold.server.storage.rows import BranchPoint, TableRow, damaged
from sevenfold.server.storage.statements import WriteStep
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.tables import NEWEST, Cursor, EditionConflict
from sevenfold.server.tables import faults
from sevenfold.server.tables.across.bus import NOTHING_LOGGED, Bus
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.jobs import Jobs
from sevenfold.server.tables.making import board_table, branched_table, new_table
from sevenfold.server.tables.seating import changes, plan, promises, rematch
from sevenfold.server.tables.seating.changes import Change
from sevenfold.server.tables.seating.orders import seat_or_spectator
from sevenfold.server.tables.sent.presence import (
    Presence,
    has_other_rules,
    table_info,
    table_info_for,
)
from sevenfold.server.tables.table import Table
from sevenfold.server.times import iso
from sevenfold.server.timings import USUAL, Timings

NOBODY: frozenset[int] = frozenset()

AT_ONCE = 10
"""How many tables of a list are looked at before others have their turn."""


def dealt_at(row: TableRow, board: BoardRow) -> tuple[TableRow, Sequence[Entry]]:
    """A new table at a board once it is dealt, and what its log begins with. Raises RulesChanged,
    GameErred.
    """
    if has_other_rules(row):
        raise RulesChanged(table=row.id)
    game = load_game(board.game)
    options = read_options(game.meta.options, board.options)
    with faults.reported(board.game, row.id):
        match = board.board(game).begin(game, options, board.players)
        waits_for = mask_of(row.person_seats & frozenset(match.acting))
        return plan.replace(row, standing=match.standing, waits_for=waits_for), match.entries


def _dealt(row: TableRow) -> tuple[TableRow, Sequence[Entry]]:
    """A new table with its first deal, and what its log begins with. Raises GameErred."""
    game = load_game(row.game)
    options = read_options(game.meta.options, row.options)
    row = promises.settled(row)
    with faults.reported(row.game, row.id):
        match = dealing.begin(row.dealer, game, options, row.players)
        return plan.replace(row, standing=match.standing), match.entries


class Tables:
    """All tables that this process serves. Only tables with somebody at them are kept in memory."""

    def __init__(
        self, store: Store, bus: Bus, jobs: Jobs, thinkers: Thinkers, timings: Timings = USUAL
    ) -> None:
        self._store = store
        self._bus = bus
        self._jobs = jobs
        self._thinkers = thinkers
        self._timings = timings
        self._open: WeakValueDictionary[str, Table] = WeakValueDictionary()

    async def create(self, person: int, wanted: NewTable, name: str | None = None) -> TableInfo:
        """Make a table, with the person at its first seat under this name.

        Bots take the other seats and the first round is dealt, unless it is to wait. A table for friends
        waits with free seats. Raises GameUnknown, PresetUnknown, OptionInvalid, NameRefused, Closing.
        """
        row = new_table(person, wanted, name)
        if row.started:
            row = await self._add_dealt(row)
        else:
            await self._add(row, ())
        return table_info(self._presence(row, NOBODY), row.host, row.standing, promised=True)

    async def play_on(
        self, person: int, wanted: PlayOn, point: BranchPoint, begun: Log, name: str | None = None
    ) -> TableInfo:
        """Make a table whose match begins with this log, with the person at the seat that they want.

        Bots take the other seats. With friends it is paused, and open to them. Raises OptionInvalid,
        NameRefused, Vanished, Closing.
        """
        row = branched_table(person, wanted, point, begun, name)
        match: AnyMatch = replay(load_game(row.game), begun)
        dealing.draw(row.dealer, match)
        waits_for = mask_of(row.person_seats & frozenset(match.acting))
        row = plan.replace(row, standing=match.standing, waits_for=waits_for)
        await self._add(row, match.entries)
        return table_info(self._presence(row, NOBODY), wanted.seat, row.standing)

    async def begin_at(
        self,
        person: int,
        board: BoardRow,
        seat: int,
        pace: int,
        name: str | None,
        event: str | None = None,
        *,
        number: int = 1,
        counts: bool = True,
    ) -> str:
        """Make a table of a person's own at a board, for a try of this number, and return its id.

        `event` is that to which the board belongs, if they take part.

        Raises SeatUnknown, OptionInvalid, NameRefused, RulesChanged, Vanished, and KeyTaken where they have
        begun this try already. Raises Closing.
        """
        row, entries = dealt_at(board_table(person, board, seat, pace, name), board)
        row = plan.replace(row, event=event)
        steps = [beginning(row, number, counts=counts)]
        if event is not None:
            steps.append(self._store.events.still_in(event, [person]))
        await self._add(row, entries, *steps)
        return row.id

    async def _add(self, row: TableRow, entries: Sequence[Entry], *also: WriteStep) -> None:
        """Keep a new table. Raises Closing, and what `TableStore.add` does."""
        self._store.care.announced.require_open()
        await self._store.tables.add(row, entries, *also)

    async def _add_dealt(self, row: TableRow) -> TableRow:
        """Keep a new table that starts at once. Raises GameErred, Closing."""
        row, entries = _dealt(row)
        await self._add(row, entries)
        return row

    async def _begin_rematch(self, table: Table, draw: bool) -> None:
        """Begin another match at a new table once this one is over, unless somebody has done so already.

        The new table is kept together with the note of it at the old one: whoever leaves at this moment does
        not come along.
        """
        new_seats = list(range(table.row.players))
        if draw:
            secrets.SystemRandom().shuffle(new_seats)
        again = partial(rematch.again, new_seats=new_seats)

        def noted(row: TableRow, _: Standing) -> TableRow:
            return rematch.with_rematch(row, again(row).id)

        def kept(row: TableRow) -> list[WriteStep]:
            new, entries = _dealt(again(row))
            return [
                *self._store.tables.adding(new, entries),
                self._store.friends.copying_talk(row.id, new.id),
            ]

        try:
            await table.change(noted, kept)
        except KeyTaken:  # an earlier version did not come to tell of it, or somebody was faster
            await table.change(noted)

    async def persons_at(self, row: TableRow) -> AbstractSet[int]:
        """The persons who are connected to a table, to any process."""
        table = self._there(row.id)
        if table is not None and table.seats.is_used_here:
            return table.seats.persons
        heads = {} if self._bus.alone else await self._store.shared.heads([row.id], self._bus.process)
        return heads[row.id].persons if row.id in heads else NOBODY

    async def connected(self, tables: Collection[str]) -> dict[str, AbstractSet[int]]:
        """The persons who are connected to each of these tables, to any process."""
        heads = {} if self._bus.alone else await self._store.shared.heads(tables, self._bus.process)
        here = {each: self._there(each) for each in tables}
        return {
            each: (heads[each].persons if each in heads else NOBODY)
            | (table.seats.persons if table is not None else NOBODY)
            for each, table in here.items()
        }

    async def presence(self, row: TableRow) -> Presence:
        """What is shown of a table besides its match, as it is now."""
        return (await self._presences([row]))[0]

    async def _presences(self, rows: Sequence[TableRow]) -> list[Presence]:
        """The same for several tables. At one that is not open here, people may be connected elsewhere."""
        if not self._bus.alone:
            await self.refresh_many([row.id for row in rows if self._is_behind(row)])
        closed = [row.id for row in rows if row.id not in self._open]
        ask = closed and not self._bus.alone
        heads = await self._store.shared.heads(closed, self._bus.process) if ask else {}
        return [self._presence(row, heads[row.id].persons if row.id in heads else NOBODY) for row in rows]

    def _is_behind(self, row: TableRow) -> bool:
        """Whether a table is open here and other processes may know more of it."""
        table = self._there(row.id)
        return table is not None and (not table.seats.is_used_here or table.row.edition < row.edition)

    def _presence(self, row: TableRow, elsewhere: AbstractSet[int]) -> Presence:
        table = self._there(row.id)
        if table is not None:
            return table.views.presence
        return Presence(
            row,
            self._thinkers.search(row.game),
            connected=row.seats_of(elsewhere),
            watching=frozenset(person for person in elsewhere if row.watches(person)),
        )

    async def of_person(
        self,
        person: int,
        over: Literal[False] | None = None,
        before: Cursor = NEWEST,
        game: str | None = None,
    ) -> tuple[list[ListedTable], Cursor | None]:
        """A page of the tables at which a person sits or watches, as `TableStore.of_person` finds them."""
        rows, last = await self._store.tables.of_person(person, over, before, game)
        return await self.as_listed(rows, person), last

    async def as_listed(self, rows: Sequence[TableRow], person: int) -> list[ListedTable]:
        """Tables at which a person sits or watches, as they are listed."""
        listed = []
        for row, presence in zip(rows, await self._presences(rows), strict=True):
            listed.append(await self._listed(row, presence, person))
            if len(listed) % AT_ONCE == 0:
                await asyncio.sleep(0)  # players' moves come first
        return listed

    async def _listed(self, row: TableRow, presence: Presence, person: int) -> ListedTable:
        seat = row.seat_of(person)
        info = msgspec.structs.asdict(table_info_for(presence, person, row.standing))
        ended = row.standing.over or has_other_rules(row)
        return ListedTable(
            **info,
            your_turn=seat is not None and await self._waits_for(presence, seat),
            since=iso(row.waits_since) if row.waits_since and not ended else None,
            watching=seat is None,
        )

    async def _waits_for(self, shown: Presence, seat: int) -> bool:
        """Whether a table waits for a seat: by its match if that is in memory, else by its row.

        If claims may be open at a table in another process, its match is loaded.
        """
        row = shown.row
        if has_other_rules(row):
            return False
        if not row.started:
            return seat == row.host and not row.free
        kept = not row.standing.over and bool(row.waits_for >> seat & 1)
        table = self._there(row.id)
        load = table is None and kept and self._may_wait_for_claims(shown)
        with suppress(ApiError):  # a match that cannot be held just now
            if load:
                table = await self.open_for_all(row.id, row)
                await table.refresh()
            waits = await table.views.waits_for(seat, load=load) if table is not None else None
            if waits is not None:
                return waits
        return kept

    def _may_wait_for_claims(self, shown: Presence) -> bool:
        """Whether claims may be open at a table in use in another process: its row does not say so."""
        game = shown.row.game
        return bool(shown.connected) and is_game(game) and load_game(game).claims is not None

    async def listed(self) -> list[OpenTable]:
        """The tables that wait for players and are listed for everybody on this server."""
        rows = [row for row in await self._store.tables.open() if row.settings.listed]
        presences = await self._presences(rows)
        return [
            OpenTable(row.link, table_info(presence, None, there=False))
            for row, presence in zip(rows, presences, strict=True)
            if row.link
        ]

    async def info(self, table: str, person: int) -> TableInfo:
        """A table at which the person sits or watches. Raises TableUnknown, NotSeated, Removed."""
        row = await self.find(table)
        seat_or_spectator(row, person)
        return table_info_for(await self.presence(row), person, row.standing, promised=True)

    async def open(self, table: str, person: int) -> Table:
        """A table to play at or to watch. Raises TableUnknown, NotSeated, Removed, RulesChanged."""
        opened = await self.open_for_all(table)
        seat_or_spectator(opened.row, person)
        return opened

    async def open_for_all(self, table: str, row: TableRow | None = None) -> Table:
        """A table, whoever asks for it. `row` is its row, if that was read just now.

        Raises TableUnknown, RulesChanged, TableDamaged.
        """
        opened = self._there(table)
        if opened is not None:
            if not opened.seats.is_used_here:
                await opened.refresh()
            return opened
        row = row or await self.find(table)
        try:
            opened = self._there(table) or Table(
                *(row, self._store, self._bus, self._jobs, self._thinkers, self._timings),
                self._begin_rematch,
            )
        except UnknownGame:
            raise RulesChanged(table=table) from None
        except LookupError as error:  # a bot whose name is not known
            raise damaged(table, "seats", error) from None
        self._open[table] = opened
        return opened

    def _there(self, table: str) -> Table | None:
        """A table that is in memory and was not deleted."""
        opened = self._open.get(table)
        return opened if opened is not None and not opened.seats.is_gone else None

    async def refresh_many(self, tables: Collection[str]) -> None:
        """Have these tables catch up with other processes. Raises what `for_each` does."""
        opened = [each for each in map(self._open.get, tables) if each is not None]
        if not opened:
            return
        heads = await self._store.shared.heads([table.id for table in opened], self._bus.process)

        async def refresh(table: Table) -> None:
            try:
                await table.refresh(heads.get(table.id))
            except StorageProblem:
                raise
            except ApiError:  # it is gone or damaged, as reported already
                pass

        await for_each(opened, refresh)

    async def delete(self, table: str, person: int) -> None:
        """Delete a table for its host. Others who have played there keep it: the host leaves it to them.

        Raises TableUnknown, NotSeated, NotHost.
        """
        row = await self.find(table)
        await self.change(row, changes.delete(person))

    async def change(self, row: TableRow, change: Change) -> None:
        """Change a table, whether or not anybody is there. Raises what `change` raises, TableUnknown.

        Its match is read only where something follows for others from the change: the bots may be to act, or
        somebody has seen a hand in this deal.
        Where the match cannot be held, as it was played by other rules, is damaged or its game errs, it is
        changed all the same.
        """
        if row.board is not None and not change(row, row.standing).person_seats:
            await self.give_up(row)
        opened = self._there(row.id)
        with suppress(RulesChanged, TableDamaged, GameErred):
            # of others it may have to be kept what they have seen
            others = len(row.person_seats) > 1 or row.members
            if opened is None and row.started and not row.standing.over and others:
                opened = await self.open_for_all(row.id, row)
            if opened is not None:
                await opened.refresh()  # it may have started meanwhile, through another process
                await opened.change(change)
                return
        await self._change_row(row.id, change)
        await self._read_again(row.id)

    async def give_up(self, row: TableRow) -> None:
        """Have bots finish what persons give up at a board's table. Raises TableUnknown.

        Where it cannot be played, it is only noted.
        """
        await self._store.results.give_up(row, row.person_seats)
        with suppress(RulesChanged, TableDamaged, GameErred):
            await self.finish(row.id)

    async def finish(self, table: str) -> None:
        """Have bots play a board's table to its end.

        Raises TableUnknown, RulesChanged, TableDamaged, GameErred.
        """
        opened = await self.open_for_all(table)
        while True:
            with suppress(Stale):  # somebody has moved at this moment
                await opened.refresh()
                await opened.finish()
                return

    async def _change_row(self, table: str, change: Change) -> None:
        while True:
            logged = await self._store.logs.length(table)
            row = await self.find(table)
            new = change(row, row.standing)
            if new == row:
                return
            with suppress(EditionConflict):
                new = plan.remembering(row, new, logged)
                await self._store.tables.replace(row, new, seq=logged + 1)
                return

    async def _read_again(self, table: str) -> None:
        """Have all processes read a table again, or note that it is gone."""
        opened = self._open.get(table)
        if opened is not None:
            with suppress(TableUnknown, TableDamaged, GameErred):
                await opened.read_again()
        await self._bus.publish(table, NOTHING_LOGGED)

    async def read_again(self, tables: Collection[str]) -> None:
        """Have all processes read these tables again: names, or what was said, are gone from them.

        Raises what `for_each` does.
        """
        await for_each(tables, self._read_again)

    def cut(self, ended: Collection[int]) -> None:
        """Close the sockets of sessions that have ended, in all processes."""
        for session in ended:
            self._store.persons.cut(session)
        self._bus.cut(ended)

    async def go_on(self) -> None:
        """The server is open again: rounds and matches begin for which everybody was ready."""
        for table in list(self._open.values()):
            with suppress(ApiError):
                await table.go_on()

    @property
    def open_ids(self) -> frozenset[str]:
        """The tables at which somebody is just now."""
        return frozenset(self._open)

    @property
    def number_open(self) -> int:
        """How many tables are open."""
        return len(self._open)

    def by_game(self) -> dict[str, tuple[int, int]]:
        """For each game, how many tables are open here, and how many persons are connected to them here.

        Another thread may ask.
        """
        found: dict[str, tuple[int, int]] = {}
        for reference in self._open.valuerefs():
            if (table := reference()) is not None:
                tables, persons = found.get(table.game, (0, 0))
                found[table.game] = tables + 1, persons + table.seats.number_here
        return found

    async def tell_of(self, game: str) -> None:
        """Tell everybody at the tables of a game that something besides the match has changed."""
        for table in list(self._open.values()):
            if table.game == game:
                await table.tell_presence()

    async def find(self, table: str) -> TableRow:
        """A table as it is kept. Raises TableUnknown."""
        row = await self._store.tables.find(table)
        if row is None:
            raise TableUnknown(table=table)
        return row
