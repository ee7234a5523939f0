"""Worlds that a seat cannot rule out: where the cards that it does not see may be.

What is used: the cards that the seat holds, that were played, that it buried and that all have seen in a
hand; the suits that others have run out of, and where they had no pair (LS-7.2); that the Host has the called
card, and nobody else has the other if the Host plays alone; that no other seven is buried; and that what the
seat buried before others took up the bottom is in their hands, was played by them or lies there again. Until
play begins, the chance that a suit is the called one is in proportion to its unseen sevens. All layouts that
fit are equally likely.

What is not used: that a follow had no tractor, or no pair where tractors are protected, that a throw stood or
failed, and what a player would rather have called, passed, buried or played. The order of the deal and
earlier bottoms are left empty once no rule reads them again.
"""

from typing import NamedTuple

from sevenfold.cards.masks import kinds_of, nth, popcount
from sevenfold.core.dice import roll
from sevenfold.core.tricks import NOBODY
from sevenfold.core.worlds import Layout, add_card, add_place, hidden_count, keep_apart
from sevenfold.games.lockseven.hidden import bottom_owner, lacking, unseen
from sevenfold.games.lockseven.order import RANKS, SEVENS, seven_of
from sevenfold.games.lockseven.state import NO_STRENGTH, SEATS, Phase, Seen, State

NO_CALL = -1
"""Stands for the called suit while nobody has called. A case is the called suit, counted from 1."""

BOTTOM, TO_COME, NOT_DEALT = SEATS, SEATS + 1, SEATS + 2
"""Places: 0 to 3 are the hands; the bottom; the cards still to be dealt; those not in a short deal."""


class Cards(NamedTuple):
    """Cards as two masks; the second has the kinds that are there twice."""

    once: int
    twice: int


# --- the called suit ----------------------------------------------------------------------------------


def draw_case(view: Seen, seat: int, dice: int) -> tuple[int, int]:
    """Draw the called suit, where the seat does not know it; 0 where nobody has called."""
    if view.host == NOBODY:
        return 0, dice
    if view.called != NOBODY or view.own_call[seat] != NOBODY:
        return 1 + max(view.called, view.own_call[seat]), dice
    possible = _callable(view, seat)
    cards, twice = unseen(view, seat)
    cards &= possible
    twice &= possible
    index, dice = roll(dice, popcount(cards) + popcount(twice))
    once = popcount(cards)
    kind = nth(cards, index) if index < once else nth(twice, index - once)
    return 1 + kind // RANKS, dice


def _callable(view: State, seat: int) -> int:
    """The sevens that may be the called card; one that the Host has shown only if they play alone."""
    possible = SEVENS
    for other in range(SEATS):
        if other != seat and (other != view.host or not view.alone):
            possible &= ~view.shown[other]
    if view.known_partner[seat] == seat:
        possible &= view.hands[seat]
    elif view.alone:
        possible &= ~view.hands[seat]
    return possible


# --- the hidden cards ---------------------------------------------------------------------------------


def list_hidden(view: Seen, seat: int, case: int, layout: Layout) -> None:
    """The other hands without what is known of them, the bottom, and the cards to come."""
    called = case - 1
    cards, twice = unseen(view, seat)
    left = popcount(cards) + popcount(twice)
    for other in range(SEATS):
        if other != seat:
            known = known_in(view, seat, other, called)
            size = view.hand_sizes[other] - popcount(known.once) - popcount(known.twice)
            add_place(layout, other, size, _barred(view, other, called, known))
            left -= view.hand_sizes[other]
            for kinds in known:
                cards, twice = cards & ~(kinds & ~twice), twice & ~kinds
    is_hidden = view.phase != Phase.BURY and bottom_owner(view) != seat
    bottom = view.bottom_size if is_hidden else 0
    to_come = max(0, view.to_deal - view.dealt) if view.phase == Phase.DEAL else 0
    add_place(layout, BOTTOM, bottom, _barred_from_bottom(view, called))
    add_place(layout, TO_COME, to_come, 0)
    add_place(layout, NOT_DEALT, left - bottom - to_come, 0)
    _list_cards(view, seat, called, Cards(cards, twice), layout)


def _list_cards(view: State, seat: int, called: int, hidden: Cards, layout: Layout) -> None:
    """List the hidden cards; those that the seat buried are with a later taker, or in the bottom again."""
    takers = _takers(view, seat)
    for kind in kinds_of(hidden.once):
        copies = 1 + (hidden.twice >> kind & 1)
        traced = _traced(view, seat, called, takers, kind) if takers else 0
        apart = 0
        for other in range(SEATS):
            if other != seat and view.at_most_one[other] >> kind & 1:
                apart |= 1 << other
        for copy in range(copies):
            card = add_card(layout, kind)
            if copy < traced:
                layout.fits[card] = layout.fits[card] & takers | 1 << BOTTOM
        if copies == 2:
            keep_apart(layout, card - 1, card, apart)


def known_in(view: State, seat: int, other: int, called: int) -> Cards:
    """The cards that the seat knows to be in another hand: those shown, and the called card."""
    once, twice = view.shown[other], view.shown_twice[other]
    if called != NO_CALL and (other == view.host or other == view.known_partner[seat]):
        once |= seven_of(called) & ~view.played[other]
    return Cards(once, twice)


