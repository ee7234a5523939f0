"""How the rule-based player leads: tops that nobody can beat, together where they must stand; else what costs least."""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.moves import Move
from sevenfold.games.lockseven.order import SUIT_MASKS, SUITS, TRUMPS, card_points
from sevenfold.games.lockseven.outlook import Outlook, ToBeat, is_sure, outlook
from sevenfold.games.lockseven.parts import cut, first_part, shape_of, strongest, without
from sevenfold.games.lockseven.sides import in_defense
from sevenfold.games.lockseven.state import PLAY, SEATS, State
from sevenfold.games.lockseven.worth import KINDS, TO_LEAD, add_worths, brought, chance_ours, total

DRAWN = 2.0
"""What it is worth to the Defense to draw a trump from the Attack, in points."""


def lead(view: State, seat: int) -> Move:
    """Of each suit: all that must stand, the strongest part, and the cheapest card."""
    out = outlook(view, seat)
    best, most = Move(PLAY, 0, 0, 0), 0.0
    for plain in range(SUITS + 1):
        suit = TRUMPS + view.trump if plain == SUITS else plain
        held, doubles = view.hands[seat] & SUIT_MASKS[suit], view.doubles[seat] & SUIT_MASKS[suit]
        if held == 0 or plain == view.trump < SUITS:
            continue
        worths = [0.0] * KINDS
        add_worths(worths, view, seat, suit, out)
        tried = 0
        for way in range(3):
            cards, twice = chosen(view, seat, held, doubles, suit, worths, way, out)
            if cards not in (0, tried):
                tried = cards
                worth = value(view, seat, cards, twice, suit, worths, out)
                if best.cards == 0 or worth > most:
                    best, most = Move(PLAY, cards, twice, 0), worth
    return best


ALL_SURE, STRONGEST, CHEAPEST = range(3)
"""Ways to lead a suit."""


def chosen(
    view: State, seat: int, held: int, doubles: int, suit: int, worths: list[float], way: int, out: Outlook
) -> tuple[int, int]:
    """The cards to lead from a suit in one of these ways; none where it is no way of its own."""
    if way == ALL_SURE:
        return sure_parts(view, seat, held, doubles, suit, out)
    if way == STRONGEST:
        part = strongest(held, doubles, suit)
        kinds = cut(doubles if part.pairs else held, suit, part)
        return kinds, kinds if part.pairs else 0
    best = -1
    for kind in kinds_of(held):
        if best < 0 or worths[kind] < worths[best]:
            best = kind
    return 1 << best, 0


def sure_parts(view: State, seat: int, held: int, doubles: int, suit: int, out: Outlook) -> tuple[int, int]:
    """The parts of a suit that nobody can beat in it, so that they stand together."""
    cards = twice = 0
    while held:
        part = strongest(held, doubles, suit)
        kinds = cut(doubles if part.pairs else held, suit, part)
        held, doubles = without(held, doubles, part, kinds)
        if is_sure(view, seat, suit, part, out):
            twice |= kinds if part.pairs else cards & kinds
            cards |= kinds
    return cards, twice


def value(
    view: State, seat: int, cards: int, twice: int, suit: int, worths: list[float], out: Outlook
) -> float:
    """What a lead is expected to bring, less what its cards are worth later."""
    shape = shape_of(cards, twice, suit)
    best = ToBeat(suit, shape, False, first_part(cards, twice, suit, shape))
    ours = chance_ours(view, seat, seat, best, out)
    gained = brought(ours, card_points(cards, twice), shape.size, out) + TO_LEAD * ours
    if suit >= TRUMPS and in_defense(view, seat):
        gained += DRAWN * trumps_drawn(view, seat, shape.size, out)
    return gained - total(worths, cards, twice)


def trumps_drawn(view: State, seat: int, size: int, out: Outlook) -> float:
    """How many trumps a lead of so many is expected to draw from the other side."""
    trumps = SUIT_MASKS[TRUMPS + view.trump]
    drawn = 0.0
    for other in range(SEATS):
        if other != seat and not view.lacks[other] >> TRUMPS & 1:
            copies = popcount(out.cards & trumps) + popcount(out.twice & trumps)
            expected = out.held[other] * copies
            drawn += (1 - out.trust[other]) * min(expected, float(size))
    return drawn
