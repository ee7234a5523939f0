"""The endpoints under /api for boards: the same cards for several."""

from typing import Annotated

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from sevenfold.server.boards.boards import Boards
from sevenfold.server.errors import (
    BoardInPlay,
    BoardUnknown,
    Malformed,
    OptionInvalid,
    RulesChanged,
    SeatUnknown,
    SessionUnknown,
    TooLarge,
    TooMany,
    Vanished,
)
from sevenfold.server.http.api import AnyRequest, TheGuest, TheLimiter, may_be
from sevenfold.server.http.rounds_api import FINDING
from sevenfold.server.http.sessions import address_of
from sevenfold.server.limits import Limited, Visitor
from sevenfold.server.protocol import Compared, PlayAgain, TableInfo

TheBoards = NamedDependency[Boards]

AtSeat = Annotated[int | None, QueryParameter(name="seat", description="by default that of the guest")]


@post(
    "/rounds/{round_id:str}/again",
    responses=may_be(*FINDING, SeatUnknown, OptionInvalid, RulesChanged, TooLarge, Vanished),
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


HANDLERS = (play_again, read_board)
