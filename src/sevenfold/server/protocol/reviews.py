"""Reviews of finished rounds: what each decision of a seat cost, as far as it is judged."""

from typing import Literal

import msgspec

from sevenfold.core.remarks import Reason
from sevenfold.core.written import WrittenMove


class AskReview(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for the review of a seat's round. It is one for all who may look at the round.

    `from` is the seat; without it that of whoever asks, by a link that of its maker. With `known` decisions
    are judged by where all cards lay, which nobody could know.
    """

    viewer: str | None = msgspec.field(default=None, name="from")
    known: bool = False


class EvaluationInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A decision of the seat, judged. All figures are in the game's own points.

    `by` is by how much the `other` move is better than the one that was `played`, below 0 if it is worse, and
    `error` is the standard error of `by`. It is a loss where `by` is three of them at least,
    or more where many moves were tried.
    """

    at: int
    """How many steps of the round stood when it was made. The moment of the replay is the last of the seat's
    own with this `at` or less."""
    phase: str
    kind: str
    """The word of the move's text, or `play`."""
    played: WrittenMove
    other: WrittenMove
    """The best of the other moves that were tried."""
    value: float
    """What could be expected with the move made."""
    by: float
    error: float
    worlds: int
    expected: float
    """What could be expected of the decision."""
    tried: int
    all_tried: bool
    """Whether these were all moves that the seat might have made; others are not compared."""
    is_loss: bool
    is_well_evaluated: bool
    """Whether a hard choice was found."""
    reason_played: Reason | None
    reason_other: Reason | None
    why: Reason | None
    """What speaks for the other move and not for the one made."""


class CurvePoint(msgspec.Struct, frozen=True, kw_only=True):
    """What could be expected after `at` steps of the round; after the last it is the result."""

    at: int
    expected: float


class DealLuck(msgspec.Struct, frozen=True, kw_only=True):
    """What the seat's cards bring with the others' dealt at random, what any cards bring there on `average`,
    and the standard error of the difference.
    """

    value: float
    average: float
    error: float


ReviewProgress = Literal["none", "queued", "running", "done", "failed"]
"""How far a review is: not asked for, waiting for others, being judged, judged, or given up."""


class ReviewState(msgspec.Struct, frozen=True, kw_only=True):
    """The review of a seat's round, as far as it has come. `moments` and what follows is there at the end."""

    seat: int
    known: bool
    worlds: int
    """In how many worlds a decision is judged."""
    state: ReviewProgress
    ahead: int = 0
    """How many others are before it."""
    of: int | None = None
    """How many decisions there are in all; null while that is not known."""
    seconds_left: float | None = None
    """How long it will still take about; null while that is not known."""
    now: int | None = None
    """The `at` of the decision that is being judged."""
    decisions: tuple[EvaluationInfo, ...] = ()
    """In their order, without forced moves."""
    moments: tuple[int, ...] = ()
    """Up to three of `decisions` that lost most, by index, the costliest first."""
    well_evaluated: tuple[int, ...] = ()
    """Up to three hard choices that were found, by index, first where another move would have cost most."""
    lost: float = 0.0
    """What all decisions lost together, of those that lost anything for sure. It is no sum with `known`."""
    curve: tuple[CurvePoint, ...] = ()
    luck: DealLuck | None = None
    result: int | None = None
    """What the round brought the seat."""


class TryAgain(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask what another move would have been worth at a decision that the review has judged.

    `at` is that of the `EvaluationInfo`, `from` and `known` are those of the review.
    """

    at: int
    move: str
    viewer: str | None = msgspec.field(default=None, name="from")
    known: bool = False


class TriedAgain(msgspec.Struct, frozen=True, kw_only=True):
    """By how much the better move of the evaluation is better than this one, and its standard error.

    `is_best`: it is not behind.
    """

    move: WrittenMove
    by: float
    error: float
    is_best: bool
