"""The tricks: leading, throwing, following and winning (sections 6 to 8)."""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.core import violations
from sevenfold.core.moves import Move
from sevenfold.core.tricks import NOBODY, collect, may_follow, shows_void
from sevenfold.games.lockseven import scoring
from sevenfold.games.lockseven.hands import drop_cards, holds
from sevenfold.games.lockseven.order import SUIT_MASKS, TRUMPS, card_points, seven_of, suit_of, top_level
from sevenfold.games.lockseven.parts import (
    Part,
    cut,
    due,
    holds_better,
    is_one_part,
    largest_part,
    led_shape,
    matches,
    may_be_added,
    may_join,
    missing,
    outranks,
    shape_of,
    strongest,
    without,
)
from sevenfold.games.lockseven.refusals import Violation
from sevenfold.games.lockseven.state import SEATS, TOO_MANY, Kind, Phase, State

MIXED = -1
"""Stands for cards of more than one suit."""


def suit_in_play(cards: int, trump: int) -> int:
    """The suit of all these cards, or MIXED."""
    suit = suit_of(lowest(cards), trump)
    return MIXED if cards & ~SUIT_MASKS[suit] else suit


# --- what may be played ---------------------------------------------------------------------------


def check(state: State, seat: int, move: Move) -> int:
    """OK, or the first violation of a play."""
    if move.kind != Kind.PLAY or not 0 <= move.arg <= TOO_MANY or not move.cards:
        return violations.MALFORMED
    if not holds(state, seat, move):
        return violations.NOT_HELD
    if seat == state.leader:
        return _check_lead(state, move)
    return _check_follow(state, seat, move)


def _check_lead(state: State, move: Move) -> int:
    """LS-5.5: one suit; LS-6.3: one part, after a throw was taken back."""
    suit = suit_in_play(move.cards, state.trump)
    if suit == MIXED:
        return Violation.LS_5_5
    if state.one_part and not is_one_part(shape_of(move.cards, move.twice, suit, state.seven_gap)):
        return Violation.LS_6_3
    return violations.OK


def _check_follow(state: State, seat: int, move: Move) -> int:
    """LS-7.1: the right number, and no card of the suit kept back; LS-7.2: matched as well as can be."""
    suit = SUIT_MASKS[state.led_suit]
    cards, twice = move.cards & suit, move.twice & suit
    if popcount(move.cards) + popcount(move.twice) != state.led_size:
        return Violation.LS_7_1
    if cards == move.cards and state.led_pairs == 0:
        return violations.OK
    held, doubles = state.hands[seat] & suit, state.doubles[seat] & suit
    if popcount(held) + popcount(doubles) < state.led_size:
        return violations.OK if cards == held and twice == doubles else Violation.LS_7_1
    if cards != move.cards:
        return Violation.LS_7_2
    answer = due(state, doubles)
    lacking = missing(doubles, cards, twice, state.led_suit, answer, state.seven_gap)
    return Violation.LS_7_2 if lacking else violations.OK


def addable(state: State, seat: int, cards: int, twice: int) -> int:
    """The kinds of which the acting seat may add a card towards a lead or a legal follow."""
    hand, doubles = state.hands[seat], state.doubles[seat]
    left = hand & ~cards | doubles & cards & ~twice
    if seat == state.leader:
        if not cards:
            return left
        suit = suit_in_play(cards, state.trump)
        if suit == MIXED:
            return 0
        if state.one_part:
            return may_join(doubles & SUIT_MASKS[suit], cards, twice, suit, state.seven_gap)
        return left & SUIT_MASKS[suit]
    suit = SUIT_MASKS[state.led_suit]
    if state.led_size == 1:
        return 0 if cards else may_follow(hand, suit)
    held = popcount(hand & suit) + popcount(doubles & suit)
    if held < state.led_size:
        space = state.led_size - held - popcount(cards & ~suit) - popcount(twice & ~suit)
        return 0 if space < 0 else left if space else left & suit
    if cards & ~suit:
        return 0
    if state.led_pairs == 0 or doubles & suit == 0:
        return left & suit if popcount(cards) + popcount(twice) < state.led_size else 0
    answer = due(state, doubles & suit)
    return may_be_added(hand & suit, doubles & suit, cards, twice, state.led_suit, answer, state.seven_gap)


def count_moves(state: State, seat: int, cards: int, twice: int) -> int:
    """1 where these cards are a legal play, else 0."""
    if not cards or (seat != state.leader and popcount(cards) + popcount(twice) != state.led_size):
        return 0
    return 1 if check(state, seat, Move(Kind.PLAY, cards, twice, 0)) == violations.OK else 0


# --- a play is made -------------------------------------------------------------------------------


def apply(state: State, seat: int, move: Move) -> None:
    """Play cards to the trick; the fourth player's cards end it."""
    cards, twice = move.cards, move.twice
    if seat == state.leader:
        cards, twice = _lead(state, seat, cards, twice)
        if not cards:
            return
    else:
        _follow(state, seat, cards, twice)
    _put(state, seat, cards, twice)
    state.turn = (seat + 1) % SEATS
    if state.turn == state.leader:
        _take_trick(state)


