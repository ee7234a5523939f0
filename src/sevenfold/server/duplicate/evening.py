"""Evenings: all tables play the same board at one time, round by round, and who sits where changes.

A round ends when nobody plays at any of its tables any more, by its clock, or by the host. The next begins
by itself, with whoever is here: whichever process notices first begins it, in one transaction that only the
first can make. All of it is in the database, so nothing is lost by a restart.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from sevenfold.core.movements import Round, next_round, teams_round
from sevenfold.server.duplicate.event_errors import TooFewInEvent
from sevenfold.server.duplicate.event_shown import is_here
from sevenfold.server.duplicate.hosting import Hosting, require_host
from sevenfold.server.duplicate.patience import Patience
from sevenfold.server.endless import for_each
from sevenfold.server.errors import RulesChanged, Vanished
from sevenfold.server.storage.backend import KeyTaken
from sevenfold.server.storage.boards import BoardRow
from sevenfold.server.storage.evenings import EveningTable, RoundBegun
from sevenfold.server.storage.events import EventPerson, EventRow
from sevenfold.server.storage.results import beginning
from sevenfold.server.storage.rows import SeatHolder, now
from sevenfold.server.storage.statements import WriteStep
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.across.bus import CHANGED, Bus
from sevenfold.server.tables.making import PACE, together_at_board
from sevenfold.server.tables.registry import Tables, dealt_at
from sevenfold.server.tables.sent.presence import has_other_rules
from sevenfold.server.timings import Timings

FEWEST = 2
"""How many people begin an evening."""

LONGEST_EVENING = 24 * 3600 * 1000
"""An evening ends by itself so long after it has begun, in ms."""

NOBODY_FOR = 10 * 60 * 1000
"""An evening ends by itself when nobody has been here for so long after a round, in ms."""

MOST_LOOKS = 3
"""How often it is looked who is there, to begin a round: somebody may come or go meanwhile."""

EVERY = 2.0
"""Seconds from one look at what is due to the next."""


class Evenings:
    """The evenings of the server: begun, taken from round to round, and ended."""

    def __init__(self, store: Store, tables: Tables, bus: Bus, timings: Timings) -> None:
        self._store = store
        self._bus = bus
        self._timings = timings
        self.patience = Patience(store, tables, timings)
        self.hosting = Hosting(store, timings)

    # --- what the host does -----------------------------------------------------------------------

    async def begin(self, event: EventRow, person: int) -> None:
        """Begin the first round, for the host; nothing if the evening has begun.

        Raises NotEventHost, EventNotEvening, EventOver, TooFewInEvent, RulesChanged, Closing.
        """
        require_host(event, person)
        self._store.care.announced.require_open()
        if event.round == 0:
            await self._go_on(event, FEWEST)

    async def next(self, event: EventRow, person: int, ended: int | None) -> None:
        """End a round and begin the next, for the host; nothing unless round `ended` is the one in play.

        Raises NotEventHost, EventNotEvening, EventOver, RulesChanged, Closing.
        """
        require_host(event, person)
        if self._store.care.announced.is_closed:
            self._store.care.announced.require_open()
        if event.round and ended in (None, event.round):
            await self._go_on(event)

    async def end(self, event: EventRow, person: int) -> None:
        """End the evening, for the host. Raises NotEventHost, EventNotEvening, EventOver."""
        require_host(event, person)
        while not await self._store.evenings.end(event.id, event.round, now()):
            found = await self._store.events.find(event.id, person)
            if found is None or found.event.closes is not None:
                return
            event = found.event  # a round has begun at this moment

    # --- what happens by itself -------------------------------------------------------------------

    async def settle(self, event: EventRow) -> bool:
        """Begin the next round, or end the evening, if that is due. Return whether anything was."""
        if event.kind != "evening" or event.closes is not None:
            return False
        found = await self.hosting.settle(event)
        return await self._settle_round(event) or found

    async def _settle_round(self, event: EventRow) -> bool:
        if event.begun is None:
            return False
        too_long = now() >= event.begun + LONGEST_EVENING
        if too_long or has_other_rules(event):
            await self._store.evenings.end(event.id, event.round, now())
            return True
        ends = round_ends(event)
        if ends is None or now() < ends:
            tables = await self._store.evenings.tables(event.id, event.players)
            if any(each.is_in_play for each in tables if each.round == event.round):
                return False
        if self._store.care.announced.is_closed:
            return False
        await self._go_on(event)
        return True

    async def settle_all(self) -> None:
        """Do whatever is due at any evening. Raises what `for_each` does."""
        await self.patience.look()
        await for_each(await self._store.evenings.running(), self._settle)

    async def _settle(self, event_id: str) -> None:
        listed = await self._store.events.find(event_id, 0)
        if listed is not None:
            with suppress(RulesChanged):  # as whoever opens it is told
                if await self.settle(listed.event):
                    await self._bus.publish(event_id, CHANGED)

    async def go_on_settling(self) -> None:
        """Do what is due, for as long as the server runs."""
        while True:
            await self.settle_all()
            await asyncio.sleep(EVERY)

    async def _go_on(self, event: EventRow, fewest: int = 0) -> None:
        """Begin the next round, or end the evening after the last one or where nobody is left.

        Nothing, if somebody was faster. People who come or go meanwhile are looked at again. Raises
        TooFewInEvent, RulesChanged.
        """
        boards = {each.number: each.board for each in await self._store.events.boards(event.id)}
        for _ in range(MOST_LOOKS):
            past = await self._store.evenings.tables(event.id, event.players)
            missing = frozenset[int]().union(*(each.missing for each in past if each.round == event.round))
            taking_part = [each for each in await self._store.events.people(event.id) if each.is_in]
            people = [each for each in taking_part if _is_here(event, each, missing)]
            if len(people) < fewest:
                raise TooFewInEvent(event=event.id, fewest=str(fewest))
            following = boards.get(event.round + 1)
            if not taking_part or following is None:
                await self._store.evenings.end(event.id, event.round, now())
                return
            if not self._is_enough(event, people):
                await self._wait_for_people(event, boards[event.round], missing)
                return
            board = await self._store.boards.find(following)
            assert board is not None  # an event keeps its boards
            with suppress(Vanished, KeyTaken):  # somebody has just deleted their data
                if await self._begin_round(event, board, people, past, missing, len(boards)):
                    return
            found = await self._store.events.find(event.id, 0)
            if found is None or found.event.round != event.round or found.event.closes is not None:
                return

    def _is_enough(self, event: EventRow, people: Sequence[EventPerson]) -> bool:
        """Whether a round begins with these: whoever is the first to come back does not play it alone."""
        longest = min((each.here or 0 for each in people), default=now())
        has_played = longest < (event.round_since or 0)
        return has_played or len(people) >= FEWEST or now() - longest >= self._timings.missed_after

    async def _wait_for_people(self, event: EventRow, board_id: str, missing: frozenset[int]) -> None:
        """End a round after which nobody is here, and the evening when nobody has come for long."""
        board = await self._store.boards.find(board_id)
        if board is not None and board.closes is not None and now() >= board.closes + NOBODY_FOR:
            await self._store.evenings.end(event.id, event.round, now())
        else:
            missed = self._store.evenings.missed(event, missing)
            await self._store.evenings.close_round(event, now(), missed)

    async def _begin_round(
        self,
        event: EventRow,
        board: BoardRow,
        people: Sequence[EventPerson],
        past: Sequence[EveningTable],
        missing: frozenset[int],
        rounds: int,
    ) -> bool:
        """Begin the next round with these people. Return whether all of them were still there, and the round
        was the next. Raises Vanished, KeyTaken, RulesChanged.
        """
        # a search takes a while for many people
        seated = await asyncio.to_thread(who_sits_where, event, people, past, rounds)
        names = {each.person: each.name for each in people}
        tables: list[str] = []
        keeping: list[WriteStep] = []
        for persons in seated:
            holders = [_seat_holder(person, names, board.bots) for person in persons]
            made = together_at_board(board, holders, PACE, event, self._timings.missed_after)
            row, entries = dealt_at(made, board)
            tables.append(row.id)
            keeping += self._store.tables.adding(row, entries)
            keeping.append(beginning(row, bots=True))
        keeping.append(self._store.events.still_in(event.id, names))
        keeping.append(self._store.evenings.missed(event, missing))
        begins = now()
        ends = begins + event.minutes * 60_000 if event.minutes is not None else None
        new = RoundBegun(event.id, event.round + 1, begins, ends)
        return await self._store.evenings.begin(new, tables, keeping)


def who_sits_where(
    event: EventRow, people: Sequence[EventPerson], before: Sequence[EveningTable], rounds: int
) -> Round:
    """The next round for those who are there, by the rounds that were."""
    past = [
        tuple(each.persons for each in before if each.round == number) for number in range(1, event.round + 1)
    ]
    if event.movement == "teams":
        teams = [[each.person for each in people if each.team == team] for team in (0, 1)]
        tables = teams_round(teams, event.players, past)
        return tuple(persons for persons in tables if any(person is not None for person in persons))
    return next_round([each.person for each in people], event.players, past, rounds)


def round_ends(event: EventRow) -> int | None:
    """When the clock of the round in play runs out, in ms since 1970; None without a clock."""
    if event.minutes is None or event.round_since is None:
        return None
    return event.round_since + event.minutes * 60_000


def _is_here(event: EventRow, person: EventPerson, missing: frozenset[int]) -> bool:
    """Whether somebody is seated after this round: they are here, and have not missed it."""
    has_missed = person.person in missing and (person.here or 0) < (event.round_since or 0)
    return is_here(event, person) and not has_missed


def _seat_holder(person: int | None, names: dict[int, str | None], bot: str) -> SeatHolder:
    """A person is away until they come."""
    if person is None:
        return SeatHolder(bot=bot)
    return SeatHolder(person=person, name=names[person], since=now(), away=now())
