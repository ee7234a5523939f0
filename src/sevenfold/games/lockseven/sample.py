"""Worlds that a seat cannot rule out: where the cards may be that it does not see."""

from collections.abc import Iterator
from random import Random

from sevenfold.cards.masks import kinds_of
from sevenfold.core.layouts import Layouts, Place
from sevenfold.core.tricks import NOBODY
from sevenfold.core.visibility import duplicate
from sevenfold.games.lockseven.hands import take_card
from sevenfold.games.lockseven.hidden import ALL_CARDS, KINDS, bottom_owner, lacking, unseen
from sevenfold.games.lockseven.order import RANKS, SEVENS, seven_of
from sevenfold.games.lockseven.state import (
    BURYING,
    DEALING,
    NO_STRENGTH,
    PLAYING,
    SEATS,
    Seen,
    State,
)

NO_CALL = -1
"""Stands for the called suit while nobody has called."""


def sample(view: Seen, seat: int, rng: Random) -> State:
    """One world of those that the seat, which is to act, cannot rule out."""
    return Worlds(view, seat).draw(rng)


class Worlds:
    """The worlds that a seat which is to act cannot rule out; many can be drawn.

    What is used: the cards that it holds, that were played, that it buried and that all have seen in a hand;
    the suits that others have run out of; that the Host has the called card, and nobody else has the other
    when the Host plays alone; that no other seven is buried; and that what the seat buried before others took
    up the bottom is in their hands, was played by them or lies there again. Until play begins, the chance
    that a suit is the called one is in proportion to its unseen sevens. All layouts that fit
    are equally likely.

    What is not used: that a follow matched the lead as well as the hand could (LS-7.2), that a throw stood or
    failed, and what a player might rather have called, passed, buried or played. The order of the deal and
    earlier bottoms are left empty once no rule reads them again.
    """

    def __init__(self, view: Seen, seat: int) -> None:
        cards, twice = unseen(view, seat)
        self._view = view
        self._seat = seat
        self._others = [other for other in range(SEATS) if other != seat]
        self._unseen = [*kinds_of(cards), *kinds_of(twice)]
        self._layouts: dict[int, Layouts] = {}

    def draw(self, rng: Random) -> State:
        """One of the worlds, as a full state."""
        called = self._draw_call(rng)
        if called not in self._layouts:
            self._layouts[called] = self._layouts_of(called)
        *hands, bottom, to_come, _undealt = self._layouts[called].draw(rng)
        world = duplicate(self._view)
        for other, drawn in zip(self._others, hands, strict=True):
            world.hand_sizes[other] = 0
            for kind in (*self._known_in(other, called), *drawn):
                take_card(world, other, kind % KINDS)
        self._lay_bottom(world, bottom)
        if called == NO_CALL:
            _lay_out_order(world, to_come)
        else:
            _settle_call(world, self._seat, called)
        return world

    def _draw_call(self, rng: Random) -> int:
        """The called suit. A pair of sevens that the Host has shown is of it only if the Host plays alone."""
        view, seat = self._view, self._seat
        if view.host == NOBODY or view.called != NOBODY or view.own_call[seat] != NOBODY:
            return max(view.called, view.own_call[seat])
        possible = SEVENS
        for other in self._others:
            if other != view.host or not view.alone:
                possible &= ~view.shown[other]
        if view.known_partner[seat] == seat:
            possible &= view.hands[seat]
        elif view.alone:
            possible &= ~view.hands[seat]
        return rng.choice([kind for kind in self._unseen if possible >> kind & 1]) // RANKS

    def _layouts_of(self, called: int) -> Layouts:
        view = self._view
        hidden = list(self._unseen)
        places: list[Place] = []
        for other in self._others:
            known = self._known_in(other, called)
            for kind in known:
                hidden.remove(kind)
            places.append(Place(view.hand_sizes[other] - len(known), self._barred(other, called)))
        for kind in self._traced(called):
            hidden.remove(kind)
            hidden.append(kind + KINDS)
        is_hidden = view.phase != BURYING and bottom_owner(view) != self._seat
        places.append(Place(view.bottom_size if is_hidden else 0, self._barred_from_bottom(called)))
        places.append(Place(max(0, view.to_deal - view.dealt) if view.phase == DEALING else 0))
        left = len(hidden) - sum(place.size for place in places)
        return Layouts(hidden, [*places, Place(left, ALL_CARDS << KINDS)])

    def _known_in(self, other: int, called: int) -> list[int]:
        """The cards that the seat knows to be in another hand: those shown, and the called card."""
        view = self._view
        known = [*kinds_of(view.shown[other]), *kinds_of(view.shown_twice[other])]
        if called != NO_CALL and other in (view.host, view.known_partner[self._seat]):
            seven = seven_of(called)
            if not (view.shown[other] | view.played[other]) & seven:
                known += kinds_of(seven)
        return known

    def _barred(self, other: int, called: int) -> int:
        """The kinds that cannot be among another's other cards; those traced are numbered KINDS higher."""
        view = self._view
        barred = lacking(view, other)
        if called != NO_CALL and (other == view.host) != (view.alone == 1):
            barred |= seven_of(called)
        return barred | (barred if other in self._takers() else ALL_CARDS) << KINDS

    def _barred_from_bottom(self, called: int) -> int:
        """LS-3.2; but the Host may have hidden a called card there, if nobody anti-called (LS-3.6)."""
        view = self._view
        if called == NO_CALL:
            return 0
        may_hide = view.strength == NO_STRENGTH and (view.phase == PLAYING) == (view.alone == 1)
        return SEVENS & ~seven_of(called) if may_hide else SEVENS

    def _takers(self) -> list[int]:
        """The seats that took up the bottom after this seat laid it; none if it never did."""
        view, seat = self._view, self._seat
        if not view.buried[seat] or bottom_owner(view) == seat:
            return []
        last = max((strength for strength, who in enumerate(view.anti_caller) if who == seat), default=-1)
        return [who for who in view.anti_caller[last + 1 :] if who != NOBODY]

    def _traced(self, called: int) -> Iterator[int]:
        """The cards that the seat buried, except those that a taker has played or is known to hold."""
        view, seat = self._view, self._seat
        located: list[int] = []
        for taker in set(self._takers()):
            located += [*kinds_of(view.played[taker]), *kinds_of(view.played_twice[taker])]
            located += self._known_in(taker, called)
        for kind in kinds_of(view.buried[seat]) if self._takers() else ():
            buried = 1 + (view.buried_twice[seat] >> kind & 1)
            for _ in range(buried - located.count(kind)):
                yield kind

    def _lay_bottom(self, world: State, drawn: list[int]) -> None:
        owner = bottom_owner(world)
        if world.phase == BURYING:
            return
        if owner == self._seat:
            world.bottom, world.bottom_twice = world.buried[owner], world.buried_twice[owner]
            return
        for kind in drawn:
            card = 1 << kind % KINDS
            world.bottom_twice |= world.bottom & card
            world.bottom |= card
        if owner != NOBODY:
            world.buried[owner], world.buried_twice[owner] = world.bottom, world.bottom_twice


def _lay_out_order(world: State, to_come: list[int]) -> None:
    """The order of the deal: each hand as it came, and the cards to come."""
    for seat in range(SEATS):
        cards = [*kinds_of(world.hands[seat]), *kinds_of(world.doubles[seat])]
        start = (seat - world.first) % SEATS
        for turn, kind in enumerate(cards):
            world.order[start + turn * SEATS] = kind
    for turn, kind in enumerate(to_come):
        world.order[world.dealt + turn] = kind


def _settle_call(world: State, seat: int, called: int) -> None:
    """What follows from where the called cards are: what the Host chose, and who the partner is."""
    seven = seven_of(called)
    world.own_call[world.host] = called
    partner = world.known_partner[seat]
    if world.phase == PLAYING:
        for other in range(SEATS):
            if other != world.host and (world.hands[other] | world.played[other]) & seven:
                partner = other
    elif world.bottom & seven or partner != NOBODY:
        world.hides[world.host] = 1
        world.known_partner[world.host] = partner
    if partner != NOBODY:
        world.partner = partner
        world.known_partner[partner] = partner
