"""An evening of simulated people, of whom some misbehave, in one process and in a time that is made up.

All that waits for a time is the real thing: evenings are settled and tables finished by their own loops.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args

import msgspec

from sevenfold.server.duplicate.boards import Boards
from sevenfold.server.duplicate.event_errors import EventOver
from sevenfold.server.duplicate.events import Events
from sevenfold.server.errors import ApiError
from sevenfold.server.protocol.events import EventInfo, JoinEvent, NewEvent
from sevenfold.server.rounds.rounds import FinishedRounds
from sevenfold.server.storage.rows import now
from sevenfold.server.tables.finishing import Finishing
from sevenfold.server.timings import USUAL
from sevenfold.testing.running import any_move, to_act
from tests.server.in_process import Browser, ServerHere, Window, a_server

LOOK = 4.0
"""How often somebody's page looks at the event, in seconds."""

STILL = 15 + 60 + 8
"""How long a table stands still at most, in seconds: the clock of a move and of the deal, and some looks."""

IN_TIME = 15
"""How long after a round began somebody may see it and still come before a bot plays for them, in s."""

UNTIL_NEXT = 10
"""How long after its last table a round ends at most, in seconds."""

Loss = Literal["is_missing", "closes", "leaves", "another_session"]
"""What becomes of somebody who is lost at any moment: they never come back, or come back to their table, or
leave the evening, or have another session and are let back in by the host.
"""

LOSSES: tuple[Loss, ...] = get_args(Loss)

Habit = Literal[
    "fair", "stays_away", "comes_late", "closes", "comes_back", "stalls", "leaves_table", "leaves", "is_lost"
]
"""What somebody does in a round. Whoever is fair, comes late or comes back plays the deal to its end."""

BAD: tuple[Habit, ...] = (
    "stays_away",
    "comes_late",
    "closes",
    "comes_back",
    "stalls",
    "leaves_table",
    "leaves",
)

AT_FAULT: frozenset[Habit] = frozenset({"stays_away", "closes", "stalls", "leaves_table", "leaves"})
"""Who has given a deal up. Of who comes late the evening may have done without."""


@dataclass
class Somebody:
    """A simulated person. `habits` is what they have done in each round, by its number."""

    browser: Browser
    name: str
    """What they are called on the evening, by whichever session."""
    misbehaves: bool
    random: Random
    habits: dict[int, Habit] = field(default_factory=dict)
    living: asyncio.Task[None] | None = None

    def habit(self) -> Habit:
        """What they do in the next round."""
        return self.random.choice(BAD) if self.misbehaves and self.random.random() < 0.7 else "fair"


