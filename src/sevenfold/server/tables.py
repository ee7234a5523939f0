"""The tables: made, found, and opened when somebody sits down."""

import secrets
from contextlib import suppress
from weakref import WeakValueDictionary

import msgspec

from sevenfold.bots.levels import Level
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import Meta, UnknownPreset, WrongNumberOfSeats
from sevenfold.core.options import OptionError, Options
from sevenfold.games import UnknownGame, load_game, load_meta
from sevenfold.server.bus import Bus
from sevenfold.server.errors import (
    ApiError,
    GameUnknown,
    NotHost,
    NotSeated,
    OptionInvalid,
    PresetUnknown,
    RulesChanged,
    TableUnknown,
)
from sevenfold.server.jobs import Jobs
from sevenfold.server.protocol import ListedTable, NewTable, TableInfo
from sevenfold.server.seat_updates import table_info
from sevenfold.server.store import Sitter, Store, TableRow, damaged, new_table_id, now
from sevenfold.server.table import Table, check_pace
from sevenfold.server.thinkers import Thinkers

HOST = 0
"""The seat of whoever made the table."""


class Tables:
    """All tables that this process serves; those at which nobody is are not kept in memory."""

    def __init__(self, store: Store, bus: Bus, jobs: Jobs, thinkers: Thinkers) -> None:
        self._store = store
        self._bus = bus
        self._jobs = jobs
        self._thinkers = thinkers
        self._open: WeakValueDictionary[str, Table] = WeakValueDictionary()

    async def create(self, guest: int, wanted: NewTable) -> TableInfo:
        """A new table with the guest at its first seat and bots at the others, its first round dealt.

        Raises GameUnknown, PresetUnknown, OptionInvalid.
        """
        meta = find_meta(wanted.game)
        options, players = _settle(meta, wanted)
        check_pace(wanted.pace)
        bots = _levels(wanted.bots, players - 1)
        seed = secrets.token_bytes(32)
        match = dealing.begin(Dealer(seed), load_game(meta.name), options, players)
        row = TableRow(
            id=new_table_id(),
            game=meta.name,
            rules=meta.rules_version,
            options=msgspec.to_builtins(options),
            players=players,
            seed=seed,
            pace=wanted.pace,
            created=now(),
            standing=match.standing,
            waits_for=1 << HOST,
            seats=(Sitter(guest=guest), *(Sitter(bot=level) for level in bots)),
        )
        await self._store.add_table(row, match.entries)
        return table_info(row, 0, (), self._thinkers.search(row.game))

    async def of_guest(self, guest: int) -> list[ListedTable]:
        """The tables at which a guest sits, the newest first."""
        rows = await self._store.tables_of(guest)
        return [await self._listed(row, guest) for row in rows]

    async def _listed(self, row: TableRow, guest: int) -> ListedTable:
        info = msgspec.structs.asdict(self._info(row, guest))
        your_turn = await self._waits_for(row, _seat(row, guest))
        return ListedTable(**info, your_turn=your_turn, since=None, watching=False)

    async def _waits_for(self, row: TableRow, seat: int) -> bool:
        """Whether a table waits for a seat: by its match if that is in memory, else by what is kept."""
        table = self._open.get(row.id)
        if table is not None:
            with suppress(ApiError):  # a match that cannot be held just now
                waits = await table.waits_for(seat)
                if waits is not None:
                    return waits
        return not row.standing.over and bool(row.waits_for >> seat & 1)

    async def info(self, table: str, guest: int) -> TableInfo:
        """A table at which the guest sits. Raises TableUnknown, NotSeated."""
        return self._info(await self._find(table), guest)

    def _info(self, row: TableRow, guest: int) -> TableInfo:
        table = self._open.get(row.id)
        connected = table.connected if table is not None else ()
        return table_info(row, _seat(row, guest), connected, self._thinkers.search(row.game))

    async def open(self, table: str, guest: int) -> tuple[Table, int]:
        """A table to play at, and the guest's seat. Raises TableUnknown, NotSeated, RulesChanged."""
        opened = self._open.get(table)
        if opened is not None:
            return opened, _seat(opened.row, guest)
        row = await self._find(table)
        seat = _seat(row, guest)
        try:
            opened = self._open.get(table) or Table(row, self._store, self._bus, self._jobs, self._thinkers)
        except UnknownGame:
            raise RulesChanged(table=table) from None
        except LookupError as error:  # a bot of a name that there is not
            raise damaged(table, "seats", error) from None
        self._open[table] = opened
        return opened, seat

    async def delete(self, table: str, guest: int) -> None:
        """Delete a table; its host, who made it, may. Raises TableUnknown, NotSeated, NotHost."""
        if _seat(await self._find(table), guest) != HOST:
            raise NotHost(table=table)
        opened = self._open.pop(table, None)
        if opened is not None:
            await opened.end()
        await self._store.delete_table(table)

    @property
    def open_ids(self) -> frozenset[str]:
        """The tables at which somebody sits just now."""
        return frozenset(self._open)

    @property
    def number_open(self) -> int:
        """How many they are."""
        return len(self._open)

    async def tell_of(self, game: str) -> None:
        """Let the tables of a game look at what is shown besides their matches."""
        for table in list(self._open.values()):
            if table.game == game:
                await table.tell_presence()

    async def _find(self, table: str) -> TableRow:
        row = await self._store.table(table)
        if row is None:
            raise TableUnknown(table=table)
        return row


def _levels(wanted: tuple[Level, ...], bots: int) -> tuple[Level, ...]:
    """A level for each bot. Raises OptionInvalid."""
    if len(wanted) not in (1, bots):
        raise OptionInvalid(name="bots", value=str(len(wanted)), range=f"1 or {bots}")
    return wanted if len(wanted) == bots else wanted * bots


def find_meta(game: str) -> Meta:
    """What a game is called and takes. Raises GameUnknown."""
    try:
        return load_meta(game)
    except UnknownGame:
        raise GameUnknown(game=game) from None


def _seat(row: TableRow, guest: int) -> int:
    seat = row.seat_of(guest)
    if seat is None:
        raise NotSeated(table=row.id)
    return seat


def _settle(meta: Meta, wanted: NewTable) -> tuple[Options, int]:
    """The options and the number of seats."""
    try:
        return meta.make_options(wanted.preset, wanted.options), meta.seats(wanted.players)
    except UnknownPreset as error:
        raise PresetUnknown(preset=error.preset, known=" ".join(error.known)) from None
    except OptionError as error:
        raise OptionInvalid(name=error.name, value=str(error.value), range=error.range) from None
    except WrongNumberOfSeats as error:
        raise OptionInvalid(name="players", value=str(error.players), range=error.takes) from None
