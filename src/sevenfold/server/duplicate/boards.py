"""Boards as they are asked for: made from a round, begun at a table of one's own, compared."""

import asyncio

import msgspec

from sevenfold.bots.levels import Level
from sevenfold.games import is_game
from sevenfold.server.duplicate.compare import Comparing, RoundAtBoard
from sevenfold.server.duplicate.lines import line_of
from sevenfold.server.duplicate.making import Source, new_board
from sevenfold.server.duplicate.references import References
from sevenfold.server.errors import (
    BoardClosed,
    BoardPlayed,
    BoardUnknown,
    LinkUnknown,
    RulesChanged,
    SeatUnknown,
)
from sevenfold.server.protocol.boards import (
    CardsLink,
    Compared,
    OfferCards,
    OfferedCards,
    PlayAgain,
    TakeCards,
)
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.rounds.access import LAST, FoundRound, Purpose
from sevenfold.server.rounds.board_law import is_closed, is_under_way
from sevenfold.server.rounds.rounds import FinishedRounds
from sevenfold.server.storage.backend import KeyTaken
from sevenfold.server.storage.boards import BoardLink, BoardRow
from sevenfold.server.storage.results import Result, beside_bots
from sevenfold.server.storage.rows import PersonRow, now
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.jobs import Jobs
from sevenfold.server.tables.registry import Tables
from sevenfold.server.tables.seating.plan import new_key
from sevenfold.server.tables.sent.presence import nearest_of

MOST_LINES = 100
"""Of how many rounds at a board the moves are read, the latest ones."""


