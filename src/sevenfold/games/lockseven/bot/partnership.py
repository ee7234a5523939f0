"""Which side the others are on, as far as a seat can tell while the Host's partner is hidden (LS-3.4)."""

from sevenfold.core.tricks import NOBODY
from sevenfold.games.lockseven.order import TRUMPS, card_points, seven_of
from sevenfold.games.lockseven.state import SEATS, State

POINT_GIVEN, POINT_OFFERED, TRUMPS_LED, PLAIN_LED = 0.130, 0.082, 1.16, -0.35
"""What speaks for a seat as the partner: each point that it gave to tricks of the Host, each in a trick that
the Host is winning, each lead of trumps, each of a plain suit. `python -m bench.belief` finds them."""
SQUARINGS = 4
"""How often a number is squared for a power of e."""
LEAST = 0.25
"""The least number that is squared."""


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
            chance = 1.0 if other == view.host else weights[other] / (total if total > 0 else 1.0)
            chances[other] = chance if seat_defends else 1 - chance
    return chances


def partner_weight(view: State, other: int) -> float:
    """How likely another is to be the partner, beside others, by all that they played so far."""
    signs = POINT_GIVEN * view.given[other]
    signs += TRUMPS_LED * view.led_trumps[other] + PLAIN_LED * view.led_plain[other]
    if view.best == view.host:
        signs += POINT_OFFERED * card_points(view.trick[other], view.trick_twice[other])
    return power_of_e(signs)


def power_of_e(exponent: float) -> float:
    """About e to the power of a number that is not large, with nothing that differs between machines."""
    power = max(LEAST, 1 + exponent / (1 << SQUARINGS))
    for _ in range(SQUARINGS):
        power *= power
    return power
