"""Moves that a search tries where a seat has many: results vary so much that it can compare only a few."""

from sevenfold.cards.masks import kinds_of
from sevenfold.core.moves import Move
from sevenfold.games.seven_bridge.bot.covers import table_spots
from sevenfold.games.seven_bridge.bot.melding import next_to_lay, quietest
from sevenfold.games.seven_bridge.bot.player import plan_with, unseen_cards
from sevenfold.games.seven_bridge.bot.weights import WEIGHTS
from sevenfold.games.seven_bridge.laying import must_wait
from sevenfold.games.seven_bridge.state import Kind, Phase, Seen

DISCARDS = 3
"""How many of the best discards are tried."""


def candidates(view: Seen, seat: int) -> list[Move]:
    """The best discards, the next meld or lay-off, and the one that helps others least; none for claims."""
    if view.phase != Phase.MELD:
        return []
    hand, unseen, spots = view.hands[seat], unseen_cards(view, seat), table_spots(view)
    plans = [plan_with(view, seat, 1 << kind, spots, unseen, WEIGHTS) for kind in kinds_of(hand)]
    best = sorted(plans, key=lambda plan: plan.worth, reverse=True)[:DISCARDS]
    moves = [Move(Kind.DISCARD, plan.discard, 0, 0) for plan in best]
    able = hand & best[0].cover.cards
    if able and not must_wait(view):
        moves.append(next_to_lay(view, seat, able, best[0].cover, unseen))
        moves.append(quietest(view, seat, able, unseen)[0])
    return moves
