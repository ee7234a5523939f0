"""What a card may bring now and later, in tricks, if the hidden cards are dealt at random.

Rollouts use this too, so it is written to be compiled: masks, plain loops, and floats that are only added,
subtracted, multiplied and divided.
"""

from typing import NamedTuple

from sevenfold.cards.masks import popcount
from sevenfold.core.tricks import NO_CARD, NO_SUIT, trick_cards
from sevenfold.games.lockup.rules import clubs_let_in
from sevenfold.games.lockup.state import CLUB_CARDS, CLUBS, PACK_CARDS, RANKS, SEATS, SUIT_CARDS, State

TEMPTED = 0.5
"""The chance that a seat throws a club that a picture lets in: even odds. From 0.25 to 0.75 play is
about as strong; where any club is let in, it is weaker at 0 and at 1 (bench/RESULTS.md)."""

BIDING = 0.5
"""What keeping the best card of a suit is worth, in tricks: the suit may not be led in time."""


def unseen_cards(view: State, seat: int) -> int:
    """The cards that a seat has not seen: in other hands, or lost by others."""
    return PACK_CARDS & ~(view.played | view.hands[seat] | view.lost[seat])


# --- what a card brings now -------------------------------------------------------------------------


def chance_to_take(view: State, kind: int, hidden: int, later: int) -> float:
    """The chance that the card takes the trick, if each seat still to play beats it where it can."""
    if kind // RANKS != suit_led(view, kind) or trick_cards(view.trick) & above(kind):
        return 0.0
    higher, chance = popcount(hidden & above(kind)), 1.0
    if higher == 0:
        return chance
    out = popcount(hidden)
    for other in range(SEATS):
        if later >> other & 1:
            chance *= chance_of_none(higher, view.hand_sizes[other], out)
    return chance


def clubs_expected(view: State, kind: int, hidden: int, later: int) -> float:
    """The clubs that the trick may hold in the end: those on the table, this card, and those to come.

    Clubs from seats that cannot follow are not counted. Early in the round they are few, late in it lockup is
    soon over, and a seat that throws off does not take the trick. Counting them in full made play weaker.
    """
    table = trick_cards(view.trick) | 1 << kind
    clubs = float(popcount(table & CLUB_CARDS))
    if later == 0:
        return clubs
    club_led = suit_led(view, kind) == CLUBS
    to_come = popcount(hidden & (CLUB_CARDS if club_led else clubs_let_in(view, table)))
    if to_come == 0:
        return clubs
    out = popcount(hidden)
    for other in range(SEATS):
        if later >> other & 1:
            has_one = 1 - chance_of_none(to_come, view.hand_sizes[other], out)
            clubs += has_one if club_led else TEMPTED * has_one
    return clubs


def worth_of_lockup(view: State, seat: int, clubs: float) -> tuple[float, float]:
    """What a lockup costs the seat and gains it if another is locked up, in tricks.

    The seat misses its share of each trick that it sits out. When another sits out, one seat fewer shares.
    """
    missed = gained = 0.0
    for ahead in range(1, min(SEATS, view.tricks_left - 1) + 1):
        part = part_of(clubs, ahead)
        if part == 0.0:
            break
        others = others_free(view, seat, ahead)
        missed += part / (1 + others)
        if others > 0:
            gained += part / (others + others * others)
    return missed, gained


# --- what a card may bring later --------------------------------------------------------------------


class Strength(NamedTuple):
    """How strong a card is among the hidden ones of its suit: how many are higher, and how many there are.

    `share` is the part of them, the card itself included, that it beats or equals.
    """

    higher: int
    out: int
    share: float


def strength_in_suit(kind: int, hidden: int) -> Strength:
    """The strength of a card."""
    higher, out = popcount(hidden & above(kind)), popcount(hidden & suit_of(kind))
    return Strength(higher, out, (1 + out - higher) / (1 + out))


def worth_kept(kind: int, strength: Strength) -> float:
    """What a kept card may bring: the chance that it beats one card of its suit from each opponent.

    A club is worth half as much, since it locks up its own taker.
    """
    worth = BIDING * strength.share * strength.share * strength.share
    return worth / 2 if kind // RANKS == CLUBS else worth


# --- the table and the cards ------------------------------------------------------------------------


def suit_led(view: State, kind: int) -> int:
    """The suit led, or before the lead the suit of this card."""
    return kind // RANKS if view.suit_led == NO_SUIT else view.suit_led


def seats_to_play(view: State, seat: int) -> int:
    """The other seats that are still to play to this trick, as a mask."""
    later = 0
    for other in range(SEATS):
        if other != seat and view.locked[other] == 0 and view.trick[other] == NO_CARD:
            later |= 1 << other
    return later


def others_free(view: State, seat: int, ahead: int) -> int:
    """How many others will play to the trick that is `ahead` tricks away, by the lockups so far."""
    free = 0
    for other in range(SEATS):
        if other != seat and view.locked[other] <= ahead:
            free += 1
    return free


def part_of(clubs: float, ahead: int) -> float:
    """How much of the trick `ahead` tricks away is sat out, from 0 to 1, for so many expected clubs."""
    return min(1.0, max(0.0, clubs - (ahead - 1)))


def above(kind: int) -> int:
    """The higher cards of the suit."""
    return suit_of(kind) & -(2 << kind)


def suit_of(kind: int) -> int:
    """All cards of the suit."""
    return SUIT_CARDS << kind // RANKS * RANKS


def chance_of_none(wanted: int, size: int, cards: int) -> float:
    """The chance that a hand of `size`, dealt from `cards` cards, holds none of the `wanted` ones."""
    few, many = min(wanted, size), max(wanted, size)
    without, all_ways = 1.0, 1.0
    for dealt in range(few):
        without *= cards - many - dealt
        all_ways *= cards - dealt
    return without / all_ways
