"""Whose turn it is at a table in play, and what happens by itself: bots move, and claims end in time.

A move is checked and made in memory, appended to the log, and only then told.
"""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager, suppress
from typing import Literal, NamedTuple, Protocol
from weakref import ReferenceType

from sevenfold.bots.levels import Level
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.log import Played, seat_text
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.core.standing import Standing
from sevenfold.games import load_game
from sevenfold.server.errors import (
    ApiError,
    GameErred,
    NotStarted,
    Stale,
    StorageAway,
    StorageProblem,
    Vanished,
)
from sevenfold.server.storage.logs import MadeBy
from sevenfold.server.storage.rows import TableRow
from sevenfold.server.storage.seen import SEE_DEAL, dealt_rows
from sevenfold.server.storage.statements import WriteStep
from sevenfold.server.storage.store import Store
from sevenfold.server.tables import faults
from sevenfold.server.tables.across.bus import NOTHING_LOGGED, Bus
from sevenfold.server.tables.bots.table_bots import TableBots
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.jobs import Jobs
from sevenfold.server.tables.play import take_back
from sevenfold.server.tables.play.claim_window import ClaimWindow, WaitsFor
from sevenfold.server.tables.play.live_match import LiveMatch
from sevenfold.server.tables.play.waits import Waits
from sevenfold.server.tables.seating import absence, changes, returning, sight
from sevenfold.server.tables.seating.changes import Change
from sevenfold.server.tables.seating.seats import Also, Seats
from sevenfold.server.tables.weakly import weakly
from sevenfold.server.times import clock
from sevenfold.server.timings import Timings

SUBSTITUTE = Level.MEDIUM
"""How well a bot plays for an absent person."""

WITHOUT_SPACE = 2.0
"""How long bots wait on a full disk before they try again, in seconds."""

WITHOUT_DATABASE = 0.5
"""How long bots wait while the database does not answer, in seconds."""

FOR_OTHERS = 0.3
"""How much longer bots wait where another process wrote last and should move them, in seconds."""


class TurnDue(NamedTuple):
    """What happens by itself next: at which version, when by the clock, and a bot's thought meanwhile.

    Where claims are open, a thought is used as soon as it is finished.
    """

    version: int
    at: float
    thought: asyncio.Task[Move] | None = None
    is_claim: bool = False


class Whole(Protocol):
    """What the turns need of the table whose turns they are."""

    async def do_without(self, absent: AbstractSet[int]) -> None:
        """Apply the table's setting for absence to these seats."""


