"""Time used stays used, whatever stops a clock; and pauses are counted and end."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random

import pytest

from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.errors import ApiError, PauseRefused, Stale
from sevenfold.server.protocol.from_client import SetPause
from sevenfold.server.protocol.http import NewTable
from sevenfold.server.protocol.settings import TableSettings
from sevenfold.server.protocol.table import Pause
from sevenfold.server.settings import Settings
from sevenfold.server.storage.rows import TableRow, now
from sevenfold.server.storage.upgrade import migrate
from sevenfold.server.tables import table
from sevenfold.server.tables.across.bus import MemoryBus
from sevenfold.server.tables.play import take_back, waits
from sevenfold.server.tables.play.clocks import LIMITS, Limit
from sevenfold.server.tables.seating import absence, plan
from sevenfold.server.times import milliseconds
from tests.server.test_workers import Worker

FAST = LIMITS["fast"] or Limit(0, 0)
PERSONS = (1, 2)
"""The persons at seats 0 and 1."""


class Evening:
    """Two persons and two bots at a table with a clock, and a time that goes on only when it is told to.

    `floor` has the most time that each seat may have left for its move, `bank` the most of its bank.
    """

    def __init__(self, url: DatabaseUrl, patch: pytest.MonkeyPatch) -> None:
        self._url = url
        self.time = now()
        for module in (plan, table, take_back, waits):
            patch.setattr(module, "now", lambda: self.time)
        self.here: dict[int, AsyncExitStack] = {}
        self.floor, self.bank = Counter[int](), {0: FAST.bank, 1: FAST.bank}
        self.newest: dict[int, tuple[int, int]] = {}
        self.running: frozenset[int] = frozenset()
        self.done: Counter[str] = Counter()
        """How often each act could be done, and how often a clock that had stopped went on."""

    async def begin(self, settings: TableSettings) -> None:
        await migrate(self._url)
        self.worker = Worker(self._url, MemoryBus())
        for person in PERSONS:
            assert await self.worker.store.persons.add(bytes([person]), self.time + 10**9) == person
        wanted = NewTable(game="lockup", pace=0, friends=True, settings=settings)
        self.id = (await self.worker.tables.create(1, wanted)).id
        self.table = await self.worker.tables.open(self.id, 1)
        await self.table.sit_down(2, 1, "Friend", self.table.row.link or "")
        for person in PERSONS:
            await self.come(person)
        await self.table.start(1, "medium")

    async def restart(self) -> None:
        for person in list(self.here):
            await self.go(person)
        await self.worker.close()
        self.worker = Worker(self._url, MemoryBus())
        self.table = await self.worker.tables.open(self.id, 1)

    async def come(self, person: int) -> None:
        if person not in self.here and self.table.row.seat_of(person) is not None:
            stack = AsyncExitStack()
            await stack.enter_async_context(self.table.connection(person, lambda: None))
            self.here[person] = stack

    async def go(self, person: int) -> None:
        if person in self.here:
            await self.here.pop(person).aclose()

    async def leave_and_return(self, person: int) -> None:
        """Leave seat 1 for good, and take it again after a while."""
        seat = self.table.row.seat_of(person)
        if seat != 1:
            return
        await self.go(person)
        await self.table.change(lambda row, _: plan.gone(row, seat))
        await self.look()
        await self.pass_time(self.rng.randrange(20_000))
        await self.table.sit_down(person, seat, "Friend", self.table.row.link or "")
        await self.come(person)

    async def play(self) -> None:
        """A person who is to act moves; after a round the next is dealt."""
        async with self.table._turns.hold() as match:
            seats = [seat for seat in match.acting if seat in self.table.row.person_seats]
            over = match.round_over
            moves = {seat: match.game.choose(match.seen(seat), seat) for seat in seats}
        seat = seats[0] if seats else 0
        message = await self.table.views.updates(seat, None)
        if over:
            await self.table.next_round(seat, message.version)
        elif seats:
            text = self.table._turns.game.notation.write(moves[seat])
            assert await self.table.play(seat, message.version, text) is None

    async def take_back(self) -> None:
        seat = self.rng.randrange(2)
        await self.table.ask_take_back(seat, (await self.table.views.updates(seat, None)).version)
        if self.table.row.request is not None:
            await self.table.answer_take_back(1 - seat, agree=True)

    async def pause(self, person: int) -> None:
        await self.table.order(person, SetPause(paused=self.rng.random() < 0.5))

    async def pass_time(self, milliseconds: int) -> None:
        self.time += milliseconds
        for seat in self.running:
            self.floor[seat] -= milliseconds
        if self.here:
            await self.table._turns._wait_no_longer()
        await self.look()

    async def look(self) -> None:
        """Assert that nobody has more time than they had, but for a move that they were never asked for."""
        if self.table.row.pause is not None:
            assert not any(clock.deadline for clock in self.table.views.presence.clocks)
        async with self.table._turns.hold() as match:
            made = {seat: (match.deals, match.round.moves_of(seat)) for seat in (0, 1)}
        running = set()
        for clock in self.table.views.presence.clocks:
            seat = clock.seat
            assert clock.bank <= self.bank[seat], "a bank never grows"
            if clock.deadline is not None:
                running.add(seat)
                left = milliseconds(clock.deadline) - self.time
                if seat not in self.newest or made[seat] > self.newest[seat]:
                    self.newest[seat], self.floor[seat] = made[seat], FAST.move + clock.bank
                elif seat not in self.running:
                    self.done["went on"] += 1
                assert left <= self.floor[seat], "time used stays used"
                self.floor[seat] = left
            self.bank[seat] = clock.bank
        self.running = frozenset(running)

    async def act(self, rng: Random) -> None:
        """Do anything, if it can be done, then let time pass."""
        self.rng = rng
        person = rng.choice(PERSONS)
        acts: dict[str, Callable[[], Awaitable[None]]] = {
            "come": lambda: self.come(person),
            "go": lambda: self.go(person),
            "play": self.play,
            "take back": self.take_back,
            "pause": lambda: self.pause(person),
            "leave": lambda: self.leave_and_return(person),
            "restart": self.restart,
        }
        name = rng.choices(list(acts), weights=(6, 3, 8, 4, 4, 1, 1))[0]
        with suppress(ApiError):
            await acts[name]()
            self.done[name] += 1
        with suppress(Stale):
            await self.look()
        await self.pass_time(rng.choice((50, 900, 4_000, 16_000)))


@pytest.mark.parametrize("absence", ["wait", "bot", "pause"])
def test_time_used_stays_used_in_any_order_of_acts(
    absence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = TableSettings(
        clock="fast",
        take_back="agreed",
        joining="at_once",
        absence=absence,  # type: ignore[arg-type]
        grace=1,
    )

    async def run() -> Counter[str]:
        evening = Evening(Settings(data=tmp_path).database, monkeypatch)
        await evening.begin(settings)
        rng = Random(2)
        for _ in range(90):
            await evening.act(rng)
        for person in list(evening.here):
            await evening.go(person)
        await evening.worker.close()
        return evening.done

    done = asyncio.run(run())
    assert min(done[name] for name in ("play", "pause", "leave", "restart", "take back", "went on")) > 1, done


def row_with_clock(clock: str) -> TableRow:
    """A table of two at which nothing has happened."""
    from tests.server.test_what_may_be_taken_back import begin

    match, _ = begin("trump7", 1)
    return TableRow(
        id="t",
        game="trump7",
        rules=1,
        options={},
        players=3,
        seed=bytes(32),
        pseudonym_key="",
        pace=0,
        created=0,
        standing=match.standing,
        waits_for=0,
        settings=TableSettings(clock=clock, absence="pause"),  # type: ignore[arg-type]
        seats=(),
    )


def test_with_a_clock_each_seat_pauses_three_times_and_each_pause_ends() -> None:
    row = row_with_clock("fast")
    for number in range(1, absence.PAUSES + 1):
        row = absence.paused(row, 1, "asked")
        assert absence.paused(row, 0, "asked") == row, "it is paused already"
        assert row.pauses == (0, number, 0)
        ends = absence.pause_ends(row) or 0
        assert abs(ends - now() - absence.PAUSE_LASTS) < 5_000
        assert absence.paused_no_longer(row, ends - 1) == row
        row = absence.paused_no_longer(row, ends)
        assert row.pause is None
    with pytest.raises(PauseRefused):
        absence.paused(row, 1, "asked")
    assert absence.paused(row, 2, "asked").pause is not None


def test_without_a_clock_a_pause_lasts_until_somebody_ends_it() -> None:
    row = row_with_clock("none")
    for _ in range(absence.PAUSES + 1):
        row = absence.paused(row, 1, "asked")
        assert row.pause == Pause(1, "asked")
        assert absence.paused_no_longer(row, now() + 10**9) == row
        row = plan.replace(row, pause=None)
