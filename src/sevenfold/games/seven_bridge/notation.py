"""Seven Bridge's moves, positions and views as text."""

import re
from collections.abc import Mapping
from typing import Literal

import msgspec

from sevenfold.cards.masks import kinds_of, lowest, popcount
from sevenfold.cards.pack import CardError
from sevenfold.core import violations
from sevenfold.core.deal import Deal, DealError, check_deal
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.core.views import Pile, View
from sevenfold.games.seven_bridge.melds import in_reading_order, is_meld
from sevenfold.games.seven_bridge.meta import SevenBridgeOptions
from sevenfold.games.seven_bridge.refusals import SB_3_2
from sevenfold.games.seven_bridge.rules import empty_state, lay_out_cards, open_claims, pack
from sevenfold.games.seven_bridge.scoring import count
from sevenfold.games.seven_bridge.state import (
    CHANCE_DRAWS,
    CHI,
    DISCARD,
    DRAW,
    DRAWING,
    JOKER,
    JOKER_CARD,
    JOKER_PACK,
    LAY,
    MELD,
    MELDING,
    MELDS,
    NAMES,
    NO_CARD,
    NOBODY,
    OVER,
    PASS,
    PON,
    State,
    meld_number,
    named,
)

WORDS = {DRAW: "draw", CHI: "chi", PON: "pon", PASS: "pass", MELD: "meld", LAY: "lay", DISCARD: "discard"}
KINDS = {word: kind for kind, word in WORDS.items()}
Phase = Literal["claim", "draw", "stock", "meld", "over"]
PHASES: dict[int, Phase] = {DRAWING: "draw", CHANCE_DRAWS: "stock", MELDING: "meld", OVER: "over"}
NUMBER = re.compile(r"\d{1,2}", re.ASCII)


class SevenBridgeView(View, frozen=True, kw_only=True, tag="seven_bridge"):
    """What a seat sees of a hand of Seven Bridge. `phase` is `claim` for the seat that is asked, alone."""

    phase: Phase
    dealer: int
    discard: str | None
    """The top card of the discard pile."""
    discards: tuple[str, ...]
    """The discard pile, from the bottom up."""
    stock: int
    remade: int
    """How often the stock was made anew."""
    opened: tuple[int, ...]
    """1 for a seat that has melded or laid off."""
    count: int | None
    """What the seat's own hand counts."""
    winner: int | None
    left: tuple[Pile, ...]
    """The hands that are left when somebody has gone out."""
    left_counts: tuple[int, ...]
    """What each seat's of them counts."""

    @property
    def melds(self) -> tuple[str, ...]:
        """The melds, as scenarios write them."""
        return tuple(" ".join(pile.cards) for pile in self.table)


# --- moves ----------------------------------------------------------------------------------------


def parse(text: str) -> Move:
    """Read `draw`, `meld JK=6H 7H 8H`, `lay 5D 1` and the like."""
    word, *words = text.split() or [""]
    kind = KINDS.get(word.lower(), UNREADABLE)
    number = 0
    if kind == LAY:
        if not words or not NUMBER.fullmatch(words[-1]):
            return Move(UNREADABLE)
        number = int(words.pop())
    try:
        cards, twice, joker_as = read_cards(words)
    except CardError:
        return Move(UNREADABLE)
    return Move(kind, cards, twice, number * NAMES + joker_as + 1) if kind else Move(UNREADABLE)


def read_cards(words: list[str]) -> tuple[int, int, int]:
    """The set of these cards, of those named twice, and what the joker stands for. Raises CardError."""
    cards = twice = 0
    joker_as = NO_CARD
    for word in words:
        name, equals, stands_for = word.partition("=")
        kind = JOKER_PACK.kind(name)
        if equals:
            joker_as = JOKER_PACK.kind(stands_for)
            if kind != JOKER or joker_as == JOKER:
                raise CardError(word)
        twice |= cards & 1 << kind
        cards |= 1 << kind
    return cards, twice, joker_as


def write(move: Move) -> str:
    """A move as text."""
    words = [WORDS.get(move.kind, ""), *_cards_of(move)]
    if move.kind == LAY:
        words.append(str(meld_number(move.arg)))
    return " ".join(words)


def _cards_of(move: Move) -> tuple[str, ...]:
    """The cards of a move, in the game's own order; one that it names twice stands there twice."""
    kinds = sorted([*kinds_of(move.cards), *kinds_of(move.twice)], reverse=True)
    return tuple(_name(kind, named(move.arg)) for kind in kinds)


def _cards(mask: int) -> tuple[str, ...]:
    return tuple(JOKER_PACK.write_mask(mask).split())


def _name(kind: int, joker_as: int = NO_CARD) -> str:
    name = JOKER_PACK.names[kind]
    return f"{name}={JOKER_PACK.names[joker_as]}" if kind == JOKER and 0 <= joker_as < JOKER else name