class Boards:
    """Makes boards, seats people at them, and compares what they made of them."""

    def __init__(
        self, store: Store, tables: Tables, rounds: FinishedRounds, thinkers: Thinkers, jobs: Jobs
    ) -> None:
        self._store = store
        self._tables = tables
        self._rounds = rounds
        self._law = rounds.access.law
        self._thinkers = thinkers
        self._references = References(store, thinkers, jobs, rounds.reader)

    def level(self, game: str) -> Level:
        """How well the bots of a new board play: Hard where the server can search, or is about to."""
        can_search = self._thinkers.search(game) in ("ready", "preparing")
        return Level.HARD if can_search else Level.MEDIUM

    # --- begun ------------------------------------------------------------------------------------

    async def again(self, round_id: str, person: PersonRow, asked: PlayAgain) -> TableInfo:
        """A table of a person's own with the cards of a finished round; the one that they play just now.

        Raises what `RoundAccess.find` raises, SeatUnknown, OptionInvalid, RulesChanged, Vanished.
        """
        found = await self._rounds.access.find(round_id, person.id, Purpose.AGAIN)
        board = await self._board_of(found)
        seat = _seat(found, asked.seat)
        return await self._begin(board, seat, person, asked.pace, person.name, again=True)

    async def begin(
        self,
        board: BoardRow,
        seat: int,
        person: PersonRow,
        pace: int,
        name: str | None = None,
        *,
        event: str | None = None,
    ) -> TableInfo:
        """A table of a person's own at a board: the same table each time they ask.

        Raises SeatUnknown, OptionInvalid, NameRefused, RulesChanged, BoardClosed, BoardPlayed, Vanished.
        """
        return await self._begin(board, seat, person, pace, name or person.name, event=event)

    async def _begin(
        self,
        board: BoardRow,
        seat: int,
        person: PersonRow,
        pace: int,
        name: str | None,
        *,
        again: bool = False,
        event: str | None = None,
    ) -> TableInfo:
        tries: tuple[Result, ...] | None = None
        while True:
            before, tries = tries, await self._store.boards.tries(board.id, person.id)
            there = _there(board, tries, again=again)
            if there is not None:
                return await self._tables.info(there, person.id)
            if is_closed(board):
                raise BoardClosed(board=board.id)
            counts = not (again or tries or await self._store.seen.has(person.id, board.deal_id))
            number = 1 + max((each.number for each in tries), default=0)
            try:
                table = await self._tables.begin_at(
                    person.id, board, seat, pace, name, event, number=number, counts=counts
                )
            except KeyTaken:  # they have asked twice at once, and the other try is found now
                if tries == before:
                    raise
                continue
            return await self._tables.info(table, person.id)

    async def _board_of(self, found: FoundRound) -> BoardRow:
        """The board of a round, which is made if there is none yet. Raises RulesChanged."""
        if found.boards.made is not None:
            return found.boards.made
        row, summary = found.row, found.summary
        match = await self._rounds.match(found)
        dealt, so_far = match.round.beginning.dealt, match.round.so_far
        board = new_board(
            "again",
            match.game,
            match.options,
            row.players,
            seed=row.dealer.deal_seed(summary.deal),
            bots=self.level(row.game),
            created=now(),
            source=Source(dealt, so_far, found.deal, row.id, summary.deal),
        )
        return await self._store.boards.add(board, _source(board, found))

    # --- offered ----------------------------------------------------------------------------------

    async def offer(self, round_id: str, person: int, asked: OfferCards) -> CardsLink:
        """A link by which others play the cards of a round. Raises what `again` raises."""
        found = await self._rounds.access.find(round_id, person, Purpose.SHARE)
        board = await self._board_of(found)
        wanted = BoardLink(new_key(), board.id, _seat(found, asked.seat), person, None)
        return CardsLink(key=(await self._store.boards.link(wanted)).key, board=board.id)

    async def offered(self, key: str, person: int) -> OfferedCards:
        """What a link to cards leads to. Raises LinkUnknown, RulesChanged."""
        link, board = await self._by_key(key)
        tries = await self._store.boards.tries(board.id, person)
        if not is_game(board.game):
            raise RulesChanged(table=board.table or "")
        nearest, differs = nearest_of(board)
        return OfferedCards(
            board=board.id,
            game=board.game,
            preset=None if differs else nearest,
            nearest=nearest,
            differs=differs,
            options=board.options,
            players=board.players,
            seat=link.seat,
            bots=board.bots,
            by=link.by,
            table=next((each.table for each in reversed(tries) if each.is_there), None),
            finished=any(each.result is not None for each in tries),
        )

    async def take(self, key: str, person: PersonRow, asked: TakeCards) -> TableInfo:
        """A table of a person's own with the cards of a link. Raises LinkUnknown, what `begin` raises."""
        link, board = await self._by_key(key)
        return await self.begin(board, link.seat, person, asked.pace, asked.name)

    async def _by_key(self, key: str) -> tuple[BoardLink, BoardRow]:
        link = await self._store.boards.by_key(key)
        board = await self._store.boards.find(link.board) if link is not None else None
        if link is None or board is None:
            raise LinkUnknown
        return link, board

    # --- compared ---------------------------------------------------------------------------------

    async def compared(self, board_id: str, person: int, seat: int | None) -> Compared:
        """What a person made of a board beside others. Raises BoardUnknown, BoardInPlay, SeatUnknown."""
        board = await self._store.boards.find(board_id)
        if board is None:
            raise BoardUnknown(board=board_id)
        if seat is not None and not 0 <= seat < board.players:
            raise SeatUnknown(seat=str(seat))
        seat = await self._law.compared_at(board, seat, person)
        await self._store.seen.note(person, board.deal_id)
        played = await self._played(board, seat)
        bots, play = await self._references.find(board, seat)
        found = Comparing(board, seat, played, bots, person, is_under_way(board))
        compared = await asyncio.to_thread(found.compared)  # thousands may have played it
        return msgspec.structs.replace(compared, bots_play=play)

    async def _played(self, board: BoardRow, seat: int) -> list[RoundAtBoard]:
        """The rounds that were played at a seat of the board, and first the one from which it was made."""
        found = await self._store.boards.played(board.id, seat)
        logs = await self._store.boards.last_logs(board.id, seat, MOST_LINES)
        source = await self._store.tables.find(board.table) if board.table in logs else None
        at_board = await self._store.events.results_at(board.id) if board.kind == "evening" else ()
        marked = beside_bots(at_board)
        of_source = board.deal - source.first_round if source is not None and board.deal is not None else None
        return [
            RoundAtBoard(
                each,
                f"{each.table}.{LAST if each.number else board.deal}" if each.is_there else None,
                line_of(logs.get(each.table, ()), seat, None if each.number else of_source),
                (each.table, each.seat) in marked,
            )
            for each in found
        ]


def _source(board: BoardRow, found: FoundRound) -> list[Result]:
    """What a round brought the persons there, for the board that is made from it.

    Where a round was played on, that is compared with nothing.
    """
    brought, point = found.summary.standing.result, found.row.branched_from
    counts = point is None or point.deal != board.deal_id
    return [
        Result(
            *(board.id, seat, found.row.id, sat.person, None, sat.name, 0),
            counts=counts,
            given_up=False,
            result=brought[seat],
            is_there=True,
        )
        for seat, sat in found.sat.items()
        if sat.bot is None and brought is not None
    ]


def _seat(found: FoundRound, wanted: int | None) -> int:
    """The seat at which a round is played again. Raises SeatUnknown."""
    seat = wanted if wanted is not None else found.you if found.you is not None else found.side.seat
    if seat is None or not 0 <= seat < found.row.players:
        raise SeatUnknown(seat="" if seat is None else str(seat))
    return seat


def _there(board: BoardRow, tries: tuple[Result, ...], *, again: bool) -> str | None:
    """The table at which a person plays a board, or has played it, unless they are to play it again.

    Raises BoardPlayed if it is played once and that table is gone.
    """
    there = [each for each in tries if each.is_there and each.number and (not again or each.is_in_play)]
    if there:
        return there[-1].table
    if tries and board.is_played_once:
        raise BoardPlayed(board=board.id)
    return None
