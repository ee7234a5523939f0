"""Sets of cards as bit masks, against Python's own sets."""

from hypothesis import given
from hypothesis import strategies as st

from sevenfold.cards.masks import highest, kinds_of, lowest, mask_of, nth, popcount

some_kinds = st.sets(st.integers(0, 61), min_size=1)


@given(kinds=some_kinds)
def test_a_mask_is_the_set_of_its_kinds(kinds: set[int]) -> None:
    mask = mask_of(kinds)
    assert list(kinds_of(mask)) == sorted(kinds)
    assert (lowest(mask), highest(mask), popcount(mask)) == (min(kinds), max(kinds), len(kinds))
    assert [nth(mask, index) for index in range(len(kinds))] == sorted(kinds)


@given(kinds=some_kinds)
def test_a_kind_named_twice_counts_once(kinds: set[int]) -> None:
    assert mask_of([*kinds, *kinds]) == mask_of(kinds)


def test_the_empty_set_holds_nothing() -> None:
    assert mask_of([]) == 0
    assert list(kinds_of(0)) == []
    assert popcount(0) == 0
