"""Evenings in a row, with one day a week forgiven."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevenfold.server.duplicate.streak import streak

MONDAY = date(2026, 11, 23)


def days(lamps: str) -> tuple[list[date], date]:
    """Days as they are lit (#) or dark (.), the last of which is today."""
    all_days = [MONDAY + timedelta(i) for i in range(len(lamps))]
    return [day for day, lamp in zip(all_days, lamps, strict=True) if lamp == "#"], all_days[-1]


@pytest.mark.parametrize(
    ("lamps", "now", "longest"),
    [
        (".", 0, 0),
        ("#", 1, 1),
        ("#####", 5, 5),
        ("####.", 4, 4),  # today is not over
        ("###..", 3, 3),  # nor is this the end: one day is forgiven
        ("###...", 0, 3),
        ("###.#", 4, 4),
        ("#.#.#", 1, 2),  # a second one within a week is not
        ("#.######.#", 8, 8),
        ("#.#####.#", 1, 6),
        ("#.#...", 0, 2),
        ("#.#..", 0, 2),
        ("##..##", 2, 2),
        ("#####...#", 1, 5),
    ],
)
def test_one_day_a_week_is_forgiven(lamps: str, now: int, longest: int) -> None:
    assert streak(*days(lamps)) == (now, longest)


@given(st.text("#.", min_size=1, max_size=40))
def test_a_run_has_at_most_one_dark_lamp_in_seven(lamps: str) -> None:
    played, today = days(lamps)
    found = streak(played, today)
    assert 0 <= found.now <= found.longest <= len(played)
    run = len(lamps.rstrip(".")) if found.now else 0
    start = run
    for _ in range(found.now):
        start = lamps.rindex("#", 0, start)
    dark = [i for i in range(start, len(lamps) - 1) if lamps[i] == "." and found.now]
    assert all(later - earlier >= 7 for earlier, later in pairwise(dark))
    assert streak([*played, *played], today) == found
    assert streak([*played, today + timedelta(1)], today) == found
