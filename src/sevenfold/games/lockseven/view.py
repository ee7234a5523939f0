"""What a seat sees of a round of LockSeven, as it is sent."""

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.codes import one_of
from sevenfold.core.encoding import Seat
from sevenfold.core.tricks import NO_SUIT, NOBODY, TrickView, seats_from, shown_seat
from sevenfold.core.views import NamedPart, Pile
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
    card_points,
    seven_of,
)
from sevenfold.games.lockseven.parts import LENGTH, LENGTH_BITS, Part, due, split
from sevenfold.games.lockseven.play import MIXED, addable, suit_in_play
from sevenfold.games.lockseven.result import RESULT_LINES as RESULT_LINES
from sevenfold.games.lockseven.result import result_lines
from sevenfold.games.lockseven.scoring import ENOUGH, TRACTOR
from sevenfold.games.lockseven.state import NO_STRENGTH, SEATS, Phase, Seen, State

DIAMONDS, CLUBS, HEARTS, SPADES = range(SUITS)
NO_TRUMP_SUIT = (SPADES, HEARTS, CLUBS, DIAMONDS)
PLAIN_SUITS = {
    SPADES: (HEARTS, CLUBS, DIAMONDS),
    HEARTS: (SPADES, DIAMONDS, CLUBS),
    CLUBS: (HEARTS, SPADES, DIAMONDS),
    DIAMONDS: (SPADES, HEARTS, CLUBS),
    NO_SUIT_ROUND: NO_TRUMP_SUIT,
    NO_SUIT: NO_TRUMP_SUIT,
}
"""The plain suits for each trump, in the order of the rows of a hand: black and red in turn."""
LEAST_POINTS = 5
"""By how much totals differ at least (LS-1.7)."""
VERBS = {Phase.BURY: "bury", Phase.ANTI: "anti"}
"""The word before the cards chosen in a phase; in all others there is none."""


class Row(msgspec.Struct, frozen=True):
    """The cards of one suit in play in the seat's own hand."""

    suit: str
    """S, H, C or D; T for trumps, as far as they are known."""
    cards: tuple[str, ...]
    """The highest first."""
    points: tuple[int, ...]
    """What each of them counts (LS-1.7)."""
    sets: tuple[tuple[str, ...], ...]
    """The pairs and tractors among them, the strongest first (LS-5.6)."""


class Follow(msgspec.Struct, frozen=True):
    """What a follow must have (LS-7.1, LS-7.2).

    `cards` are those of which the pairs and tractors can be; where none are asked for, those of the suit led
    that may be played.
    """

    suit: str
    size: int
    pairs: int
    """How many pairs, those of tractors too."""
    tractors: tuple[int, ...]
    """The lengths of the tractors in pairs, the longest first."""
    cards: tuple[str, ...]
    all_go: bool
    """Whether every follow has all of `cards`, as there are no more than are asked for."""


Role = Literal["host", "partner", "hidden_partner", "attack"]


class LockSevenView(TrickView, frozen=True, kw_only=True, tag="lockseven"):
    """What a seat sees of a round of LockSeven. `phase` is `choose` for the Host alone, while they choose."""

    phase: Annotated[str, one_of(Phase, "last_chance", "choose")]
    first: Seat
    dealt: int
    """How many cards have been dealt."""
    host: Seat | None
    called: str | None
    own_call: str | None
    """The called suit, for the Host alone, before it is made public."""
    trump: str | None
    """S, H, C, D or `none`."""
    expected_trump: str | None
    """The trump; before it is fixed, what it would be by the last anti-call or by the seat's own call."""
    callable_suits: tuple[str, ...]
    """The suits that the seat may call while cards are dealt, the highest first (LS-2.3)."""
    cards_to_choose: int | None
    """How many cards the move that is due takes; None where any number may be led."""
    partner: Seat | None
    """The Host's partner, once revealed to all."""
    known_partner: Seat | None
    """The Host's partner, for a seat that knows who it is before all do."""
    roles: tuple[Role | None, ...]
    """What each seat is, as far as this one knows; a `hidden_partner` is not revealed to all yet."""
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
    needed: int
    """The total from which the Attack wins (LS-9.3, LS-9.4)."""
    defense: int | None
    """The Defense's points in tricks, once the partner is known to all."""
    stake: int
    """The points of the cards that lie in the trick."""
    led: tuple[NamedPart, ...]
    """The parts of what was led to the trick; a throw is named before them."""
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
    """The seat's own hand, a row a suit in play, trumps first, then black and red in turn."""
    follow: Follow | None
    """What the seat must play, when it is to follow."""


