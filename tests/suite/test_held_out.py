"""Deals that follow from a secret: played by who has it, and checked against its hash by everybody."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from sevenfold.cli import app
from sevenfold.suite import held_out as secrets
from sevenfold.suite.checking import check
from sevenfold.suite.held_out import Committed, held_out, secret_hash
from sevenfold.suite.meeting import silently
from sevenfold.suite.partner import partner_questions
from sevenfold.suite.results import SuiteResult, read_result, write_result
from sevenfold.suite.tasks import TASKS, find_task
from tests.suite.agents import Certain

SECRET = b"made by a test\n"
HASH = secret_hash(SECRET)
WIDOW = find_task("Widow-v1")
GIVEN: list[int] = []
"""The seeds of the tasks that an agent was given."""


def agent(task: Any, _seed: int) -> Certain:
    """Takes the first action, and writes down what it was given."""
    GIVEN.append(task.seed)
    return Certain()


@pytest.fixture(autouse=True)
def committed_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test's secret is the one whose hash is known."""
    known = msgspec.json.encode([Committed(sha256=HASH, told="2027-11-30")])
    monkeypatch.setattr(secrets, "read_part", lambda _: known)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """The file of the secret."""
    file = tmp_path / "secret.txt"
    file.write_bytes(SECRET)
    return file


def suite(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["bench-suite", *map(str, arguments)])


def ran(folder: Path, *more: object, agent: str = "rules") -> Path:
    """The file of a run of four deals."""
    file = folder / "result.json"
    done = suite(
        "run", agent, "--task", "Widow-v1", "--deals", 4, "--opponent", "random", *more, "--json", file
    )
    assert done.exit_code == 0, done.output
    return file


def findings(file: Path, secret: bytes | None) -> dict[str, bool | None]:
    return {each.what: each.right for each in check(file, 2, silently, secret)}


PLAYED = "2 deals among random, played again"


def test_deals_of_a_secret_are_others_in_each_task_and_by_each_secret() -> None:
    seeds = {held_out(task, by).seed for task in TASKS.values() for by in (SECRET, b"another")}
    assert len(seeds) == 2 * len(TASKS)
    assert not seeds & {task.seed for task in TASKS.values()}


def test_who_has_the_secret_checks_all_and_others_what_they_can(tmp_path: Path, secret: Path) -> None:
    file = ran(tmp_path, "--held-out", secret)
    result = read_result(file)
    assert result.held_out == HASH
    assert SECRET.strip() not in file.read_bytes()
    assert str(held_out(WIDOW, SECRET).seed).encode() not in file.read_bytes()
    with_it, without = findings(file, SECRET), findings(file, None)
    assert (with_it["the secret"], with_it[PLAYED]) == (True, True)
    assert without["the secret"] is None
    assert PLAYED not in without
    told = suite("check", file, "--held-out", secret)
    assert told.exit_code == 0
    assert f"right: the secret: {HASH}" in told.output.replace("\n", "")


def test_other_deals_than_those_of_the_secret_are_found(tmp_path: Path, secret: Path) -> None:
    public = read_result(ran(tmp_path))
    assert public.held_out is None
    assert findings(written(tmp_path, replace(public, held_out=HASH)), SECRET)[PLAYED] is False
    file = ran(tmp_path, "--held-out", secret, "--force")
    assert findings(written(tmp_path, replace(read_result(file), held_out=None)), None)[PLAYED] is False


def written(folder: Path, result: SuiteResult) -> Path:
    file = folder / "changed.json"
    write_result(file, result)
    return file


def test_a_secret_that_was_not_committed_to_counts_for_nothing(tmp_path: Path, secret: Path) -> None:
    file = ran(tmp_path, "--held-out", secret)
    assert findings(file, b"another")["the secret"] is False
    own = written(tmp_path, replace(read_result(file), held_out=secret_hash(b"another")))
    assert findings(own, b"another")["the secret"] is False
    secret.write_bytes(b"another")
    for command in (("run", "rules", "--task", "Widow-v1"), ("check", file)):
        refused = suite(*command, "--held-out", secret)
        assert refused.exit_code == 2
        assert "is not the secret of held-out deals" in refused.output.replace("\n", " ")


def test_an_agent_is_not_told_the_seed_of_a_secret(tmp_path: Path, secret: Path) -> None:
    GIVEN.clear()
    ran(tmp_path, "--held-out", secret, agent="tests.suite.test_held_out:agent")
    assert set(GIVEN) == {WIDOW.seed}


def test_the_posterior_is_not_told_of_other_questions_than_its_own() -> None:
    task = held_out(find_task("HiddenPartner-v1"), SECRET)
    assert {each.posterior for each in partner_questions(task, 1)} == {None}
