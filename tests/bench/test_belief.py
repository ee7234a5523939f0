"""What plays tell of the hidden partner: signs as the player reads them, and weights that explain them."""

from math import log

import numpy as np
import pytest

from bench.belief import SIGNS, Noted, _noted, fitted
from sevenfold.compiled.layout import record_type, write
from sevenfold.core.seeded import new_match
from sevenfold.games.lockseven.bot import partnership
from sevenfold.games.lockseven.game import GAME


def made_up(weights: list[float], count: int) -> Noted:
    """Decisions of which three seats may be the partner, who is drawn by these weights."""
    rng = np.random.default_rng(5)
    signs = rng.integers(0, 3, (count, 4, len(SIGNS)))
    may_be = np.tile([False, True, True, True], (count, 1))
    noted = Noted(signs, may_be, np.zeros(count, int), np.arange(count), np.zeros(count, bool))
    partners = [rng.choice(4, p=chances) for chances in noted.chances(np.array(weights))]
    return noted._replace(partners=np.array(partners))


def test_fitted_weights_are_about_those_that_drew_the_partners_and_lose_less_than_the_prior() -> None:
    true = [0.5, -0.3, 1.0, 0.0]
    noted = made_up(true, 4000)
    weights = fitted(noted)
    assert weights == pytest.approx(true, abs=0.15)
    assert noted.losses(np.zeros(4)) == pytest.approx([log(3)] * 4000)
    assert noted.losses(weights).mean() < log(3)


def test_signs_are_those_by_which_the_player_weighs_a_partner() -> None:
    match = new_match(GAME, seed=4)
    own = np.array([getattr(partnership, sign) for sign in SIGNS])
    compared = 0
    while not match.round_over:
        seat = match.acting[0]
        seen, states = match.seen(seat), np.zeros(1, record_type(GAME.state))
        write(match.state, states, 0)
        noted = _noted(states)
        for said, may_be in zip(noted.signs, noted.may_be, strict=True):
            assert noted.partners[0] == match.state.partner
            for other in np.flatnonzero(may_be):
                assert partnership.may_be_partner(seen, seat, int(other))
                weight = partnership.power_of_e(float(said[other] @ own))
                assert partnership.partner_weight(seen, int(other)) == pytest.approx(weight)
                compared += 1
        match.play(seat, GAME.choose(seen, seat))
    assert compared > 10
