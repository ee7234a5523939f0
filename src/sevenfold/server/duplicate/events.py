"""Events as they are asked for: made, joined, played and shown to each person as they may know them.

Nothing is remembered between calls. What boards brought is in rows of its own, which are ended with their
rounds (`storage/results.py`), so events need no tables.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from sevenfold.server.duplicate.boards import Boards
from sevenfold.server.duplicate.evening import Evenings
from sevenfold.server.duplicate.evening_shown import SeenEvening
from sevenfold.server.duplicate.event_errors import (
    EventDealUnknown,
    EventNotEvening,
    EventOver,
    EventPersonUnknown,
    EventPlayed,
    EventUnknown,
    NotEventHost,
    NotInEvent,
)
from sevenfold.server.duplicate.event_shown import SeenEvent, line_of, state_of
from sevenfold.server.duplicate.hosting import require_host
from sevenfold.server.duplicate.joining import answered, as_who
from sevenfold.server.duplicate.new_event import new_event
from sevenfold.server.errors import NotSeated, TableUnknown, Vanished
from sevenfold.server.protocol.events import EventInfo, EventList, EventStanding, JoinEvent, NewEvent
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.storage.events import ListedEvent
from sevenfold.server.storage.rows import PersonRow, now, pseudonym
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.across.bus import CHANGED, Bus, Listener
from sevenfold.server.tables.making import find_meta
from sevenfold.server.tables.registry import Tables
from sevenfold.server.tables.seating import changes
from sevenfold.server.timings import Timings

SEAT = 0
"""From which seat everybody plays the boards of an event at their own time."""

LISTED_FOR = 7 * 24 * 3600 * 1000
"""How long an event is listed after its end, in ms."""


class Events:
    """The events of the server."""

    def __init__(self, store: Store, boards: Boards, tables: Tables, bus: Bus, timings: Timings) -> None:
        self._store = store
        self._boards = boards
        self._tables = tables
        self._bus = bus
        self.evenings = Evenings(store, tables, bus, timings)

    # --- made -------------------------------------------------------------------------------------

    async def make(self, person: PersonRow, asked: NewEvent) -> EventInfo:
        """Make an event, with the person as its host. Raises what `new_event` raises, Vanished."""
        event, boards = new_event(person.id, asked, self._boards.level(find_meta(asked.game).name))
        keeping = self._store.boards.adding(boards)
        await self._store.events.add(event, [board.id for board in boards], keeping)
        return await self.info(event.id, person.id)

    async def delete(self, event_id: str, person: int) -> None:
        """Delete an event that nobody has played, for its host.

        Raises EventUnknown, NotEventHost, EventPlayed.
        """
        self._require_host(await self._find(event_id, person), person)
        if not await self._store.events.delete_unplayed(event_id):
            raise EventPlayed(event=event_id)
        await self._bus.publish(event_id, CHANGED)

    # --- people -----------------------------------------------------------------------------------

    async def join(self, event_id: str, person: PersonRow, asked: JoinEvent) -> EventInfo:
        """Have a person take part; again changes nothing but their name.

        Raises EventUnknown, what `as_who` raises, Vanished.
        """
        listed = await self._find(event_id, person.id)
        await self._store.events.join(listed.event, partial(as_who, person, asked))
        return await self._changed(event_id, person.id)

    async def answer(self, event_id: str, person: int, asks: str, *, agree: bool) -> EventInfo:
        """Let somebody have the place on an evening that they say is theirs, or not, for the host.

        Raises EventUnknown, EventPersonUnknown, and what `require_host` raises.
        """
        event = (await self._find(event_id, person)).event
        require_host(event, person)
        found = await self._store.events.join(event, partial(answered, asks, agree))
        if found.in_place_of is not None:
            await self._vacate(event_id, found.in_place_of)
        return await self._changed(event_id, person)

    async def leave(self, event_id: str, person: int) -> None:
        """Have a person take part no longer: what they played stays as somebody's.

        Raises EventUnknown, NotInEvent.
        """
        await self._find(event_id, person)
        if not await self._store.events.leave(event_id, person, now()):
            raise NotInEvent(event=event_id)
        await self._vacate(event_id, person)
        await self._bus.publish(event_id, CHANGED)

    async def _vacate(self, event_id: str, person: int) -> None:
        """Nobody at their table waits for somebody who takes part no longer."""
        table = await self._store.evenings.table_of(event_id, person)
        if table is not None:
            with suppress(TableUnknown, NotSeated):  # they have left there, too, just now
                await self._tables.change(await self._tables.find(table), changes.leave(person))

    async def remove(self, event_id: str, person: int, whose: str) -> EventInfo:
        """Have somebody else take part no longer, and never again, for the host.

        Raises EventUnknown, NotEventHost, EventPersonUnknown.
        """
        listed = await self._find(event_id, person)
        self._require_host(listed, person)
        for each in await self._store.events.people(event_id):
            if each.is_in and pseudonym(listed.event.pseudonym_key, each.person) == whose:
                await self._store.events.remove(event_id, each.person, now())
                await self._vacate(event_id, each.person)
                return await self._changed(event_id, person)
        raise EventPersonUnknown(pseudonym=whose)

    # --- played -----------------------------------------------------------------------------------

    async def begin(self, event_id: str, number: int, person: PersonRow, pace: int) -> TableInfo:
        """A person's table with a board of an event at their own time: a new one, or the one that they have.

        Raises EventUnknown, NotInEvent, EventDealUnknown, and what `Boards.begin` raises.
        """
        listed = await self._find(event_id, person.id)
        me = await self._store.events.person(event_id, person.id)
        if me is None or not me.is_in:
            raise NotInEvent(event=event_id)
        boards = {each.number: each.board for each in await self._store.events.boards(event_id)}
        board = await self._store.boards.find(boards[number]) if number in boards else None
        if board is None or listed.event.kind != "own_time":
            raise EventDealUnknown(number=str(number))
        try:
            return await self._boards.begin(board, SEAT, person, pace, me.name, event=event_id)
        except Vanished:
            me = await self._store.events.person(event_id, person.id)
            if me is None or not me.is_in:  # they have gone, or the event, at this moment
                raise NotInEvent(event=event_id) from None
            raise

    # --- an evening -------------------------------------------------------------------------------

    async def be_here(self, event_id: str, person: int) -> EventInfo:
        """Note that somebody is there, to be seated in the next round.

        Raises EventUnknown, EventNotEvening, EventOver, NotInEvent.
        """
        event = (await self._find(event_id, person)).event
        if event.kind != "evening":
            raise EventNotEvening(event=event_id)
        if state_of(event) == "over":
            raise EventOver(event=event_id)
        if not await self._store.evenings.be_here(event_id, person, now()):
            raise NotInEvent(event=event_id)
        return await self._changed(event_id, person)

    async def name_second(self, event_id: str, person: int, whose: str | None) -> EventInfo:
        """Name who may do all that the host may. Raises EventUnknown, and what `Hosting.name_second` does."""
        await self.evenings.hosting.name_second((await self._find(event_id, person)).event, person, whose)
        return await self._changed(event_id, person)

    async def begin_evening(self, event_id: str, person: int) -> EventInfo:
        """Begin an evening. Raises EventUnknown, and what `Evenings.begin` raises."""
        await self.evenings.begin((await self._find(event_id, person)).event, person)
        return await self._changed(event_id, person)

    async def next_round(self, event_id: str, person: int, ended: int | None) -> EventInfo:
        """Begin the next round of an evening. Raises EventUnknown, and what `Evenings.next` raises."""
        await self.evenings.next((await self._find(event_id, person)).event, person, ended)
        return await self._changed(event_id, person)

    async def end_evening(self, event_id: str, person: int) -> EventInfo:
        """End an evening. Raises EventUnknown, and what `Evenings.end` raises."""
        await self.evenings.end((await self._find(event_id, person)).event, person)
        return await self._changed(event_id, person)

    # --- shown ------------------------------------------------------------------------------------

    async def for_person(self, person: int) -> EventList:
        """The events that a person may find."""
        found = await self._store.events.for_person(person, now() - LISTED_FOR)
        return EventList(events=tuple(line_of(each, person) for each in found))

    def watch(self, event_id: str, listener: Listener) -> Callable[[], None]:
        """Call `listener` when an event may have changed, in whichever process, until what is returned is."""
        return self._bus.subscribe(event_id, listener)

    async def _changed(self, event_id: str, person: int) -> EventInfo:
        """An event that has just changed: whoever looks at it is told."""
        await self._bus.publish(event_id, CHANGED)
        return await self.info(event_id, person)

    async def info(self, event_id: str, person: int) -> EventInfo:
        """An event as a person may know it. Raises EventUnknown."""
        store = self._store.events
        seen = await self.seen(event_id, person)
        people, sums = await store.people(event_id), await store.sums(event_id, seen.known_bits)
        at_seats, given_up = await store.at_seats(event_id), await store.given_up(event_id)

        def made() -> tuple[EventStanding, ...]:
            return seen.standings(people, seen.with_given_up(sums, at_seats, given_up))

        standings = await asyncio.to_thread(made)  # of 2,000 people
        me = await store.person(event_id, person)
        if seen.event.kind == "evening":
            await self.evenings.hosting.see(seen.event, person, me)
        return seen.info(me, at_seats, standings)

    async def seen(self, event_id: str, person: int) -> SeenEvent:
        """An event, with what the person has played of it. Raises EventUnknown."""
        store = self._store.events
        listed, boards = await self._find(event_id, person), await store.boards(event_id)
        if listed.event.kind != "evening":
            return SeenEvent(listed, person, boards, await store.tries(event_id, person))
        closed = await self._store.evenings.closed(event_id)
        tables = await self._store.evenings.tables(event_id, listed.event.players)
        results, people = await store.results(event_id), await store.people(event_id)
        return SeenEvening(
            listed,
            person,
            boards,
            await store.tries(event_id, person),  # last, so that theirs is never behind what all have made
            closed=tuple(closed),
            tables=tuple(tables),
            all_results=results,
            people=people,
        )

    async def _find(self, event_id: str, person: int) -> ListedEvent:
        found = await self._store.events.find(event_id, person)
        if found is not None and await self.evenings.settle(found.event):
            await self._bus.publish(event_id, CHANGED)
            found = await self._store.events.find(event_id, person)
        if found is None:
            raise EventUnknown(event=event_id)
        return found

    @staticmethod
    def _require_host(listed: ListedEvent, person: int) -> None:
        if not listed.event.is_run_by(person):
            raise NotEventHost(event=listed.event.id)
