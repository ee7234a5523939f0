"""How the rule-based player calls, chooses, buries and anti-calls (sections 2 to 4)."""

from bench.baselines.lockseven.worth import trump_kept
from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.moves import Move
from sevenfold.games.lockseven.bottom import addable_to_bottom, stronger_pairs
from sevenfold.games.lockseven.order import (
    BLACK_JOKER,
    JOKERS,
    NO_SUIT_ROUND,
    RANKS,
    SEVENS,
    SUIT_MASKS,
    SUITS,
    TRUMPS,
    card_points,
    levels,
    seven_of,
)
from sevenfold.games.lockseven.state import (
    ANTI,
    BURY,
    CALL,
    CONCEDE,
    DECIDING,
    HAND_SIZE,
    HIDE,
    NO_STRENGTH,
    PASS,
    SOLO,
    WAIT,
    State,
)

ENOUGH_TO_CALL = 24
"""What a full hand must be worth to call (`hand_worth`); of fewer cards, in proportion."""
BOTH_SEVENS = 8
"""What is taken off the worth of a call by a seat with both sevens of the suit, and so without a partner."""
LAST_CHANCE = 8
"""By how much less is enough on the last chance, when all cards have been dealt."""
TAKING_UP = 12
"""What it is worth to take up the bottom, beside what the hand gains or loses by another trump."""
ENOUGH_ALONE = 75
ENOUGH_IF_IT_COSTS = 60
"""What the Host's hand must be worth to play alone against three, if conceding is free, and if it costs."""
SAFE_BOTTOM = 44
"""What a hand must be worth for points to be safe in the bottom."""


# --- what a hand is worth ---------------------------------------------------------------------------


def hand_worth(hand: int, doubles: int, trump: int) -> int:
    """A hand with a trump: two for each trump; more for sevens, jokers, pairs, tractors and plain tops."""
    suit = TRUMPS + trump
    mask = SUIT_MASKS[suit]
    cards, twice = hand & mask, doubles & mask
    worth = 2 * (popcount(cards) + popcount(twice) + popcount(cards & (SEVENS | JOKERS)))
    worth += 2 * popcount(twice & (SEVENS | JOKERS)) + popcount(cards & JOKERS) + popcount(twice & JOKERS)
    on = levels(twice, suit)
    worth += 2 * popcount(on) + 2 * popcount(on & on >> 1)
    for plain in range(SUITS):
        if plain != trump:
            worth += plain_worth(hand >> plain * RANKS, doubles >> plain * RANKS)
    return worth


ACE, KING = 1 << RANKS - 1, 1 << RANKS - 2


def plain_worth(hand: int, doubles: int) -> int:
    """One for an ace, three for two of them; one for a king beside an ace."""
    if not hand & ACE:
        return 0
    return 1 + (2 if doubles & ACE else 0) + (1 if hand & KING else 0)


def trump_so_far(view: State, seat: int) -> int:
    """The trump if nobody anti-calls again; below 0 where the seat cannot know it."""
    if view.strength != NO_STRENGTH:
        return min(view.strength, NO_SUIT_ROUND)
    return view.own_call[seat]


# --- the call ---------------------------------------------------------------------------------------


def call(view: State, seat: int) -> Move:
    """Call the suit with which the hand is worth most, if it is enough for the cards dealt so far."""
    hand, doubles = view.hands[seat], view.doubles[seat]
    best, most = -1, 0
    for suit in range(SUITS):
        if hand & seven_of(suit):
            worth = hand_worth(hand, doubles, suit) - (BOTH_SEVENS if doubles & seven_of(suit) else 0)
            if best < 0 or worth > most:
                best, most = suit, worth
    enough = ENOUGH_TO_CALL - (LAST_CHANCE if view.dealt > view.to_deal else 0)
    calls = most * HAND_SIZE >= enough * view.hand_sizes[seat]
    return Move(CALL, 0, 0, best) if calls else Move(WAIT, 0, 0, 0)


