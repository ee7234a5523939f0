"""An event as one person may see it: nothing of a board that they may still play (law 9)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from sevenfold.games import is_game, load_meta
from sevenfold.server.duplicate.compare import Beside, beside
from sevenfold.server.duplicate.standings import places, with_given_up
from sevenfold.server.protocol.events import EventDeal, EventInfo, EventLine, EventStanding
from sevenfold.server.rounds.access import LAST
from sevenfold.server.storage.events import (
    AtSeat,
    EventBoard,
    EventPerson,
    EventRow,
    ListedEvent,
    PersonSums,
)
from sevenfold.server.storage.results import Result
from sevenfold.server.storage.rows import now, pseudonym
from sevenfold.server.tables.sent.presence import has_other_rules, nearest_of
from sevenfold.server.times import iso

HERE_FOR = 2 * 3600 * 1000
"""How long before an evening begins somebody may say that they are there, in ms."""

State = Literal["open", "running", "over"]


def state_of(event: EventRow) -> State:
    """Whether an event has begun, and whether it is over."""
    if event.closes is not None and event.closes <= now():
        return "over"
    return "running" if event.begun is not None else "open"


def is_here(event: EventRow, person: EventPerson) -> bool:
    """Whether somebody is seated in the next round of an evening: they said lately that they are there, and
    have missed no round since.
    """
    since = (event.begun or now()) - HERE_FOR
    return person.is_in and person.here is not None and person.here >= since


def line_of(listed: ListedEvent, person: int) -> EventLine:
    """An event in a list."""
    event = listed.event
    return EventLine(
        id=event.id,
        name=event.name,
        kind=event.kind,
        movement=event.movement,
        game=event.game,
        players=event.players,
        deals=listed.deals,
        until=iso(event.closes) if event.closes is not None else None,
        state=state_of(event),
        host=event.host_name,
        you_host=event.is_run_by(person),
        you_in=listed.is_in,
        people=listed.people,
    )


@dataclass(frozen=True)
class SeenEvent:
    """An event as one person may see it. `mine` are the boards that they have begun."""

    listed: ListedEvent
    person: int
    boards: Sequence[EventBoard]
    mine: Sequence[Result]

    @property
    def event(self) -> EventRow:
        """The event."""
        return self.listed.event

    @property
    def is_over(self) -> bool:
        """Whether nobody can begin a board any more."""
        return state_of(self.event) == "over"

    @cached_property
    def known(self) -> tuple[int, ...]:
        """The numbers of the boards of which the person may know everything: they cannot play them again."""
        in_play = {each.board for each in self.mine if each.is_in_play}
        played = {each.board for each in self.mine}
        return tuple(
            each.number
            for each in self.boards
            if each.board not in in_play and (self.is_over or each.board in played)
        )

    @property
    def known_bits(self) -> int:
        """The same as bits."""
        return sum(1 << number for number in self.known)

    @property
    def sign(self) -> int:
        """1 where the highest result is best, and -1 where the lowest is."""
        return load_meta(self.event.game).sign if is_game(self.event.game) else 1

    @property
    def is_together(self) -> bool:
        """Whether several sit at its tables, so that whatever came out counts for the others."""
        return self.event.kind == "evening"

    def team_name_at(self, _each: Result, /) -> str:
        """What the team is called for which a result was played; empty where there are none."""
        return ""

    def deals(self, at_seats: Sequence[AtSeat]) -> tuple[EventDeal, ...]:
        """The deals of the event; `at_seats` are all results, counted."""
        counted = {(each.number, each.seat): each for each in at_seats}
        return tuple(self._deal(board, counted) for board in self.boards)

    def _deal(self, board: EventBoard, counted: dict[tuple[int, int], AtSeat]) -> EventDeal:
        mine = next((each for each in self.mine if each.board == board.board), None)
        is_known = board.number in self.known
        result = mine.standing(self.sign) if mine is not None and mine.person == self.person else None
        if mine is not None and mine.given_up and not is_known:  # it would tell of others
            result = None
        table = mine.table if mine is not None and mine.is_there else None
        there = counted.get((board.number, mine.seat)) if mine is not None and is_known else None
        found = self._beside(mine, there) if mine is not None and result is not None and there else None
        return EventDeal(
            number=board.number,
            state=self._state(mine, result),
            table=table,
            board=board.board if is_known else None,
            round=f"{table}.{LAST}" if table and mine is not None and mine.result is not None else None,
            result=result,
            ahead=found.ahead if found is not None and found.of else None,
            of=found.of if found is not None else 0,
            rows=(),
        )

    def _beside(self, each: Result, there: AtSeat) -> Beside:
        return beside(each, there, self.sign, together=self.is_together)

    def _state(
        self, mine: Result | None, result: int | None
    ) -> Literal["open", "begun", "finished", "late", "given_up", "missed"]:
        if mine is None:
            return "missed" if self.is_over else "open"
        if mine.given_up or (mine.result is None and not mine.is_there):
            return "given_up"
        if result is not None:
            return "finished"
        return "late" if self.is_over else "begun"

    def with_given_up(
        self, sums: Sequence[PersonSums], at_seats: Sequence[AtSeat], given_up: Iterable[Result]
    ) -> list[PersonSums]:
        """What everybody has to show: of what they finished, `sums`, and of what they gave up."""
        counted = {(each.number, each.seat): each for each in at_seats}
        numbers = {each.board: each.number for each in self.boards if each.number in self.known}
        found: list[tuple[int, Beside | None]] = []
        for each in given_up:
            there = counted.get((numbers.get(each.board, 0), each.seat))
            if each.person is not None:
                found.append((each.person, self._beside(each, there) if there is not None else None))
        return with_given_up(sums, found, self.sign)

    def standings(
        self, people: Sequence[EventPerson], sums: Sequence[PersonSums]
    ) -> tuple[EventStanding, ...]:
        """How everybody stands who takes part, by what the person may know."""
        of_person = {each.person: each for each in sums}
        taking_part = [each for each in people if each.is_in]
        nothing = [PersonSums(each.person, 0, 0, 0, 0.0, 0.0) for each in taking_part]
        shown = [of_person.get(each.person, each) for each in nothing]
        named = {each.person: each for each in taking_part}
        return tuple(
            EventStanding(
                place=each.place,
                pseudonym=pseudonym(self.event.pseudonym_key, each.person),
                name=named[each.person].name,
                you=each.person == self.person,
                bot=None,
                team=named[each.person].team,
                finished=of_person[each.person].finished if each.person in of_person else 0,
                ahead=each.ahead,
                reach=each.reach,
                given_up=of_person[each.person].given_up if each.person in of_person else 0,
                here=is_here(self.event, named[each.person]),
            )
            for each in places(shown, len(self.known), self.sign)
        )

    def info(
        self,
        me: EventPerson | None,
        at_seats: Sequence[AtSeat],
        standings: tuple[EventStanding, ...],
    ) -> EventInfo:
        """As it is sent."""
        event = self.event
        nearest, differs = nearest_of(event)
        return EventInfo(
            id=event.id,
            name=event.name,
            kind=event.kind,
            movement=event.movement,
            game=event.game,
            preset=None if differs else nearest,
            nearest=nearest,
            differs=differs,
            options=event.options,
            players=event.players,
            bots=event.bots,
            deals=len(self.boards),
            until=iso(event.closes) if event.closes is not None else None,
            minutes=event.minutes,
            clock=None,
            starts=None,
            state=state_of(event),
            listed=event.listed,
            rules_changed=has_other_rules(event),
            host=event.host_name,
            second=None,
            you_host=event.is_run_by(self.person),
            you_in=self.listed.is_in,
            you_here=self.listed.is_in,
            people=self.listed.people,
            team=me.team if me is not None and me.is_in else None,
            round=event.round,
            rounds=None,
            round_ends=None,
            table=None,
            boards=self.deals(at_seats),
            standings=standings,
            known=len(self.known),
            teams=None,
            seats_now=(),
            asking=(),
        )
