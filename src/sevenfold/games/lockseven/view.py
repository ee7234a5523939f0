"""What a seat sees of a round of LockSeven, as it is sent."""

from typing import Literal

import msgspec

from sevenfold.cards.masks import kinds_of
from sevenfold.core.moves import ChosenPart
from sevenfold.core.tricks import NOBODY, shown_seat
from sevenfold.core.views import Pile, View
from sevenfold.games.lockseven.names import kind_of_strength, names, suit_name, trump_name
from sevenfold.games.lockseven.order import (
    JOKERS,
    NO_SUIT_ROUND,
    PACK,
    RANKS,
    SEVENS,
    SUIT_MASKS,
    SUITS,
    TRUMPS,
)
from sevenfold.games.lockseven.parts import Part, split
from sevenfold.games.lockseven.play import MIXED, suit_in_play
from sevenfold.games.lockseven.state import (
    ANTI_CALLING,
    BURYING,
    DEALING,
    DECIDING,
    NO_STRENGTH,
    OVER,
    PLAYING,
    SEATS,
    State,
)

Phase = Literal["deal", "last_chance", "choose", "bury", "anti", "decide", "play", "over"]
PHASES: dict[int, Phase] = {
    DEALING: "deal",
    BURYING: "bury",
    ANTI_CALLING: "anti",
    DECIDING: "decide",
    PLAYING: "play",
    OVER: "over",
}
SUITS_SHOWN = tuple(reversed(range(SUITS)))


class Row(msgspec.Struct, frozen=True):
    """The cards of one suit in play in the seat's own hand."""

    suit: str
    """S, H, C or D; T for trumps, as far as they are known."""
    cards: tuple[str, ...]
    """The highest first."""
    sets: tuple[tuple[str, ...], ...]
    """The pairs and tractors among them, the strongest first (LS-5.6)."""


class LockSevenView(View, frozen=True, kw_only=True, tag="lockseven"):
    """What a seat sees of a round of LockSeven. `phase` is `choose` for a Host who chooses, for him alone."""

    phase: Phase
    first: int
    dealt: int
    """How many cards have been dealt."""
    host: int | None
    called: str | None
    own_call: str | None
    """The called suit, for the Host alone, before it is made public."""
    trump: str | None
    """S, H, C, D or `none`."""
    partner: int | None
    """The Host's partner, once he is revealed."""
    known_partner: int | None
    """The Host's partner, for a seat that knows him before he is revealed."""
    alone: bool
    anti_calls: tuple[Pile, ...]
    """The pairs shown so far, the last one stands."""
    bottom_size: int
    buried: tuple[str, ...]
    """What this seat put to the bottom when it last had it."""
    bottom_cards: tuple[str, ...]
    """The bottom, after the last trick."""
    points: tuple[int, ...]
    """Taken in tricks."""
    attack: int | None
    """The Attack's points once the partner is known to all; at the end the total that decides."""
    bottom: int | None
    """The points that the bottom brought, at the end."""
    penalties: int | None
    """The points that failed throws brought the Attack, at the end; below 0 what they cost it."""
    failed_throws: tuple[int, ...]
    thrown: tuple[str, ...]
    """A throw that failed in this trick, whole."""
    seen: tuple[Pile, ...]
    """Cards that everybody has seen in a hand and that are still in it."""
    rows: tuple[Row, ...]
    """The seat's own hand, a row a suit in play, trumps first."""
    last_trick: tuple[Pile, ...]
    taker: int | None


def show(seen: State, seat: int | None, acting: int) -> LockSevenView:
    """The view as it is sent."""
    own = seat if seat is not None else NOBODY
    ended = seen.phase == OVER and seen.taker != NOBODY
    return LockSevenView(
        seat=seat,
        acting=tuple(kinds_of(acting)),
        phase=_phase(seen),
        hand=names(seen.hands[own], seen.doubles[own]) if seat is not None else (),
        hand_sizes=tuple(seen.hand_sizes),
        leader=shown_seat(seen.leader),
        table=_trick(seen.trick, seen.trick_twice, seen.leader),
        first=seen.first,
        dealt=min(seen.dealt, seen.to_deal),
        host=shown_seat(seen.host),
        called=None if seen.called == NOBODY else PACK.suits[seen.called],
        own_call=_own_call(seen, own),
        trump=trump_name(seen.trump),
        partner=shown_seat(seen.revealed),
        known_partner=shown_seat(seen.known_partner[own]) if seat is not None else None,
        alone=bool(seen.alone),
        anti_calls=_anti_calls(seen),
        bottom_size=seen.bottom_size,
        buried=names(seen.buried[own], seen.buried_twice[own]) if seat is not None else (),
        bottom_cards=names(seen.bottom_shown, seen.bottom_shown_twice),
        points=tuple(seen.points),
        attack=_attack(seen, ended),
        bottom=seen.bottom_points if ended else None,
        penalties=seen.penalty_points if ended else None,
        failed_throws=tuple(seen.failed_throws),
        thrown=names(seen.thrown, seen.thrown_twice),
        seen=_seen_in_hands(seen),
        rows=_rows(seen, own) if seat is not None else (),
        last_trick=_trick(seen.last_trick, seen.last_twice, seen.last_leader),
        taker=shown_seat(seen.taker),
    )


