"""Coming to a table by a link or a code, going on at another device, and leaving for good."""

import hashlib
from typing import Literal

from sevenfold.core.standing import Standing
from sevenfold.server.errors import (
    LinkUnknown,
    RoundInPlay,
    SeatTaken,
    SeatUnknown,
)
from sevenfold.server.limits import Limited, Limiter, Visitor
from sevenfold.server.names import check_name
from sevenfold.server.protocol.http import Device, Invitation, Join, SeatLink
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.protocol.talk import Say
from sevenfold.server.storage.rows import GuestRow, KeptSeatLink, TableRow, now
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.registry import Tables
from sevenfold.server.tables.seating import changes, plan, spectators
from sevenfold.server.tables.seating.orders import require_seat, seat_or_spectator
from sevenfold.server.tables.seating.sight import NO_DEAL, sight
from sevenfold.server.tables.sent.presence import table_info, table_info_for
from sevenfold.server.times import iso

SEAT_LINK_LASTS = 15 * 60 * 1000
"""How long a link that takes a seat to another device can be used, in ms."""


def _hash(key: str) -> bytes:
    return hashlib.sha256(key.encode()).digest()


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

    async def preview(self, key: str, guest: GuestRow, visitor: Visitor) -> Invitation:
        """What a key leads to; nothing changes. Raises LinkUnknown, TooMany, RoundInPlay."""
        key = _plain(key)
        row, link = await self._find(key, visitor)
        await self._require_no_board_of(row, guest.id)
        return Invitation(
            kind="device" if link is not None else "watch" if key == row.watch_link else "seat",
            table=table_info(
                await self._tables.presence(row),
                None,
                row.standing,
                there=False,
                person=row.person_of(guest.id),
            ),
            seat=link.seat if link is not None else None,
            here=_here(row, guest.id),
            name=guest.name,
            played=sight(row, guest.id, NO_DEAL).played,
        )

    async def join(self, key: str, guest: GuestRow, join: Join, visitor: Visitor) -> TableInfo:
        """Come to the table that a key leads to.

        Raises LinkUnknown, TooMany, RoundInPlay, and what `plan` raises for newcomers.
        """
        key = _plain(key)
        row, link = await self._find(key, visitor)
        await self._require_no_board_of(row, guest.id)
        table = await self._tables.open_for_all(row.id, row)
        await table.refresh()
        name = join.name if join.name is not None else guest.name
        if link is not None:
            if link.instead and link.seat in (await self._tables.presence(row)).connected:
                raise SeatTaken(seat=str(link.seat))  # they have found their way back
            change = _with_device(guest.id, link)
            await table.check(change)
            if not await self._store.friends.use_seat_link(_hash(key)):
                raise LinkUnknown
            await table.change(change)
        elif key == row.watch_link:
            await table.change(lambda row, _: spectators.watching(_still_open(row, key), guest.id, name))
        else:
            if join.seat is None:
                raise SeatUnknown(seat="")
            await table.sit_down(guest.id, join.seat, name, key)
        if join.name is not None and link is None:
            await self._store.guests.rename(guest.id, check_name(join.name))
        if table.row.started:  # its standing is written with moves: read it
            return await self._tables.info(row.id, guest.id)
        presence = await self._tables.presence(table.row)
        return table_info_for(presence, guest.id, table.row.standing)

    async def to_table(self, key: str, guest: int, visitor: Visitor) -> TableRow:
        """The table at which a key lets newcomers sit down. Raises LinkUnknown, TooMany, RoundInPlay."""
        key = _plain(key)
        row, link = await self._find(key, visitor)
        if link is not None or key == row.watch_link:
            raise LinkUnknown
        await self._require_no_board_of(row, guest)
        return row

    async def _find(self, key: str, visitor: Visitor) -> tuple[TableRow, KeptSeatLink | None]:
        """The table that a key leads to, and the link to one seat if the key is of such a link.

        Only codes are short enough to be guessed: a visitor who has tried too many wrong ones is refused for
        a while. Raises LinkUnknown, TooMany.
        """
        is_code = _is_code(key)
        if is_code:
            self._limiter.check(Limited.WRONG_CODES, visitor)
        row = await self._store.tables.by_key(key)
        if row is not None:
            return row, None
        if is_code:
            self._limiter.take(Limited.WRONG_CODES, visitor)
            raise LinkUnknown
        link = await self._store.friends.seat_link(_hash(key))
        row = await self._store.tables.find(link.table) if link is not None else None
        if link is None or row is None:
            raise LinkUnknown
        _require_theirs(row, link)
        return row, link

    async def _require_no_board_of(self, row: TableRow, guest: int) -> None:
        """Raise RoundInPlay for whoever plays cards just now that were played at this table, or are played on
        there: they would be told of them (law 9).
        """
        boards = await self._store.boards.in_play(guest)
        if not boards:
            return
        shown = {row.id}
        if row.branched_from is not None and row.board is None:
            table, _, number = row.branched_from.round.partition(".")
            link = None if number else await self._store.rounds.by_key(table)
            source = await self._store.tables.find(link.table if link is not None else table)
            shown |= {source.id, source.board or source.id} if source is not None else set()
        if any(each.board in shown or each.source in shown for each in boards):
            raise RoundInPlay(round=row.id)

    async def link_to_seat(self, table: str, seat: int, guest: int) -> SeatLink:
        """A link that takes a seat to one more device.

        The person at the seat may have it. So may everybody who sits there while that person is away: the
        new device then replaces the old ones, and all are told who has let somebody back in. Raises
        TableUnknown, NotSeated, SeatUnknown, SeatTaken, TooMany.
        """
        row = await self._tables.find(table)
        own = require_seat(row, guest)
        holder = plan.seat_holder_at(row, seat)
        if holder.guest is None:
            raise SeatUnknown(seat=str(seat))
        if seat != own:
            if seat in (await self._tables.presence(row)).connected:
                raise SeatTaken(seat=str(seat))
            await (await self._tables.open_for_all(table)).say(guest, Say(phrase="back_in"))
        key, expires = plan.new_key(), now() + SEAT_LINK_LASTS
        link = KeptSeatLink(table=table, seat=seat, guest=holder.guest, instead=seat != own, expires=expires)
        await self._store.friends.add_seat_link(_hash(key), link)
        return SeatLink(key, iso(expires))

    # --- leaving ------------------------------------------------------------------------------------

    async def leave(self, table: str, guest: int, *, device_only: bool = True) -> None:
        """Leave a table for good. It is deleted when the last person leaves.

        With `device_only`, a person who has further devices at their seat goes on there. Raises TableUnknown,
        NotSeated, Removed.
        """
        row = await self._tables.find(table)
        seat_or_spectator(row, guest)
        await self._tables.change(row, changes.leave(guest, device_only=device_only))

    async def devices(self, table: str, guest: int) -> list[Device]:
        """The devices at a guest's seat. Raises TableUnknown, NotSeated."""
        row = await self._tables.find(table)
        seat, here = require_seat(row, guest), await self._tables.guests_at(row)
        return [
            Device(
                id=each.guest,
                since=iso(each.since) if each.since else None,
                connected=each.guest in here,
                this=each.guest == guest,
            )
            for each in plan.devices(row, seat)
        ]

    async def end_device(self, table: str, guest: int, device: int) -> None:
        """End one of the devices at a guest's seat. Raises TableUnknown, NotSeated, DeviceUnknown."""
        row = await self._tables.find(table)
        await self._tables.change(row, changes.end_device(guest, device))


def _with_device(guest: int, link: KeptSeatLink) -> changes.Change:
    def change(row: TableRow, _: Standing) -> TableRow:
        _require_theirs(row, link)
        return plan.with_device(row, guest, link.seat, instead=link.instead)

    return change


def _require_theirs(row: TableRow, link: KeptSeatLink) -> None:
    """Raises LinkUnknown unless the seat is still that of the person for whom the link was made."""
    if link.seat >= row.players or row.seats[link.seat].guest != link.guest:
        raise LinkUnknown


def _here(row: TableRow, guest: int) -> Literal["seated", "watching", "coming"] | None:
    if row.seat_of(guest) is not None:
        return "seated"
    if row.is_to_sit(guest):
        return "coming"
    return "watching" if row.watches(guest) else None


def _still_open(row: TableRow, key: str) -> TableRow:
    if key != row.watch_link:
        raise LinkUnknown
    return row
