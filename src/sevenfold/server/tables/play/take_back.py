"""Taking back a move: what may be taken back, and who must agree (docs/playing.md, "Take back a move").

What a move showed follows from the declared visibility (law 1), so no game is named here. A move showed its
seat nothing hidden if it can be worked out from what the seat saw: applied to the seat's view alone, it gives
what the seat saw afterwards. If what is public comes out differently, it showed everybody something, such as
the called suit. What chance does shows something to each person whose own fields it changes. Answers to
whether a seat claims are left out, or a refusal would tell who was asked (law 8).

Others have seen a move if its text, as they are told it, has a card or a word in it. In a game without
anything hidden (`Game.has_secrets`) that does not matter. Partners need no rule of their own: where nothing
is hidden, they may talk. Others are persons and spectators at the table, connected or not, since a list or a
late socket shows them everything. A row keeps up to which entry of the log somebody who has left since could
see (`seen_to`).
"""

from typing import NamedTuple, get_args

import msgspec

from sevenfold.core import visibility
from sevenfold.core.game import FullState
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import CHANCE
from sevenfold.core.steps import Step
from sevenfold.core.written import take_apart
from sevenfold.server.errors import TablePaused, TakeBackRefused
from sevenfold.server.protocol.settings import TakeBack
from sevenfold.server.protocol.table import TakeBackOffer, TakeBackRequest, WhyNoTakeBack
from sevenfold.server.storage.rows import Request, TableRow, now

REASONS: tuple[WhyNoTakeBack, ...] = get_args(WhyNoTakeBack)
"""The reasons that a seat is told before it asks."""

MOST = 10
"""How often a seat may take back in a round."""

WAITED_FOR = 30_000
"""How long bots wait for the answers to a request, in ms."""


class Terms(NamedTuple):
    """What decides what may be taken back at a table, besides its match.

    `person_seats` are the seats of persons, away or not. `watched` says that there are spectators, connected
    or not. `seen_to` is the log entry up to which somebody who has left since could see all that was open.
    """

    way: TakeBack
    person_seats: frozenset[int]
    watched: bool
    seen_to: int

    @classmethod
    def of(cls, row: TableRow) -> "Terms":
        """The terms of a table."""
        return cls(row.settings.take_back, row.person_seats, row.is_watched, row.seen_to)

    def alone(self, seat: int) -> bool:
        """Whether nobody but the seat's person sits there or watches."""
        return self.person_seats <= {seat} and not self.watched


def offer(match: AnyMatch, seat: int, terms: Terms, *, claims_open: bool) -> TakeBackOffer | None:
    """What a seat may do about its last move, as it is told; None where there is nothing to tell."""
    try:
        return TakeBackOffer(ask=find(match, seat, terms, claims_open=claims_open)[1])
    except TakeBackRefused as refusal:
        why_not = next((why for why in REASONS if why == refusal.values["reason"]), None)
        return None if why_not is None or seat in match.acting else TakeBackOffer(why_not=why_not)


def ask(match: AnyMatch, seat: int, terms: Terms, *, claims_open: bool) -> Request:
    """A seat wants to take back its last move. Those who are `wanted` must agree. Raises TakeBackRefused."""
    step, others_agree = find(match, seat, terms, claims_open=claims_open)
    return Request(
        seat=seat,
        to=step.version - 1,
        version=match.version,
        move=public_text(match, step),
        wanted=terms.person_seats - {seat} if others_agree else frozenset(),
        agreed=frozenset({seat}),
        at=now(),
    )


def answer(match: AnyMatch, seat: int, request: Request | None, *, agree: bool) -> Request | None:
    """What becomes of a request when a seat agrees, or does not. Raises TakeBackRefused."""
    if request is None or request.version != match.version:
        raise TakeBackRefused(reason="nothing")
    return msgspec.structs.replace(request, agreed=request.agreed | {seat}) if agree else None


def ask_at(match: AnyMatch, seat: int, row: TableRow, *, claims_open: bool) -> Request:
    """The same at a table, where one request is open at most. Raises TablePaused, TakeBackRefused."""
    if row.pause is not None:
        raise TablePaused
    if shown(row.request, match.version) is not None:
        raise TakeBackRefused(reason="asked")
    return ask(match, seat, Terms.of(row), claims_open=claims_open)


def answer_at(match: AnyMatch, seat: int, row: TableRow, *, agree: bool) -> Request | None:
    """What becomes of a table's request when a seat agrees, or does not. Raises TakeBackRefused."""
    return answer(match, seat, row.request, agree=agree)


def shown(request: Request | None, version: int) -> TakeBackRequest | None:
    """A request as clients are told of it; None once the next move has ended it."""
    if request is None or request.version != version:
        return None
    return TakeBackRequest(seat=request.seat, move=request.move, agreed=tuple(sorted(request.agreed)))


def waited_for(request: Request | None, version: int) -> float:
    """How much longer bots wait for the answers to a request, in seconds; 0 if there is none."""
    if request is None or request.version != version:
        return 0
    return max(0, request.at + WAITED_FOR - now()) / 1000


