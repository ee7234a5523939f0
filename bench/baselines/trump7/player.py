"""The rule-based player of Trump 7. It uses nothing but its view.

Each playable card is valued in points: what the trick brings with it, less what the card may bring if it is
kept; in a leaster, the points that it avoids. Chances are those of the hidden cards dealt at random. Rollouts
use this player too, so it is written to be compiled: masks, plain loops, and floats that are only added,
subtracted, multiplied and divided. Its constants were found in play against itself
(bench/trump7_policy.py).
"""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.core.moves import Move
from sevenfold.core.tricks import NO_CARD, NO_SUIT, seat_that_played, trick_cards
from sevenfold.games.trump7.rules import WIDOW_SIZE, playable, suit_cards, taking_card, unseen_cards
from sevenfold.games.trump7.scoring import JACKS, QUEENS, TENS, card_points
from sevenfold.games.trump7.state import (
    BIDDING,
    DISCARD,
    DISCARDING,
    JOKER,
    JOKER_CARD,
    PACK_CARDS,
    PASS,
    PLAY_CARD,
    RANKS,
    SEATS,
    SUIT_CARDS,
    SUITS,
    TAKE,
    Seen,
    State,
)

ENOUGH_TO_TAKE = 18
"""What a hand must be worth to take the widow; see `hand_worth`. With 18 the Player comes out even."""

VOID = 4.0
"""The worth of having no card of a suit when play begins, in points."""

FROM_OPPONENT = 2.0
FROM_PARTNER = 7.0
"""The points that another is expected to add to a trick. A partner gives more, where their side wins."""

DRAWN = 4.0
"""The worth to the Player of drawing a trump from an opponent, in points."""

LATER = 10.0
"""The points that others are expected to add to a trick that a kept card takes later."""

ONE_MORE_TRICK = 10.0
FIRST_TRICK = 6.0
LAST_TRICK = 5.0
FROM_OTHERS = 4.0
JOKER_KEPT = 21.0
"""The leaster, in points: what a trick costs besides its own, the first of one's own on top, the last (for
the widow), what each other adds to a trick, and what the joker costs that is still held."""


def choose(view: Seen, seat: int) -> Move:
    """A bid, the discards, or a card."""
    if view.phase == BIDDING:
        return bid(view.hands[seat])
    if view.phase == DISCARDING:
        return Move(DISCARD, cards_to_put_away(view, seat), 0, 0)
    kind = best_card(view, seat)
    if kind == JOKER and view.leaster == 1 and seat == view.leader:
        return Move(PLAY_CARD, JOKER_CARD, 0, 1 + suit_to_name(view, seat))
    return Move(PLAY_CARD, 1 << kind, 0, 0)


# --- the widow --------------------------------------------------------------------------------------


def bid(hand: int) -> Move:
    """Take the widow with the best trump suit, if it is good enough."""
    best = 0
    for suit in range(1, SUITS):
        if hand_worth(hand, suit) > hand_worth(hand, best):
            best = suit
    return Move(TAKE, 0, 0, best) if hand_worth(hand, best) >= ENOUGH_TO_TAKE else Move(PASS, 0, 0, 0)


def hand_worth(hand: int, trump: int) -> int:
    """Three for each trump, seven for the joker, two for each queen, one for each jack, ten and the trump 7.

    The Player scores about half a point for each by which it is above 18.
    """
    trumps = hand & SUIT_CARDS << trump * RANKS
    worth = 3 * popcount(trumps) + 2 * popcount(hand & QUEENS) + popcount(hand & (JACKS | TENS))
    if hand & JOKER_CARD:
        worth += 7
    return worth + (trumps >> trump * RANKS & 1)


def cards_to_put_away(view: State, seat: int) -> int:
    """The two cards that gain most by being put away; no trumps, not even the 7, if there are others."""
    hand = view.hands[seat]
    candidates = hand & ~suit_cards(view, view.trump)
    if popcount(candidates) < WIDOW_SIZE:
        candidates = hand
    best, most = 0, 0.0
    while candidates:
        one = candidates & -candidates
        candidates ^= one
        others = candidates
        while others:
            other = others & -others
            others ^= other
            gained = gained_by_putting_away(view, hand, one | other)
            if best == 0 or gained > most:
                best, most = one | other, gained
    return best


def gained_by_putting_away(view: State, hand: int, cards: int) -> float:
    """The points made safe and the suits emptied, less what the cards might have brought in play."""
    gained = float(card_points(cards, view.trump))
    for suit in range(SUITS):
        of_suit = suit_cards(view, suit)
        if hand & of_suit and not hand & of_suit & ~cards:
            gained += VOID
    while cards:
        gained -= worth_kept(view, lowest(cards), PACK_CARDS & ~hand)
        cards &= cards - 1
    return gained


# --- the cards --------------------------------------------------------------------------------------


def best_card(view: State, seat: int) -> int:
    """The kind that is worth most to play; of equals the lowest."""
    options = playable(view, seat)
    hidden = unseen_cards(view, seat)
    best, most = -1, 0.0
    while options:
        kind = lowest(options)
        options &= options - 1
        if view.leaster == 1:
            points = spared_by(view, seat, kind, hidden)
        else:
            points = brought_by(view, seat, kind, hidden)
        if best < 0 or points > most:
            best, most = kind, points
    return best


# --- with a Player ----------------------------------------------------------------------------------


