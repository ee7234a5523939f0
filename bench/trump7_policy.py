"""How strong Trump 7's rule-based player is, in score a deal at one seat against two others of one kind.

Every deal is played three times, with the player at each seat in turn; the three together are one sample, so
that nobody gains by the cards. The highest total wins a match, so what counts is how far the player is ahead
of the others' mean.
"""

from random import Random
from statistics import fmean
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sevenfold.arena.duplicate import Duplicate
from sevenfold.bots.players import random_player
from sevenfold.cards.masks import kinds_of, mask_of, popcount
from sevenfold.core.duplicate import interval
from sevenfold.core.moves import Move
from sevenfold.core.tricks import NO_SUIT, trick_cards
from sevenfold.games.trump7.bot.player import choose_by
from sevenfold.games.trump7.bot.weights import WEIGHTS
from sevenfold.games.trump7.game import GAME
from sevenfold.games.trump7.meta import Trump7Options
from sevenfold.games.trump7.rules import WIDOW_SIZE, playable, suit_cards, taking_card
from sevenfold.games.trump7.scoring import card_points
from sevenfold.games.trump7.state import (
    JOKER,
    JOKER_CARD,
    RANKS,
    SEATS,
    SUIT_CARDS,
    SUITS,
    Kind,
    Phase,
    Seen,
    State,
)

OPTIONS = Trump7Options()

TRUMPS_TO_TAKE = 4


# --- the greedy player ------------------------------------------------------------------------------


def greedy_player(view: Seen, seat: int) -> Move:
    """Takes the widow on four trumps and wins every trick it can as cheaply as it can; leads high.

    It puts away the points that are no trumps. In a leaster it wins no trick that it need not, leads low, and
    throws its points on tricks that others win.
    """
    hand = view.hands[seat]
    if view.phase == Phase.BID:
        return greedy_bid(hand)
    if view.phase == Phase.DISCARD:
        others = sorted(kinds_of(hand), key=lambda kind: (is_trump(view, kind), -points_of(view, kind)))
        return Move(Kind.DISCARD, mask_of(others[:WIDOW_SIZE]))
    kind = greedy_card(view, seat)
    names_suit = kind == JOKER and view.leaster == 1 and seat == view.leader
    return Move(Kind.PLAY, 1 << kind, 0, 1 if names_suit else 0)


def greedy_bid(hand: int) -> Move:
    lengths = [popcount(hand & (SUIT_CARDS << suit * RANKS | JOKER_CARD)) for suit in range(SUITS)]
    longest = max(range(SUITS), key=lambda suit: lengths[suit])
    return Move(Kind.TAKE, 0, 0, longest) if lengths[longest] >= TRUMPS_TO_TAKE else Move(Kind.PASS)


def greedy_card(view: State, seat: int) -> int:
    kinds = list(kinds_of(playable(view, seat)))
    if seat == view.leader:
        highest = max(kinds, key=rank)
        return min(kinds, key=rank) if view.leaster else highest
    winning = [kind for kind in kinds if wins(view, kind)]
    losing = [kind for kind in kinds if not wins(view, kind)]
    if view.leaster:
        return max(losing, key=lambda kind: points_of(view, kind)) if losing else min(winning, key=rank)
    if winning:
        return min(winning, key=lambda kind: (is_trump(view, kind), rank(kind)))
    return min(losing, key=lambda kind: points_of(view, kind))


def rank(kind: int) -> int:
    return RANKS if kind == JOKER else kind % RANKS


def points_of(view: State, kind: int) -> int:
    return card_points(1 << kind, view.trump)


def is_trump(view: State, kind: int) -> bool:
    return view.trump != NO_SUIT and bool(1 << kind & suit_cards(view, view.trump))


def wins(view: State, kind: int) -> bool:
    return taking_card(view, view.suit_led, trick_cards(view.trick) | 1 << kind) == kind


# --- the deals --------------------------------------------------------------------------------------


def own_score(states: list[State]) -> float:
    """The player's score a deal, over the three seats from which it was played."""
    return fmean(GAME.returns(state)[seat] for seat, state in enumerate(states))


def main(
    rounds: Annotated[int, typer.Option(min=2 * SEATS, help="deals played of each pairing")] = 6_000,
    seed: int = 1,
    enough: Annotated[float, typer.Option(help="enough_to_take of the policy")] = WEIGHTS.enough_to_take,
) -> None:
    """Score a deal of Trump 7's rule-based player."""
    weights = WEIGHTS._replace(enough_to_take=enough)

    def rules(view: Seen, seat: int) -> Move:
        return choose_by(view, seat, weights)

    players = {
        "random": random_player(GAME, Random(seed)),
        "greedy": greedy_player,
        "rules": rules,
    }
    pairings = [("rules", "random"), ("rules", "greedy"), ("greedy", "random"), ("greedy", "rules")]
    table = Table("player", "against two", "score a deal", "ahead by", caption="95 %")
    for name, others in pairings:
        pairing = Duplicate(GAME, OPTIONS, SEATS, players[name], players[others])
        label, deals = f"{name} against {others}", rounds // SEATS
        played = list(track(pairing.rounds(deals, seed), label, deals, transient=True))
        ahead = interval(map(pairing.ahead, played))
        table.add_row(name, others, interval(map(own_score, played)).text(3), ahead.text(3))
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)
