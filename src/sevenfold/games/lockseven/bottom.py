"""The bottom, the self-partner's choice and the anti-calls, up to the first lead (sections 3 and 4)."""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core import violations
from sevenfold.core.moves import Move
from sevenfold.core.tricks import NO_SUIT, NOBODY
from sevenfold.games.lockseven import scoring
from sevenfold.games.lockseven.hands import drop_cards, holds, take_card
from sevenfold.games.lockseven.order import BLACK_JOKER, JOKERS, NO_SUIT_ROUND, SEVENS, SUITS, seven_of
from sevenfold.games.lockseven.refusals import Violation
from sevenfold.games.lockseven.state import NO_STRENGTH, SEATS, TOO_MANY, Kind, Phase, State

# --- the bottom -----------------------------------------------------------------------------------


def take_up_first(state: State) -> None:
    """LS-3.1: the Host takes up the bottom; with both called cards there is a choice to make (LS-3.6)."""
    host = state.host
    _take_bottom(state, host)
    state.must_choose[host] = 1 if state.doubles[host] & seven_of(state.own_call[host]) else 0


def _take_bottom(state: State, seat: int) -> None:
    for kind in kinds_of(state.bottom):
        take_card(state, seat, kind)
    for kind in kinds_of(state.bottom_twice):
        take_card(state, seat, kind)
    state.taken[seat] = state.bottom
    state.taken_twice[seat] = state.bottom_twice
    state.bottom = 0
    state.bottom_twice = 0
    state.phase = Phase.BURY
    state.turn = seat


def check_choice(state: State, move: Move) -> int:
    """OK, or the violation of a choice (LS-3.6). With no card to bury, no card can be hidden."""
    if move.kind == Kind.HIDE and state.bottom_size:
        return violations.MALFORMED if move.cards or move.twice or move.arg else violations.OK
    return check_decision(move)


def check_decision(move: Move) -> int:
    """OK, or the violation of a decision to concede or play alone, when nobody took the seven (LS-3.6)."""
    known = move.kind == Kind.CONCEDE or move.kind == Kind.SOLO
    return violations.OK if known and not (move.cards or move.twice or move.arg) else violations.MALFORMED


def choose(state: State, seat: int, kind: int) -> None:
    """Make the self-partner's choice (LS-3.6)."""
    state.must_choose[seat] = 0
    if kind == Kind.CONCEDE:
        state.conceded = 1
        state.phase = Phase.OVER
        state.turn = NOBODY
        scoring.count_concession(state)
    elif kind == Kind.HIDE:
        state.hides[seat] = 1
    else:
        state.alone = 1
        if state.phase == Phase.DECIDE:
            begin_play(state)


