"""The endpoints under /api for boards: the same cards for several."""

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody, QueryParameter

from sevenfold.server.duplicate.boards import Boards
from sevenfold.server.errors import (
    BoardClosed,
    BoardInPlay,
    BoardPlayed,
    BoardUnknown,
    Closing,
    GameErred,
    LinkUnknown,
    NameRefused,
    OptionInvalid,
    RulesChanged,
    SeatUnknown,
    Vanished,
)
from sevenfold.server.http.opens import Opens
from sevenfold.server.http.rounds_api import FINDING
from sevenfold.server.http.routes import ThePerson, TheStore, get, post
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

AtSeat = Annotated[int | None, QueryParameter(name="seat", description="by default that of the person")]


@post(
    "/rounds/{round_id:str}/again",
    keyed="tables",
    limit=Limited.TABLES,
    errors=(*FINDING, SeatUnknown, OptionInvalid, RulesChanged, GameErred, Vanished, Closing),
)
async def play_again(
    round_id: FromPath[str], data: JSONBody[PlayAgain], person: ThePerson, boards: TheBoards
) -> TableInfo:
    """Make a table with the cards of a finished round, for that one round; or go on where it is played."""
    return await boards.again(round_id, person, data)


@get(
    "/boards/{board:str}",
    opens=Opens.BY_BOARD,
    limit=Limited.ROUNDS,
    errors=(BoardUnknown, BoardInPlay, SeatUnknown),
)
async def read_board(
    board: FromPath[str], person: ThePerson, boards: TheBoards, seat: AtSeat = None
) -> Compared:
    """Read what the person made of a board beside others at the same seat."""
    return await boards.compared(board, person.id, seat)


@post(
    "/rounds/{round_id:str}/cards",
    limit=Limited.ROUNDS,
    status_code=200,
    errors=(*FINDING, SeatUnknown, RulesChanged, GameErred, Vanished),
)
async def offer_cards(
    round_id: FromPath[str], data: JSONBody[OfferCards], person: ThePerson, boards: TheBoards
) -> CardsLink:
    """Make a link by which others play the cards of a finished round, or get the one made before."""
    return await boards.offer(round_id, person.id, data)


@get(
    "/cards/{key:str}",
    opens=Opens.BY_CARDS,
    limit=Limited.ROUNDS,
    errors=(LinkUnknown, RulesChanged, GameErred),
)
async def read_cards(key: FromPath[str], person: ThePerson, boards: TheBoards) -> OfferedCards:
    """Read what a link to cards leads to."""
    return await boards.offered(key, person.id)


@post(
    "/cards/{key:str}/tables",
    opens=Opens.BY_CARDS,
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
        Closing,
    ),
)
async def take_cards(
    key: FromPath[str], data: JSONBody[TakeCards], person: ThePerson, boards: TheBoards, store: TheStore
) -> TableInfo:
    """Make a table with the cards of a link, for one round alone; the same table each time."""
    table = await boards.take(key, person, data)
    if data.name is not None:
        await store.persons.rename(person.id, check_name(data.name))
    return table


HANDLERS = (play_again, read_board, offer_cards, read_cards, take_cards)
