"""Evenings: all tables play the same board at one time, round by round, and who sits where changes.

A round ends when all of its tables are done, by its clock, or by the host. The next begins by itself:
whichever process notices first begins it, in one transaction that only the first can make. All of it is in
the database, so nothing is lost by a restart.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from sevenfold.core.movements import Round, next_round, teams_round
from sevenfold.server.endless import for_each
from sevenfold.server.errors import Full, RulesChanged, Vanished
from sevenfold.server.events.errors import EventNotEvening, EventOver, NotEventHost, TooFewInEvent
from sevenfold.server.events.shown import state_of
from sevenfold.server.storage.backend import KeyTaken
from sevenfold.server.storage.boards import BoardRow
from sevenfold.server.storage.evenings import EveningTable, RoundBegun
from sevenfold.server.storage.events import EventPerson, EventRow
from sevenfold.server.storage.results import beginning
from sevenfold.server.storage.rows import SeatHolder, now
from sevenfold.server.storage.statements import WriteStep
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.making import PACE, together_at_board
from sevenfold.server.tables.registry import dealt_at
from sevenfold.server.tables.sent.presence import has_other_rules

FEWEST = 2
"""How many people begin an evening."""

MOST_TOGETHER = 64
"""How many may take part in an evening."""

LONGEST_EVENING = 24 * 3600 * 1000
"""An evening ends by itself so long after it has begun, in ms."""

MOST_LOOKS = 3
"""How often it is looked who is there, to begin a round: somebody may come or go meanwhile."""

EVERY = 2.0
"""Seconds from one look at what is due to the next."""


class Evenings:
    """The evenings of the server: begun, taken from round to round, and ended."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- what the host does -----------------------------------------------------------------------

    async def begin(self, event: EventRow, guest: int) -> None:
        """Begin the first round, for the host; nothing if the evening has begun.

        Raises NotEventHost, EventNotEvening, EventOver, TooFewInEvent, RulesChanged.
        """
        _require_host(event, guest)
        if event.round == 0:
            await self._go_on(event, FEWEST)

    async def next(self, event: EventRow, guest: int, ended: int | None) -> None:
        """End a round and begin the next, for the host; nothing unless round `ended` is the one in play.

        Raises NotEventHost, EventNotEvening, EventOver, RulesChanged.
        """
        _require_host(event, guest)
        if event.round and ended in (None, event.round):
            await self._go_on(event)

    async def end(self, event: EventRow, guest: int) -> None:
        """End the evening, for the host. Raises NotEventHost, EventNotEvening, EventOver."""
        _require_host(event, guest)
        while not await self._store.evenings.end(event.id, event.round, now()):
            found = await self._store.events.find(event.id, guest)
            if found is None or found.event.closes is not None:
                return
            event = found.event  # a round has begun at this moment

    # --- what happens by itself -------------------------------------------------------------------

    async def settle(self, event: EventRow) -> bool:
        """Begin the next round, or end the evening, if that is due. Return whether it was."""
        if event.kind != "evening" or event.begun is None or event.closes is not None:
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
        await self._go_on(event)
        return True

    async def settle_all(self) -> None:
        """Do whatever is due at any evening. Raises what `for_each` does."""
        await for_each(await self._store.evenings.running(), self._settle)

    async def _settle(self, event_id: str) -> None:
        listed = await self._store.events.find(event_id, 0)
        if listed is not None:
            with suppress(RulesChanged):  # as whoever opens it is told
                await self.settle(listed.event)

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
            people = await self._people(event)
            if len(people) < fewest:
                raise TooFewInEvent(event=event.id, fewest=str(fewest))
            following = boards.get(event.round + 1)
            board = await self._store.boards.find(following) if following is not None and people else None
            if board is None:
                await self._store.evenings.end(event.id, event.round, now())
                return
            with suppress(Vanished, KeyTaken):  # somebody has just deleted their data
                if await self._begin_round(event, board, people, len(boards)):
                    return
            found = await self._store.events.find(event.id, 0)
            if found is None or found.event.round != event.round or found.event.closes is not None:
                return

    async def _people(self, event: EventRow) -> list[EventPerson]:
        return [each for each in await self._store.events.people(event.id) if each.is_in]

    async def _begin_round(
        self, event: EventRow, board: BoardRow, people: Sequence[EventPerson], rounds: int
    ) -> bool:
        """Begin the next round with these people. Return whether all of them were still there, and the round
        was the next. Raises Vanished, KeyTaken, RulesChanged.
        """
        past = await self._store.evenings.tables(event.id, event.players)
        # a search takes a while for many people
        seated = await asyncio.to_thread(who_sits_where, event, people, past, rounds)
        names = {each.guest: each.name for each in people}
        tables: list[str] = []
        keeping: list[WriteStep] = []
        for guests in seated:
            holders = [_seat_holder(guest, names, board.bots) for guest in guests]
            row, entries = dealt_at(together_at_board(board, holders, PACE, event.id), board)
            tables.append(row.id)
            keeping += self._store.tables.adding(row, entries)
            keeping.append(beginning(row, bots=True))
        keeping.append(self._store.events.still_in(event.id, names))
        begins = now()
        ends = begins + event.minutes * 60_000 if event.minutes is not None else None
        new = RoundBegun(event.id, event.round + 1, begins, ends)
        return await self._store.evenings.begin(new, tables, keeping)


def who_sits_where(
    event: EventRow, people: Sequence[EventPerson], before: Sequence[EveningTable], rounds: int
) -> Round:
    """The next round for those who are there, by the rounds that were; persons are guests."""
    past = [
        tuple(each.guests for each in before if each.round == number) for number in range(1, event.round + 1)
    ]
    if event.movement == "teams":
        teams = [[each.guest for each in people if each.team == team] for team in (0, 1)]
        tables = teams_round(teams, event.players, past)
        return tuple(guests for guests in tables if any(guest is not None for guest in guests))
    return next_round([each.guest for each in people], event.players, past, rounds)


def team_of(event: EventRow, people: Sequence[EventPerson], guest: int, wanted: int | None) -> int | None:
    """The team of somebody who joins: the one that they want, else theirs, else the smaller one.

    Raises Full where that team has a person for each seat of a table.
    """
    if event.movement != "teams":
        return None
    others = [each for each in people if each.is_in and each.guest != guest]
    sizes = [sum(each.team == team for each in others) for team in (0, 1)]
    before = next((each.team for each in people if each.guest == guest and each.is_in), None)
    chosen = wanted if wanted in (0, 1) else before if before is not None else sizes.index(min(sizes))
    if sizes[chosen] >= event.players:
        raise Full(what="team")
    return chosen


def round_ends(event: EventRow) -> int | None:
    """When the clock of the round in play runs out, in ms since 1970; None without a clock."""
    if event.minutes is None or event.round_since is None:
        return None
    return event.round_since + event.minutes * 60_000


def _seat_holder(guest: int | None, names: dict[int, str | None], bot: str) -> SeatHolder:
    return SeatHolder(bot=bot) if guest is None else SeatHolder(guest=guest, name=names[guest], since=now())


def _require_host(event: EventRow, guest: int) -> None:
    if event.host != guest:
        raise NotEventHost(event=event.id)
    if event.kind != "evening":
        raise EventNotEvening(event=event.id)
    if state_of(event) == "over":
        raise EventOver(event=event.id)
