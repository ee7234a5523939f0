"""A table at which somebody sits just now: its match, its claim window, its bots and who is connected.

A move is checked and made in memory, appended to the log, and only then told.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress
from typing import NamedTuple

import msgspec

from sevenfold.bots.levels import Level
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import SeenState
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.core.violations import COMMON, NOT_YOUR_TURN, IllegalMove
from sevenfold.games import load_game
from sevenfold.server import hints, seat_updates
from sevenfold.server.bus import Bus
from sevenfold.server.claim_window import ClaimWindow, What
from sevenfold.server.errors import MatchOver, NotYourTurn, OptionInvalid, RoundNotOver, Stale, StorageFull
from sevenfold.server.jobs import Jobs
from sevenfold.server.live_match import NOTHING_LOGGED, LiveMatch
from sevenfold.server.protocol import Choices, Hint, RefusedMove, Search, Snapshot, TableInfo, Update
from sevenfold.server.seat_updates import News, SeatView
from sevenfold.server.store import Sitter, Store, TableRow
from sevenfold.server.table_bots import TableBots
from sevenfold.server.thinkers import Thinkers

SHORTEST_PAUSE = 400
"""The least time that a bot takes for a move, in ms, unless the pace is shorter still."""

LONGEST_PAUSE = 10_000

WITHOUT_ROOM = 2.0
"""How long bots wait on a full disk before they try again, in seconds."""

MOST_NEWS = 32
"""Messages that are kept for the next client, at each moment of a table."""


def _now() -> float:
    return asyncio.get_running_loop().time()


class Presence(NamedTuple):
    """What is shown of a table besides its match."""

    pace: int
    connected: frozenset[int]
    bots: tuple[Level | None, ...]
    search: Search


class Due(NamedTuple):
    """What happens by itself next: at which version, in how many seconds, and what a bot thinks of meanwhile.

    Where claims are open a thought is made use of as soon as it is there.
    """

    version: int
    pause: float
    thought: asyncio.Task[Move] | None = None
    is_claim: bool = False


class Table:
    """A table for those who are connected to it."""

    def __init__(self, row: TableRow, store: Store, bus: Bus, jobs: Jobs, thinkers: Thinkers) -> None:
        self.id = row.id
        self.game = row.game
        self._row = row
        self._store = store
        self._bus = bus
        self._jobs = jobs
        self._game = load_game(row.game)
        self._dealer = Dealer(row.seed)
        self._thinkers = thinkers
        levels = {seat: sitter.bot for seat, sitter in enumerate(row.seats) if sitter.bot is not None}
        self._bots = TableBots(self._game, levels, thinkers)
        self._live = LiveMatch(row, self._game, store, bus)
        self._window = ClaimWindow(row.persons, row.pace)
        self._connections: Counter[int] = Counter()
        self._news_at: object = None
        self._news: dict[tuple[int, int | None], News] = {}
        """What was sent last, by seat and the version that the client had."""

    @property
    def row(self) -> TableRow:
        """The table as it is kept."""
        return self._row

    # --- the match --------------------------------------------------------------------------------

    @asynccontextmanager
    async def _hold(self, version: int | None = None) -> AsyncIterator[AnyMatch]:
        """Hold the match. Raises Stale where it is not at `version`, or the log has gone on elsewhere."""
        async with self._live.hold(version) as match:
            self._window.follow(match, _now())
            yield match

    @asynccontextmanager
    async def _hold_at(self, seat: int, version: int) -> AsyncIterator[AnyMatch]:
        """Hold the match at the version that the seat was sent. Raises Stale where that is past."""
        async with self._hold() as match:
            if version != self._view(match, seat).version:
                raise Stale
            yield match

    def _make(self, match: AnyMatch, seat: int, move: Move) -> None:
        """Make a move, with what chance then does. Raises IllegalMove."""
        match.play(seat, move)
        dealing.draw(self._dealer, match)
        self._window.follow(match, _now())

    async def _append(self, match: AnyMatch) -> None:
        """Log the moves that were made, and let the bots go on.

        Where a clock is shown at once, bots answer first: where it stopped would tell that one was asked.
        """
        if self._window.is_open(match) and self._window.at_once:
            self._answer_claims(match)
        if await self._live.append(match):
            self._wake_if_due(match)

    def _append_unseen(self, match: AnyMatch) -> None:
        """Log answers of which nobody else is told: nothing waits for them, or who was asked could be told.

        A window goes by its clock, however long it takes to write what was answered in it.
        """
        if self._live.hand_over(match):
            self._wake_if_due(match)

    def _wake_if_due(self, match: AnyMatch) -> None:
        if self._window.is_open(match) or self._bot_to_act(match) is not None:
            self._wake_bots()

    # --- what a seat does -------------------------------------------------------------------------

    async def play(self, seat: int, version: int, text: str) -> RefusedMove | None:
        """Make a move decided at `version`, or keep it until the seat is asked; the refusal if there is one.

        Raises Stale, StorageFull.
        """
        async with self._hold() as match:
            await self._keep_time(match)
            view = self._view(match, seat)
            move = self._game.notation.parse(text)
            if seat_updates.is_premove(view, version, move):
                self._window.queue(match, seat, move)
                return None
            if not view.holds(version, move):
                raise Stale
            unseen = move == self._window.passing(match)
            try:
                if view.claims_open and not view.may_act:
                    raise IllegalMove(COMMON[NOT_YOUR_TURN])
                self._make(match, seat, move)
            except IllegalMove as refusal:
                return seat_updates.refused(view, version, text, refusal)
            self._window.take_queued(seat)
            if not unseen or self._window.at_once:
                await self._append(match)
                return None
            self._append_unseen(match)
        await self._live.written()
        return None

    async def next_round(self, seat: int, version: int) -> None:
        """Deal the next round. Raises Stale, RoundNotOver, MatchOver."""
        async with self._hold_at(seat, version) as match:
            if match.over:
                raise MatchOver
            if not match.round_over or self._window.is_open(match):
                raise RoundNotOver
            dealing.next_round(self._dealer, match)
            self._window.follow(match, _now())
            await self._append(match)

    async def set_pace(self, pace: int) -> None:
        """Set the pace of the bots, in ms. Raises OptionInvalid."""
        check_pace(pace)
        await self._store.set_pace(self.id, pace)
        async with self._live.hold() as match:
            self._row = msgspec.structs.replace(self._row, pace=pace)
            self._window.pace = pace
            self._window.follow(match, _now())
            await self._append(match)
        await self.tell_presence()

    async def set_level(self, seat: int, level: Level) -> None:
        """Set how well the bot at a seat plays. Raises RoundNotOver, OptionInvalid."""
        if seat not in self._bots:
            bots = " ".join(str(other) for other in range(self._row.players) if other in self._bots)
            raise OptionInvalid(name="seat", value=str(seat), range=bots)
        async with self._hold() as match:
            if not match.round_over or self._window.is_open(match):
                raise RoundNotOver
            await self._store.set_bot(self.id, seat, level)
            seats = list(self._row.seats)
            seats[seat] = Sitter(bot=level)
            self._row = msgspec.structs.replace(self._row, seats=tuple(seats))
            self._bots.set_level(seat, level)
        await self.tell_presence()

    async def written(self) -> None:
        """Wait until all that was answered is in the log. Raises StorageFull."""
        await self._live.written()

    async def end(self) -> None:
        """The table was deleted."""
        await self._live.end()

    # --- what a seat is sent ----------------------------------------------------------------------

    def _view(self, match: AnyMatch, seat: int) -> SeatView:
        return SeatView(match, seat, self._window.is_open(match), self._window.unshown(match))

    async def updates(self, seat: int, since: int | None) -> Snapshot | Update:
        """What happened since the client's version; everything, where that cannot be said."""
        async with self._hold() as match:
            return self._message(self._view(match, seat), since)

    async def news(self, seat: int, since: int | None, *, asked: bool) -> News | None:
        """The same as it is sent, made once for all clients that have it; None where nobody needs it."""
        async with self._hold() as match:
            view = self._view(match, seat)
            if since == view.version and not asked:
                return None
            at = (match.version, view.claims_open, view.unshown, self.presence)
            if at != self._news_at:
                self._news_at, self._news = at, {}
            if (seat, since) not in self._news:
                if len(self._news) >= MOST_NEWS:
                    self._news.clear()
                self._news[seat, since] = News(self._message(view, since))
            return self._news[seat, since]

    def _message(self, view: SeatView, since: int | None) -> Snapshot | Update:
        if since is not None and seat_updates.can_update(view, since):
            return seat_updates.update(view, since)
        return seat_updates.snapshot(view, self._info(view))

    async def info(self, seat: int) -> TableInfo:
        """The table as this seat is shown it."""
        async with self._hold() as match:
            return self._info(self._view(match, seat))

    def _info(self, view: SeatView) -> TableInfo:
        row = msgspec.structs.replace(self._row, standing=view.standing)
        return seat_updates.table_info(row, view.seat, self.connected, self._search)

    async def waits_for(self, seat: int) -> bool | None:
        """Whether the table waits for this seat, as it is shown it; None while no match is in memory."""
        if not self._live.is_loaded:
            return None
        async with self._hold() as match:
            return self._view(match, seat).is_waited_for

    async def choices(self, seat: int, version: int, chosen: Iterable[str]) -> Choices:
        """What the seat may do with the cards chosen at `version`. Raises Stale, Malformed."""
        async with self._hold_at(seat, version) as match:
            return seat_updates.choices(self._view(match, seat), chosen)

    async def hint(self, seat: int, version: int) -> Hint:
        """What the rule-based player would do at `version`. Raises Stale, NotYourTurn."""
        async with self._hold_at(seat, version) as match:
            return hints.by_rules(self._game, self._to_hint_at(match, seat), seat, version)

    async def searched_hint(self, seat: int, version: int) -> Hint | None:
        """What a search finds; None where the game cannot be searched. Raises Stale, NotYourTurn."""
        if self._search != "ready":
            return None
        async with self._hold_at(seat, version) as match:
            seen = self._to_hint_at(match, seat)
        return await hints.by_search(self._thinkers, self._game, seen, seat, version)

    def _to_hint_at(self, match: AnyMatch, seat: int) -> SeenState:
        if not self._view(match, seat).may_act:
            raise NotYourTurn
        return match.seen(seat)

    # --- coming and going -------------------------------------------------------------------------

    @property
    def connected(self) -> frozenset[int]:
        """The seats that are connected to this process."""
        return frozenset(self._connections)

    @property
    def presence(self) -> Presence:
        """What is shown of the table besides its match, as it is now."""
        bots = tuple(sitter.bot for sitter in self._row.seats)
        return Presence(self._row.pace, self.connected, bots, self._search)

    @property
    def _search(self) -> Search:
        return self._thinkers.search(self._game.meta.name)

    async def tell_presence(self) -> None:
        """Let everybody look at what is shown besides the match."""
        await self._bus.publish(self.id, NOTHING_LOGGED)

    @asynccontextmanager
    async def connection(self, seat: int, wake: Callable[[], None]) -> AsyncIterator[None]:
        """Be connected: `wake` is called whenever there is something new. Bots that are to act do so now.

        They wait for somebody to be connected, as nobody else would see them: a server that was started
        again need not look through all its tables. Raises RulesChanged.
        """
        with suppress(Stale):  # another worker has answered for the bots
            async with self._hold() as match:
                await self._append(match)

        def listener(version: int) -> None:
            self._live.hear(version)
            wake()

        unsubscribe = self._bus.subscribe(self.id, listener)
        self._connections[seat] += 1
        if self._connections[seat] == 1:  # else the others know
            await self.tell_presence()
        self._wake_bots()
        try:
            yield
        finally:
            unsubscribe()
            self._connections -= Counter([seat])
            if not self._connections[seat]:
                await self.tell_presence()

    # --- bots and claims --------------------------------------------------------------------------

    def _bot_to_act(self, match: AnyMatch) -> int | None:
        if self._window.is_open(match):
            return None
        return next((seat for seat in match.acting if seat in self._bots), None)

    def _wake_bots(self) -> None:
        self._jobs.start(self.id, self._play_bots)

    async def _play_bots(self) -> None:
        """Let the bots play, and claims be closed in time, until a person is to act or the round is over."""
        while (due := await self._due()) is not None:
            if due.thought and due.is_claim:
                await asyncio.wait([due.thought], timeout=due.pause)
            else:
                await asyncio.sleep(due.pause)
                if due.thought:
                    await asyncio.wait([due.thought])
            try:
                await self._go_on(due)
            except Stale:  # somebody else moved meanwhile: look again
                pass
            except StorageFull:
                await asyncio.sleep(WITHOUT_ROOM)

    async def _due(self) -> Due | None:
        """What happens by itself next; None if nothing does.

        Nothing is awaited between this answer and the end of the job, so no wake can be lost there.
        """
        async with self._hold() as match:
            if not self._window.is_open(match):
                return self._turn_due(match)
            if not match.clock:  # each step of a clock is the same window, until its end
                self._pass_unseen(match)
            due = self._window.due(match)
            if due is None:
                return None
            thought = self._claim_thought(match)
            return Due(match.version, max(0, due.at - _now()), thought, is_claim=True)

    def _turn_due(self, match: AnyMatch) -> Due | None:
        seat = self._bot_to_act(match)
        if seat is None:
            return None
        thinks = self._bots.searches(seat) and not match.claims_open
        return Due(match.version, self._pause(), self._bots.consider(match, seat) if thinks else None)

    def _claim_thought(self, match: AnyMatch) -> asyncio.Task[Move] | None:
        """What a bot that is asked thinks of until the window ends; None where it has its answer.

        It answers by rules where a person may be asked after it: else they could tell, by the time that it
        took, that it was asked.
        """
        if match.game.rules.default_move(match.state) is None:
            return None
        seat = match.acting[0]
        if seat not in self._bots or self._bots.is_ready(match, seat):
            return None
        if not match.clock and self._window.asks_person_after(match):
            return None
        return self._bots.consider(match, seat)

    def _pause(self) -> float:
        """How long a bot takes, in seconds."""
        pace = self._row.pace
        return random.uniform(min(SHORTEST_PAUSE, pace), pace) / 1000

    async def _go_on(self, due: Due) -> None:
        if due.is_claim:  # others' bots are not waited for
            async with self._hold(due.version) as match:
                await self._keep_time(match)
            return
        async with self._jobs.thinking(), self._hold(due.version) as match:
            await self._play_bot(match)

    async def _keep_time(self, match: AnyMatch) -> None:
        """Do what the window's clock says, where one is open."""
        if not self._window.is_open(match):
            return
        before = self._window.due(match)
        due = self._window.advance(match, _now())
        if before != due:  # it has ended, as all are shown
            await self._bus.publish(self.id, NOTHING_LOGGED)
            if not self._window.is_open(match):
                await self._live.keep_whose_turn(match)
        elif due is not None and due.what is What.ANSWERS and due.at <= _now():
            claimed = self._answer_claims(match)
            self._window.settle()
            if claimed:
                await self._append(match)
            else:
                self._append_unseen(match)

    async def _play_bot(self, match: AnyMatch) -> None:
        """A bot's move; without a pause those of all bots that follow, appended together."""
        while (seat := self._bot_to_act(match)) is not None:
            if not (match.claims_open or self._bots.is_ready(match, seat)):
                break
            self._make(match, seat, self._bots.choose(match, seat))
            if self._row.pace:
                break
        await self._append(match)

    def _pass_unseen(self, match: AnyMatch) -> None:
        """Bots that pass do so at once, as nobody sees it: who is asked after them has all the window."""
        while (passing := self._window.passing(match)) is not None and not self._window.asks_person(match):
            if self._claim_thought(match) or self._bots.choose(match, match.acting[0]) != passing:
                break
            self._make(match, match.acting[0], passing)
        self._append_unseen(match)

    def _answer_claims(self, match: AnyMatch) -> bool:
        """Bots answer now, and persons as they said before; who has not answered passes.

        Whether one of them claims.
        """
        claimed = False
        while (passing := self._window.passing(match)) is not None:
            if self._window.waits_for_person(match):
                break
            seat = match.acting[0]
            queued = self._window.take_queued(seat) or passing
            move = self._bots.choose(match, seat) if seat in self._bots else queued
            self._make(match, seat, move)
            claimed = claimed or move != passing
        return claimed


def check_pace(pace: int) -> None:
    """Raise OptionInvalid unless it is a pace for bots."""
    if not 0 <= pace <= LONGEST_PAUSE:
        raise OptionInvalid(name="pace", value=str(pace), range=f"0 to {LONGEST_PAUSE}")
