"""Law 9: a board is secret to whoever may still play it.

A round belongs to a board if it was played at one of the board's tables, or if the board has its cards. Who
plays these cards for a result looks at none of its rounds (`storage/seen.py`). Others' rounds are open to
those who have finished the board at the same seat, and to those who sat in the round that it was made from. A
board of a day or of an event closes; before that, others' rounds of it are open to nobody, and its own player
makes no link to theirs. Then they are open to everybody who does not play it just now. On an evening all
play a board at the same time, and nothing of others at it is told to anybody until it closes with its round.
"""

from typing import NamedTuple

from sevenfold.server.errors import BoardInPlay
from sevenfold.server.rounds.shown import Summary
from sevenfold.server.storage.boards import BoardRow
from sevenfold.server.storage.rows import TableRow, now
from sevenfold.server.storage.store import Store


class BoardsOfRound(NamedTuple):
    """The board at whose table a round was played, and the board by which others play its cards again."""

    played: BoardRow | None
    made: BoardRow | None

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


class BoardLaw:
    """Says what somebody may know of boards."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def boards_of(self, row: TableRow, round_: Summary | None) -> BoardsOfRound:
        """The boards to which a round of a table belongs; None is a round that there is not."""
        played = await self._store.boards.find(row.board) if row.board is not None else None
        dealt = await self._store.logs.text(row.id, round_.begins) if round_ is not None else None
        if round_ is None or dealt is None:
            return BoardsOfRound(played, None)
        return BoardsOfRound(played, await self._store.boards.of_cards(row.deal_id(round_.deal), dealt))

    async def opens(self, boards: BoardsOfRound, row: TableRow, person: int) -> int | None:
        """The seat from which a person may look at others' round of these boards; None if they may not."""
        if boards.played is not None and not boards.is_under_way:
            seat = row.branched_from.seat if row.branched_from is not None else None
            if seat is not None and await self._may_compare(boards.played, seat, person):
                return seat
        if boards.made is not None and boards.made.table == row.id:
            tries = await self._store.boards.tries(boards.made.id, person)
            return tries[-1].seat if tries else None
        return None

    async def costs(self, boards: BoardsOfRound, deal: str, person: int) -> bool:
        """Whether somebody who looks at a round can no longer play its cards for a result, and now can."""
        if boards.made is None or await self._store.seen.has(person, deal):
            return False
        return await self._store.boards.is_offered(boards.made.id)

    async def compared_at(self, board: BoardRow, wanted: int | None, person: int) -> int:
        """The seat of a board at which a person is told how others did: that which is wanted, or their own.

        Raises BoardInPlay.
        """
        seat = wanted
        if seat is None:
            tries = await self._store.boards.tries(board.id, person)
            seat = tries[-1].seat if tries else None
        if seat is None or not await self._may_compare(board, seat, person):
            raise BoardInPlay(board=board.id)
        return seat

    async def _may_compare(self, board: BoardRow, seat: int, person: int) -> bool:
        """Whether a person may know how others did at a seat of a board."""
        tries = await self._store.boards.tries(board.id, person)
        if any(each.is_in_play and each.counts for each in tries):
            return False
        if board.is_played_once and is_closed(board):
            return True
        if board.kind == "evening":  # its results open for all at once
            return False
        return any(each.seat == seat or not each.number for each in tries)
