"""The algebra of parts: how cards of one suit divide, and what answers what (sections 5 to 8).

A *part* is a number of pairs and the level of its highest card: no pair is a single, one is a pair, more are
a tractor. Cards of a suit *split* into parts by taking the strongest first (LS-5.6). What was led has a
*shape*: its size, its pairs, and the lengths of its tractors, longest first. A hand *answers* a shape with as
many of its pairs as it can, and for each tractor, longest first, with as long a one as it can (LS-7.2).
Chosen cards follow rightly when they hold that answer. A play *matches* a shape when it holds all of it
(LS-8.2).

Lead, throw, follow, trump, the choices offered and the names on the button all use this. The levels of a suit
are bits, so a tractor is a run of ones.

A set of cards of one `suit` is two masks: the kinds of which there is one at least, and those of which there
are two. Of a hand they are `held` and `doubles`, of other cards `cards` and `twice`. `pairs` is a number.
Several lengths are packed into one number, four bits each, the longest in the lowest bits.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sevenfold.cards.masks import highest, kinds_of, popcount
from sevenfold.games.lockseven.order import SEVEN, cards_on, levels, top_level
from sevenfold.games.lockseven.state import State

LENGTH_BITS = 4
LENGTH = (1 << LENGTH_BITS) - 1
LEVEL_BITS = 5
LEVEL = (1 << LEVEL_BITS) - 1

SIX = SEVEN - 1
"""The level of the six, below that of the eight."""
OUT_OF_REACH = 99
"""Stands for pairs or tractors that the hand cannot make."""


class Part(NamedTuple):
    """A single (no pairs), a pair (one) or a tractor (more); `top` is the level of its highest card."""

    pairs: int
    top: int


class Shape(NamedTuple):
    """The number of cards, the number of pairs with those in tractors, and the lengths of the tractors."""

    size: int
    pairs: int
    tractors: int


# --- splitting ------------------------------------------------------------------------------------


def run_starts(on: int, length: int, gap: int) -> int:
    """The levels that begin a run of `length` neighbours, all in the set of levels `on`.

    With `gap` 8 and 6 are no neighbours (LS-5.4).
    """
    if length > 1:
        on &= on >> 1 & ~(gap << SIX)
    for _ in range(length - 2):
        on &= on >> 1
    return on


def strongest(cards: int, twice: int, suit: int, gap: int) -> Part:
    """The part that is split off first (LS-5.6): the longest tractor, the highest such, a pair, a single."""
    if twice == 0:
        return Part(0, top_level(cards, suit))
    starts = levels(twice, suit)
    length = 1
    longer = run_starts(starts, 2, gap)
    while longer:
        starts = longer
        longer &= longer >> 1
        length += 1
    return Part(length, highest(starts) + length - 1)


def cut(cards: int, suit: int, part: Part, rather: int = 0, else_rather: int = 0) -> int:
    """The kinds of a part, one a level; among sevens of equal rank the first printed suit (LS-5.6).

    Kinds in `rather` come before those in `else_rather`, and these before all others.
    """
    kinds = 0
    for level in range(part.top - max(part.pairs, 1) + 1, part.top + 1):
        on = cards & cards_on(level, suit)
        kinds |= 1 << highest(on & rather or on & else_rather or on)
    return kinds


def without(cards: int, twice: int, part: Part, kinds: int) -> tuple[int, int]:
    """What is left when a part of these kinds is taken away."""
    if part.pairs:
        return cards & ~kinds, twice & ~kinds
    return cards & ~(kinds & ~twice), twice & ~kinds


def split(cards: int, twice: int, suit: int, gap: int) -> Iterator[tuple[Part, int]]:
    """The parts of these cards with their kinds, the strongest first (LS-5.6)."""
    while cards:
        part = strongest(cards, twice, suit, gap)
        kinds = cut(twice if part.pairs else cards, suit, part)
        yield part, kinds
        cards, twice = without(cards, twice, part, kinds)


def shape_of(cards: int, twice: int, suit: int, gap: int) -> Shape:
    """The shape of a lead."""
    tractors = shift = 0
    left = twice
    while left:
        part = strongest(left, left, suit, gap)
        if part.pairs < 2:
            break
        tractors |= part.pairs << shift
        shift += LENGTH_BITS
        left &= ~cut(left, suit, part)
    return Shape(popcount(cards) + popcount(twice), popcount(twice), tractors)


def led_shape(state: State) -> Shape:
    """The shape of the lead."""
    return Shape(state.led_size, state.led_pairs, state.led_tractors)


def is_one_part(shape: Shape) -> bool:
    """Whether a lead is one part and not a throw (LS-6.2)."""
    return shape.size == 1 or (shape.size == 2 * shape.pairs and shape.pairs in (1, shape.tractors))


def largest_part(shape: Shape) -> int:
    """The number of cards of the largest part (LS-9.2)."""
    if shape.tractors:
        return 2 * (shape.tractors & LENGTH)
    return 2 if shape.pairs else 1


def may_join(doubles: int, chosen: int, chosen_twice: int, suit: int, gap: int) -> int:
    """The kinds that may be added to cards chosen for one part, out of the doubles of a hand.

    The chosen cards are one at least, all of the suit.
    """
    on, taken = levels(doubles, suit), levels(chosen, suit)
    if chosen & ~doubles or popcount(taken) != popcount(chosen):
        return 0
    links = run_starts(on, 2, gap)
    run, wider = 0, taken & -taken
    while wider != run:
        run = wider
        wider = run | (run & links) << 1 | run >> 1 & links
    if taken & ~run:
        return 0
    kinds = chosen & ~chosen_twice
    for level in kinds_of(run & ~taken):
        kinds |= doubles & cards_on(level, suit)
    return kinds


# --- throwing -------------------------------------------------------------------------------------


def holds_better(held: int, doubles: int, suit: int, part: Part, gap: int) -> bool:
    """Whether a hand has a higher part of this kind and length, also within a longer one (LS-6.2)."""
    if part.pairs == 0:
        return top_level(held, suit) > part.top
    return run_starts(levels(doubles, suit), part.pairs, gap) >> part.top - part.pairs + 2 != 0


# --- following ------------------------------------------------------------------------------------


def missing_pairs(total: int, done: int, begun: int) -> int:
    """How many cards `total` pairs still need when `done` are complete and `begun` have one card."""
    return max(0, total - done) + max(0, total - done - begun)


def missing(doubles: int, chosen: int, chosen_twice: int, suit: int, answer: Shape, gap: int) -> int:
    """How many cards must be added to those chosen, so that they hold the tractors and pairs of an answer.

    Pairs come only from `doubles`, the kinds that the hand has two of. OUT_OF_REACH if they hold no such
    tractors.
    """
    done = doubles & chosen_twice
    begun = doubles & chosen & ~done
    if answer.tractors == 0:
        return missing_pairs(answer.pairs, popcount(done), popcount(begun))
    least = OUT_OF_REACH
    left, depth, path = doubles, 0, 0  # the path is the levels on which the tractors before this one start
    starts = run_starts(levels(doubles, suit), answer.tractors & LENGTH, gap)
    while least:
        if starts == 0:
            if depth == 0:
                break
            depth -= 1
            start = path >> LEVEL_BITS * depth & LEVEL
            path ^= start << LEVEL_BITS * depth
            left = _left_by(doubles, suit, answer.tractors, path, depth, done, begun)
            length = answer.tractors >> LENGTH_BITS * depth & LENGTH
            starts = run_starts(levels(left, suit), length, gap) & (1 << start) - 1
            continue
        start = highest(starts)
        starts ^= 1 << start
        length = answer.tractors >> LENGTH_BITS * depth & LENGTH
        rest = left & ~cut(left, suit, Part(length, start + length - 1), done, begun)
        next_length = answer.tractors >> LENGTH_BITS * (depth + 1) & LENGTH
        if next_length == 0:
            least = min(least, _missing_beside(doubles & ~rest, rest, done, begun, answer.pairs))
            continue
        path |= start << LEVEL_BITS * depth
        depth += 1
        left = rest
        starts = run_starts(levels(rest, suit), next_length, gap)
        if next_length == length:
            starts &= (1 << start) - 1  # tractors of one length are tried from high to low
    return least


def _left_by(doubles: int, suit: int, tractors: int, path: int, depth: int, done: int, begun: int) -> int:
    """The doubles that the first `depth` tractors leave, by the levels on which these start."""
    left = doubles
    for index in range(depth):
        length = tractors >> LENGTH_BITS * index & LENGTH
        top = (path >> LEVEL_BITS * index & LEVEL) + length - 1
        left &= ~cut(left, suit, Part(length, top), done, begun)
    return left


def _missing_beside(tractors: int, rest: int, done: int, begun: int, total: int) -> int:
    """The cards missing when `tractors` are the kinds of the tractors, and `rest` makes the other pairs."""
    own = missing_pairs(popcount(tractors), popcount(tractors & done), popcount(tractors & begun))
    pairs = total - popcount(tractors)
    return own + missing_pairs(pairs, popcount(rest & done), popcount(rest & begun))


def fits(doubles: int, suit: int, tractors: int, gap: int) -> bool:
    """Whether tractors of these lengths can be made of these doubles, each used once."""
    if tractors <= LENGTH:
        return tractors == 0 or run_starts(levels(doubles, suit), tractors, gap) != 0
    return missing(doubles, doubles, doubles, suit, Shape(0, 0, tractors), gap) == 0


def answer_to(shape: Shape, doubles: int, suit: int, gap: int) -> Shape:
    """What a hand with these doubles must play to a shape: as much of it as it can (LS-7.2)."""
    tractors = shift = 0
    led = shape.tractors if doubles & doubles - 1 else 0
    while led:
        length = led & LENGTH
        while length > 1 and not fits(doubles, suit, tractors | length << shift, gap):
            length -= 1
        if length < 2:
            break
        tractors |= length << shift
        shift += LENGTH_BITS
        led >>= LENGTH_BITS
    return Shape(shape.size, min(shape.pairs, popcount(doubles)), tractors)


def due(state: State, doubles: int) -> Shape:
    """What a hand with these doubles of the suit led must play (LS-7.2).

    By option a lead without tractors asks for no pair that stands in one (LS-7.3).
    """
    shape, gap = led_shape(state), state.seven_gap
    if state.protect_tractors and shape.tractors == 0:
        loose = doubles & ~in_tractors(doubles, state.led_suit, gap)
        return Shape(shape.size, min(shape.pairs, popcount(loose)), 0)
    return answer_to(shape, doubles, state.led_suit, gap)


def in_tractors(doubles: int, suit: int, gap: int) -> int:
    """The doubles that have one of a neighbouring rank beside them."""
    links = run_starts(levels(doubles, suit), 2, gap)
    kinds = 0
    for level in kinds_of(links | links << 1):
        kinds |= doubles & cards_on(level, suit)
    return kinds


def may_be_added(
    held: int, doubles: int, chosen: int, chosen_twice: int, suit: int, answer: Shape, gap: int
) -> int:
    """The kinds of a suit that may be added to a choice, so that it can still hold the answer (LS-7.2).

    `held` and `doubles` are the hand's; `answer.size` is how many cards there must be in the end.
    """
    space = answer.size - popcount(chosen) - popcount(chosen_twice)
    if space <= 0:
        return 0
    left = held & ~chosen | doubles & chosen & ~chosen_twice
    lacking = missing(doubles, chosen, chosen_twice, suit, answer, gap)
    if lacking < space:
        return left
    if lacking > space:
        return 0
    kinds = 0
    for kind in kinds_of(left & doubles):
        card = 1 << kind
        if missing(doubles, chosen | card, chosen_twice | chosen & card, suit, answer, gap) < lacking:
            kinds |= card
    return kinds


# --- winning --------------------------------------------------------------------------------------


def matches(twice: int, suit: int, shape: Shape, gap: int) -> bool:
    """Whether a play of the right size can be split into the led parts (LS-8.1, LS-8.2)."""
    return popcount(twice) >= shape.pairs and fits(twice, suit, shape.tractors, gap)


def first_part(cards: int, twice: int, suit: int, shape: Shape, gap: int) -> Part:
    """The highest part of the longest kind in the split of a play that matches a shape (LS-8.3)."""
    if shape.tractors == 0:
        return Part(1, top_level(twice, suit)) if shape.pairs else Part(0, top_level(cards, suit))
    length = shape.tractors & LENGTH
    starts = run_starts(levels(twice, suit), length, gap)
    part = Part(length, highest(starts) + length - 1)
    while not fits(twice & ~cut(twice, suit, part), suit, shape.tractors >> LENGTH_BITS, gap):
        starts ^= 1 << part.top - length + 1
        part = Part(length, highest(starts) + length - 1)
    return part


def after_first(shape: Shape) -> Shape:
    """A shape without the first part of its longest kind."""
    if shape.tractors:
        length = shape.tractors & LENGTH
        return Shape(shape.size - 2 * length, shape.pairs - length, shape.tractors >> LENGTH_BITS)
    return Shape(shape.size - 2, shape.pairs - 1, 0) if shape.pairs else Shape(shape.size - 1, 0, 0)


def outranks(
    cards: int, twice: int, best: int, best_twice: int, suit: int, shape: Shape, every_part: bool, gap: int
) -> bool:
    """Whether a play beats the best so far, where both match the shape: LS-8.1, LS-8.3."""
    while shape.size:
        part = first_part(cards, twice, suit, shape, gap)
        to_beat = first_part(best, best_twice, suit, shape, gap)
        if part.top <= to_beat.top:
            return False
        if not every_part:
            return True
        kinds = cut(twice if part.pairs else cards, suit, part)
        cards, twice = without(cards, twice, part, kinds)
        kinds = cut(best_twice if part.pairs else best, suit, to_beat)
        best, best_twice = without(best, best_twice, to_beat, kinds)
        shape = after_first(shape)
    return True