def check_bury(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of cards put to the bottom (LS-3.1, LS-3.2, LS-3.6)."""
    if move.kind != Kind.BURY or not 0 <= move.arg <= TOO_MANY:
        return violations.MALFORMED
    if not holds(state, seat, move):
        return violations.NOT_HELD
    if popcount(move.cards) + popcount(move.twice) != state.bottom_size:
        return Violation.LS_3_1
    if move.cards & ~may_bury(state, seat):
        return Violation.LS_3_2
    if hidden_seven(state, seat) and (not move.cards & SEVENS or move.twice & SEVENS):
        return Violation.LS_3_6
    return violations.OK


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


def addable_to_bottom(state: State, seat: int, cards: int, twice: int) -> int:
    """The kinds of which one may be added to these cards for the bottom."""
    space = state.bottom_size - popcount(cards) - popcount(twice)
    seven = hidden_seven(state, seat)
    if space <= 0 or cards & ~may_bury(state, seat) or twice & seven:
        return 0
    if space == 1 and seven & ~cards:
        return seven
    left = state.hands[seat] & ~cards | state.doubles[seat] & cards & ~twice
    return left & may_bury(state, seat) & ~(seven & cards)


def bury(state: State, seat: int, move: Move) -> None:
    """The bottom is laid, and the next seat is asked for an anti-call (LS-4.1)."""
    drop_cards(state, seat, move.cards, move.twice)
    state.bottom = move.cards
    state.bottom_twice = move.twice
    state.buried[seat] = move.cards
    state.buried_twice[seat] = move.twice
    state.phase = Phase.ANTI
    state.passes = 0
    state.turn = (seat + 1) % SEATS


# --- anti-calls -----------------------------------------------------------------------------------


def pair_strength(move: Move) -> int:
    """How strong the pair of an anti-call is; NO_STRENGTH where it is no such pair (LS-4.1, LS-4.3)."""
    for strength in range(SUITS):
        if move.cards == move.twice == seven_of(strength):
            return strength
    for joker in range(2):
        if move.cards == move.twice == 1 << BLACK_JOKER + joker:
            return SUITS + joker
    return NO_STRENGTH


def check_anti(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of an anti-call (LS-4.1, LS-4.3)."""
    if move.kind == Kind.PASS:
        return violations.MALFORMED if move.cards or move.twice or move.arg else violations.OK
    if move.kind != Kind.ANTI or not 0 <= move.arg <= TOO_MANY:
        return violations.MALFORMED
    if not holds(state, seat, move):
        return violations.NOT_HELD
    strength = pair_strength(move)
    if strength == NO_STRENGTH:
        return Violation.LS_4_1
    return violations.OK if strength > state.strength else Violation.LS_4_3


def stronger_pairs(state: State, seat: int) -> int:
    """The pairs with which a seat may anti-call, one kind each (LS-4.1, LS-4.3)."""
    kinds = 0
    for kind in kinds_of(state.doubles[seat] & (SEVENS | JOKERS)):
        if pair_strength(Move(Kind.ANTI, 1 << kind, 1 << kind, 0)) > state.strength:
            kinds |= 1 << kind
    return kinds


def addable_to_pair(state: State, seat: int, cards: int, twice: int) -> int:
    """The kinds of which one may be added to these cards for an anti-call."""
    kinds = stronger_pairs(state, seat)
    if not cards:
        return kinds
    return kinds & cards if popcount(cards) == 1 and not twice else 0


def anti_call(state: State, seat: int, move: Move) -> None:
    """LS-4.1, LS-4.2; whoever takes up the seven that the Host hid becomes the partner (LS-3.6 c)."""
    state.strength = pair_strength(move)
    state.anti_caller[state.strength] = seat
    state.shown[seat] |= move.cards & SEVENS
    state.shown_twice[seat] |= move.cards & SEVENS
    if state.hides[state.host] and state.partner == NOBODY:
        state.partner = seat
        state.known_partner[seat] = seat
        state.known_partner[state.host] = seat
    _take_bottom(state, seat)


def make_pass(state: State, seat: int) -> None:
    """Pass. Anti-calling ends when every other player has passed in turn (LS-4.4)."""
    state.passes += 1
    state.turn = (seat + 1) % SEATS
    if state.passes < SEATS - 1:
        return
    none_yet = state.strength == NO_STRENGTH
    if none_yet and state.hides[state.host]:
        state.phase = Phase.DECIDE
        state.turn = state.host
    elif not (none_yet and state.host_first and state.turn == state.host):
        begin_play(state)


def begin_play(state: State) -> None:
    """The called suit and the trump become public (LS-3.4, LS-4.5); the partner knows their role."""
    state.called = state.own_call[state.host]
    if state.trump == NO_SUIT:
        state.trump = min(state.strength, NO_SUIT_ROUND) if state.strength != NO_STRENGTH else state.called
    for seat in range(SEATS):
        if seat != state.host and state.hands[seat] & seven_of(state.called):
            state.partner = seat
    if state.partner == NOBODY:
        state.alone = 1
    else:
        state.known_partner[state.partner] = state.partner
    state.phase = Phase.PLAY
    state.leader = state.host
    state.turn = state.host