def _barred(view: State, other: int, called: int, known: Cards) -> int:
    """The kinds that cannot be among the cards of another hand that are not known."""
    barred = lacking(view, other) | view.holds_none[other] | view.at_most_one[other] & known.once
    if called != NO_CALL and (other == view.host) != (view.alone == 1):
        barred |= seven_of(called)
    if called != NO_CALL and other == view.host and _host_hid(view):
        barred |= seven_of(called)
    return barred


def _barred_from_bottom(view: State, called: int) -> int:
    """LS-3.2: sevens; but the Host may have hidden a called card there, if nobody anti-called (LS-3.6)."""
    if called == NO_CALL:
        return 0
    may_hide = view.strength == NO_STRENGTH and (view.phase == Phase.PLAY) == (view.alone == 1)
    return SEVENS & ~seven_of(called) if may_hide and not _host_asked(view) else SEVENS


def _host_hid(view: State) -> bool:
    """Whether the Host hid a called card, as they were not asked for the first anti-call (LS-4.4)."""
    passed = view.phase == Phase.PLAY and view.strength == NO_STRENGTH and view.passes == SEATS - 1
    return passed and view.host_first == 1


def _host_asked(view: State) -> bool:
    """Whether the Host was asked for the first anti-call, as one who hides a card is not (LS-4.4)."""
    if view.strength != NO_STRENGTH or view.phase not in (Phase.ANTI, Phase.PLAY):
        return False
    return view.passes + (view.phase == Phase.ANTI) == SEATS


def _takers(view: State, seat: int) -> int:
    """The seats that took up the bottom after this one last laid it, as a mask; 0 where it never did."""
    takers = 0
    if view.buried[seat] and bottom_owner(view) != seat:
        for who in view.anti_caller:
            if who == seat:
                takers = 0
            elif who != NOBODY:
                takers |= 1 << who
    return takers


def _traced(view: State, seat: int, called: int, takers: int, kind: int) -> int:
    """How many cards of a kind that the seat buried no taker has played or is known to hold."""
    traced = (view.buried[seat] >> kind & 1) + (view.buried_twice[seat] >> kind & 1)
    for taker in kinds_of(takers):
        known = known_in(view, seat, taker, called)
        traced -= (view.played[taker] >> kind & 1) + (view.played_twice[taker] >> kind & 1)
        traced -= (known.once >> kind & 1) + (known.twice >> kind & 1)
    return traced


# --- a world ------------------------------------------------------------------------------------------


def apply_layout(world: State, seat: int, case: int, layout: Layout, dice: int) -> int:
    """Put the cards into the hands, the bottom and the order of the deal."""
    called, come = case - 1, world.dealt
    for other in range(SEATS):
        if other != seat:
            world.hands[other], world.doubles[other] = known_in(world, seat, other, called)
    for card in range(hidden_count(layout)):
        place, kind = layout.places[card], layout.kinds[card]
        bit = 1 << kind
        if place < SEATS:
            world.doubles[place] |= world.hands[place] & bit
            world.hands[place] |= bit
        elif place == BOTTOM:
            world.bottom_twice |= world.bottom & bit
            world.bottom |= bit
        elif place == TO_COME:
            index, dice = roll(dice, come + 1 - world.dealt)
            world.order[come] = world.order[world.dealt + index]
            world.order[world.dealt + index] = kind
            come += 1
    _own_bottom(world, seat)
    if called == NO_CALL:
        _order_of_hands(world)
    else:
        _settle_call(world, seat, called)
    return dice


def _own_bottom(world: State, seat: int) -> None:
    """The bottom is what its owner buried last: copy the one that is known to the other."""
    owner = bottom_owner(world)
    if owner == NOBODY or world.phase == Phase.BURY:
        return
    if owner == seat:
        world.bottom, world.bottom_twice = world.buried[owner], world.buried_twice[owner]
    else:
        world.buried[owner], world.buried_twice[owner] = world.bottom, world.bottom_twice


def _order_of_hands(world: State) -> None:
    """Write an order of the deal so far that gives each seat its hand."""
    for seat in range(SEATS):
        index = (seat - world.first) % SEATS
        for kind in kinds_of(world.hands[seat]):
            world.order[index] = kind
            index += SEATS
        for kind in kinds_of(world.doubles[seat]):
            world.order[index] = kind
            index += SEATS


def _settle_call(world: State, seat: int, called: int) -> None:
    """What follows from where the called cards are: what the Host chose, and who the partner is."""
    seven = seven_of(called)
    world.own_call[world.host] = called
    partner = world.known_partner[seat]
    if world.phase == Phase.PLAY:
        for other in range(SEATS):
            if other != world.host and (world.hands[other] | world.played[other]) & seven:
                partner = other
    elif world.bottom & seven or partner != NOBODY:
        world.hides[world.host] = 1
        world.known_partner[world.host] = partner
    if partner != NOBODY:
        world.partner = partner
        world.known_partner[partner] = partner
