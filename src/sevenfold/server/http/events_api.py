"""The endpoints under /api for events."""

import asyncio
import gzip
from typing import Annotated

from litestar import Response
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
from sevenfold.server.http.client import PACKED_BY_ITSELF, PACKING, takes_gzip
from sevenfold.server.http.routes import AnyRequest, TheGuest, TheStore, delete, get, post
from sevenfold.server.limits import Limited
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
    limit=Limited.EVENTS,
    errors=(EndRefused, NameRefused, PresetUnknown, OptionInvalid, GameUnknown, Vanished),
)
async def make_event(
    data: JSONBody[NewEvent], guest: TheGuest, events: TheEvents, store: TheStore
) -> EventInfo:
    """Make an event, with the guest as its host, who does not take part unless they join."""
    name = check_name(data.host_name) if data.host_name is not None else None
    made = await events.make(guest, data)
    if name is None:
        return made
    await store.guests.rename(guest.id, name)
    return await events.info(made.id, guest.id)


@get("/events", limit=Limited.LISTS)
async def list_events(guest: TheGuest, events: TheEvents) -> EventList:
    """List the events that everybody may join, and those that the guest hosts or takes part in."""
    return await events.for_guest(guest.id)


@get("/events/advice", errors=(Malformed,))
async def read_event_advice() -> EventAdvice:
    """Read how many deals an event needs to tell who plays better."""
    return advice()


@get("/events/{event:str}", limit=Limited.LISTS, errors=(EventUnknown,))
async def read_event(event: FromPath[str], guest: TheGuest, events: TheEvents) -> EventInfo:
    """Read an event as the guest may know it: nothing of others at a deal that they may still play."""
    return await events.info(event, guest.id)


@delete("/events/{event:str}", errors=(NotEventHost, EventUnknown, EventPlayed))
async def delete_event(event: FromPath[str], guest: TheGuest, events: TheEvents) -> None:
    """Delete an event that nobody has played. Only its host may."""
    await events.delete(event, guest.id)


@post(
    "/events/{event:str}/people",
    limit=Limited.LISTS,
    status_code=200,
    errors=(NameRefused, RemovedFromEvent, EventUnknown, EventOver, Full, Vanished),
)
async def join_event(
    event: FromPath[str], data: JSONBody[JoinEvent], guest: TheGuest, events: TheEvents, store: TheStore
) -> EventInfo:
    """Take part in an event; to do so again changes the name."""
    joined = await events.join(event, guest, data)
    if data.name is not None:
        await store.guests.rename(guest.id, check_name(data.name))
    return joined


@delete("/events/{event:str}/people/me", errors=(NotInEvent, EventUnknown))
async def leave_event(event: FromPath[str], guest: TheGuest, events: TheEvents) -> None:
    """Take part in an event no longer. What was played there stays, as somebody's."""
    await events.leave(event, guest.id)


@delete(
    "/events/{event:str}/people/{person:str}",
    limit=Limited.LISTS,
    status_code=200,
    errors=(NotEventHost, EventUnknown, EventPersonUnknown),
)
async def remove_from_event(
    event: FromPath[str], person: FromPath[str], guest: TheGuest, events: TheEvents
) -> EventInfo:
    """Remove somebody from an event, who cannot come back. Only its host may."""
    return await events.remove(event, guest.id, person)


@post(
    "/events/{event:str}/deals/{number:int}/tables",
    limit=Limited.TABLES,
    errors=(
        OptionInvalid,
        NotInEvent,
        EventUnknown,
        EventDealUnknown,
        BoardClosed,
        BoardPlayed,
        RulesChanged,
        GameErred,
        Vanished,
    ),
)
async def play_event(
    event: FromPath[str], number: FromPath[int], data: JSONBody[PlayEvent], guest: TheGuest, events: TheEvents
) -> TableInfo:
    """Make a table of one's own with a deal of an event, from 1 on; or go back to the one begun before."""
    return await events.begin(event, number, guest, data.pace)


@get(
    "/events/{event:str}/results.csv",
    limit=Limited.LISTS,
    opt={PACKED_BY_ITSELF: True},
    errors=(EventUnknown,),
)
async def read_results(
    request: AnyRequest, event: FromPath[str], guest: TheGuest, events: TheEvents, store: TheStore
) -> Response[bytes]:
    """Read the results of an event as CSV, as far as the guest may know them."""
    text = await csv_of(store, await events.seen(event, guest.id))
    return await _file(request, "results.csv", "text/csv", text.encode())


@get(
    "/events/{event:str}/records",
    limit=Limited.LISTS,
    opt={PACKED_BY_ITSELF: True},
    errors=(EventUnknown, EventNotOver, TooManyRecords),
)
async def read_records(
    request: AnyRequest,
    event: FromPath[str],
    guest: TheGuest,
    events: TheEvents,
    store: TheStore,
    deal: Annotated[int | None, QueryParameter(description="by default all")] = None,
) -> Response[bytes]:
    """Read the rounds of an event that is over as records, one a line, which other programs can replay."""
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
    limit=Limited.LISTS,
    status_code=200,
    errors=(NotEventHost, EventUnknown, EventNotEvening, EventOver, TooFewInEvent, RulesChanged, GameErred),
)
async def begin_event(event: FromPath[str], guest: TheGuest, events: TheEvents) -> EventInfo:
    """Begin the first round of an evening; again changes nothing. Only its host may."""
    return await events.begin_evening(event, guest.id)


@post(
    "/events/{event:str}/next",
    limit=Limited.LISTS,
    status_code=200,
    errors=(NotEventHost, EventUnknown, EventNotEvening, EventOver, RulesChanged, GameErred),
)
async def next_round_of_event(
    event: FromPath[str], data: JSONBody[EndRound], guest: TheGuest, events: TheEvents
) -> EventInfo:
    """End the round of an evening and begin the next, before all tables are done. Only its host may."""
    return await events.next_round(event, guest.id, data.round)


@post(
    "/events/{event:str}/end",
    limit=Limited.LISTS,
    status_code=200,
    errors=(NotEventHost, EventUnknown, EventNotEvening, EventOver),
)
async def end_event(event: FromPath[str], guest: TheGuest, events: TheEvents) -> EventInfo:
    """End an evening. What is finished counts. Only its host may."""
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
