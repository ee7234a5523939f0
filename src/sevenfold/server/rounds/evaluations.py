"""A review as it is kept and sent: what is judged so far, and the whole once all is judged."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.core.round import Round
from sevenfold.core.written import WrittenMove, take_apart
from sevenfold.games import load_game, load_meta
from sevenfold.search import review
from sevenfold.search.evaluation import Evaluation, Review
from sevenfold.search.review import Reviewer
from sevenfold.server.protocol.reviews import CurvePoint, DealLuck, EvaluationInfo, ReviewState
from sevenfold.server.storage.reviews import KeptReview, ReviewKey

AnyRound = Round[Any, Any]


class EvaluatedSoFar(msgspec.Struct, frozen=True, kw_only=True):
    """How far a review has come, so that it goes on after a restart where it was.

    `ats` are the steps that stood at each of its decisions, of which the first are judged, in so many
    `seconds`.
    """

    ats: tuple[int, ...]
    judged: tuple[Evaluation, ...] = ()
    seconds: float = 0.0


_SO_FAR = msgspec.json.Decoder(EvaluatedSoFar)
_REVIEW = msgspec.json.Decoder(ReviewState)


def engine_of(game: str) -> str:
    """By what a review is judged: by another engine it would come out otherwise."""
    return f"{review.ENGINE}/{load_meta(game).rules_version}/{review.WORLDS}"


def reviewer_of(round_: AnyRound, key: ReviewKey, worlds: int) -> Reviewer[Any, Any]:
    """The reviewer of a seat's round. Its seed follows from the key, so the review is the same everywhere."""
    named = f"{key.table}.{key.deal}.{key.seat}".encode()
    seed = int.from_bytes(blake2b(named, digest_size=8).digest())
    return Reviewer(round_, key.seat, worlds=worlds, known=key.known, seed=seed)


def ats_of(round_: AnyRound, entries: Sequence[int]) -> tuple[int, ...]:
    """How many steps of a round stood before each of these log entries."""
    before = _steps_before(round_)
    return tuple(before[entry] for entry in entries)


def _steps_before(round_: AnyRound) -> dict[int, int]:
    return {step.version: at for at, step in enumerate(round_.steps)}


def as_far(key: ReviewKey, game: str, kept: KeptReview) -> ReviewState:
    """A review as it is sent, as far as it has come."""
    if kept.review is not None:
        return _REVIEW.decode(kept.review)
    if kept.state == "failed":
        return state_of(key, state="failed")
    if kept.is_leased:
        state = state_of(key, state="running")
    else:
        state = state_of(key, state="queued", ahead=kept.ahead)
    if kept.progress is None:
        return state
    so_far = _SO_FAR.decode(kept.progress)
    done, left = len(so_far.judged), so_far.ats[len(so_far.judged) :]
    return msgspec.structs.replace(
        state,
        of=len(so_far.ats),
        now=left[0] if left and kept.is_leased else None,
        seconds_left=so_far.seconds / done * len(left) if done else None,
        decisions=written(load_game(game), so_far.ats, so_far.judged),
    )


def state_of(key: ReviewKey, **fields: Any) -> ReviewState:
    """A review with these fields; the others are as where nothing is judged."""
    return ReviewState(seat=key.seat, known=key.known, **{"worlds": review.WORLDS} | fields)


def so_far_of(kept: str) -> EvaluatedSoFar:
    """How far a review has come that is kept."""
    return _SO_FAR.decode(kept)


def whole(key: ReviewKey, round_: AnyRound, ats: Sequence[int], found: Review) -> ReviewState:
    """A review that is done, as it is sent and kept."""
    places = _steps_before(round_) | {found.dealt_at: 0, found.ended_at: len(round_.steps)}
    number = {decision.at: index for index, decision in enumerate(found.decisions)}
    luck = found.luck
    return state_of(
        key,
        state="done",
        worlds=found.worlds,
        of=len(ats),
        seconds_left=0.0,
        decisions=written(round_.game, ats, found.decisions),
        moments=tuple(number[decision.at] for decision in found.moments),
        well_evaluated=tuple(number[decision.at] for decision in found.well_evaluated),
        lost=found.lost,
        curve=tuple(CurvePoint(at=places[entry], expected=value) for entry, value in found.curve),
        luck=DealLuck(value=luck.value, average=luck.average, error=luck.error),
        result=None if found.result is None else found.result[key.seat],
    )


def written(game: AnyGame, ats: Sequence[int], judged: Sequence[Evaluation]) -> tuple[EvaluationInfo, ...]:
    """Decisions as they are sent."""
    return tuple(_written(game, at, each) for at, each in zip(ats, judged, strict=False))


def _written(game: AnyGame, at: int, judged: Evaluation) -> EvaluationInfo:
    return EvaluationInfo(
        at=at,
        phase=judged.phase,
        kind=judged.kind,
        played=written_move(game, judged.played),
        other=written_move(game, judged.other),
        value=judged.value,
        by=judged.by,
        error=judged.error,
        worlds=judged.worlds,
        expected=judged.expected,
        tried=judged.tried,
        all_tried=judged.all_tried,
        is_loss=judged.is_loss,
        is_well_evaluated=judged.is_well_evaluated,
        reason_played=judged.reason_played,
        reason_other=judged.reason_other,
        why=judged.why,
    )


def written_move(game: AnyGame, move: Move) -> WrittenMove:
    """A move, taken apart for whoever shows it."""
    return take_apart(game.notation.write(move))
