"""How the rule-based player follows: it adds points to its side's tricks, and takes others if they pay."""

from sevenfold.cards.masks import highest, kinds_of, lowest, popcount
from sevenfold.core.moves import Move
from sevenfold.games.lockseven import play
from sevenfold.games.lockseven.bot.features import SWING, weight
from sevenfold.games.lockseven.bot.outlook import Outlook, ToBeat, outlook
from sevenfold.games.lockseven.bot.worth import chances, note_worths, play_worth
from sevenfold.games.lockseven.order import SUIT_MASKS, SUITS, TRUMPS, card_points, levels
from sevenfold.games.lockseven.parts import (
    LENGTH,
    Part,
    Shape,
    after_first,
    cut,
    first_part,
    is_one_part,
    led_shape,
    run_starts,
    without,
)
from sevenfold.games.lockseven.state import Kind, State


def follow(view: State, seat: int) -> Move:
    """Play the cheapest cards, unless a strategy that takes the trick is worth more."""
    out = outlook(view, seat)
    shape = led_shape(view)
    note_playable(view, seat, shape.size, out)
    standing = to_beat(view, shape, view.trick[view.best], view.trick_twice[view.best])
    ours = chances(view, seat, view.best, standing, out).ours
    best, best_twice = cheapest(view, seat, 2 * ours - 1, out)
    most = value(view, seat, shape, best, best_twice, out)
    suit = winning_suit(view, seat, shape)
    tried = best
    for strategy in range(STRATEGIES if suit >= 0 else 0):
        cards, twice = winner(view, seat, suit, standing, strategy, out)
        if cards not in (0, tried) and play.wins(view, cards, twice):
            tried = cards
            worth = value(view, seat, shape, cards, twice, out)
            if worth > most:
                best, best_twice, most = cards, twice, worth
    return Move(Kind.PLAY, best, best_twice, 0)


def note_playable(view: State, seat: int, size: int, out: Outlook) -> None:
    """Note what the playable cards are worth later: those of the suit led, or all if that suit is short."""
    note_worths(view, seat, view.led_suit, out)
    suit = SUIT_MASKS[view.led_suit]
    if popcount(view.hands[seat] & suit) + popcount(view.doubles[seat] & suit) < size:
        for other in range(SUITS):
            if other not in (view.led_suit, view.trump):
                note_worths(view, seat, other, out)
        if view.led_suit < TRUMPS:
            note_worths(view, seat, TRUMPS + view.trump, out)


def to_beat(view: State, shape: Shape, cards: int, twice: int) -> ToBeat:
    """What a play must beat when these cards are winning the trick."""
    trumped = cards & ~SUIT_MASKS[view.led_suit] != 0
    suit = TRUMPS + view.trump if trumped else view.led_suit
    return ToBeat(view.led_suit, shape, trumped, first_part(cards, twice, suit, shape, view.seven_gap))


def value(view: State, seat: int, shape: Shape, cards: int, twice: int, out: Outlook) -> float:
    """What a play is expected to bring, less what its cards are worth later."""
    if play.wins(view, cards, twice):
        return play_worth(view, seat, seat, to_beat(view, shape, cards, twice), cards, twice, out)
    standing = to_beat(view, shape, view.trick[view.best], view.trick_twice[view.best])
    return play_worth(view, seat, view.best, standing, cards, twice, out)


# --- not to win -------------------------------------------------------------------------------------


def cheapest(view: State, seat: int, gain: float, out: Outlook) -> tuple[int, int]:
    """The legal cards that cost least; their points count `gain` times, from -1 to 1."""
    cards, twice, point = 0, 0, gain * weight(out.first, SWING) / 10
    for _ in range(view.led_size):
        best, least = -1, 0.0
        for kind in kinds_of(play.addable(view, seat, cards, twice)):
            cost = out.worths[kind] - point * card_points(1 << kind, 0)
            if best < 0 or cost < least:
                best, least = kind, cost
        twice |= cards & 1 << best
        cards |= 1 << best
    return cards, twice


# --- to win -----------------------------------------------------------------------------------------

STRATEGIES = 3
CHEAPEST, LOWEST, HIGHEST = range(STRATEGIES)
"""How to win a trick: with the single card that is worth least, the lowest cards, or the highest."""


def winning_suit(view: State, seat: int, shape: Shape) -> int:
    """The suit in which the seat may be able to take the trick; -1 for none."""
    held = view.hands[seat] & SUIT_MASKS[view.led_suit]
    doubles = view.doubles[seat] & SUIT_MASKS[view.led_suit]
    trumps = TRUMPS + view.trump
    if held:
        enough = popcount(held) + popcount(doubles) >= shape.size and popcount(doubles) >= shape.pairs
        trumped = view.trick[view.best] & ~SUIT_MASKS[view.led_suit]
        return view.led_suit if enough and is_one_part(shape) and not trumped else -1
    if view.led_suit == trumps:
        return -1
    held, doubles = view.hands[seat] & SUIT_MASKS[trumps], view.doubles[seat] & SUIT_MASKS[trumps]
    enough = popcount(held) + popcount(doubles) >= shape.size and popcount(doubles) >= shape.pairs
    return trumps if enough else -1


def winner(view: State, seat: int, suit: int, best: ToBeat, strategy: int, out: Outlook) -> tuple[int, int]:
    """Cards of a suit that answer the lead with a higher first part than the best; none if there are none."""
    held, doubles = view.hands[seat] & SUIT_MASKS[suit], view.doubles[seat] & SUIT_MASKS[suit]
    above = best.part.top if suit == view.led_suit or best.trumped else -1
    shape = best.shape
    if shape.size == 1 and strategy == CHEAPEST:
        return cheapest_above(held, suit, above, out), 0
    cards = twice = 0
    while shape.size:
        part = part_above(held, doubles, suit, shape, above, strategy == HIGHEST, out.gap)
        if part.top < 0:
            return 0, 0
        kinds = cut(doubles if part.pairs else held, suit, part)
        twice |= kinds if part.pairs else cards & kinds
        cards |= kinds
        held, doubles = without(held, doubles, part, kinds)
        shape = after_first(shape)
        above, strategy = -1, LOWEST
    return cards, twice


def cheapest_above(held: int, suit: int, above: int, out: Outlook) -> int:
    """The card above a level that is worth least, its points counted as won; 0 for none."""
    best, least, point = 0, 0.0, weight(out.first, SWING) / 10
    for kind in kinds_of(held):
        cost = out.worths[kind] - point * card_points(1 << kind, 0)
        if (best == 0 or cost < least) and levels(1 << kind, suit) >> above + 1:
            best, least = 1 << kind, cost
    return best


def part_above(held: int, doubles: int, suit: int, shape: Shape, above: int, high: bool, gap: int) -> Part:
    """The highest or lowest part of the same length as a shape's first, above a level; top -1 for none."""
    length = max(1, shape.tractors & LENGTH) if shape.pairs else 0
    if length:
        starts = run_starts(levels(doubles, suit), length, gap)
        shift = max(0, above + 2 - length)
    else:
        singles = levels(held & ~doubles, suit) >> above + 1
        starts = levels(held & ~doubles if singles and not high else held, suit)
        shift = above + 1
    starts = starts >> shift << shift
    if starts == 0:
        return Part(length, -1)
    start = highest(starts) if high else lowest(starts)
    return Part(length, start + max(length, 1) - 1)
