"""Tricks, for games that are played in them: following suit, who takes a trick, and what a view shows of it.

Except for what views show, these are plain functions on integers and lists, which are compiled as they stand.
Cards are kinds and sets of cards are masks. Where each seat plays one card to a trick, `trick[seat]` is the
kind that it has played, or NO_CARD.
"""

from collections.abc import Sequence
from typing import Protocol, TypedDict

from sevenfold.cards.masks import highest, kinds_of, lowest, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core.deal import Deal
from sevenfold.core.encoding import Seat
from sevenfold.core.events import Event
from sevenfold.core.views import Pile, View
from sevenfold.core.worlds import Layout, add_place

NOBODY = -1
NO_CARD = -1
NO_SUIT = -1


class TrickState(Protocol):
    """What the functions below need of a state. Cards are kinds, hands masks; lists have an entry a seat."""

    hands: list[int]
    hand_sizes: list[int]
    leader: int
    turn: int
    suit_led: int
    trick: list[int]
    tricks: list[int]
    taker: int
    last_leader: int
    last_trick: list[int]


class WithHands(Protocol):
    """What `unplayed` and `list_hands` need of a state: hands as masks, and how many cards each has."""

    hands: list[int]
    hand_sizes: list[int]


# --- the deal, and whose turn it is -----------------------------------------------------------------


def deal_hands(state: TrickState, deal: Deal) -> None:
    """Give each seat its cards."""
    for seat in range(len(state.hands)):
        state.hand_sizes[seat] = len(deal.hands[seat])
        for kind in deal.hands[seat]:
            state.hands[seat] |= 1 << kind


def next_seat(seat: int, seats: int, out: int) -> int:
    """The next seat in the order of play; `out` sits out, or is NOBODY."""
    after = (seat + 1) % seats
    return after if after != out else (after + 1) % seats


# --- following suit ---------------------------------------------------------------------------------


def may_follow(hand: int, suit: int) -> int:
    """The cards that a hand may play to a trick: those of the suit led, or all if it has none of them."""
    return hand & suit or hand


def shows_void(cards: int, following: int) -> bool:
    """Whether a play shows that its seat has run out of the suit led.

    `following` are the cards that a seat which still has the suit may play.
    """
    return cards & ~following != 0


# --- taking a trick ---------------------------------------------------------------------------------


def winning_card(cards: int, trumps: int, suit: int) -> int:
    """The kind that takes a trick of these cards: the highest trump, or else the highest of the suit led."""
    return highest(cards & trumps or cards & suit)


def lay(state: TrickState, seat: int, kind: int) -> None:
    """A card goes from the hand to the trick."""
    state.hands[seat] ^= 1 << kind
    state.hand_sizes[seat] -= 1
    state.trick[seat] = kind


def take(state: TrickState, taker: int) -> None:
    """The trick goes to a seat, which leads to the next."""
    state.tricks[taker] += 1
    state.taker = taker
    state.last_leader = state.leader
    collect(state.trick, state.last_trick, NO_CARD)
    state.suit_led = NO_SUIT
    state.leader = taker
    state.turn = taker


def collect(trick: list[int], last_trick: list[int], empty: int) -> None:
    """A trick becomes the last one, and the next begins with `empty` for each seat."""
    for seat in range(len(trick)):
        last_trick[seat] = trick[seat]
        trick[seat] = empty


def trick_cards(trick: list[int]) -> int:
    """The cards of a trick as a set."""
    cards = 0
    for card in trick:
        if card != NO_CARD:
            cards |= 1 << card
    return cards


def seat_that_played(trick: list[int], card: int) -> int:
    """The seat that played this card to the trick; NOBODY where it is not in the trick."""
    for seat in range(len(trick)):
        if trick[seat] == card:
            return seat
    return NOBODY


# --- for a bot: cards by rank and suit, where a suit is `ranks` kinds from low to high --------------


def lowest_rank(cards: int, ranks: int) -> int:
    """The kind of the lowest rank, of the first suit where several have it. There is a card at least."""
    best = lowest(cards)
    for kind in kinds_of(cards):
        if kind % ranks < best % ranks:
            best = kind
    return best


def highest_rank(cards: int, ranks: int) -> int:
    """The kind of the highest rank, of the first suit where several have it. There is a card at least."""
    best = lowest(cards)
    for kind in kinds_of(cards):
        if kind % ranks > best % ranks:
            best = kind
    return best


def longest_suit(hand: int, ranks: int, suits: int) -> int:
    """The suit of which a hand has most cards, the first of several."""
    cards = (1 << ranks) - 1
    best = 0
    for suit in range(1, suits):
        if popcount(hand >> suit * ranks & cards) > popcount(hand >> best * ranks & cards):
            best = suit
    return best


def winning_cards(trick: int, cards: int, trumps: int, suit: int) -> int:
    """Of these cards those that would take a trick that has the cards `trick`; `trumps` and `suit`, the suit
    led, are all cards of these suits. Where the trick is empty each card takes it that is of one of them.
    """
    winning = 0
    for kind in kinds_of(cards & (trumps | suit)):
        if winning_card(trick | 1 << kind, trumps, suit) == kind:
            winning |= 1 << kind
    return winning


