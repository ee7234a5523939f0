"""The leads that the networks weigh: a few ways to lead each suit. The rule-based player knows three."""

from sevenfold.cards.masks import kinds_of
from sevenfold.games.lockseven.bot.leading import sure_parts
from sevenfold.games.lockseven.bot.outlook import Outlook
from sevenfold.games.lockseven.order import FIVES, SUIT_MASKS, SUITS, TENS_AND_KINGS, TRUMPS, top_level
from sevenfold.games.lockseven.parts import cut, strongest
from sevenfold.games.lockseven.state import State

WAYS = 8
CHEAPEST, HIGHEST, LOWEST, TEN, FIVE, STRONGEST, LAST_PAIR, ALL_SURE = range(WAYS)
"""How to lead a suit: the card that is worth least, the highest, the lowest, the highest that counts ten, a
five; the strongest part with a pair, the weakest one; all parts that must stand. Where two ways lead the same
cards, the first counts."""

Led = tuple[int, int]


def suit_in(view: State, option: int) -> int:
    """The suit in play that a lead is from. The trumps come after the plain suits."""
    plain = option // WAYS
    return TRUMPS + view.trump if plain == SUITS else plain


def leads(view: State, seat: int, out: Outlook) -> int:
    """The leads that there are, as a mask, none twice."""
    found, cards, twice = 0, [0] * WAYS, [0] * WAYS
    for plain in range(SUITS + 1):
        suit = suit_in(view, plain * WAYS)
        if plain == view.trump < SUITS or not view.hands[seat] & SUIT_MASKS[suit]:
            continue
        for way in range(WAYS):
            cards[way], twice[way] = led_by(view, seat, suit, way, out)
            is_new = cards[way] != 0
            for other in range(way):
                if cards[other] == cards[way] and twice[other] == twice[way]:
                    is_new = False
            if is_new:
                found |= 1 << plain * WAYS + way
    return found


def led_by(view: State, seat: int, suit: int, way: int, out: Outlook) -> Led:
    """The cards that are led from a suit; none where this way has none."""
    held, doubles = view.hands[seat] & SUIT_MASKS[suit], view.doubles[seat] & SUIT_MASKS[suit]
    if way == ALL_SURE:
        return (0, 0) if view.one_part else sure_parts(view, seat, held, doubles, suit, out)
    if way >= STRONGEST:
        kinds = _pairs(doubles, suit, way == LAST_PAIR, view.seven_gap)
        return kinds, kinds
    if way == HIGHEST:
        return cut(held, suit, strongest(held, 0, suit, view.seven_gap)), 0
    if way == TEN:
        held &= TENS_AND_KINGS
    elif way == FIVE:
        held &= FIVES
    return _single(held, suit, way, out), 0


def _pairs(doubles: int, suit: int, last: bool, gap: int) -> int:
    """The first part with pairs that the doubles of a suit split into, or the last; 0 for none."""
    kinds = 0
    while doubles and (last or not kinds):
        kinds = cut(doubles, suit, strongest(doubles, doubles, suit, gap))
        doubles &= ~kinds
    return kinds


def _single(held: int, suit: int, way: int, out: Outlook) -> int:
    """The card of these that is worth least, the lowest, or in other ways the highest; 0 for none."""
    best, most = 0, 0.0
    for kind in kinds_of(held):
        worth = float(top_level(1 << kind, suit))
        if way == CHEAPEST:
            worth = -out.worths[kind]
        elif way == LOWEST:
            worth = -worth
        if best == 0 or worth > most:
            best, most = 1 << kind, worth
    return best
