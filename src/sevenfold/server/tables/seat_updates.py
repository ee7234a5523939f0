"""What a seat is sent: its own view of a match, events and choices, and the table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import msgspec

from sevenfold.cards.pack import CardError
from sevenfold.core import violations
from sevenfold.core.coaching import Tip
from sevenfold.core.deciding import Decided
from sevenfold.core.events import Event
from sevenfold.core.game import SeenState
from sevenfold.core.legal import legal_moves
from sevenfold.core.log import Played
from sevenfold.core.match import AnyMatch, Standing
from sevenfold.core.moves import Extension, Move
from sevenfold.core.views import NamedPart, View
from sevenfold.core.violations import IllegalMove
from sevenfold.core.written import PLAY, take_apart
from sevenfold.server.errors import Malformed
from sevenfold.server.protocol import (
    Choices,
    ClaimTime,
    Mark,
    RefusedMove,
    Snapshot,
    TableInfo,
    Update,
)
from sevenfold.server.storage.writer import MadeBy
from sevenfold.server.tables.presence import Presence

_encode = msgspec.json.Encoder().encode


class Viewer(NamedTuple):
    """Who is shown a table: a seat, a spectator, or one who looks over the shoulder of the seat `over`."""

    seat: int | None
    over: int | None = None

    @property
    def shown(self) -> int | None:
        """The seat whose view it is; None for what is public."""
        return self.seat if self.over is None else self.over


@dataclass(frozen=True)
class SeatView:
    """A match as it is shown to a seat, or with None to spectators.

    `claims_open` while everybody waits whether a claim is made; `unshown` is how far the match's clock has
    gone on that is not shown yet.
    """

    match: AnyMatch
    seat: int | None
    claims_open: bool
    unshown: int
    made_by: Mapping[int, MadeBy] = field(default_factory=dict)
    """The entries of the log that are not by the person who sat there."""
    claims: ClaimTime | None = None
    """How long claims are open still, where that is told."""
    over_shoulder: bool = False
    """It is shown to a spectator, who is told nothing of what may be done."""

    @cached_property
    def version(self) -> int:
        """The match's version as the seat may know it: that claims are closed is a version of its own."""
        closed = self.match.claims_open and not self.claims_open
        return self.match.ledger(self.seat).version - self.unshown + closed

    def holds(self, version: int, move: Move) -> bool:
        """Whether a move decided on at this version is still the seat's to make."""
        if version == self.version:
            return True
        settled = not self.claims_open and not self.unshown
        return settled and self.match.ledger(self.seat).holds(version, move)

    @property
    def _clock(self) -> int | None:
        return self.match.clock - self.unshown if self.unshown else None

    @property
    def seen(self) -> SeenState:
        """The state as far as it is shown and the seat may see it."""
        return self.match.known(self.seat, self._clock)

    @property
    def may_act(self) -> bool:
        """Whether the seat may act; while claims are open, only who is asked."""
        if self.unshown or self.seat not in self.match.acting:
            return False
        return not self.claims_open or self.match.game.rules.default_move(self.match.state) is not None

    @property
    def shown(self) -> View:
        """The seat's view; while claims are open nobody is seen to act but oneself."""
        view = self.match.view(self.seat, self._clock)
        if not self.claims_open:
            return view
        return msgspec.structs.replace(
            view, acting=(self.seat,) if self.seat is not None and self.may_act else ()
        )

    @property
    def standing(self) -> Standing:
        """How the match stands: while all is not shown, no deal is over."""
        standing = self.match.standing
        return msgspec.structs.replace(standing, next_first=None) if self.unshown else standing

    @property
    def decided(self) -> Decided | None:
        """The moment that decided the round, once its end is shown."""
        return None if self.unshown or self.claims_open else self.match.decided(self.seat)

    @property
    def is_waited_for(self) -> bool:
        """Whether the table waits for the seat: for its move, or for somebody to ask for the next round."""
        return self.may_act or (self.standing.next_first is not None and not self.claims_open)

    def tips(self, shown: View, events: tuple[Event, ...]) -> tuple[Tip, ...]:
        """What a newcomer is told, by what the seat is sent."""
        coach = self.match.game.coach
        if coach is None or self.seat is None or self.over_shoulder:
            return ()
        return tuple(coach.tips(shown, events))

    def events(self, since: int = 0) -> tuple[Event, ...]:
        """What happened since then, as the seat is shown it."""
        events = self.match.ledger(self.seat).events(since)
        return tuple(event for event in events if event.version <= self.version)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The moves of this round, as the seat was told of them, that the person there did not make."""
        ledger = self.match.ledger(self.seat)
        marks = []
        for index, step in enumerate(self.match.steps if self.made_by else ()):
            made, told = self.made_by.get(step.version), ledger.told_at(index)
            if made is not None and told is not None and told <= self.version:
                marks.append(Mark(told, made.by))
        return tuple(marks)


class News:
    """A message and its bytes, made when they are first asked for; and the presence at which it was made."""

    def __init__(self, message: Snapshot | Update, presence: Presence) -> None:
        self.message = message
        self.presence = presence

    @cached_property
    def data(self) -> bytes:
        """What is sent."""
        return _encode(self.message)


def snapshot(view: SeatView, table: TableInfo) -> Snapshot:
    """Everything a client needs."""
    shown = view.shown
    return Snapshot(
        version=view.version,
        table=table,
        view=shown,
        standing=view.standing,
        choices=choices(view),
        events=view.events(),
        marks=view.marks,
        tips=view.tips(shown, ()),
        decided=view.decided,
        claims=view.claims,
    )


def can_update(view: SeatView, since: int) -> bool:
    """Whether the events since then are still there: those of this round are, its deal among them."""
    return max(1, view.match.ledger(view.seat).deal_version - 1) <= since <= view.version


def update(view: SeatView, since: int) -> Update:
    """What happened since then."""
    shown, events = view.shown, view.events(since)
    return Update(
        since=since,
        version=view.version,
        view=shown,
        standing=view.standing,
        choices=choices(view),
        events=events,
        marks=view.marks,
        tips=view.tips(shown, events),
        decided=view.decided,
        claims=view.claims,
    )


def tricks_among(match: AnyMatch, moves: Iterable[int]) -> int:
    """How many of these entries of the log played to a trick."""
    if "trick" not in match.game.story.EVENTS:
        return 0
    entries = [match.entries[seq - 1] for seq in moves]
    return sum(isinstance(entry, Played) and take_apart(entry.move).kind == PLAY for entry in entries)


def refused(view: SeatView, version: int, text: str, refusal: IllegalMove) -> RefusedMove:
    """Why a move is refused, and what would do."""
    offered = choices(view)
    return RefusedMove(
        version=version,
        move=text,
        rule=refusal.rule,
        details=refusal.details,
        choices=offered,
        would_do=_would_do(view, offered, text),
    )


def _would_do(view: SeatView, offered: Choices, text: str) -> tuple[str, ...]:
    """What is to be chosen first, in place of the cards refused; nothing where those were right so far."""
    if not offered.cards or view.seat is None:
        return ()
    refused = {card.split("=")[0] for card in take_apart(text).cards}
    would_do = view.match.game.view.would_do(view.seen, view.seat) or offered.cards
    return () if refused <= set(would_do) else would_do


def is_premove(view: SeatView, version: int, move: Move, *, kept: bool) -> bool:
    """Whether a move is a claim for the next time that the seat is asked, or if it is `kept` for this one.

    Where a clock runs, steps come faster than answers: what was decided at one comes at another.
    """
    match, seat = view.match, view.seat
    if seat is None or not (
        view.claims_open and match.clock and match.ledger(seat).deal_version <= version <= view.version
    ):
        return False
    now = view.may_act and version == view.version and not kept
    claims = match.game.claims
    if now or claims is None or claims.clock is None:
        return False
    return claims.clock.check_premove(view.seen, seat, move) == violations.OK


def choices(view: SeatView, chosen: Iterable[str] = ()) -> Choices:
    """What the seat may do with the cards chosen. Raises Malformed for what is no choice of cards."""
    names = tuple(chosen)
    cards, twice = _read_choice(view.match, names) if names else (0, 0)
    extension: Extension = Extension(0)
    if view.seat is not None and view.may_act and not view.over_shoulder:
        extension = view.match.extend(view.seat, cards, twice)
        if view.match.claims_open and extension.cards and not names:
            extension = Extension(extension.cards, _claims(view.match, view.seat))
    return Choices(
        version=view.version,
        chosen=names,
        cards=tuple(view.match.pack.write_mask(extension.cards).split()),
        moves=tuple(take_apart(view.match.game.notation.write(move)) for move in extension.moves),
        parts=_parts(view, cards, twice),
    )


def _parts(view: SeatView, cards: int, twice: int) -> tuple[NamedPart, ...]:
    return view.match.game.view.named_parts(view.seen, cards, twice)


def _claims(match: AnyMatch, seat: int) -> tuple[Move, ...]:
    """Every move that there is while something may be claimed, those that take no cards last."""
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
