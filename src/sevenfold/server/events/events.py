"""Events as they are asked for: made, joined, played and shown to each guest as they may know them.

Nothing is remembered between calls. What boards brought is in rows of its own, which are ended with their
rounds (`storage/results.py`), so events need no tables.
"""

import asyncio
from collections.abc import Sequence
from functools import partial

from sevenfold.server.boards.boards import Boards
from sevenfold.server.errors import Full, Vanished
from sevenfold.server.events.errors import (
    EventDealUnknown,
    EventOver,
    EventPersonUnknown,
    EventPlayed,
    EventUnknown,
    NotEventHost,
    NotInEvent,
    RemovedFromEvent,
)
from sevenfold.server.events.evening import MOST_TOGETHER, Evenings, team_of
from sevenfold.server.events.evening_shown import SeenEvening
from sevenfold.server.events.making import new_event
from sevenfold.server.events.shown import SeenEvent, line_of, state_of
from sevenfold.server.names import check_name
from sevenfold.server.protocol.events import EventInfo, EventList, EventStanding, JoinEvent, NewEvent
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.storage.events import EventPerson, EventRow, ListedEvent
from sevenfold.server.storage.rows import GuestRow, now, pseudonym
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.making import find_meta

SEAT = 0
"""From which seat everybody plays the boards of an event at their own time."""

MOST_PEOPLE = 2000
"""How many may take part in an event."""

LISTED_FOR = 7 * 24 * 3600 * 1000
"""How long an event is listed after its end, in ms."""


