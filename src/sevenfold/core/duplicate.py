"""Duplicate boards: one deal that is played several times, so that nobody gains by the cards.

A board is a value: all that it takes to deal it again, chance included. Whoever plays it from the same seat
has the same cards, so their results can be compared, in the game's own points.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple, Self

import msgspec

from sevenfold.core import dealing
from sevenfold.core.deal import Deal, dealt
from sevenfold.core.dealer import Dealer, chance_from, first_from
from sevenfold.core.game import Game, S, V
from sevenfold.core.match import Match
from sevenfold.core.options import Options
from sevenfold.core.shuffle import Stream, derive

DEVIATIONS = NormalDist().inv_cdf(0.975)
"""How many standard errors a 95 % confidence interval reaches to either side."""

FEWEST = 6
"""Of how many results an interval is told. With fewer it says nothing."""


# --- boards -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """A deal that can be played several times. `round` is the number of its round, `scores` and `carried` are
    what the match knew before it, in a game in which that matters (`Meta.memory`).

    From `seed`, a secret, follows what chance draws, and the deals after one that is thrown in.
    """

    deal: Deal
    first: int
    seed: bytes
    round: int = 1
    scores: tuple[int, ...] = ()
    carried: tuple[int, ...] = ()

    @classmethod
    def of_seed(cls, game: Game[S, V, Any], options: Options, players: int, seed: bytes) -> Self:
        """The board whose cards, first seat and chance follow from this seed."""
        cards = Stream(seed).shuffled(game.rules.pack(options).cards)
        hands = dealt(cards, players, game.rules.hand_size(options, players))
        return cls(hands, first_from(seed, players), seed)

    @classmethod
    def of_match(
        cls, dealer: Dealer, game: Game[S, V, Any], options: Options, players: int, number: int
    ) -> Self:
        """Board number `number` of those that a dealer deals; the seats are first in turn."""
        deal = dealer.deal(game, options, players, number)
        return cls(deal, number % players, dealer.deal_seed(number), number)

    @property
    def dealer(self) -> Dealer:
        """The dealer of the match of one round that is played at this board."""
        return Dealer(self.after, borrowed=(self.round, self.seed))

    @property
    def after(self) -> bytes:
        """The seed of the deals after one that was thrown in, and of the bots."""
        return after(self.seed)

    def chance(self, drawn: int, outcomes: int) -> int:
        """The index of one of the equally likely outcomes, after `drawn` chance moves in this deal."""
        return chance_from(self.seed, drawn, outcomes)

    def start(self, game: Game[S, V, Any], options: Options, players: int) -> S:
        """The state of a round at this board, chance not yet drawn."""
        so_far = game.so_far(players, self.round, scores=self.scores, carried=self.carried)
        return game.rules.start(options, players, self.deal, self.first, so_far)

    def begin(self, game: Game[S, V, Any], options: Options, players: int) -> Match[S, V]:
        """A match of one round at this board, dealt."""
        match = Match(
            game,
            options,
            players,
            self.deal,
            self.first,
            totals=self.scores,
            round_number=self.round,
            last_round=self.round,
            carried=self.carried,
        )
        dealing.draw(self.dealer, match)
        return match


def after(seed: bytes) -> bytes:
    """The seed that all tables of a board have, from that of the board, of which it tells nothing."""
    return derive(seed, "after")


# --- results compared -------------------------------------------------------------------------------


class Interval(msgspec.Struct, frozen=True):
    """A mean with its 95 % confidence interval, `reach` to either side."""

    mean: float
    reach: float

    def text(self, decimals: int) -> str:
        """As it is printed, with so many decimals."""
        return f"{self.mean:.{decimals}f} ± {self.reach:.{decimals}f}"


def interval(samples: Iterable[float]) -> Interval:
    """The mean of independent samples, of which there are two at least."""
    values = list(samples)
    return Interval(fmean(values), DEVIATIONS * stdev(values) / len(values) ** 0.5)


def interval_of_few(samples: Iterable[float]) -> Interval | None:
    """The same for as few as six: by Student's t, which is wider than the normal distribution. Else None.

    >>> interval_of_few([1, 2, 3, 4, 5, 6]).text(2)
    '3.50 ± 1.96'
    """
    values = list(samples)
    return interval_of_sums(len(values), sum(values), sum(each * each for each in values))


def interval_of_sums(count: int, total: float, squares: float) -> Interval | None:
    """The same of so many samples, by what they and their squares are together."""
    if count < FEWEST:
        return None
    variance = max(0.0, squares - total * total / count) / (count - 1)
    return Interval(total / count, _student(count - 1) * sqrt(variance / count))


def _student(freedom: int) -> float:
    """How many standard errors reach to either side by Student's t: the normal quantile, expanded.

    It is Cornish and Fisher's series, true to 0.0003 from five degrees of freedom on.
    """
    z, n = DEVIATIONS, float(freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


class Placing(msgspec.Struct, frozen=True):
    """A place from 1 on among `of` people, oneself included, that is shared with `level` others."""

    place: int
    level: int
    of: int

    @property
    def behind(self) -> int:
        """How many stand behind it."""
        return self.of - self.level - self.place


def place_of(own: float, ordered: Sequence[float], sign: int) -> Placing:
    """The place of a result among all, which are in order, the lowest first; `sign` is as in `ahead`.

    >>> place_of(7, [3, 7, 7, 9], 1)
    Placing(place=2, level=1, of=4)
    """
    less, not_more = bisect_left(ordered, own), bisect_right(ordered, own)
    better = len(ordered) - not_more if sign > 0 else less
    return Placing(1 + better, not_more - less - 1, len(ordered))


class Comparison(NamedTuple):
    """A result beside those of others at the same seat of a board; `mean` is by how much it is ahead of them,
    None for few.
    """

    place: Placing
    mean: Interval | None


def ahead(own: int, total: int, others: int, sign: int) -> float:
    """By how much a result is better than the mean of so many others, which have `total`; 0 without others.

    `sign` is 1 where the highest result is best, and -1 where the lowest is.
    """
    return sign * (own - total / others) if others else 0.0


def given_up(result: int, finished: Iterable[int], sign: int) -> int:
    """What a deal that was given up brings whoever gave it up, in their own standing: the worse of what came
    out and of the worst finished result of anybody else at its seat. `sign` is as in `ahead`.
    """
    return sign * min(sign * each for each in (result, *finished))


def ahead_given_up(own: int, total: int, others: int, sign: int) -> float:
    """The same as `ahead` for what `given_up` says, which is not compared with others' results.

    It stands as if it were one of the finished ones, so that nobody who has finished with as little stands
    behind it.
    """
    return ahead(own, total - own, others - 1, sign) if others > 1 else ahead(own, total, others, sign)


def compare(own: int, others: Sequence[int], sign: int) -> Comparison:
    """A result beside the others; `sign` is as in `ahead`."""
    mean = interval_of_few(sign * (own - other) for other in others)
    return Comparison(place_of(own, sorted([own, *others]), sign), mean)