class EveningHere:
    """An evening, its people, and what goes on by itself."""

    def __init__(self, server: ServerHere, random: Random) -> None:
        self.server = server
        self.random = random
        rounds = FinishedRounds(server.store, server.thinkers.others)
        boards = Boards(server.store, server.tables, rounds, server.thinkers, server.jobs)
        self.events = Events(server.store, boards, server.tables, server.bus, USUAL)
        self.people: list[Somebody] = []
        self.longest_still = 0.0
        self.round_since = 0.0
        self.event = ""

    async def make(self, people: int, bad: int, **wanted: Any) -> None:
        """Make an evening, and have people join."""
        host = await self.server.browser("Host")
        asked = {"name": "Thursday", "game": "lockup", "kind": "evening", "deals": 3} | wanted
        self.host = host.person.id
        self.event = (await self.events.make(host.person, msgspec.convert(asked, NewEvent))).id
        for number in range(people):
            browser = await self.server.browser(f"Person {number}")
            self.people.append(Somebody(browser, browser.name, number < bad, Random(self.random.random())))
            await self.events.join(self.event, browser.person, JoinEvent())

    async def play(self) -> EventInfo:
        """Play the evening to its end, with everybody at once. Return it as its host sees it."""
        for each in self.people:
            each.living = asyncio.create_task(self._live(each))
        await self.events.begin_evening(self.event, self.host)
        self.round_since = asyncio.get_running_loop().time()
        watching = asyncio.create_task(self._watch())
        try:
            await watching
            await asyncio.sleep(LOOK)  # bots finish what is in play
        finally:
            living = [each.living for each in self.people if each.living is not None]
            for task in living:
                task.cancel()
            ended = await asyncio.gather(*living, return_exceptions=True)
        wrong = [each for each in ended if isinstance(each, Exception)]
        assert not wrong, wrong
        return await self.events.info(self.event, self.host)

    # --- somebody is lost ------------------------------------------------------------------------------

    def lose(self, who: Somebody, loss: Loss) -> None:
        """Somebody's page is gone at this moment, whatever it was doing."""
        assert who.living is not None
        was = who.living
        was.cancel()
        who.living = asyncio.create_task(self._is_lost(who, loss, was))

    async def _is_lost(self, who: Somebody, loss: Loss, was: asyncio.Task[None]) -> None:
        await asyncio.gather(was, return_exceptions=True)
        for window in list(who.browser.windows):
            await window.close()
        person = who.browser.person
        before = await self.events.info(self.event, person.id)
        who.habits[before.round] = "is_lost"
        if loss == "is_missing" or before.state == "over":
            return
        await asyncio.sleep(who.random.uniform(1, 60))
        if loss == "leaves":
            await self.events.leave(self.event, person.id)
        elif loss == "closes":
            await self._live(who)
        else:
            await self._come_back_anew(who)

    async def _come_back_anew(self, who: Somebody) -> None:
        """With another session they say who they are; the host believes them, unless the evening is over."""
        before = await self.events.info(self.event, who.browser.person.id)
        me = next(each.pseudonym for each in before.standings if each.you)
        who.browser = await self.server.browser(f"{who.browser.name} again")
        with suppress(EventOver):
            asked = await self.events.join(self.event, who.browser.person, JoinEvent(in_place_of=me))
            await asyncio.sleep(who.random.uniform(1, 60))
            after = await self.events.answer(self.event, self.host, asked.asking[0].pseudonym, agree=True)
            assert me not in {each.pseudonym for each in after.standings}
        await self._live(who)

    # --- somebody --------------------------------------------------------------------------------------

    async def _live(self, who: Somebody) -> None:
        """Look at the event's page now and then, and go where it leads."""
        person = who.browser.person
        while True:
            info = await self.events.info(self.event, person.id)
            if info.state == "over":
                return
            if not info.you_in:
                await self.events.join(self.event, person, JoinEvent())
            elif not info.you_here:
                await self.events.be_here(self.event, person.id)
            if info.table is not None and who.habits.get(info.round) == "is_lost" and not _is_done(info):
                with suppress(ApiError):
                    await self._sit(who, info.table, "fair")
            elif info.table is not None and info.round not in who.habits:
                is_late = asyncio.get_running_loop().time() - self.round_since > IN_TIME
                who.habits[info.round] = "comes_late" if is_late else who.habit()
                with suppress(ApiError):  # the table is over, or gone
                    await self._sit(who, info.table, who.habits[info.round])
            await asyncio.sleep(LOOK * who.random.uniform(0.5, 1.5))

    async def _sit(self, who: Somebody, table: str, habit: Habit) -> None:
        if habit == "stays_away":
            await asyncio.sleep(who.random.uniform(60, 400))
            return
        await asyncio.sleep(who.random.uniform(1, 4) if habit != "comes_late" else who.random.uniform(21, 90))
        moves = 100 if habit in ("fair", "comes_late") else who.random.randrange(4)
        window = await who.browser.open(table)
        try:
            is_done = await self._play(who, window, moves)
            if is_done and habit in AT_FAULT:
                who.habits[max(who.habits)] = "fair"  # there was no time for anything else
            elif habit == "stalls":
                await self._play(who, window, moves=0, stays=True)
            elif habit == "leaves_table":
                await who.browser.leave(table)
            elif habit == "leaves":
                await self.events.leave(self.event, who.browser.person.id)
        finally:
            await window.close()
        if not is_done and habit == "comes_back":
            await asyncio.sleep(who.random.uniform(1, 60))
            await self._sit(who, table, "fair")
        elif not is_done:
            await asyncio.sleep(who.random.uniform(30, 200))

    async def _play(self, who: Somebody, window: Window, moves: int, *, stays: bool = False) -> bool:
        """Play so many moves, and stay to the end or not. Return whether the deal is over then."""
        while not _over(window):
            game = window.game
            if window.closed is not None:
                return False
            if game is not None and to_act(game) and not (stays and not moves):
                if not moves:
                    return False
                moves -= 1
                await asyncio.sleep(who.random.uniform(0.5, 5))
                window.send("play", version=game["version"], move=any_move(game))
                await self.server.quiet()
            await asyncio.sleep(0.5)
        return True

    # --- whoever looks at the clock ---------------------------------------------------------------------

    async def _watch(self) -> None:
        """Look each second whether something waits for longer than its clock."""
        store, loop = self.server.store, asyncio.get_running_loop()
        moved: dict[str, tuple[int, float]] = {}
        done: float | None = None
        round_ = 1
        while True:
            found = await store.events.find(self.event, 0)
            assert found is not None
            if found.event.closes is not None and found.event.closes <= now():
                return
            if found.event.round != round_:
                round_, done, moved = found.event.round, None, {}
                self.round_since = loop.time()
            waited = {each.table for each in await store.evenings.waited_for()}
            for table in waited:
                length = await store.logs.length(table)
                if table not in moved or moved[table][0] != length:
                    moved[table] = length, loop.time()
                self.longest_still = max(self.longest_still, loop.time() - moved[table][1])
                assert loop.time() - moved[table][1] <= STILL, f"{table} stands still"
            done = None if waited else done or loop.time()
            people = await store.events.people(self.event)
            if done is not None and any(each.is_in and each.here for each in people):
                assert loop.time() - done <= UNTIL_NEXT + USUAL.missed_after / 1000, "no round begins"
            await asyncio.sleep(1)


