"""As whom somebody takes part in an event, and how they are let back in on an evening without their session.

Whoever has lost it says whose place is theirs, and waits until the host says yes: then they take part, as
somebody new, in the name and the team of whoever had it, who takes part no longer. Who is seen again
meanwhile has not lost it. With their session they take part again at any time, and who came in their place
does not.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sevenfold.server.duplicate.event_errors import (
    EventNotEvening,
    EventOver,
    EventPersonUnknown,
    RemovedFromEvent,
)
from sevenfold.server.duplicate.event_shown import state_of
from sevenfold.server.errors import Full
from sevenfold.server.names import check_name
from sevenfold.server.protocol.events import JoinEvent
from sevenfold.server.storage.events import EventPerson, EventRow
from sevenfold.server.storage.rows import PersonRow, now, pseudonym

MOST_PEOPLE = {"own_time": 2000, "evening": 64}
"""How many may take part in an event."""


def as_who(
    person: PersonRow, asked: JoinEvent, event: EventRow, people: Sequence[EventPerson]
) -> EventPerson:
    """As whom a person joins, or asks to.

    Raises EventOver, RemovedFromEvent, EventNotEvening, EventPersonUnknown, NameRefused, Full.
    """
    if state_of(event) == "over":
        raise EventOver(event=event.id)
    me = next((each for each in people if each.person == person.id), None)
    if me is not None and me.removed:
        raise RemovedFromEvent(event=event.id)
    if asked.in_place_of is not None and (me is None or not me.is_in):
        return _asks(person, asked.in_place_of, event, people)
    others = [each for each in people if each.is_in and person.id not in (each.person, each.in_place_of)]
    if len(others) >= MOST_PEOPLE[event.kind]:
        raise Full(what="people")
    team = _team(event, others, me, asked.team)
    wanted = asked.name if asked.name is not None else person.name
    name = check_name(wanted, [each.name for each in others]) if wanted is not None else None
    place = me.in_place_of if me is not None and me.is_in else None
    return EventPerson(person.id, name, now(), team=team, here=now(), in_place_of=place)


def _team(
    event: EventRow, others: Sequence[EventPerson], me: EventPerson | None, wanted: int | None
) -> int | None:
    """The team of somebody who joins: the one that they want, else theirs, else the smaller one.

    Raises Full where that team has a person for each seat of a table.
    """
    if event.movement != "teams":
        return None
    sizes = [sum(each.team == team for each in others) for team in (0, 1)]
    before = me.team if me is not None and me.is_in else None
    chosen = wanted if wanted in (0, 1) else before if before is not None else sizes.index(min(sizes))
    if sizes[chosen] >= event.players:
        raise Full(what="team")
    return chosen


# --- back without one's session -----------------------------------------------------------------------


class Asking(NamedTuple):
    """Somebody who says that the place of somebody who takes part is theirs."""

    who: EventPerson
    place: EventPerson


def asking(people: Sequence[EventPerson]) -> list[Asking]:
    """Who waits for the host's answer, in the order in which they came."""
    taking_part = {each.person: each for each in people if each.is_in}
    found = [
        Asking(each, taking_part[each.in_place_of])
        for each in people
        if not each.is_in and not each.removed and each.in_place_of in taking_part
    ]
    return [each for each in found if (each.place.seen or 0) <= (each.who.gone or 0)]


def _asks(person: PersonRow, whose: str, event: EventRow, people: Sequence[EventPerson]) -> EventPerson:
    if event.kind != "evening":
        raise EventNotEvening(event=event.id)
    named = {pseudonym(event.pseudonym_key, each.person): each.person for each in people if each.is_in}
    if whose not in named:
        raise EventPersonUnknown(pseudonym=whose)
    if len(asking(people)) >= MOST_PEOPLE[event.kind]:
        raise Full(what="people")
    return EventPerson(person.id, None, now(), gone=now(), in_place_of=named[whose])


def answered(asks: str, agree: bool, event: EventRow, people: Sequence[EventPerson]) -> EventPerson:
    """As whom somebody who `asks` takes part from now on, or does not.

    Raises EventOver, EventPersonUnknown.
    """
    if state_of(event) == "over":
        raise EventOver(event=event.id)
    for who, place in asking(people):
        if pseudonym(event.pseudonym_key, who.person) == asks:
            if not agree:
                return who._replace(in_place_of=None)
            return who._replace(gone=None, name=place.name, team=place.team, here=now())
    raise EventPersonUnknown(pseudonym=asks)
