"""The rules of Euchre, in the order in which a hand is played. Numbers are those of README.md."""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core import tricks, violations
from sevenfold.core.deal import Deal, DealError, MatchSoFar, check_deal, check_equal_hands
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.tricks import NO_SUIT, NOBODY
from sevenfold_euchre.meta import EuchreOptions
from sevenfold_euchre.refusals import Violation
from sevenfold_euchre.state import (
    HAND_SIZE,
    PACK,
    RANKS,
    SEATS,
    SUITS,
    Kind,
    Phase,
    State,
    dealer,
    partner,
    strongest,
    suit_cards,
    suit_of,
)

# --- the deal -------------------------------------------------------------------------------------


def pack(_options: EuchreOptions) -> Pack:
    """EU-1.1: 24 cards."""
    return PACK


def hand_size(_options: EuchreOptions, _players: int) -> int:
    """EU-1.3: five cards each."""
    return HAND_SIZE


def start(options: EuchreOptions, players: int, deal: Deal, first: int, so_far: MatchSoFar) -> State:
    """The bidding, begun by eldest hand, `first`. Raises DealError."""
    check_deal(PACK, deal, players, first)
    check_equal_hands(deal)
    if not deal.hands[0] or not deal.rest:
        raise DealError("each player needs a card at least, and one is turned up (EU-1.3)")
    state = empty_state(options, players)
    apply_deal(state, deal, first, so_far)
    return state


def empty_state(options: EuchreOptions, _players: int) -> State:
    """No cards yet."""
    return State(dealer_names=int(options.all_pass == "dealer_names"))


def apply_deal(state: State, deal: Deal, first: int, _so_far: MatchSoFar) -> None:
    """Deal the cards, and turn up the first that is left; `first` is to bid."""
    state.first = first
    tricks.deal_hands(state, deal)
    state.tricks_left = state.hand_sizes[0]
    state.upcard = deal.rest[0]
    for kind in deal.rest:
        state.kitty |= 1 << kind
    state.kitty ^= 1 << state.upcard
    state.phase = Phase.ORDER
    state.turn = first


# --- what may be done -----------------------------------------------------------------------------


def acting(state: State) -> int:
    """The seat whose turn it is, as a mask."""
    return 0 if state.phase == Phase.OVER else 1 << state.turn


def must_name(state: State) -> bool:
    """EU-2.5: with `dealer_names` the dealer may not pass a second time."""
    return state.dealer_names == 1 and state.phase == Phase.CALL and state.turn == dealer(state)


def playable(state: State, seat: int) -> int:
    """The cards that the seat, whose turn it is, may play (EU-3.3)."""
    if seat == state.leader:
        return state.hands[seat]
    return tricks.may_follow(state.hands[seat], suit_cards(state.trump, state.suit_led))


