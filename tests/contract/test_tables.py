"""The tables of the contract suite: every pair of values of two options occurs."""

import msgspec
import pytest

from sevenfold.games import ROOMS, load_meta
from tests.contract.pairs import all_pairs, covering_rows, pairs_in
from tests.contract.tables import PLAYERS, TABLES, axes_of


@pytest.mark.parametrize("name", ROOMS)
def test_each_pair_of_values_is_played_at_a_table(name: str) -> None:
    tables = [table for table in TABLES.values() if table.name == name]
    rows = [{PLAYERS: table.players, **msgspec.to_builtins(table.options)} for table in tables]
    assert set(all_pairs(axes_of(load_meta(name)))) <= set[object]().union(*map(pairs_in, rows))


@pytest.mark.parametrize("name", ROOMS)
def test_each_preset_is_a_table(name: str) -> None:
    played = [table.options for table in TABLES.values() if table.name == name]
    assert all(options in played for options in load_meta(name).presets.values())


def test_rows_have_each_pair_and_are_far_fewer_than_all_combinations() -> None:
    axes = {axis: range(3) for axis in "abcde"}
    rows = covering_rows(axes, [dict.fromkeys(axes, 2)])
    assert rows[0] == dict.fromkeys(axes, 2)
    assert set().union(*map(pairs_in, rows)) == set(all_pairs(axes))
    assert len(all_pairs(axes)) == 10 * 9
    assert len(rows) < 27
