"""A table at which somebody sits just now: its match in memory, a cache of its log.

Whoever holds the lock sees a match that is in the log to its last entry. A move is checked and made in
memory, appended to the log, and only then told. If the log turns out to have gone on elsewhere, what is
in memory is thrown away and replayed.
"""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager, suppress

import msgspec

from sevenfold.bots.players import PLAYERS
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.log import Log, LogError
from sevenfold.core.match import AnyMatch, replay
from sevenfold.core.moves import Move
from sevenfold.core.violations import COMMON, NOT_YOUR_TURN, IllegalMove
from sevenfold.games import load_game
from sevenfold.server import telling
from sevenfold.server.bus import Bus
from sevenfold.server.jobs import Jobs
from sevenfold.server.problems import (
    MatchOver,
    NotYourTurn,
    OptionInvalid,
    RoundNotOver,
    RulesChanged,
    Stale,
)
from sevenfold.server.protocol import Choices, Hint, Snapshot, TableInfo, Update
from sevenfold.server.store import Store, TableRow
from sevenfold.server.telling import Told
from sevenfold.server.windows import Windows
from sevenfold.server.writer import LogConflict

SHORTEST_PAUSE = 400
"""The least time that a bot takes for a move, in ms, unless the pace is shorter still."""

LONGEST_PAUSE = 10_000

NOTHING_LOGGED = 0
"""Told when something else has changed than the log."""


