"""What the others may hold if the hidden cards are dealt at random, and what a card is worth by that.

Rollouts use this too, so it is written to be compiled: masks, plain loops, and floats that are only added,
subtracted, multiplied and divided.
"""

from sevenfold.cards.masks import popcount
from sevenfold.core.tricks import NO_CARD, NO_SUIT, seat_that_played, trick_cards
from sevenfold.games.trump7.rules import suit_cards, taking_card, unseen_cards
from sevenfold.games.trump7.scoring import card_points
from sevenfold.games.trump7.state import JOKER, RANKS, SEATS, SUIT_CARDS, SUITS, State

FROM_OPPONENT = 2.0
FROM_PARTNER = 7.0
"""The points that another is expected to add to a trick. A partner gives more, where their side wins."""

LATER = 10.0
"""The points that others are expected to add to a trick that a kept card takes later."""

ONE_MORE_TRICK = 10.0
FROM_OTHERS = 4.0
JOKER_KEPT = 21.0
"""In a leaster, in points: what a trick costs besides the points in it, what each other player adds to it,
and what it costs to keep the joker."""


def prospect(view: State, seat: int, kind: int, led: int, hidden: int) -> tuple[float, float]:
    """The chance that the seat's side takes the trick with this card, and the points expected in it."""
    alone = seat == view.player
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
    return ours, points


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


def chance_to_be_forced(view: State, other: int, led: int, kind: int, hidden: int) -> float:
    """The chance that another has cards of the suit led, all of them higher."""
    suit = suit_cards(view, led)
    no_lower = chance_of_none(view, other, suit & (1 << kind) - 1, hidden)
    return no_lower - chance_of_none(view, other, suit, hidden)


def chance_mine(view: State, seat: int, kind: int, led: int, hidden: int) -> float:
    """The chance that this card takes the trick of a leaster."""
    mine = 1.0 if taking_card(view, led, trick_cards(view.trick) | 1 << kind) == kind else 0.0
    if kind != JOKER:
        for step in range(1, 1 + still_to_play(view)):
            mine *= 1 - chance_to_be_forced(view, (seat + step) % SEATS, led, kind, hidden)
    return mine


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


def suit_to_follow(view: State, seat: int, kind: int) -> int:
    """The suit led, or before the lead the suit that this card asks for."""
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
    without, all_ways = 1.0, 1.0
    for dealt in range(popcount(possible & wanted)):
        without *= max(0, cards - size - dealt)
        all_ways *= cards - dealt
    return without / all_ways
