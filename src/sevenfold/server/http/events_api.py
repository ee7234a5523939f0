"""The endpoints under /api for events."""

import asyncio
import gzip
from typing import Annotated

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from sevenfold.server.duplicate.advice import advice
from sevenfold.server.duplicate.event_errors import (
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
from sevenfold.server.duplicate.events import Events
from sevenfold.server.duplicate.exports import csv_of, records_of
from sevenfold.server.errors import (
    BoardClosed,
    BoardPlayed,
    Closing,
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
from sevenfold.server.http.client import PACKED_BY_ITSELF, PACKING, takes_gzip
from sevenfold.server.http.opens import Opens
from sevenfold.server.http.routes import AnyRequest, ThePerson, TheStore, delete, get, post
from sevenfold.server.limits import Limited
from sevenfold.server.names import check_name
from sevenfold.server.protocol.events import (
    AnswerAsking,
    EndRound,
    EventAdvice,
    EventInfo,
    EventList,
    JoinEvent,
    NameSecond,
    NewEvent,
    PlayEvent,
)
from sevenfold.server.protocol.table import TableInfo

TheEvents = NamedDependency[Events]


@post(
    "/events",
    keyed="events",
    limit=Limited.EVENTS,
    errors=(EndRefused, NameRefused, PresetUnknown, OptionInvalid, GameUnknown, Vanished),
)
async def make_event(
    data: JSONBody[NewEvent], person: ThePerson, events: TheEvents, store: TheStore
) -> EventInfo:
    """Make an event, with the person as its host, who does not take part unless they join."""
    name = check_name(data.host_name) if data.host_name is not None else None
    made = await events.make(person, data)
    if name is None:
        return made
    await store.persons.rename(person.id, name)
    return await events.info(made.id, person.id)


@get("/events", limit=Limited.LISTS)
async def list_events(person: ThePerson, events: TheEvents) -> EventList:
    """List the events that everybody may join, and those that the person hosts or takes part in."""
    return await events.for_person(person.id)


@get("/events/advice", errors=(Malformed,))
async def read_event_advice() -> EventAdvice:
    """Read how many deals an event needs to tell who plays better."""
    return advice()


@get("/events/{event:str}", opens=Opens.BY_EVENT, limit=Limited.LISTS, errors=(EventUnknown,))
async def read_event(event: FromPath[str], person: ThePerson, events: TheEvents) -> EventInfo:
    """Read an event as the person may know it: nothing of others at a deal that they may still play."""
    return await events.info(event, person.id)


@delete("/events/{event:str}", opens=Opens.BY_EVENT, errors=(NotEventHost, EventUnknown, EventPlayed))
async def delete_event(event: FromPath[str], person: ThePerson, events: TheEvents) -> None:
    """Delete an event that nobody has played. Only its host and their second may."""
    await events.delete(event, person.id)


@post(
    "/events/{event:str}/people",
    opens=Opens.BY_EVENT,
    limit=Limited.LISTS,
    status_code=200,
    errors=(
        NameRefused,
        RemovedFromEvent,
        EventUnknown,
        EventNotEvening,
        EventPersonUnknown,
        EventOver,
        Full,
        Vanished,
    ),
)
async def join_event(
    event: FromPath[str], data: JSONBody[JoinEvent], person: ThePerson, events: TheEvents, store: TheStore
) -> EventInfo:
    """Take part in an event; to do so again changes the name."""
    joined = await events.join(event, person, data)
    if data.name is not None:
        await store.persons.rename(person.id, check_name(data.name))
    return joined


@delete("/events/{event:str}/people/me", opens=Opens.BY_EVENT, errors=(NotInEvent, EventUnknown))
async def leave_event(event: FromPath[str], person: ThePerson, events: TheEvents) -> None:
    """Take part in an event no longer. What was played there stays, as somebody's."""
    await events.leave(event, person.id)


@delete(
    "/events/{event:str}/people/{pseudonym:str}",
    opens=Opens.BY_EVENT,
    limit=Limited.LISTS,
    status_code=200,
    errors=(NotEventHost, EventUnknown, EventPersonUnknown),
)
async def remove_from_event(
    event: FromPath[str], pseudonym: FromPath[str], person: ThePerson, events: TheEvents
) -> EventInfo:
    """Remove somebody from an event, who cannot come back. Only its host and their second may."""
    return await events.remove(event, person.id, pseudonym)


@post(
    "/events/{event:str}/deals/{number:int}/tables",
    opens=Opens.BY_EVENT,
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
        Closing,
    ),
)
async def play_event(
    event: FromPath[str],
    number: FromPath[int],
    data: JSONBody[PlayEvent],
    person: ThePerson,
    events: TheEvents,
) -> TableInfo:
    """Make a table of one's own with a deal of an event, from 1 on; or go back to the one begun before."""
    return await events.begin(event, number, person, data.pace)


@get(
    "/events/{event:str}/results.csv",
    opens=Opens.BY_EVENT,
    limit=Limited.LISTS,
    opt={PACKED_BY_ITSELF: True},
    errors=(EventUnknown,),
)
async def read_results(
    request: AnyRequest, event: FromPath[str], person: ThePerson, events: TheEvents, store: TheStore
) -> Response[bytes]:
    """Read the results of an event as CSV, as far as the person may know them."""
    text = await csv_of(store, await events.seen(event, person.id))
    return await _file(request, "results.csv", "text/csv", text.encode())


@get(
    "/events/{event:str}/records",
    opens=Opens.BY_EVENT,
    limit=Limited.LISTS,
    opt={PACKED_BY_ITSELF: True},
    errors=(EventUnknown, EventNotOver, TooManyRecords),
)
async def read_records(
    request: AnyRequest,
    event: FromPath[str],
    person: ThePerson,
    events: TheEvents,
    store: TheStore,
    deal: Annotated[int | None, QueryParameter(description="by default all")] = None,
) -> Response[bytes]:
    """Read the rounds of an event that is over as records, one a line, which other programs can replay."""
    seen = await events.seen(event, person.id)
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
    "/events/{event:str}/people/me/here",
    opens=Opens.BY_EVENT,
    limit=Limited.LISTS,
    status_code=200,
    errors=(EventUnknown, EventNotEvening, EventOver, NotInEvent),
)
async def be_here_at_event(event: FromPath[str], person: ThePerson, events: TheEvents) -> EventInfo:
    """Say that one is there: whoever has not said so, or has missed a round since, is not seated."""
    return await events.be_here(event, person.id)


