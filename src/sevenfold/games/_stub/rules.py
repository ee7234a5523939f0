"""The rules of Stub, in the order in which a round is played. Numbers are those of README.md."""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core import tricks, violations
from sevenfold.core.deal import Deal, DealError, MatchSoFar, check_deal, check_equal_hands
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.tricks import NO_SUIT, NOBODY
from sevenfold.games._stub.meta import StubOptions
from sevenfold.games._stub.refusals import Violation
from sevenfold.games._stub.state import (
    HAND_SIZE,
    PACK,
    RANKS,
    SEATS,
    SUIT_CARDS,
    SUITS,
    Kind,
    Phase,
    State,
    partner,
)

# --- the deal -------------------------------------------------------------------------------------


def pack(_options: StubOptions) -> Pack:
    """ST-1.1: 52 cards, ace high."""
    return PACK


def hand_size(_options: StubOptions, _players: int) -> int:
    """ST-1.2: as many each as the pack allows."""
    return HAND_SIZE


def start(options: StubOptions, players: int, deal: Deal, first: int, so_far: MatchSoFar) -> State:
    """The round after the deal, begun by `first` (ST-1.3). Raises DealError."""
    check_deal(PACK, deal, players, first)
    check_equal_hands(deal)
    if not deal.hands[0]:
        raise DealError("each player needs a card at least")
    #: if widow
    if not deal.rest:
        raise DealError("the widow needs a card at least")
    #: end
    state = empty_state(options, players)
    apply_deal(state, deal, first, so_far)
    return state


def empty_state(_options: StubOptions, _players: int) -> State:
    """No cards yet."""
    return State()


def apply_deal(state: State, deal: Deal, first: int, _so_far: MatchSoFar) -> None:
    """Deal the cards to the hands; `first` is to begin."""
    state.first = first
    tricks.deal_hands(state, deal)
    #: if widow
    state.widow_size = len(deal.rest)
    #: end
    for kind in deal.rest:
        #: if widow
        state.widow |= 1 << kind
        #: else
        #: state.undealt |= 1 << kind
        #: end
    #: if bids
    state.phase = Phase.BID
    state.turn = first
    #: else
    #: _open(state, first)
    #: end


def _open(state: State, seat: int) -> None:
    """A seat leads to the first trick, after what it has to do before."""
    state.leader = seat
    state.turn = seat
    #: if widow
    state.phase = Phase.DISCARD
    state.hands[seat] |= state.widow
    state.hand_sizes[seat] += state.widow_size
    state.to_put_away = state.widow_size
    state.widow = 0
    state.widow_size = 0
    #: end
    #: if trump and not widow
    #: state.phase = Phase.CALL
    #: end
    #: if not trump and not widow
    #: state.phase = Phase.PLAY
    #: end


# --- what may be done -----------------------------------------------------------------------------


def acting(state: State) -> int:
    """The seat whose turn it is, as a mask."""
    return 0 if state.phase == Phase.OVER else 1 << state.turn


def suit_cards(suit: int) -> int:
    """All cards of a suit."""
    return SUIT_CARDS << suit * RANKS


def playable(state: State, seat: int) -> int:
    """The cards that the seat, whose turn it is, may play (ST-5.1, ST-5.2)."""
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
    #: if bids
    if state.phase == Phase.BID:
        return _check_bid(state, seat, move)
    #: end
    #: if trump
    if state.phase == Phase.CALL:
        calls = move.kind == Kind.CALL and move.cards == 0 and move.twice == 0 and 0 <= move.arg < SUITS
        return violations.OK if calls else violations.MALFORMED
    #: end
    #: if widow
    wanted = Kind.DISCARD if state.phase == Phase.DISCARD else Kind.PLAY
    #: else
    #: wanted = Kind.PLAY
    #: end
    if move.kind != wanted or popcount(move.cards) != 1 or move.twice:
        return violations.MALFORMED
    if not move.cards & state.hands[seat]:
        return violations.NOT_HELD
    #: if widow
    if state.phase == Phase.DISCARD:
        return violations.OK
    #: end
    return violations.OK if move.cards & playable(state, seat) else Violation.ST_5_2


#: if bids
def _check_bid(state: State, seat: int, move: Move) -> int:
    """ST-2.1, ST-2.2: a pass, or a higher bid; no more tricks than there are."""
    if move.cards or move.twice:
        return violations.MALFORMED
    if move.kind == Kind.PASS and move.arg == 0:
        return violations.OK
    if move.kind != Kind.BID or not 1 <= move.arg <= state.hand_sizes[seat]:
        return violations.MALFORMED
    return violations.OK if move.arg > state.bid else Violation.ST_2_2


#: end
def addable(state: State, seat: int, cards: int, _twice: int) -> int:
    """A move is one card or none: any card that may be used can be chosen first, and nothing after it."""
    if cards:
        return 0
    #: if bids
    if state.phase == Phase.BID:
        return 0
    #: end
    #: if trump
    if state.phase == Phase.CALL:
        return 0
    #: end
    #: if widow
    if state.phase == Phase.DISCARD:
        return state.hands[seat]
    #: end
    return playable(state, seat)


