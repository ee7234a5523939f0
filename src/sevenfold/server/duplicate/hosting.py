"""Who runs an evening: its host, and a second, so that nobody waits for a browser that is lost.

The host names their second. When the others have been without both for two minutes, whoever of them has taken
part for longest becomes the second. The host stays the host: both may do everything then.
"""

from collections.abc import Sequence

from sevenfold.server.duplicate.event_errors import (
    EventNotEvening,
    EventOver,
    EventPersonUnknown,
    NotEventHost,
)
from sevenfold.server.duplicate.event_shown import is_here, state_of
from sevenfold.server.storage.events import EventPerson, EventRow
from sevenfold.server.storage.rows import now, pseudonym
from sevenfold.server.storage.store import Store
from sevenfold.server.timings import Timings

SEEN_FOR = 30_000
"""How long somebody counts as there after they were seen at an event, in ms."""

SEEN_EVERY = 10_000
"""How often it is noted that somebody is there, in ms."""

FEWEST = 2
"""Of how many who are without their host one stands in."""


class Hosting:
    """Who runs the evenings of the server."""

    def __init__(self, store: Store, timings: Timings) -> None:
        self._store = store
        self._timings = timings

    async def see(self, event: EventRow, person: int, me: EventPerson | None) -> None:
        """Note that somebody looks at an evening."""
        last = (event.host_seen if person == event.host else None, me.seen if me is not None else None)
        if (person == event.host or me is not None) and now() - max(each or 0 for each in last) >= SEEN_EVERY:
            await self._store.evenings.see(now(), [(event.id, person)])

    async def name_second(self, event: EventRow, person: int, whose: str | None) -> None:
        """Let somebody who takes part do all that the host may; None is for nobody.

        Raises NotEventHost, EventNotEvening, EventOver, EventPersonUnknown.
        """
        require_host(event, person)
        people = await self._store.events.people(event.id)
        named = {pseudonym(event.pseudonym_key, each.person): each.person for each in people if each.is_in}
        if whose is not None and whose not in named:
            raise EventPersonUnknown(pseudonym=whose)
        second = named[whose] if whose is not None else None
        if not await self._store.evenings.name_second(event.id, second, now()):
            raise EventPersonUnknown(pseudonym=whose or "")

    async def settle(self, event: EventRow) -> bool:
        """Have somebody stand in, if that is due. Return whether anything has changed."""
        people = await self._store.events.people(event.id)
        there = [each for each in people if is_here(event, each) and _is_there(each.seen)]
        second = next((each for each in people if each.person == event.second), None)
        is_led = _is_there(event.host_seen) or (second is not None and _is_there(second.seen))
        if is_led or len(there) < FEWEST:
            if event.host_away is None:
                return False
            await self._store.evenings.note_host_away(event.id, None)
        elif event.host_away is None:
            await self._store.evenings.note_host_away(event.id, now())
        elif now() - event.host_away < self._timings.host_away:
            return False
        else:
            await self._store.evenings.name_second(event.id, _longest(there), now())
        return True


def require_host(event: EventRow, person: int) -> None:
    """Raises NotEventHost, EventNotEvening, EventOver unless somebody may run this evening now."""
    if not event.is_run_by(person):
        raise NotEventHost(event=event.id)
    if event.kind != "evening":
        raise EventNotEvening(event=event.id)
    if state_of(event) == "over":
        raise EventOver(event=event.id)


def _is_there(seen: int | None) -> bool:
    return seen is not None and now() - seen < SEEN_FOR


def _longest(people: Sequence[EventPerson]) -> int:
    return min(people, key=lambda each: (each.joined, each.person)).person
