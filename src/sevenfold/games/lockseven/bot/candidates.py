"""Moves that a search tries where a seat has too many: bottoms, leads and follows."""

from collections.abc import Callable, Iterator

from sevenfold.cards.masks import kinds_of
from sevenfold.core.moves import Move
from sevenfold.games.lockseven import rules
from sevenfold.games.lockseven.bot.calling import cost_buried, trump_so_far
from sevenfold.games.lockseven.bot.following import STRATEGIES, note_playable, to_beat, winner, winning_suit
from sevenfold.games.lockseven.bot.leading import sure_parts
from sevenfold.games.lockseven.bot.outlook import outlook
from sevenfold.games.lockseven.bot.weights import WEIGHTS
from sevenfold.games.lockseven.order import (
    FIVES,
    RANKS,
    SUIT_MASKS,
    SUITS,
    TENS_AND_KINGS,
    TRUMPS,
    card_points,
    suit_of,
    top_level,
)
from sevenfold.games.lockseven.parts import led_shape, split
from sevenfold.games.lockseven.state import Kind, Phase, Seen

Cards = tuple[int, int]
Cost = Callable[[int], float]
"""What it costs to choose a card of a kind."""

POINT_RISKED, POINT_SAVED = 1.0, -1.0
"""What it costs to part with a point, where it may be lost or where it is safe."""
SUIT_GONE = 20.0
"""What it is worth to bury a card of the suit that the seat wants to be rid of."""
TRUMP_SPENT = 20.0
"""What it costs to follow with a trump."""


def candidates(view: Seen, seat: int) -> list[Move]:
    """Bottoms, leads and follows that may be good; none for calls and choices, which are few."""
    if view.phase == Phase.BURY and not view.must_choose[seat]:
        return [Move(Kind.BURY, *cards, 0) for cards in _bottoms(view, seat)]
    if view.phase != Phase.PLAY:
        return []
    plays = _leads(view, seat) if seat == view.leader else _follows(view, seat)
    return [Move(Kind.PLAY, *cards, 0) for cards in plays]


def _cheapest(view: Seen, seat: int, size: int, cost: Cost) -> Cards:
    """`size` cards, chosen one by one: each time the one that costs least of those that may be added."""
    cards = twice = 0
    for _ in range(size):
        best = 1 << min(kinds_of(rules.addable(view, seat, cards, twice)), key=cost)
        twice |= cards & best
        cards |= best
    return cards, twice


# --- the bottom -------------------------------------------------------------------------------------


def _bottoms(view: Seen, seat: int) -> Iterator[Cards]:
    """The bottoms that get rid of one plain suit as far as possible, or of none, with points and without."""
    trump = trump_so_far(view, seat)
    for gone in range(SUITS + 1):
        for point in (POINT_RISKED, POINT_SAVED):
            yield _cheapest(view, seat, view.bottom_size, _cost_of_bottom(view, seat, trump, gone, point))


def _cost_of_bottom(view: Seen, seat: int, trump: int, gone: int, point: float) -> Cost:
    held, doubles = view.hands[seat], view.doubles[seat]

    def cost(kind: int) -> float:
        is_gone = suit_of(kind, max(trump, 0)) == gone
        return cost_buried(kind, held, doubles, trump, point, WEIGHTS) - (SUIT_GONE if is_gone else 0)

    return cost


# --- leads ------------------------------------------------------------------------------------------


def _leads(view: Seen, seat: int) -> Iterator[Cards]:
    """From each suit: all parts that must stand together, each pair and tractor, and the telling singles."""
    out = outlook(view, seat)
    for suit in _suits(view):
        mask = SUIT_MASKS[suit]
        held, doubles = view.hands[seat] & mask, view.doubles[seat] & mask
        if held:
            if not view.one_part:
                yield sure_parts(view, seat, held, doubles, suit, out)
            for part, kinds in split(held, doubles, suit, view.seven_gap):
                if part.pairs:
                    yield kinds, kinds
            for kind in _telling_kinds(held, suit):
                yield 1 << kind, 0


def _suits(view: Seen) -> Iterator[int]:
    """The suits in play."""
    yield TRUMPS + view.trump
    for suit in range(SUITS):
        if suit != view.trump:
            yield suit


def _telling_kinds(held: int, suit: int) -> set[int]:
    """The highest and the lowest of a suit, and the highest that count ten and five."""
    kinds = sorted(kinds_of(held), key=lambda kind: top_level(1 << kind, suit))
    counting = [list(kinds_of(held & mask)) for mask in (TENS_AND_KINGS, FIVES)]
    return {kinds[0], kinds[-1], *(some[-1] for some in counting if some)}


# --- follows ----------------------------------------------------------------------------------------


def _follows(view: Seen, seat: int) -> Iterator[Cards]:
    """To one card led, the telling ones; to more, low cards with and without points. Then winning cards."""
    if view.led_size == 1:
        playable = rules.addable(view, seat, 0, 0)
        for suit in _suits(view):
            if playable & SUIT_MASKS[suit]:
                for kind in _telling_kinds(playable & SUIT_MASKS[suit], suit):
                    yield 1 << kind, 0
    else:
        for point in (POINT_RISKED, 0.0, POINT_SAVED):
            yield _cheapest(view, seat, view.led_size, _cost_of_follow(view, point))
    yield from _winners(view, seat)


def _cost_of_follow(view: Seen, point: float) -> Cost:
    trumps = SUIT_MASKS[TRUMPS + view.trump]

    def cost(kind: int) -> float:
        points = card_points(1 << kind, 0)
        return point * points + kind % RANKS / RANKS + (TRUMP_SPENT if trumps >> kind & 1 else 0)

    return cost


def _winners(view: Seen, seat: int) -> Iterator[Cards]:
    """Cards that may take the trick, one choice for each strategy of the rule-based player."""
    shape, out = led_shape(view), outlook(view, seat)
    suit = winning_suit(view, seat, shape)
    if suit < 0:
        return
    note_playable(view, seat, shape.size, out)
    standing = to_beat(view, shape, view.trick[view.best], view.trick_twice[view.best])
    for strategy in range(STRATEGIES):
        yield winner(view, seat, suit, standing, strategy, out)