class Table:
    """A table for those who are connected to it."""

    def __init__(self, row: TableRow, store: Store, bus: Bus, jobs: Jobs) -> None:
        self.id = row.id
        self._row = row
        self._store = store
        self._bus = bus
        self._jobs = jobs
        self._game = load_game(row.game)
        self._dealer = Dealer(row.seed)
        self._bots = {
            seat: PLAYERS[sitter.bot](self._game, random.Random())
            for seat, sitter in enumerate(row.seats)
            if sitter.bot is not None
        }
        self._lock = asyncio.Lock()
        self._match: AnyMatch | None = None
        self._logged = 0
        self._heard = 0
        self._connections: Counter[int] = Counter()
        self._windows = Windows()

    # --- the match and its log --------------------------------------------------------------------

    @asynccontextmanager
    async def _at(self, version: int | None = None) -> AsyncIterator[AnyMatch]:
        """Hold the table, caught up with its log. Raises Stale where it is not at `version`."""
        async with self._lock:
            try:
                match = await self._caught_up()
                if version not in (None, match.version):
                    raise Stale
                yield match
            except LogConflict:
                raise Stale from None
            finally:
                if self._match is not None and self._match.version != self._logged:
                    self._match = None  # it says what the log does not

    async def _caught_up(self) -> AnyMatch:
        if self._match is None:
            self._match = await self._load()
        elif self._heard > self._logged:
            for entry in await self._store.entries(self.id, self._logged):
                self._match.follow(entry)
        self._logged = self._match.version
        return self._match

    async def _load(self) -> AnyMatch:
        row = self._row
        entries = await self._store.entries(self.id)
        log = Log(row.game, row.rules, row.options, row.players, entries)
        try:
            return await asyncio.to_thread(replay, self._game, log)  # a long match takes a while
        except LogError:
            raise RulesChanged(table=self.id) from None

    async def _append(self, match: AnyMatch) -> None:
        """Log what the match has more than the log, then tell. Raises LogConflict.

        Where a clock is shown at once, bots answer first: where it stopped would tell that one was asked.
        """
        if self._claims_open(match) and self._windows.at_once:
            self._answer_claims(match)
        if match.version == self._logged:
            return
        new_round = self._logged < match.round_version
        changed = new_round or (match.round_over and not match.thrown_in)
        standing = match.standing if changed else None
        await self._store.append(self.id, self._logged, match.entries[self._logged :], standing)
        self._logged = match.version
        await self._bus.publish(self.id, match.version)
        if self._claims_open(match) or self._bot_to_act(match) is not None:
            self._wake_bots()

    # --- claims -----------------------------------------------------------------------------------

    def _claims_open(self, match: AnyMatch) -> bool:
        """Whether all wait for claims, though nobody may be asked."""
        self._windows.look(match, self._row)
        return self._windows.is_open(match)

    def _passing(self, match: AnyMatch) -> Move | None:
        """The pass of the seat that is asked whether it claims; None when none is, as far as is shown."""
        self._windows.look(match, self._row)
        return None if self._windows.behind(match) else self._game.rules.default_move(match.state)

    def _person_asked(self, match: AnyMatch) -> bool:
        return self._passing(match) is not None and match.acting[0] not in self._bots

    def _waits_for_person(self, match: AnyMatch) -> bool:
        asked = self._person_asked(match) and match.acting[0] not in self._windows.kept
        return asked and self._windows.patient

    async def _answer_unseen(self, match: AnyMatch) -> None:
        """Bots that pass do so at once, as nobody sees it: who is asked after them has all the window."""
        while (passing := self._passing(match)) is not None and not self._person_asked(match):
            if self._choice(match, match.acting[0]) != passing:
                break
            match.play(match.acting[0], passing)
        await self._append(match)

    def _answer_claims(self, match: AnyMatch) -> None:
        """Bots answer now, and persons as they said before; who has not answered passes."""
        while (passing := self._passing(match)) is not None and not self._waits_for_person(match):
            seat = match.acting[0]
            said = self._windows.kept.pop(seat, passing)
            match.play(seat, self._choice(match, seat) if seat in self._bots else said)

    async def _settle_claims(self, match: AnyMatch) -> None:
        self._answer_claims(match)
        await self._append(match)
        self._windows.settled = True

    async def _end_window(self, match: AnyMatch) -> None:
        self._windows.end(match)
        await self._bus.publish(self.id, NOTHING_LOGGED)

    # --- what a seat does -------------------------------------------------------------------------

    async def play(self, seat: int, version: int, text: str) -> None:
        """Make a move decided at `version`, or keep it until the seat is asked. Raises Stale, IllegalMove."""
        async with self._at() as match:
            told = self._told(match, seat)
            move = self._game.notation.parse(text)
            if telling.comes_ahead(told, version, move):
                self._keep(match, seat, move)
                return
            if not told.holds(version, move):
                raise Stale
            if told.claims_open and not told.may_act:
                raise IllegalMove(COMMON[NOT_YOUR_TURN])
            match.play(seat, move)
            self._windows.kept.pop(seat, None)
            dealing.draw(self._dealer, match)
            await self._append(match)

    def _keep(self, match: AnyMatch, seat: int, move: Move) -> None:
        """Keep a claim until the seat is asked next; a pass takes it back."""
        self._windows.kept.pop(seat, None)
        if move != self._game.rules.default_move(match.state):
            self._windows.kept[seat] = move

    async def next_round(self, seat: int, version: int) -> None:
        """Deal the next round. Raises Stale, RoundNotOver, MatchOver."""
        async with self._seen_at(seat, version) as match:
            if match.over:
                raise MatchOver
            if not match.round_over or self._claims_open(match):
                raise RoundNotOver
            dealing.next_round(self._dealer, match)
            await self._append(match)

    async def set_pace(self, pace: int) -> None:
        """Set the pace of the bots, in ms. Raises OptionInvalid."""
        check_pace(pace)
        await self._store.set_pace(self.id, pace)
        async with self._at() as match:
            self._row = msgspec.structs.replace(self._row, pace=pace)
            await self._append(match)
        await self._bus.publish(self.id, NOTHING_LOGGED)

    # --- what a seat is told ----------------------------------------------------------------------

    def _told(self, match: AnyMatch, seat: int) -> Told:
        return Told(match, seat, self._claims_open(match), self._windows.behind(match))

    @asynccontextmanager
    async def _seen_at(self, seat: int, version: int) -> AsyncIterator[AnyMatch]:
        """Hold the table at the version that the seat was told. Raises Stale where that is past."""
        async with self._at() as match:
            if version != self._told(match, seat).version:
                raise Stale
            yield match

    async def news(self, seat: int, since: int | None) -> Snapshot | Update:
        """What happened since the client's version; everything, where that cannot be said."""
        async with self._at() as match:
            told = self._told(match, seat)
            if since is not None and telling.can_update(told, since):
                return telling.update(told, since)
            return telling.snapshot(told, self._info(told))

    async def info(self, seat: int) -> TableInfo:
        """The table as this seat is told of it."""
        async with self._at() as match:
            return self._info(self._told(match, seat))

    def _info(self, told: Told) -> TableInfo:
        row = msgspec.structs.replace(self._row, standing=told.standing)
        return telling.table_info(row, told.seat, self.connected)

    async def choices(self, seat: int, version: int, chosen: Iterable[str]) -> Choices:
        """What the seat may do with the cards chosen at `version`. Raises Stale, Malformed."""
        async with self._seen_at(seat, version) as match:
            return telling.choices(self._told(match, seat), chosen)

    async def hint(self, seat: int, version: int) -> Hint:
        """What the rule-based player would do at `version`. Raises Stale, NotYourTurn."""
        async with self._seen_at(seat, version) as match:
            if not self._told(match, seat).may_act:
                raise NotYourTurn
            move = self._game.choose(match.seen(seat), seat)
            return Hint(version, self._game.notation.write(move))

    # --- coming and going -------------------------------------------------------------------------

    @property
    def connected(self) -> frozenset[int]:
        """The seats that are connected to this process."""
        return frozenset(self._connections)

    @property
    def front(self) -> tuple[int, frozenset[int]]:
        """What is told of a table besides its match: the pace, and who is connected."""
        return self._row.pace, self.connected

    @asynccontextmanager
    async def connection(self, seat: int, wake: Callable[[], None]) -> AsyncIterator[None]:
        """Be connected: `wake` is called whenever there is news. Bots that are to act do so now.

        They wait for somebody to be connected, as nobody else would see them: a server that was started
        again need not look through all its tables. Raises RulesChanged.
        """
        with suppress(Stale):  # another worker has answered for the bots
            async with self._at() as match:
                await self._append(match)

        def listener(seq: int) -> None:
            self._heard = max(self._heard, seq)
            wake()

        unsubscribe = self._bus.subscribe(self.id, listener)
        self._connections[seat] += 1
        await self._bus.publish(self.id, NOTHING_LOGGED)
        self._wake_bots()
        try:
            yield
        finally:
            unsubscribe()
            self._connections -= Counter([seat])
            await self._bus.publish(self.id, NOTHING_LOGGED)

    # --- bots -------------------------------------------------------------------------------------

    def _bot_to_act(self, match: AnyMatch) -> int | None:
        if self._claims_open(match):
            return None
        return next((seat for seat in match.acting if seat in self._bots), None)

    def _choice(self, match: AnyMatch, seat: int) -> Move:
        return self._bots[seat](match.seen(seat), seat)

    def _wake_bots(self) -> None:
        self._jobs.start(self.id, self._play_bots)

    async def _play_bots(self) -> None:
        """Let the bots play, and claims be closed in time, until a person is to act or the round is over."""
        while (due := await self._due()) is not None:
            version, pause = due
            await asyncio.sleep(pause)
            with suppress(Stale):  # somebody else moved meanwhile: look again
                await self._go_on(version)

    async def _due(self) -> tuple[int, float] | None:
        """The version at which something happens by itself, and in how many seconds; None if nothing does.

        Nothing is awaited between this answer and the end of the job, so no wake can be lost there.
        """
        async with self._at() as match:
            if self._claims_open(match):
                if not match.clock:  # each step of a clock is the same window, until its end
                    await self._answer_unseen(match)
                return None if self._waits_for_person(match) else (match.version, self._windows.left)
            return None if self._bot_to_act(match) is None else (match.version, self._pause())

    def _pause(self) -> float:
        """How long a bot takes, in seconds."""
        pace = self._row.pace
        return random.uniform(min(SHORTEST_PAUSE, pace), pace) / 1000

    async def _go_on(self, version: int) -> None:
        async with self._jobs.thinking(), self._at(version) as match:
            if not self._claims_open(match):
                await self._play_bot(match)
            elif not self._windows.settled:
                await self._settle_claims(match)
            else:
                await self._end_window(match)

    async def _play_bot(self, match: AnyMatch) -> None:
        """A bot's move; without a pause those of all bots that follow, appended together."""
        while (seat := self._bot_to_act(match)) is not None:
            match.play(seat, self._choice(match, seat))
            dealing.draw(self._dealer, match)
            if self._row.pace:
                break
        await self._append(match)


def check_pace(pace: int) -> None:
    """Raise OptionInvalid unless it is a pace for bots."""
    if not 0 <= pace <= LONGEST_PAUSE:
        raise OptionInvalid(name="pace", value=str(pace), range=f"0 to {LONGEST_PAUSE}")
