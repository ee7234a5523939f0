"""The deal, card by card, and who calls (section 2)."""

from sevenfold.core import violations
from sevenfold.core.deal import Deal, DealError, MatchSoFar, check_deal, check_equal_hands
from sevenfold.core.moves import Move
from sevenfold.core.visibility import duplicate
from sevenfold.games.lockseven.hands import take_card
from sevenfold.games.lockseven.meta import LockSevenOptions
from sevenfold.games.lockseven.order import PACK, SEVENS, SUITS, seven_of
from sevenfold.games.lockseven.refusals import Violation
from sevenfold.games.lockseven.scoring import BOTTOM_RULES, STEPS_RULES, THROW_PENALTY
from sevenfold.games.lockseven.state import BOTTOM_SIZE, HAND_SIZE, SEATS, Kind, Phase, State


def check_hands(deal: Deal, players: int, first: int) -> None:
    """Raise DealError unless the pack has the cards, the hands are equal and the bottom has eight at most."""
    check_deal(PACK, deal, players, first)
    check_equal_hands(deal)
    if not 1 <= len(deal.hands[0]) <= HAND_SIZE:
        raise DealError(f"each hand has 1 to {HAND_SIZE} cards; these have {len(deal.hands[0])}")
    if len(deal.rest) > BOTTOM_SIZE:
        raise DealError(f"the bottom has {BOTTOM_SIZE} cards at most (LS-2.1); here are {len(deal.rest)}")


def empty_state(options: LockSevenOptions, _players: int) -> State:
    """The options, and no cards yet."""
    return State(
        open_call=int(options.call == "open"),
        concede_costs=int(options.concede == "loss"),
        host_first=int(options.first_anti_call == "anyone"),
        seven_gap=int(options.seven_gap == "yes"),
        takes_back=int(options.failed_throw == "taken_back"),
        throw_penalty=THROW_PENALTY if options.throw_penalty else 0,
        penalty_per_card=int(options.throw_penalty == "per_card"),
        protect_tractors=int(options.protect_tractors == "yes"),
        every_part=int(options.overtrump == "every_part"),
        bottom_rule=BOTTOM_RULES.index(options.bottom),
        steps_rule=STEPS_RULES.index(options.steps),
    )


def apply_deal(state: State, deal: Deal, first: int, _so_far: MatchSoFar) -> None:
    """Deal up to the first card after which a seat may call (LS-2.1)."""
    state.first = first
    state.to_deal = SEATS * len(deal.hands[0])
    for index in range(state.to_deal):
        state.order[index] = deal.hands[(first + index) % SEATS][index // SEATS]
    for kind in deal.rest:
        lay_down(state, kind)
    state.phase = Phase.DEAL
    deal_on(state)


def lay_down(state: State, kind: int) -> None:
    """Add a card to the bottom."""
    card = 1 << kind
    state.bottom_twice |= state.bottom & card
    state.bottom |= card
    state.bottom_size += 1


def deal_on(state: State) -> None:
    """Deal until somebody may call (LS-2.3, LS-2.4), or nobody may any more and the cards are thrown in."""
    while deal_next(state):
        pass


def deal_next(state: State) -> bool:
    """Deal one card, or give a seat its last chance. Returns whether the deal goes on, as nobody may call."""
    seat = (state.first + state.dealt) % SEATS
    if state.dealt < state.to_deal:
        take_card(state, seat, state.order[state.dealt])
    state.dealt += 1
    if state.dealt > state.to_deal + SEATS:
        state.phase = Phase.OVER
        state.thrown_in = 1
        return False
    state.asked[seat] = 1 if state.hands[seat] & SEVENS else 0
    return not state.asked[seat]


# --- calling --------------------------------------------------------------------------------------


def calls_open(state: State) -> bool:
    """Whether a seat may be asked to call, which the others do not see."""
    return state.phase == Phase.DEAL


def is_brief(state: State) -> bool:
    """Whether cards are still being dealt, so that there are chances to come (LS-2.3)."""
    return state.phase == Phase.DEAL and state.dealt <= state.to_deal


def time(state: State) -> int:
    """How many cards have been dealt and last chances given."""
    return state.dealt


def at_time(state: State, dealt: int) -> State:
    """The deal as it was when `time` was `dealt`, with nobody asked; after the deal, the state as it is."""
    if state.phase != Phase.DEAL and not state.thrown_in:
        return state
    earlier = duplicate(state)
    earlier.phase = Phase.DEAL
    earlier.thrown_in = 0
    earlier.dealt = dealt
    for seat in range(SEATS):
        earlier.asked[seat] = earlier.hands[seat] = earlier.doubles[seat] = earlier.hand_sizes[seat] = 0
    for index in range(min(dealt, state.to_deal)):
        take_card(earlier, (state.first + index) % SEATS, state.order[index])
    return earlier


def check_call(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a call."""
    if move.cards or move.twice:
        return violations.MALFORMED
    if move.kind == Kind.WAIT:
        return violations.OK if move.arg == 0 else violations.MALFORMED
    if move.kind != Kind.CALL or not 0 <= move.arg < SUITS:
        return violations.MALFORMED
    return violations.OK if state.hands[seat] & seven_of(move.arg) else Violation.LS_2_3


def make_call(state: State, seat: int, suit: int) -> None:
    """LS-2.2: the first call stands, by option for all to see, and the rest is dealt."""
    state.asked[seat] = 0
    state.host = seat
    state.own_call[seat] = suit
    if state.open_call:
        state.called = suit
        state.shown[seat] |= seven_of(suit)
    while state.dealt < state.to_deal:
        deal_next(state)
    for other in range(SEATS):
        state.asked[other] = 0