class Events:
    """The events of the server."""

    def __init__(self, store: Store, boards: Boards) -> None:
        self._store = store
        self._boards = boards
        self.evenings = Evenings(store)

    # --- made -------------------------------------------------------------------------------------

    async def make(self, guest: GuestRow, asked: NewEvent) -> EventInfo:
        """Make an event, with the guest as its host. Raises what `new_event` raises, Vanished."""
        event, boards = new_event(guest.id, asked, self._boards.level(find_meta(asked.game).name))
        keeping = self._store.boards.adding(boards)
        await self._store.events.add(event, [board.id for board in boards], keeping)
        return await self.info(event.id, guest.id)

    async def delete(self, event_id: str, guest: int) -> None:
        """Delete an event that nobody has played, for its host.

        Raises EventUnknown, NotEventHost, EventPlayed.
        """
        self._require_host(await self._find(event_id, guest), guest)
        if not await self._store.events.delete_unplayed(event_id):
            raise EventPlayed(event=event_id)

    # --- people -----------------------------------------------------------------------------------

    async def join(self, event_id: str, guest: GuestRow, asked: JoinEvent) -> EventInfo:
        """Have a guest take part; again changes nothing but their name.

        Raises EventUnknown, EventOver, RemovedFromEvent, NameRefused, Full, Vanished.
        """
        listed = await self._find(event_id, guest.id)
        await self._store.events.join(listed.event, partial(_as_who, guest, asked))
        return await self.info(event_id, guest.id)

    async def leave(self, event_id: str, guest: int) -> None:
        """Have a guest take part no longer: what they played stays as somebody's.

        Raises EventUnknown, NotInEvent.
        """
        await self._find(event_id, guest)
        if not await self._store.events.leave(event_id, guest, now()):
            raise NotInEvent(event=event_id)

    async def remove(self, event_id: str, guest: int, person: str) -> EventInfo:
        """Have somebody else take part no longer, and never again, for the host.

        Raises EventUnknown, NotEventHost, EventPersonUnknown.
        """
        listed = await self._find(event_id, guest)
        self._require_host(listed, guest)
        for each in await self._store.events.people(event_id):
            if each.is_in and pseudonym(listed.event.pseudonym_key, each.guest) == person:
                await self._store.events.remove(event_id, each.guest, now())
                return await self.info(event_id, guest)
        raise EventPersonUnknown(person=person)

    # --- played -----------------------------------------------------------------------------------

    async def begin(self, event_id: str, number: int, guest: GuestRow, pace: int) -> TableInfo:
        """A guest's table with a board of an event at their own time: a new one, or the one that they have.

        Raises EventUnknown, NotInEvent, EventDealUnknown, and what `Boards.begin` raises.
        """
        listed = await self._find(event_id, guest.id)
        me = await self._store.events.person(event_id, guest.id)
        if me is None or not me.is_in:
            raise NotInEvent(event=event_id)
        boards = {each.number: each.board for each in await self._store.events.boards(event_id)}
        board = await self._store.boards.find(boards[number]) if number in boards else None
        if board is None or listed.event.kind != "own_time":
            raise EventDealUnknown(number=str(number))
        try:
            return await self._boards.begin(board, SEAT, guest, pace, me.name, event=event_id)
        except Vanished:
            me = await self._store.events.person(event_id, guest.id)
            if me is None or not me.is_in:  # they have gone, or the event, at this moment
                raise NotInEvent(event=event_id) from None
            raise

    # --- an evening -------------------------------------------------------------------------------

    async def begin_evening(self, event_id: str, guest: int) -> EventInfo:
        """Begin an evening. Raises EventUnknown, and what `Evenings.begin` raises."""
        await self.evenings.begin((await self._find(event_id, guest)).event, guest)
        return await self.info(event_id, guest)

    async def next_round(self, event_id: str, guest: int, ended: int | None) -> EventInfo:
        """Begin the next round of an evening. Raises EventUnknown, and what `Evenings.next` raises."""
        await self.evenings.next((await self._find(event_id, guest)).event, guest, ended)
        return await self.info(event_id, guest)

    async def end_evening(self, event_id: str, guest: int) -> EventInfo:
        """End an evening. Raises EventUnknown, and what `Evenings.end` raises."""
        await self.evenings.end((await self._find(event_id, guest)).event, guest)
        return await self.info(event_id, guest)

    # --- shown ------------------------------------------------------------------------------------

    async def for_guest(self, guest: int) -> EventList:
        """The events that a guest may find."""
        found = await self._store.events.for_guest(guest, now() - LISTED_FOR)
        return EventList(events=tuple(line_of(each, guest) for each in found))

    async def info(self, event_id: str, guest: int) -> EventInfo:
        """An event as a guest may know it. Raises EventUnknown."""
        store = self._store.events
        seen = await self.seen(event_id, guest)
        people, sums = await store.people(event_id), await store.sums(event_id, seen.known_bits)
        at_seats, given_up = await store.at_seats(event_id), await store.given_up(event_id)

        def made() -> tuple[EventStanding, ...]:
            return seen.standings(people, seen.with_given_up(sums, at_seats, given_up))

        standings = await asyncio.to_thread(made)  # of 2,000 people
        return seen.info(await store.person(event_id, guest), at_seats, standings)

    async def seen(self, event_id: str, guest: int) -> SeenEvent:
        """An event, with what the guest has played of it. Raises EventUnknown."""
        store = self._store.events
        listed = await self._find(event_id, guest)
        seen = SeenEvent(
            listed,
            guest,
            await store.boards(event_id),
            await store.tries(event_id, guest),
        )
        if listed.event.kind != "evening":
            return seen
        return SeenEvening(
            *(seen.listed, seen.guest, seen.boards, seen.mine),
            closed=tuple(await self._store.evenings.closed(event_id)),
            tables=tuple(await self._store.evenings.tables(event_id, listed.event.players)),
            all_results=await store.results(event_id),
            people=await store.people(event_id),
        )

    async def _find(self, event_id: str, guest: int) -> ListedEvent:
        found = await self._store.events.find(event_id, guest)
        if found is not None and await self.evenings.settle(found.event):
            found = await self._store.events.find(event_id, guest)
        if found is None:
            raise EventUnknown(event=event_id)
        return found

    @staticmethod
    def _require_host(listed: ListedEvent, guest: int) -> None:
        if listed.event.host != guest:
            raise NotEventHost(event=listed.event.id)


def _as_who(guest: GuestRow, asked: JoinEvent, event: EventRow, people: Sequence[EventPerson]) -> EventPerson:
    """As whom a guest joins. Raises EventOver, RemovedFromEvent, NameRefused, Full."""
    if state_of(event) == "over":
        raise EventOver(event=event.id)
    me = next((each for each in people if each.guest == guest.id), None)
    if me is not None and me.removed:
        raise RemovedFromEvent(event=event.id)
    others = [each.name for each in people if each.is_in and each.guest != guest.id]
    if len(others) >= (MOST_TOGETHER if event.kind == "evening" else MOST_PEOPLE):
        raise Full(what="people")
    team = team_of(event, people, guest.id, asked.team)
    wanted = asked.name if asked.name is not None else guest.name
    name = check_name(wanted, others) if wanted is not None else None
    return EventPerson(guest.id, name, now(), team=team)
