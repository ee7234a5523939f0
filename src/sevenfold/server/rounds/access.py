"""The one way to a finished round. Only this module makes a `FoundRound`, and whatever shows one takes it.

Whoever sits or watches at its table now may look at all of its rounds, and whoever has left, at those in
which they sat. The table's setting says when, and a round that is played is shown to nobody (law 10). Others
come by a link, or have played the same cards. What a board keeps secret is in `board_law`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from sevenfold.server.errors import LookingCosts, NotSeated, RoundInPlay, RoundsClosed, RoundUnknown
from sevenfold.server.protocol.table import ReplayRound
from sevenfold.server.rounds import kept
from sevenfold.server.rounds.board_law import BoardLaw, BoardsOfRound
from sevenfold.server.rounds.reading import Latest, Reader
from sevenfold.server.rounds.shown import Side, Summary, read_side
from sevenfold.server.rounds.who_sat import SOMEBODY, PlayedRound, id_of, listed
from sevenfold.server.storage.rounds import Tenure
from sevenfold.server.storage.rows import TableRow
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.sent.presence import has_other_rules

LAST = "last"
"""In place of a number: the last finished round."""

MOST_LISTED = 256
"""Of how many tables the rounds are kept in short, in this process."""


class Purpose(Enum):
    """What somebody wants a finished round for."""

    LOOK = auto()
    """To be shown it."""
    SHARE = auto()
    """To let others look at it, or play its cards."""
    PLAY_ON = auto()
    """To go on from a moment of it at a new table."""
    AGAIN = auto()
    """To be dealt its cards once more; this shows nothing of it, and goes on where they play them already."""


@dataclass(frozen=True)
class FoundRound(PlayedRound):
    """A finished round that somebody may look at, and what they have to do with it."""

    id: str
    finished: tuple[Summary, ...]
    """All finished rounds of the table."""
    open_rounds: tuple[Summary, ...]
    """The rounds of the match that they may look at. By a link there is no other."""
    you: int | None
    side: Side
    """From where they see it: the side that they name, or else theirs."""
    boards: BoardsOfRound
    """Where others may still play its cards, nobody is told of it who has not asked for it (law 9)."""
    may_share: bool

    @property
    def deal(self) -> str:
        """The id of its deal."""
        return self.row.deal_id(self.summary.deal)

    @property
    def listed(self) -> tuple[ReplayRound, ...]:
        """The rounds of the match that they may look at, as they are sent."""
        return tuple(
            listed(each, self.id if each.deal == self.summary.deal else id_of(self.row, each))
            for each in self.open_rounds
        )


def open_rounds(
    row: TableRow, tenures: tuple[Tenure, ...], finished: Sequence[Summary], person: int
) -> tuple[Summary, ...]:
    """Those of a table's rounds that a person is told of in a list."""
    if not _is_open(row):
        return ()
    if _is_there(row, person):
        return tuple(finished)
    return tuple(each for each in finished if PlayedRound(row, tenures, each).seat_of(person) is not None)


