"""How the rule-based player calls, chooses, buries and anti-calls (sections 2 to 4)."""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.moves import Move
from sevenfold.core.tricks import NO_SUIT
from sevenfold.games.lockseven.bot.weights import Weights
from sevenfold.games.lockseven.bottom import addable_to_bottom, stronger_pairs
from sevenfold.games.lockseven.hidden import bottom_owner
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
    top_level,
)
from sevenfold.games.lockseven.parts import run_starts
from sevenfold.games.lockseven.state import NO_STRENGTH, Kind, Phase, State

TRUMP_HELD = 2.0
"""What a trump is worth in a hand: worths are in halves of a trump."""


# --- what a hand is worth ---------------------------------------------------------------------------


def hand_worth(hand: int, doubles: int, trump: int, gap: int, weights: Weights) -> float:
    """A hand with a trump: two for each trump; more for sevens, jokers, pairs, tractors and plain tops."""
    suit = TRUMPS + trump
    cards, twice = hand & SUIT_MASKS[suit], doubles & SUIT_MASKS[suit]
    worth = TRUMP_HELD * copies(cards, twice)
    worth += weights.high * copies(cards & (SEVENS | JOKERS), twice & (SEVENS | JOKERS))
    worth += weights.joker * copies(cards & JOKERS, twice & JOKERS)
    on = levels(twice, suit)
    worth += weights.pair * popcount(on) + weights.linked * popcount(run_starts(on, 2, gap))
    for plain in range(SUITS):
        if plain != trump:
            worth += plain_worth(hand >> plain * RANKS, doubles >> plain * RANKS, weights)
    return worth


def copies(cards: int, twice: int) -> int:
    """How many cards two masks hold; the second has the kinds held twice."""
    return popcount(cards) + popcount(twice)


ACE, KING = 1 << RANKS - 1, 1 << RANKS - 2


def plain_worth(hand: int, doubles: int, weights: Weights) -> float:
    """The worth of a plain suit's ace, of a second ace, and of a king beside it."""
    if not hand & ACE:
        return 0.0
    worth = weights.ace
    if doubles & ACE:
        worth += weights.aces
    return worth + weights.king if hand & KING else worth


def trump_so_far(view: State, seat: int) -> int:
    """The trump if nobody anti-calls again; below 0 where the seat cannot know it."""
    if view.strength != NO_STRENGTH:
        return min(view.strength, NO_SUIT_ROUND)
    return view.own_call[seat] if view.called == NO_SUIT else view.called


# --- the call ---------------------------------------------------------------------------------------


def call(view: State, seat: int, weights: Weights) -> Move:
    """Call the suit with which the hand is worth most, if it is enough for the cards dealt so far."""
    hand, doubles = view.hands[seat], view.doubles[seat]
    best, most = -1, 0.0
    for suit in range(SUITS):
        if hand & seven_of(suit):
            worth = hand_worth(hand, doubles, suit, view.seven_gap, weights)
            if doubles & seven_of(suit):
                worth -= weights.both_sevens
            if best < 0 or worth > most:
                best, most = suit, worth
    enough = weights.call + weights.call_card * view.hand_sizes[seat]
    if view.dealt > view.to_deal:
        enough -= weights.last_chance
    return Move(Kind.CALL, 0, 0, best) if most >= enough else Move(Kind.WAIT, 0, 0, 0)


def choose_partner(view: State, seat: int, weights: Weights) -> Move:
    """LS-3.6: play alone with a strong hand; with a weaker one hide the card, or concede if that is over."""
    worth = hand_worth(view.hands[seat], view.doubles[seat], view.own_call[seat], view.seven_gap, weights)
    may_hide = view.phase != Phase.DECIDE and view.bottom_size
    if may_hide and worth < weights.hide:
        return Move(Kind.HIDE, 0, 0, 0)
    enough = weights.alone_if_it_costs if view.concede_costs else weights.alone
    return Move(Kind.SOLO if may_hide or worth >= enough else Kind.CONCEDE, 0, 0, 0)


# --- the bottom -------------------------------------------------------------------------------------


def bury(view: State, seat: int, weights: Weights) -> Move:
    """The cheapest cards, one after the other; once a suit is begun, the rest of it is cheaper to bury."""
    trump = trump_so_far(view, seat)
    worth = hand_worth(view.hands[seat], view.doubles[seat], trump, view.seven_gap, weights)
    safe = weights.safe_bottom_no_suit if trump == NO_SUIT_ROUND else weights.safe_bottom
    point = weights.point_saved if worth >= safe else weights.point_risked
    cards = twice = 0
    for _ in range(view.bottom_size):
        held, doubles = view.hands[seat] & ~cards | view.doubles[seat] & ~twice, view.doubles[seat] & ~cards
        best, least = -1, 0.0
        for kind in kinds_of(addable_to_bottom(view, seat, cards, twice)):
            cost = cost_buried(kind, held, doubles, trump, point, weights)
            if best < 0 or cost < least:
                best, least = kind, cost
        twice |= cards & 1 << best
        cards |= 1 << best
    return Move(Kind.BURY, cards, twice, 0)


def cost_buried(kind: int, held: int, doubles: int, trump: int, point: float, weights: Weights) -> float:
    """What it costs to bury a card of this kind too, out of the cards still held."""
    card = 1 << kind
    cost = point * card_points(card, 0)
    if card & SUIT_MASKS[TRUMPS + trump]:
        return cost + weights.trump_buried + weights.rank_buried * top_level(card, TRUMPS + trump)
    suit = SUIT_MASKS[kind // RANKS]
    rank = kind % RANKS
    if rank == RANKS - 1:
        cost += weights.ace_buried
    elif rank == RANKS - 2 and held & suit & card << 1:
        cost += weights.king_buried
    if doubles & card:
        cost += weights.pair_buried
    length = copies(held & suit, doubles & suit)
    return cost + weights.rank_buried * rank + weights.length_buried * length


# --- the anti-call ----------------------------------------------------------------------------------


def anti_call(view: State, seat: int, weights: Weights) -> Move:
    """Anti-call with the pair that gains most over the present trump, if any gains."""
    hand, doubles = view.hands[seat], view.doubles[seat]
    now = worth_now(view, seat, weights)
    if bottom_owner(view) != seat:
        now -= weights.take_up
    best, most = 0, 0.0
    for kind in kinds_of(stronger_pairs(view, seat)):
        trump = NO_SUIT_ROUND if kind >= BLACK_JOKER else kind // RANKS
        gained = hand_worth(hand, doubles, trump, view.seven_gap, weights) - now
        if gained >= 0.0 and (best == 0 or gained > most):
            best, most = 1 << kind, gained
    return Move(Kind.ANTI, best, best, 0) if best else Move(Kind.PASS, 0, 0, 0)


def worth_now(view: State, seat: int, weights: Weights) -> float:
    """What the hand is worth if the trump stays; if it is not known, the mean over the suits it may be."""
    hand, doubles = view.hands[seat], view.doubles[seat]
    trump = trump_so_far(view, seat)
    if trump >= 0:
        return hand_worth(hand, doubles, trump, view.seven_gap, weights)
    worth, suits = 0.0, 0
    for suit in range(SUITS):
        if not doubles & seven_of(suit):
            worth += hand_worth(hand, doubles, suit, view.seven_gap, weights)
            suits += 1
    return worth / max(1, suits)
