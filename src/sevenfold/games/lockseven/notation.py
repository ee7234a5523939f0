"""LockSeven's moves and positions as text."""

from collections import Counter
from collections.abc import Mapping

import msgspec

from sevenfold.cards.masks import lowest
from sevenfold.cards.pack import CardError
from sevenfold.core import violations
from sevenfold.core.deal import Deal, DealError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games.lockseven import view
from sevenfold.games.lockseven.bottom import begin_play
from sevenfold.games.lockseven.dealing import check_hands, empty_state, lay_down
from sevenfold.games.lockseven.hands import take_card
from sevenfold.games.lockseven.meta import LockSevenOptions
from sevenfold.games.lockseven.order import NO_SUIT_ROUND, PACK, SEVENS, SUIT_MASKS, SUITS
from sevenfold.games.lockseven.parts import LENGTH, answer_to
from sevenfold.games.lockseven.play import led_shape
from sevenfold.games.lockseven.refusals import LS_2_3, LS_3_1, LS_3_2, LS_3_6, LS_4_3, LS_7_1, LS_7_2
from sevenfold.games.lockseven.state import (
    ANTI,
    BURY,
    BURYING,
    CALL,
    CONCEDE,
    HIDE,
    PASS,
    PLAY,
    SEATS,
    SOLO,
    TOO_MANY,
    WAIT,
    State,
)
from sevenfold.games.lockseven.view import kind_of_strength, names, suit_name

show = view.show

WORDS = {
    WAIT: "wait",
    CALL: "call",
    BURY: "bury",
    ANTI: "anti",
    PASS: "pass",
    CONCEDE: "concede",
    SOLO: "solo",
    HIDE: "hide",
}
KINDS = {word: kind for kind, word in WORDS.items()}
WITH_CARDS = (BURY, ANTI)


# --- moves ----------------------------------------------------------------------------------------


def parse(text: str) -> Move:
    """Read `wait`, `call H`, `bury 3S 4S ...`, `anti 7S 7S`, `hide` and the like, or cards to play."""
    words = text.replace("\ufe0f", "").split()
    kind = KINDS.get(words[0].lower(), PLAY) if words else PLAY
    try:
        if kind == CALL and len(words) == 2:
            return Move(CALL, arg=PACK.suit(words[1]))
        if kind in WITH_CARDS:
            return _with_cards(kind, words[1:])
        if kind == PLAY:
            return _with_cards(PLAY, words)
        return Move(kind) if len(words) == 1 and kind != CALL else Move(UNREADABLE)
    except CardError:
        return Move(UNREADABLE)


def _with_cards(kind: int, words: list[str]) -> Move:
    times = Counter(map(PACK.kind, words))
    cards = sum(1 << card for card in times)
    twice = sum(1 << card for card, count in times.items() if count > 1)
    return Move(kind, cards, twice, TOO_MANY if max(times.values(), default=0) > PACK.copies else 0)


def write(move: Move) -> str:
    """A move as text; `?` where it names no suit of the game."""
    if move.kind == CALL:
        return f"call {PACK.suits[move.arg] if 0 <= move.arg < SUITS else '?'}"
    words = [WORDS[move.kind]] if move.kind in WORDS else []
    third = names(move.twice)[:1] if move.arg == TOO_MANY else ()
    return " ".join([*words, *third, *names(move.cards, move.twice)])


def default_move(state: State) -> Move | None:
    """In the deal, to wait (LS-2.3); in a short deal without a bottom, to bury nothing."""
    if state.phase == BURYING and state.bottom_size == 0 and not any(state.must_choose):
        return Move(BURY)
    return Move(WAIT) if any(state.asked) else None


def refusal_details(state: State, seat: int, move: Move, violation: int) -> dict[str, str]:
    """What a sentence about a refusal tells: the card or suit refused, how many cards, what was asked for."""
    if violation == violations.NOT_HELD:
        return {"card": PACK.names[lowest(_not_held(state, seat, move))]}
    if violation == LS_2_3:
        return {"suit": PACK.suits[move.arg]}
    if violation == LS_3_1:
        found = len(names(move.cards, move.twice))
        return {"wanted": str(state.bottom_size), "found": str(found)}
    if violation == LS_3_2:
        return {"cards": " ".join(names(move.cards & SEVENS))}
    if violation == LS_3_6:
        return {"card": f"7{PACK.suits[state.own_call[seat]]}"}
    if violation == LS_4_3:
        pair = 1 << kind_of_strength(state.strength)
        return {"cards": " ".join(names(pair, pair))}
    if violation == LS_7_1:
        return {"wanted": str(state.led_size), "suit": suit_name(state.led_suit)}
    if violation == LS_7_2:
        doubles = state.doubles[seat] & SUIT_MASKS[state.led_suit]
        answer = answer_to(led_shape(state), doubles, state.led_suit)
        longest = str(answer.tractors & LENGTH)
        return {"suit": suit_name(state.led_suit), "pairs": str(answer.pairs), "tractor": longest}
    return {}


def _not_held(state: State, seat: int, move: Move) -> int:
    """The kinds of which a move names more than the seat has."""
    missing = move.cards & ~state.hands[seat] | move.twice & ~state.doubles[seat]
    return missing or move.twice


# --- positions ------------------------------------------------------------------------------------


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first lead: who the Host is, what he called, the trump, and a partner whose card is not dealt."""

    host: int
    called: str
    trump: str
    partner: int | None = None


def place(
    options: LockSevenOptions, players: int, deal: Deal, first: int, position: Mapping[str, object]
) -> State:
    """The Host is to lead to the first trick; `rest` lies buried. Raises DealError."""
    try:
        written = msgspec.convert(position, Position)
    except msgspec.ValidationError as error:
        raise DealError(f"position: {error}") from None
    check_hands(deal, players, first)
    state = empty_state(options, players)
    state.first = first
    for kind in deal.rest:
        lay_down(state, kind)
    for seat, hand in enumerate(deal.hands):
        for kind in hand:
            take_card(state, seat, kind)
    state.dealt = state.to_deal = SEATS * len(deal.hands[0])
    state.host = _seat(written.host)
    state.own_call[state.host] = _suit("called", written.called)
    state.trump = NO_SUIT_ROUND if written.trump.lower() == "none" else _suit("trump", written.trump)
    state.buried[state.host], state.buried_twice[state.host] = state.bottom, state.bottom_twice
    if written.partner is not None:
        state.partner = _seat(written.partner)
        if state.partner == state.host:
            raise DealError("position: the Host cannot be his own partner")
    begin_play(state)
    return state


def _seat(seat: int) -> int:
    if not 0 <= seat < SEATS:
        raise DealError(f"position: there is no seat {seat}")
    return seat


def _suit(name: str, word: str) -> int:
    try:
        return PACK.suit(word)
    except CardError:
        raise DealError(f"{name}: {word} is no suit; write S, H, D or C") from None