def find(match: AnyMatch, seat: int, terms: Terms, *, claims_open: bool) -> tuple[Step[FullState], bool]:
    """The move that a seat may take back, and whether the others must agree. Raises TakeBackRefused."""
    if terms.way == "never":
        raise TakeBackRefused(reason="never")
    step = last_move(match, seat, claims_open=claims_open)
    others_agree = terms.way == "agreed" and not terms.person_seats <= {seat}
    later = [each for each in match.round.steps if each.version > step.version and each.to is None]
    was_seen = not terms.alone(seat) or step.version <= terms.seen_to
    if was_seen and not others_agree and (_is_seen(match, step) or _anybody_was_told(match, seat, later)):
        raise TakeBackRefused(reason="seen")
    if any(shows_hidden(match, each, terms.person_seats) for each in (step, *later)):
        raise TakeBackRefused(reason="shown")
    if not others_agree and (seat, match.round.moves_of(seat) - 1) in match.round.taken_back:
        raise TakeBackRefused(reason="again")
    if sum(who == seat for who, _ in match.round.taken_back) >= MOST:
        raise TakeBackRefused(reason="many")
    return step, others_agree


def last_move(match: AnyMatch, seat: int, *, claims_open: bool) -> Step[FullState]:
    """The last move of a seat in this round that stands. Raises TakeBackRefused.

    While claims are open nothing is taken back, and a claim never is: that would reveal who was asked.
    """
    if match.round_over or claims_open:
        raise TakeBackRefused(reason="over")
    moves = (step for step in reversed(match.round.steps) if step.seat == seat and step.to is None)
    move = next(moves, None)
    if move is None:
        raise TakeBackRefused(reason="nothing")
    if match.game.claims_open(move.before) or match.game.time(move.before) != match.clock:
        raise TakeBackRefused(reason="over")
    return move


def _is_seen(match: AnyMatch, step: Step[FullState]) -> bool:
    """Whether anybody else has seen a card or a word of a move, in a game in which anything is hidden."""
    return match.game.has_secrets and any(_is_open(told) for told in _told_others(match, step.seat, step))


def _anybody_was_told(match: AnyMatch, seat: int, later: list[Step[FullState]]) -> bool:
    """Whether anybody but the seat was told of these moves."""
    return any(told is not None for step in later for told in _told_others(match, seat, step))


def _told_others(match: AnyMatch, seat: int, step: Step[FullState]) -> list[str | None]:
    """What each other seat, and a spectator, was told of a move."""
    others = (None, *(other for other in range(match.players) if other != seat))
    return [_told(match, step, viewer) for viewer in others]


def _told(match: AnyMatch, step: Step[FullState], viewer: int | None) -> str | None:
    """What a viewer was told of a move; None for nothing."""
    return match.game.visible_move(match.game.seen(step.before, viewer), step.seat, step.move, viewer)


def _is_open(told: str | None) -> bool:
    """Whether more was told of a move than how many cards it took."""
    if told is None:
        return False
    move = take_apart(told)
    return not move.cards or any(card != "?" for card in move.cards) or move.arg is not None


def shows_hidden(match: AnyMatch, step: Step[FullState], persons: frozenset[int]) -> bool:
    """Whether a move showed a person something hidden, besides cards and words of whoever made it.

    A move shows nothing more if it can be worked out from what its seat saw: applied to the seat's view
    alone, it gives what the seat saw afterwards. Answers to whether a seat claims are left out, since what
    they change is who is asked.
    """
    game = match.game
    if step.seat == CHANCE:
        return any(_own(step.before, seat) != _own(step.after, seat) for seat in persons)
    if game.claims_open(step.before) and game.rules.default_move(step.before) is not None:
        return False
    others = (persons - {step.seat}).intersection(range(match.players))
    if any(_gives_hidden(match, step, other) for other in others):
        return True
    imagined = visibility.view(step.before, step.seat)
    try:
        game.rules.apply(imagined, step.seat, step.move)
    except (IndexError, ValueError, ZeroDivisionError):  # it needs what the seat did not see
        return step.seat in persons
    viewer = step.seat if step.seat in persons else None
    return visibility.view(imagined, viewer) != visibility.view(step.after, viewer)


def _gives_hidden(match: AnyMatch, step: Step[FullState], person: int) -> bool:
    """Whether another's move gave this person cards that they could not work out, such as a widow."""
    if _own(step.before, person) == _own(step.after, person):
        return False
    imagined = visibility.view(step.before, person)
    try:
        match.game.rules.apply(imagined, step.seat, step.move)
    except (IndexError, ValueError, ZeroDivisionError):  # it needs what the person did not see
        return True
    return _own(imagined, person) != _own(step.after, person)


def public_text(match: AnyMatch, step: Step[FullState]) -> str:
    """A move as everybody has seen it; empty if they have not."""
    return _told(match, step, None) or ""


def _own(state: FullState, seat: int) -> list[int]:
    """What only a seat sees of a state."""
    kinds = visibility.visibilities(type(state))
    return [getattr(state, name)[seat] for name, kind in kinds.items() if kind is visibility.Visibility.OWN]
