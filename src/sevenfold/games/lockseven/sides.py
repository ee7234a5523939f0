"""On whose side the others are, as far as a seat can tell while the Host's partner is hidden (LS-3.4)."""

from sevenfold.core.tricks import NOBODY
from sevenfold.games.lockseven.order import TRUMPS, card_points, seven_of
from sevenfold.games.lockseven.state import SEATS, State

GIVEN = 0.4
"""How much likelier a point given to the Host's trick, this or the last one, makes it that somebody is his partner."""


def may_be_partner(view: State, seat: int, other: int) -> bool:
    """Whether `seat`, to whom nobody is known, can think that another is the Host's partner.

    The called card is a trump, so who ran out of trumps never had it.
    """
    return other not in (view.host, seat) and not view.lacks[other] >> TRUMPS & 1


def partner_known_to(view: State, seat: int) -> int:
    """The Host's partner: revealed, oneself, seen in a failed throw, or the only one who can be; else NOBODY."""
    if view.revealed != NOBODY:
        return view.revealed
    if view.known_partner[seat] != NOBODY or view.alone:
        return view.known_partner[seat]
    only, count = NOBODY, 0
    for other in range(SEATS):
        if view.shown[other] & seven_of(view.called) and other != view.host:
            return other
        if may_be_partner(view, seat, other):
            only = other
            count += 1
    return only if count == 1 else NOBODY


def in_defense(view: State, seat: int) -> bool:
    """Whether a seat itself is of the Defense: a partner always knows it while cards are played."""
    return seat == view.host or view.known_partner[seat] == seat or view.revealed == seat


def trust(view: State, seat: int, other: int) -> float:
    """The chance that another is on the side of `seat`."""
    if other == seat:
        return 1.0
    partner = partner_known_to(view, seat)
    if partner != NOBODY or view.alone:
        return 1.0 if (seat in (view.host, partner)) == (other in (view.host, partner)) else 0.0
    weights = 0.0
    for someone in range(SEATS):
        weights += partner_weight(view, seat, someone)
    if other == view.host or weights == 0:
        return 0.0
    partner_chance = partner_weight(view, seat, other) / weights
    return partner_chance if seat == view.host else 1 - partner_chance


def partner_weight(view: State, seat: int, other: int) -> float:
    """How likely another is the partner, beside the others: who gives points to the Host's tricks is likelier."""
    if not may_be_partner(view, seat, other):
        return 0.0
    given = 0
    if view.taker == view.host:
        given += card_points(view.last_trick[other], view.last_twice[other])
    if view.best == view.host:
        given += card_points(view.trick[other], view.trick_twice[other])
    return 1 + GIVEN * given