def count_moves(state: State, seat: int, cards: int, twice: int) -> int:
    """How many legal moves take exactly these cards."""
    #: if bids
    if state.phase == Phase.BID:
        return 0 if cards or twice else 1 + state.hand_sizes[seat] - state.bid
    #: end
    #: if trump
    if state.phase == Phase.CALL:
        return 0 if cards or twice else SUITS
    #: end
    return int(check(state, seat, nth_move(state, seat, cards, twice, 0)) == violations.OK)


def nth_move(state: State, _seat: int, cards: int, twice: int, index: int) -> Move:
    """The move at this index. A move is made with all of its parts, since it is compiled."""
    #: if bids
    if state.phase == Phase.BID and index == 0:
        return Move(Kind.PASS, cards, twice, 0)
    if state.phase == Phase.BID:
        return Move(Kind.BID, cards, twice, state.bid + index)
    #: end
    #: if trump
    if state.phase == Phase.CALL:
        return Move(Kind.CALL, cards, twice, index)
    #: end
    #: if widow
    if state.phase == Phase.DISCARD:
        return Move(Kind.DISCARD, cards, twice, 0)
    #: end
    return Move(Kind.PLAY, cards, twice, 0)


# --- a move is made -------------------------------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """Make a move that may be made."""
    #: if bids
    if state.phase == Phase.BID:
        _bid(state, seat, move)
        return
    #: end
    #: if widow
    if state.phase == Phase.DISCARD:
        _put_away(state, seat, move.cards)
        return
    #: end
    #: if trump
    if state.phase == Phase.CALL:
        state.trump = move.arg
        state.phase = Phase.PLAY
        return
    #: end
    _play_card(state, seat, move.cards)


#: if bids
def _bid(state: State, seat: int, move: Move) -> None:
    """ST-2.3: when all have spoken the highest bidder leads, or the cards are dealt again."""
    if move.kind == Kind.BID:
        state.bid = move.arg
        state.declarer = seat
    state.turn = (seat + 1) % SEATS
    if state.turn != state.first:
        return
    if state.declarer == NOBODY:
        state.passed_out = 1
        _finish(state)
    else:
        _open(state, state.declarer)


#: end
#: if widow
def _put_away(state: State, seat: int, card: int) -> None:
    """ST-3.2: a card goes out of play."""
    state.hands[seat] ^= card
    state.hand_sizes[seat] -= 1
    state.aside[seat] |= card
    state.put_away += 1
    state.to_put_away -= 1
    if state.to_put_away == 0:
        #: if trump
        state.phase = Phase.CALL
        #: else
        #: state.phase = Phase.PLAY
        #: end


#: end
def _play_card(state: State, seat: int, card: int) -> None:
    """A card to the trick."""
    kind = lowest(card)
    if seat == state.leader:
        state.suit_led = kind // RANKS
    elif tricks.shows_void(card, suit_cards(state.suit_led)):
        state.lacks[seat] |= suit_cards(state.suit_led)
    tricks.lay(state, seat, kind)
    state.played |= card
    state.turn = (seat + 1) % SEATS
    if state.turn == state.leader:
        _take_trick(state)


def strongest(state: State, cards: int) -> int:
    """ST-5.3: the card that takes a trick of these cards."""
    #: if trump
    return tricks.winning_card(cards, suit_cards(state.trump), suit_cards(state.suit_led))
    #: else
    #: return tricks.winning_card(cards, 0, suit_cards(state.suit_led))
    #: end


def winning_seat(state: State) -> int:
    """Who takes the trick as it lies; NOBODY before the lead."""
    if state.suit_led == NO_SUIT:
        return NOBODY
    return tricks.seat_that_played(state.trick, strongest(state, tricks.trick_cards(state.trick)))


def _take_trick(state: State) -> None:
    """ST-5.3: whoever takes a trick leads to the next."""
    tricks.take(state, winning_seat(state))
    if state.hand_sizes[state.taker] == 0:
        _finish(state)


def _finish(state: State) -> None:
    state.phase = Phase.OVER
    state.leader = NOBODY
    state.turn = NOBODY


# --- the end --------------------------------------------------------------------------------------


def over(state: State) -> bool:
    """Whether the round has ended."""
    return state.phase == Phase.OVER


#: if bids
def thrown_in(state: State) -> bool:
    """ST-2.3: all have passed."""
    return state.passed_out == 1


#: end
def side_tricks(state: State, seat: int) -> int:
    """ST-6.1: the tricks that count for a seat."""
    #: if partners
    return state.tricks[seat] + state.tricks[partner(seat)]
    #: else
    #: return state.tricks[seat]
    #: end


#: if bids
def is_bound(state: State, seat: int) -> bool:
    """Whether the seat plays for the bid."""
    #: if partners
    return seat in (state.declarer, partner(state.declarer))
    #: else
    #: return seat == state.declarer
    #: end


def has_failed(state: State, seat: int) -> bool:
    """ST-6.3: the seat plays for the bid and took too few tricks."""
    return is_bound(state, seat) and side_tricks(state, seat) < state.bid


#: end
def write_returns(state: State, out: list[int]) -> None:
    """ST-6.1: the tricks taken."""
    for seat in range(SEATS):
        #: if bids
        out[seat] = -state.bid if has_failed(state, seat) else side_tricks(state, seat)
        #: else
        #: out[seat] = side_tricks(state, seat)
        #: end


def winners(options: StubOptions, totals: tuple[int, ...], rounds: int) -> tuple[int, ...]:
    """ST-6.2: after the last round the highest total, shared or not."""
    if rounds < options.rounds:
        return ()
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))
