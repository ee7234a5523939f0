"""Layouts of hidden cards: all that fit come equally often, and where none fits it is said."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from sevenfold.compiled.cpu.batch import Batch
from sevenfold.core.worlds import (
    Layout,
    NoWorld,
    add_card,
    add_place,
    empty_layout,
    hidden_count,
    keep_apart,
)
from sevenfold.games import load_game
from sevenfold.testing.contract.test_worlds import Rows, drawn_places, some_moments


def fitting(layout: Layout, places: Rows) -> bool:
    """Whether every card is where it can be."""
    for card, place in enumerate(places):
        twin = layout.twins[card]
        if not layout.fits[card] >> place & 1:
            return False
        if twin != card and places[twin] == place and layout.apart[card] >> place & 1:
            return False
    return True


def small_layout(rng: Random) -> Layout:
    """Five or six cards, among them two pairs of twins, in places that bar some; there is a layout."""
    while True:
        layout = empty_layout()
        for place, size in enumerate(rng.choice([(1, 1, 1, 2), (2, 2, 2), (1, 2, 3)])):
            add_place(layout, place, size, rng.randrange(16) & rng.randrange(16))
        count = sum(layout.counters[1:2])
        kinds = [0, 0, 1, 1, 2, 3][:count]
        for card, kind in enumerate(kinds):
            add_card(layout, kind)
            if card in (1, 3):
                keep_apart(layout, card - 1, card, rng.randrange(8))
        slots = layout.places[:count]
        if any(fitting(layout, places) for places in permutations(slots)):
            return layout


@pytest.mark.parametrize("seed", range(40))
def test_every_layout_of_a_small_deal_comes_equally_often(seed: int) -> None:
    layout = small_layout(Random(seed))
    slots = layout.places[: hidden_count(layout)]
    allowed = {places for places in permutations(slots) if fitting(layout, places)}
    drawn = Counter(drawn_places(empty_layout(), layout, 40 * len(allowed), seed))
    assert set(drawn) == allowed
    freedom = len(allowed) - 1
    chi_square = sum((drawn[places] - 40) ** 2 / 40 for places in allowed)
    assert chi_square <= freedom + 6 * (2 * freedom) ** 0.5 + 6


def test_layouts_that_no_swap_of_two_cards_connects_come_equally_often() -> None:
    layout = empty_layout()
    for place, barred in enumerate((0b100, 0b001, 0b010)):
        add_place(layout, place, 1, barred)
    for kind in range(3):
        add_card(layout, kind)
    drawn = Counter(drawn_places(empty_layout(), layout, 2000, 1))
    allowed = {places for places in permutations(range(3)) if fitting(layout, places)}
    assert set(drawn) == allowed
    assert len(allowed) == 2
    assert abs(drawn.most_common()[0][1] - 1000) < 120


def test_where_no_layout_fits_it_is_said() -> None:
    game = load_game("lockup")
    match = next(some_moments(game, Random(1)))
    seen = match.seen(match.acting[0])
    for other in range(4):
        for suit in range(4):
            seen.lacks[other * 4 + suit] = 0
    with pytest.raises(NoWorld, match="lockup: no layout of the hidden cards fits what seat"):
        Batch.worlds(game, seen, match.acting[0], 1, 1)