def strongest_that_takes(trick: int, cards: int, trumps: int, suit: int) -> int:
    """Of these cards the one that takes most surely a trick that has the cards `trick`; NO_CARD where none
    takes it. `trumps` and `suit`, the suit led, are all cards of these suits.
    """
    if not cards & (trumps | suit):
        return NO_CARD
    strongest = winning_card(cards, trumps, suit)
    return strongest if winning_card(trick | 1 << strongest, trumps, suit) == strongest else NO_CARD


# --- for samples and facts: where cards are ---------------------------------------------------------


def list_hands(layout: Layout, view: WithHands, lacks: list[int], seat: int) -> int:
    """Make the hands of the others the places of their seats, each without what its seat lacks. Returns how
    many cards are in them.
    """
    cards = 0
    for owner in range(len(lacks)):
        if owner != seat:
            add_place(layout, owner, view.hand_sizes[owner], lacks[owner])
            cards += view.hand_sizes[owner]
    return cards


def unplayed(state: WithHands, *elsewhere: int) -> list[int]:
    """The kinds of the cards in the hands and in the sets `elsewhere`, such as what nobody was dealt."""
    return [kind for cards in (*state.hands, *elsewhere) for kind in kinds_of(cards)]


# --- what must fit ----------------------------------------------------------------------------------


def trick_fits(state: TrickState, order: Sequence[int], ranks: int, led: int = NO_CARD) -> bool:
    """Whether the trick has a card of each seat of `order` before `turn` and of no other, and the suit led is
    that of its first, or of `led` where that is not NO_CARD. Without an order the trick is empty.
    """
    if order and state.turn not in order:
        return False
    before = order[: order.index(state.turn)] if order else ()
    if any((card != NO_CARD) != (seat in before) for seat, card in enumerate(state.trick)):
        return False
    if not before:
        return state.suit_led == NO_SUIT
    return state.suit_led == (state.trick[order[0]] if led == NO_CARD else led) // ranks


# --- what is shown ----------------------------------------------------------------------------------


class TrickView(View, frozen=True, kw_only=True):
    """What a seat sees of a game of tricks, whatever else the game shows."""

    suit_led: str | None
    """The suit that the trick asks for; None before the lead."""
    winning: Seat | None
    """Who takes the trick as it lies; None while it is empty."""
    last_trick: tuple[Pile, ...]
    taker: Seat | None
    """Who took the last trick."""


def seats_from(first: int, seats: int) -> list[int]:
    """All seats in the order of play, beginning with `first`; an empty list where that is NOBODY."""
    return [(first + step) % seats for step in range(seats)] if first != NOBODY else []


def in_order_played(trick: list[int], leader: int) -> list[int]:
    """The seats that have played to a trick, from its leader on."""
    return [seat for seat in seats_from(leader, len(trick)) if trick[seat] != NO_CARD]


def piles(pack: Pack, trick: list[int], leader: int) -> tuple[Pile, ...]:
    """A trick as a view shows it."""
    return tuple(Pile(seat, (pack.names[trick[seat]],)) for seat in in_order_played(trick, leader))


def trick_taken(
    pack: Pack, before: TrickState, after: TrickState, version: int, count: int | None = None
) -> list[Event]:
    """The event `trick` with its cards in the order of play, where a move ended a trick; else nothing."""
    if sum(after.tricks) == sum(before.tricks):
        return []
    seats = in_order_played(after.last_trick, after.last_leader)
    cards = tuple(pack.names[after.last_trick[seat]] for seat in seats)
    return [Event(kind="trick", version=version, seat=after.taker, cards=cards, count=count)]


def shown_seat(seat: int) -> int | None:
    """A seat as a view shows it: None for NOBODY."""
    return None if seat == NOBODY else seat


def shown_suit(pack: Pack, suit: int) -> str | None:
    """A suit as a view shows it: None for NO_SUIT."""
    return None if suit == NO_SUIT else pack.suits[suit]


class ShownTrick(TypedDict):
    """The fields of a `TrickView` that `shown_trick` finds."""

    seat: int | None
    acting: tuple[int, ...]
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    leader: int | None
    table: tuple[Pile, ...]
    suit_led: str | None
    winning: int | None
    last_trick: tuple[Pile, ...]
    taker: int | None


def shown_trick(pack: Pack, seen: TrickState, seat: int | None, acting: int, winning_seat: int) -> ShownTrick:
    """The hand and the trick as a view shows them; `winning_seat` takes the trick as it lies."""
    return ShownTrick(
        seat=seat,
        acting=tuple(kinds_of(acting)),
        hand=pack.names_in(seen.hands[seat]) if seat is not None else (),
        hand_sizes=tuple(seen.hand_sizes),
        leader=shown_seat(seen.leader),
        table=piles(pack, seen.trick, seen.leader),
        suit_led=shown_suit(pack, seen.suit_led),
        winning=shown_seat(winning_seat),
        last_trick=piles(pack, seen.last_trick, seen.last_leader),
        taker=shown_seat(seen.taker),
    )
