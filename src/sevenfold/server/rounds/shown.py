"""What is shown of a finished round, from its match alone: a pure function of the log and the viewer."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from sevenfold.core.game import SeenState
from sevenfold.core.log import seat_text
from sevenfold.core.match import AnyMatch
from sevenfold.core.records import Record
from sevenfold.core.remarks import Decided
from sevenfold.core.retelling import Retold, retell
from sevenfold.core.standing import Standing
from sevenfold.server.errors import Malformed, MomentUnknown, SeatUnknown
from sevenfold.server.protocol.from_server import Mark
from sevenfold.server.protocol.replay import ReplayMoment
from sevenfold.server.storage.logs import MadeBy

WATCH, OPEN = "watch", "open"
"""How a spectator's side, and all hands, are written in an address."""


class Side(NamedTuple):
    """From where a round is seen: a seat, a spectator's place (None), or that with all hands open."""

    seat: int | None
    open: bool = False

    @property
    def text(self) -> str:
        """As it is written in an address."""
        return OPEN if self.open else WATCH if self.seat is None else str(self.seat)


def read_side(text: str, players: int) -> Side:
    """The side that an address names. Raises SeatUnknown, Malformed."""
    if text in (WATCH, OPEN):
        return Side(None, text == OPEN)
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise Malformed(at="from")
    if int(text) >= players:
        raise SeatUnknown(seat=text)
    return Side(int(text))


class Shown(msgspec.Struct, frozen=True):
    """What one side was shown of a round."""

    moments: tuple[ReplayMoment, ...]
    marks: tuple[Mark, ...]
    decided: Decided | None


class Written(msgspec.Struct, frozen=True):
    """The same as JSON: it can be passed on whatever rules it was made by."""

    moments: msgspec.Raw
    marks: msgspec.Raw
    decided: msgspec.Raw


class Summary(msgspec.Struct, frozen=True):
    """A finished round in short. `begins` and `ends` are its first and last entry in the log."""

    deal: int
    round: int
    begins: int
    ends: int
    standing: Standing
    thrown_in: bool


def summaries(match: AnyMatch, known: Sequence[Summary] = ()) -> tuple[Summary, ...]:
    """The finished rounds of a match, of which the first are `known`; a deal that was thrown in is one when
    the next is dealt.
    """
    later = match.round.earlier[len(known) :]
    return (
        *known,
        *(summary_of(match.at(past.beginning.entry + len(past.entries) - 1)) for past in later),
        *((summary_of(match),) if match.round_over and not match.thrown_in else ()),
    )


def results_of(known: Sequence[Summary]) -> list[tuple[int, ...] | None]:
    """What these rounds brought."""
    return [each.standing.result for each in known]


def summary_of(match: AnyMatch) -> Summary:
    """The round of a match in short, which is over."""
    return Summary(
        match.deals, match.round_number, match.round.dealt_at, match.version, match.standing, match.thrown_in
    )


def entry_after(match: AnyMatch, at: int) -> int:
    """The log entry after which so many steps of the match's round stood. Raises MomentUnknown."""
    steps = match.round.steps
    if not 0 <= at <= len(steps):
        raise MomentUnknown(at=str(at), last=str(len(steps)))
    return steps[at - 1].version if at else match.round.dealt_at


def show(match: AnyMatch, side: Side, made_by: Mapping[int, MadeBy], *, together: bool) -> Shown:
    """The round of a match, as one side was shown it. `together` is as in `retell`."""
    told = list(retell(match, side.seat, all_hands=side.open, together=together))
    ledger, marks = match.ledger(side.seat), []
    for index, step in enumerate(match.round.steps):
        made, version = made_by.get(step.version), ledger.visible_version_of(index)
        if made is not None and version is not None:
            marks.append(Mark(version, made.by))
    return Shown(tuple(map(moment, told)), tuple(marks), told[-1].moment.decided)


def moment(told: Retold[SeenState]) -> ReplayMoment:
    """A moment as it is sent."""
    return ReplayMoment(
        at=told.at,
        version=told.moment.version,
        view=told.view,
        standing=told.moment.standing,
        events=told.events,
        decision=told.has_choice,
        hands=told.hands,
    )


def record_of(match: AnyMatch) -> Record:
    """The round of a match as a record, without moves that were taken back."""
    round_ = match.round
    notation = match.game.notation
    steps = (step for step in round_.steps if step.to is None)
    return Record(
        game=match.game.meta.name,
        rules=match.game.meta.rules_version,
        options=match.log.options,
        players=match.players,
        first=round_.first,
        round=match.round_number,
        scores=round_.so_far.scores or msgspec.UNSET,
        carried=round_.so_far.carried or msgspec.UNSET,
        deal=round_.beginning.dealt.deal,
        rest=round_.beginning.dealt.rest,
        moves=[(seat_text(step.seat), notation.write(step.move)) for step in steps],
        result=list(round_.result or ()),
    )
