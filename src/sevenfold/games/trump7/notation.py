"""Trump 7's moves, positions and views as text."""

from collections.abc import Mapping
from typing import Literal

from sevenfold.cards.masks import kinds_of, lowest, mask_of
from sevenfold.cards.pack import CardError
from sevenfold.core import violations
from sevenfold.core.deal import Deal, DealError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.core.tricks import NO_SUIT, piles, shown_seat
from sevenfold.core.views import Pile, View
from sevenfold.games.trump7.meta import Trump7Options
from sevenfold.games.trump7.rules import (
    T7_4_2,
    T7_5_3,
    WIDOW_SIZE,
    begin_play,
    check_hands,
    deal_hands,
    empty_state,
)
from sevenfold.games.trump7.state import (
    BIDDING,
    DISCARD,
    DISCARDING,
    OVER,
    PACK,
    PASS,
    PLAY_CARD,
    PLAYING,
    SEATS,
    SUITS,
    TAKE,
    State,
)

Phase = Literal["bid", "discard", "play", "over"]
PHASES: dict[int, Phase] = {BIDDING: "bid", DISCARDING: "discard", PLAYING: "play", OVER: "over"}


class Trump7View(View, frozen=True, kw_only=True, tag="trump7"):
    """What a seat sees of a deal of Trump 7."""

    phase: Phase
    player: int | None
    trump: str | None
    leaster: bool
    points: tuple[int, ...]
    """Taken in tricks, without discards and widow."""
    tricks: tuple[int, ...]
    tricks_left: int
    widow: tuple[str, ...]
    """The widow, to the Player once he has taken it and to all after the deal."""
    discards: tuple[str, ...]
    """The discards, to the Player and after the deal to all."""
    last_trick: tuple[Pile, ...]
    taker: int | None


# --- moves ----------------------------------------------------------------------------------------


def parse(text: str) -> Move:
    """Read `pass`, `take H`, `discard 7C 8D`, `QH`, or `JK S`."""
    words = text.replace("\ufe0f", "").split()
    try:
        match [word.lower() for word in words]:
            case ["pass"]:
                return Move(PASS)
            case ["take", suit]:
                return Move(TAKE, arg=PACK.suit(suit))
            case ["discard", *_]:
                return _with_cards(DISCARD, words[1:])
            case [card, suit] if len(suit) == 1:
                return _with_cards(PLAY_CARD, [card], PACK.suit(suit) + 1)
        return _with_cards(PLAY_CARD, words)
    except CardError:
        return Move(UNREADABLE)


def _with_cards(kind: int, words: list[str], arg: int = 0) -> Move:
    cards = twice = 0
    for word in words:
        card = 1 << PACK.kind(word)
        twice |= cards & card
        cards |= card
    return Move(kind, cards, twice, arg)


def write(move: Move) -> str:
    """A move as text; `?` where it names no suit of the game."""
    if move.kind == PASS:
        return "pass"
    if move.kind == TAKE:
        return f"take {_suit_text(move.arg)}"
    cards = PACK.write((*kinds_of(move.cards), *kinds_of(move.twice)))
    if move.kind == DISCARD:
        return f"discard {cards}"
    return f"{cards} {_suit_text(move.arg - 1)}" if move.arg else cards


def _suit_text(suit: int) -> str:
    return PACK.suits[suit] if 0 <= suit < SUITS else "?"


def refusal_details(state: State, seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card refused and, where suit was not followed, the suit led."""
    if violation == violations.NOT_HELD:
        missing = move.twice or move.cards & ~state.hands[seat]
        return {"card": PACK.names[lowest(missing)]}
    if violation == T7_4_2:
        return {"card": PACK.names[lowest(move.cards)], "suit": PACK.suits[state.suit_led]}
    if violation == T7_5_3:
        return {"card": PACK.names[lowest(move.cards)]}
    return {}


# --- positions ------------------------------------------------------------------------------------


def place(
    options: Trump7Options, players: int, deal: Deal, first: int, position: Mapping[str, object]
) -> State:
    """The first lead with `{player: 1, trump: H}`, or of a leaster with `{player: null}`."""
    check_hands(deal, players, first)
    if len(deal.rest) not in (0, WIDOW_SIZE):
        raise DealError(f"with a position two cards are left, or none; here {len(deal.rest)} are")
    state = empty_state(options, players)
    deal_hands(state, deal, first)
    player, trump = position.get("player"), position.get("trump")
    if player is None and set(position) == {"player"}:
        state.leaster = 1
        state.widow = mask_of(deal.rest)
    elif type(player) is int and 0 <= player < SEATS and set(position) == {"player", "trump"}:
        state.player = player
        state.trump = _position_suit(trump)
        state.discards[player] = mask_of(deal.rest)
    else:
        raise DealError("a position is {player: SEAT, trump: SUIT}, or {player: null} for a leaster")
    begin_play(state)
    return state


def _position_suit(trump: object) -> int:
    try:
        return PACK.suit(str(trump))
    except CardError:
        raise DealError(f"trump: {trump} is no suit; write S, H, D or C") from None


# --- views ----------------------------------------------------------------------------------------


def default_move(_state: State) -> None:
    """Every move of Trump 7 is written."""


def show(seen: State, seat: int | None, acting: int) -> Trump7View:
    """The view as it is sent."""
    own_widow = seen.widow_seen[seat] if seat is not None else 0
    own_discards = seen.discards[seat] if seat is not None else 0
    return Trump7View(
        seat=seat,
        acting=tuple(kinds_of(acting)),
        phase=PHASES[seen.phase],
        hand=PACK.names_in(seen.hands[seat]) if seat is not None else (),
        hand_sizes=tuple(seen.hand_sizes),
        leader=shown_seat(seen.leader),
        table=piles(PACK, seen.trick, seen.leader),
        player=shown_seat(seen.player),
        trump=None if seen.trump == NO_SUIT else PACK.suits[seen.trump],
        leaster=bool(seen.leaster),
        points=tuple(seen.points),
        tricks=tuple(seen.tricks),
        tricks_left=seen.tricks_left,
        widow=PACK.names_in(seen.widow_shown | own_widow),
        discards=PACK.names_in(seen.discards_shown | own_discards),
        last_trick=piles(PACK, seen.last_trick, seen.last_leader),
        taker=shown_seat(seen.taker),
    )
