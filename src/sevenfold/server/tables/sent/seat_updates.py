"""What a seat is sent: its own view of a match, events and choices, and the table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

import msgspec

from sevenfold.cards.pack import CardError
from sevenfold.core import violations
from sevenfold.core.events import Event
from sevenfold.core.game import FullState, SeenState
from sevenfold.core.log import Played
from sevenfold.core.match import AnyMatch
from sevenfold.core.moment import Moment
from sevenfold.core.moves import Extension, Move
from sevenfold.core.promise import DealKey
from sevenfold.core.remarks import Decided, Tip
from sevenfold.core.standing import Standing
from sevenfold.core.views import View
from sevenfold.core.violations import IllegalMove
from sevenfold.core.written import PLAY, take_apart
from sevenfold.server.errors import Malformed
from sevenfold.server.protocol.from_server import (
    CardCounter,
    Choices,
    ClaimTime,
    Mark,
    RefusedMove,
    Snapshot,
    Update,
)
from sevenfold.server.protocol.table import TableInfo, TakeBackOffer
from sevenfold.server.storage.logs import MadeBy
from sevenfold.server.storage.rows import TableRow
from sevenfold.server.tables.play import take_back
from sevenfold.server.tables.play.take_back import Terms
from sevenfold.server.tables.seating import promises
from sevenfold.server.tables.sent.presence import Presence

_encode = msgspec.json.Encoder().encode


class Viewer(NamedTuple):
    """Who sees a table: a seat, a spectator, or a spectator who looks over the shoulder of seat `over`.

    `shown_by` are the seats that show a spectator their hands. `comes_to` is the seat that they are to have.
    """

    seat: int | None
    over: int | None = None
    shown_by: frozenset[int] = frozenset()
    comes_to: int | None = None

    @property
    def shown(self) -> int | None:
        """The seat whose view it is; None for what is public."""
        return self.seat if self.over is None else self.over


@dataclass(frozen=True)
class SeatView:
    """A match as a seat sees it; None is a spectator.

    `claims_open` is true while everybody waits for claims. `clock_steps_hidden` is how many steps of the
    match's clock are not shown yet.
    """

    match: AnyMatch
    seat: int | None
    claims_open: bool
    clock_steps_hidden: int
    made_by: Mapping[int, MadeBy] = field(default_factory=dict)
    """Log entries that were not made by the person at the seat, by entry number."""
    together: bool = False
    """Whether everybody who can claim is asked at the same time, and the answers are kept (ClaimWindow)."""
    asked: FullState | None = None
    """Where that is so, the state in which the seat is asked; None if it is not."""
    claims: ClaimTime | None = None
    """How much longer claims are open, where that is told."""
    over_shoulder: bool = False
    """Whether a spectator looks over the seat's shoulder. They are not told what the seat may do."""
    terms: Terms | None = None
    """What decides what may be taken back; None where nothing is, as in a lesson."""
    counts: bool = False
    """Whether the table counts the cards that are gone."""
    row: TableRow | None = None
    """The table, which may have promised its deals; None in a lesson."""

    @cached_property
    def version(self) -> int:
        """The match's version as the seat may know it. The closing of claims counts as a version too."""
        closed = self.match.claims_open and not self.claims_open
        return self.match.ledger(self.seat).version - self.clock_steps_hidden + closed

    def holds(self, version: int, move: Move) -> bool:
        """Whether the seat may still make a move that it decided on at this version."""
        if version == self.version:
            return True
        nothing_open = not self.claims_open and not self.clock_steps_hidden
        return nothing_open and self.match.ledger(self.seat).holds(version, move)

    def has_made(self, version: int, move: Move) -> bool:
        """Whether this is the move that the seat made next after this version, and nothing was taken back.

        Somebody else may have made it in their place, such as a pass when claims ended.
        """
        events = self.moment.events(version) if can_update(self, version) else ()
        own = [event.move for event in events if event.kind == "move" and event.seat == self.seat]
        taken_back = any(event.kind == "take_back" for event in events)
        return bool(own) and not taken_back and self.match.game.notation.parse(own[0] or "") == move

    @cached_property
    def moment(self) -> Moment[SeenState]:
        """All that the seat knows of the match, as far as it is shown."""
        moment = self.match.moment(self.seat, clock_steps_hidden=self.clock_steps_hidden)
        if self.asked is None:
            return moment
        return replace(moment, seen=moment.game.seen(self.asked, self.seat))

    @property
    def may_act(self) -> bool:
        """Whether the seat may act. While claims are open, only the seat that is asked may."""
        if self.together:
            return self.asked is not None
        if self.clock_steps_hidden or self.seat not in self.match.acting:
            return False
        return not self.claims_open or self.match.game.rules.default_move(self.match.state) is not None

    @property
    def shown(self) -> View:
        """The seat's view. While claims are open, it never shows that another seat is to act."""
        view = self.moment.view
        if not self.claims_open:
            return view
        return msgspec.structs.replace(
            view, acting=(self.seat,) if self.seat is not None and self.may_act else ()
        )

    @property
    def standing(self) -> Standing:
        """How the match stands, as far as it is shown; the rest of the moment need not be made for it."""
        return self.match.standing.before_end() if self.clock_steps_hidden else self.match.standing

    @property
    def decided(self) -> Decided | None:
        """What decided the round, once its end is shown."""
        return None if self.clock_steps_hidden or self.claims_open else self.moment.decided

    @property
    def keys(self) -> tuple[DealKey, ...]:
        """The keys of the deals that may be looked at since the end of this round is shown."""
        row, match = self.row, self.match
        if self.claims_open or self.clock_steps_hidden or not match.round_over or match.thrown_in:
            return ()
        if row is None or not row.shows_rounds(over=match.over):
            return ()
        earlier = match.round.earlier if row.settings.rounds == "match_end" else ()
        numbers = [
            *(past.beginning.so_far for past in earlier if past.result is not None),
            match.round.so_far,
        ]
        keys = (promises.key_of(row, number.deal, number.round) for number in numbers)
        return tuple(key for key in keys if key is not None)

    @property
    def is_waited_for(self) -> bool:
        """Whether the table waits for the seat: for its move, or for somebody to ask for the next round."""
        return self.may_act or (self.standing.next_first is not None and not self.claims_open)

    @property
    def may_take_back(self) -> TakeBackOffer | None:
        """Whether the seat may take back its last move, as it is told."""
        if self.terms is None or self.seat is None or self.over_shoulder or self.clock_steps_hidden:
            return None
        return take_back.offer(self.match, self.seat, self.terms, claims_open=self.claims_open)

    @property
    def counter(self) -> CardCounter | None:
        """The cards that are gone, as a spectator can tell."""
        if not self.counts:
            return None
        pack = self.match.pack
        gone = self.moment.game.view.gone(self.moment.public)
        return CardCounter(pack.names[::-1], pack.copies, tuple(pack.write(gone).split()))

    def tips(self, shown: View, events: tuple[Event, ...]) -> tuple[Tip, ...]:
        """Tips for a newcomer, to go with what the seat is sent."""
        coach = self.moment.game.coach
        if coach is None or self.seat is None or self.over_shoulder:
            return ()
        return tuple(coach.tips(shown, events))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Those moves of this round that the seat was told of and that the person there did not make."""
        if not self.made_by:
            return ()
        ledger, marks = self.match.ledger(self.seat), []
        for index, step in enumerate(self.match.round.steps):
            made, visible = self.made_by.get(step.version), ledger.visible_version_of(index)
            if made is not None and visible is not None and visible <= self.version:
                marks.append(Mark(visible, made.by))
        return tuple(marks)


class Prepared:
    """A message with its bytes, encoded on first use, and the presence that it shows."""

    def __init__(self, message: Snapshot | Update, presence: Presence) -> None:
        self.message = message
        self.presence = presence

    @cached_property
    def data(self) -> bytes:
        """The bytes that are sent."""
        return _encode(self.message)


def snapshot(view: SeatView, table: TableInfo) -> Snapshot:
    """Everything a client needs."""
    moment, shown = view.moment, view.shown
    return Snapshot(
        version=view.version,
        table=table,
        view=shown,
        standing=moment.standing,
        choices=choices(view),
        events=moment.events(),
        marks=view.marks,
        tips=view.tips(shown, ()),
        decided=view.decided,
        claims=view.claims,
        may_take_back=view.may_take_back,
        counter=view.counter,
        keys=view.keys,
    )


def can_update(view: SeatView, since: int) -> bool:
    """Whether the events since that version are still known: those of this round are, with its deal."""
    return max(1, view.moment.told.deal_version - 1) <= since <= view.version


def update(view: SeatView, since: int) -> Update:
    """What happened since version `since`."""
    moment, shown = view.moment, view.shown
    events = moment.events(since)
    return Update(
        since=since,
        version=view.version,
        view=shown,
        standing=moment.standing,
        choices=choices(view),
        events=events,
        marks=view.marks,
        tips=view.tips(shown, events),
        decided=view.decided,
        claims=view.claims,
        may_take_back=view.may_take_back,
        counter=view.counter,
        keys=view.keys,
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
    """Cards to choose in place of those refused; none if the refused cards were right so far."""
    if not offered.cards or view.seat is None:
        return ()
    refused = {card.split("=")[0] for card in take_apart(text).cards}
    would_do = view.moment.game.view.would_do(view.moment.seen, view.seat) or offered.cards
    return () if refused <= set(would_do) else would_do


def is_premove(view: SeatView, version: int, move: Move, *, queued: bool) -> bool:
    """Whether a move is a claim to keep until the seat is next asked; with `queued`, even if it is asked now.

    Where a clock runs, steps come faster than answers: a claim decided on at one step arrives at a later one.
    """
    match, seat = view.match, view.seat
    if seat is None or not (
        view.claims_open and match.clock and view.moment.told.deal_version <= version <= view.version
    ):
        return False
    now = view.may_act and version == view.version and not queued
    claims = match.game.claims
    if now or claims is None or claims.clock is None:
        return False
    return claims.clock.check_premove(view.moment.seen, seat, move) == violations.OK


def choices(view: SeatView, chosen: Iterable[str] = ()) -> Choices:
    """What the seat may do with the cards chosen. Raises Malformed if they are not a choice of cards."""
    names = tuple(chosen)
    cards, twice = _read_choice(view.match, names) if names else (0, 0)
    extension = Extension(0)
    if view.may_act and not view.over_shoulder:
        extension = view.moment.choices(cards, twice)
        if view.match.claims_open and extension.cards and not names:
            extension = Extension(extension.cards, _claims(view.moment))
    return Choices(
        version=view.version,
        chosen=names,
        cards=tuple(view.match.pack.write_mask(extension.cards).split()),
        moves=tuple(take_apart(view.match.game.notation.write(move)) for move in extension.moves),
        parts=view.moment.parts(cards, twice),
    )


def _claims(moment: Moment[SeenState]) -> tuple[Move, ...]:
    """Every legal move while claims are open; moves that take no cards come last."""
    return tuple(sorted(moment.legal, key=lambda move: move.cards == 0))


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
