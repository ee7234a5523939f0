"""How many boards an event needs: the arithmetic of it."""

import numpy as np
import pytest

from bench.event_sizes import MOST, boards_needed


@pytest.mark.parametrize(
    ("ahead", "boards"),
    [([[1.0]] * 10, 1), ([[0.0]] * 10, None), ([[-1.0]] * 10, None)],
)
def test_who_is_always_ahead_needs_one_board_and_who_never_is_too_many(
    ahead: list[list[float]], boards: int | None
) -> None:
    assert boards_needed(np.array(ahead), np.random.default_rng(1), 100) == boards


def test_it_takes_about_as_many_boards_as_the_normal_distribution_says() -> None:
    rng = np.random.default_rng(2)
    samples = rng.normal(0.5, 1.0, size=(5_000, 1))
    needed = boards_needed(samples, rng)
    assert needed is not None
    assert needed < MOST
    assert needed == pytest.approx((1.645 / 0.5) ** 2, abs=2)