@post(
    "/events/{event:str}/asking/{asking:str}",
    opens=Opens.BY_EVENT,
    limit=Limited.LISTS,
    status_code=200,
    errors=(NotEventHost, EventUnknown, EventNotEvening, EventOver, EventPersonUnknown, Vanished),
)
async def answer_asking(
    event: FromPath[str],
    asking: FromPath[str],
    data: JSONBody[AnswerAsking],
    person: ThePerson,
    events: TheEvents,
) -> EventInfo:
    """Let somebody back in who has lost their session, by their pseudonym, or do not. Only the host and their
    second may.
    """
    return await events.answer(event, person.id, asking, agree=data.agree)


@post(
    "/events/{event:str}/second",
    opens=Opens.BY_EVENT,
    limit=Limited.LISTS,
    status_code=200,
    errors=(NotEventHost, EventUnknown, EventNotEvening, EventOver, EventPersonUnknown),
)
async def name_second_of_event(
    event: FromPath[str], data: JSONBody[NameSecond], person: ThePerson, events: TheEvents
) -> EventInfo:
    """Name somebody who may do all that the host of an evening may. Only the host and their second may."""
    return await events.name_second(event, person.id, data.pseudonym)


@post(
    "/events/{event:str}/begin",
    opens=Opens.BY_EVENT,
    limit=Limited.LISTS,
    status_code=200,
    errors=(
        NotEventHost,
        EventUnknown,
        EventNotEvening,
        EventOver,
        TooFewInEvent,
        RulesChanged,
        GameErred,
        Closing,
    ),
)
async def begin_event(event: FromPath[str], person: ThePerson, events: TheEvents) -> EventInfo:
    """Begin the first round of an evening; again changes nothing. Only its host and their second may."""
    return await events.begin_evening(event, person.id)


@post(
    "/events/{event:str}/next",
    opens=Opens.BY_EVENT,
    limit=Limited.LISTS,
    status_code=200,
    errors=(NotEventHost, EventUnknown, EventNotEvening, EventOver, RulesChanged, GameErred, Closing),
)
async def next_round_of_event(
    event: FromPath[str], data: JSONBody[EndRound], person: ThePerson, events: TheEvents
) -> EventInfo:
    """End the round of an evening before all tables are done, and begin the next. Its host and second may."""
    return await events.next_round(event, person.id, data.round)


@post(
    "/events/{event:str}/end",
    opens=Opens.BY_EVENT,
    limit=Limited.LISTS,
    status_code=200,
    errors=(NotEventHost, EventUnknown, EventNotEvening, EventOver),
)
async def end_event(event: FromPath[str], person: ThePerson, events: TheEvents) -> EventInfo:
    """End an evening. What is finished counts. Only its host and their second may."""
    return await events.end_evening(event, person.id)


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
    be_here_at_event,
    answer_asking,
    name_second_of_event,
    read_results,
    read_records,
    begin_event,
    next_round_of_event,
    end_event,
)
