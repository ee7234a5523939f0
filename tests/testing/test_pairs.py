"""Rows of values: every pair occurs."""

from sevenfold.testing.contract.pairs import all_pairs, covering_rows, pairs_in


def test_rows_have_each_pair_and_are_far_fewer_than_all_combinations() -> None:
    axes = {axis: range(3) for axis in "abcde"}
    rows = covering_rows(axes, [dict.fromkeys(axes, 2)])
    assert rows[0] == dict.fromkeys(axes, 2)
    assert set().union(*map(pairs_in, rows)) == set(all_pairs(axes))
    assert len(all_pairs(axes)) == 10 * 9
    assert len(rows) < 27
