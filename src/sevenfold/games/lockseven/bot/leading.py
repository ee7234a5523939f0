"""How the rule-based player leads: winners, thrown together if they must stand, or the cheapest card."""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.moves import Move
from sevenfold.games.lockseven.bot.features import DRAWN, weight
from sevenfold.games.lockseven.bot.outlook import Outlook, ToBeat, is_sure, outlook
from sevenfold.games.lockseven.bot.worth import note_worths, play_worth
from sevenfold.games.lockseven.order import SUIT_MASKS, SUITS, TRUMPS
from sevenfold.games.lockseven.parts import cut, first_part, shape_of, strongest, without
from sevenfold.games.lockseven.state import SEATS, Kind, State

STRATEGIES = 3
ALL_SURE, STRONGEST, CHEAPEST = range(STRATEGIES)
"""How to lead a suit: all parts that must stand, the strongest part, or the card that is worth least."""


def lead(view: State, seat: int) -> Move:
    """The lead that brings most, over all suits and strategies."""
    out = outlook(view, seat)
    best, most = Move(Kind.PLAY, 0, 0, 0), 0.0
    for plain in range(SUITS + 1):
        suit = TRUMPS + view.trump if plain == SUITS else plain
        if plain == view.trump < SUITS or not view.hands[seat] & SUIT_MASKS[suit]:
            continue
        note_worths(view, seat, suit, out)
        tried = 0
        for strategy in range(STRONGEST if view.one_part else ALL_SURE, STRATEGIES):
            cards, twice = chosen(view, seat, suit, strategy, out)
            if cards not in (0, tried):
                tried = cards
                worth = value(view, seat, cards, twice, suit, out)
                if best.cards == 0 or worth > most:
                    best, most = Move(Kind.PLAY, cards, twice, 0), worth
    return best


def chosen(view: State, seat: int, suit: int, strategy: int, out: Outlook) -> tuple[int, int]:
    """The cards that a strategy leads from a suit; none if the seat has none of it."""
    held, doubles = view.hands[seat] & SUIT_MASKS[suit], view.doubles[seat] & SUIT_MASKS[suit]
    if strategy == ALL_SURE:
        return sure_parts(view, seat, held, doubles, suit, out)
    if strategy == STRONGEST:
        part = strongest(held, doubles, suit, view.seven_gap)
        kinds = cut(doubles if part.pairs else held, suit, part)
        return kinds, kinds if part.pairs else 0
    best = -1
    for kind in kinds_of(held):
        if best < 0 or out.worths[kind] < out.worths[best]:
            best = kind
    return 1 << best, 0


def sure_parts(view: State, seat: int, held: int, doubles: int, suit: int, out: Outlook) -> tuple[int, int]:
    """The parts of a suit that no other hand can beat, so that a throw of them stands (LS-6.2)."""
    cards = twice = 0
    while held:
        part = strongest(held, doubles, suit, view.seven_gap)
        kinds = cut(doubles if part.pairs else held, suit, part)
        held, doubles = without(held, doubles, part, kinds)
        if is_sure(view, seat, suit, part, out):
            twice |= kinds if part.pairs else cards & kinds
            cards |= kinds
    return cards, twice


def value(view: State, seat: int, cards: int, twice: int, suit: int, out: Outlook) -> float:
    """What a lead is expected to bring, less what its cards are worth later."""
    shape = shape_of(cards, twice, suit, view.seven_gap)
    best = ToBeat(suit, shape, False, first_part(cards, twice, suit, shape, view.seven_gap))
    worth = play_worth(view, seat, seat, best, cards, twice, out)
    if suit >= TRUMPS:
        worth += weight(out.first, DRAWN) * trumps_drawn(view, seat, shape.size, out)
    return worth


def trumps_drawn(view: State, seat: int, size: int, out: Outlook) -> float:
    """How many trumps a trump lead of this size is expected to draw from the other side."""
    trumps = SUIT_MASKS[TRUMPS + view.trump]
    copies = popcount(out.cards & trumps) + popcount(out.twice & trumps)
    drawn = 0.0
    for other in range(SEATS):
        if other != seat and not view.lacks[other] >> TRUMPS & 1:
            drawn += (1 - out.trust[other]) * min(out.held[other] * copies, float(size))
    return drawn
