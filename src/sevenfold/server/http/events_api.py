"""The endpoints under /api for events."""

import asyncio
import gzip
from typing import Annotated

from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from sevenfold.server.errors import (
    BoardClosed,
    BoardPlayed,
    Full,
    GameErred,
    GameUnknown,
    Malformed,
    NameRefused,
    OptionInvalid,
    PresetUnknown,
    RulesChanged,
    SessionUnknown,
    TooLarge,
    TooMany,
    Vanished,
)
from sevenfold.server.events.advice import advice
from sevenfold.server.events.errors import (
    EndRefused,
    EventDealUnknown,
    EventNotEvening,
    EventNotOver,
    EventOver,
    EventPersonUnknown,
    EventPlayed,
    EventUnknown,
    NotEventHost,
    NotInEvent,
    RemovedFromEvent,
    TooFewInEvent,
    TooManyRecords,
)
from sevenfold.server.events.events import Events
from sevenfold.server.events.exports import csv_of, records_of
from sevenfold.server.http.api import AnyRequest, TheGuest, TheLimiter, TheStore, may_be
from sevenfold.server.http.client import PACKED_BY_ITSELF, PACKING, takes_gzip
from sevenfold.server.http.sessions import address_of
from sevenfold.server.limits import Limited, Visitor
from sevenfold.server.names import check_name
from sevenfold.server.protocol.events import (
    EndRound,
    EventAdvice,
    EventInfo,
    EventList,
    JoinEvent,
    NewEvent,
    PlayEvent,
)
from sevenfold.server.protocol.table import TableInfo

TheEvents = NamedDependency[Events]


@post(
    "/events",
    responses=may_be(
        Malformed,
        EndRefused,
        NameRefused,
        PresetUnknown,
        OptionInvalid,
        SessionUnknown,
        GameUnknown,
        TooLarge,
        TooMany,
        Vanished,
    ),
)
async def make_event(
    request: AnyRequest,
    data: JSONBody[NewEvent],
    guest: TheGuest,
    events: TheEvents,
    store: TheStore,
    limiter: TheLimiter,
) -> EventInfo:
    """Make an event, with the guest as its host, who does not take part unless they join."""
    limiter.take(Limited.EVENTS, Visitor(address_of(request), guest.id))
    name = check_name(data.host_name) if data.host_name is not None else None
    made = await events.make(guest, data)
    if name is None:
        return made
    await store.guests.rename(guest.id, name)
    return await events.info(made.id, guest.id)


@get("/events", responses=may_be(SessionUnknown, TooMany))
async def list_events(
    request: AnyRequest, guest: TheGuest, events: TheEvents, limiter: TheLimiter
) -> EventList:
    """List the events that everybody may join, and those that the guest hosts or takes part in."""
    limiter.take(Limited.LISTS, Visitor(address_of(request), guest.id))
    return await events.for_guest(guest.id)


@get("/events/advice", responses=may_be(Malformed))
async def read_event_advice() -> EventAdvice:
    """Read how many deals an event needs to tell who plays better."""
    return advice()


@get("/events/{event:str}", responses=may_be(Malformed, SessionUnknown, EventUnknown, TooMany))
async def read_event(
    request: AnyRequest, event: FromPath[str], guest: TheGuest, events: TheEvents, limiter: TheLimiter
) -> EventInfo:
    """Read an event as the guest may know it: nothing of others at a deal that they may still play."""
    limiter.take(Limited.LISTS, Visitor(address_of(request), guest.id))
    return await events.info(event, guest.id)


@delete(
    "/events/{event:str}",
    responses=may_be(Malformed, SessionUnknown, NotEventHost, EventUnknown, EventPlayed),
)
async def delete_event(event: FromPath[str], guest: TheGuest, events: TheEvents) -> None:
    """Delete an event that nobody has played. Only its host may."""
    await events.delete(event, guest.id)


@post(
    "/events/{event:str}/people",
    status_code=200,
    responses=may_be(
        Malformed,
        NameRefused,
        SessionUnknown,
        RemovedFromEvent,
        EventUnknown,
        EventOver,
        Full,
        TooLarge,
        TooMany,
        Vanished,
    ),
)
async def join_event(
    request: AnyRequest,
    event: FromPath[str],
    data: JSONBody[JoinEvent],
    guest: TheGuest,
    events: TheEvents,
    store: TheStore,
    limiter: TheLimiter,
) -> EventInfo:
    """Take part in an event; to do so again changes the name."""
    limiter.take(Limited.LISTS, Visitor(address_of(request), guest.id))
    joined = await events.join(event, guest, data)
    if data.name is not None:
        await store.guests.rename(guest.id, check_name(data.name))
    return joined


@delete(
    "/events/{event:str}/people/me", responses=may_be(Malformed, SessionUnknown, NotInEvent, EventUnknown)
)
async def leave_event(event: FromPath[str], guest: TheGuest, events: TheEvents) -> None:
    """Take part in an event no longer. What was played there stays, as somebody's."""
    await events.leave(event, guest.id)


@delete(
    "/events/{event:str}/people/{person:str}",
    status_code=200,
    responses=may_be(Malformed, SessionUnknown, NotEventHost, EventUnknown, EventPersonUnknown, TooMany),
)
async def remove_from_event(
    request: AnyRequest,
    event: FromPath[str],
    person: FromPath[str],
    guest: TheGuest,
    events: TheEvents,
    limiter: TheLimiter,
) -> EventInfo:
    """Remove somebody from an event, who cannot come back. Only its host may."""
    limiter.take(Limited.LISTS, Visitor(address_of(request), guest.id))
    return await events.remove(event, guest.id, person)