def _is_done(info: EventInfo) -> bool:
    """Whether the asker's table has no more to play."""
    return info.boards[info.round - 1].state == "finished"


def _over(window: Window) -> bool:
    return window.game is not None and bool(window.game["standing"]["over"])


@asynccontextmanager
async def an_evening(folder: Path, random: Random) -> AsyncIterator[EveningHere]:
    """A server with nothing but an evening."""
    async with a_server(folder) as server:
        evening = EveningHere(server, random)
        finishing = Finishing(server.store, server.tables)
        going_on = [
            asyncio.create_task(evening.events.evenings.go_on_settling()),
            asyncio.create_task(finishing.go_on()),
        ]
        try:
            yield evening
        finally:
            for task in going_on:
                task.cancel()
            for each in await asyncio.gather(*going_on, return_exceptions=True):
                assert isinstance(each, asyncio.CancelledError), each


# --- by docs/playing.md alone ---------------------------------------------------------------------------


def standings_by_hand(info: EventInfo) -> dict[str, tuple[float | None, int | None]]:
    """By how much everybody is ahead, and their place, from the results of all tables side by side."""
    ahead: defaultdict[str, list[float]] = defaultdict(list)
    shown: Counter[str] = Counter()
    for deal in info.boards:
        for row in deal.rows:
            if row.bot is not None:
                continue
            at_seat = [each for each in deal.rows if each.seat == row.seat]
            others = [each.result for each in at_seat if each is not row]
            finished = [each.result for each in at_seat if not each.given_up]
            own = min([row.result, *finished]) if row.given_up else row.result
            shown[row.pseudonym] += 1
            if others:
                ahead[row.pseudonym].append(own - sum(others) / len(others))
    means = {each: sum(by) / len(by) for each, by in ahead.items()}
    taking_part = {each.pseudonym for each in info.standings}
    placed = [mean for each, mean in means.items() if each in taking_part and 2 * shown[each] >= info.known]
    return {
        each.pseudonym: (
            means.get(each.pseudonym),
            1 + sum(mean > means[each.pseudonym] + 1e-6 for mean in placed)
            if each.pseudonym in means and 2 * shown[each.pseudonym] >= info.known
            else None,
        )
        for each in info.standings
    }


def check_standings(info: EventInfo) -> None:
    """What the server says is what the rules say."""
    by_hand = standings_by_hand(info)
    for each in info.standings:
        mean, place = by_hand[each.pseudonym]
        assert (each.ahead is None) == (mean is None), each
        assert mean is None or (each.ahead is not None and abs(each.ahead - mean) < 1e-6), each
        assert each.place == place, each


def check_evening(info: EventInfo, people: Sequence[Somebody]) -> None:
    """All rounds were played, the standings are right, and nobody who plays fair has given a deal up."""
    assert info.known == len(info.boards)
    check_standings(info)
    habits = {each.name: each.habits for each in people}
    for deal in info.boards:
        for row in deal.rows:
            habit = habits[row.name or ""].get(deal.number) if row.bot is None else None
            if (
                habit == "fair" and info.minutes is None
            ):  # else their table may have waited for them at the end
                assert not row.given_up, (deal.number, row)
            elif habit in AT_FAULT:
                assert row.given_up, (deal.number, row, habit)