def show(seen: Seen, seat: int | None, acting: int) -> LockSevenView:
    """The view as it is sent."""
    own = seat if seat is not None else NOBODY
    ended = seen.phase == Phase.OVER and seen.taker != NOBODY
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
        verb=VERBS.get(seen.phase, ""),
        result_lines=result_lines(seen),
        suit_led=None if seen.led_suit == NO_SUIT else suit_name(seen.led_suit),
        trump=trump_name(seen.trump),
        expected_trump=trump_name(_expected_trump(seen, own)),
        callable_suits=_callable_suits(seen, own) if seat is not None else (),
        cards_to_choose=_cards_to_choose(seen),
        partner=shown_seat(seen.revealed),
        known_partner=shown_seat(seen.known_partner[own]) if seat is not None else None,
        roles=tuple(_role(seen, own, other) for other in range(SEATS)),
        alone=bool(seen.alone),
        anti_calls=_anti_calls(seen),
        bottom_size=seen.bottom_size,
        buried=names(seen.buried[own], seen.buried_twice[own]) if seat is not None else (),
        bottom_cards=names(seen.bottom_shown, seen.bottom_shown_twice),
        points=tuple(seen.points),
        attack=_attack(seen, ended),
        needed=ENOUGH if seen.steps_rule == TRACTOR else ENOUGH + LEAST_POINTS,
        defense=_defense(seen),
        stake=sum(card_points(seen.trick[other], seen.trick_twice[other]) for other in range(SEATS)),
        led=_led(seen),
        bottom=seen.bottom_points if ended else None,
        penalties=seen.penalty_points if ended else None,
        failed_throws=tuple(seen.failed_throws),
        thrown=names(seen.thrown, seen.thrown_twice),
        seen=_seen_in_hands(seen),
        rows=_rows(seen, own) if seat is not None else (),
        follow=_follow(seen, own) if own == seen.turn else None,
        winning=shown_seat(seen.best),
        last_trick=_trick(seen.last_trick, seen.last_twice, seen.last_leader),
        taker=shown_seat(seen.taker),
    )


def _phase(seen: State) -> str:
    if seen.phase == Phase.DEAL and seen.dealt > seen.to_deal:
        return "last_chance"
    return "choose" if any(seen.must_choose) else Phase.words[seen.phase]


def _own_call(seen: State, own: int) -> str | None:
    if own == NOBODY or seen.own_call[own] == NOBODY:
        return None
    return PACK.suits[seen.own_call[own]]


def _trick(cards: list[int], twice: list[int], leader: int) -> tuple[Pile, ...]:
    seats = seats_from(leader, SEATS)
    return tuple(Pile(seat, names(cards[seat], twice[seat])) for seat in seats if cards[seat])


def _anti_calls(seen: State) -> tuple[Pile, ...]:
    pairs = [(seat, 1 << kind_of_strength(strength)) for strength, seat in enumerate(seen.anti_caller)]
    return tuple(Pile(seat, names(pair, pair)) for seat, pair in pairs if seat != NOBODY)


def _attack(seen: State, ended: bool) -> int | None:
    """LS-9.1: the Attack has one count once the partner is known to all."""
    if ended:
        return seen.attack_total
    if seen.phase != Phase.PLAY or (seen.revealed == NOBODY and not seen.alone):
        return None
    return sum(seen.points) - (_defense(seen) or 0)


def _defense(seen: State) -> int | None:
    """What the Host and the partner took in tricks, once the partner is known to all."""
    if seen.phase not in (Phase.PLAY, Phase.OVER) or (seen.revealed == NOBODY and not seen.alone):
        return None
    return sum(seen.points[seat] for seat in {seen.host, seen.revealed} - {NOBODY})


def _role(seen: State, own: int, seat: int) -> Role | None:
    """LS-3.3, LS-3.4: what a seat is, as far as `own`, or a spectator, can tell."""
    known_partner = seen.known_partner[own] if own != NOBODY else NOBODY
    if seat == seen.host:
        return "host"
    if seat == seen.revealed:
        return "partner"
    if seat == known_partner:
        return "hidden_partner"
    if seen.trump == NO_SUIT:
        return None
    all_known = seen.revealed != NOBODY or known_partner != NOBODY or seen.alone
    return "attack" if all_known or seat == own else None


def _callable_suits(seen: State, own: int) -> tuple[str, ...]:
    """LS-2.3: the suits of which the seat holds the seven."""
    if seen.phase != Phase.DEAL:
        return ()
    return tuple(PACK.suits[suit] for suit in reversed(range(SUITS)) if seen.hands[own] & seven_of(suit))


def _cards_to_choose(seen: State) -> int | None:
    if seen.phase == Phase.BURY:
        return seen.bottom_size
    if seen.phase == Phase.ANTI:
        return 2
    return seen.led_size or None


