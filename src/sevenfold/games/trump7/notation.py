"""Trump 7's moves, positions and views as text."""

from collections.abc import Mapping

from sevenfold.cards.masks import kinds_of, lowest, mask_of
from sevenfold.cards.pack import SUIT_SYMBOLS, CardError
from sevenfold.core import faults
from sevenfold.core.deal import Deal, DealError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.core.views import Pile, View
from sevenfold.games.trump7.meta import Trump7Options
from sevenfold.games.trump7.rules import (
    T7_4_2,
    T7_5_3,
    WIDOW_SIZE,
    begin_play,
    dealt_out,
    in_order_played,
)
from sevenfold.games.trump7.state import (
    BIDDING,
    DISCARD,
    DISCARDING,
    NO_SUIT,
    NOBODY,
    OVER,
    PACK,
    PASS,
    PLAY_CARD,
    PLAYING,
    SEATS,
    TAKE,
    State,
)

PHASES = {BIDDING: "bid", DISCARDING: "discard", PLAYING: "play", OVER: "over"}


class Trump7View(View, frozen=True, kw_only=True, tag="trump7"):
    """What a seat sees of a deal of Trump 7."""

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
    word, _, rest = text.strip().partition(" ")
    try:
        match word.lower():
            case "pass":
                return Move(UNREADABLE if rest else PASS)
            case "take":
                return Move(TAKE, arg=_read_suit(rest))
            case "discard":
                return _with_cards(DISCARD, rest)
        return _parse_card(text)
    except CardError:
        return Move(UNREADABLE)


def _parse_card(text: str) -> Move:
    words = text.split()
    if len(words) == 2 and not words[1][1:]:
        return _with_cards(PLAY_CARD, words[0], _read_suit(words[1]) + 1)
    return _with_cards(PLAY_CARD, text)


def _with_cards(kind: int, words: str, arg: int = 0) -> Move:
    cards = PACK.read(words)
    twice = mask_of(card for card in cards if cards.count(card) > 1)
    return Move(kind, mask_of(cards), twice, arg)


def _read_suit(text: str) -> int:
    word = text.strip()
    letter = SUIT_SYMBOLS.get(word, word.upper())
    if len(letter) != 1 or letter not in PACK.suits:
        raise CardError(text)
    return PACK.suits.index(letter)


def write(move: Move) -> str:
    """A move as text."""
    if move.kind == PASS:
        return "pass"
    if move.kind == TAKE:
        return f"take {PACK.suits[move.arg]}"
    cards = PACK.write_mask(move.cards)
    if move.kind == DISCARD:
        return f"discard {cards}"
    return f"{cards} {PACK.suits[move.arg - 1]}" if move.arg else cards


def reasons(state: State, _seat: int, move: Move, fault: int) -> dict[str, str]:
    """The card refused and, where suit was not followed, the suit led."""
    values: dict[str, str] = {}
    if fault in (T7_4_2, T7_5_3):
        values["card"] = PACK.names[lowest(move.cards)]
    if fault == faults.NOT_HELD:
        missing = move.twice or move.cards & ~state.hands[_seat]
        values["card"] = PACK.names[lowest(missing)]
    if fault == T7_4_2:
        values["suit"] = PACK.suits[state.suit_led]
    return values


# --- positions ------------------------------------------------------------------------------------


def place(
    _options: Trump7Options, players: int, deal: Deal, first: int, position: Mapping[str, object]
) -> State:
    """The first lead with `{player: 1, trump: H}`, or of a leaster with `{player: null}`."""
    state = dealt_out(deal, players, first)
    if len(deal.rest) not in (0, WIDOW_SIZE):
        raise DealError(f"with a position two cards are left, or none; here {len(deal.rest)} are")
    player, trump = position.get("player"), position.get("trump")
    if player is None and set(position) == {"player"}:
        state.leaster = 1
        state.widow = mask_of(deal.rest)
    elif isinstance(player, int) and 0 <= player < SEATS and set(position) == {"player", "trump"}:
        state.player = player
        state.trump = _position_suit(trump)
        state.discards[player] = mask_of(deal.rest)
    else:
        raise DealError("a position is {player: SEAT, trump: SUIT}, or {player: null} for a leaster")
    begin_play(state)
    return state


def _position_suit(trump: object) -> int:
    try:
        return _read_suit(str(trump))
    except CardError:
        raise DealError(f"trump: {trump} is no suit; write S, H, D or C") from None


# --- views ----------------------------------------------------------------------------------------


def show(seen: State, seat: int | None, acting: int) -> Trump7View:
    """The view as it is sent."""
    own_widow = seen.widow_seen[seat] if seat is not None else 0
    own_discards = seen.discards[seat] if seat is not None else 0
    return Trump7View(
        seat=seat,
        acting=tuple(kinds_of(acting)),
        phase=PHASES[seen.phase],
        hand=_cards(seen.hands[seat]) if seat is not None else (),
        hand_sizes=tuple(seen.hand_sizes),
        leader=_seat(seen.leader),
        table=_piles(seen.trick, seen.leader),
        player=_seat(seen.player),
        trump=None if seen.trump == NO_SUIT else PACK.suits[seen.trump],
        leaster=bool(seen.leaster),
        points=tuple(seen.points),
        tricks=tuple(seen.tricks),
        tricks_left=seen.tricks_left,
        widow=_cards(seen.widow_shown | own_widow),
        discards=_cards(seen.discards_shown | own_discards),
        last_trick=_piles(seen.last_trick, seen.last_leader),
        taker=_seat(seen.taker),
    )


def _cards(mask: int) -> tuple[str, ...]:
    return tuple(PACK.write_mask(mask).split())


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _piles(trick: list[int], leader: int) -> tuple[Pile, ...]:
    return tuple(Pile(seat, (PACK.names[trick[seat]],)) for seat in in_order_played(trick, leader))