def _lead(state: State, seat: int, cards: int, twice: int) -> tuple[int, int]:
    """The cards that are led; of a throw that fails, only what LS-6.3 names."""
    suit = suit_in_play(cards, state.trump)
    shape = shape_of(cards, twice, suit, state.seven_gap)
    if not state.one_part:
        state.thrown = state.thrown_twice = 0
    state.one_part = 0
    if not is_one_part(shape):
        part, kinds = weakest_beaten(state, seat, cards, twice, suit)
        if kinds:
            state.failed_throws[seat] += 1
            state.thrown, state.thrown_twice = cards, twice
            state.shown[seat] |= cards
            state.shown_twice[seat] |= twice
            state.thrown_back[seat] += shape.size
            if state.takes_back:
                state.one_part = 1
                return 0, 0
            cards, twice = kinds, kinds if part.pairs else 0
            shape = shape_of(cards, twice, suit, state.seven_gap)
            state.thrown_back[seat] -= shape.size
    state.led_suit = suit
    if suit >= TRUMPS:
        state.led_trumps[seat] += 1
    else:
        state.led_plain[seat] += 1
    state.led_size, state.led_pairs, state.led_tractors = shape
    state.best = seat
    return cards, twice


def weakest_beaten(state: State, leader: int, cards: int, twice: int, suit: int) -> tuple[Part, int]:
    """The weakest part of a throw that another hand beats, and its kinds; no kinds if the throw stands."""
    weakest, weakest_kinds = Part(0, 0), 0
    while cards:
        part = strongest(cards, twice, suit, state.seven_gap)
        kinds = cut(twice if part.pairs else cards, suit, part)
        cards, twice = without(cards, twice, part, kinds)
        if _is_beaten(state, leader, suit, part):
            weakest, weakest_kinds = part, kinds
    return weakest, weakest_kinds


def _is_beaten(state: State, leader: int, suit: int, part: Part) -> bool:
    for seat in range(SEATS):
        held, doubles = state.hands[seat] & SUIT_MASKS[suit], state.doubles[seat] & SUIT_MASKS[suit]
        if seat != leader and holds_better(held, doubles, suit, part, state.seven_gap):
            return True
    return False


def _follow(state: State, seat: int, cards: int, twice: int) -> None:
    suit = SUIT_MASKS[state.led_suit]
    if shows_void(cards, suit):
        state.lacks[seat] |= 1 << min(state.led_suit, TRUMPS)
    elif popcount(twice) < state.led_pairs and (state.led_tractors or not state.protect_tractors):
        state.at_most_one[seat] |= suit
    if wins(state, cards, twice):
        state.best = seat


def wins(state: State, cards: int, twice: int) -> bool:
    """Whether a play takes the trick from the best so far (section 8)."""
    trumps = TRUMPS + state.trump
    follows = not cards & ~SUIT_MASKS[state.led_suit]
    if not follows and cards & ~SUIT_MASKS[trumps]:
        return False
    best = state.trick[state.best]
    trumped = best & ~SUIT_MASKS[state.led_suit] != 0
    if follows and trumped:
        return False
    suit = state.led_suit if follows else trumps
    if state.led_size == 1:
        return not (follows or trumped) or top_level(cards, suit) > top_level(best, suit)
    shape = led_shape(state)
    if (follows and not is_one_part(shape)) or not matches(twice, suit, shape, state.seven_gap):
        return False
    if not (follows or trumped):
        return True
    best_twice = state.trick_twice[state.best]
    every_part = state.every_part == 1
    return outranks(cards, twice, best, best_twice, suit, shape, every_part, state.seven_gap)


def _put(state: State, seat: int, cards: int, twice: int) -> None:
    """Cards go from the hand to the table; the called card reveals the partner (LS-3.4)."""
    drop_cards(state, seat, cards, twice)
    if state.shown[seat] & cards:
        left = state.shown_twice[seat] & cards & ~twice
        state.shown[seat] = state.shown[seat] & ~cards | left
        state.shown_twice[seat] &= ~cards
    state.trick[seat], state.trick_twice[seat] = cards, twice
    state.played_twice[seat] |= state.played[seat] & cards | twice
    state.played[seat] |= cards
    state.holds_none[seat] |= cards & state.at_most_one[seat]
    if seat == state.partner and cards & seven_of(state.called):
        state.revealed = seat


def _take_trick(state: State) -> None:
    """LS-9.1: the winner takes the points, and leads next (LS-6.1)."""
    taker = state.best
    for seat in range(SEATS):
        points = card_points(state.trick[seat], state.trick_twice[seat])
        state.points[taker] += points
        if taker == state.host:
            state.given[seat] += points
    collect(state.trick, state.last_trick, 0)
    collect(state.trick_twice, state.last_twice, 0)
    state.last_size = state.led_size
    state.last_largest = largest_part(led_shape(state))
    state.taker = taker
    state.last_leader = state.leader
    state.leader = state.turn = taker
    state.best = state.led_suit = NOBODY
    state.led_size = state.led_pairs = state.led_tractors = 0
    if state.hand_sizes[taker] == 0:
        _finish(state)


def _finish(state: State) -> None:
    """The bottom is turned up, and the points are added up (section 9)."""
    state.phase = Phase.OVER
    state.leader = state.turn = NOBODY
    state.bottom_shown, state.bottom_shown_twice = state.bottom, state.bottom_twice
    scoring.count_up(state)