class RoundAccess:
    """Finds finished rounds for those who may have them. The latest are not read again from the database."""

    def __init__(self, store: Store, reader: Reader) -> None:
        self._store = store
        self._reader = reader
        self._summaries: Latest[tuple[Summary, ...]] = Latest(MOST_LISTED)
        self.law = BoardLaw(store)

    async def find(
        self, round_id: str, person: int, purpose: Purpose, side: str | None = None, *, anyway: bool = True
    ) -> FoundRound:
        """A round that a person may have for this, by its id or by the key of a link, from a side.

        Whoever is to be shown it has seen its deal from now on. Raises RoundUnknown, RoundInPlay,
        RoundsClosed, NotSeated, TableDamaged, SeatUnknown, Malformed, and LookingCosts unless they look
        `anyway`.
        """
        table, _, number = round_id.partition(".")
        found = await (self._by_number(table, number, person) if number else self._by_link(round_id, person))
        if purpose is not Purpose.AGAIN:
            await self._store.seen.require_not_playing(person, found.deal.__eq__, round_id)
        if purpose is Purpose.SHARE and not found.may_share:
            raise NotSeated(table=found.row.id)
        if purpose is not Purpose.LOOK and found.boards.is_under_way:
            raise RoundInPlay(round=found.id)
        if side is not None:
            found = replace(found, side=read_side(side, found.row.players))
        if purpose is Purpose.LOOK and person != SOMEBODY:
            if not anyway and await self.law.costs(found.boards, found.deal, person):
                raise LookingCosts(round=round_id)
            await self._store.seen.note(person, found.deal)
        return found

    async def _by_number(self, table: str, number: str, person: int) -> FoundRound:
        """A round of a table at which the person sat or watched."""
        round_id = f"{table}.{number}"
        row, tenures = await self._table(table, round_id)
        if not _is_there(row, person) and all(tenure.person != person for tenure in tenures):  # a stranger
            return await self._at_board(row, tenures, number, person)
        _require_open(row, round_id)
        finished = await self._finished(row)
        open_ = open_rounds(row, tenures, finished, person)
        summary = _numbered(open_, finished, round_id, number, row)
        you = PlayedRound(row, tenures, summary).seat_of(person)
        found, side, boards = id_of(row, summary), Side(you), await self.law.boards_of(row, summary)
        return FoundRound(row, tenures, summary, found, finished, open_, you, side, boards, may_share=True)

    async def _at_board(
        self, row: TableRow, tenures: tuple[Tenure, ...], number: str, person: int
    ) -> FoundRound:
        """A round of others, by somebody who has played the same cards. Raises NotSeated, RoundInPlay.

        The law is asked even where there is no such round: the answer does not tell whether there is.
        """
        round_id = f"{row.id}.{number}"
        finished = await self._finished(row)
        is_last = number == LAST and row.board is not None
        named = finished[-1:] if is_last else [each for each in finished if str(each.deal) == number]
        deal = named[0].deal if named else row.first_round
        await self._store.seen.require_not_playing(person, row.deal_id(deal).__eq__, round_id)
        boards = await self.law.boards_of(row, named[0] if named else None)
        seat = await self.law.opens(boards, row, person)
        if seat is None or not named:
            raise NotSeated(table=row.id)
        _require_open(row, round_id)
        summary, side = named[0], Side(seat)
        return FoundRound(
            row, tenures, summary, round_id, finished, (summary,), None, side, boards, may_share=False
        )

    async def _by_link(self, key: str, person: int) -> FoundRound:
        """The one round to which a link leads."""
        link = await self._store.rounds.by_key(key)
        if link is None:
            raise RoundUnknown(round=key)
        row, tenures = await self._table(link.table, key)
        _require_open(row, key)
        finished = await self._finished(row)
        summary = next((each for each in finished if each.deal == link.deal), None)
        if summary is None:
            raise RoundUnknown(round=key)
        you = PlayedRound(row, tenures, summary).seat_of(person)
        boards = await self.law.boards_of(row, summary)
        side, may_share = Side(link.seat if you is None else you), you is not None or row.watches(person)
        return FoundRound(
            row, tenures, summary, key, finished, (summary,), you, side, boards, may_share=may_share
        )

    async def _table(self, table: str, round_id: str) -> tuple[TableRow, tuple[Tenure, ...]]:
        """A table that has begun, and who has sat there. Raises RoundUnknown."""
        row = await self._store.tables.find(table)
        if row is None or not row.started:
            raise RoundUnknown(round=round_id)
        return row, await self._store.rounds.tenures(row.id)

    async def _finished(self, row: TableRow) -> tuple[Summary, ...]:
        """All finished rounds of a table."""
        if has_other_rules(row):
            return await kept.kept_summaries(self._store, row.id)
        key = row.id, await self._store.logs.length(row.id)
        known = self._summaries.find(key)
        if known is None:
            logged = await self._store.logs.logged(row.id)
            if not logged.entries:
                return ()
            before = await kept.kept_summaries(self._store, row.id)
            known = await self._reader.run(lambda: kept.finished_of(row, logged, before))
            key = row.id, len(logged.entries)
        return self._summaries.put(key, known)


# --- who may look ------------------------------------------------------------------------------------


def _is_open(row: TableRow) -> bool:
    """Whether a table's finished rounds may be looked at now."""
    return row.shows_rounds(over=row.standing.over or has_other_rules(row))


def _require_open(row: TableRow, round_id: str) -> None:
    """Raises RoundsClosed or RoundInPlay where the table does not show finished rounds, or not yet."""
    if not _is_open(row):
        raise RoundsClosed(table=row.id) if row.settings.rounds == "never" else RoundInPlay(round=round_id)


def _is_there(row: TableRow, person: int) -> bool:
    """Whether a person sits or watches at a table."""
    return row.seat_of(person) is not None or row.watches(person)


def _numbered(
    open_rounds: tuple[Summary, ...], finished: tuple[Summary, ...], round_id: str, number: str, row: TableRow
) -> Summary:
    """The round of a number, if it is open. Raises RoundUnknown, RoundInPlay, NotSeated."""
    if number == LAST and open_rounds:
        return open_rounds[-1]
    if not (number.isascii() and number.isdigit() and len(number) < 7):
        raise RoundUnknown(round=round_id)
    for each in open_rounds:
        if each.deal == int(number):
            return each
    if any(each.deal == int(number) for each in finished):
        raise NotSeated(table=row.id)
    if int(number) == len(finished) + row.first_round and not has_other_rules(row):
        raise RoundInPlay(round=round_id)
    raise RoundUnknown(round=round_id)