def check(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a move in the order of the violations."""
    if state.phase == Phase.OVER:
        return violations.OVER
    if seat == CHANCE or seat != state.turn:
        return violations.NOT_YOUR_TURN
    if state.phase in (Phase.ORDER, Phase.CALL):
        return _check_bid(state, move)
    if move.kind != (Kind.DISCARD if state.phase == Phase.DISCARD else Kind.PLAY) or move.arg != 0:
        return violations.MALFORMED
    if state.phase == Phase.PLAY and popcount(move.cards) + popcount(move.twice) != 1:
        return violations.MALFORMED
    if move.twice or move.cards & ~state.hands[seat]:
        return violations.NOT_HELD
    if state.phase == Phase.DISCARD:
        return violations.OK if popcount(move.cards) == 1 else Violation.EU_2_2
    return violations.OK if move.cards & playable(state, seat) else Violation.EU_3_3


def _check_bid(state: State, move: Move) -> int:
    if move.cards or move.twice:
        return violations.MALFORMED
    if move.kind == Kind.PASS and move.arg == 0:
        return Violation.EU_2_5 if must_name(state) else violations.OK
    if state.phase == Phase.ORDER:
        orders = move.kind == Kind.ORDER and 0 <= move.arg <= 1
        return violations.OK if orders else violations.MALFORMED
    if move.kind != Kind.CALL or not 0 <= move.arg < 2 * SUITS:
        return violations.MALFORMED
    return Violation.EU_2_3 if move.arg % SUITS == state.upcard // RANKS else violations.OK


def addable(state: State, seat: int, cards: int, _twice: int) -> int:
    """A bid takes no card, all else one."""
    if cards or state.phase in (Phase.ORDER, Phase.CALL):
        return 0
    return state.hands[seat] if state.phase == Phase.DISCARD else playable(state, seat)


def count_moves(state: State, seat: int, cards: int, twice: int) -> int:
    """How many legal moves take exactly these cards."""
    if state.phase not in (Phase.ORDER, Phase.CALL):
        return int(check(state, seat, nth_move(state, seat, cards, twice, 0)) == violations.OK)
    if cards or twice:
        return 0
    bids = 2 if state.phase == Phase.ORDER else 2 * (SUITS - 1)
    return bids if must_name(state) else bids + 1


def nth_move(state: State, _seat: int, cards: int, twice: int, index: int) -> Move:
    """The pass is first, then the bids with the partner, the suits from clubs on, then those alone."""
    if state.phase == Phase.DISCARD:
        return Move(Kind.DISCARD, cards, twice, 0)
    if state.phase == Phase.PLAY:
        return Move(Kind.PLAY, cards, twice, 0)
    bid = index if must_name(state) else index - 1
    if bid < 0:
        return Move(Kind.PASS, cards, twice, 0)
    if state.phase == Phase.ORDER:
        return Move(Kind.ORDER, cards, twice, bid)
    suit = bid % (SUITS - 1)
    suit += int(suit >= state.upcard // RANKS)
    return Move(Kind.CALL, cards, twice, suit + SUITS * (bid // (SUITS - 1)))


# --- a move is made -------------------------------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """A bid, the discard, or a card to the trick."""
    if move.kind == Kind.PASS:
        _pass(state, seat)
    elif move.kind == Kind.ORDER:
        _order(state, seat, move.arg == 1)
    elif move.kind == Kind.CALL:
        _make(state, seat, move.arg % SUITS, move.arg >= SUITS)
        _begin_play(state)
    elif move.kind == Kind.DISCARD:
        state.hands[seat] ^= move.cards
        state.hand_sizes[seat] -= 1
        state.discard[seat] = move.cards
        _begin_play(state)
    else:
        _play_card(state, seat, move.cards)


def _pass(state: State, seat: int) -> None:
    """EU-2.3, EU-2.5: after four passes the upcard is turned down, after eight the hand is thrown in."""
    state.turn = (seat + 1) % SEATS
    if state.turn == state.first and state.phase == Phase.CALL:
        state.passed_out = 1
        _finish(state)
    elif state.turn == state.first:
        state.phase = Phase.CALL


def _order(state: State, seat: int, alone: bool) -> None:
    """EU-2.2: the dealer takes the upcard, even one who sits out."""
    _make(state, seat, state.upcard // RANKS, alone)
    state.ordered = 1
    state.turn = dealer(state)
    state.hands[state.turn] |= 1 << state.upcard
    state.hand_sizes[state.turn] += 1
    state.phase = Phase.DISCARD


def _make(state: State, seat: int, trump: int, alone: bool) -> None:
    """EU-2.4: who makes trump may go alone."""
    state.maker = seat
    state.trump = trump
    if alone:
        state.sits_out = partner(seat)


def _begin_play(state: State) -> None:
    """EU-3.1: eldest hand leads, or the next seat if they sit out."""
    state.phase = Phase.PLAY
    state.leader = tricks.next_seat(dealer(state), SEATS, state.sits_out)
    state.turn = state.leader


def _play_card(state: State, seat: int, card: int) -> None:
    kind = lowest(card)
    if seat == state.leader:
        state.suit_led = suit_of(state.trump, kind)
    elif tricks.shows_void(card, suit_cards(state.trump, state.suit_led)):
        state.lacks[seat] |= suit_cards(state.trump, state.suit_led)
    tricks.lay(state, seat, kind)
    state.played |= card
    state.turn = tricks.next_seat(seat, SEATS, state.sits_out)
    if state.turn == state.leader:
        _take_trick(state)


def winning_seat(state: State) -> int:
    """EU-3.4: who takes the trick as it lies; NOBODY before the lead."""
    if state.suit_led == NO_SUIT:
        return NOBODY
    best = strongest(state.trump, state.suit_led, tricks.trick_cards(state.trick))
    return tricks.seat_that_played(state.trick, best)


def _take_trick(state: State) -> None:
    tricks.take(state, winning_seat(state))
    state.tricks_left -= 1
    if state.tricks_left == 0:
        _finish(state)


def _finish(state: State) -> None:
    state.phase = Phase.OVER
    state.leader = NOBODY
    state.turn = NOBODY


# --- the end --------------------------------------------------------------------------------------


def over(state: State) -> bool:
    """Whether all tricks have been played, or all have passed twice."""
    return state.phase == Phase.OVER


def thrown_in(state: State) -> bool:
    """EU-2.5: nobody made trump."""
    return state.passed_out == 1


def side_tricks(state: State, seat: int) -> int:
    """The tricks that a seat and its partner have."""
    return state.tricks[seat] + state.tricks[partner(seat)]


def makers_points(state: State) -> int:
    """EU-4.1, EU-4.2: what the makers score; 0 if they are euchred."""
    made, lost = side_tricks(state, state.maker), side_tricks(state, (state.maker + 1) % SEATS)
    if made <= lost:
        return 0
    if lost > 0:
        return 1
    return 4 if state.sits_out != NOBODY else 2


def write_returns(state: State, out: list[int]) -> None:
    """EU-4.1 to EU-4.3: both of a side score the same."""
    made = makers_points(state)
    for seat in range(SEATS):
        is_maker = seat in (state.maker, partner(state.maker))
        out[seat] = made if is_maker else 2 * int(made == 0)


def winners(options: EuchreOptions, totals: tuple[int, ...], _rounds: int) -> tuple[int, ...]:
    """EU-4.4: the side that has reached the target."""
    return tuple(seat for seat, total in enumerate(totals) if total >= options.target)
