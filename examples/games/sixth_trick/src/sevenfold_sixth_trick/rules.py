"""The rules of Sixth Trick, in the order in which a round is played. Numbers are those of README.md."""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core import tricks, violations
from sevenfold.core.deal import Deal, DealError, MatchSoFar, check_deal, check_equal_hands
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.tricks import NO_SUIT, NOBODY
from sevenfold_sixth_trick.meta import SixthTrickOptions
from sevenfold_sixth_trick.refusals import Violation
from sevenfold_sixth_trick.state import (
    HAND_SIZE,
    PACK,
    RANKS,
    SEATS,
    SUIT_CARDS,
    THREE,
    Kind,
    Phase,
    State,
)

# --- the deal -------------------------------------------------------------------------------------


def pack(_options: SixthTrickOptions) -> Pack:
    """SI-1.1: 36 cards, ace high."""
    return PACK


def hand_size(_options: SixthTrickOptions, _players: int) -> int:
    """SI-1.2: six cards each."""
    return HAND_SIZE


def start(options: SixthTrickOptions, players: int, deal: Deal, first: int, so_far: MatchSoFar) -> State:
    """The round after the deal, begun by `first` (SI-1.3). Raises DealError."""
    check_deal(PACK, deal, players, first)
    check_equal_hands(deal)
    if not deal.hands[0]:
        raise DealError("each player needs a card at least")
    state = empty_state(options, players)
    apply_deal(state, deal, first, so_far)
    return state


def empty_state(_options: SixthTrickOptions, _players: int) -> State:
    """No cards yet."""
    return State()


def apply_deal(state: State, deal: Deal, first: int, _so_far: MatchSoFar) -> None:
    """Deal the cards to the hands; `first` is to begin."""
    state.first = first
    tricks.deal_hands(state, deal)
    for kind in deal.rest:
        state.undealt |= 1 << kind
    state.leader = first
    state.turn = first
    state.phase = Phase.PLAY


# --- what may be done -----------------------------------------------------------------------------


def acting(state: State) -> int:
    """The seat whose turn it is, as a mask."""
    return 0 if state.phase == Phase.OVER else 1 << state.turn


def suit_cards(suit: int) -> int:
    """All cards of a suit."""
    return SUIT_CARDS << suit * RANKS


def playable(state: State, seat: int) -> int:
    """The cards that the seat, whose turn it is, may play (SI-2.1, SI-2.2)."""
    hand = state.hands[seat]
    if seat == state.leader:
        return hand
    return tricks.may_follow(hand, suit_cards(state.suit_led))


def check(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a move in the order of the violations."""
    if state.phase == Phase.OVER:
        return violations.OVER
    if seat == CHANCE or seat != state.turn:
        return violations.NOT_YOUR_TURN
    if move.kind != Kind.PLAY or popcount(move.cards) != 1 or move.twice:
        return violations.MALFORMED
    if not move.cards & state.hands[seat]:
        return violations.NOT_HELD
    return violations.OK if move.cards & playable(state, seat) else Violation.SI_2_2


def addable(state: State, seat: int, cards: int, _twice: int) -> int:
    """A move is one card: any that may be played can be chosen first, and nothing after it."""
    return playable(state, seat) if cards == 0 else 0


def count_moves(state: State, seat: int, cards: int, twice: int) -> int:
    """How many legal moves take exactly these cards."""
    return int(check(state, seat, nth_move(state, seat, cards, twice, 0)) == violations.OK)


def nth_move(_state: State, _seat: int, cards: int, twice: int, _index: int) -> Move:
    """The play of this card. A move is made with all of its parts, since it is compiled."""
    return Move(Kind.PLAY, cards, twice, 0)


# --- a move is made -------------------------------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """A card to the trick."""
    kind = lowest(move.cards)
    if seat == state.leader:
        state.suit_led = kind // RANKS
    elif tricks.shows_void(move.cards, suit_cards(state.suit_led)):
        state.lacks[seat] |= suit_cards(state.suit_led)
    tricks.lay(state, seat, kind)
    state.played |= move.cards
    state.turn = (seat + 1) % SEATS
    if state.turn == state.leader:
        _take_trick(state)


def strongest(state: State, cards: int) -> int:
    """SI-2.3: the card that takes a trick of these cards."""
    return tricks.winning_card(cards, 0, suit_cards(state.suit_led))


def winning_seat(state: State) -> int:
    """Who takes the trick as it lies; NOBODY before the lead."""
    if state.suit_led == NO_SUIT:
        return NOBODY
    return tricks.seat_that_played(state.trick, strongest(state, tricks.trick_cards(state.trick)))


def _take_trick(state: State) -> None:
    """SI-2.3: whoever takes a trick leads to the next."""
    tricks.take(state, winning_seat(state))
    if state.hand_sizes[state.taker] == 0:
        state.phase = Phase.OVER
        state.leader = NOBODY
        state.turn = NOBODY


# --- the end --------------------------------------------------------------------------------------


def over(state: State) -> bool:
    """Whether the round has ended."""
    return state.phase == Phase.OVER


def last_points(state: State) -> int:
    """SI-3.1, SI-3.2: what the last trick brings its taker."""
    return 2 if state.last_trick[state.taker] % RANKS == THREE else 1


def write_returns(state: State, out: list[int]) -> None:
    """SI-2.4, SI-3.1: nothing counts but the last trick."""
    for seat in range(SEATS):
        out[seat] = last_points(state) if seat == state.taker else 0


def next_first(state: State, _so_far: MatchSoFar) -> int:
    """SI-1.3: whoever won the round leads to the next."""
    return state.taker


def winners(options: SixthTrickOptions, totals: tuple[int, ...], _rounds: int) -> tuple[int, ...]:
    """SI-3.3: whoever has reached the target."""
    return tuple(seat for seat, total in enumerate(totals) if total >= options.target)
