"""What a seat is told: of a match, by its own view, events and choices alone; and of the table."""

from collections.abc import Container, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

import msgspec

from sevenfold.cards.pack import CardError
from sevenfold.core import violations
from sevenfold.core.events import Event
from sevenfold.core.game import SeenState
from sevenfold.core.legal import legal_moves
from sevenfold.core.match import AnyMatch, Standing
from sevenfold.core.moves import Extension, Move
from sevenfold.core.views import NamedPart, View
from sevenfold.games import ROOMS, load_meta
from sevenfold.server.problems import Malformed
from sevenfold.server.protocol import Choices, Seat, Snapshot, TableInfo, Update
from sevenfold.server.store import TableRow


@dataclass(frozen=True)
class Told:
    """A match as a seat is told of it.

    `claims_open` while everybody waits whether a claim is made; `behind` is how far the match's clock has
    gone on that is not shown yet.
    """

    match: AnyMatch
    seat: int
    claims_open: bool
    behind: int

    @property
    def version(self) -> int:
        """The match's version as the seat may know it: that claims are closed is a version of its own."""
        closed = self.match.claims_open and not self.claims_open
        return self.match.ledger(self.seat).version - self.behind + closed

    def holds(self, version: int, move: Move) -> bool:
        """Whether a move decided on at this version is still the seat's to make."""
        if version == self.version:
            return True
        settled = not self.claims_open and not self.behind
        return settled and self.match.ledger(self.seat).holds(version, move, self.match.steps)

    @property
    def _clock(self) -> int | None:
        return self.match.clock - self.behind if self.behind else None

    @property
    def seen(self) -> SeenState:
        """The state as far as it is shown and the seat may see it."""
        return self.match.seen(self.seat, self._clock)

    @property
    def may_act(self) -> bool:
        """Whether the seat may act; while claims are open, only who is asked."""
        if self.behind or self.seat not in self.match.acting:
            return False
        return not self.claims_open or self.match.game.rules.default_move(self.match.state) is not None

    @property
    def view(self) -> View:
        """The seat's view; while claims are open nobody is seen to act but oneself."""
        view = self.match.view(self.seat, self._clock)
        if not self.claims_open:
            return view
        return msgspec.structs.replace(view, acting=(self.seat,) if self.may_act else ())

    @property
    def standing(self) -> Standing:
        """How the match stands: while all is not shown, no deal is over."""
        standing = self.match.standing
        return msgspec.structs.replace(standing, next_first=None) if self.behind else standing

    def events(self, since: int = 0) -> tuple[Event, ...]:
        """What the seat is told of that happened since then."""
        events = self.match.ledger(self.seat).events(since)
        return tuple(event for event in events if event.version <= self.version)


def snapshot(told: Told, table: TableInfo) -> Snapshot:
    """Everything a client needs."""
    return Snapshot(
        version=told.version,
        table=table,
        view=told.view,
        standing=told.standing,
        choices=choices(told),
        events=told.events(),
    )


def can_update(told: Told, since: int) -> bool:
    """Whether the events since then are still there: those of this round are, its deal among them."""
    return max(1, told.match.ledger(told.seat).deal_version - 1) <= since <= told.version


def update(told: Told, since: int) -> Update:
    """What happened since then."""
    return Update(
        since=since,
        version=told.version,
        view=told.view,
        standing=told.standing,
        choices=choices(told),
        events=told.events(since),
    )


def comes_ahead(told: Told, version: int, move: Move) -> bool:
    """Whether a move is a claim for the next time that the seat is asked.

    Where a clock runs, steps come faster than answers: what was decided at one comes at another.
    """
    match, seat = told.match, told.seat
    if not (told.claims_open and match.clock and match.ledger(seat).deal_version <= version <= told.version):
        return False
    now = told.may_act and version == told.version
    claims = match.game.claims
    if now or claims is None or claims.clock is None:
        return False
    return claims.clock.check_premove(told.seen, seat, move) == violations.OK


def choices(told: Told, chosen: Iterable[str] = ()) -> Choices:
    """What the seat may do with the cards chosen. Raises Malformed for what is no choice of cards."""
    names = tuple(chosen)
    cards, twice = _read_choice(told.match, names)
    extension: Extension = Extension(0)
    if told.may_act:
        extension = told.match.extend(told.seat, cards, twice)
        if told.match.claims_open and extension.cards and not names:
            extension = Extension(extension.cards, _claims(told))
    return Choices(
        version=told.version,
        chosen=names,
        cards=tuple(told.match.pack.write_mask(extension.cards).split()),
        moves=tuple(told.match.game.notation.write(move) for move in extension.moves),
        parts=_parts(told, cards, twice),
    )


def _parts(told: Told, cards: int, twice: int) -> tuple[NamedPart, ...]:
    return told.match.game.view.named_parts(told.seen, cards, twice)


def _claims(told: Told) -> tuple[Move, ...]:
    """Every move that there is while something may be claimed, those that take no cards last."""
    match, seat = told.match, told.seat
    moves = legal_moves(match.game.rules, match.seen(seat), seat)
    return tuple(sorted(moves, key=lambda move: move.cards == 0))


def _read_choice(match: AnyMatch, names: tuple[str, ...]) -> tuple[int, int]:
    cards = twice = 0
    try:
        kinds = [match.pack.kind(name) for name in names]
    except CardError:
        raise Malformed(at="$.cards") from None
    if match.pack.too_many(kinds):
        raise Malformed(at="$.cards")
    for kind in kinds:
        twice |= cards & 1 << kind
        cards |= 1 << kind
    return cards, twice


def table_info(row: TableRow, seat: int, connected: Container[int]) -> TableInfo:
    """The table as this seat is told of it."""
    return TableInfo(
        id=row.id,
        game=row.game,
        preset=_preset(row),
        options=row.options,
        players=row.players,
        seats=tuple(
            Seat(seat=number, you=number == seat, bot=sitter.bot, connected=number in connected)
            for number, sitter in enumerate(row.seats)
        ),
        pace=row.pace,
        created=iso(row.created),
        standing=row.standing,
    )


def _preset(row: TableRow) -> str | None:
    presets = load_meta(row.game).presets if row.game in ROOMS else {}
    return next(
        (name for name, options in presets.items() if msgspec.to_builtins(options) == row.options), None
    )


def iso(time: int) -> str:
    """A time in ms since 1970 as ISO 8601 in UTC."""
    return datetime.fromtimestamp(time / 1000, UTC).isoformat(timespec="milliseconds")
