"""Boards as they are asked for: made from a round, begun at a table of one's own, compared."""

import asyncio

from sevenfold.bots.levels import Level
from sevenfold.games import is_game
from sevenfold.server.boards.comparing import Comparing, RoundAtBoard
from sevenfold.server.boards.lines import line_of
from sevenfold.server.boards.references import References
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
from sevenfold.server.rounds.who_sat import id_of
from sevenfold.server.storage.backend import KeyTaken
from sevenfold.server.storage.boards import BoardLink, BoardRow
from sevenfold.server.storage.results import Result
from sevenfold.server.storage.rows import GuestRow, new_table_id, now
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

    async def again(self, round_id: str, guest: GuestRow, asked: PlayAgain) -> TableInfo:
        """A table of a guest's own with the cards of a finished round; the one that they play just now.

        Raises what `RoundAccess.find` raises, SeatUnknown, OptionInvalid, RulesChanged, Vanished.
        """
        found = await self._rounds.access.find(round_id, guest.id, Purpose.AGAIN)
        board = await self._board_of(found)
        seat = _seat(found, asked.seat)
        return await self._begin(board, seat, guest, asked.pace, guest.name, knows=True)

    async def begin(
        self,
        board: BoardRow,
        seat: int,
        guest: GuestRow,
        pace: int,
        name: str | None = None,
        *,
        event: str | None = None,
    ) -> TableInfo:
        """A table of a guest's own at a board which they have not seen: the same table each time they ask.

        Raises SeatUnknown, OptionInvalid, NameRefused, RulesChanged, BoardClosed, BoardPlayed, Vanished.
        """
        knows = await self._law.knows(board, guest.id)
        return await self._begin(board, seat, guest, pace, name or guest.name, knows=knows, event=event)

    async def _begin(
        self,
        board: BoardRow,
        seat: int,
        guest: GuestRow,
        pace: int,
        name: str | None,
        *,
        knows: bool,
        event: str | None = None,
    ) -> TableInfo:
        tries: tuple[Result, ...] | None = None
        while True:
            before, tries = tries, await self._store.boards.tries(board.id, guest.id)
            there = _there(board, tries, once=not knows)
            if there is not None:
                return await self._tables.info(there, guest.id)
            if is_closed(board):
                raise BoardClosed(board=board.id)
            counts = not tries and not knows
            number = 1 + max((each.number for each in tries), default=0)
            try:
                table = await self._tables.begin_at(
                    guest.id, board, seat, pace, name, event, number=number, counts=counts
                )
            except KeyTaken:  # they have asked twice at once, and the other try is found now
                if tries == before:
                    raise
                continue
            return await self._tables.info(table, guest.id)

    async def _board_of(self, found: FoundRound) -> BoardRow:
        """The board of a round, which is made if there is none yet. Raises RulesChanged."""
        row, summary = found.row, found.summary
        played, made = found.boards
        board = played if played is not None and played.kind == "again" else made
        if board is not None:
            return board
        match = await self._rounds.match(found)
        return await self._store.boards.add(
            BoardRow(
                id=new_table_id(),
                kind="again",
                game=row.game,
                rules=row.rules,
                options=row.options,
                players=row.players,
                seed=row.dealer.deal_seed(summary.deal),
                dealt=match.round.beginning.dealt,
                round=summary.round,
                bots=self.level(row.game),
                created=now(),
                table=row.id,
                deal=summary.deal,
            )
        )

    # --- offered ----------------------------------------------------------------------------------

    async def offer(self, round_id: str, guest: int, asked: OfferCards) -> CardsLink:
        """A link by which others play the cards of a round. Raises what `again` raises."""
        found = await self._rounds.access.find(round_id, guest, Purpose.SHARE)
        board = await self._board_of(found)
        wanted = BoardLink(new_key(), board.id, _seat(found, asked.seat), guest, None)
        return CardsLink(key=(await self._store.boards.link(wanted)).key, board=board.id)

    async def offered(self, key: str, guest: int) -> OfferedCards:
        """What a link to cards leads to. Raises LinkUnknown, RulesChanged."""
        link, board = await self._by_key(key)
        tries = await self._store.boards.tries(board.id, guest)
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

    async def take(self, key: str, guest: GuestRow, asked: TakeCards) -> TableInfo:
        """A table of a guest's own with the cards of a link. Raises LinkUnknown, what `begin` raises."""
        link, board = await self._by_key(key)
        return await self.begin(board, link.seat, guest, asked.pace, asked.name)

    async def _by_key(self, key: str) -> tuple[BoardLink, BoardRow]:
        link = await self._store.boards.by_key(key)
        board = await self._store.boards.find(link.board) if link is not None else None
        if link is None or board is None:
            raise LinkUnknown
        return link, board

    # --- compared ---------------------------------------------------------------------------------

    async def compared(self, board_id: str, guest: int, seat: int | None) -> Compared:
        """What a guest made of a board beside others. Raises BoardUnknown, BoardInPlay, SeatUnknown."""
        board = await self._store.boards.find(board_id)
        if board is None:
            raise BoardUnknown(board=board_id)
        if seat is not None and not 0 <= seat < board.players:
            raise SeatUnknown(seat=str(seat))
        seat = await self._law.compared_at(board, seat, guest)
        played = [*await self._at_table(board, seat), *await self._at_its_tables(board, seat)]
        bots = await self._references.find(board, seat)
        found = Comparing(board, seat, played, bots, guest, is_under_way(board))
        return await asyncio.to_thread(found.compared)  # thousands may have played it

    async def _at_table(self, board: BoardRow, seat: int) -> list[RoundAtBoard]:
        """The round from which the board was made, if a person sat at the seat."""
        source = await self._law.source(board)
        if source is None:
            return []
        row, summary, sat = source.row, source.summary, source.sat.get(seat)
        if sat is None or sat.bot is not None or summary.standing.result is None:
            return []
        logged = await self._store.logs.logged(row.id)
        entries = logged.entries[summary.begins - 1 : summary.ends]
        return [
            RoundAtBoard(
                guest=sat.guest,
                name=sat.name,
                result=summary.standing.result[seat],
                round=id_of(row, summary),
                counts=True,
                at_table=True,
                line=line_of(entries, seat, summary.begins),
            )
        ]

    async def _at_its_tables(self, board: BoardRow, seat: int) -> list[RoundAtBoard]:
        """The rounds that were played at tables of the board."""
        found = await self._store.boards.played(board.id, seat)
        logs = await self._store.boards.last_logs(board.id, seat, MOST_LINES)
        return [
            RoundAtBoard(
                guest=each.guest,
                name=each.name,
                result=each.brought,
                round=f"{each.table}.{LAST}" if each.is_there else None,
                counts=each.counts,
                given_up=each.given_up,
                line=line_of(logs.get(each.table, ()), seat),
            )
            for each in found
        ]


def _seat(found: FoundRound, wanted: int | None) -> int:
    """The seat at which a round is played again. Raises SeatUnknown."""
    seat = wanted if wanted is not None else found.you if found.you is not None else found.side.seat
    if seat is None or not 0 <= seat < found.row.players:
        raise SeatUnknown(seat="" if seat is None else str(seat))
    return seat


def _there(board: BoardRow, tries: tuple[Result, ...], *, once: bool) -> str | None:
    """The table at which a guest plays a board, or has played it if it is played `once`.

    Raises BoardPlayed if it is played once and that table is gone.
    """
    there = [each for each in tries if each.is_there and (once or each.is_in_play)]
    if there:
        return there[-1].table
    if tries and board.is_played_once:
        raise BoardPlayed(board=board.id)
    return None
