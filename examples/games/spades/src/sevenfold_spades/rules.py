"""The rules of Spades, in the order in which a round is played. Numbers are those of README.md."""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core import tricks, violations
from sevenfold.core.deal import Deal, DealError, MatchSoFar, check_deal, check_equal_hands
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.tricks import NO_SUIT, NOBODY
from sevenfold_spades.meta import SpadesOptions
from sevenfold_spades.refusals import Violation
from sevenfold_spades.state import (
    FULL,
    HAND_SIZE,
    PACK,
    PACK_CARDS,
    RANKS,
    SEATS,
    SIDES,
    SPADES,
    SUIT_CARDS,
    Kind,
    Phase,
    State,
    partner,
)

ALL_TRICKS = 13
"""The highest bid, also in a short deal (SP-2.2)."""
A_TRICK = 10
"""What a trick of the contract counts (SP-4.1)."""
NIL = 100
"""What a nil brings or costs (SP-4.4)."""
BAG_PENALTY = 100
"""What ten bags cost (SP-4.3)."""

# --- the deal -------------------------------------------------------------------------------------


def pack(_options: SpadesOptions) -> Pack:
    """SP-1.1: 52 cards, ace high."""
    return PACK


def hand_size(_options: SpadesOptions, _players: int) -> int:
    """SP-1.3: 13 cards each."""
    return HAND_SIZE


def start(options: SpadesOptions, players: int, deal: Deal, first: int, so_far: MatchSoFar) -> State:
    """The bidding, begun by `first` (SP-2.1). Raises DealError."""
    check_deal(PACK, deal, players, first)
    check_equal_hands(deal)
    if not deal.hands[0]:
        raise DealError("each player needs a card at least")
    state = empty_state(options, players)
    apply_deal(state, deal, first, so_far)
    return state


def empty_state(_options: SpadesOptions, _players: int) -> State:
    """No cards yet."""
    return State()


def apply_deal(state: State, deal: Deal, first: int, so_far: MatchSoFar) -> None:
    """Deal the cards to the hands, with the bags of the rounds before; `first` is to bid."""
    state.first = first
    for side in range(SIDES):
        state.bags[side] = so_far.carried[side]
    tricks.deal_hands(state, deal)
    for kind in deal.rest:
        state.undealt |= 1 << kind
    state.phase = Phase.BID
    state.turn = first


# --- what may be done -----------------------------------------------------------------------------


def acting(state: State) -> int:
    """The seat whose turn it is, as a mask."""
    return 0 if state.phase == Phase.OVER else 1 << state.turn


def suit_cards(suit: int) -> int:
    """All cards of a suit."""
    return SUIT_CARDS << suit * RANKS


def most(state: State, seat: int) -> int:
    """SP-2.2: the highest bid that the partner's leaves."""
    return ALL_TRICKS - max(state.bids[partner(seat)], 0)


def playable(state: State, seat: int) -> int:
    """The cards that the seat, whose turn it is, may play (SP-3.1, SP-3.2)."""
    hand = state.hands[seat]
    if seat != state.leader:
        return tricks.may_follow(hand, suit_cards(state.suit_led))
    others = hand & ~SPADES
    return hand if state.played & SPADES or others == 0 else others