def default_move(state: State) -> Move | None:
    """The pass of the seat that is asked (SB-4.10)."""
    return Move(PASS) if any(state.asked) else None


def refusal_details(state: State, seat: int, move: Move, violation: int) -> dict[str, str]:
    """The card not held, or the cards refused and the meld that they do not fit."""
    if violation == violations.NOT_HELD:
        missing = move.twice or move.cards & ~state.hands[seat]
        return {"card": JOKER_PACK.names[lowest(missing)]}
    if violation < violations.FIRST_OWN:
        return {}
    values = {"cards": " ".join(_cards_of(move))}
    if violation == SB_3_2:
        values["meld"] = " ".join(_meld(state, meld_number(move.arg)))
    return values


# --- positions ------------------------------------------------------------------------------------


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A meld of a position."""

    owner: int
    cards: str


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand in the middle: the melds, and who has melded or laid off besides their owners."""

    melds: list[Laid] = []
    opened: list[int] = []


def place(
    options: SevenBridgeOptions, players: int, deal: Deal, first: int, position: Mapping[str, object]
) -> State:
    """The first go-round is over; what lies was thrown by the seat before `first`. Raises DealError."""
    try:
        written = msgspec.convert(position, Position)
    except msgspec.ValidationError as error:
        raise DealError(f"position: {error}") from None
    state = empty_state(options, players)
    on_table = [kind for laid in written.melds for kind in _put_on_table(state, laid)]
    check_deal(pack(options), Deal(deal.hands, (*deal.rest, *on_table)), players, first)
    lay_out_cards(state, deal, first)
    state.discarder = (first - 1) % players
    state.turns = players
    for seat in written.opened:
        _check_seat(seat, players)
        state.opened[seat] = 1
    open_claims(state)
    return state


def _put_on_table(state: State, laid: Laid) -> tuple[int, ...]:
    """Lay a meld of a position, and say which cards it takes from the pack. Raises DealError."""
    _check_seat(laid.owner, state.players)
    try:
        cards, twice, joker_as = read_cards(laid.cards.split())
    except CardError as error:
        raise DealError(str(error)) from None
    as_laid = cards & ~JOKER_CARD | (1 << joker_as if joker_as != NO_CARD else 0)
    distinct = cards and not twice and popcount(as_laid) == popcount(cards)
    if not distinct or not is_meld(as_laid, state.ace_high) or (cards & JOKER_CARD and popcount(cards) < 3):
        raise DealError(f"{laid.cards} is no meld")
    if state.meld_count == MELDS:
        raise DealError(f"there cannot be more than {MELDS} melds")
    if joker_as != NO_CARD:
        state.joker_meld, state.joker_as = state.meld_count, joker_as
    state.melds[state.meld_count] = as_laid
    state.owners[state.meld_count] = laid.owner
    state.meld_count += 1
    state.opened[laid.owner] = 1
    return tuple(kinds_of(cards))


def _check_seat(seat: int, players: int) -> None:
    if not 0 <= seat < players:
        raise DealError(f"position: there is no seat {seat}")


# --- views ----------------------------------------------------------------------------------------


def show(seen: State, seat: int | None, acting: int) -> SevenBridgeView:
    """The view as it is sent."""
    own = seen.hands[seat] if seat is not None else 0
    discards = tuple(_name(kind) for kind in seen.pile[: seen.pile_size])
    return SevenBridgeView(
        seat=seat,
        acting=tuple(kinds_of(acting)),
        phase="claim" if any(seen.asked) else PHASES[seen.phase],
        hand=_cards(own),
        hand_sizes=tuple(seen.hand_sizes[: seen.players]),
        leader=None,
        table=tuple(Pile(seen.owners[number], _meld(seen, number)) for number in range(seen.meld_count)),
        dealer=seen.dealer,
        discard=discards[-1] if discards else None,
        discards=discards,
        stock=seen.stock_size,
        remade=seen.remade,
        opened=tuple(seen.opened[: seen.players]),
        count=count(own, seen.pips, seen.ace_value) if seat is not None else None,
        winner=None if seen.winner == NOBODY else seen.winner,
        left=tuple(Pile(other, _cards(cards)) for other, cards in enumerate(seen.shown) if cards),
        left_counts=tuple(count(cards, seen.pips, seen.ace_value) for cards in seen.shown[: seen.players]),
    )


def _meld(state: State, number: int) -> tuple[str, ...]:
    """A meld as it lies, low to high, the joker in its place."""
    kinds = in_reading_order(state.melds[number])
    joker_as = state.joker_as if state.joker_meld == number else NO_CARD
    return tuple(_name(JOKER if kind == joker_as else kind, joker_as) for kind in kinds)
