"""The rule-based player of Euchre. It knows nothing but its view, and is compiled as it stands."""

from sevenfold.cards.masks import kinds_of, lowest, popcount
from sevenfold.core.moves import Move
from sevenfold.core.tricks import trick_cards
from sevenfold_euchre.rules import must_name, playable, winning_seat
from sevenfold_euchre.state import (
    RANKS,
    SUIT_CARDS,
    SUITS,
    Kind,
    Phase,
    Seen,
    dealer,
    left_bower,
    partner,
    right_bower,
    strongest,
    suit_cards,
)

ACE = 1 << RANKS - 1
ENOUGH, ENOUGH_ALONE = 14, 24
"""What a hand must be worth for its seat to make trump, with the partner or alone."""


def choose(view: Seen, seat: int) -> Move:
    """A bid by what the hand is worth, the card that is least use, or a card to the trick."""
    if view.phase == Phase.ORDER:
        return _order(view, seat)
    if view.phase == Phase.CALL:
        return _call(view, seat)
    if view.phase == Phase.DISCARD:
        return Move(Kind.DISCARD, 1 << _least(view.hands[seat], view.trump), 0, 0)
    return Move(Kind.PLAY, 1 << _card(view, seat), 0, 0)


def _order(view: Seen, seat: int) -> Move:
    """The upcard goes to the dealer: a friend is strengthened by it, an opponent too."""
    suit, hand = view.upcard // RANKS, view.hands[seat]
    if seat == dealer(view):
        hand |= 1 << view.upcard
        hand ^= 1 << _least(hand, suit)
    worth = value(hand, suit)
    if seat != dealer(view):
        worth += 2 if partner(seat) == dealer(view) else -2
    if worth < ENOUGH:
        return Move(Kind.PASS, 0, 0, 0)
    return Move(Kind.ORDER, 0, 0, int(worth >= ENOUGH_ALONE))


def _call(view: Seen, seat: int) -> Move:
    best, most = 0, -1
    for suit in range(SUITS):
        worth = value(view.hands[seat], suit)
        if suit != view.upcard // RANKS and worth > most:
            best, most = suit, worth
    if most < ENOUGH and not must_name(view):
        return Move(Kind.PASS, 0, 0, 0)
    return Move(Kind.CALL, 0, 0, best + SUITS * int(most >= ENOUGH_ALONE))


def value(hand: int, trump: int) -> int:
    """What a hand is worth with this trump: its trumps by rank, other aces, and suits that it can trump."""
    worth = 0
    for suit in range(SUITS):
        cards = hand & suit_cards(trump, suit)
        if suit == trump:
            worth += 3 * popcount(cards) + (cards >> trump * RANKS & ACE > 0)
            worth += 3 * (cards >> right_bower(trump) & 1) + 2 * (cards >> left_bower(trump) & 1)
        elif cards == 0:
            worth += 1
        elif cards >> suit * RANKS & ACE:
            worth += 3
    return worth


def _least(cards: int, trump: int) -> int:
    """The card of least use: no trump if there is another, rather alone in its suit, the lowest rank."""
    best, least = lowest(cards), 99
    for kind in kinds_of(cards):
        suit, use = kind // RANKS, 2 * (kind % RANKS)
        if 1 << kind & suit_cards(trump, trump):
            use += 40 + 20 * int(kind == left_bower(trump)) + 30 * int(kind == right_bower(trump))
        elif popcount(cards & suit_cards(trump, suit)) == 1 and kind % RANKS < RANKS - 1:
            use -= 5
        if use < least:
            best, least = kind, use
    return best


def _card(view: Seen, seat: int) -> int:
    cards = playable(view, seat)
    table = trick_cards(view.trick)
    if table == 0:
        return _lead(view, seat, cards)
    if winning_seat(view) == partner(seat):
        return _least(cards, view.trump)
    wins = _that_win(view, cards, table)
    return _least(wins or cards, view.trump)


def _that_win(view: Seen, cards: int, table: int) -> int:
    """The cards that take the trick as it lies."""
    wins = 0
    for kind in kinds_of(cards):
        if strongest(view.trump, view.suit_led, table | 1 << kind) == kind:
            wins |= 1 << kind
    return wins


def _lead(view: Seen, seat: int, cards: int) -> int:
    """The makers draw trumps while they have the highest; others lead an ace, then what they need least."""
    trumps = cards & suit_cards(view.trump, view.trump)
    makes = seat in (view.maker, partner(view.maker))
    if trumps and makes and (popcount(trumps) > 1 or cards == trumps):
        return strongest(view.trump, view.trump, trumps)
    for suit in range(SUITS):
        ace = cards & SUIT_CARDS << suit * RANKS & ACE << suit * RANKS
        if suit != view.trump and ace:
            return lowest(ace)
    return _least(cards, view.trump)