def check(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a move in the order of the violations."""
    if state.phase == Phase.OVER:
        return violations.OVER
    if seat == CHANCE or seat != state.turn:
        return violations.NOT_YOUR_TURN
    if state.phase == Phase.BID:
        return _check_bid(state, seat, move)
    if move.kind != Kind.PLAY or popcount(move.cards) != 1 or move.twice or move.arg:
        return violations.MALFORMED
    if not move.cards & state.hands[seat]:
        return violations.NOT_HELD
    if move.cards & playable(state, seat):
        return violations.OK
    return Violation.SP_3_2 if seat == state.leader else Violation.SP_3_1


def _check_bid(state: State, seat: int, move: Move) -> int:
    if move.kind != Kind.BID or move.cards or move.twice or not 0 <= move.arg <= ALL_TRICKS:
        return violations.MALFORMED
    return violations.OK if move.arg <= most(state, seat) else Violation.SP_2_2


def addable(state: State, seat: int, cards: int, _twice: int) -> int:
    """A bid takes no card, all else one."""
    return 0 if cards or state.phase == Phase.BID else playable(state, seat)


def count_moves(state: State, seat: int, cards: int, twice: int) -> int:
    """How many legal moves take exactly these cards."""
    if state.phase == Phase.BID:
        return 0 if cards or twice else most(state, seat) + 1
    return int(check(state, seat, nth_move(state, seat, cards, twice, 0)) == violations.OK)


def nth_move(state: State, _seat: int, cards: int, twice: int, index: int) -> Move:
    """The move at this index. A move is made with all of its parts, since it is compiled."""
    if state.phase == Phase.BID:
        return Move(Kind.BID, cards, twice, index)
    return Move(Kind.PLAY, cards, twice, 0)


# --- a move is made -------------------------------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """A bid, or a card to the trick."""
    if move.kind == Kind.BID:
        _bid(state, seat, move.arg)
    else:
        _play_card(state, seat, move.cards)


def _bid(state: State, seat: int, count: int) -> None:
    """SP-2.1: after the last bid whoever is first leads."""
    state.bids[seat] = count
    state.turn = (seat + 1) % SEATS
    if state.turn == state.first:
        state.phase = Phase.PLAY
        state.leader = state.first


def _play_card(state: State, seat: int, card: int) -> None:
    """A card to the trick."""
    kind = lowest(card)
    if seat == state.leader:
        state.suit_led = kind // RANKS
        if card & SPADES and not state.played & SPADES:  # SP-3.2: they have nothing else
            state.lacks[seat] |= PACK_CARDS & ~SPADES
    elif tricks.shows_void(card, suit_cards(state.suit_led)):
        state.lacks[seat] |= suit_cards(state.suit_led)
    tricks.lay(state, seat, kind)
    state.played |= card
    state.turn = (seat + 1) % SEATS
    if state.turn == state.leader:
        _take_trick(state)


def strongest(state: State, cards: int) -> int:
    """SP-3.3: the card that takes a trick of these cards."""
    return tricks.winning_card(cards, SPADES, suit_cards(state.suit_led))


def winning_seat(state: State) -> int:
    """Who takes the trick as it lies; NOBODY before the lead."""
    if state.suit_led == NO_SUIT:
        return NOBODY
    return tricks.seat_that_played(state.trick, strongest(state, tricks.trick_cards(state.trick)))


def _take_trick(state: State) -> None:
    """SP-3.3: whoever takes a trick leads to the next."""
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


def contract(state: State, side: int) -> int:
    """SP-4.1: the bids of a side so far."""
    return max(state.bids[side], 0) + max(state.bids[side + SIDES], 0)


def side_tricks(state: State, side: int) -> int:
    """SP-4.1: the tricks of a side."""
    return state.tricks[side] + state.tricks[side + SIDES]


def new_bags(state: State, side: int) -> int:
    """SP-4.2: the tricks beyond a contract that was made."""
    return max(side_tricks(state, side) - contract(state, side), 0)


def bag_penalty(state: State, side: int) -> int:
    """SP-4.3: what the bags of the match cost a side in this round."""
    return BAG_PENALTY * ((state.bags[side] + new_bags(state, side)) // FULL)


def contract_points(state: State, side: int) -> int:
    """SP-4.1, SP-4.2: what the contract brings, with the bags."""
    wanted = contract(state, side)
    if side_tricks(state, side) < wanted:
        return -A_TRICK * wanted
    return A_TRICK * wanted + new_bags(state, side)


def nil_points(state: State, seat: int) -> int:
    """SP-4.4: what a nil of this seat brings its side."""
    if state.bids[seat] != 0:
        return 0
    return NIL if state.tricks[seat] == 0 else -NIL


def write_returns(state: State, out: list[int]) -> None:
    """SP-4.1 to SP-4.5: both partners score the same."""
    for side in range(SIDES):
        nils = nil_points(state, side) + nil_points(state, side + SIDES)
        out[side] = contract_points(state, side) + nils - bag_penalty(state, side)
        out[side + SIDES] = out[side]


def write_carried(state: State, out: list[int]) -> None:
    """SP-4.3: the bags that are left."""
    for side in range(SIDES):
        out[side] = (state.bags[side] + new_bags(state, side)) % FULL


def winners(options: SpadesOptions, totals: tuple[int, ...], _rounds: int) -> tuple[int, ...]:
    """SP-4.5: the higher total, once a side has the target or has lost as many points."""
    if max(map(abs, totals)) < options.target or totals[0] == totals[1]:
        return ()
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))
