"""The rules of gin rummy, in the order in which a round is played. Numbers are those of README.md."""

from sevenfold.cards.masks import kinds_of, lowest, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core import violations
from sevenfold.core.deal import Deal, DealError, MatchSoFar, check_deal
from sevenfold.core.moves import CHANCE, Move
from sevenfold_gin.melds import SHAPES, can_be_laid, deadwood, is_meld, may_lay_off, meld_of, value
from sevenfold_gin.meta import GinOptions
from sevenfold_gin.refusals import Violation
from sevenfold_gin.state import (
    HAND_SIZE,
    KNOCK,
    MOST_TAKEN,
    NO_CARD,
    NOBODY,
    PACK,
    SEATS,
    WALL,
    Kind,
    Phase,
    State,
)

BONUS = 25
"""For gin, and for an undercut (GI-5.2, GI-5.3)."""

# --- the deal -------------------------------------------------------------------------------------


def pack(_options: GinOptions) -> Pack:
    """GI-1.1: 52 cards."""
    return PACK


def hand_size(_options: GinOptions, _players: int) -> int:
    """GI-1.2: ten each."""
    return HAND_SIZE


def start(options: GinOptions, players: int, deal: Deal, first: int, so_far: MatchSoFar) -> State:
    """The round after the deal, begun by `first` (GI-1.3). Raises DealError."""
    check_deal(PACK, deal, players, first)
    if not all(deal.hands) or max(map(len, deal.hands)) > HAND_SIZE or len(deal.rest) < WALL + 2:
        raise DealError("each player needs one to ten cards, and four are left over (GI-1.2)")
    state = empty_state(options, players)
    apply_deal(state, deal, first, so_far)
    return state


def empty_state(_options: GinOptions, _players: int) -> State:
    """No cards yet."""
    return State()


def apply_deal(state: State, deal: Deal, first: int, _so_far: MatchSoFar) -> None:
    """Deal the cards, and turn up the first that is left (GI-1.2)."""
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
    state.phase = Phase.UPCARD
    state.turn = first


# --- what may be done -----------------------------------------------------------------------------


def acting(state: State) -> int:
    """The seat whose turn it is, as a mask."""
    return 0 if state.phase == Phase.OVER else 1 << state.turn


def _kinds_in(phase: int) -> int:
    """The kinds of move that there are in a phase, as a mask."""
    if phase == Phase.UPCARD or phase == Phase.WALL:
        return 1 << Kind.TAKE | 1 << Kind.PASS
    if phase == Phase.DRAW:
        return 1 << Kind.DRAW | 1 << Kind.TAKE
    if phase == Phase.DISCARD:
        return 1 << Kind.DISCARD | 1 << Kind.KNOCK
    if phase == Phase.KNOCK:
        return 1 << Kind.KNOCK
    return 1 << Kind.DONE | 1 << (Kind.LAY_OFF if phase == Phase.LAY_OFF else Kind.MELD)


def _is_move(phase: int, move: Move) -> bool:
    """Whether a phase has such moves: a draw or an answer names no cards, a meld several, the others one."""
    if not 0 < move.kind <= Kind.DONE or not _kinds_in(phase) >> move.kind & 1:
        return False
    count = popcount(move.cards) + popcount(move.twice)
    if move.kind in (Kind.DRAW, Kind.TAKE, Kind.PASS, Kind.DONE):
        return count == 0
    return count == 1 or (count > 1 and move.kind == Kind.MELD)


