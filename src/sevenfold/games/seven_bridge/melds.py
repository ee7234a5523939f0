"""Melds (SB-2): what is one, what it takes, and which cards of a hand go together.

Masks hold no joker unless a docstring says that they may.
"""

from sevenfold.cards.masks import highest, kinds_of, lowest, popcount
from sevenfold.games.seven_bridge.state import (
    ACE,
    ALL_SEVENS,
    JOKER_CARD,
    KING,
    RANK_CARDS,
    RANKS,
    SEVEN,
    SUIT_CARDS,
)

ACE_BIT = 1 << ACE
SEVEN_BIT = 1 << SEVEN
ABOVE_KING = KING + 1
"""The rank of a high ace."""
LEAST_CARDS = 3
"""SB-2.1, SB-2.2: how many cards a meld has at least, but for melds of sevens (SB-2.3)."""

# --- what is a meld -------------------------------------------------------------------------------


def is_set(cards: int) -> bool:
    """Three or four cards of one rank (SB-2.1); of sevens two will do (SB-2.3)."""
    rank = lowest(cards) % RANKS
    if cards & ~(RANK_CARDS << rank):
        return False
    return popcount(cards) >= (2 if rank == SEVEN else LEAST_CARDS)


def is_sequence(cards: int, ace_high: int) -> bool:
    """Three or more consecutive cards of a suit (SB-2.2); 6-7 and 7-8 too (SB-2.3)."""
    suit = lowest(cards) // RANKS
    if highest(cards) // RANKS != suit:
        return False
    run = cards >> suit * RANKS
    if popcount(run) < (2 if run & SEVEN_BIT else LEAST_CARDS):
        return False
    if _consecutive(run):
        return True
    return ace_high == 1 and run & ACE_BIT != 0 and _consecutive(_ace_on_top(run))


def _consecutive(run: int) -> bool:
    return run + (run & -run) & run == 0


def _ace_on_top(run: int) -> int:
    return run & ~ACE_BIT | (run & ACE_BIT) << ABOVE_KING


def is_meld(cards: int, ace_high: int) -> bool:
    """A set, a sequence or a lone seven (SB-2.3)."""
    if popcount(cards) == 1:
        return cards & ALL_SEVENS != 0
    return is_set(cards) or is_sequence(cards, ace_high)


def takes(meld: int, ace_high: int) -> int:
    """The cards of which any one may be added to a meld; a lone seven may grow either way (SB-2.5)."""
    low = lowest(meld)
    rank, shift = low % RANKS, low - low % RANKS
    of_rank = RANK_CARDS << rank
    if popcount(meld) == 1:
        return of_rank ^ meld | meld << 1 | meld >> 1
    if meld & ~of_rank == 0:
        return of_rank ^ meld
    run = meld >> shift
    if run != SUIT_CARDS and run & ACE_BIT and run >> KING & 1:
        return 1 << lowest(run ^ ACE_BIT) - 1 << shift
    ends = (run << 1 | run >> 1) & ~run
    if ace_high and ends >> ABOVE_KING & 1:
        ends |= ACE_BIT & ~run
    return (ends & SUIT_CARDS) << shift


def namings(cards: int, ace_high: int) -> int:
    """The kinds that a joker beside these cards can be named for to make a set or a sequence with them."""
    return set_namings(cards) | sequence_namings(cards, ace_high)


def set_namings(cards: int) -> int:
    """The kinds that make a set with these two cards or more."""
    of_rank = RANK_CARDS << lowest(cards) % RANKS
    return of_rank & ~cards if popcount(cards) > 1 and cards & ~of_rank == 0 else 0


def sequence_namings(cards: int, ace_high: int) -> int:
    """The kinds that make a sequence with these two cards or more."""
    if popcount(cards) < 2 or lowest(cards) // RANKS != highest(cards) // RANKS:
        return 0
    shift = lowest(cards) // RANKS * RANKS
    run = cards >> shift
    found = _completing(run)
    if ace_high:
        above = _completing(_ace_on_top(run)) & ~ACE_BIT
        found |= above | above >> ABOVE_KING & ACE_BIT
    return (found & SUIT_CARDS) << shift


