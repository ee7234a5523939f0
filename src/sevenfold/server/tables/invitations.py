"""Coming to a table by a link or a code, and leaving for good."""

from typing import Literal

from sevenfold.server.errors import LinkUnknown, SeatUnknown
from sevenfold.server.limits import Limited, Limiter, Visitor
from sevenfold.server.names import check_name
from sevenfold.server.protocol.http import Invitation, Join
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.storage.rows import PersonRow, TableRow
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.registry import Tables
from sevenfold.server.tables.seating import changes, plan, spectators
from sevenfold.server.tables.seating.orders import seat_or_spectator
from sevenfold.server.tables.seating.sight import NO_DEAL, sight
from sevenfold.server.tables.sent.presence import table_info, table_info_for


def _is_code(key: str) -> bool:
    return len(key) == plan.DIGITS and key.isdecimal()


def _plain(key: str) -> str:
    """A key as it was given out: a code may be typed in the digits of any script, or at full width."""
    return f"{int(key):0{plan.DIGITS}}" if _is_code(key) else key


class Invitations:
    """What links and codes lead to."""

    def __init__(self, store: Store, tables: Tables, limiter: Limiter) -> None:
        self._store = store
        self._tables = tables
        self._limiter = limiter

    async def preview(self, key: str, person: PersonRow, visitor: Visitor) -> Invitation:
        """What a key leads to; nothing changes. Raises LinkUnknown, TooMany, RoundInPlay."""
        key = _plain(key)
        row = await self.find(key, visitor)
        await self._store.seen.require_not_playing(person.id, row.tells_of, row.id)
        return Invitation(
            kind="watch" if key == row.watch_link else "seat",
            table=table_info(
                await self._tables.presence(row),
                None,
                row.standing,
                there=False,
                pseudonym=row.pseudonym_of(person.id),
            ),
            here=_here(row, person.id),
            name=person.name,
            watch=row.watch_link if key != row.watch_link else None,
            played=sight(row, person.id, NO_DEAL).played,
        )

    async def join(self, key: str, person: PersonRow, join: Join, visitor: Visitor) -> TableInfo:
        """Come to the table that a key leads to.

        Raises LinkUnknown, TooMany, RoundInPlay, and what `plan` raises for newcomers.
        """
        key = _plain(key)
        row = await self.find(key, visitor)
        await self._store.seen.require_not_playing(person.id, row.tells_of, row.id)
        table = await self._tables.open_for_all(row.id, row)
        await table.refresh()
        name = join.name if join.name is not None else person.name
        if key == row.watch_link:
            await table.change(lambda row, _: spectators.watching(_still_open(row, key), person.id, name))
        else:
            if join.seat is None:
                raise SeatUnknown(seat="")
            await table.sit_down(person.id, join.seat, name, key)
        if join.name is not None:
            await self._store.persons.rename(person.id, check_name(join.name))
        if table.row.started:  # its standing is written with moves: read it
            return await self._tables.info(row.id, person.id)
        presence = await self._tables.presence(table.row)
        return table_info_for(presence, person.id, table.row.standing)

    async def to_table(self, key: str, person: int, visitor: Visitor) -> TableRow:
        """The table at which a key lets newcomers sit down. Raises LinkUnknown, TooMany, RoundInPlay."""
        key = _plain(key)
        row = await self.find(key, visitor)
        if key == row.watch_link:
            raise LinkUnknown
        await self._store.seen.require_not_playing(person, row.tells_of, row.id)
        return row

    async def find(self, key: str, visitor: Visitor) -> TableRow:
        """The table that a key leads to.

        Only codes are short enough to be guessed: a visitor who has tried too many wrong ones is refused for
        a while. Raises LinkUnknown, TooMany.
        """
        key = _plain(key)
        is_code = _is_code(key)
        if is_code:
            self._limiter.check(Limited.WRONG_CODES, visitor)
        row = await self._store.tables.by_key(key)
        if row is not None:
            return row
        if is_code:
            self._limiter.take(Limited.WRONG_CODES, visitor)
        raise LinkUnknown

    async def leave(self, table: str, person: int) -> None:
        """Leave a table for good. It is deleted when the last person leaves.

        Raises TableUnknown, NotSeated, Removed.
        """
        row = await self._tables.find(table)
        seat_or_spectator(row, person)
        await self._tables.change(row, changes.leave(person))


def _here(row: TableRow, person: int) -> Literal["seated", "watching", "coming"] | None:
    if row.seat_of(person) is not None:
        return "seated"
    if row.is_to_sit(person):
        return "coming"
    return "watching" if row.watches(person) else None


def _still_open(row: TableRow, key: str) -> TableRow:
    if key != row.watch_link:
        raise LinkUnknown
    return row
