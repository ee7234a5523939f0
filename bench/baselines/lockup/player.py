"""The rule-based player of Lockup. It uses nothing but its view.

Each playable card is valued in tricks: what it brings now, less what it may bring if it is kept. Chances are
those of the hidden cards dealt at random. Rollouts use this player too, so it is written to be compiled:
masks, plain loops, and floats that are only added, subtracted, multiplied and divided.
"""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.core.moves import Move
from sevenfold.core.tricks import NO_CARD, NO_SUIT, trick_cards
from sevenfold.games.lockup.rules import clubs_let_in, playable
from sevenfold.games.lockup.state import (
    CLUB_CARDS,
    CLUBS,
    PACK_CARDS,
    PLAY_CARD,
    RANKS,
    SEATS,
    SUIT_CARDS,
    Seen,
    State,
)

TEMPTED = 0.5
"""The chance that a seat throws a club that a picture lets in: even odds. From 0.25 to 0.75 play is
about as strong; where any club is let in, it is weaker at 0 and at 1 (bench/HISTORY.md)."""

BIDING = 0.5
"""What keeping the best card of a suit is worth, in tricks: the suit may not be led in time. With
0.4 it takes more from random players, with 0.6 more from greedy ones (bench/HISTORY.md)."""


def choose(view: Seen, seat: int) -> Move:
    """The card to play."""
    return Move(PLAY_CARD, 1 << best_card(view, seat), 0, 0)


def best_card(view: State, seat: int) -> int:
    """The kind that is worth most to play; of equals the lowest."""
    options = playable(view, seat)
    hidden = PACK_CARDS & ~(view.played | view.hands[seat] | view.lost[seat])
    best = lowest(options)
    most = worth(view, seat, best, hidden)
    options &= options - 1
    while options:
        kind = lowest(options)
        options &= options - 1
        tricks = worth(view, seat, kind, hidden)
        if tricks > most:
            best, most = kind, tricks
    return best


def worth(view: State, seat: int, kind: int, hidden: int) -> float:
    """What the trick brings with this card, lockup included, less what the card is worth if it is kept."""
    taking = chance_to_take(view, seat, kind, hidden)
    clubs = clubs_expected(view, seat, kind, hidden)
    brought = taking * (1 - cost_of_lockup(view, seat, clubs))
    brought += (1 - taking) * gain_from_lockup(view, seat, clubs)
    if view.tricks_left == 1:
        return brought
    return brought - worth_kept(kind, hidden)


# --- what a card brings now -------------------------------------------------------------------------


def chance_to_take(view: State, seat: int, kind: int, hidden: int) -> float:
    """The chance that no seat still to play holds a higher card; one that does is assumed to play it."""
    if kind // RANKS != suit_led(view, kind) or trick_cards(view.trick) & above(kind):
        return 0.0
    higher = popcount(hidden & above(kind))
    chance = 1.0
    for other in range(SEATS):
        if plays_after(view, seat, other):
            chance *= chance_of_none(higher, view.hand_sizes[other], popcount(hidden))
    return chance


def clubs_expected(view: State, seat: int, kind: int, hidden: int) -> float:
    """The clubs that the trick may hold in the end: those on the table, this card, and those to come.

    Clubs of those who cannot follow are not expected. Early in the round they are few, late in it lockup is
    soon over, and one who throws off does not take the trick: counted in full, they made play weaker.
    """
    table = trick_cards(view.trick) | 1 << kind
    club_led = suit_led(view, kind) == CLUBS
    to_come = popcount(hidden & (CLUB_CARDS if club_led else clubs_let_in(view, table)))
    clubs = float(popcount(table & CLUB_CARDS))
    for other in range(SEATS):
        if plays_after(view, seat, other):
            has_one = 1 - chance_of_none(to_come, view.hand_sizes[other], popcount(hidden))
            clubs += has_one if club_led else TEMPTED * has_one
    return clubs


def cost_of_lockup(view: State, seat: int, clubs: float) -> float:
    """The tricks that a locked-up seat misses: its share of each trick that it sits out."""
    missed = 0.0
    for ahead in range(1, min(SEATS, view.tricks_left - 1) + 1):
        missed += part_of(clubs, ahead) / (1 + others_free(view, seat, ahead))
    return missed


def gain_from_lockup(view: State, seat: int, clubs: float) -> float:
    """What a seat gains when another is locked up: each trick is shared by one fewer."""
    gained = 0.0
    for ahead in range(1, min(SEATS, view.tricks_left - 1) + 1):
        others = others_free(view, seat, ahead)
        if others > 0:
            gained += part_of(clubs, ahead) * (1 / others - 1 / (1 + others))
    return gained


# --- what a card may bring later --------------------------------------------------------------------


def worth_kept(kind: int, hidden: int) -> float:
    """What a kept card may bring: the chance that it beats one card of its suit from each opponent.

    A club is worth half as much, since it locks up its own taker.
    """
    suit = hidden & suit_of(kind)
    beats = (1 + popcount(suit & ~above(kind))) / (1 + popcount(suit))
    worth = BIDING * beats * beats * beats
    return worth / 2 if kind // RANKS == CLUBS else worth


# --- the table and the cards ------------------------------------------------------------------------


def suit_led(view: State, kind: int) -> int:
    """The suit led, or to be led with this card."""
    return kind // RANKS if view.suit_led == NO_SUIT else view.suit_led


def plays_after(view: State, seat: int, other: int) -> bool:
    """Whether another seat is still to play to this trick."""
    return other != seat and view.locked[other] == 0 and view.trick[other] == NO_CARD


def others_free(view: State, seat: int, ahead: int) -> int:
    """How many others will play to the trick that is `ahead` tricks away, by the lockups so far."""
    free = 0
    for other in range(SEATS):
        if other != seat and view.locked[other] <= ahead:
            free += 1
    return free


def part_of(clubs: float, ahead: int) -> float:
    """The expected share of the trick `ahead` tricks away that is sat out, for so many clubs."""
    return min(1.0, max(0.0, clubs - (ahead - 1)))


def above(kind: int) -> int:
    """The higher cards of the suit."""
    return suit_of(kind) & -(2 << kind)


def suit_of(kind: int) -> int:
    """All cards of the suit."""
    return SUIT_CARDS << kind // RANKS * RANKS


def chance_of_none(wanted: int, size: int, cards: int) -> float:
    """The chance that a hand of `size`, dealt from `cards` cards, holds none of the `wanted` ones."""
    chance = 1.0
    for dealt in range(wanted):
        chance *= (cards - size - dealt) / (cards - dealt)
    return chance