def _follow(seen: State, own: int) -> Follow | None:
    """What the seat must play (LS-7.1, LS-7.2); None unless it is to follow."""
    if seen.phase != Phase.PLAY or own == seen.leader:
        return None
    suit, size = seen.led_suit, seen.led_size
    held, doubles = seen.hands[own] & SUIT_MASKS[suit], seen.doubles[own] & SUIT_MASKS[suit]
    lengths: tuple[int, ...] = ()
    pairs = 0
    if popcount(held) + popcount(doubles) >= size:
        answer = due(seen, doubles)
        pairs = answer.pairs
        lengths = tuple(answer.tractors >> shift & LENGTH for shift in range(0, 64, LENGTH_BITS))
        playable = addable(seen, own, 0, 0)
        doubles &= playable
        held = doubles if pairs else held & playable
    shown = _named(_ranked(held, doubles, suit))
    return Follow(
        suit=suit_name(suit),
        size=size,
        pairs=pairs,
        tractors=tuple(length for length in lengths if length),
        cards=shown,
        all_go=len(shown) <= (2 * pairs or size),
    )


def _seen_in_hands(seen: State) -> tuple[Pile, ...]:
    piles = [Pile(seat, names(seen.shown[seat], seen.shown_twice[seat])) for seat in range(SEATS)]
    return tuple(pile for pile in piles if pile.cards)


def _rows(seen: State, own: int) -> tuple[Row, ...]:
    trump = _expected_trump(seen, own)
    trumps = TRUMPS + (NO_SUIT_ROUND if trump == NO_SUIT else trump)
    suits = [trumps, *(suit for suit in PLAIN_SUITS[trump])]
    return tuple(_row(seen, own, suit) for suit in suits if seen.hands[own] & SUIT_MASKS[suit])


def _row(seen: State, own: int, suit: int) -> Row:
    held, doubles = seen.hands[own] & SUIT_MASKS[suit], seen.doubles[own] & SUIT_MASKS[suit]
    parts = list(split(held, doubles, suit, seen.seven_gap))
    sets = tuple(_named(_ranked(kinds, kinds, suit)) for part, kinds in parts if part.pairs)
    ranked = _ranked(held, doubles, suit)
    points = tuple(card_points(1 << kind, 0) for kind in ranked)
    return Row(suit_name(suit), _named(ranked), points, sets)


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


def gone(seen: Seen) -> Iterable[int]:
    """The cards played to tricks: not those of the bottom, nor what was only shown (LS-4.3, LS-6.3)."""
    return (kind for cards in (*seen.played, *seen.played_twice) for kind in kinds_of(cards))


def named_parts(seen: Seen, cards: int, twice: int) -> tuple[NamedPart, ...]:
    """The parts of the cards chosen to be played; none before the play and for cards of several suits.

    Several parts in a lead are a throw (LS-5.5); several parts in a follow have no name together.
    """
    suit = suit_in_play(cards, seen.trump) if cards and seen.phase == Phase.PLAY else MIXED
    if suit == MIXED:
        return ()
    parts = _play(cards, twice, suit, seen.seven_gap)
    return parts if seen.led_suit == NO_SUIT or len(parts) == 1 else ()


def would_do(seen: Seen, seat: int) -> tuple[str, ...] | None:
    """Whoever follows must choose from these first (LS-7.1, LS-7.2)."""
    follow = _follow(seen, seat)
    return follow.cards or None if follow else None


def _led(seen: State) -> tuple[NamedPart, ...]:
    """LS-5.6: the parts of the lead; none before it."""
    if seen.led_suit == NO_SUIT:
        return ()
    return _play(seen.trick[seen.leader], seen.trick_twice[seen.leader], seen.led_suit, seen.seven_gap)


def _play(cards: int, twice: int, suit: int, gap: int) -> tuple[NamedPart, ...]:
    """The parts of cards of one suit; where there are several, the whole throw comes first (LS-5.5)."""
    parts = tuple(_chosen(part, kinds, suit) for part, kinds in split(cards, twice, suit, gap))
    if len(parts) == 1:
        return parts
    return (NamedPart("throw", _named(_ranked(cards, twice, suit))), *parts)


def _chosen(part: Part, kinds: int, suit: int) -> NamedPart:
    if part.pairs == 0:
        return NamedPart("single", _named(_ranked(kinds, 0, suit)))
    kind = "pair" if part.pairs == 1 else "tractor"
    return NamedPart(kind, _named(_ranked(kinds, kinds, suit)))


def _expected_trump(seen: State, own: int) -> int:
    """The trump, or what it will be as far as the seat can tell; NO_SUIT where nothing tells it."""
    if seen.trump != NO_SUIT:
        return seen.trump
    if seen.strength != NO_STRENGTH:
        return min(seen.strength, NO_SUIT_ROUND)
    if seen.called != NO_SUIT:
        return seen.called
    return seen.own_call[own] if own != NOBODY else NO_SUIT
