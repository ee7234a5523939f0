"""On whose side the others are, as far as a seat can tell while the Host's partner is hidden (LS-3.4)."""

from sevenfold.core.tricks import NOBODY
from sevenfold.games.lockseven.order import TRUMPS, seven_of
from sevenfold.games.lockseven.state import SEATS, State


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
    candidates = 0
    for someone in range(SEATS):
        candidates += may_be_partner(view, seat, someone)
    if other == view.host or candidates == 0:
        return 0.0
    partner_chance = may_be_partner(view, seat, other) / candidates
    return partner_chance if seat == view.host else 1 - partner_chance
