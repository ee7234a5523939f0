"""The dealer at work: matches begun, rounds dealt, and chance drawn whenever it is due."""

from collections.abc import Callable
from typing import Any

from sevenfold.core.deal import Deal
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import Game, S, V
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.options import Options

Pick = Callable[[int, int], int]
"""Picks an outcome of chance: (chance moves drawn so far in this deal, number of outcomes) to an index."""


def begin(dealer: Dealer, game: Game[S, V, Any], options: Options, players: int) -> Match[S, V]:
    """A new match, its first round dealt."""
    match = Match(game, options, players, *first_deal(dealer, game, options, players))
    draw(dealer, match)
    return match


def first_deal(dealer: Dealer, game: Game[S, V, Any], options: Options, players: int) -> tuple[Deal, int]:
    """The deal that a match begins with, and its `first` seat."""
    return dealer.deal(game, options, players, 1), dealer.first(players)


def next_round(dealer: Dealer, match: Match[S, V]) -> None:
    """Deal the next round, or afresh after a deal that was thrown in. Raises RoundNotOver."""
    deal = dealer.deal(match.game, match.options, match.players, match.deals + 1)
    match.deal(deal, match.next_first)
    draw(dealer, match)


def draw(dealer: Dealer, match: Match[S, V]) -> None:
    """Make chance's moves, as this dealer draws them, until a seat is to act or the round is over."""
    draw_by(match, lambda drawn, outcomes: dealer.chance(match.deals, drawn, outcomes))


def draw_by(match: Match[S, V], pick: Pick) -> None:
    """Make chance's moves, as `pick` says, until a seat is to act or the round is over."""
    while move := due_chance(match.game, match.state, match.round.drawn, pick):
        match.play(CHANCE, move)


def due_chance(game: Game[S, V, Any], state: S, drawn: int, pick: Pick) -> Move | None:
    """The chance move that is due, as `pick` says, after `drawn` others in this deal; None if none is due."""
    outcomes = game.rules.chance(state)
    return game.rules.chance_move(state, pick(drawn, outcomes)) if outcomes else None
