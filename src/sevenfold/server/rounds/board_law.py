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

from sevenfold.server.errors import BoardInPlay, RoundInPlay
from sevenfold.server.rounds.shown import Summary
from sevenfold.server.rounds.who_sat import PlayedRound
from sevenfold.server.storage.boards import BoardRow
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

    @property
    def is_under_way(self) -> bool:
        """Whether nobody else may be shown the round yet, or given its cards."""
        return self.played is not None and is_under_way(self.played)


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

    async def require_not_in_play(self, boards: BoardsOfRound, guest: int, round_id: str) -> None:
        """Raise RoundInPlay for whoever plays one of these boards, which are a round's, just now."""
        for board in boards.all:
            if any(each.is_in_play for each in await self._store.boards.tries(board.id, guest)):
                raise RoundInPlay(round=round_id)

    async def opens(self, boards: BoardsOfRound, row: TableRow, guest: int) -> int | None:
        """The seat from which a guest may look at others' round of these boards; None if they may not."""
        if boards.played is not None and not boards.is_under_way:
            seat = row.branched_from.seat if row.branched_from is not None else None
            if seat is not None and await self._may_compare(boards.played, seat, guest):
                return seat
        if boards.made is not None:
            tries = await self._store.boards.tries(boards.made.id, guest)
            if tries and not any(each.is_in_play for each in tries):
                return tries[-1].seat
        return None

    async def compared_at(self, board: BoardRow, wanted: int | None, guest: int) -> int:
        """The seat of a board at which a guest is told how others did: that which is wanted, or their own.

        Raises BoardInPlay.
        """
        seat = wanted
        if seat is None:
            tries = await self._store.boards.tries(board.id, guest)
            seat = tries[-1].seat if tries else await self.sat_in(board, guest)
        if seat is None or not await self._may_compare(board, seat, guest):
            raise BoardInPlay(board=board.id)
        return seat

    async def _may_compare(self, board: BoardRow, seat: int, guest: int) -> bool:
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
        source = await self.source(board)
        return source.seat_of(guest) if source is not None else None

    async def knows(self, board: BoardRow, guest: int) -> bool:
        """Whether a guest has seen the cards of a board before they are dealt to them.

        They had a seat in the round from which it was made, or sit or watch at its table now, where all of
        its rounds may be looked at.
        """
        source = await self.source(board)
        if source is None:
            return False
        is_there = source.row.seat_of(guest) is not None or source.row.watches(guest)
        return is_there or source.seat_of(guest) is not None

    async def source(self, board: BoardRow) -> PlayedRound | None:
        """The round from which a board was made."""
        row = await self._store.tables.find(board.table) if board.table is not None else None
        if row is None:
            return None
        summary = next((each for each in await self._finished(row) if each.deal == board.deal), None)
        if summary is None:
            return None
        return PlayedRound(row, await self._store.rounds.tenures(row.id), summary)
