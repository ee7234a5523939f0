"""The tables of the contract suite: every pair of values of two options occurs."""

import msgspec
import pytest

from sevenfold.games import load_meta
from sevenfold.testing.contract.pairs import all_pairs, pairs_in
from sevenfold.testing.contract.tables import GAMES, PLAYERS, TABLES, axes_of


@pytest.mark.parametrize("name", GAMES)
def test_each_pair_of_values_is_played_at_a_table(name: str) -> None:
    tables = [table for table in TABLES.values() if table.name == name]
    rows = [{PLAYERS: table.players, **msgspec.to_builtins(table.options)} for table in tables]
    assert set(all_pairs(axes_of(load_meta(name)))) <= set[object]().union(*map(pairs_in, rows))


@pytest.mark.parametrize("name", GAMES)
def test_each_preset_is_a_table(name: str) -> None:
    played = [table.options for table in TABLES.values() if table.name == name]
    assert all(options in played for options in load_meta(name).presets.values())
