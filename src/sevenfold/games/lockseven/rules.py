"""The rules of LockSeven up to the first lead, in the order in which a round is played.

Numbers are those of README.md; the tricks are in play.py, the points in scoring.py.
"""

from sevenfold.cards.masks import kinds_of, nth, popcount
from sevenfold.cards.pack import Pack
from sevenfold.core import faults
from sevenfold.core.deal import Deal, DealError, check_deal, check_equal_hands
from sevenfold.core.moves import CHANCE, Extension, Move
from sevenfold.core.tricks import NOBODY
from sevenfold.core.visibility import duplicate
from sevenfold.games.lockseven import play, scoring
from sevenfold.games.lockseven.hands import drop_cards, holds, take_card
from sevenfold.games.lockseven.meta import LockSevenOptions
from sevenfold.games.lockseven.order import (
    BLACK_JOKER,
    JOKERS,
    NO_SUIT_ROUND,
    PACK,
    RANKS,
    SEVENS,
    SUITS,
    seven_of,
)
from sevenfold.games.lockseven.refusals import FAULTS, LS_2_3, LS_3_1, LS_3_2, LS_3_6, LS_4_1, LS_4_3
from sevenfold.games.lockseven.state import (
    ANTI,
    ANTI_CALLING,
    BOTTOM_SIZE,
    BURY,
    BURYING,
    CALL,
    CONCEDE,
    DEALING,
    DECIDING,
    HAND_SIZE,
    HIDE,
    NO_STRENGTH,
    OVER,
    PASS,
    PLAY,
    PLAYING,
    SEATS,
    SOLO,
    TOO_MANY,
    WAIT,
    State,
)

__all__ = [
    "FAULTS",
    "acting",
    "apply",
    "as_of",
    "calls_open",
    "chance",
    "check",
    "clock",
    "extend",
    "hand_size",
    "in_passing",
    "is_listed",
    "next_first",
    "outcome",
    "over",
    "pack",
    "returns",
    "start",
    "thrown_in",
    "winners",
]

BOTTOM_RULES = ("per_card", "largest_part", "flat")


# --- the deal -------------------------------------------------------------------------------------


def pack(_options: LockSevenOptions) -> Pack:
    """LS-1.1: 108 cards."""
    return PACK


def hand_size(_options: LockSevenOptions, _players: int) -> int:
    """LS-2.1: 25 cards each."""
    return HAND_SIZE