class TableTurns:
    """The turns of one table. It stays in memory while something happens at it by itself."""

    def __init__(
        self,
        seats: Seats,
        store: Store,
        bus: Bus,
        jobs: Jobs,
        thinkers: Thinkers,
        timings: Timings,
        table: ReferenceType[Whole],
    ) -> None:
        self.seats = seats
        self.timings = timings
        self._table = table
        row = seats.row
        self.game = load_game(row.game)
        self.waits = Waits(seats, store.friends, weakly(self._time_is_over))
        self.live = LiveMatch(seats, self.game, store, bus, self.waits.keep)
        self.window = ClaimWindow(row.person_seats, row.pace, shared=not bus.alone, timings=timings)
        self._store = store
        board = row.seed if row.board is not None else None  # it follows from the board's
        self._bots = TableBots(self.game, _bots(row), thinkers, board, row.id)
        self._bus = bus
        self._jobs = jobs
        self.about: int | None = None
        """The seat for which the game's code is called: the log names it if that errs."""
        self._recheck = asyncio.Event()
        """Set when what is due next may have changed."""
        seats.observe(weakly(self._sit))

    @property
    def row(self) -> TableRow:
        """The table's row, as it was last read or written."""
        return self.seats.row

    @property
    def dealer(self) -> Dealer:
        """The dealer of the match; the first deal settles it."""
        return self.row.dealer

    def _sit(self, _: bool) -> None:
        """Whoever holds the match next updates the window and moves the bots."""
        self.window.seat(self.row.person_seats, self.row.pace)
        self._bots.seat(_bots(self.row))

    @asynccontextmanager
    async def hold(self, version: int | None = None) -> AsyncIterator[AnyMatch]:
        """Hold the match. Raises Stale if it is not at `version`, or another process has appended to the log.

        Raises NotStarted, TableUnknown, and GameErred where the game's code errs: the table is paused then.
        """
        self.seats.require_there()
        if not self.row.started:
            raise NotStarted
        self.about = None
        try:
            with faults.reported(self.row.game, self.row.id, lambda: self.about):
                async with self.live.hold(version) as match:
                    self.window.is_first = self.live.wrote_last_public_entry
                    self.window.open_if_due(match, clock(), self.live.public_change_elsewhere_at)
                    yield match
                    if self.waits.matter and await self.waits.update(self._moves_due(match)):
                        await self._bus.publish(self.row.id, NOTHING_LOGGED)
        except GameErred:
            await self._pause_for_error()
            raise

    async def _pause_for_error(self) -> None:
        """Pause the table, whose match cannot be asked for anything now."""
        seat, edition = self.about or 0, self.row.edition
        with suppress(ApiError):
            await self.seats.change(
                lambda row, _: absence.paused_by_error(row, seat),
                self.row.standing,
                sight.NO_DEAL,
                logged=self.live.logged,
            )
        if self.row.edition != edition:
            await self._bus.publish(self.row.id, NOTHING_LOGGED)

    async def change(
        self, match: AnyMatch, change: Change, standing: Standing | None = None, also: Also | None = None
    ) -> None:
        """Change the table while its match is held. `standing` is the one that everybody may know.

        Raises what `change` raises, PlayedElsewhere, HandSeen, TableUnknown.
        """

        def steps(row: TableRow) -> list[WriteStep]:
            """Whoever comes has seen the deal that is shown here."""
            seen = SEE_DEAL.of(dealt_rows(row.id, [row.deal_id(match.deals)]))
            return [seen, *(also(row) if also is not None else ())]

        deal, logged = sight.secret_deal(match), self.live.logged
        await self.seats.change(change, standing or match.standing, deal, logged=logged, also=steps)

    def _moves_due(self, match: AnyMatch) -> dict[int, str]:
        """The next move of each seat that the table waits for."""
        return {seat: f"{match.deals}.{match.round.moves_of(seat)}" for seat in self._asked(match)}

    def _time_is_over(self) -> None:
        self._start(f"{self.row.id} waits", self._wait_no_longer)

    def _start(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Start the work, and keep the table meanwhile; if the table is gone, nothing is to be done."""
        table = self._table()
        if table is not None:
            self._jobs.start(name, work, table)

    async def _wait_no_longer(self) -> None:
        """Act for persons who are late, and for absent ones for whom the table has waited long enough.

        A pause that has lasted long enough ends.
        """
        async with self.hold() as match:
            late = self.waits.late & self._asked(match)
            await self._move_for(match, late)
            given_up = self.waits.given_up & self._asked(match) if not late else frozenset()
        table = self._table()
        if table is not None and (given_up or self.waits.pause_is_over):
            await table.do_without(given_up)

    async def _move_for(self, match: AnyMatch, late: AbstractSet[int]) -> None:
        """Let Medium move for persons who are late. On an evening they have given the deal up."""
        if late and self.row.is_of_evening:
            await self._store.results.give_up(self.row, late)
        for seat in late:
            if seat in match.acting:
                self.make(match, seat, await self._bots.medium(match, seat), by="clock")
        await self.append(match)

    async def finish(self) -> None:
        """Have bots play a board's match to its end at once, in place of persons too, whoever is there.

        What becomes of those who are at fault is kept first, so that it stands whatever happens then. Raises
        what `hold` raises.
        """
        async with self.hold() as match:
            person_seats = self.row.person_seats
            if not match.over:
                await self._store.results.give_up(self.row, person_seats & self._at_fault(match))
            while not match.over:
                if match.round_over:
                    dealing.next_round(self.dealer, match)
                    continue
                seat = match.acting[0]
                move = await self._bots.medium(match, seat)
                self.make(match, seat, move, by="clock" if seat in person_seats else None)
                await asyncio.sleep(0)  # players' moves come first
            await self.append(match)

    def _at_fault(self, match: AnyMatch) -> frozenset[int]:
        """Whom the table waits for, who is away while a bot plays for them, and who has not come at all."""
        own = {
            each.seat
            for number, each in enumerate(match.entries, 1)
            if isinstance(each, Played) and number not in self.live.made_by
        }
        came = self.seats.here | {seat for seat in self.row.person_seats if seat_text(seat) in own}
        return self.row.substitutes | frozenset(match.acting) | (self.row.person_seats - came)

    def _asked(self, match: AnyMatch) -> frozenset[int]:
        """The persons who are to act, as far as everybody is shown it."""
        if self.row.pause is not None or self.window.is_open(match):
            return frozenset()
        return self.row.person_seats & frozenset(match.acting) - self.row.substitutes

    def make(
        self, match: AnyMatch, seat: int, move: Move, by: Literal["substitute", "clock"] | None = None
    ) -> None:
        """Make a move, and the draws of chance that follow it. Raises IllegalMove."""
        self.about = seat
        match.play(seat, move)
        by = "substitute" if by is None and seat in self.row.substitutes else by
        if by is not None:
            self.live.made_by[match.version] = MadeBy(seat, by)
        dealing.draw(self.dealer, match)
        self.window.open_if_due(match, clock())

    async def go_on(self, match: AnyMatch) -> None:
        """Log a person's move, or a deal. Bots that do not pause move first, and all is told together."""
        if not self.row.pace:
            self._move_bots(match)
        await self.append(match)

    async def append(self, match: AnyMatch) -> None:
        """Log the moves that were made, and let the bots go on.

        Where a clock is shown all at once, bots answer first: a stop in it would reveal that one was asked.
        """
        if self.window.is_open(match) and self.window.shows_clock_at_once:
            self._answer_claims(match)
        waits = self.waits.ahead(self._moves_due(match)) if self.waits.matter else {}
        if await self.live.append(match, waits):
            self._wake_if_due(match)
        if match.round_over and not self.window.is_open(match):
            await self.end_deal(match)
        if self._bots.erred:
            await self._say_who_erred(match)

    async def end_deal(self, match: AnyMatch) -> None:
        """No deal is in play: whoever was to have a seat has it."""
        if not returning.is_due(self.row):
            return
        persons, logged = self.seats.persons, self.live.logged
        try:
            await self.change(match, lambda row, _: returning.seated(row, persons, logged))
        except Vanished:  # they have deleted their data just now
            await self.change(match, lambda row, _: returning.nobody_coming(row))
        await self._bus.publish(self.row.id, NOTHING_LOGGED)

    async def _say_who_erred(self, match: AnyMatch) -> None:
        """Write which bots have erred, so that everybody is shown it."""
        await self.change(match, changes.bots_erred(self._bots.erred))
        self._bots.erred.clear()
        await self._bus.publish(self.row.id, NOTHING_LOGGED)

    def append_unseen(self, match: AnyMatch) -> None:
        """Log answers that nobody else is told of. Nothing waits for them: that would reveal who was asked.

        A window ends at its time, however long it takes to write what was answered in it.
        """
        if self.live.begin_append(match):
            self.recheck_due()

    def note_log_at(self, version: int) -> None:
        """Note that the log has come to this version. If another process wrote it, see what is due now."""
        if self.live.note_log_at(version) and (self.game.claims is not None or self._bots):
            self.recheck_due()

    def recheck_due(self) -> None:
        """See again what is due, even while waiting for something."""
        self._recheck.set()
        self.wake()

    def _wake_if_due(self, match: AnyMatch) -> None:
        if self.window.is_open(match) or self._bot_to_act(match) is not None:
            self.wake()

    def _bot_to_act(self, match: AnyMatch) -> int | None:
        if self.window.is_open(match) or self.row.pause is not None:
            return None
        return next((seat for seat in match.acting if seat in self._bots), None)

    def wake(self) -> None:
        """Let the bots that are to act move, and close claims in time."""
        self._start(self.row.id, self._play_bots)

    async def _play_bots(self) -> None:
        """Move the bots and close claims in time, until a person is to act or the round is over."""
        while self.row.started:
            try:
                self._recheck.clear()
                due = await self._due()
                if due is None:
                    return
                await _wait_for(due, self._recheck)
                if due.is_claim or clock() >= due.at:
                    await self._go_on(due)
            except Stale:  # somebody else moved meanwhile: look again
                pass
            except StorageAway:
                await asyncio.sleep(WITHOUT_DATABASE)
            except StorageProblem:
                await asyncio.sleep(WITHOUT_SPACE)

    async def _due(self) -> TurnDue | None:
        """What happens by itself next; None if nothing does."""
        async with self.hold() as match:
            if not self.window.is_open(match):
                return self._turn_due(match)
            # a step of a clock is one window, whoever is asked in it
            if self.live.wrote_last_public_entry and not match.clock:
                self._pass_unseen(match)
            due = self.window.due(match)
            if due is None:
                return None
            thought = self._claim_thought(match)
            return TurnDue(match.version, due.at, thought, is_claim=True)

    def _turn_due(self, match: AnyMatch) -> TurnDue | None:
        seat = self._bot_to_act(match)
        if seat is None:
            return None
        pause = take_back.waited_for(self.row.request, match.version)  # a move may be taken back
        if pause:
            return TurnDue(match.version, clock() + pause)
        thinks = self._bots.takes_time(seat) and not match.claims_open
        thought = self._bots.consider(match, seat) if thinks else None
        return TurnDue(match.version, clock() + self._bots_pause(), thought)

    def _claim_thought(self, match: AnyMatch) -> asyncio.Task[Move] | None:
        """The thought of a bot that is asked, until the window ends; None if no bot needs to think.

        If a person may be asked after it, the bot answers as Medium at once. Its thinking time would show
        them that it was asked. At a board it always does.
        """
        if match.game.rules.default_move(match.state) is None or self._bots.are_at_board:
            return None
        seat = match.acting[0]
        if seat not in self._bots or self._bots.is_ready(match, seat):
            return None
        if not match.clock and self.window.asks_person_after(match):
            return None
        return self._bots.consider(match, seat)

    def _bots_pause(self) -> float:
        """How long a bot takes, in seconds."""
        pace = self.row.pace
        pause = random.uniform(min(self.timings.shortest_pause, pace), pace) / 1000
        return pause if self.live.wrote_last_public_entry else pause + FOR_OTHERS

    async def _go_on(self, due: TurnDue) -> None:
        if due.is_claim:  # it does not wait for the bots of other tables
            async with self.hold(due.version) as match:
                await self.keep_time(match)
            return
        async with self._jobs.thinking(), self.hold(due.version) as match:
            self._move_bots(match)
            await self.append(match)

    async def keep_time(self, match: AnyMatch) -> None:
        """Do what is due in the claim window, if one is open."""
        if not self.window.is_open(match):
            return
        before = self.window.due(match)
        due = self.window.advance(match, clock())
        if before != due:  # it has ended, as everybody is shown
            self._bus.wake(self.row.id)
            if not self.window.is_open(match) and self.live.wrote_last_public_entry:
                self.live.save_turn_later(match)
        elif due is not None and due.what is WaitsFor.ANSWERS and due.at <= clock():
            await self._make_answers(match)

    async def _make_answers(self, match: AnyMatch) -> None:
        """Make the answers of a window, with the claims that any process has kept."""
        # done whoever is asked, as reading takes time
        if self.window.is_common and self.window.keeps_claims(match):
            claims = await self._store.shared.kept_claims(self.row.id, self.window.question(match))
            self.window.queue_only({seat: self.game.notation.parse(claims[seat]) for seat in claims})
        kept = self.window.queued
        # what was kept for this window alone stays: another process may still read it, to answer the same
        forgets = not self.window.asks_together(match)
        claimed = self._answer_claims(match)
        self.window.mark_answered()
        if claimed:
            await self.append(match)
            for seat in kept - self.window.queued if forgets else ():
                await self.unqueue_claim(match, seat)
        else:
            self.append_unseen(match)

    async def queue_claim(self, match: AnyMatch, seat: int, move: Move) -> None:
        """Keep a claim until the answers are made, or the seat is asked; a pass withdraws it."""
        self.window.queue(match, seat, move)
        if self.window.is_common:
            kept = self.game.notation.write(move) if seat in self.window.queued else None
            await self._store.shared.queue_claim(self.row.id, seat, self.window.question(match), kept)

    async def unqueue_claim(self, match: AnyMatch, seat: int) -> None:
        """Forget a claim that was made, or in whose place another move was made."""
        if self.window.is_common:
            await self._store.shared.queue_claim(self.row.id, seat, self.window.question(match), None)

    def _move_bots(self, match: AnyMatch) -> None:
        """Make a bot's move. If bots do not pause, also make the moves of the bots that follow."""
        while (seat := self._bot_to_act(match)) is not None:
            if not (match.claims_open or self._bots.is_ready(match, seat)):
                break
            if take_back.waited_for(self.row.request, match.version):
                break
            self.make(match, seat, self._bots.choose(match, seat))
            if self.row.pace:
                break

    def _pass_unseen(self, match: AnyMatch) -> None:
        """Let bots that pass do so at once, as nobody sees it: a person asked next has the whole window."""
        while (passing := self.window.passing(match)) is not None and not self.window.asks_person(match):
            if self._claim_thought(match) or self._bots.choose(match, match.acting[0]) != passing:
                break
            self.make(match, match.acting[0], passing)
        self.append_unseen(match)

    def _answer_claims(self, match: AnyMatch) -> bool:
        """Make all answers: the bots' own, and the claims that persons have queued. Everybody else passes.

        Return whether anybody claims.
        """
        claimed = False
        while (passing := self.window.passing(match)) is not None:
            if self.window.waits_for_person(match):
                break
            seat = match.acting[0]
            queued = self.window.take_queued(seat) or passing
            move = self._bots.choose(match, seat) if seat in self._bots else queued
            self.make(match, seat, move)
            claimed = claimed or move != passing
        return claimed


async def _wait_for(due: TurnDue, recheck: asyncio.Event) -> None:
    """Wait until it is due, or `recheck` is set. A claim is due as soon as its thought is finished."""
    if due.thought and due.is_claim:
        due.thought.add_done_callback(lambda _: recheck.set())
    with suppress(TimeoutError):
        async with asyncio.timeout(max(0, due.at - clock())):
            await recheck.wait()
    if due.thought and not due.is_claim and not recheck.is_set():
        due.thought.add_done_callback(lambda _: recheck.set())
        await recheck.wait()


def _bots(row: TableRow) -> dict[int, str]:
    bots = {seat: holder.bot for seat, holder in enumerate(row.seats) if holder.bot is not None}
    return bots | dict.fromkeys(row.substitutes, SUBSTITUTE)
