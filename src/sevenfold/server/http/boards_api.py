"""The endpoints under /api for boards: the same cards for several."""

from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from sevenfold.server.boards.boards import Boards
from sevenfold.server.errors import (
    BoardClosed,
    BoardInPlay,
    BoardPlayed,
    BoardUnknown,
    GameErred,
    LinkUnknown,
    Malformed,
    NameRefused,
    OptionInvalid,
    RulesChanged,
    SeatUnknown,
    SessionUnknown,
    TooLarge,
    TooMany,
    Vanished,
)
from sevenfold.server.http.api import AnyRequest, TheGuest, TheLimiter, TheStore, may_be
from sevenfold.server.http.rounds_api import FINDING
from sevenfold.server.http.sessions import address_of
from sevenfold.server.limits import Limited, Visitor
from sevenfold.server.names import check_name
from sevenfold.server.protocol.boards import (
    CardsLink,
    Compared,
    OfferCards,
    OfferedCards,
    PlayAgain,
    TakeCards,
)
from sevenfold.server.protocol.table import TableInfo

TheBoards = NamedDependency[Boards]

AtSeat = Annotated[int | None, QueryParameter(name="seat", description="by default that of the guest")]


@post(
    "/rounds/{round_id:str}/again",
    responses=may_be(*FINDING, SeatUnknown, OptionInvalid, RulesChanged, GameErred, TooLarge, Vanished),
)
async def play_again(
    request: AnyRequest,
    round_id: FromPath[str],
    data: JSONBody[PlayAgain],
    guest: TheGuest,
    boards: TheBoards,
    limiter: TheLimiter,
) -> TableInfo:
    """Make a table with the cards of a finished round, for that one round; or go on where it is played."""
    limiter.take(Limited.TABLES, Visitor(address_of(request), guest.id))
    return await boards.again(round_id, guest, data)


@get(
    "/boards/{board:str}",
    responses=may_be(Malformed, SessionUnknown, BoardUnknown, BoardInPlay, SeatUnknown, TooMany),
)
async def read_board(
    request: AnyRequest,
    board: FromPath[str],
    guest: TheGuest,
    boards: TheBoards,
    limiter: TheLimiter,
    seat: AtSeat = None,
) -> Compared:
    """Read what the guest made of a board beside others at the same seat."""
    limiter.take(Limited.ROUNDS, Visitor(address_of(request), guest.id))
    return await boards.compared(board, guest.id, seat)


@post(
    "/rounds/{round_id:str}/cards",
    status_code=200,
    responses=may_be(*FINDING, SeatUnknown, RulesChanged, GameErred, TooLarge, Vanished),
)
async def offer_cards(
    request: AnyRequest,
    round_id: FromPath[str],
    data: JSONBody[OfferCards],
    guest: TheGuest,
    boards: TheBoards,
    limiter: TheLimiter,
) -> CardsLink:
    """Make a link by which others play the cards of a finished round, or get the one made before."""
    limiter.take(Limited.ROUNDS, Visitor(address_of(request), guest.id))
    return await boards.offer(round_id, guest.id, data)


@get(
    "/cards/{key:str}",
    responses=may_be(Malformed, SessionUnknown, LinkUnknown, RulesChanged, GameErred, TooMany),
)
async def read_cards(
    request: AnyRequest, key: FromPath[str], guest: TheGuest, boards: TheBoards, limiter: TheLimiter
) -> OfferedCards:
    """Read what a link to cards leads to."""
    limiter.take(Limited.ROUNDS, Visitor(address_of(request), guest.id))
    return await boards.offered(key, guest.id)


@post(
    "/cards/{key:str}/tables",
    responses=may_be(
        Malformed,
        SessionUnknown,
        LinkUnknown,
        BoardClosed,
        BoardPlayed,
        NameRefused,
        OptionInvalid,
        RulesChanged,
        GameErred,
        TooLarge,
        TooMany,
        Vanished,
    ),
)
async def take_cards(
    request: AnyRequest,
    key: FromPath[str],
    data: JSONBody[TakeCards],
    guest: TheGuest,
    boards: TheBoards,
    store: TheStore,
    limiter: TheLimiter,
) -> TableInfo:
    """Make a table with the cards of a link, for one round alone; the same table each time."""
    limiter.take(Limited.TABLES, Visitor(address_of(request), guest.id))
    table = await boards.take(key, guest, data)
    if data.name is not None:
        await store.guests.rename(guest.id, check_name(data.name))
    return table


HANDLERS = (play_again, read_board, offer_cards, read_cards, take_cards)
