"""The order of the cards (section 1): which suit a card belongs to, and its level in that suit.

A suit in play is a number: 0 to 3 are the plain suits as the pack has them, TRUMPS + trump are the trumps,
where the trump is a plain suit or NO_SUIT_ROUND. Level 0 is the lowest of a suit; cards of one level rank
equal, and neighbouring levels are consecutive (LS-5.4).
"""

from sevenfold.cards.masks import highest, popcount
from sevenfold.cards.pack import Pack

PACK = Pack(suits="DCHS", ranks="23456789TJQKA", jokers=("BJ", "RJ"), copies=2)
RANKS = 13
SUITS = 4
SEVEN = 5
BLACK_JOKER, RED_JOKER = 52, 53

RANK_CARDS = 1 | 1 << RANKS | 1 << 2 * RANKS | 1 << 3 * RANKS
"""The four twos; shifted by a rank, the four cards of that rank."""
SUIT_CARDS = (1 << RANKS) - 1
"""The diamonds; shifted, the cards of another suit."""
SEVENS = RANK_CARDS << SEVEN
JOKERS = 1 << BLACK_JOKER | 1 << RED_JOKER
FIVES = RANK_CARDS << 3
TENS_AND_KINGS = RANK_CARDS << 8 | RANK_CARDS << 11

NO_SUIT_ROUND = SUITS
"""The trump of a round in which the jokers and the sevens alone are trumps (LS-1.3)."""
TRUMPS = 4
"""The suits in play from here on are trumps."""

OFF_SEVENS = 12
"""The level of the sevens that are not of the trump suit: the only one with several kinds (LS-1.4)."""
BELOW_SEVEN = (1 << SEVEN) - 1

SUIT_MASKS = tuple(
    [(SUIT_CARDS & ~(1 << SEVEN)) << suit * RANKS for suit in range(SUITS)]
    + [JOKERS | SEVENS | SUIT_CARDS << suit * RANKS for suit in range(SUITS)]
    + [JOKERS | SEVENS]
)
"""The kinds of each suit in play. A plain suit must not be the trump."""


def seven_of(suit: int) -> int:
    """The seven of a printed suit, as a mask."""
    return 1 << suit * RANKS + SEVEN


def suit_of(kind: int, trump: int) -> int:
    """The suit in play of a card (LS-1.3, LS-1.5)."""
    if SUIT_MASKS[TRUMPS + trump] >> kind & 1:
        return TRUMPS + trump
    return kind // RANKS


def levels(cards: int, suit: int) -> int:
    """The levels on which these cards, all of one suit in play, stand: bit i for level i."""
    if suit < TRUMPS:
        return _plain_levels(cards >> suit * RANKS & SUIT_CARDS)
    if suit == TRUMPS + NO_SUIT_ROUND:
        sevens = 1 << OFF_SEVENS if cards & SEVENS else 0
        return sevens | cards >> BLACK_JOKER << OFF_SEVENS + 1
    trump = suit - TRUMPS
    printed = cards >> trump * RANKS & SUIT_CARDS
    off_sevens = 1 << OFF_SEVENS if cards & SEVENS & ~seven_of(trump) else 0
    seven = (printed >> SEVEN & 1) << OFF_SEVENS + 1
    return _plain_levels(printed) | off_sevens | seven | cards >> BLACK_JOKER << OFF_SEVENS + 2


def _plain_levels(printed: int) -> int:
    """The levels of thirteen ranks; the seven is none of them, so 8 and 6 stand next to each other."""
    return printed & BELOW_SEVEN | printed >> SEVEN + 1 << SEVEN


def cards_on(level: int, suit: int) -> int:
    """The kinds that stand on a level of a suit in play."""
    if level < OFF_SEVENS:
        printed = suit if suit < TRUMPS else suit - TRUMPS
        return 1 << printed * RANKS + level + (1 if level >= SEVEN else 0)
    if suit == TRUMPS + NO_SUIT_ROUND:
        return SEVENS if level == OFF_SEVENS else 1 << BLACK_JOKER + level - OFF_SEVENS - 1
    if level == OFF_SEVENS:
        return SEVENS & ~seven_of(suit - TRUMPS)
    if level == OFF_SEVENS + 1:
        return seven_of(suit - TRUMPS)
    return 1 << BLACK_JOKER + level - OFF_SEVENS - 2


def top_level(cards: int, suit: int) -> int:
    """The highest level on which these cards of a suit stand; -1 for none."""
    return highest(levels(cards, suit))


def card_points(cards: int, twice: int) -> int:
    """LS-1.7: a five is 5, a ten and a king 10 each."""
    if not cards & (FIVES | TENS_AND_KINGS):
        return 0
    fives = popcount(cards & FIVES) + popcount(twice & FIVES)
    tens = popcount(cards & TENS_AND_KINGS) + popcount(twice & TENS_AND_KINGS)
    return 5 * fives + 10 * tens
