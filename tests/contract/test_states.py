"""States of every game: flat, every field with its visibility, changed by `apply` alone."""

from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from sevenfold.core import violations
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.violations import IllegalMove
from sevenfold.core.visibility import duplicate, visibilities
from tests.contract.tables import (
    Table,
    all_seen,
    any_move,
    bytes_of,
    every_game,
    every_table,
    generators,
    moments,
    nonsense,
    sizes,
    some_moments,
)


@every_game
def test_every_field_has_its_visibility(game: AnyGame) -> None:
    state: Any = game.state
    assert list(visibilities(state)) == [field.name for field in fields(state)]


@every_table
@given(rng=generators, size=sizes)
def test_a_state_is_integers_and_lists_of_fixed_length(table: Table, rng: Random, size: int | None) -> None:
    blank = table.game.state()
    for match in moments(table.begin(table.deal(rng, size), rng), rng):
        for name in visibilities(table.game.state):
            value, default = getattr(match.state, name), getattr(blank, name)
            numbers = value if isinstance(default, list) else [value]
            assert len(numbers) == (len(default) if isinstance(default, list) else 1)
            assert all(type(number) is int and -(1 << 63) <= number < 1 << 63 for number in numbers)


@every_table
@given(rng=generators, size=sizes)
def test_a_move_on_a_copy_leaves_the_original_alone(table: Table, rng: Random, size: int | None) -> None:
    for match in moments(table.begin(table.deal(rng, size), rng), rng):
        if match.round_over:
            continue
        before = bytes_of(match.state)
        copy = duplicate(match.state)
        assert bytes_of(copy) == before
        table.game.rules.apply(copy, *any_move(match, rng))
        assert bytes_of(match.state) == before != bytes_of(copy)


@every_table
@settings(max_examples=8)
@given(rng=generators, size=sizes)
def test_a_refused_move_changes_nothing(table: Table, rng: Random, size: int | None) -> None:
    for match in some_moments(table.begin(table.deal(rng, size), rng), rng):
        before = (bytes_of(match.state), bytes_of(match.log), bytes_of(match.standing), all_seen(match))
        for seat in (CHANCE, *range(table.players)):
            for move in nonsense(match, rng):
                if table.game.rules.check(match.state, seat, move) != violations.OK:
                    with pytest.raises(IllegalMove):
                        match.play(seat, move)
        after = (bytes_of(match.state), bytes_of(match.log), bytes_of(match.standing), all_seen(match))
        assert after == before


@every_table
@given(rng=generators)
def test_what_is_refused_goes_by_the_common_order(table: Table, rng: Random) -> None:
    rules = table.game.rules
    unreadable = Move(0)
    for match in moments(table.begin(table.deal(rng), rng), rng):
        for seat in (CHANCE, *range(table.players)):
            asked = rules.chance(match.state) > 0 if seat == CHANCE else seat in match.acting
            expected = violations.MALFORMED if asked else violations.NOT_YOUR_TURN
            violation = rules.check(match.state, seat, unreadable)
            assert violation == (violations.OVER if match.round_over else expected)