def start(options: LockSevenOptions, players: int, deal: Deal, first: int) -> State:
    """The deal, up to the first card after which somebody may call. Raises DealError."""
    state = laid_out(options, deal, players, first)
    state.to_deal = SEATS * len(deal.hands[0])
    for index in range(state.to_deal):
        state.order[index] = deal.hands[(first + index) % SEATS][index // SEATS]
    state.phase = DEALING
    deal_on(state)
    return state


def laid_out(options: LockSevenOptions, deal: Deal, players: int, first: int) -> State:
    """A table with the bottom, before the first card. Raises DealError."""
    check_deal(PACK, deal, players, first)
    check_equal_hands(deal)
    if not 1 <= len(deal.hands[0]) <= HAND_SIZE:
        raise DealError(f"each hand has 1 to {HAND_SIZE} cards; these have {len(deal.hands[0])}")
    if len(deal.rest) > BOTTOM_SIZE:
        raise DealError(
            f"the bottom has {BOTTOM_SIZE} cards at most (LS-2.1); here {len(deal.rest)} are left"
        )
    state = State(
        first=first,
        concede_costs=1 if options.concede == "loss" else 0,
        throw_penalty=options.throw_penalty,
        every_part=1 if options.overtrump == "every_part" else 0,
        bottom_rule=BOTTOM_RULES.index(options.bottom),
        bottom_size=len(deal.rest),
    )
    for kind in deal.rest:
        card = 1 << kind
        state.bottom_twice |= state.bottom & card
        state.bottom |= card
    return state


def deal_on(state: State) -> None:
    """Deal until somebody may call (LS-2.3, LS-2.4); nobody may again, and the cards are thrown in."""
    while deal_next(state):
        pass


def deal_next(state: State) -> bool:
    """Deal one card, or give a seat its last chance; whether nobody is asked, and the deal goes on."""
    seat = (state.first + state.dealt) % SEATS
    if state.dealt < state.to_deal:
        take_card(state, seat, state.order[state.dealt])
    state.dealt += 1
    if state.dealt > state.to_deal + SEATS:
        state.phase = OVER
        state.thrown_in = 1
        return False
    state.asked[seat] = 1 if state.hands[seat] & SEVENS else 0
    return not state.asked[seat]


def calls_open(state: State) -> bool:
    """Whether a seat may be asked to call, which the others do not see."""
    return state.phase == DEALING


def in_passing(state: State) -> bool:
    """Whether cards are still being dealt, so that there are chances to come (LS-2.3)."""
    return state.phase == DEALING and state.dealt <= state.to_deal


def clock(state: State) -> int:
    """How many cards have been dealt and last chances gone by."""
    return state.dealt


def as_of(state: State, dealt: int) -> State:
    """The deal as it was when no more cards had been dealt, and nobody is asked."""
    if state.phase != DEALING and not state.thrown_in:
        return state
    earlier = duplicate(state)
    earlier.phase = DEALING
    earlier.thrown_in = 0
    earlier.dealt = dealt
    for seat in range(SEATS):
        earlier.asked[seat] = earlier.hands[seat] = earlier.doubles[seat] = earlier.hand_sizes[seat] = 0
    for index in range(min(dealt, state.to_deal)):
        take_card(earlier, (state.first + index) % SEATS, state.order[index])
    return earlier


# --- what may be done -----------------------------------------------------------------------------


def acting(state: State) -> int:
    """The seat whose turn it is, as a mask; in the deal who may call, which he alone knows."""
    if state.phase == DEALING:
        mask = 0
        for seat in range(SEATS):
            if state.asked[seat]:
                mask |= 1 << seat
        return mask
    return 0 if state.phase == OVER else 1 << state.turn


def check(state: State, seat: int, move: Move) -> int:
    """OK, or the first fault of a move in the order of the faults."""
    if state.phase == OVER:
        return faults.OVER
    if seat == CHANCE or not acting(state) >> seat & 1:
        return faults.NOT_YOUR_TURN
    if state.phase == DEALING:
        return _check_call(state, seat, move)
    if state.phase == BURYING:
        return _check_choice(state, move) if state.must_choose[seat] else _check_bury(state, seat, move)
    if state.phase == ANTI_CALLING:
        return _check_anti(state, seat, move)
    if state.phase == DECIDING:
        return _check_decision(move)
    return play.check(state, seat, move)


def _check_call(state: State, seat: int, move: Move) -> int:
    if move.cards or move.twice:
        return faults.MALFORMED
    if move.kind == WAIT:
        return faults.OK if move.arg == 0 else faults.MALFORMED
    if move.kind != CALL or not 0 <= move.arg < SUITS:
        return faults.MALFORMED
    return faults.OK if state.hands[seat] & seven_of(move.arg) else LS_2_3


def _check_choice(state: State, move: Move) -> int:
    """LS-3.6; with no card to bury none can be hidden."""
    if move.kind == HIDE and state.bottom_size:
        return faults.MALFORMED if move.cards or move.twice or move.arg else faults.OK
    return _check_decision(move)


def _check_decision(move: Move) -> int:
    known = move.kind == CONCEDE or move.kind == SOLO
    return faults.OK if known and not (move.cards or move.twice or move.arg) else faults.MALFORMED


def _check_bury(state: State, seat: int, move: Move) -> int:
    if move.kind != BURY or not 0 <= move.arg <= TOO_MANY:
        return faults.MALFORMED
    if not holds(state, seat, move):
        return faults.NOT_HELD
    if popcount(move.cards) + popcount(move.twice) != state.bottom_size:
        return LS_3_1
    if move.cards & ~may_bury(state, seat):
        return LS_3_2
    if hidden_seven(state, seat) and (not move.cards & SEVENS or move.twice & SEVENS):
        return LS_3_6
    return faults.OK


def hidden_seven(state: State, seat: int) -> int:
    """The called card that a Host who hides it must bury now, as a mask; 0 for everybody else (LS-3.6 c)."""
    if state.hides[seat] and state.strength == NO_STRENGTH:
        return seven_of(state.own_call[seat])
    return 0


def may_bury(state: State, seat: int) -> int:
    """The kinds that may go to the bottom: no seven (LS-3.2), unless a short deal leaves too few others."""
    seven = hidden_seven(state, seat)
    others = state.hands[seat] & ~SEVENS
    count = popcount(others) + popcount(state.doubles[seat] & ~SEVENS) + popcount(seven)
    return others | seven if count >= state.bottom_size else state.hands[seat]


def pair_strength(move: Move) -> int:
    """How strong the pair of an anti-call is; NO_STRENGTH where it is no such pair (LS-4.1, LS-4.3)."""
    for strength in range(SUITS):
        if move.cards == move.twice == seven_of(strength):
            return strength
    for joker in range(2):
        if move.cards == move.twice == 1 << BLACK_JOKER + joker:
            return SUITS + joker
    return NO_STRENGTH


def _check_anti(state: State, seat: int, move: Move) -> int:
    if move.kind == PASS:
        return faults.MALFORMED if move.cards or move.twice or move.arg else faults.OK
    if move.kind != ANTI or not 0 <= move.arg <= TOO_MANY:
        return faults.MALFORMED
    if not holds(state, seat, move):
        return faults.NOT_HELD
    strength = pair_strength(move)
    if strength == NO_STRENGTH:
        return LS_4_1
    return faults.OK if strength > state.strength else LS_4_3


def is_listed(state: State) -> bool:
    """Whether the legal moves are few enough to be listed: no lead, no bottom, no follow of several cards."""
    if state.phase == PLAYING:
        return state.turn != state.leader and state.led_size == 1
    return state.phase != BURYING or state.must_choose[state.turn] == 1


def addable(state: State, seat: int, cards: int, twice: int) -> int:
    """Calls and choices take no card; the bottom, an anti-call and a play do."""
    if cards & ~state.hands[seat] or twice & ~state.doubles[seat]:
        return 0
    if state.phase == PLAYING:
        return play.addable(state, seat, cards, twice)
    if state.phase == ANTI_CALLING:
        pairs = stronger_pairs(state, seat)
        return pairs if cards == 0 else pairs & cards if cards & cards - 1 == 0 and not twice else 0
    if state.phase == BURYING and not state.must_choose[seat]:
        return _addable_to_bottom(state, seat, cards, twice)
    return 0


def _addable_to_bottom(state: State, seat: int, cards: int, twice: int) -> int:
    room = state.bottom_size - popcount(cards) - popcount(twice)
    seven = hidden_seven(state, seat)
    if room <= 0 or cards & ~may_bury(state, seat) or twice & seven:
        return 0
    if room == 1 and seven & ~cards:
        return seven
    left = state.hands[seat] & ~cards | state.doubles[seat] & cards & ~twice
    return left & may_bury(state, seat) & ~(seven & cards)


def stronger_pairs(state: State, seat: int) -> int:
    """The pairs with which a seat may anti-call, one kind each (LS-4.1, LS-4.3)."""
    pairs = 0
    for kind in kinds_of(state.doubles[seat] & (SEVENS | JOKERS)):
        if pair_strength(Move(ANTI, 1 << kind, 1 << kind)) > state.strength:
            pairs |= 1 << kind
    return pairs


def moves_with(state: State, seat: int, cards: int, twice: int) -> int:
    """In the deal a call of each seven held, and to wait; the self-partner's choices; else one at most."""
    if check(state, seat, move_with(state, seat, cards, twice, 0)) != faults.OK:
        return 0
    if state.phase == DEALING:
        return 1 + popcount(state.hands[seat] & SEVENS)
    if state.phase == DECIDING:
        return 2
    if state.phase == BURYING and state.must_choose[seat]:
        return 3 if state.bottom_size else 2
    return 1


def move_with(state: State, seat: int, cards: int, twice: int, index: int) -> Move:
    """To wait stands first, then the suits from the lowest; to concede, to play alone, to hide."""
    if state.phase == DEALING:
        suit = nth(state.hands[seat] & SEVENS, index - 1) // RANKS if index else 0
        return Move(CALL if index else WAIT, cards, twice, suit)
    if state.phase == DECIDING or (state.phase == BURYING and state.must_choose[seat]):
        return Move(CONCEDE + index, cards, twice, 0)
    if state.phase == ANTI_CALLING:
        return Move(ANTI if cards else PASS, cards, twice, 0)
    return Move(BURY if state.phase == BURYING else PLAY, cards, twice, 0)


def extend(state: State, seat: int, cards: int, twice: int) -> Extension:
    """What can become of these cards."""
    count = moves_with(state, seat, cards, twice)
    moves = tuple(move_with(state, seat, cards, twice, index) for index in range(count))
    return Extension(addable(state, seat, cards, twice), moves)


# --- a move is made -------------------------------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """A call, the bottom, an anti-call, a choice, or cards to the trick."""
    if move.kind == PLAY:
        play.apply(state, seat, move)
    elif move.kind == WAIT:
        state.asked[seat] = 0
        deal_on(state)
    elif move.kind == CALL:
        _call(state, seat, move.arg)
    elif move.kind == BURY:
        _bury(state, seat, move)
    elif move.kind == ANTI:
        _anti_call(state, seat, move)
    elif move.kind == PASS:
        _pass(state, seat)
    else:
        _choose(state, seat, move.kind)


def _call(state: State, seat: int, suit: int) -> None:
    """LS-2.2: the first call stands. The rest is dealt, and the Host takes up the bottom (LS-3.1)."""
    state.asked[seat] = 0
    state.host = seat
    state.own_call[seat] = suit
    while state.dealt < state.to_deal:
        deal_next(state)
    for other in range(SEATS):
        state.asked[other] = 0
    _take_bottom(state, seat)
    state.must_choose[seat] = 1 if state.doubles[seat] & seven_of(suit) else 0


def _take_bottom(state: State, seat: int) -> None:
    for kind in kinds_of(state.bottom):
        take_card(state, seat, kind)
    for kind in kinds_of(state.bottom_twice):
        take_card(state, seat, kind)
    state.taken[seat] = state.bottom
    state.taken_twice[seat] = state.bottom_twice
    state.bottom = 0
    state.bottom_twice = 0
    state.phase = BURYING
    state.turn = seat


def _choose(state: State, seat: int, kind: int) -> None:
    """LS-3.6."""
    state.must_choose[seat] = 0
    if kind == CONCEDE:
        state.conceded = 1
        state.phase = OVER
        state.turn = NOBODY
        scoring.count_concession(state)
    elif kind == HIDE:
        state.hides[seat] = 1
    else:
        state.alone = 1
        if state.phase == DECIDING:
            begin_play(state)


def _bury(state: State, seat: int, move: Move) -> None:
    drop_cards(state, seat, move.cards, move.twice)
    state.bottom = move.cards
    state.bottom_twice = move.twice
    state.buried[seat] = move.cards
    state.buried_twice[seat] = move.twice
    state.phase = ANTI_CALLING
    state.passes = 0
    state.turn = (seat + 1) % SEATS


def _anti_call(state: State, seat: int, move: Move) -> None:
    """LS-4.1, LS-4.2; who takes up the seven that the Host hid becomes his partner (LS-3.6 c)."""
    state.strength = pair_strength(move)
    state.anti_caller[state.strength] = seat
    state.shown[seat] |= move.cards & SEVENS
    state.shown_twice[seat] |= move.cards & SEVENS
    if state.hides[state.host] and state.partner == NOBODY:
        state.partner = seat
        state.known_partner[seat] = seat
        state.known_partner[state.host] = seat
    _take_bottom(state, seat)


def _pass(state: State, seat: int) -> None:
    """LS-4.4: it ends when every other player has passed in turn."""
    state.passes += 1
    state.turn = (seat + 1) % SEATS
    if state.passes < SEATS - 1:
        return
    if state.hides[state.host] and state.strength == NO_STRENGTH:
        state.phase = DECIDING
        state.turn = state.host
    else:
        begin_play(state)


def begin_play(state: State) -> None:
    """The called suit and the trump are public (LS-3.4, LS-4.5), and the partner knows himself (LS-3.3)."""
    state.called = state.own_call[state.host]
    if state.trump == NOBODY:
        state.trump = min(state.strength, NO_SUIT_ROUND) if state.strength != NO_STRENGTH else state.called
    for seat in range(SEATS):
        if seat != state.host and state.hands[seat] & seven_of(state.called):
            state.partner = seat
    if state.partner == NOBODY:
        state.alone = 1
    else:
        state.known_partner[state.partner] = state.partner
    state.phase = PLAYING
    state.leader = state.host
    state.turn = state.host


# --- chance, and the end --------------------------------------------------------------------------


def chance(_state: State) -> int:
    """Nothing is left to chance after the deal."""
    return 0


def outcome(_state: State, _index: int) -> Move:
    """Never asked for."""
    raise AssertionError("no chance is ever due in LockSeven")


def over(state: State) -> bool:
    """Whether the round has ended, was conceded or thrown in."""
    return state.phase == OVER


def thrown_in(state: State) -> bool:
    """LS-2.4: whether nobody called, so that the deal does not count as a round."""
    return state.thrown_in == 1


def returns(state: State) -> list[int]:
    """The steps of experience that the round brought each seat (LS-9.4)."""
    return state.result[:]


def next_first(state: State) -> int:
    """LS-2.5: the seat after the last Host; the same seat again where nobody called (LS-2.4)."""
    return state.first if state.thrown_in else (state.host + 1) % SEATS


def winners(options: LockSevenOptions, totals: tuple[int, ...], rounds: int) -> tuple[int, ...]:
    """LS-9.5: after the last round the highest total, shared or not."""
    if rounds < options.rounds:
        return ()
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))
