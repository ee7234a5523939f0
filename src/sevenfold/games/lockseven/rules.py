"""The rules of LockSeven: who may do what in each phase of a round, and what a move changes.

The phases are in dealing.py, bottom.py, play.py and scoring.py, in this order. Numbers are those of
README.md.
"""

from sevenfold.cards.masks import nth, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core import violations
from sevenfold.core.deal import Deal, MatchSoFar
from sevenfold.core.moves import CHANCE, Move
from sevenfold.games.lockseven import bottom, dealing, play
from sevenfold.games.lockseven.dealing import apply_deal as apply_deal
from sevenfold.games.lockseven.dealing import empty_state as empty_state
from sevenfold.games.lockseven.meta import LockSevenOptions
from sevenfold.games.lockseven.order import PACK, RANKS, SEVENS
from sevenfold.games.lockseven.state import HAND_SIZE, SEATS, Kind, Phase, State

# --- the deal -------------------------------------------------------------------------------------


def pack(_options: LockSevenOptions) -> Pack:
    """LS-1.1: 108 cards."""
    return PACK


def hand_size(_options: LockSevenOptions, _players: int) -> int:
    """LS-2.1: 25 cards each."""
    return HAND_SIZE


def start(options: LockSevenOptions, players: int, deal: Deal, first: int, so_far: MatchSoFar) -> State:
    """The deal, up to the first card after which somebody may call. Raises DealError."""
    dealing.check_hands(deal, players, first)
    state = empty_state(options, players)
    apply_deal(state, deal, first, so_far)
    return state


# --- what may be done -----------------------------------------------------------------------------


def acting(state: State) -> int:
    """The seat whose turn it is, as a mask; in the deal the seat that may call, known to itself alone."""
    if state.phase == Phase.DEAL:
        mask = 0
        for seat in range(SEATS):
            if state.asked[seat]:
                mask |= 1 << seat
        return mask
    return 0 if state.phase == Phase.OVER else 1 << state.turn


def check(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a move in the order of the violations."""
    if state.phase == Phase.OVER:
        return violations.OVER
    if seat == CHANCE or not acting(state) >> seat & 1:
        return violations.NOT_YOUR_TURN
    if state.phase == Phase.DEAL:
        return dealing.check_call(state, seat, move)
    if state.phase == Phase.BURY:
        if state.must_choose[seat]:
            return bottom.check_choice(state, move)
        return bottom.check_bury(state, seat, move)
    if state.phase == Phase.ANTI:
        return bottom.check_anti(state, seat, move)
    if state.phase == Phase.DECIDE:
        return bottom.check_decision(move)
    return play.check(state, seat, move)


def is_listed(state: State) -> bool:
    """Whether the legal moves are few enough to be listed: no lead, no bottom, no follow of several cards."""
    if state.phase == Phase.PLAY:
        return state.turn != state.leader and state.led_size == 1
    return state.phase != Phase.BURY or state.must_choose[state.turn] == 1


def addable(state: State, seat: int, cards: int, twice: int) -> int:
    """Calls and choices take no card; the bottom, an anti-call and a play do."""
    if cards & ~state.hands[seat] or twice & ~state.doubles[seat]:
        return 0
    if state.phase == Phase.PLAY:
        return play.addable(state, seat, cards, twice)
    if state.phase == Phase.ANTI:
        return bottom.addable_to_pair(state, seat, cards, twice)
    if state.phase == Phase.BURY and not state.must_choose[seat]:
        return bottom.addable_to_bottom(state, seat, cards, twice)
    return 0


def count_moves(state: State, seat: int, cards: int, twice: int) -> int:
    """In the deal: wait, or call a suit whose seven is held. Later the self-partner's choices; else one."""
    if state.phase == Phase.PLAY:
        return play.count_moves(state, seat, cards, twice)
    if check(state, seat, nth_move(state, seat, cards, twice, 0)) != violations.OK:
        return 0
    if state.phase == Phase.DEAL:
        return 1 + popcount(state.hands[seat] & SEVENS)
    if state.phase == Phase.DECIDE:
        return 2
    if state.phase == Phase.BURY and state.must_choose[seat]:
        return 3 if state.bottom_size else 2
    return 1


def nth_move(state: State, seat: int, cards: int, twice: int, index: int) -> Move:
    """In the deal the wait is first, then suits from the lowest. Choices: concede, play alone, hide."""
    if state.phase == Phase.DEAL:
        suit = nth(state.hands[seat] & SEVENS, index - 1) // RANKS if index else 0
        return Move(Kind.CALL if index else Kind.WAIT, cards, twice, suit)
    if state.phase == Phase.DECIDE or (state.phase == Phase.BURY and state.must_choose[seat]):
        return Move(Kind.CONCEDE + index, cards, twice, 0)
    if state.phase == Phase.ANTI:
        return Move(Kind.ANTI if cards else Kind.PASS, cards, twice, 0)
    return Move(Kind.BURY if state.phase == Phase.BURY else Kind.PLAY, cards, twice, 0)


# --- a move is made -------------------------------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """A call, the bottom, an anti-call, a choice, or cards to the trick."""
    if move.kind == Kind.PLAY:
        play.apply(state, seat, move)
    elif move.kind == Kind.WAIT:
        state.asked[seat] = 0
        dealing.deal_on(state)
    elif move.kind == Kind.CALL:
        dealing.make_call(state, seat, move.arg)
        bottom.take_up_first(state)
    elif move.kind == Kind.BURY:
        bottom.bury(state, seat, move)
    elif move.kind == Kind.ANTI:
        bottom.anti_call(state, seat, move)
    elif move.kind == Kind.PASS:
        bottom.make_pass(state, seat)
    else:
        bottom.choose(state, seat, move.kind)


# --- chance, and the end --------------------------------------------------------------------------


def default_move(state: State) -> Move | None:
    """In the deal, to wait (LS-2.3); in a short deal without a bottom, to bury nothing."""
    if state.phase == Phase.BURY and state.bottom_size == 0 and not any(state.must_choose):
        return Move(Kind.BURY)
    return Move(Kind.WAIT) if any(state.asked) else None


def over(state: State) -> bool:
    """Whether the round has ended; conceded and thrown-in rounds have too."""
    return state.phase == Phase.OVER


def thrown_in(state: State) -> bool:
    """LS-2.4: whether nobody called, so that the deal does not count as a round."""
    return state.thrown_in == 1


def write_returns(state: State, out: list[int]) -> None:
    """The steps of experience that the round brought each seat (LS-9.4)."""
    for seat in range(SEATS):
        out[seat] = state.result[seat]


def next_first(state: State, _so_far: MatchSoFar) -> int:
    """LS-2.5: the seat after the last Host; the same seat again where nobody called (LS-2.4)."""
    return state.first if state.thrown_in else (state.host + 1) % SEATS


def winners(options: LockSevenOptions, totals: tuple[int, ...], rounds: int) -> tuple[int, ...]:
    """LS-9.5: after the last round, or at the target, the highest total, shared or not."""
    best = max(totals)
    if rounds < options.rounds and not 0 < options.target <= best:
        return ()
    return tuple(seat for seat, total in enumerate(totals) if total == best)
