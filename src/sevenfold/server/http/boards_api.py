"""The endpoints under /api for boards: the same cards for several."""

from typing import Annotated

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
    NameRefused,
    OptionInvalid,
    RulesChanged,
    SeatUnknown,
    Vanished,
)
from sevenfold.server.http.rounds_api import FINDING
from sevenfold.server.http.routes import TheGuest, TheStore, get, post
from sevenfold.server.limits import Limited
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
    limit=Limited.TABLES,
    errors=(*FINDING, SeatUnknown, OptionInvalid, RulesChanged, GameErred, Vanished),
)
async def play_again(
    round_id: FromPath[str], data: JSONBody[PlayAgain], guest: TheGuest, boards: TheBoards
) -> TableInfo:
    """Make a table with the cards of a finished round, for that one round; or go on where it is played."""
    return await boards.again(round_id, guest, data)


@get("/boards/{board:str}", limit=Limited.ROUNDS, errors=(BoardUnknown, BoardInPlay, SeatUnknown))
async def read_board(
    board: FromPath[str], guest: TheGuest, boards: TheBoards, seat: AtSeat = None
) -> Compared:
    """Read what the guest made of a board beside others at the same seat."""
    return await boards.compared(board, guest.id, seat)


@post(
    "/rounds/{round_id:str}/cards",
    limit=Limited.ROUNDS,
    status_code=200,
    errors=(*FINDING, SeatUnknown, RulesChanged, GameErred, Vanished),
)
async def offer_cards(
    round_id: FromPath[str], data: JSONBody[OfferCards], guest: TheGuest, boards: TheBoards
) -> CardsLink:
    """Make a link by which others play the cards of a finished round, or get the one made before."""
    return await boards.offer(round_id, guest.id, data)


@get("/cards/{key:str}", limit=Limited.ROUNDS, errors=(LinkUnknown, RulesChanged, GameErred))
async def read_cards(key: FromPath[str], guest: TheGuest, boards: TheBoards) -> OfferedCards:
    """Read what a link to cards leads to."""
    return await boards.offered(key, guest.id)


@post(
    "/cards/{key:str}/tables",
    limit=Limited.TABLES,
    errors=(
        LinkUnknown,
        BoardClosed,
        BoardPlayed,
        NameRefused,
        OptionInvalid,
        RulesChanged,
        GameErred,
        Vanished,
    ),
)
async def take_cards(
    key: FromPath[str], data: JSONBody[TakeCards], guest: TheGuest, boards: TheBoards, store: TheStore
) -> TableInfo:
    """Make a table with the cards of a link, for one round alone; the same table each time."""
    table = await boards.take(key, guest, data)
    if data.name is not None:
        await store.guests.rename(guest.id, check_name(data.name))
    return table


HANDLERS = (play_again, read_board, offer_cards, read_cards, take_cards)
