"""What a review says: decisions with what they cost, the luck of the deal, and how the round went."""

from dataclasses import dataclass
from statistics import NormalDist

from sevenfold.core.moves import Move
from sevenfold.core.remarks import Reason

SURE = 3.0
"""Standard errors by which another move must be better for a decision to have lost something, where only two
were tried."""

MOMENTS = 3
"""The most decisions that a review names as those that lost most."""


def sure_from(tried: int) -> float:
    """Standard errors from which a difference is sure where so many moves were tried.

    The more there are, the likelier one of them seems better by chance, so all of them together may err no
    more often than a single one at three standard errors (Bonferroni's correction).

    >>> round(sure_from(2), 2), round(sure_from(13), 2)
    (3.0, 3.69)
    """
    normal = NormalDist()
    return -normal.inv_cdf(normal.cdf(-SURE) / max(1, tried - 1))


def is_sure(by: float, error: float, tried: int) -> bool:
    """Whether a difference is clearly above zero, where so many moves were tried."""
    return by > 0 and by >= sure_from(tried) * error


@dataclass(frozen=True, kw_only=True)
class Evaluation:
    """A decision of a seat, judged. All figures are in the game's own points.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> while not match.round_over:
    ...     seat = match.acting[0]
    ...     step = match.play(seat, match.game.choose(match.seen(seat), seat))
    >>> first = sevenfold.review(match, 0, worlds=40).decisions[0]
    >>> first.at, first.phase, first.kind, match.write(first.played), first.all_tried
    (2, 'play', 'play', '2H', True)
    """

    at: int
    """The number of the move's entry in the log, counted from 1: what `match.at` takes. The decision was
    made after entry `at - 1`."""
    phase: str
    """The phase of the round, as the view names it: what was to be decided."""
    kind: str
    """The kind of the move made, by the first word of its text; `play` for cards."""
    played: Move
    other: Move
    """The best of the other moves that were tried."""
    value: float
    """What could be expected with the move made."""
    by: float
    """By how much the other move is better; below 0 if it is worse."""
    error: float
    """The standard error of `by`."""
    worlds: int
    """In how many worlds the two were compared."""
    expected: float
    """What could be expected of the decision: with the other move if that was surely better, else `worth`."""
    tried: int
    """How many moves were tried."""
    all_tried: bool
    """Whether these were all moves that the seat might have made; what was not tried is not compared."""
    is_hard: bool
    """Whether Medium, or a beginner, would have made another move than the seat did; False
    where a review judges by where all cards lay, since then nothing was judged well."""
    reason_played: Reason | None = None
    reason_other: Reason | None = None
    """What the game's player has to say for each of the two; None where it says nothing, and where a review
    judges by where all cards lay."""

    @property
    def is_loss(self) -> bool:
        """Whether the other move is better by three standard errors, or by more where many were tried."""
        return is_sure(self.by, self.error, self.tried)

    @property
    def is_well_evaluated(self) -> bool:
        """Whether a hard choice was found: every other move is clearly worse."""
        return self.is_hard and is_sure(-self.by, self.error, self.tried)

    @property
    def why(self) -> Reason | None:
        """What speaks for the other move and not for the one made; None where the two have one reason."""
        return None if self.reason_other == self.reason_played else self.reason_other


@dataclass(frozen=True)
class Luck:
    """What the cards dealt to a seat were worth before anybody had played.

    `worth` is what they bring, with the others' cards dealt at random; `average` is what any cards bring a
    seat at that place; `error` is the standard error of `by`, the difference.

    >>> import sevenfold
    >>> luck = sevenfold.Luck(value=2.5, average=3.25, error=0.1)
    >>> luck.by
    -0.75
    """

    value: float
    average: float
    error: float

    @property
    def by(self) -> float:
        """By how much the cards were better than others: the luck of the deal, apart from play."""
        return self.value - self.average


@dataclass(frozen=True, kw_only=True)
class Review:
    """A seat's round, reviewed.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> while not match.round_over:
    ...     seat = match.acting[0]
    ...     step = match.play(seat, match.game.choose(match.seen(seat), seat))
    >>> review = sevenfold.review(match, 0, worlds=40)
    >>> len(review.moments) <= 3, review.result == match.standing.result, review.curve[-1]
    (True, True, (53, 2.0))
    """

    seat: int
    known: bool
    """Whether it judges by where all cards lay, which nobody could know."""
    worlds: int
    """In how many worlds each decision was judged: half to find the best other move, half to compare."""
    result: tuple[int, ...] | None
    """What the round brought each seat; None for a deal that was thrown in."""
    dealt_at: int
    ended_at: int
    """The numbers of the round's first and last entry in the log."""
    decisions: tuple[Evaluation, ...]
    """In their order, without forced moves."""
    luck: Luck

    @property
    def moments(self) -> tuple[Evaluation, ...]:
        """Up to three decisions that lost most, the costliest first."""
        losses = [decision for decision in self.decisions if decision.is_loss]
        return tuple(sorted(losses, key=lambda decision: -decision.by)[:MOMENTS])

    @property
    def well_evaluated(self) -> tuple[Evaluation, ...]:
        """Up to three hard choices that were found, first where another move would have cost most."""
        found = [decision for decision in self.decisions if decision.is_well_evaluated]
        return tuple(sorted(found, key=lambda decision: decision.by)[:MOMENTS])

    @property
    def lost(self) -> float:
        """What all decisions lost together, of those that lost anything for sure.

        It is no sum where all cards are known: what one move lost another may have brought back.
        """
        return sum(decision.by for decision in self.decisions if decision.is_loss)

    @property
    def curve(self) -> tuple[tuple[int, float], ...]:
        """What could be expected after the deal and at each decision, and the result, each with its entry."""
        points = [(self.dealt_at, self.luck.value)]
        points += ((decision.at, decision.expected) for decision in self.decisions)
        if self.result is not None:
            points.append((self.ended_at, float(self.result[self.seat])))
        return tuple(points)
