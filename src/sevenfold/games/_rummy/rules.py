"""The rules of Rummy, in the order in which a round is played. Numbers are those of README.md."""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core import violations
from sevenfold.core.deal import Deal, DealError, MatchSoFar, check_deal
from sevenfold.core.moves import CHANCE, Move
from sevenfold.games._rummy.melds import is_meld, may_join
from sevenfold.games._rummy.meta import RummyOptions
from sevenfold.games._rummy.refusals import Violation
from sevenfold.games._rummy.state import HAND_SIZE, NO_CARD, NOBODY, PACK, SEATS, Kind, Phase, State

# --- the deal -------------------------------------------------------------------------------------


def pack(_options: RummyOptions) -> Pack:
    """RX-1.1: 52 cards."""
    return PACK


def hand_size(_options: RummyOptions, _players: int) -> int:
    """RX-1.1: seven each."""
    return HAND_SIZE


def start(options: RummyOptions, players: int, deal: Deal, first: int, so_far: MatchSoFar) -> State:
    """The round after the deal, begun by `first` (RX-1.3). Raises DealError."""
    check_deal(PACK, deal, players, first)
    if not all(deal.hands) or len(deal.rest) < 2:
        raise DealError("each player needs a card at least, and so do the pile and the stock (RX-1.2)")
    state = empty_state(options, players)
    apply_deal(state, deal, first, so_far)
    return state


def empty_state(_options: RummyOptions, _players: int) -> State:
    """No cards yet."""
    return State()


def apply_deal(state: State, deal: Deal, first: int, _so_far: MatchSoFar) -> None:
    """Deal the cards, and turn up the first that is left (RX-1.2)."""
    state.first = first
    for seat in range(SEATS):
        state.hand_sizes[seat] = len(deal.hands[seat])
        for kind in deal.hands[seat]:
            state.hands[seat] |= 1 << kind
    state.upcard = deal.rest[0]
    state.top = state.upcard
    state.pile = 1 << state.top
    state.stock_size = len(deal.rest) - 1
    for index in range(state.stock_size):
        state.stock[index] = deal.rest[len(deal.rest) - 1 - index]
    state.phase = Phase.DRAW
    state.turn = first


# --- what may be done -----------------------------------------------------------------------------


def acting(state: State) -> int:
    """The seat whose turn it is, as a mask."""
    return 0 if state.phase == Phase.OVER else 1 << state.turn


def check(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a move in the order of the violations."""
    if state.phase == Phase.OVER:
        return violations.OVER
    if seat == CHANCE or seat != state.turn:
        return violations.NOT_YOUR_TURN
    if state.phase == Phase.DRAW and move.kind == Kind.DRAW and move.cards == 0 and move.twice == 0:
        return violations.OK
    if move.kind != Kind.TAKE and (move.kind not in (Kind.MELD, Kind.DISCARD) or state.phase == Phase.DRAW):
        return violations.MALFORMED
    if move.cards == 0 or (move.kind == Kind.TAKE and state.phase != Phase.DRAW):
        return violations.MALFORMED
    if move.kind == Kind.DISCARD and popcount(move.cards) + popcount(move.twice) != 1:
        return violations.MALFORMED
    if move.twice or move.cards & ~state.hands[seat]:
        return violations.NOT_HELD
    if move.kind == Kind.DISCARD or is_meld(_laid(state, move)):
        return violations.OK
    return Violation.RX_3_1


def _laid(state: State, move: Move) -> int:
    """The cards that a move lays: those of the hand, and the discard where it is taken (RX-2.2)."""
    return move.cards | 1 << state.top if move.kind == Kind.TAKE else move.cards


def addable(state: State, seat: int, cards: int, twice: int) -> int:
    """The cards that can be added so that those chosen may become a meld; at first, any to be discarded."""
    hand = state.hands[seat]
    if twice or cards & ~hand:
        return 0
    if state.phase == Phase.DRAW:
        return may_join(hand | 1 << state.top, cards | 1 << state.top)
    return may_join(hand, cards) if cards else hand


def count_moves(state: State, seat: int, cards: int, twice: int) -> int:
    """Cards make one move at most: a meld, or a discard where there is one card."""
    return int(check(state, seat, nth_move(state, seat, cards, twice, 0)) == violations.OK)


def nth_move(state: State, _seat: int, cards: int, twice: int, _index: int) -> Move:
    """What these cards are used for. A move is made with all of its parts, since it is compiled."""
    if state.phase == Phase.DRAW:
        return Move(Kind.TAKE if cards else Kind.DRAW, cards, twice, 0)
    return Move(Kind.DISCARD if popcount(cards) == 1 else Kind.MELD, cards, twice, 0)


# --- a move is made -------------------------------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """A card drawn, a meld laid, or a card discarded."""
    if move.kind == Kind.DRAW:
        _draw(state, seat)
        return
    state.hands[seat] ^= move.cards
    state.hand_sizes[seat] -= popcount(move.cards)
    if move.kind == Kind.DISCARD:
        _discard(state, seat, move.cards)
    else:
        _lay(state, seat, move)
    if state.hand_sizes[seat] == 0:
        state.winner = seat
        _finish(state)


def _draw(state: State, seat: int) -> None:
    """RX-2.1: the last card of the list is the upper one of the stock."""
    state.stock_size -= 1
    state.hands[seat] |= 1 << state.stock[state.stock_size]
    state.hand_sizes[seat] += 1
    state.stock[state.stock_size] = NO_CARD
    state.phase = Phase.LAY


def _lay(state: State, seat: int, move: Move) -> None:
    """RX-2.2, RX-2.3: a meld, with the discard where it is taken."""
    state.melds[state.meld_count] = _laid(state, move)
    state.owners[state.meld_count] = seat
    state.meld_count += 1
    if move.kind == Kind.TAKE:
        state.pile ^= 1 << state.top
        state.top = NO_CARD
        state.phase = Phase.LAY


def _discard(state: State, seat: int, card: int) -> None:
    """RX-2.4, RX-4.2: the turn ends, and the round where the next seat cannot draw."""
    state.pile |= card
    state.top = lowest(card)
    state.turn = (seat + 1) % SEATS
    state.phase = Phase.DRAW
    if state.stock_size == 0:
        _finish(state)


def _finish(state: State) -> None:
    state.phase = Phase.OVER
    state.turn = NOBODY


# --- the end --------------------------------------------------------------------------------------


def over(state: State) -> bool:
    """Whether the round has ended."""
    return state.phase == Phase.OVER


def write_returns(state: State, out: list[int]) -> None:
    """RX-4.1, RX-4.2: a point for whoever has no cards left."""
    for seat in range(SEATS):
        out[seat] = int(seat == state.winner)


def winners(options: RummyOptions, totals: tuple[int, ...], _rounds: int) -> tuple[int, ...]:
    """RX-4.3: whoever has reached the target."""
    return tuple(seat for seat, total in enumerate(totals) if total >= options.target)
