"""Taking back a move: whether anybody has seen anything new since, and who agrees."""

import msgspec

from sevenfold.core import visibility
from sevenfold.core.game import FullState
from sevenfold.core.ledger import Step, standing_steps
from sevenfold.core.match import AnyMatch
from sevenfold.server.errors import TakeBackRefused
from sevenfold.server.protocol import TakeBack, TakeBackRequest
from sevenfold.server.storage.rows import Request


def ask(
    match: AnyMatch,
    seat: int,
    way: TakeBack,
    here: frozenset[int],
    *,
    claims_open: bool,
) -> Request:
    """A seat wants to take back its last move; those who are `here` must agree if that is the table's way.

    Raises TakeBackRefused.
    """
    if way == "never":
        raise TakeBackRefused(reason="never")
    step = last_move(match, seat, claims_open=claims_open)
    if way == "unseen" and not is_unseen(match, step):
        raise TakeBackRefused(reason="seen")
    return Request(
        seat=seat,
        to=step.version - 1,
        version=match.version,
        move=public_text(match, step),
        wanted=here if way == "agreed" else frozenset(),
        agreed=frozenset({seat}),
    )


def answer(match: AnyMatch, seat: int, request: Request | None, *, agree: bool) -> Request | None:
    """What becomes of a request when a seat agrees, or does not. Raises TakeBackRefused."""
    if request is None or request.version != match.version:
        raise TakeBackRefused(reason="nothing")
    return msgspec.structs.replace(request, agreed=request.agreed | {seat}) if agree else None


def shown(request: Request | None, version: int) -> TakeBackRequest | None:
    """A request as clients are told of it; None once the next move has ended it."""
    if request is None or request.version != version:
        return None
    return TakeBackRequest(seat=request.seat, move=request.move, agreed=tuple(sorted(request.agreed)))


def last_move(match: AnyMatch, seat: int, *, claims_open: bool) -> Step[FullState]:
    """The last move of a seat in this round that stands. Raises TakeBackRefused.

    While claims are open nothing is taken back, and a claim never is: that would reveal who was asked.
    """
    if match.round_over or claims_open:
        raise TakeBackRefused(reason="over")
    moves = [step for step in standing_steps(match.steps) if step.seat == seat]
    if not moves:
        raise TakeBackRefused(reason="nothing")
    move = moves[-1]
    if match.game.claims_open(move.before) or match.game.time(move.before) != match.clock:
        raise TakeBackRefused(reason="over")
    return move


def is_unseen(match: AnyMatch, step: Step[FullState]) -> bool:
    """Whether neither a move nor anything since has shown anybody something new, besides the move itself.

    Three things must hold. Nobody was told of a later move. All that became public or known to the seat
    follows from what it knew: the move, applied to its view alone, gives the same view. No other seat saw
    anything of its own change.
    """
    later = [each for each in standing_steps(match.steps) if each.version > step.version]
    if any(_is_visible(match, each) for each in later):
        return False
    imagined = visibility.view(step.before, step.seat)
    try:
        match.game.rules.apply(imagined, step.seat, step.move)
    except (IndexError, ValueError, ZeroDivisionError):  # it needs what the seat did not see
        return False
    if visibility.view(imagined, step.seat) != visibility.view(step.after, step.seat):
        return False
    others = (seat for seat in range(match.players) if seat != step.seat)
    return all(_own(step.before, seat) == _own(step.after, seat) for seat in others)


def _is_visible(match: AnyMatch, step: Step[FullState]) -> bool:
    """Whether anybody but the seat itself is told of a move."""
    story = match.game.story
    viewers = [None, *(seat for seat in range(match.players) if seat != step.seat)]
    return any(
        story.visible_move(match.game.seen(step.before, viewer), step.seat, step.move, viewer) is not None
        for viewer in viewers
    )


def public_text(match: AnyMatch, step: Step[FullState]) -> str:
    """A move as everybody has seen it; empty if they have not."""
    seen = match.game.seen(step.before, None)
    return match.game.story.visible_move(seen, step.seat, step.move, None) or ""


def _own(state: FullState, seat: int) -> list[int]:
    """What only a seat sees of a state."""
    kinds = visibility.visibilities(type(state))
    return [getattr(state, name)[seat] for name, kind in kinds.items() if kind is visibility.Visibility.OWN]
