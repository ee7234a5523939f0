"""Trainings within a budget: what is counted, what is kept, and what a result says of it."""

import json
import pickle
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from examples import suite_agent
from sevenfold.cli import app
from sevenfold.suite import session as sessions
from sevenfold.suite.checking import check, training_findings
from sevenfold.suite.meeting import silently
from sevenfold.suite.results import read_result
from sevenfold.suite.session import (
    BudgetName,
    BudgetUsedUp,
    NotHere,
    Spent,
    TrainingBudget,
    TrainingSession,
    share,
)
from sevenfold.suite.tasks import find_task
from sevenfold.suite.training import read_log

LOCKOUT, MINI = find_task("Lockout-v1"), find_task("Mini-v1")


def suite(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["bench-suite", *map(str, arguments)])


def said(result: Result) -> str:
    return result.output.replace("\n", " ")


def keep_nothing(_content: bytes, _spent: Spent) -> None:
    """Nothing is written."""


def session_of(budget: BudgetName = BudgetName.S, seed: int = 1) -> TrainingSession:
    return TrainingSession(LOCKOUT, seed, budget, keep_nothing)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Budget S has ten steps."""
    monkeypatch.setattr(sessions, "BUDGETS", {**sessions.BUDGETS, BudgetName.S: TrainingBudget(steps=10)})


# --- what is counted ------------------------------------------------------------------------------


def test_an_action_in_a_round_that_is_not_over_is_a_step_lockup() -> None:
    session = session_of()
    env, other = session.make_env(4, auto_reset=False), session.make_env(3)
    env.step(env.sample())
    other.step(other.sample())
    assert session.spent.steps == 7
    env.abandon(np.array([True, True, True, False]))
    env.step(env.sample())
    assert session.spent.steps == 8


def test_a_whole_move_is_a_step_and_copies_count_too_lockup() -> None:
    session = session_of()
    env = session.make_env(2)
    env.ask(0, env.game.choose)
    state, seat = env.state(1), int(env.to_act[1])
    env.play(1, env.game.choose(env.game.seen(state, seat), seat))
    env.copy().step(env.sample())
    assert session.spent.steps == 4


@pytest.mark.usefixtures("small")
def test_a_step_beyond_the_budget_is_not_taken_lockup() -> None:
    session = session_of()
    env = session.make_env(4)
    env.step(env.sample())
    env.step(env.sample())
    before = [env.state(index) for index in range(4)]
    with pytest.raises(BudgetUsedUp, match="budget S is used up, after 8 steps") as used_up:
        env.step(env.sample())
    assert used_up.value.spent.steps == 8
    assert [env.state(index) for index in range(4)] == before
    session.spend(2)
    assert (session.left.steps, session.progress) == (0, 1.0)


@pytest.mark.parametrize("clock", ["cpu_seconds", "wall_seconds"])
def test_when_time_is_used_up_nothing_is_done_or_saved_lockup(
    clock: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "BUDGETS", {BudgetName.M: replace(TrainingBudget(), **{clock: 5.0})})
    now = {"process_time": 0.0, "monotonic": 0.0}
    for name in now:
        monkeypatch.setattr(sessions, name, lambda name=name: now[name])
    session = session_of(BudgetName.M)
    env = session.make_env(2)
    now["process_time" if clock == "cpu_seconds" else "monotonic"] = 4.0
    env.step(env.sample())
    session.save(b"in time")
    assert getattr(session.left, clock) == 1.0
    now["process_time" if clock == "cpu_seconds" else "monotonic"] = 5.5
    for late in (lambda: env.step(env.sample()), lambda: session.save(b"late")):
        with pytest.raises(BudgetUsedUp):
            late()
    assert (getattr(session.left, clock), session.progress) == (0, 1.0)


def test_who_has_no_budget_has_no_end() -> None:
    session = session_of(BudgetName.NONE)
    session.spend(10**12)
    assert (session.progress, session.left) == (0.0, TrainingBudget())


def test_budgets_are_what_the_page_says() -> None:
    page = (Path(__file__).parents[2] / "docs/benchmark.md").read_text(encoding="utf-8")
    assert "| `S` | 10 million steps of the environment, and one hour of CPU time |" in page
    hour = Spent(steps=10_000_000, cpu_seconds=3600, wall_seconds=3600)
    assert [share(name, hour) for name in BudgetName] == [1.0, 1.0, 0.0]
    assert [share(name, replace(hour, cpu_seconds=7200)) for name in BudgetName] == [2.0, 1.0, 0.0]


def test_environments_have_other_deals_each_and_the_same_for_the_same_seed_lockup() -> None:
    def hands(seed: int) -> list[list[int]]:
        session = session_of(seed=seed)
        return [list(session.make_env(1).state(0).hands) for _ in range(2)]

    assert hands(1) == hands(1)
    assert hands(1)[0] != hands(1)[1] != hands(2)[1]


def test_a_session_stays_in_its_process_lockup() -> None:
    with pytest.raises(NotHere, match="cannot be pickled"):
        pickle.dumps(session_of().make_env(1))


# --- what is kept ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("small")
def test_what_was_saved_within_the_budget_counts_lockup(tmp_path: Path) -> None:
    out = tmp_path / "weights"
    ran = suite("train", "tests.suite.agents:endless", "--task", "Lockout-v1", "--seed", 3, "--out", out)
    assert ran.exit_code == 0, ran.output
    log = read_log(tmp_path / "weights.json")
    assert (out.read_bytes(), log.spent.steps) == (b"8", 8)
    assert (log.task, log.trainer, log.seed, log.budget) == (
        LOCKOUT.name,
        "tests.suite.agents:endless",
        3,
        "S",
    )
    assert log.is_within
    assert not replace(log, spent=replace(log.spent, steps=11)).is_within


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["tests.suite.agents:short", "--task", "Widow-v2"], "there is no task 'Widow-v2'"),
        (["tests.suite.agents:none", "--task", "Mini-v1"], "there is no 'tests.suite.agents:none'"),
        (["no.such:train", "--task", "Mini-v1"], "there is no 'no.such:train'"),
        (["tests.suite.agents:silent", "--task", "Mini-v1"], "saved nothing within its budget"),
    ],
)
def test_a_mistake_in_training_is_told_in_a_line(arguments: list[str], told: str, tmp_path: Path) -> None:
    ran = suite("train", *arguments, "--out", tmp_path / "weights")
    assert ran.exit_code == 2
    assert told in said(ran)
    assert not list(tmp_path.iterdir())


def test_weights_and_logs_are_not_replaced_unasked(tmp_path: Path) -> None:
    (tmp_path / "weights.json").write_text("mine")
    ran = suite("train", "tests.suite.agents:short", "--task", "Mini-v1", "--out", tmp_path / "weights")
    assert ran.exit_code == 2
    assert "weights.json is there already" in said(ran)


# --- what a result says of it -----------------------------------------------------------------------


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The log of a training of seed 1."""
    out = tmp_path / "weights"
    ran = suite("train", "tests.suite.agents:short", "--task", "Mini-v1", "--seed", 1, "--out", out)
    assert ran.exit_code == 0, ran.output
    return tmp_path / "weights.json"