def _completing(run: int) -> int:
    """The ranks that complete these to a run: their one gap, or if there is no gap either end."""
    gaps = (2 << highest(run)) - (run & -run) & ~run
    if gaps == 0:
        return (run << 1 | run >> 1) & ~run
    return gaps if gaps & gaps - 1 == 0 else 0


# --- which cards of a hand go together --------------------------------------------------------------


def set_partners(hand: int, chosen: int, most: int, short: int) -> int:
    """The cards of the hand that, with all those chosen, are part of a set of at most `most` cards.

    Either mask may hold the joker. With `short` two sevens are a set. A joker is never chosen alone.
    """
    cards = chosen & ~JOKER_CARD
    rank = lowest(cards) % RANKS
    if cards & ~(RANK_CARDS << rank):
        return 0
    of_rank = (hand | cards) & RANK_CARDS << rank
    usable = of_rank | hand & JOKER_CARD
    if popcount(usable) >= 3 and most >= 3 and popcount(chosen) < min(most, 4):
        return usable & ~chosen
    if short and rank == SEVEN and most >= 2 and popcount(chosen) == 1:
        return of_rank & ~chosen
    return 0


def sequence_partners(hand: int, chosen: int, most: int, short: int, ace_high: int) -> int:
    """The cards of the hand that, with all those chosen, are part of a sequence of at most `most` cards.

    Either mask may hold the joker. With `short` 6-7 and 7-8 are sequences. A joker is never chosen alone.
    """
    cards = chosen & ~JOKER_CARD
    shift = lowest(cards) // RANKS * RANKS
    if cards & ~(SUIT_CARDS << shift):
        return 0
    held = (hand | cards) >> shift & SUIT_CARDS
    run = cards >> shift
    jokers = hand & JOKER_CARD | chosen & JOKER_CARD
    to_lay = chosen & JOKER_CARD
    found = _spans(held, run, jokers, to_lay, most, short, ACE)
    if ace_high:
        above = _spans(_ace_on_top(held), _ace_on_top(run), jokers, to_lay, most, short, ACE + 1)
        found |= above & ~(1 << ABOVE_KING) | above >> ABOVE_KING & ACE_BIT
    return (found & SUIT_CARDS) << shift | found & JOKER_CARD


def _spans(held: int, run: int, joker: int, to_lay: int, most: int, short: int, bottom: int) -> int:
    """The cards held that are with `run` in a sequence within the thirteen ranks from `bottom` up.

    `joker` is the joker if the hand has it, `to_lay` if it was chosen and so must be laid.
    """
    found = 0
    gaps = 1 if joker else 0
    lowest_end, highest_end = lowest(run), highest(run)
    for low in range(lowest_end, bottom - 1, -1):
        for high in range(highest_end, bottom + RANKS):
            span = (1 << high + 1) - (1 << low)
            size = high - low + 1
            if size > most or popcount(span & ~held) > gaps:
                break
            rest = span & ~run
            if size < 3:
                if short and size == 2 and not to_lay and span & SEVEN_BIT:
                    found |= rest & held
            elif not to_lay:
                found |= rest & held | (joker if rest else 0)
            elif popcount(rest) > 1:
                found |= rest & held
    return found


# --- for people -----------------------------------------------------------------------------------


def in_reading_order(meld: int) -> list[int]:
    """The cards of a meld from low to high, an ace above the king where it lies there."""
    kinds = list(kinds_of(meld))
    is_run = len(kinds) > 1 and kinds[1] < kinds[0] + RANKS
    return (
        kinds[1:] + kinds[:1] if is_run and kinds[0] % RANKS == ACE and kinds[1] % RANKS > ACE + 1 else kinds
    )
