"""Sampled worlds: the same compiled and by the same seed; each card lies anywhere as often as it should."""

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sevenfold.cards.masks import lowest
from sevenfold.compiled.cpu.batch import Batch
from sevenfold.compiled.cpu.cache import FOLDER
from sevenfold.compiled.cpu.compiler import kernel, make_known
from sevenfold.compiled.layout import layout_arrays
from sevenfold.compiled.subset import with_callees
from sevenfold.core.dice import dice_for
from sevenfold.core.game import AnyGame
from sevenfold.core.match import Match
from sevenfold.core.worlds import (
    Layout,
    empty_layout,
    hidden_count,
    move_on,
)
from sevenfold.games import load_game
from sevenfold.testing.contract.laws.worlds import worlds_of
from sevenfold.testing.contract.layouts import CardPlace, Layouts
from sevenfold.testing.contract.tables import (
    TABLES,
    TableCase,
    bytes_of,
    every_game,
    moments,
)


def usual_table(game: AnyGame) -> TableCase:
    """The default preset with the usual number of players."""
    return TABLES[f"{game.meta.name}-{game.meta.default_preset}-{game.meta.seats(None)}"]


def some_moments(game: AnyGame, rng: Random) -> Iterator[Match[Any, Any]]:
    """A few moments of a round at which somebody is to act."""
    table = usual_table(game)
    for number, match in enumerate(moments(table.begin(table.deal(rng), rng), rng)):
        if match.acting and rng.random() < 5 / (5 + number):
            yield match


@every_game
def test_compiled_worlds_are_those_of_plain_python(game: AnyGame) -> None:
    for number, match in enumerate(some_moments(game, Random(5))):
        for seat in match.acting:
            plain = worlds_of(match, seat, 3, number)
            compiled = Batch.worlds(game, match.seen(seat), seat, 3, number)
            assert [compiled[index] for index in range(3)] == plain


# --- a card lies anywhere as often as it should -------------------------------------------------------


Rows = tuple[int, ...]
"""The place of each card."""


MoveOn = Callable[[Layout, bool, int], tuple[bool, int]]


def _move_on(_rules: Any, _choose: Any, _sample: Any, layout: Any, is_new: bool, dice: int) -> Any:
    return move_on(layout, is_new, dice)


@cache
def compiled_move_on() -> MoveOn:
    """The chain as games compile it: so many layouts of whole packs take long in plain Python."""
    make_known(with_callees([_move_on]), load_game("lockup").state)
    compiled: MoveOn = kernel(_move_on, None, None, None, _folder() / "layouts", "layouts")
    return compiled


def _folder() -> Path:
    return Path(os.environ.get(FOLDER) or tempfile.mkdtemp(prefix="sevenfold-"))


def drawn_places(
    own: Layout, layout: Layout, draws: int, seed: int, move_on: MoveOn = move_on
) -> Iterator[Rows]:
    """The places of the cards in so many worlds of one layout, which is copied to `own`."""
    for rows, listed in zip(own, layout, strict=True):
        rows[:] = listed
    dice, count = dice_for(seed, 0), hidden_count(own)
    for number in range(draws):
        found, dice = move_on(own, number == 0, dice)
        assert found
        yield tuple(own.places[:count])


def exact_chances(layout: Layout) -> tuple[list[int], dict[int, list[float]]]:
    """The places, and how likely each card lies at each, of all layouts."""
    count = hidden_count(layout)
    sizes = Counter(layout.places[:count])
    barred = [sum(1 << card for card in range(count) if not layout.fits[card] >> at & 1) for at in sizes]
    places = [CardPlace(size, bars) for size, bars in zip(sizes.values(), barred, strict=True)]
    return list(sizes), Layouts(range(count), places).chances()


@every_game
@pytest.mark.parametrize("seed", range(2))
def test_a_card_lies_anywhere_as_often_as_by_counting_all_layouts(game: AnyGame, seed: int) -> None:
    rng, draws = Random(seed), 1000
    assert game.sample is not None
    for match in some_moments(game, rng):
        seat = match.acting[0]
        layout = empty_layout()
        case, _ = game.sample.draw_case(match.seen(seat), seat, 1)
        game.sample.list_hidden(match.seen(seat), seat, case, layout)
        layout.apart[:] = [0] * len(layout.apart)
        places, chances = exact_chances(layout)
        drawn = drawn_places(layout_arrays(), layout, draws, seed, compiled_move_on())
        found = Counter(pair for rows in drawn for pair in enumerate(rows))
        for card, row in chances.items():
            for place, chance in zip(places, row, strict=True):
                reach = 5.5 * (chance * (1 - chance) / draws) ** 0.5
                assert abs(found[card, place] / draws - chance) <= reach + 1 / draws


@every_game
def test_the_same_seed_draws_the_same_worlds(game: AnyGame) -> None:
    match = next(some_moments(game, Random(1)))
    seat = lowest(game.rules.acting(match.state))
    first, again, other = (worlds_of(match, seat, 4, seed) for seed in (1, 1, 2))
    assert list(map(bytes_of, first)) == list(map(bytes_of, again))
    assert list(map(bytes_of, first)) != list(map(bytes_of, other))
