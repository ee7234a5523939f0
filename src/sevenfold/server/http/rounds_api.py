"""The endpoints under /api for finished rounds."""

from typing import Annotated

from litestar import MediaType, Response
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from sevenfold.server.errors import (
    Closing,
    GameErred,
    GameUnknown,
    GivenUp,
    LookingCosts,
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
    Stale,
    TableDamaged,
    Vanished,
)
from sevenfold.server.http.client import PACKED_BY_ITSELF, takes_gzip
from sevenfold.server.http.opens import Opens
from sevenfold.server.http.routes import AnyRequest, ThePerson, TheTables, get, post
from sevenfold.server.limits import Limited
from sevenfold.server.protocol.replay import Branch, OpenRecord, PlayOn, Replay, RoundLink, WhatIf
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.rounds.packed import plain
from sevenfold.server.rounds.rounds import FinishedRounds

TheRounds = NamedDependency[FinishedRounds]

FINDING = (RoundUnknown, RoundInPlay, RoundsClosed, NotSeated, TableDamaged)

From = Annotated[
    str | None, QueryParameter(name="from", description="a seat, `watch`, or `open` for all hands")
]
Anyway = Annotated[
    bool, QueryParameter(description="whoever looks plays the cards *again* afterwards, and knows it")
]
A_REPLAY = {200: ResponseSpec(Replay, generate_examples=False, description="the round")}


@get(
    "/rounds/{round_id:str}",
    opens=Opens.BY_ROUND,
    limit=Limited.ROUNDS,
    opt={PACKED_BY_ITSELF: True},
    responses=A_REPLAY,
    errors=(*FINDING, SeatUnknown, LookingCosts),
)
async def read_round(
    request: AnyRequest,
    round_id: FromPath[str],
    person: ThePerson,
    rounds: TheRounds,
    side: From = None,
    anyway: Anyway = False,
) -> Response[bytes]:
    """Read a finished round as a viewer knew it, moment by moment."""
    return await _packed(request, rounds, await rounds.replay(round_id, person.id, side, anyway=anyway))


@post("/rounds/{round_id:str}/link", limit=Limited.ROUNDS, status_code=200, errors=(*FINDING, Vanished))
async def make_round_link(round_id: FromPath[str], person: ThePerson, rounds: TheRounds) -> RoundLink:
    """Make a link to a finished round, or get the one made before; whoever has it may look at that round."""
    return RoundLink(await rounds.link(round_id, person.id))


@get(
    "/rounds/{round_id:str}/record",
    opens=Opens.BY_ROUND,
    limit=Limited.ROUNDS,
    errors=(*FINDING, RulesChanged, GameErred, RecordRefused),
)
async def read_record(round_id: FromPath[str], person: ThePerson, rounds: TheRounds) -> Response[bytes]:
    """Read a finished round as a record, which other programs can replay."""
    name, record = await rounds.record(round_id, person.id)
    return Response(
        record,
        media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@post(
    "/rounds/open",
    limit=Limited.ROUNDS,
    status_code=200,
    opt={PACKED_BY_ITSELF: True},
    responses=A_REPLAY,
    errors=(GameUnknown, SeatUnknown, RecordRefused),
)
async def open_record(
    request: AnyRequest,
    data: JSONBody[OpenRecord],
    person: ThePerson,  # noqa: ARG001  # who asks is counted
    rounds: TheRounds,
) -> Response[bytes]:
    """Show a record as a round. Nothing of it is kept."""
    return await _packed(request, rounds, await rounds.open_record(data))


@post(
    "/rounds/{round_id:str}/what-if",
    opens=Opens.BY_ROUND,
    limit=Limited.BRANCHES,
    status_code=200,
    errors=(
        *FINDING,
        SeatUnknown,
        RulesChanged,
        GameErred,
        MomentUnknown,
        NotYourTurn,
        Stale,
        OptionInvalid,
        GivenUp,
    ),
)
async def try_what_if(
    round_id: FromPath[str], data: JSONBody[WhatIf], person: ThePerson, rounds: TheRounds
) -> Branch:
    """Try another move at a moment of a finished round; bots play on. Nothing is kept."""
    return await rounds.what_if(round_id, person.id, data)


@post(
    "/rounds/{round_id:str}/tables",
    keyed="tables",
    limit=Limited.TABLES,
    errors=(
        *FINDING,
        SeatUnknown,
        RulesChanged,
        GameErred,
        MomentUnknown,
        NotYourTurn,
        OptionInvalid,
        NameRefused,
        Vanished,
        Closing,
    ),
)
async def play_on(
    round_id: FromPath[str], data: JSONBody[PlayOn], person: ThePerson, rounds: TheRounds, tables: TheTables
) -> TableInfo:
    """Make a table whose match begins at a moment of a finished round."""
    point, begun = await rounds.played_on(round_id, person.id, data)
    return await tables.play_on(person.id, data, point, begun, person.name)


async def _packed(request: AnyRequest, rounds: FinishedRounds, answer: bytes) -> Response[bytes]:
    """An answer that is compressed already, as it is where the client takes that."""
    headers = {"vary": "accept-encoding"}
    if takes_gzip(request):
        headers["content-encoding"] = "gzip"
    else:
        answer = await rounds.reader.run(lambda: plain(answer))
    return Response(answer, media_type=MediaType.JSON, headers=headers)


HANDLERS = (read_round, make_round_link, read_record, open_record, try_what_if, play_on)
