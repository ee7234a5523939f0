"""Deals of LockSeven that give the first seat a role, and rounds that rule-based players play from them."""

from itertools import cycle
from typing import Any

from sevenfold.core.log import Dealt, Log, Played
from sevenfold.core.replaying import replay
from sevenfold.games import load_game
from sevenfold.games.lockseven.order import PACK
from sevenfold.games.lockseven.state import Phase

SPREAD = {0: "7S BJ", 1: "7S 7D RJ", 2: "7C RJ", 3: "7D 7C BJ"}
"""Sevens and jokers that give nobody a pair to anti-call with; the sevens of hearts are left over."""

HEARTS = "AH AH KH KH QH QH JH JH TH TH 9H"


def deal_of(hands: dict[int, str], first: int = 0) -> Dealt:
    """A deal in which each hand has these cards first, and the rest of the pack is dealt round in order."""
    dealt = {seat: hands.get(seat, "").split() for seat in range(4)}
    left = [PACK.names[kind] for kind in PACK.cards]
    for card in (card for hand in dealt.values() for card in hand):
        left.remove(card)
    seats = cycle(range(4))
    while any(len(hand) < 25 for hand in dealt.values()):
        hand = dealt[next(seats)]
        if len(hand) < 25:
            hand.append(left.pop())
    return Dealt(first, {str(seat): " ".join(hand) for seat, hand in dealt.items()}, " ".join(left))


def with_sevens(hands: dict[int, str], first: int = 0) -> Dealt:
    """A deal in which each hand has these cards first, and then sevens and jokers that make no pair."""
    return deal_of({seat: f"{hands.get(seat, '')} {cards}" for seat, cards in SPREAD.items()}, first)


def moves_of(deal: Dealt, cards_left: int, *, calls: bool = False) -> list[str]:
    """The moves of a round by rule-based players, until at most so many cards are left in each hand.

    The first seat never calls, or with `calls` calls with its first card.
    """
    game = load_game("lockseven")
    match = replay(game, Log(game.meta.name, game.meta.rules_version, {}, 4, (deal,)))
    begun = 0
    while not match.round_over:
        state: Any = match.state
        if state.phase == Phase.PLAY and len(set(state.hand_sizes)) == 1:
            begun = len(match.entries)
            if state.hand_sizes[0] <= cards_left:
                break
        seat = match.acting[0]
        asked = seat == 0 and match.claims_open
        if asked and calls:
            match.play_text(0, "call H")
            continue
        claims_nothing = game.rules.default_move(match.state) if asked else None
        match.play(seat, claims_nothing or game.choose(match.seen(seat), seat))
    return [f"{entry.seat} {entry.move}" for entry in match.entries[:begun] if isinstance(entry, Played)]


HOST = with_sevens({0: f"7H {HEARTS}", 3: "7H"})
PARTNER = with_sevens({0: "2S 7H", 1: f"7H {HEARTS}"}, first=1)
ATTACKER = with_sevens({1: f"7H {HEARTS}", 2: "2S 7H"}, first=1)
TWO_SEVENS = with_sevens({0: "7H 7H"})
"""A deal for a Host with both called cards, who may play alone."""
ANTI_CALLER = deal_of({0: "2S 7S 7S 7D RJ RJ", 1: f"7H {HEARTS} BJ", 2: "7C 7D BJ", 3: "7H 7C"}, first=1)
NO_CALL = deal_of({0: "7S 7S 7H 7H 7D 7D 7C 7C"})
"""A deal in which only the first seat can call."""
