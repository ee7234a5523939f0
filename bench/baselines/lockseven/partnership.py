"""Which side the others are on, as far as a seat can tell while the Host's partner is hidden (LS-3.4)."""

from sevenfold.core.tricks import NOBODY
from sevenfold.games.lockseven.order import TRUMPS, card_points, seven_of
from sevenfold.games.lockseven.state import SEATS, State

POINT_GIVEN = 0.4
"""How much each point given to the Host's trick, this or the last, adds to a seat's weight as the partner."""


def may_be_partner(view: State, seat: int, other: int) -> bool:
    """Whether another may be the Host's partner, for a `seat` that does not know the partner.

    The called card is a trump, so a seat that ran out of trumps never had it.
    """
    return other not in (view.host, seat) and not view.lacks[other] >> TRUMPS & 1


def partner_known_to(view: State, seat: int) -> int:
    """The Host's partner: revealed, known, seen in a failed throw, or the only one left; else NOBODY."""
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


def defends(view: State, seat: int) -> bool:
    """Whether a seat itself is on the Defense; the partner always knows this during play."""
    return seat == view.host or view.known_partner[seat] == seat or view.revealed == seat


def trusts(view: State, seat: int) -> list[float]:
    """For each seat, the chance that it is on the side of `seat`."""
    partner = partner_known_to(view, seat)
    known = partner != NOBODY or view.alone == 1
    seat_defends = defends(view, seat)
    weights, total = [0.0] * SEATS, 0.0
    for other in range(SEATS):
        if other == partner:
            weights[other] = 1.0
        elif not known and may_be_partner(view, seat, other):
            weights[other] = partner_weight(view, other)
        total += weights[other]
    chances = [1.0] * SEATS
    for other in range(SEATS):
        if other != seat:
            chance = 1.0 if other == view.host else weights[other] / max(1.0, total)
            chances[other] = chance if seat_defends else 1 - chance
    return chances


def partner_weight(view: State, other: int) -> float:
    """The weight of another as the partner, which grows with the points they gave to the Host's tricks."""
    given = 0
    if view.taker == view.host:
        given += card_points(view.last_trick[other], view.last_twice[other])
    if view.best == view.host:
        given += card_points(view.trick[other], view.trick_twice[other])
    return 1 + POINT_GIVEN * given