def choose_partner(view: State, seat: int) -> Move:
    """LS-3.6: alone with a very strong hand; else hide the card, and concede if nobody takes it up."""
    worth = hand_worth(view.hands[seat], view.doubles[seat], view.own_call[seat])
    if worth < ENOUGH_ALONE and view.phase != DECIDING and view.bottom_size:
        return Move(HIDE, 0, 0, 0)
    enough = ENOUGH_IF_IT_COSTS if view.concede_costs else ENOUGH_ALONE
    return Move(SOLO if worth >= enough else CONCEDE, 0, 0, 0)


# --- the bottom -------------------------------------------------------------------------------------

POINT_RISKED, POINT_SAVED = 1.0, -0.3
TRUMP_BURIED = 30.0
ACE_BURIED, KING_BURIED, PAIR_BURIED, RANK_BURIED, LENGTH_BURIED = 8.0, 2.0, 3.0, 0.1, 0.6
"""What it costs to bury: each point, a trump, a top, one of a pair, each rank, each card of the suit."""


def bury(view: State, seat: int) -> Move:
    """The cheapest cards, one after the other; once a suit is begun, the rest of it is cheaper to bury."""
    trump = trump_so_far(view, seat)
    is_safe = hand_worth(view.hands[seat], view.doubles[seat], trump) >= SAFE_BOTTOM
    point = POINT_SAVED if is_safe else POINT_RISKED
    cards = twice = 0
    for _ in range(view.bottom_size):
        held, doubles = view.hands[seat] & ~cards | view.doubles[seat] & ~twice, view.doubles[seat] & ~cards
        best, least = -1, 0.0
        for kind in kinds_of(addable_to_bottom(view, seat, cards, twice)):
            cost = cost_buried(kind, held, doubles, trump, point)
            if best < 0 or cost < least:
                best, least = kind, cost
        twice |= cards & 1 << best
        cards |= 1 << best
    return Move(BURY, cards, twice, 0)


def cost_buried(kind: int, held: int, doubles: int, trump: int, point: float) -> float:
    """What it costs to bury one more card of these."""
    card = 1 << kind
    cost = point * card_points(card, 0)
    if card & SUIT_MASKS[TRUMPS + trump]:
        return cost + TRUMP_BURIED + trump_kept(kind, trump)
    suit = SUIT_MASKS[kind // RANKS]
    rank = kind % RANKS
    if rank == RANKS - 1:
        cost += ACE_BURIED
    elif rank == RANKS - 2 and held & suit & card << 1:
        cost += KING_BURIED
    if doubles & card:
        cost += PAIR_BURIED
    length = popcount(held & suit) + popcount(doubles & suit)
    return cost + RANK_BURIED * rank + LENGTH_BURIED * length


# --- the anti-call ----------------------------------------------------------------------------------


def anti_call(view: State, seat: int) -> Move:
    """Anti-call with the pair that gains most over the present trump, if any gains."""
    hand, doubles = view.hands[seat], view.doubles[seat]
    now = worth_now(view, seat)
    best, most = 0, 0
    for kind in kinds_of(stronger_pairs(view, seat)):
        trump = NO_SUIT_ROUND if kind >= BLACK_JOKER else kind // RANKS
        gained = TAKING_UP + hand_worth(hand, doubles, trump) - now
        if gained >= 0 and (best == 0 or gained > most):
            best, most = 1 << kind, gained
    return Move(ANTI, best, best, 0) if best else Move(PASS, 0, 0, 0)


def worth_now(view: State, seat: int) -> int:
    """What the hand is worth if the trump stays; if it is not known, the mean over the suits it may be."""
    hand, doubles = view.hands[seat], view.doubles[seat]
    trump = trump_so_far(view, seat)
    if trump >= 0:
        return hand_worth(hand, doubles, trump)
    worth = suits = 0
    for suit in range(SUITS):
        if not doubles & seven_of(suit):
            worth += hand_worth(hand, doubles, suit)
            suits += 1
    return worth // max(1, suits)