def brought_by(view: State, seat: int, kind: int, hidden: int) -> float:
    """The points that a card is expected to bring its side; below 0 if they go to the others."""
    alone = seat == view.player
    led = suit_to_follow(view, seat, kind)
    cards = trick_cards(view.trick) | 1 << kind
    winning = taking_card(view, led, cards)
    ours = 1.0 if winning == kind or (seat_that_played(view.trick, winning) == view.player) == alone else 0.0
    points = float(card_points(cards, view.trump))
    for step in range(1, 1 + still_to_play(view)):
        other = (seat + step) % SEATS
        beats = chance_to_beat(view, other, led, winning, hidden)
        if alone or other == view.player:
            ours *= 1 - beats
            points += FROM_OPPONENT
        else:
            ours += (1 - ours) * beats
            points += FROM_PARTNER * ours
    brought = (2 * ours - 1) * points
    if alone and seat == view.leader and led == view.trump:
        brought += DRAWN * trumps_drawn(view, seat, hidden)
    return brought if view.tricks_left == 1 else brought - worth_kept(view, kind, hidden)


def chance_to_beat(view: State, other: int, led: int, winning: int, hidden: int) -> float:
    """The chance that another can follow with a higher card than the winning one, or trump it."""
    if winning == JOKER:
        return 0.0
    suit, trumps = suit_cards(view, led), suit_cards(view, view.trump)
    higher = -2 << winning
    if led == view.trump:
        return 1 - chance_of_none(view, other, trumps & higher, hidden)
    cannot_follow = chance_of_none(view, other, suit, hidden)
    if 1 << winning & trumps:
        return cannot_follow * (1 - chance_of_none(view, other, trumps & higher, hidden))
    follows_higher = 1 - chance_of_none(view, other, suit & higher, hidden)
    return follows_higher + cannot_follow * (1 - chance_of_none(view, other, trumps, hidden))


def trumps_drawn(view: State, seat: int, hidden: int) -> float:
    """How many trumps the others are expected to play if trumps are led."""
    drawn = 0.0
    for other in range(SEATS):
        if other != seat:
            drawn += 1 - chance_of_none(view, other, suit_cards(view, view.trump), hidden)
    return drawn


def worth_kept(view: State, kind: int, hidden: int) -> float:
    """The points that a kept card is expected to win in a later trick, less its own points if it is lost."""
    suit = suit_cards(view, view.trump if kind == JOKER else kind // RANKS) & hidden
    beaten = popcount(suit & (1 << kind) - 1)
    if 1 << kind & suit_cards(view, view.trump):
        chance = 0.6 + 0.4 * beaten / popcount(suit) if suit else 1.0
    else:
        share = (1 + beaten) / (1 + popcount(suit))
        chance = 0.8 * share * share
    points = card_points(1 << kind, view.trump)
    return chance * (points + LATER) - (1 - chance) * points


# --- a leaster --------------------------------------------------------------------------------------


def spared_by(view: State, seat: int, kind: int, hidden: int) -> float:
    """What playing a card gains: the danger of keeping it, less what the trick costs if the card takes it."""
    led = suit_to_follow(view, seat, kind)
    cards = trick_cards(view.trick) | 1 << kind
    mine = 1.0 if taking_card(view, led, cards) == kind else 0.0
    cost = card_points(cards, NO_SUIT) + ONE_MORE_TRICK
    for step in range(1, 1 + still_to_play(view)):
        cost += FROM_OTHERS
        if kind != JOKER:
            mine *= 1 - chance_to_be_forced(view, (seat + step) % SEATS, led, kind, hidden)
    if view.tricks[seat] == 0:
        cost += FIRST_TRICK
    if view.tricks_left == 1:
        return -mine * (cost + LAST_TRICK)
    return danger_kept(kind, hidden) - mine * cost


def chance_to_be_forced(view: State, other: int, led: int, kind: int, hidden: int) -> float:
    """The chance that another has cards of the suit led, all of them higher."""
    suit = suit_cards(view, led)
    no_lower = chance_of_none(view, other, suit & (1 << kind) - 1, hidden)
    return no_lower - chance_of_none(view, other, suit, hidden)


def danger_kept(kind: int, hidden: int) -> float:
    """What keeping a card may cost: the higher it is in its suit, the likelier it takes a trick."""
    if kind == JOKER:
        return JOKER_KEPT
    suit = SUIT_CARDS << kind // RANKS * RANKS & hidden
    beaten = popcount(suit & (1 << kind) - 1)
    chance = (1 + beaten) / (1 + popcount(suit)) if suit else 0.3
    return chance * (card_points(1 << kind, NO_SUIT) + FROM_OTHERS + ONE_MORE_TRICK)


def suit_to_name(view: State, seat: int) -> int:
    """The suit to name for a joker led: the one the others hold most of, so that they must follow."""
    hidden = unseen_cards(view, seat)
    best, most = 0, -1
    for suit in range(SUITS):
        cards = popcount(hidden & suit_cards(view, suit))
        if cards > most:
            best, most = suit, cards
    return best


# --- the trick and the hidden cards -----------------------------------------------------------------


def suit_to_follow(view: State, seat: int, kind: int) -> int:
    """The suit led, or to be led with this card."""
    if view.suit_led != NO_SUIT:
        return view.suit_led
    if kind != JOKER:
        return kind // RANKS
    return suit_to_name(view, seat) if view.leaster == 1 else view.trump


def still_to_play(view: State) -> int:
    """How many seats play to this trick after this one."""
    waiting = -1
    for card in view.trick:
        if card == NO_CARD:
            waiting += 1
    return waiting


def chance_of_none(view: State, other: int, wanted: int, hidden: int) -> float:
    """The chance that another, by what they have shown, holds none of the cards wanted."""
    possible = hidden & ~view.lacks[other]
    cards, size = popcount(possible), view.hand_sizes[other]
    chance = 1.0
    for dealt in range(popcount(possible & wanted)):
        chance *= max(0, cards - size - dealt) / (cards - dealt)
    return chance