@post(
    "/events/{event:str}/deals/{number:int}/tables",
    responses=may_be(
        Malformed,
        OptionInvalid,
        SessionUnknown,
        NotInEvent,
        EventUnknown,
        EventDealUnknown,
        BoardClosed,
        BoardPlayed,
        RulesChanged,
        GameErred,
        TooLarge,
        TooMany,
        Vanished,
    ),
)
async def play_event(
    request: AnyRequest,
    event: FromPath[str],
    number: FromPath[int],
    data: JSONBody[PlayEvent],
    guest: TheGuest,
    events: TheEvents,
    limiter: TheLimiter,
) -> TableInfo:
    """Make a table of one's own with a deal of an event, from 1 on; or go back to the one begun before."""
    limiter.take(Limited.TABLES, Visitor(address_of(request), guest.id))
    return await events.begin(event, number, guest, data.pace)


@get(
    "/events/{event:str}/results.csv",
    opt={PACKED_BY_ITSELF: True},
    responses=may_be(Malformed, SessionUnknown, EventUnknown, TooMany),
)
async def read_results(
    request: AnyRequest,
    event: FromPath[str],
    guest: TheGuest,
    events: TheEvents,
    store: TheStore,
    limiter: TheLimiter,
) -> Response[bytes]:
    """Read the results of an event as CSV, as far as the guest may know them."""
    limiter.take(Limited.LISTS, Visitor(address_of(request), guest.id))
    text = await csv_of(store, await events.seen(event, guest.id))
    return await _file(request, "results.csv", "text/csv", text.encode())


@get(
    "/events/{event:str}/records",
    opt={PACKED_BY_ITSELF: True},
    responses=may_be(Malformed, SessionUnknown, EventUnknown, EventNotOver, TooManyRecords, TooMany),
)
async def read_records(
    request: AnyRequest,
    event: FromPath[str],
    guest: TheGuest,
    events: TheEvents,
    store: TheStore,
    limiter: TheLimiter,
    deal: Annotated[int | None, QueryParameter(description="by default all")] = None,
) -> Response[bytes]:
    """Read the rounds of an event that is over as records, one a line, which other programs can replay."""
    limiter.take(Limited.LISTS, Visitor(address_of(request), guest.id))
    seen = await events.seen(event, guest.id)
    records = await records_of(store, seen, deal)
    return await _file(request, f"{seen.event.game}-event.jsonl", "application/x-ndjson", records)


async def _file(request: AnyRequest, name: str, kind: str, content: bytes) -> Response[bytes]:
    """A file to be kept under this name. It may be long, so it is compressed by a thread."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "vary": "accept-encoding"}
    if takes_gzip(request):
        headers["content-encoding"] = "gzip"
        content = await asyncio.to_thread(gzip.compress, content, PACKING, mtime=0)
    return Response(content, media_type=kind, headers=headers)


@post(
    "/events/{event:str}/begin",
    status_code=200,
    responses=may_be(
        Malformed,
        SessionUnknown,
        NotEventHost,
        EventUnknown,
        EventNotEvening,
        EventOver,
        TooFewInEvent,
        RulesChanged,
        GameErred,
        TooMany,
    ),
)
async def begin_event(
    request: AnyRequest, event: FromPath[str], guest: TheGuest, events: TheEvents, limiter: TheLimiter
) -> EventInfo:
    """Begin the first round of an evening; again changes nothing. Only its host may."""
    limiter.take(Limited.LISTS, Visitor(address_of(request), guest.id))
    return await events.begin_evening(event, guest.id)


@post(
    "/events/{event:str}/next",
    status_code=200,
    responses=may_be(
        Malformed,
        SessionUnknown,
        NotEventHost,
        EventUnknown,
        EventNotEvening,
        EventOver,
        RulesChanged,
        GameErred,
        TooLarge,
        TooMany,
    ),
)
async def next_round_of_event(
    request: AnyRequest,
    event: FromPath[str],
    data: JSONBody[EndRound],
    guest: TheGuest,
    events: TheEvents,
    limiter: TheLimiter,
) -> EventInfo:
    """End the round of an evening and begin the next, before all tables are done. Only its host may."""
    limiter.take(Limited.LISTS, Visitor(address_of(request), guest.id))
    return await events.next_round(event, guest.id, data.round)


@post(
    "/events/{event:str}/end",
    status_code=200,
    responses=may_be(
        Malformed, SessionUnknown, NotEventHost, EventUnknown, EventNotEvening, EventOver, TooMany
    ),
)
async def end_event(
    request: AnyRequest, event: FromPath[str], guest: TheGuest, events: TheEvents, limiter: TheLimiter
) -> EventInfo:
    """End an evening. What is finished counts. Only its host may."""
    limiter.take(Limited.LISTS, Visitor(address_of(request), guest.id))
    return await events.end_evening(event, guest.id)


HANDLERS = (
    make_event,
    list_events,
    read_event_advice,
    read_event,
    delete_event,
    join_event,
    leave_event,
    remove_from_event,
    play_event,
    read_results,
    read_records,
    begin_event,
    next_round_of_event,
    end_event,
)
