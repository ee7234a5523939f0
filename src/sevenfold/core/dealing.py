"""The dealer at work: matches begun, rounds dealt, and chance drawn whenever it is due."""

from collections.abc import Callable
from typing import Any

from sevenfold.core.dealer import Dealer
from sevenfold.core.game import Game, S, V
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.options import Options

Pick = Callable[[int, int], int]
"""Which of so many outcomes comes, after so many others drawn in this deal: (drawn, outcomes) to an index."""


def begin(dealer: Dealer, game: Game[S, V, Any], options: Options, players: int) -> Match[S, V]:
    """A new match, its first round dealt."""
    deal = dealer.deal(game, options, players, 1)
    match = Match(game, options, players, deal, dealer.first(players))
    draw(dealer, match)
    return match


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
    while move := due_chance(match.game, match.state, match.drawn, pick):
        match.play(CHANCE, move)


def due_chance(game: Game[S, V, Any], state: S, drawn: int, pick: Pick) -> Move | None:
    """Chance's move after `drawn` others in this deal, as `pick` says; None where a seat is to act."""
    outcomes = game.rules.chance(state)
    return game.rules.chance_move(state, pick(drawn, outcomes)) if outcomes else None
