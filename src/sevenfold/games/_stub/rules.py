"""The rules of Stub, in the order in which a round is played. Numbers are those of README.md."""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core import violations
from sevenfold.core.deal import Deal, DealError, RoundNumber, check_deal, check_equal_hands
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.tricks import (
    NO_SUIT,
    NOBODY,
    deal_hands,
    lay,
    may_follow,
    seat_that_played,
    shows_void,
    take,
    trick_cards,
    winning_card,
)
from sevenfold.games._stub.meta import StubOptions
from sevenfold.games._stub.refusals import ST_2_2
from sevenfold.games._stub.state import (
    HAND_SIZE,
    OVER,
    PACK,
    PLAY_CARD,
    PLAYING,
    RANKS,
    SEATS,
    SUIT_CARDS,
    State,
)

# --- the deal -------------------------------------------------------------------------------------


def pack(_options: StubOptions) -> Pack:
    """ST-1.1: 52 cards, ace high."""
    return PACK


def hand_size(_options: StubOptions, _players: int) -> int:
    """ST-1.2: as many each as the pack allows."""
    return HAND_SIZE


def start(options: StubOptions, players: int, deal: Deal, first: int, number: RoundNumber) -> State:
    """The round after the deal: `first` leads (ST-1.3). Raises DealError."""
    check_deal(PACK, deal, players, first)
    check_equal_hands(deal)
    if not deal.hands[0]:
        raise DealError("each player needs a card at least")
    state = empty_state(options, players)
    apply_deal(state, deal, first, number)
    return state


def empty_state(_options: StubOptions, _players: int) -> State:
    """No cards yet."""
    return State()


def apply_deal(state: State, deal: Deal, first: int, _number: RoundNumber) -> None:
    """Deal the cards to the hands; `first` is to lead."""
    state.first = first
    deal_hands(state, deal)
    for kind in deal.rest:
        state.undealt |= 1 << kind
    state.phase = PLAYING
    state.leader = first
    state.turn = first


# --- what may be played ---------------------------------------------------------------------------


def acting(state: State) -> int:
    """The seat whose turn it is, as a mask."""
    return 1 << state.turn if state.phase == PLAYING else 0


def suit_cards(suit: int) -> int:
    """All cards of a suit."""
    return SUIT_CARDS << suit * RANKS


def playable(state: State, seat: int) -> int:
    """The cards that the seat, whose turn it is, may play (ST-2.1, ST-2.2)."""
    hand = state.hands[seat]
    if seat == state.leader:
        return hand
    return may_follow(hand, suit_cards(state.suit_led))


def check(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a move in the order of the violations."""
    if state.phase == OVER:
        return violations.OVER
    if seat == CHANCE or seat != state.turn:
        return violations.NOT_YOUR_TURN
    if move.kind != PLAY_CARD or popcount(move.cards) != 1 or move.twice:
        return violations.MALFORMED
    if not move.cards & state.hands[seat]:
        return violations.NOT_HELD
    return violations.OK if move.cards & playable(state, seat) else ST_2_2


def addable(state: State, seat: int, cards: int, _twice: int) -> int:
    """A move is one card: any playable card may be chosen first, and nothing after it."""
    return playable(state, seat) if cards == 0 else 0


def count_moves(state: State, seat: int, cards: int, twice: int) -> int:
    """A card that may be played is one move."""
    is_card = popcount(cards) == 1 and twice == 0
    return 1 if is_card and cards & playable(state, seat) else 0


def nth_move(_state: State, _seat: int, cards: int, twice: int, _index: int) -> Move:
    """The play of this card. A move is made with all of its parts, since it is compiled."""
    return Move(PLAY_CARD, cards, twice, 0)


# --- a card is played -----------------------------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """A card to the trick."""
    kind = lowest(move.cards)
    if seat == state.leader:
        state.suit_led = kind // RANKS
    elif shows_void(move.cards, suit_cards(state.suit_led)):
        state.lacks[seat] |= suit_cards(state.suit_led)
    lay(state, seat, kind)
    state.played |= move.cards
    state.turn = (seat + 1) % SEATS
    if state.turn == state.leader:
        _take_trick(state)


def winning_seat(state: State) -> int:
    """ST-2.3: the highest card of the suit led takes the trick; NOBODY before the lead."""
    if state.suit_led == NO_SUIT:
        return NOBODY
    winning = winning_card(trick_cards(state.trick), 0, suit_cards(state.suit_led))
    return seat_that_played(state.trick, winning)


def _take_trick(state: State) -> None:
    """ST-2.3: whoever takes a trick leads to the next."""
    take(state, winning_seat(state))
    if state.hand_sizes[state.taker] == 0:
        state.phase = OVER
        state.leader = NOBODY
        state.turn = NOBODY


# --- the end --------------------------------------------------------------------------------------


def over(state: State) -> bool:
    """Whether all tricks have been played."""
    return state.phase == OVER


def returns(state: State) -> list[int]:
    """ST-3.1: the tricks taken."""
    return state.tricks[:]


def winners(options: StubOptions, totals: tuple[int, ...], rounds: int) -> tuple[int, ...]:
    """ST-3.2: after the last round the highest total, shared or not."""
    if rounds < options.rounds:
        return ()
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))
