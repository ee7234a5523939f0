"""The rules of Shedding, in the order in which a round is played. Numbers are those of README.md."""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core import violations
from sevenfold.core.deal import Deal, DealError, MatchSoFar, check_deal
from sevenfold.core.moves import CHANCE, Move
from sevenfold.games._shedding.meta import SheddingOptions
from sevenfold.games._shedding.refusals import Violation
from sevenfold.games._shedding.state import (
    HAND_SIZE,
    NO_CARD,
    NOBODY,
    PACK,
    RANKS,
    SEATS,
    SUITS,
    Kind,
    Phase,
    State,
)

# --- the deal -------------------------------------------------------------------------------------


def pack(_options: SheddingOptions) -> Pack:
    """SX-1.1: 52 cards."""
    return PACK


def hand_size(_options: SheddingOptions, _players: int) -> int:
    """SX-1.1: five each."""
    return HAND_SIZE


def start(options: SheddingOptions, players: int, deal: Deal, first: int, so_far: MatchSoFar) -> State:
    """The round after the deal, begun by `first` (SX-1.3). Raises DealError."""
    check_deal(PACK, deal, players, first)
    if not all(deal.hands) or not deal.rest:
        raise DealError("each player needs a card at least, and one is turned up (SX-1.2)")
    state = empty_state(options, players)
    apply_deal(state, deal, first, so_far)
    return state


def empty_state(_options: SheddingOptions, _players: int) -> State:
    """No cards yet."""
    return State()


def apply_deal(state: State, deal: Deal, first: int, _so_far: MatchSoFar) -> None:
    """Deal the cards, and turn up the first that is left (SX-1.2)."""
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
    state.phase = Phase.PLAY
    state.turn = first


# --- what may be done -----------------------------------------------------------------------------


def acting(state: State) -> int:
    """The seat whose turn it is, as a mask."""
    return 0 if state.phase == Phase.OVER else 1 << state.turn


def fitting(top: int) -> int:
    """SX-2.1: the cards that have the suit or the rank of this one."""
    cards = (1 << RANKS) - 1 << top // RANKS * RANKS
    for suit in range(SUITS):
        cards |= 1 << suit * RANKS + top % RANKS
    return cards


def playable(state: State, seat: int) -> int:
    """The cards that the seat may play."""
    return state.hands[seat] & fitting(state.top)


def _instead(state: State) -> int:
    """SX-2.2, SX-2.3: the kind of move that is made instead of a card."""
    return Kind.DRAW if state.stock_size > 0 else Kind.PASS


def check(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a move in the order of the violations."""
    if state.phase == Phase.OVER:
        return violations.OVER
    if seat == CHANCE or seat != state.turn:
        return violations.NOT_YOUR_TURN
    if move.kind == _instead(state) and move.cards == 0 and move.twice == 0 and move.arg == 0:
        return violations.OK if playable(state, seat) == 0 else violations.MALFORMED
    if move.kind != Kind.PLAY or popcount(move.cards) != 1 or move.twice:
        return violations.MALFORMED
    if not move.cards & state.hands[seat]:
        return violations.NOT_HELD
    return violations.OK if move.cards & playable(state, seat) else Violation.SX_2_1


def addable(state: State, seat: int, cards: int, _twice: int) -> int:
    """A move is one card or none."""
    return playable(state, seat) if cards == 0 else 0


def count_moves(state: State, seat: int, cards: int, twice: int) -> int:
    """A card that fits is one move; so is what is done instead, where none fits."""
    return int(check(state, seat, nth_move(state, seat, cards, twice, 0)) == violations.OK)


def nth_move(state: State, _seat: int, cards: int, twice: int, _index: int) -> Move:
    """The play of this card, or what is done instead. A move is made with all of its parts."""
    return Move(Kind.PLAY if cards else _instead(state), cards, twice, 0)


# --- a move is made -------------------------------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """A card to the pile, a card from the stock, or neither."""
    state.turn = (seat + 1) % SEATS
    state.passes = state.passes + 1 if move.kind == Kind.PASS else 0
    if move.kind == Kind.PLAY:
        _play_card(state, seat, move.cards)
    elif move.kind == Kind.DRAW:
        _draw(state, seat)
    elif state.passes == SEATS:
        _finish(state)


def _play_card(state: State, seat: int, card: int) -> None:
    """SX-2.1, SX-3.1: a card goes on top; with the last one the round is over."""
    state.hands[seat] ^= card
    state.hand_sizes[seat] -= 1
    state.pile |= card
    state.top = lowest(card)
    if state.hand_sizes[seat] == 0:
        state.winner = seat
        _finish(state)


def _draw(state: State, seat: int) -> None:
    """SX-2.2: the last card of the list is the upper one of the stock."""
    state.stock_size -= 1
    state.hands[seat] |= 1 << state.stock[state.stock_size]
    state.hand_sizes[seat] += 1
    state.stock[state.stock_size] = NO_CARD


def _finish(state: State) -> None:
    state.phase = Phase.OVER
    state.turn = NOBODY


# --- the end --------------------------------------------------------------------------------------


def over(state: State) -> bool:
    """Whether the round has ended."""
    return state.phase == Phase.OVER


def write_returns(state: State, out: list[int]) -> None:
    """SX-3.1, SX-3.2: a point for whoever has no cards left."""
    for seat in range(SEATS):
        out[seat] = int(seat == state.winner)


def winners(options: SheddingOptions, totals: tuple[int, ...], _rounds: int) -> tuple[int, ...]:
    """SX-3.3: whoever has reached the target."""
    return tuple(seat for seat, total in enumerate(totals) if total >= options.target)
