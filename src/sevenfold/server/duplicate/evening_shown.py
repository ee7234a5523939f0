"""An evening as one person may see it: a board's results open to all at once, when its round is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import msgspec

from sevenfold.core.movements import side
from sevenfold.server.duplicate.evening import round_ends
from sevenfold.server.duplicate.event_shown import SeenEvent, is_here
from sevenfold.server.duplicate.joining import asking
from sevenfold.server.protocol.events import (
    EventAsking,
    EventDeal,
    EventInfo,
    EventSeat,
    EventStanding,
    EventTable,
    EventTeam,
    TeamNames,
)
from sevenfold.server.rounds.access import LAST
from sevenfold.server.storage.evenings import EveningTable
from sevenfold.server.storage.events import AtSeat, EventBoard, EventPerson
from sevenfold.server.storage.results import Result, beside_bots
from sevenfold.server.storage.rows import pseudonym
from sevenfold.server.times import iso

TEAMS = ("A", "B")


@dataclass(frozen=True)
class SeenEvening(SeenEvent):
    """An evening as one person may see it. `closed` are the boards whose results are open."""

    closed: tuple[int, ...]
    tables: tuple[EveningTable, ...]
    all_results: Sequence[Result]
    people: Sequence[EventPerson]

    @cached_property
    def known(self) -> tuple[int, ...]:
        """The numbers of the boards of which everybody may know everything: those of rounds that are over."""
        return self.closed

    @cached_property
    def _of_person(self) -> dict[int, EventPerson]:
        return {each.person: each for each in self.people}

    @cached_property
    def _tables(self) -> dict[str, EveningTable]:
        return {each.table: each for each in self.tables}

    def _deal(self, board: EventBoard, counted: dict[tuple[int, int], AtSeat]) -> EventDeal:
        deal = super()._deal(board, counted)
        rows = self._rows(board.board) if board.number in self.known else ()
        return msgspec.structs.replace(deal, state=self._stands(deal, board), rows=rows)

    def _stands(
        self, deal: EventDeal, board: EventBoard
    ) -> Literal["open", "finished", "late", "given_up", "missed", "running"]:
        if deal.state == "given_up" and deal.result is not None:
            return "given_up"
        if deal.result is not None:
            return "finished"
        if deal.number not in self.known and not self.is_over:
            return "running" if deal.number == self.event.round else "open"
        return "late" if any(each.board == board.board for each in self.mine) else "missed"

    def _rows(self, board: str) -> tuple[EventSeat, ...]:
        """What a board brought at all tables, side by side."""
        found = [each for each in self.all_results if each.board == board and each.table in self._tables]
        found.sort(key=lambda each: (self._tables[each.table].number, each.seat))
        marked = beside_bots(found)
        return tuple(self._row(each, (each.table, each.seat) in marked) for each in found)

    def _row(self, each: Result, is_marked: bool) -> EventSeat:
        theirs = self._of_person.get(each.person) if each.person is not None else None
        return EventSeat(
            table=self._tables[each.table].number,
            seat=each.seat,
            pseudonym=pseudonym(self.event.pseudonym_key, each.person) if each.person is not None else "",
            name=theirs.name if theirs is not None else None,
            bot=each.bot,
            you=each.person == self.person,
            team=self._team_at(each),
            result=each.brought,
            given_up=each.given_up,
            bots_finished=is_marked,
            round=f"{each.table}.{LAST}" if each.is_there else None,
        )

    def _team_at(self, each: Result) -> int | None:
        """The team that had this seat at this table."""
        if self.event.movement != "teams":
            return None
        table = self._tables[each.table]
        return side(table.round - 1, table.number - 1, each.seat)

    @property
    def _team_names(self) -> TeamNames:
        return self.event.team_names or (None, None)

    def team_name_at(self, each: Result, /) -> str:
        """What the team is called that had a seat; A or B where it has no name of its own."""
        team = self._team_at(each) if each.table in self._tables else None
        return (self._team_names[team] or TEAMS[team]) if team is not None else ""

    @property
    def _teams(self) -> tuple[EventTeam, ...] | None:
        """By how much each team is ahead: at each seat of each board, of whoever of the other sat there."""
        if self.event.movement != "teams":
            return None
        had: dict[tuple[str, int], dict[int, int]] = {}
        known = {each.board for each in self.boards if each.number in self.known}
        for each in self.all_results:
            team = self._team_at(each) if each.table in self._tables and each.board in known else None
            if team is not None:
                had.setdefault((each.board, each.seat), {})[team] = each.brought
        both = [teams for teams in had.values() if len(teams) == len(TEAMS)]
        ahead = self.sign * sum(teams[0] - teams[1] for teams in both)
        return tuple(
            EventTeam(team=team, name=name, total=float(total))
            for team, (name, total) in enumerate(zip(self._team_names, (ahead, -ahead), strict=True))
        )

    @property
    def _now(self) -> list[EveningTable]:
        """The tables of the round that is played."""
        return [] if self.is_over else [each for each in self.tables if each.round == self.event.round]

    def info(
        self,
        me: EventPerson | None,
        at_seats: Sequence[AtSeat],
        standings: tuple[EventStanding, ...],
    ) -> EventInfo:
        """As it is sent."""
        ends = round_ends(self.event)
        return msgspec.structs.replace(
            super().info(me, at_seats, standings),
            rounds=len(self.boards),
            clock=self.event.clock,
            starts=iso(self.event.starts) if self.event.starts is not None else None,
            second=self.event.second_name,
            you_here=me is not None and is_here(self.event, me),
            round_ends=iso(ends) if ends is not None and not self.is_over else None,
            table=next((each.table for each in self._now if self.person in each.persons), None),
            teams=self._teams,
            seats_now=tuple(self._seated(each) for each in self._now),
            asking=self._asking(),
        )

    def _asking(self) -> tuple[EventAsking, ...]:
        """Who asks to be let back in: told to who answers, and to themselves."""
        found = [] if self.is_over else asking(self.people)
        return tuple(
            EventAsking(
                pseudonym=pseudonym(self.event.pseudonym_key, who.person),
                whose=place.name,
                you=who.person == self.person,
            )
            for who, place in found
            if who.person == self.person or self.event.is_run_by(self.person)
        )

    def _seated(self, table: EveningTable) -> EventTable:
        named = {person: theirs.name for person, theirs in self._of_person.items()}
        return EventTable(
            table=table.number,
            people=tuple(named.get(person) if person is not None else None for person in table.persons),
            done=table.over is not False,
        )
