"""The baselines that learn within a budget, small: what they are taught is true, and what they save plays."""

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from bench.suite import beliefs, dmc, ppo
from bench.suite.beliefs import Beliefs, chances, watch
from sevenfold.cli import app
from sevenfold.envs import VectorEnv
from sevenfold.games.lockseven.state import Phase
from sevenfold.suite.results import read_result

ROUNDS = 8


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A moment of training: rounds to watch, and then rounds to learn from."""
    monkeypatch.setattr(ppo, "STEPS", 4000)
    monkeypatch.setattr(ppo, "WATCHED", ROUNDS)
    monkeypatch.setattr(ppo, "ROUNDS", ROUNDS)
    monkeypatch.setattr(dmc, "ROUNDS", ROUNDS)
    monkeypatch.setattr(dmc, "WHOLE", 0.0002)


def test_what_is_taught_of_others_is_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beliefs, "EVERY", 1)
    env = VectorEnv("lockseven", 3, seed=5, auto_reset=False)
    _, hidden = watch(env, np.random.default_rng(1))
    again, row = VectorEnv("lockseven", 3, seed=5, auto_reset=False), 0
    again.reset()
    while (again.to_act >= 0).any():
        for index in np.flatnonzero((again.to_act >= 0) & (again.mask().sum(axis=1) > 1)).tolist():
            state, seat = again.state(index), int(again.to_act[index])
            others = [(seat + turn) % 4 for turn in (1, 2, 3)]
            held = [[state.hands[other] >> kind & 1 for kind in range(54)] for other in others]
            assert (hidden.held[row] == held).all()
            told = others.index(state.partner) if state.partner in others else -1
            assert hidden.partner[row] == (told if state.phase == Phase.PLAY else -1)
            row += 1
        again.step(again.advise())
    assert row == len(hidden.seen)
    assert (hidden.partner >= 0).any()


def test_beliefs_learn_who_holds_what_and_who_is_the_partner() -> None:
    env = VectorEnv("lockseven", ROUNDS, seed=5, auto_reset=False)
    learnt, (_, watched) = Beliefs(env, 1), watch(env, np.random.default_rng(1))

    def lost() -> tuple[float, float]:
        holds, partner = chances(learnt.network.layers(watched.seen * learnt.scale)[-1], 3)
        told = np.flatnonzero(watched.partner >= 0)
        of_cards = -np.log(np.where(watched.held, holds, 1 - holds)).mean()
        return float(of_cards), float(-np.log(partner[told, watched.partner[told]]).mean())

    before = lost()
    for _ in range(40):
        learnt.learn(watched)
    assert all(after < first for after, first in zip(lost(), before, strict=True))


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(("name", "believes"), [("ppo", True), ("dmc", False)])
def test_a_baseline_trains_within_a_budget_and_runs_from_its_log(
    name: str, believes: bool, tmp_path: Path
) -> None:
    weights, out = tmp_path / "weights.npz", tmp_path / "result.json"
    given = "--task", "HiddenPartner-v1", "--seed", "3"
    for command in (
        ["train", f"bench.suite.{name}:train", *given, "--budget", "S", "--out", weights],
        ["run", f"bench.suite.{name}:{name}", *given, "--log", f"{weights}.json", "--json", out]
        + ["--opponent", "rules", "--deals", "2", "--track", "pool"]
        + (["--track", "belief"] if believes else []),
    ):
        done = CliRunner().invoke(app, ["bench-suite", *map(str, command)])
        assert done.exit_code == 0, done.output
    result = read_result(out)
    assert result.training[0].spent.steps > 0
    assert {of.by for of in result.belief} >= ({f"bench.suite.{name}:{name}"} if believes else set())
