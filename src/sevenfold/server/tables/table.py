"""A table at which somebody is just now: its match, who is connected, and what each of them is sent."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from collections.abc import Set as AbstractSet
from contextlib import asynccontextmanager, suppress
from functools import partial
from weakref import ref

from sevenfold.core.match import AnyMatch
from sevenfold.core.standing import Standing
from sevenfold.core.violations import COMMON, NOT_YOUR_TURN, IllegalMove
from sevenfold.server.announced import Announced
from sevenfold.server.errors import (
    ApiError,
    MatchNotOver,
    MatchOver,
    NotStarted,
    PauseRefused,
    Stale,
    TablePaused,
    TableUnknown,
    TakeBackRefused,
)
from sevenfold.server.limits import Buckets, Rate
from sevenfold.server.protocol.from_client import SetPause
from sevenfold.server.protocol.from_server import RefusedMove, WhileAway
from sevenfold.server.protocol.talk import Say
from sevenfold.server.storage.rows import Request, TableRow, now
from sevenfold.server.storage.shared import Head
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.across.bus import NOTHING_LOGGED, Bus
from sevenfold.server.tables.bots.other_players import check_bot
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.jobs import Jobs
from sevenfold.server.tables.play import results, take_back
from sevenfold.server.tables.play.results import TableResults
from sevenfold.server.tables.play.turns import TableTurns
from sevenfold.server.tables.seating import absence, changes, hosting, plan, returning, sight
from sevenfold.server.tables.seating.orders import Order, carried_out, seat_or_spectator
from sevenfold.server.tables.seating.seats import Also, Seats
from sevenfold.server.tables.sent import seat_updates
from sevenfold.server.tables.sent.talk import Speaker, TableTalk
from sevenfold.server.tables.sent.views import TableViews
from sevenfold.server.tables.weakly import weakly
from sevenfold.server.times import TIMER_EARLY, clock
from sevenfold.server.timings import Timings

OFTEN = Rate(2, 60)
"""How often a person may ask the others to take back, and how often pause the table."""


class Table:
    """A table for those who are connected to it."""

    def __init__(
        self,
        row: TableRow,
        store: Store,
        bus: Bus,
        jobs: Jobs,
        thinkers: Thinkers,
        timings: Timings,
        begin_rematch: Callable[["Table", bool], Awaitable[None]],
    ) -> None:
        self.id = row.id
        self.game = row.game
        self._store = store
        self._bus = bus
        self._jobs = jobs
        self._timer: asyncio.TimerHandle | None = None
        self._thinkers = thinkers
        self.seats = Seats(row, store)
        self._turns = TableTurns(self.seats, store, bus, jobs, thinkers, timings, ref(self))
        self.views = TableViews(self._turns, thinkers)
        self.talk = TableTalk(row.id, store)
        self.results = TableResults(self._turns)
        self._begin_rematch = begin_rematch
        self._requests, self._pauses = Buckets(OFTEN), Buckets(OFTEN)
        """How often each seat has asked the others to take back, and each person has paused the table."""
        self.seats.observe(weakly(self._sit))

    @property
    def row(self) -> TableRow:
        """The table's row, as it was last read or written."""
        return self.seats.row

    # --- what a seat does -------------------------------------------------------------------------

    @property
    def announced(self) -> Announced:
        """What the host tells everybody."""
        return self._store.care.announced

    async def play(self, seat: int, version: int, text: str) -> RefusedMove | None:
        """Make a move decided on at `version`, or keep it until the seat is asked. Return a refusal, if any.

        Raises Stale, TablePaused, StorageFull.
        """
        turns = self._turns
        async with turns.hold() as match:
            await turns.keep_time(match)
            view = self.views.of(match, seat)
            if self.row.pause is not None and not view.claims_open:
                raise TablePaused
            move = turns.game.notation.parse(text)
            if seat_updates.is_premove(view, version, move, queued=turns.window.queues(match, move)):
                await turns.queue_claim(match, seat, move)
                return None
            if not view.holds(version, move):
                raise Stale
            unseen = move == turns.window.passing(match)
            try:
                if view.claims_open and not view.may_act:
                    raise IllegalMove(COMMON[NOT_YOUR_TURN])
                if view.asked is None:
                    turns.make(match, seat, move)
                else:
                    match.round.check(view.asked, seat, move)
            except IllegalMove as refusal:
                return seat_updates.refused(view, version, text, refusal)
            if view.asked is not None:
                await turns.queue_claim(match, seat, move)
                return None
            if turns.window.take_queued(seat) is not None:
                await turns.unqueue_claim(match, seat)
            if not unseen or turns.window.shows_clock_at_once:
                await turns.go_on(match)
                return None
            turns.append_unseen(match)
        await turns.live.written()
        return None

    async def next_round(self, seat: int, version: int) -> None:
        """Somebody has seen the result of a round. Raises Stale, TablePaused, RoundStillPlayed, MatchOver."""
        async with self.views.hold_at(seat, version) as match:
            if match.over:
                raise MatchOver
            await self.results.note_ready(match, seat)
        await self.tell_presence()
        await self.go_on()

    async def ask_rematch(self, seat: int, *, draw: bool, salt: str | None = None) -> None:
        """Somebody wants a rematch; `salt` is for its deals. Raises MatchNotOver, TablePaused, AtBoard."""
        plan.require_no_board(self.row, "rematch")
        async with self._turns.hold() as match:
            if not match.over:
                raise MatchNotOver
            await self.results.note_ready(match, seat, draw=draw, salt=salt)
        await self.tell_presence()
        await self.go_on()

    async def go_on(self) -> None:
        """Deal the next round or begin the rematch, if that is due and the server is open."""
        announced = self.announced
        rematch = await self.results.go_on() if not announced.is_closed else None
        if rematch is not None and not announced.is_closing:
            with suppress(Stale):  # another process has begun it
                await self._begin_rematch(self, rematch == "seats_drawn")

    def _sit(self, read: bool) -> None:
        """Do in time what the new row says: see a result, wait for the host, or for answers."""
        if read:  # some of what was said may be gone too
            self.talk.mark_stale()
        self._set_timer()
        if self.seats.is_gone:  # whoever is connected to this process is told
            self._bus.wake(self.id)

    def _set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        row, timings = self.row, self._turns.timings
        all_ends = (
            results.ends(row, timings.result_shown),
            hosting.ends(row, timings.host_away),
            returning.ends(row, timings),
        )
        ends = [end for end in all_ends if end is not None]
        waits = [end - now() for end in ends if end > now()]  # what is over was seen to by whoever came
        if waits:
            self._timer = asyncio.get_running_loop().call_later(min(waits) / 1000, weakly(self._ring))

    def _ring(self) -> None:
        self._jobs.start(f"{self.id} time", self._time_is_over)

    async def _time_is_over(self) -> None:
        await self.go_on()
        with suppress(Stale):  # another process sees to it
            await self.change(self._who_is_here)
        self._set_timer()

    async def ask_take_back(self, seat: int, version: int) -> None:
        """Take back the seat's last move, or ask the others to agree.

        Raises Stale, TablePaused, TakeBackRefused.
        """
        await self.refresh()  # somebody may have come
        async with self.views.hold_at(seat, version) as match:
            ask = partial(take_back.ask_at, match, seat, claims_open=self._turns.window.is_open(match))
            if not ask(self.row).granted and self._requests.take(seat, clock()):
                raise TakeBackRefused(reason="soon")
            await self._settle_request(match, ask)

    async def answer_take_back(self, seat: int, *, agree: bool) -> None:
        """Agree to a move being taken back, or refuse. Raises TakeBackRefused."""
        async with self._turns.hold() as match:
            await self._settle_request(match, partial(take_back.answer_at, match, seat, agree=agree))

    async def _settle_request(self, match: AnyMatch, ask: Callable[[TableRow], Request | None]) -> None:
        """Take the move back if everybody agrees, else show who still has to agree.

        `ask` says what becomes of the request at a row: another process may have written another answer.
        """
        turns, granted = self._turns, None

        def settled(row: TableRow, _: Standing) -> TableRow:
            nonlocal granted
            request = ask(row)
            granted = request if request is not None and request.granted else None
            return plan.replace(row, request=request if granted is None else None)

        await turns.change(match, settled)
        if granted is not None:
            match.take_back(granted.seat, granted.to)
            turns.window.open_if_due(match, clock())
            await turns.append(match)
        turns.recheck_due()
        await self.tell_presence()

    async def ask_return(self, person: int, seat: int, name: str) -> None:
        """Somebody who is not there says that a seat is theirs. Raises what `returning.asked` raises,
        PlayedElsewhere, HandSeen.
        """
        timings = self._turns.timings
        await self.change(self._who_is_here)  # what somebody else has said may be over
        await self.change(lambda row, _: returning.asked(row, person, seat, name, self.seats.here, timings))

    async def answer_return(self, seat: int, *, agree: bool) -> None:
        """Believe whoever says that a seat is theirs, or do not. Raises ReturnRefused."""

        def answered(row: TableRow, standing: Standing) -> TableRow:
            return self._who_is_here(returning.answered(row, seat, agree=agree), standing)

        await self.change(answered)

    async def look_who_is_here(self) -> None:
        """Do what follows from who is here, and from the time. Raises TableUnknown."""
        await self.change(self._who_is_here)

    async def finish(self) -> None:
        """Have bots play a board to its end, for everybody. Raises Stale, what holding the match raises."""
        await self._turns.finish()
        await self.tell_presence()

    async def written(self) -> None:
        """Wait until all moves made so far are in the log. Raises Stale, StorageFull."""
        await self._turns.live.written()

    # --- what changes the table itself --------------------------------------------------------------

    async def order(self, person: int, order: Order) -> None:
        """Carry out a person's order. Raises what `plan` raises, NotSeated, NotHost, OptionInvalid."""
        if isinstance(order, SetPause) and order.paused and self._pauses.take(person, clock()):
            raise PauseRefused(reason="soon")
        await self.change(lambda row, _: carried_out(row, person, order))

    async def start(self, person: int, fill: str | None, salt: str | None = None) -> None:
        """Deal the first round, with bots at the free seats; `salt` is what the host adds to the deals.

        Raises NotHost, AlreadyStarted, SeatsFree, OptionInvalid, Closing.
        """
        self.announced.require_open()
        if fill is not None:
            check_bot(self.game, fill)
        await self.change(changes.start(person, fill, salt))

    async def sit_down(self, person: int, seat: int, name: str | None, key: str) -> None:
        """A newcomer takes a seat, by a link or code. Raises LinkUnknown, SeatClosed, what `plan` raises."""
        await self.change(changes.sit_down(person, seat, name, key))

    async def set_pace(self, person: int, pace: int) -> None:
        """Set the pace of the bots, in ms. Raises NotHost, OptionInvalid."""
        changes.check_pace(pace)
        await self.change(changes.set_pace(person, pace))

    async def set_bot(self, person: int, seat: int, bot: str | None) -> None:
        """Choose the bot at a seat. Raises what `changes.set_bot` raises."""
        if bot is not None:
            check_bot(self.game, bot)
        await self.change(changes.set_bot(person, seat, bot))

    async def change(self, change: changes.Change, also: Also | None = None) -> None:
        """Change the table and write it; in play, with the match held, and with what is `also` to be written.

        It is deleted if no person has a seat there any more. Raises what `change` raises, PlayedElsewhere,
        HandSeen.
        """
        self.seats.require_there()
        if self.row.started or not await self._change_before_start(change):
            while not await self._change_in_play(change, also):
                pass  # another process has moved, or dealt: decide anew
            if self.seats.is_gone:
                await self.tell_presence()
                return
        self._turns.wake()  # it may have started: bots play, and cards are dealt
        await self.tell_presence()
        await self.go_on()

    async def _change_in_play(self, change: changes.Change, also: Also | None) -> bool:
        """Change a table in play. Return False if the log has gone on in another process meanwhile."""
        held = None
        try:
            async with self._turns.hold() as match:
                held = match.version
                await self._turns.change(match, change, self.views.of(match, None).standing, also)
                if self.seats.is_gone:
                    return True
                self._turns.window.open_if_due(match, clock())
                with suppress(Stale):  # the change is written; another process has answered for the bots
                    await self._turns.append(match)
        except Stale:
            logged = await self._store.logs.length(self.id)
            if held is None or logged <= held:
                raise
            self._turns.live.note_log_at(logged)
            return False
        return True

    async def _change_before_start(self, change: changes.Change) -> bool:
        """Change a table that waits. Return False if another process has started it meanwhile."""
        logged = self._turns.live.logged
        return await self.seats.change(change, self.row.standing, sight.NO_DEAL, logged=logged)

    async def check(self, change: changes.Change) -> None:
        """Raise what a change would raise just now."""
        row = self.row
        if not row.started:
            sight.with_seen(row, change(row, row.standing), sight.NO_DEAL)
            return
        async with self._turns.hold() as match:
            sight.with_seen(row, change(row, self.views.of(match, None).standing), sight.secret_deal(match))

    async def read_again(self) -> None:
        """Read again who sits there and what was said, and tell everybody. Raises TableUnknown."""
        await self.seats.read_again()
        self._turns.wake()
        await self.tell_presence()

    # --- coming and going -------------------------------------------------------------------------

    async def _came_or_went(self) -> None:
        """Do what follows from who is here now, and tell everybody. Raises what holding the match raises."""
        if self.row.started and not self._turns.live.is_loaded:
            await self.tell_presence()
            return
        await self.change(self._who_is_here)

    def _who_is_here(self, row: TableRow, standing: Standing) -> TableRow:
        persons, timings = self.seats.persons, self._turns.timings
        row = returning.updated(row, standing, persons, self._turns.live.logged, timings)
        here = row.seats_of(persons)
        row = absence.with_away(absence.with_returned(row, here), here)
        row = absence.with_missing(row, over=standing.over, missed_after=timings.missed_after)
        return hosting.with_host_checked(row, here, timings.host_away)

    async def do_without(self, absent: AbstractSet[int]) -> None:
        """Apply the table's setting to absent persons who are to act, unless they are back by now.

        A pause that has lasted long enough ends.
        """
        await self.change(
            lambda row, _: absence.done_without(
                absence.paused_no_longer(row, now() + TIMER_EARLY), absent - self.seats.here
            )
        )

    async def refresh(self, head: Head | None = None) -> None:
        """Catch up with other processes; `head` is how far the table has come. Raises TableUnknown."""
        if self._bus.alone:
            return
        if head is None:
            head = (await self._store.shared.heads([self.id], self._bus.process)).get(self.id)
        if head is None:
            self.seats.end()
            raise TableUnknown(table=self.id)
        self._turns.note_log_at(head.seq)
        if not self.seats.is_used_here:
            self._turns.live.awake_since = clock() - head.awake
        came = self.seats.note_elsewhere(head.persons, head.asked)
        news = [self._turns.live.is_behind, self.talk.note_line(head.line), came]
        changed = await self.seats.read_again(head.edition)
        if changed or any(news):
            self._bus.wake(self.id)
            self._turns.wake()
        if changed:
            self._turns.recheck_due()
        if came and self.seats.is_used_here:
            with suppress(ApiError):  # whoever holds the match next sees to it
                await self._came_or_went()

    async def say(self, person: int, said: Say) -> None:
        """Say something to everybody there.

        Raises NotSeated, Removed, TalkRefused, TooMany, StorageFull, AtBoard.
        """
        row = self.row
        seat = seat_or_spectator(row, person)
        plan.require_no_board(row, "talk")
        member = row.member(person)
        name = row.seats[seat].name if seat is not None else member.name if member is not None else None
        speaker = Speaker(person, row.pseudonym_of(person), seat, name)
        await self.talk.say(speaker, said, free_text=row.settings.free_text)
        await self.tell_presence()

    async def while_away(self, seat: int) -> WhileAway | None:
        """What a bot has played for the person at a seat that they were not told of yet; None if nothing."""
        told = self.row.seats[seat].told
        made = self._turns.live.made_by.items()
        moves = [seq for seq, by in made if by == (seat, "substitute") and seq > told]
        if not moves:
            return None
        async with self._turns.hold() as match:
            tricks = seat_updates.tricks_among(match, moves)
        logged = self._turns.live.logged
        await self.change(lambda row, _: plan.told(row, seat, logged))
        return WhileAway(len(moves), tricks)

    async def tell_presence(self) -> None:
        """Tell everybody that something besides the match may have changed."""
        await self._bus.publish(self.id, NOTHING_LOGGED)

    @asynccontextmanager
    async def connection(self, person: int, wake: Callable[[], None]) -> AsyncIterator[None]:
        """Connect a person: `wake` is called whenever there is something new. Bots that are to act do so now.

        Bots wait until somebody is connected. So a server that was started again need not look through all
        its tables. Raises RulesChanged.
        """
        if not self.seats.is_used_here:
            await self.refresh()
            self._set_timer()
        with suppress(Stale, NotStarted):  # Stale: another worker has answered for the bots
            async with self._turns.hold() as match:
                await self._turns.append(match)

        def listener(version: int) -> None:
            self._turns.note_log_at(version)
            wake()

        unsubscribe = self._bus.subscribe(self.id, listener)
        is_new = self.seats.connect(person)
        try:
            if is_new:  # else everybody knows already
                self._bus.came(self.id, person)
                with suppress(Stale):
                    await self._came_or_went()
            self._turns.wake()
            self.seats.require_there()  # else nobody would tell this client that it was deleted meanwhile
            yield
        finally:
            unsubscribe()
            if self.seats.disconnect(person):
                self._bus.went(self.id, person)
                with suppress(ApiError):  # the table cannot be played at, or is gone
                    await self._came_or_went()
                    await self._turns.live.written()  # before the match may be let go
