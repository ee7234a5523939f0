"""Back without one's session: what somebody with a table's link is told and says (`seating/returning.py`)."""

from sevenfold.server.limits import Visitor
from sevenfold.server.names import check_name
from sevenfold.server.protocol.http import Invitation, Return, SeatAsked
from sevenfold.server.storage.rows import PersonRow, TableRow, now
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.invitations import Invitations
from sevenfold.server.tables.registry import Tables
from sevenfold.server.tables.seating import plan, returning
from sevenfold.server.times import iso
from sevenfold.server.timings import Timings


class Returns:
    """Tells which seats somebody may say are theirs, and hears it."""

    def __init__(self, store: Store, tables: Tables, invitations: Invitations, timings: Timings) -> None:
        self._store = store
        self._tables = tables
        self._invitations = invitations
        self._timings = timings

    async def preview(self, key: str, person: PersonRow, visitor: Visitor) -> Invitation:
        """What a key leads to, with the seats that may be asked for.

        Nothing changes, but that what the person has said comes to its end in time, should nobody be there.
        Raises LinkUnknown, TooMany, RoundInPlay.
        """
        shown = await self._invitations.preview(key, person, visitor)
        if shown.kind != "seat":
            return shown
        row = await self._tables.find(shown.table.id)
        mine, ends = self._asked_by(row, person.id), returning.ends(row, self._timings)
        if mine is not None and ends is not None and ends <= now():
            table = await self._tables.open_for_all(row.id, row)
            await table.refresh()
            await table.look_who_is_here()
            return await self.preview(key, person, visitor)
        here = (await self._tables.presence(row)).connected
        returns = returning.offered(row, here, self._timings)
        return plan.replace(shown, asked=mine, returns=returns if shown.here is None else ())

    async def ask(self, key: str, person: PersonRow, wanted: Return, visitor: Visitor) -> Invitation:
        """Somebody says that a seat is theirs: the others there are asked.

        Raises LinkUnknown, TooMany, RoundInPlay, and what `Table.ask_return` raises.
        """
        row = await self._invitations.to_table(key, person.id, visitor)
        table = await self._tables.open_for_all(row.id, row)
        await table.refresh()
        await table.ask_return(person.id, wanted.seat, wanted.name)
        await self._store.persons.rename(person.id, check_name(wanted.name))
        return await self.preview(key, person, visitor)

    def _asked_by(self, row: TableRow, person: int) -> SeatAsked | None:
        member, until = returning.asking(row), returning.ends(row, self._timings)
        if member is None or member.person != person or member.seat is None or until is None:
            return None
        return SeatAsked(member.seat, iso(until))