def run(log: Path, *more: object, agent: str = "tests.suite.agents:trained", seed: int = 1) -> Result:
    file = log.with_name("result.json")
    named = ["--task", "Mini-v1", "--seed", seed, "--log", log, "--json", file]
    return suite("run", agent, *named, *more)


def test_a_result_has_the_budget_that_was_counted_lockup(log: Path) -> None:
    ran = run(log)
    assert ran.exit_code == 0, ran.output
    assert "seed 1: 4 steps" in said(ran)
    result = read_result(log.with_name("result.json"))
    assert (result.training, result.declared.budget) == ((read_log(log),), "S")
    findings = {each.what: each.right for each in check(log.with_name("result.json"), 2, silently)}
    assert findings["the budget of seed 1"]
    assert findings["the trainer of seed 1"]
    assert findings["the weights of seed 1"]
    assert findings["the short decks, solved again"]


def test_other_weights_and_budgets_are_found_lockup(log: Path) -> None:
    assert run(log).exit_code == 0
    result = read_result(log.with_name("result.json"))
    log.with_name("weights").write_bytes(b"8")
    found = suite("check", log.with_name("result.json"))
    assert found.exit_code == 1
    assert "WRONG: the weights of seed 1" in said(found)
    again = run(log, "--force")
    assert again.exit_code == 2
    assert "is not what the training saved" in said(again)
    (one,) = result.training
    for other in (
        replace(one, task="Widow-v1"),
        replace(one, budget=BudgetName.M),
        replace(one, spent=replace(one.spent, steps=10_000_001)),
    ):
        budget, *_ = training_findings(replace(result, training=(other,)), MINI)
        assert budget.right is False


def test_what_is_not_here_is_not_looked_at_lockup(log: Path) -> None:
    assert run(log).exit_code == 0
    result = read_result(log.with_name("result.json"))
    log.with_name("weights").unlink()
    (one,) = result.training
    for other in (replace(one, trainer="no.such:train"), replace(one, trainer_file="0" * 64)):
        findings = list(training_findings(replace(result, training=(other,)), MINI))
        assert [each.right for each in findings] == [True, None, None]


def test_each_seed_that_is_run_needs_a_log_lockup(log: Path) -> None:
    other = run(log, seed=2)
    assert other.exit_code == 2
    assert "no log is of Mini-v1 and seed 2" in said(other)


@pytest.mark.parametrize(
    ("agent", "told"),
    [
        ("tests.suite.agents:by_view", "too many positional arguments"),
        ("rules", "a player of the pool takes no weights"),
    ],
)
def test_who_takes_no_weights_takes_no_log_lockup(agent: str, told: str, log: Path) -> None:
    ran = run(log, agent=agent)
    assert ran.exit_code == 2
    assert told in said(ran)


def test_a_budget_is_not_declared_beside_another_that_was_counted(log: Path) -> None:
    ran = run(log, "--budget", "M")
    assert ran.exit_code == 2
    assert "one budget is wanted, not M, S" in said(ran)


def test_a_file_that_is_no_log_is_told(tmp_path: Path) -> None:
    (tmp_path / "log.json").write_text(json.dumps({"task": "Mini-v1"}))
    ran = run(tmp_path / "log.json")
    assert ran.exit_code == 2
    assert "is no log of `sevenfold bench-suite train`" in said(ran)


def test_the_example_plays_by_what_it_saved_trump7(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite_agent, "UPDATES", 3)
    out, widow = tmp_path / "widow.npz", ["--task", "Widow-v1", "--seed", 1]
    ran = suite("train", "examples.suite_agent:train", *widow, "--out", out)
    assert ran.exit_code == 0, ran.output
    weights = suite_agent.agent(find_task("Widow-v1"), 1, out.read_bytes()).weights
    assert weights.any()
    few = ["--deals", 2, "--opponent", "rules", "--log", tmp_path / "widow.npz.json"]
    ran = suite("run", "examples.suite_agent:agent", *widow, *few, "--json", tmp_path / "result.json")
    assert ran.exit_code == 0, ran.output
    assert suite("check", tmp_path / "result.json", "--deals", 2).exit_code == 0
