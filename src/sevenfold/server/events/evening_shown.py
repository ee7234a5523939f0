"""An evening as one guest may see it: a board's results open to all at once, when its round is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import msgspec

from sevenfold.core.movements import side
from sevenfold.server.events.evening import round_ends
from sevenfold.server.events.shown import SeenEvent
from sevenfold.server.protocol.events import (
    EventDeal,
    EventInfo,
    EventSeat,
    EventStanding,
    EventTable,
    EventTeam,
)
from sevenfold.server.rounds.access import LAST
from sevenfold.server.storage.evenings import EveningTable
from sevenfold.server.storage.events import AtSeat, EventBoard, EventPerson
from sevenfold.server.storage.results import Result
from sevenfold.server.storage.rows import pseudonym
from sevenfold.server.times import iso

TEAMS = ("A", "B")


@dataclass(frozen=True)
class SeenEvening(SeenEvent):
    """An evening as one guest may see it. `closed` are the boards whose results are open."""

    closed: tuple[int, ...]
    tables: tuple[EveningTable, ...]
    all_results: Sequence[Result]
    people: Sequence[EventPerson]

    @cached_property
    def known(self) -> tuple[int, ...]:
        """The numbers of the boards of which everybody may know everything: those of rounds that are over."""
        return self.closed

    @cached_property
    def _of_guest(self) -> dict[int, EventPerson]:
        return {each.guest: each for each in self.people}

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
        return tuple(self._row(each) for each in found)

    def _row(self, each: Result) -> EventSeat:
        person = self._of_guest.get(each.guest) if each.guest is not None else None
        return EventSeat(
            table=self._tables[each.table].number,
            seat=each.seat,
            person=pseudonym(self.event.pseudonym_key, each.guest) if each.guest is not None else "",
            name=person.name if person is not None else None,
            bot=each.bot,
            you=each.guest == self.guest,
            team=self._team_at(each),
            result=each.brought,
            given_up=each.given_up,
            round=f"{each.table}.{LAST}" if each.is_there else None,
        )

    def _team_at(self, each: Result) -> int | None:
        """The team that had this seat at this table."""
        if self.event.movement != "teams":
            return None
        table = self._tables[each.table]
        return side(table.round - 1, table.number - 1, each.seat)

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
            for team, (name, total) in enumerate(zip(TEAMS, (ahead, -ahead), strict=True))
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
            round_ends=iso(ends) if ends is not None and not self.is_over else None,
            table=next((each.table for each in self._now if self.guest in each.guests), None),
            teams=self._teams,
            seats_now=tuple(self._seated(each) for each in self._now),
        )

    def _seated(self, table: EveningTable) -> EventTable:
        named = {guest: person.name for guest, person in self._of_guest.items()}
        return EventTable(
            table=table.number,
            people=tuple(named.get(guest) if guest is not None else None for guest in table.guests),
            done=not table.is_in_play,
        )