def _phase(seen: State) -> Phase:
    if seen.phase == DEALING and seen.dealt > seen.to_deal:
        return "last_chance"
    return "choose" if any(seen.must_choose) else PHASES[seen.phase]


def _own_call(seen: State, own: int) -> str | None:
    if own == NOBODY or seen.own_call[own] == NOBODY:
        return None
    return PACK.suits[seen.own_call[own]]


def _trick(cards: list[int], twice: list[int], leader: int) -> tuple[Pile, ...]:
    seats = [(leader + step) % SEATS for step in range(SEATS)] if leader != NOBODY else []
    return tuple(Pile(seat, names(cards[seat], twice[seat])) for seat in seats if cards[seat])


def _anti_calls(seen: State) -> tuple[Pile, ...]:
    pairs = [(seat, 1 << kind_of_strength(strength)) for strength, seat in enumerate(seen.anti_caller)]
    return tuple(Pile(seat, names(pair, pair)) for seat, pair in pairs if seat != NOBODY)


def _attack(seen: State, ended: bool) -> int | None:
    """LS-9.1: one count once the partner is known to all."""
    if ended:
        return seen.attack_total
    if seen.phase != PLAYING or (seen.revealed == NOBODY and not seen.alone):
        return None
    defense = (seen.host, seen.revealed)
    return sum(points for seat, points in enumerate(seen.points) if seat not in defense)


def _seen_in_hands(seen: State) -> tuple[Pile, ...]:
    piles = [Pile(seat, names(seen.shown[seat], seen.shown_twice[seat])) for seat in range(SEATS)]
    return tuple(pile for pile in piles if pile.cards)


def _rows(seen: State, own: int) -> tuple[Row, ...]:
    trump = _likely_trump(seen, own)
    trumps = TRUMPS + trump
    suits = [trumps, *(suit for suit in SUITS_SHOWN if suit != trump)]
    return tuple(_row(seen, own, suit) for suit in suits if seen.hands[own] & SUIT_MASKS[suit])


def _row(seen: State, own: int, suit: int) -> Row:
    cards, twice = seen.hands[own] & SUIT_MASKS[suit], seen.doubles[own] & SUIT_MASKS[suit]
    parts = list(split(cards, twice, suit))
    sets = tuple(_named(_ranked(kinds, kinds, suit)) for part, kinds in parts if part.pairs)
    return Row(suit_name(suit), _named(_ranked(cards, twice, suit)), sets)


def _named(kinds: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(PACK.names[kind] for kind in kinds)


def _ranked(cards: int, twice: int, suit: int) -> tuple[int, ...]:
    """The cards of a suit in play as they stand in a row, the highest first."""
    return tuple(
        sorted((*kinds_of(cards), *kinds_of(twice)), key=lambda kind: _rank(kind, suit), reverse=True)
    )


def _rank(kind: int, suit: int) -> tuple[bool, bool, bool, int]:
    """Where a card stands in its row: jokers, the trump suit's seven, other sevens, then by rank (LS-1.4)."""
    card = 1 << kind
    own_seven = bool(card & SEVENS) and kind // RANKS == suit - TRUMPS
    return bool(card & JOKERS), own_seven, bool(card & SEVENS), kind


def parts_of(seen: State, cards: int, twice: int) -> tuple[ChosenPart, ...]:
    """The parts of what is chosen to be played; none before the play and for cards of several suits."""
    suit = suit_in_play(cards, seen.trump) if cards and seen.phase == PLAYING else MIXED
    if suit == MIXED:
        return ()
    return tuple(_chosen(part, kinds, suit) for part, kinds in split(cards, twice, suit))


def _chosen(part: Part, kinds: int, suit: int) -> ChosenPart:
    if part.pairs == 0:
        return ChosenPart("single", _ranked(kinds, 0, suit))
    return ChosenPart("pair" if part.pairs == 1 else "tractor", _ranked(kinds, kinds, suit))


def _likely_trump(seen: State, own: int) -> int:
    """The trump, or what it will be as far as the seat can tell: by the last anti-call, by his own call."""
    if seen.trump != NOBODY:
        return seen.trump
    if seen.strength != NO_STRENGTH:
        return min(seen.strength, NO_SUIT_ROUND)
    return seen.own_call[own] if seen.own_call[own] != NOBODY else NO_SUIT_ROUND
