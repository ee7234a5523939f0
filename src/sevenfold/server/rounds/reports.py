"""Reports: a moment as somebody saw it, with what they say of it, kept for the host."""

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from sevenfold.core.events import Event
from sevenfold.core.match import AnyMatch
from sevenfold.core.records import Record
from sevenfold.core.standing import Standing
from sevenfold.core.views import View
from sevenfold.server.errors import SeatUnknown, WordsRefused
from sevenfold.server.names.characters import are_shown
from sevenfold.server.protocol.limits import LONGEST_REPORT
from sevenfold.server.protocol.reports import MomentReport, ReportRound, ReportTable
from sevenfold.server.rounds.access import FoundRound, Purpose
from sevenfold.server.rounds.rounds import FinishedRounds
from sevenfold.server.rounds.shown import Side, entry_after, record_of, show
from sevenfold.server.storage.reports import KeptReport
from sevenfold.server.storage.rows import SeatHolder, TableRow, as_text, new_table_id, now
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.registry import Tables
from sevenfold.server.tables.seating.orders import seat_or_spectator
from sevenfold.server.times import iso
from sevenfold.version import __version__


class _Seen(NamedTuple):
    """A moment as its side saw it: in which deal, and after which entry of the log."""

    side: Side
    deal: int
    entry: int
    view: View
    standing: Standing
    events: tuple[Event, ...]
    at: int | None = None
    record: Record | None = None


class _Said(NamedTuple):
    """What they say of it, and of which seat; who plays each seat, None for a person."""

    words: str
    seat: int | None
    bots: tuple[str | None, ...]


class Reports:
    """Makes reports and keeps them. Nobody but the host can read them again (`sevenfold reports`)."""

    def __init__(self, store: Store, tables: Tables, rounds: FinishedRounds) -> None:
        self._store = store
        self._tables = tables
        self._rounds = rounds

    async def of_table(self, table: str, person: int, asked: ReportTable) -> MomentReport:
        """Report what a person sees at a table just now: no more than they have been sent.

        Raises TableUnknown, NotSeated, Removed, NotStarted, RulesChanged, TableDamaged, SeatUnknown,
        WordsRefused, Vanished.
        """
        words = check_words(asked.words)
        opened = await self._tables.open(table, person)
        row, seat = opened.row, seat_or_spectator(opened.row, person)
        bots = _bots(row.seats, asked.seat)
        sent, deal, entry = await opened.views.reported(seat)
        seen = _Seen(Side(seat), deal, entry, sent.view, sent.standing, sent.events)
        return await self._keep(row, seen, _Said(words, asked.seat, bots), person)

    async def of_round(self, round_id: str, person: int, asked: ReportRound) -> MomentReport:
        """Report a moment of a finished round.

        Raises what `RoundAccess.find` raises, MomentUnknown, SeatUnknown, Malformed, RulesChanged,
        WordsRefused, Vanished.
        """
        words = check_words(asked.words)
        found = await self._rounds.access.find(round_id, person, Purpose.LOOK, asked.viewer)
        row, side = found.row, found.side
        bots = _bots(found.seated, asked.seat)
        match = await self._rounds.match(found)
        seen = await self._rounds.reader.run(lambda: _seen(found, match, side, asked.at))
        return await self._keep(row, seen, _Said(words, asked.seat, bots), person)

    async def _keep(self, row: TableRow, seen: _Seen, said: _Said, person: int) -> MomentReport:
        made = now()
        report = MomentReport(
            id=new_table_id(),
            made=iso(made),
            sevenfold=__version__,
            game=row.game,
            rules=row.rules,
            options=row.options,
            players=row.players,
            table=row.id,
            deal=seen.deal,
            round=seen.standing.round,
            at=seen.at,
            viewer=seen.side.seat,
            open=seen.side.open,
            bots=said.bots,
            seat=said.seat,
            words=said.words,
            view=seen.view,
            standing=seen.standing,
            events=seen.events,
            record=seen.record,
        )
        await self._store.reports.add(
            KeptReport(report.id, made, row.id, seen.entry, as_text(report)), person
        )
        return report


def check_words(text: str) -> str:
    """What somebody says of a moment: lines with single spaces. Raises WordsRefused."""
    lines = [" ".join(line.split()) for line in unicodedata.normalize("NFC", text).splitlines()]
    if not all(map(are_shown, lines)):
        raise WordsRefused(reason="characters")
    words = "\n".join(lines).strip()
    if not words:
        raise WordsRefused(reason="empty")
    if len(words) > LONGEST_REPORT:
        raise WordsRefused(reason="long", most=str(LONGEST_REPORT))
    return words


def _bots(seats: Sequence[SeatHolder], meant: int | None) -> tuple[str | None, ...]:
    """Who plays each seat, None for a person. Raises SeatUnknown if none plays the seat that is meant."""
    bots = tuple(holder.bot for holder in seats)
    if meant is not None and not (0 <= meant < len(bots) and bots[meant] is not None):
        raise SeatUnknown(seat=str(meant))
    return bots


def _seen(found: FoundRound, match: AnyMatch, side: Side, at: int) -> _Seen:
    """What a side saw after so many steps of a finished round, and had been told by then.

    Raises MomentUnknown.
    """
    entry = entry_after(match, at)
    shown = show(match, side, {}, together=found.several_persons)
    told = [each for each in shown.moments if each.at <= at]
    events = tuple(event for each in told for event in each.events)
    record = None if found.summary.thrown_in else record_of(match)
    return _Seen(
        side, found.summary.deal, entry, told[-1].view, told[-1].standing, events, at=at, record=record
    )
