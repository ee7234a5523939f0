"""The endpoints under /api for finished rounds."""

from typing import Annotated

from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from sevenfold.server.errors import (
    GameErred,
    GameUnknown,
    GivenUp,
    Malformed,
    MomentUnknown,
    NameRefused,
    NotSeated,
    NotYourTurn,
    OptionInvalid,
    RecordRefused,
    RoundInPlay,
    RoundsClosed,
    RoundUnknown,
    RulesChanged,
    SeatUnknown,
    SessionUnknown,
    Stale,
    TableDamaged,
    TooLarge,
    TooMany,
    Vanished,
)
from sevenfold.server.http.api import AnyRequest, TheGuest, TheLimiter, TheTables, may_be
from sevenfold.server.http.client import PACKED_BY_ITSELF, takes_gzip
from sevenfold.server.http.sessions import address_of
from sevenfold.server.limits import Limited, Visitor
from sevenfold.server.protocol.replay import Branch, OpenRecord, PlayOn, Replay, RoundLink, WhatIf
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.rounds.packed import plain
from sevenfold.server.rounds.rounds import FinishedRounds

TheRounds = NamedDependency[FinishedRounds]

FINDING = (
    Malformed,
    SessionUnknown,
    RoundUnknown,
    RoundInPlay,
    RoundsClosed,
    NotSeated,
    TableDamaged,
    TooMany,
)

From = Annotated[
    str | None, QueryParameter(name="from", description="a seat, `watch`, or `open` for all hands")
]
A_REPLAY = {200: ResponseSpec(Replay, generate_examples=False, description="the round")}


@get(
    "/rounds/{round_id:str}",
    opt={PACKED_BY_ITSELF: True},
    responses=A_REPLAY | may_be(*FINDING, SeatUnknown),
)
async def read_round(
    request: AnyRequest,
    round_id: FromPath[str],
    guest: TheGuest,
    rounds: TheRounds,
    limiter: TheLimiter,
    side: From = None,
) -> Response[bytes]:
    """Read a finished round as a viewer knew it, moment by moment."""
    limiter.take(Limited.ROUNDS, Visitor(address_of(request), guest.id))
    return await _packed(request, rounds, await rounds.replay(round_id, guest.id, side))


@post("/rounds/{round_id:str}/link", status_code=200, responses=may_be(*FINDING, Vanished))
async def make_round_link(
    request: AnyRequest, round_id: FromPath[str], guest: TheGuest, rounds: TheRounds, limiter: TheLimiter
) -> RoundLink:
    """Make a link to a finished round, or get the one made before; whoever has it may look at that round."""
    limiter.take(Limited.ROUNDS, Visitor(address_of(request), guest.id))
    return RoundLink(await rounds.link(round_id, guest.id))


@get("/rounds/{round_id:str}/record", responses=may_be(*FINDING, RulesChanged, GameErred, RecordRefused))
async def read_record(
    request: AnyRequest, round_id: FromPath[str], guest: TheGuest, rounds: TheRounds, limiter: TheLimiter
) -> Response[bytes]:
    """Read a finished round as a record, which other programs can replay."""
    limiter.take(Limited.ROUNDS, Visitor(address_of(request), guest.id))
    name, record = await rounds.record(round_id, guest.id)
    return Response(
        record,
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@post(
    "/rounds/open",
    status_code=200,
    opt={PACKED_BY_ITSELF: True},
    responses=A_REPLAY
    | may_be(Malformed, SessionUnknown, GameUnknown, SeatUnknown, RecordRefused, TooLarge, TooMany),
)
async def open_record(
    request: AnyRequest, data: JSONBody[OpenRecord], guest: TheGuest, rounds: TheRounds, limiter: TheLimiter
) -> Response[bytes]:
    """Show a record as a round. Nothing of it is kept."""
    limiter.take(Limited.ROUNDS, Visitor(address_of(request), guest.id))
    return await _packed(request, rounds, await rounds.open_record(data))


@post(
    "/rounds/{round_id:str}/what-if",
    status_code=200,
    responses=may_be(
        *FINDING,
        SeatUnknown,
        RulesChanged,
        GameErred,
        MomentUnknown,
        NotYourTurn,
        Stale,
        OptionInvalid,
        GivenUp,
        TooLarge,
    ),
)
async def try_what_if(
    request: AnyRequest,
    round_id: FromPath[str],
    data: JSONBody[WhatIf],
    guest: TheGuest,
    rounds: TheRounds,
    limiter: TheLimiter,
) -> Branch:
    """Try another move at a moment of a finished round; bots play on. Nothing is kept."""
    limiter.take(Limited.BRANCHES, Visitor(address_of(request), guest.id))
    return await rounds.what_if(round_id, guest.id, data)


@post(
    "/rounds/{round_id:str}/tables",
    responses=may_be(
        *FINDING,
        SeatUnknown,
        RulesChanged,
        GameErred,
        MomentUnknown,
        NotYourTurn,
        OptionInvalid,
        NameRefused,
        TooLarge,
        Vanished,
    ),
)
async def play_on(
    request: AnyRequest,
    round_id: FromPath[str],
    data: JSONBody[PlayOn],
    guest: TheGuest,
    rounds: TheRounds,
    tables: TheTables,
    limiter: TheLimiter,
) -> TableInfo:
    """Make a table whose match begins at a moment of a finished round."""
    limiter.take(Limited.TABLES, Visitor(address_of(request), guest.id))
    point, begun = await rounds.played_on(round_id, guest.id, data)
    return await tables.play_on(guest.id, data, point, begun, guest.name)


async def _packed(request: AnyRequest, rounds: FinishedRounds, answer: bytes) -> Response[bytes]:
    """An answer that is compressed already, as it is where the client takes that."""
    headers = {"vary": "accept-encoding"}
    if takes_gzip(request):
        headers["content-encoding"] = "gzip"
    else:
        answer = await rounds.reader.run(lambda: plain(answer))
    return Response(answer, media_type=MediaType.JSON, headers=headers)


HANDLERS = (read_round, make_round_link, read_record, open_record, try_what_if, play_on)