def check(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a move in the order of the violations."""
    if state.phase == Phase.OVER:
        return violations.OVER
    if seat == CHANCE or seat != state.turn:
        return violations.NOT_YOUR_TURN
    if not _is_move(state.phase, move):
        return violations.MALFORMED
    if move.twice or move.cards & ~state.hands[seat]:
        return violations.NOT_HELD
    if move.kind == Kind.TAKE:
        return _check_take(state, state.hands[seat])
    return _check_cards(state, state.hands[seat] & ~move.cards, move)


def _check_take(state: State, hand: int) -> int:
    """GI-2.2: not what both have refused. GI-2.7: at the wall only to knock."""
    if state.passes == SEATS:
        return Violation.GI_2_2
    if state.phase == Phase.WALL and not knocks(hand | 1 << state.top):
        return Violation.GI_3_1
    return violations.OK


def _check_cards(state: State, left: int, move: Move) -> int:
    """What is laid or discarded, and what that leaves."""
    if move.kind == Kind.MELD and not is_meld(move.cards):
        return Violation.GI_1_4
    if move.kind == Kind.KNOCK and deadwood(left) > KNOCK:
        return Violation.GI_3_1
    if state.phase == Phase.LAY and (value(left) if move.kind == Kind.DONE else deadwood(left)) > KNOCK:
        return Violation.GI_3_3
    if move.kind == Kind.LAY_OFF and move.cards & ~may_lay_off(state):
        return Violation.GI_4_2
    return violations.OK


def knocks(hand: int) -> int:
    """The cards with which one can knock (GI-3.1)."""
    found = 0
    for kind in kinds_of(hand):
        if deadwood(hand ^ 1 << kind) <= KNOCK:
            found |= 1 << kind
    return found


def addable(state: State, seat: int, cards: int, twice: int) -> int:
    """The cards that can be added so that those chosen may become a meld; one card in the other phases."""
    hand = state.hands[seat]
    if twice or cards & ~hand:
        return 0
    if state.phase == Phase.LAY or state.phase == Phase.SPREAD:
        return _in_melds(hand, cards, KNOCK if state.phase == Phase.LAY else value(hand)) & ~cards
    if cards:
        return 0
    if state.phase == Phase.DISCARD:
        return hand
    if state.phase == Phase.LAY_OFF:
        return hand & may_lay_off(state)
    return knocks(hand) if state.phase == Phase.KNOCK else 0


def _in_melds(hand: int, cards: int, most: int) -> int:
    """All cards of the melds that have these in them and leave at most so much deadwood (GI-3.3)."""
    found = 0
    for kind in kinds_of(can_be_laid(hand)):
        for shape in range(SHAPES):
            meld = meld_of(kind, shape)
            if meld and meld & ~hand == 0 and cards & ~meld == 0 and deadwood(hand & ~meld) <= most:
                found |= meld
    return found


def count_moves(state: State, seat: int, cards: int, twice: int) -> int:
    """How many kinds of move these cards make."""
    found = 0
    for kind in kinds_of(_kinds_in(state.phase)):
        found += check(state, seat, Move(kind, cards, twice, 0)) == violations.OK
    return found


def nth_move(state: State, seat: int, cards: int, twice: int, index: int) -> Move:
    """The kinds in their order. A move is made with all of its parts, since it is compiled."""
    for kind in kinds_of(_kinds_in(state.phase)):
        if check(state, seat, Move(kind, cards, twice, 0)) == violations.OK:
            if index == 0:
                return Move(kind, cards, twice, 0)
            index -= 1
    return Move(Kind.DONE, cards, twice, 0)


# --- a move is made -------------------------------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """Cards leave the hand, and what becomes of them; or a card is drawn; or the next is asked."""
    state.hands[seat] &= ~move.cards
    state.known[seat] &= ~move.cards
    state.hand_sizes[seat] -= popcount(move.cards)
    if move.kind == Kind.DISCARD:
        _discard(state, seat, lowest(move.cards))
    elif move.kind == Kind.KNOCK:
        _knock(state, seat, lowest(move.cards))
    elif move.kind == Kind.MELD:
        state.melds[state.meld_count] = move.cards
        state.owners[state.meld_count] = seat
        state.meld_count += 1
    elif move.kind == Kind.LAY_OFF:
        state.laid_off |= move.cards
    elif move.kind == Kind.DRAW:
        _draw(state, seat)
    elif move.kind == Kind.TAKE:
        _take(state, seat)
    else:
        _go_on(state, seat)


def _draw(state: State, seat: int) -> None:
    """GI-2.3: the last card of the list is the upper one of the stock."""
    state.stock_size -= 1
    state.hands[seat] |= 1 << state.stock[state.stock_size]
    state.hand_sizes[seat] += 1
    state.stock[state.stock_size] = NO_CARD
    state.taken = NO_CARD
    state.passes = 0
    state.phase = Phase.DISCARD


def _take(state: State, seat: int) -> None:
    """GI-2.3: the upcard comes into the hand; at the wall the hand is laid open (GI-2.7)."""
    state.takes += state.phase == Phase.DRAW
    if state.takes == MOST_TAKEN:
        _finish(state)
        return
    state.taken = state.top
    state.hands[seat] |= 1 << state.top
    state.known[seat] |= 1 << state.top
    state.hand_sizes[seat] += 1
    state.pile ^= 1 << state.top
    state.upcard = NO_CARD if state.top == state.upcard else state.upcard
    state.top = NO_CARD
    state.passes = 0
    if state.phase == Phase.WALL:
        state.known[seat] = state.hands[seat]
    state.phase = Phase.KNOCK if state.phase == Phase.WALL else Phase.DISCARD


def _discard(state: State, seat: int, kind: int) -> None:
    """GI-2.4: the turn ends; GI-2.6: and the round, where both put back what they took."""
    back = int(kind == state.taken)
    again = back & state.put_back
    state.put_back = back
    state.pile |= 1 << kind
    state.top = kind
    state.turn = 1 - seat
    state.phase = Phase.WALL if state.stock_size <= WALL else Phase.DRAW
    if again:
        _finish(state)


def _knock(state: State, seat: int, kind: int) -> None:
    """GI-3.2: the discard, and the hand is laid open."""
    state.pile |= 1 << kind
    state.top = kind
    state.knocker = seat
    state.known[seat] = state.hands[seat]
    state.phase = Phase.LAY


def _go_on(state: State, seat: int) -> None:
    """A pass, or no more melds or cards to lay off (GI-2.2, GI-2.7, GI-3.3, GI-4.1 to GI-4.3)."""
    if state.phase == Phase.UPCARD:
        state.passes += 1
        state.turn = 1 - seat
        state.phase = Phase.DRAW if state.passes == SEATS else Phase.UPCARD
    elif state.phase == Phase.LAY:
        state.turn = 1 - seat
        state.phase = Phase.LAY_OFF if state.hands[seat] else Phase.SPREAD
    elif state.phase == Phase.LAY_OFF:
        state.phase = Phase.SPREAD
    else:
        if state.phase == Phase.SPREAD:
            state.known[seat] = state.hands[seat]
        _finish(state)


def _finish(state: State) -> None:
    state.phase = Phase.OVER
    state.turn = NOBODY


# --- the end --------------------------------------------------------------------------------------


def over(state: State) -> bool:
    """Whether the round has ended."""
    return state.phase == Phase.OVER


def knocker_points(state: State) -> int:
    """GI-5.1 to GI-5.4: what the round brings the knocker, once it has ended."""
    if state.knocker == NOBODY:
        return 0
    own = state.known[state.knocker]
    points = value(state.known[1 - state.knocker]) - value(own)
    if own == 0:
        return points + BONUS
    return points - BONUS if points < 0 else points


def write_returns(state: State, out: list[int]) -> None:
    """GI-5.1: what one wins the other loses."""
    points = knocker_points(state)
    for seat in range(SEATS):
        out[seat] = points if seat == state.knocker else -points


def winners(options: GinOptions, totals: tuple[int, ...], _rounds: int) -> tuple[int, ...]:
    """GI-5.5: whoever has reached the target."""
    return tuple(seat for seat, total in enumerate(totals) if total >= options.target)
