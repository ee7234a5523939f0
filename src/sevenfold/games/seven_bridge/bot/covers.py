"""How much of a hand could be laid: its melds, and the cards that then fit on melds of the table."""

from typing import NamedTuple

from sevenfold.cards.masks import lowest, popcount
from sevenfold.games.seven_bridge.melds import namings, takes
from sevenfold.games.seven_bridge.state import (
    ACE,
    ALL_SEVENS,
    JOKER,
    JOKER_CARD,
    KING,
    RANK_CARDS,
    RANKS,
    SUIT_CARDS,
    State,
)

ALL_CARDS = (1 << JOKER) - 1
ACES = RANK_CARDS << ACE
QUEENS = RANK_CARDS << KING - 1
KINGS = RANK_CARDS << KING
NOT_ACES, NOT_KINGS, NOT_SEVENS = ALL_CARDS & ~ACES, ALL_CARDS & ~KINGS, ALL_CARDS & ~ALL_SEVENS
BELOW_QUEENS = ALL_CARDS & ~(QUEENS | KINGS)


class Spots(NamedTuple):
    """Cards that fit on the table: above a sequence, below one, or elsewhere; and whether a joker fits."""

    above: int
    below: int
    beside: int
    joker: bool


NOWHERE = Spots(0, 0, 0, False)


class Meld(NamedTuple):
    """Cards of a hand that are a meld, and the kind that a joker among them stands for."""

    cards: int
    joker_as: int


NO_CARDS = Meld(0, 0)


class Cover(NamedTuple):
    """What of a hand could be laid.

    `cards` are all of it, `first` and `second` the melds among them besides lone sevens, 0 for none.
    `joker_as` is the kind that a joker stands for in one of them. `wanted` are cards not in the hand that
    would fit on the table once all of it is laid.
    """

    cards: int
    first: int
    second: int
    joker_as: int
    wanted: int


NOTHING = Cover(0, 0, 0, 0, 0)


# --- melds that lie -------------------------------------------------------------------------------


def table_spots(state: State) -> Spots:
    """Where cards fit on the melds of the table."""
    spots = NOWHERE
    for number in range(state.meld_count):
        spots = with_meld(spots, state.melds[number], state.ace_high)
    return spots


def with_meld(spots: Spots, meld: int, ace_high: int) -> Spots:
    """The spots with this meld added to the table."""
    taken = takes(meld, ace_high)
    above, below = taken & meld << 1, taken & meld >> 1
    return Spots(
        spots.above | above,
        spots.below | below,
        spots.beside | taken & ~(above | below),
        spots.joker or (taken != 0 and popcount(meld) > 1),
    )


def fitting(hand: int, spots: Spots, ace_high: int) -> int:
    """All cards, in the hand or not, that fit once all fitting cards of the hand have been laid."""
    found = spots.above | spots.below | spots.beside
    rising, falling = hand & spots.above, hand & spots.below
    while rising:
        high_aces = (rising & KINGS) >> KING if ace_high else 0
        rising = rising << 1 & NOT_ACES
        found |= rising | high_aces
        rising &= hand
    while falling:
        falling = falling >> 1 & NOT_KINGS
        found |= falling
        falling &= hand
    return found


# --- melds of the hand ----------------------------------------------------------------------------


def has_meld(hand: int, ace_high: int) -> bool:
    """Whether the hand has a meld beside its sevens, or a joker that may make one."""
    cards = hand & NOT_SEVENS
    clubs, diamonds = cards & SUIT_CARDS, cards >> RANKS & SUIT_CARDS
    hearts, spades = cards >> 2 * RANKS & SUIT_CARDS, cards >> 3 * RANKS & SUIT_CARDS
    sets = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    low = cards & cards >> 1 & cards >> 2 & BELOW_QUEENS
    high = cards & ACES & cards >> KING & cards >> KING - 1 if ace_high else 0
    return sets | low | high | hand & JOKER_CARD != 0


