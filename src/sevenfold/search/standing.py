"""What a round is worth in a match: not how much it brings, but how likely it makes the seat to win."""

from dataclasses import dataclass
from itertools import combinations
from math import exp, pi, sqrt
from statistics import fmean
from typing import Any

from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import Game
from sevenfold.core.meta import Meta
from sevenfold.core.options import Options
from sevenfold.core.standing import MatchScore, winners_after
from sevenfold.search.evaluate import Results, Utility, ahead_of_others
from sevenfold.search.trials import Trials

DEALS, WORLDS = 8, 16
"""The number of deals, and of worlds of each, that are played to find what a round may bring."""

OF_THE_ROUND = 0.03
"""The utility of being ahead of the others in the round by as much as results usually differ, as a chance to
win. So a match that is lost is still played well."""


@dataclass(frozen=True)
class Spread:
    """What rounds bring: the best result of a round on average, and by how much those of two seats differ."""

    best: float
    apart: float


def chance_to_win(game: Game[Any, Any, Any], standing: MatchScore, seat: int) -> Utility:
    """The utility of a round in its match: about how likely the seat is to win the match after such results.

    A match that goes on is taken to be won by seats in proportion to exp(total / scale). The scale grows with
    the number of rounds still to come.
    """
    meta, options = game.meta, standing.options
    by_round = ahead_of_others(meta, seat)
    spread = spread_of(game, options, len(standing.totals))

    def utility(results: Results) -> float:
        totals = tuple(had + won for had, won in zip(standing.totals, results, strict=True))
        rounds = standing.rounds + 1
        winners = winners_after(game, options, totals, rounds, standing.last_round)
        if winners:
            chance = (seat in winners) / len(winners)
        else:
            left = rounds_left(meta, options, totals, rounds, spread)
            if standing.last_round is not None:
                left = min(left, standing.last_round - rounds)
            chance = share_of(meta.sign, totals, seat, spread.apart * sqrt(3 * left) / pi)
        return chance + OF_THE_ROUND * by_round(results) / spread.apart

    return utility


def share_of(sign: int, totals: tuple[int, ...], seat: int, scale: float) -> float:
    """The seat's share of the sum of exp(total / scale) over all seats."""
    return 1 / sum(exp(min(50.0, sign * (total - totals[seat]) / scale)) for total in totals)


def rounds_left(meta: Meta, options: Options, totals: tuple[int, ...], rounds: int, spread: Spread) -> float:
    """About how many rounds are still to be played; one at least."""
    left = 1.0
    if meta.length is not None:
        left = getattr(options, meta.length) - rounds
    elif meta.target is not None and spread.best > 0:
        left = (getattr(options, meta.target) - max(totals)) / spread.best
    return max(1.0, left)


_spreads: dict[tuple[str, Options, int, Any], Spread] = {}


def spread_of(game: Game[Any, Any, Any], options: Options, players: int) -> Spread:
    """What rounds among the game's players bring; the deals are always the same. Raises NoSample."""
    key = game.meta.name, options, players, game.choose
    if key not in _spreads:
        _spreads[key] = _found_spread(game, options, players)
    return _spreads[key]


def _found_spread(game: Game[Any, Any, Any], options: Options, players: int) -> Spread:
    results: list[Results] = []
    for number in range(DEALS):
        match: Any = dealing.begin(Dealer(f"spread {number}".encode()), game, options, players)
        seat = match.acting[0]
        seen = match.seen(seat)
        worlds = Trials(game, seen, seat, number).run([game.choose(seen, seat)], WORLDS)
        results += (tried[0] for tried in worlds)
    apart = fmean((one - other) ** 2 for each in results for one, other in combinations(each, 2))
    return Spread(fmean(map(max, results)), max(1.0, sqrt(apart)))
