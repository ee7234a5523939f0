"""Law 9: a board is secret to whoever may still play it.

A round belongs to a board if it was played at one of the board's tables, or if the board was made from it.
Who has such a table in play looks at none of the board's rounds. Others' rounds are open to those who have
finished the board at the same seat, and to those who sat in the round that it was made from. A board of a day
or of an event closes; before that, others' rounds of it are open to nobody, and its own player makes no link
to theirs. Then they are open to everybody who has no table of it in play. On an evening all play a board at
the same time, and nothing of others at it is told to anybody until it closes with its round.
"""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

from sevenfold.server.errors import RoundInPlay
from sevenfold.server.rounds import access
from sevenfold.server.rounds.shown import Summary
from sevenfold.server.storage.boards import BoardRow
from sevenfold.server.storage.rounds import Tenure
from sevenfold.server.storage.rows import TableRow, now
from sevenfold.server.storage.store import Store


class BoardsOfRound(NamedTuple):
    """The board at whose table a round was played, and the board that was made from it; None for neither."""

    played: BoardRow | None
    made: BoardRow | None

    @property
    def all(self) -> tuple[BoardRow, ...]:
        """Those that there are."""
        return tuple(each for each in self if each is not None)


def is_closed(board: BoardRow) -> bool:
    """Whether nobody can play it any more."""
    return board.closes is not None and board.closes <= now()


def is_under_way(board: BoardRow) -> bool:
    """Whether it is a board of a day or of an event that can still be played."""
    return board.is_played_once and not is_closed(board)


Finished = Callable[[TableRow], Awaitable[tuple[Summary, ...]]]
"""Gives the finished rounds of a table."""


class BoardLaw:
    """Says what somebody may know of boards."""

    def __init__(self, store: Store, finished: Finished) -> None:
        self._store = store
        self._finished = finished

    async def boards_of(self, row: TableRow, deal: int) -> BoardsOfRound:
        """The boards to which a round belongs."""
        played = await self._store.boards.find(row.board) if row.board is not None else None
        return BoardsOfRound(played, await self._store.boards.of_round(row.id, deal))

    async def require_not_in_play(self, row: TableRow, deal: int, guest: int, round_id: str) -> BoardsOfRound:
        """Raise RoundInPlay for whoever plays a board of the round just now; else return its boards."""
        boards = await self.boards_of(row, deal)
        for board in boards.all:
            if any(each.is_in_play for each in await self._store.boards.tries(board.id, guest)):
                raise RoundInPlay(round=round_id)
        return boards

    async def require_shared(self, row: TableRow, round_id: str) -> None:
        """Raise RoundInPlay where nobody else may be shown a round yet, or given its cards."""
        played = await self._store.boards.find(row.board) if row.board is not None else None
        if played is not None and is_under_way(played):
            raise RoundInPlay(round=round_id)

    async def opens(self, row: TableRow, deal: int, guest: int) -> int | None:
        """The seat from which a guest may look at the round of others at a board; None if they may not."""
        boards = await self.boards_of(row, deal)
        if boards.played is not None and not is_under_way(boards.played):
            seat = row.branched_from.seat if row.branched_from is not None else None
            if seat is not None and await self.may_compare(boards.played, seat, guest):
                return seat
        if boards.made is not None:
            tries = await self._store.boards.tries(boards.made.id, guest)
            if tries and not any(each.is_in_play for each in tries):
                return tries[-1].seat
        return None

    async def may_compare(self, board: BoardRow, seat: int, guest: int) -> bool:
        """Whether a guest may know how others did at a seat of a board."""
        tries = await self._store.boards.tries(board.id, guest)
        if any(each.is_in_play for each in tries):
            return False
        if board.is_played_once and is_closed(board):
            return True
        if board.kind == "evening":  # its results open for all at once
            return False
        return any(each.seat == seat for each in tries) or await self.sat_in(board, guest) is not None

    async def sat_in(self, board: BoardRow, guest: int) -> int | None:
        """The seat that a guest had in the round from which a board was made; None if they had none."""
        found = await self.source(board)
        if found is None:
            return None
        _, tenures, summary = found
        return access.seat_in(tenures, summary, guest)

    async def source(self, board: BoardRow) -> tuple[TableRow, tuple[Tenure, ...], Summary] | None:
        """The round from which a board was made: its table, who sat there, and the round in short."""
        if board.table is None or board.deal is None:
            return None
        row = await self._store.tables.find(board.table)
        if row is None:
            return None
        summary = next((each for each in await self._finished(row) if each.deal == board.deal), None)
        return (row, await self._store.rounds.tenures(row.id), summary) if summary is not None else None
