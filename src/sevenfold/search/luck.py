"""The luck of a deal: what the cards dealt to a seat are value, apart from how anybody plays them."""

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, variance
from typing import Any

from sevenfold.compiled.cpu.rollouts import mean_results
from sevenfold.core.deal import Deal
from sevenfold.core.dice import dice_for, shuffle
from sevenfold.core.game import Game, S, V
from sevenfold.core.round import Round
from sevenfold.search.evaluation import Luck


def luck_of(game: Game[S, V, Any], round_: Round[S, V], seat: int, deals: int, seed: int) -> Luck:
    """What the cards that a seat was dealt are value, and what cards at its place are worth on average.

    Each is found in so many deals, played by the game's player. Of the round's deal only the seat's own cards
    are read, and how many the others have.
    """
    value, average = (
        [_played(game, round_, deal, seat, seed + number) for number, deal in enumerate(dealt)]
        for dealt in (_deals(round_, seat, deals, seed), _deals(round_, None, deals, seed + 1))
    )
    error = sqrt((variance(value) + variance(average)) / deals)
    return Luck(fmean(value), fmean(average), error)


def _played(game: Game[S, V, Any], round_: Round[S, V], deal: Deal, seat: int, seed: int) -> float:
    state = game.rules.start(round_.options, round_.players, deal, round_.first, round_.so_far)
    return played_on(game, state, seat, seed)


def played_on(game: Game[S, V, Any], state: S, seat: int, seed: int) -> float:
    """What a round brings a seat if the game's player plays it on for all."""
    return mean_results(game, [state], 1, seed, range(game.players_of(state)))[seat]


def _deals(round_: Round[Any, Any], seat: int | None, count: int, seed: int) -> Iterator[Deal]:
    """Deals at random, in which a seat has the cards that it had, in their order; with None nobody has."""
    deal = round_.deal
    kept: Sequence[int] = () if seat is None else deal.hands[seat]
    others = list(round_.game.rules.pack(round_.options).cards)
    for kind in kept:
        others.remove(kind)
    for number in range(count):
        cards = others[:]
        shuffle(cards, dice_for(seed, number))
        left = iter(cards)
        hands = tuple(
            tuple(kept) if owner == seat else tuple(next(left) for _ in hand)
            for owner, hand in enumerate(deal.hands)
        )
        yield Deal(hands, tuple(next(left) for _ in deal.rest))