def melds_of_three(hand: int, ace_high: int) -> list[Meld]:
    """The sets and sequences of three without a seven, since a seven can be laid by itself."""
    melds: list[Meld] = []
    cards = hand & NOT_SEVENS
    bottoms = cards & cards >> 1 & cards >> 2 & BELOW_QUEENS
    while bottoms:
        melds.append(Meld(0b111 << lowest(bottoms), 0))
        bottoms &= bottoms - 1
    aces = cards & ACES & cards >> KING & cards >> KING - 1 if ace_high else 0
    while aces:
        melds.append(Meld((1 | 1 << KING | 1 << KING - 1) << lowest(aces), 0))
        aces &= aces - 1
    for rank in range(RANKS):
        of_rank = cards & RANK_CARDS << rank
        if popcount(of_rank) == 3:
            melds.append(Meld(of_rank, 0))
        left_out = of_rank if popcount(of_rank) == 4 else 0
        while left_out:
            melds.append(Meld(of_rank ^ (left_out & -left_out), 0))
            left_out &= left_out - 1
    if hand & JOKER_CARD:
        _add_pairs(melds, hand, ace_high)
    return melds


def _add_pairs(melds: list[Meld], hand: int, ace_high: int) -> None:
    """Add the pairs of cards that a joker completes to a meld, with what the joker stands for."""
    lows = hand & ALL_CARDS
    while lows:
        low = lows & -lows
        lows ^= low
        highs = lows
        while highs:
            cards = low | highs & -highs
            highs &= highs - 1
            named = namings(cards, ace_high)
            if named:
                melds.append(Meld(cards | JOKER_CARD, lowest(named & ~hand or named)))


def best_cover(hand: int, table: Spots, opened: int, ace_high: int) -> Cover:
    """The most of the hand that could be laid in one turn, with two melds at most besides the sevens.

    `opened` is 1 where the seat may lay off before it has melded.
    """
    best = _cover(hand, table, opened, ace_high, NO_CARDS, NO_CARDS)
    if not has_meld(hand, ace_high):  # as in most hands: listing melds takes the most time here
        return best
    melds = melds_of_three(hand, ace_high)
    for index in range(len(melds)):
        first = melds[index]
        best = _better(best, _cover(hand, table, 1, ace_high, first, NO_CARDS))
        for other in range(index + 1, len(melds)):
            second = melds[other]
            if first.cards & second.cards == 0:
                best = _better(best, _cover(hand, table, 1, ace_high, first, second))
    return best


def _better(one: Cover, other: Cover) -> Cover:
    return other if popcount(other.cards) > popcount(one.cards) else one


def _cover(hand: int, table: Spots, opened: int, ace_high: int, first: Meld, second: Meld) -> Cover:
    """What could be laid with these melds."""
    sevens = hand & ALL_SEVENS
    spots = table if opened or sevens else NOWHERE
    for meld in (first, second):
        if meld.cards:
            spots = with_meld(spots, laid_as(meld.cards, meld.joker_as), ace_high)
    spots = Spots(
        spots.above | sevens << 1, spots.below | sevens >> 1, spots.beside | ALL_SEVENS, spots.joker
    )
    melds = first.cards | second.cards
    left = hand & ~melds
    fits = fitting(left, spots, ace_high)
    cards = melds | left & fits
    if left & JOKER_CARD and spots.joker:
        cards |= JOKER_CARD
    return Cover(cards, first.cards, second.cards, first.joker_as or second.joker_as, fits & ~hand)


def laid_as(meld: int, joker_as: int) -> int:
    """A meld with its joker as the card that it stands for."""
    return meld ^ JOKER_CARD | 1 << joker_as if meld & JOKER_CARD else meld


# --- cards that would make melds ------------------------------------------------------------------


def set_partners_wanted(cards: int) -> int:
    """The cards that would make a set with two of these."""
    clubs, diamonds = cards & SUIT_CARDS, cards >> RANKS & SUIT_CARDS
    hearts, spades = cards >> 2 * RANKS & SUIT_CARDS, cards >> 3 * RANKS & SUIT_CARDS
    pairs = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    return pairs * RANK_CARDS & ~cards


def sequence_partners_wanted(cards: int, ace_high: int) -> int:
    """The cards that would make a sequence with two of these."""
    found = 0
    both = cards & cards >> 1 & NOT_KINGS
    found |= (both & BELOW_QUEENS) << 2 | (both & NOT_ACES) >> 1
    found |= (cards & cards >> 2 & BELOW_QUEENS) << 1
    if ace_high:
        aces, kings, queens = cards & ACES, (cards & KINGS) >> KING, (cards & QUEENS) >> KING - 1
        found |= kings & queens | (aces & queens) << KING | (aces & kings) << KING - 1
    return found & ~cards
