"""What everybody at a table is sent: the match as each may see it, and answers to what they ask."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace

from sevenfold.core.game import SeenState
from sevenfold.core.match import AnyMatch
from sevenfold.core.standing import Standing
from sevenfold.server.errors import NotStarted, NotYourTurn, Stale
from sevenfold.server.protocol.from_server import Choices, Hint, Snapshot, Update
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.tables import faults
from sevenfold.server.tables.bots import hints
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.play import results, take_back
from sevenfold.server.tables.play.take_back import Terms
from sevenfold.server.tables.play.turns import TableTurns
from sevenfold.server.tables.seating import returning
from sevenfold.server.tables.seating.plan import require_no_board
from sevenfold.server.tables.sent import seat_updates
from sevenfold.server.tables.sent.presence import Presence, table_info
from sevenfold.server.tables.sent.seat_updates import Prepared, SeatView, Viewer
from sevenfold.server.times import clock

MOST_PREPARED = 32
"""How many messages are kept for further clients at one moment of a table."""

TOLD_ANEW = 100
"""A message that says how long claims are open is made anew after so many ms."""


def _table(presence: Presence, viewer: Viewer, standing: Standing | None) -> TableInfo:
    """The table as somebody sees it who is there."""
    return table_info(
        presence,
        viewer.seat,
        standing,
        shown_by=viewer.shown_by,
        promised=True,
        comes_to=viewer.comes_to,
    )


class TableViews:
    """The views of one table."""

    def __init__(self, turns: TableTurns, thinkers: Thinkers) -> None:
        self._turns = turns
        self._thinkers = thinkers
        self._prepared_at: object = None
        self._prepared: dict[tuple[Viewer, int | None], Prepared] = {}
        """The messages of this moment, by viewer and the version that the client has."""

    @property
    def presence(self) -> Presence:
        """What is shown of the table besides its match, as it is now."""
        turns, row = self._turns, self._turns.row
        return Presence(
            row=row,
            search=self._thinkers.search(row.game),
            connected=turns.seats.here,
            watching=turns.seats.watching,
            clocks=turns.waits.clocks,
            take_back=take_back.shown(row.request, turns.live.logged),
            returning=returning.shown(row, turns.timings),
            going_on=results.shown(row, turns.live.logged, turns.timings.result_shown),
        )

    @property
    def withdrawn(self) -> int:
        """How often something that was shown did not come to stand in the log."""
        return self._turns.live.withdrawn

    def of(self, match: AnyMatch, seat: int | None, *, over_shoulder: bool = False) -> SeatView:
        """The held match as a seat sees it; None is a spectator."""
        self._turns.about = seat
        window = self._turns.window
        made_by = self._turns.live.made_by
        together = window.asks_together(match)
        return SeatView(
            match,
            seat,
            window.is_open(match),
            window.clock_steps_hidden(match),
            made_by,
            together=together,
            asked=match.round.asked(seat) if together and seat is not None else None,
            claims=window.time(match, clock()),
            over_shoulder=over_shoulder,
            terms=Terms.of(self._turns.row),
            counts=self._turns.row.settings.counter,
            row=self._turns.row,
        )

    @asynccontextmanager
    async def hold_at(self, seat: int, version: int) -> AsyncIterator[AnyMatch]:
        """Hold the match at the version that the seat was sent. Raises Stale if that version is past."""
        async with self._turns.hold() as match:
            if version != self.of(match, seat).version:
                raise Stale
            yield match

    async def has_made(self, seat: int, version: int, text: str) -> bool:
        """Whether the seat's next move after this version was this one, as far as it is shown."""
        async with self._turns.hold() as match:
            return self.of(match, seat).has_made(version, self._turns.game.notation.parse(text))

    async def has_dealt(self, seat: int, version: int) -> bool:
        """Whether there was another deal after this version."""
        async with self._turns.hold() as match:
            return 0 < version < match.ledger(seat).deal_version

    async def updates(self, seat: int | None, since: int | None) -> Snapshot | Update:
        """What happened since the client's version; a snapshot of everything if that is not known."""
        async with self._turns.hold() as match:
            return self._message(Viewer(seat), self.of(match, seat), since, self.presence)

    async def reported(self, seat: int | None) -> tuple[Snapshot, int, int]:
        """Everything that a seat or a spectator has been sent of this round, with the number of the deal and
        of the last entry of the log. Raises NotStarted.
        """
        if not self._turns.row.started:
            raise NotStarted
        async with self._turns.hold() as match:
            view = self.of(match, seat)
            table = table_info(self.presence, seat, view.standing)
            return seat_updates.snapshot(view, table), match.deals, match.version

    async def prepared(
        self, viewer: Viewer, since: int | None, *, asked: bool, withdrawn: int
    ) -> Prepared | None:
        """The same, made once for all clients that need this message; None if the client needs nothing.

        `withdrawn` is as it was when the client was sent its version; if it has changed, the version means
        nothing. Raises TableUnknown.
        """
        self._turns.seats.require_there()
        if not self._turns.row.started:
            return None
        async with self._turns.hold() as match:
            view = self.of(match, viewer.shown, over_shoulder=viewer.over is not None)
            if withdrawn != self.withdrawn:
                since = None
            if since == view.version and not asked:
                return None
            left = view.claims and view.claims.left // TOLD_ANEW
            presence = self.presence
            at = (match.version, view.claims_open, view.clock_steps_hidden, presence, left)
            if at != self._prepared_at:
                self._prepared_at, self._prepared = at, {}
            if (viewer, since) not in self._prepared:
                if len(self._prepared) >= MOST_PREPARED:
                    self._prepared.clear()
                self._prepared[viewer, since] = Prepared(
                    self._message(viewer, view, since, presence), presence
                )
            return self._prepared[viewer, since]

    @staticmethod
    def _message(viewer: Viewer, view: SeatView, since: int | None, presence: Presence) -> Snapshot | Update:
        if since is not None and seat_updates.can_update(view, since):
            return seat_updates.update(view, since)
        return seat_updates.snapshot(view, _table(presence, viewer, view.standing))

    async def info(self, viewer: Viewer) -> TableInfo:
        """The table as somebody sees it."""
        if not self._turns.row.started:
            return _table(self.presence, viewer, None)
        async with self._turns.hold() as match:
            standing = self.of(match, viewer.seat).standing
            return _table(self.presence, viewer, standing)

    async def waits_for(self, seat: int, *, load: bool = False) -> bool | None:
        """Whether the table waits for this seat, as far as it may know; None if no match is in memory.

        With `load` the match is read first. A claim window whose time is over counts as closed: where nobody
        is connected, nothing has closed it.
        """
        turns = self._turns
        if not (turns.live.is_loaded or load):
            return None
        async with turns.hold() as match:
            view = self.of(match, seat)
            if turns.window.is_over(match, clock()):
                view = replace(view, claims_open=False)
            return view.is_waited_for

    async def choices(self, seat: int, version: int, chosen: Iterable[str]) -> Choices:
        """What the seat may do with the cards chosen at `version`. Raises Stale, Malformed."""
        async with self.hold_at(seat, version) as match:
            return seat_updates.choices(self.of(match, seat), chosen)

    async def hint(self, seat: int, version: int) -> Hint:
        """What Medium would do at `version`. Raises Stale, NotYourTurn, AtBoard, GameErred."""
        turns = self._turns
        require_no_board(turns.row, "hint")
        async with self.hold_at(seat, version) as match:
            seen = self._to_hint_at(match, seat)
        with faults.reported(turns.row.game, turns.row.id, lambda: seat):
            return await hints.by_medium(self._thinkers, turns.game, seen, seat, version)

    async def searched_hint(self, seat: int, version: int) -> Hint | None:
        """What a search recommends; None if the game cannot be searched. Raises Stale, NotYourTurn."""
        if self._thinkers.search(self._turns.game.meta.name) != "ready":
            return None
        async with self.hold_at(seat, version) as match:
            seen = self._to_hint_at(match, seat)
        return await hints.by_search(self._thinkers, self._turns.game, seen, seat, version)

    def _to_hint_at(self, match: AnyMatch, seat: int) -> SeenState:
        view = self.of(match, seat)
        if not view.may_act:
            raise NotYourTurn
        return match.seen(seat) if view.asked is None else view.moment.seen
