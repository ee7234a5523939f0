"""The dealer at a match: whenever chance is due, it is done at once."""

from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame
from sevenfold.core.match import AnyMatch, Match
from sevenfold.core.moves import CHANCE
from sevenfold.core.options import Options


def begin(dealer: Dealer, game: AnyGame, options: Options, players: int) -> AnyMatch:
    """A new match, its first round dealt."""
    deal = dealer.deal(game, options, players, 1)
    match = Match(game, options, players, deal, dealer.first(players))
    draw(dealer, match)
    return match


def next_round(dealer: Dealer, match: AnyMatch) -> None:
    """Deal the next round, or afresh after a deal that was thrown in. Raises RoundNotOver."""
    deal = dealer.deal(match.game, match.options, match.players, match.deals + 1)
    match.deal(deal, match.next_first)
    draw(dealer, match)


def draw(dealer: Dealer, match: AnyMatch) -> None:
    """Make chance's moves until a seat is to act or the round is over."""
    rules = match.game.rules
    while outcomes := rules.chance(match.state):
        drawn = sum(step.seat == CHANCE for step in match.steps)
        index = dealer.chance(match.deals, drawn, outcomes)
        match.play(CHANCE, rules.chance_move(match.state, index))
