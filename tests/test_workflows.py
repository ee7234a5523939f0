"""The public CI in `.github/`: it tries the Pythons that the package names, and what it runs is there."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS: dict[str, dict[str, Any]] = {
    path.name: yaml.safe_load(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / ".github/workflows").glob("*.yml"))
}
FORMS = sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))
JOBS = [(f"{file}:{name}", job) for file, flow in WORKFLOWS.items() for name, job in flow["jobs"].items()]
each_job = pytest.mark.parametrize("job", [job for _, job in JOBS], ids=[name for name, _ in JOBS])

SUPPORTED = [
    name.rpartition(" :: ")[2]
    for name in PROJECT["classifiers"]
    if re.fullmatch(r"Programming Language :: Python :: 3\.\d+", name)
]


def triggers(name: str) -> dict[str, Any]:
    """When a workflow runs: YAML takes its key, `on`, for a truth."""
    found: dict[Any, Any] = WORKFLOWS[name]
    when: dict[str, Any] = found[True]
    return when


def commands(job: dict[str, Any]) -> str:
    return "\n".join(step.get("run", "") for step in job["steps"])


def ends() -> dict[str, str]:
    """The jobs for the bounds, each with its Python."""
    tried = WORKFLOWS["bounds.yml"]["jobs"]["bounds"]["strategy"]["matrix"]["include"]
    return {each["end"]: each["python"] for each in tried}


def test_the_engine_is_tried_with_each_python_that_the_package_names_on_each_system() -> None:
    matrix = WORKFLOWS["ci.yml"]["jobs"]["engine"]["strategy"]["matrix"]
    assert matrix["python"] == SUPPORTED
    assert f">={SUPPORTED[0]}" == PROJECT["requires-python"]
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}


def test_the_bounds_are_tried_each_week_and_when_they_change_with_the_first_python_and_the_last() -> None:
    when = triggers("bounds.yml")
    assert "cron" in when["schedule"][0]
    assert when["push"]["paths"] == when["pull_request"]["paths"] == ["pyproject.toml"]
    assert ends() == {"lowest": SUPPORTED[0], "newest": SUPPORTED[-1]}


@each_job
def test_a_job_runs_what_is_there(job: dict[str, Any]) -> None:
    said = commands(job)
    targets = set(re.findall(r"^make (\S+)", said, re.MULTILINE))
    if "make ${{ matrix.end }}" in said:
        targets = set(ends())
    made = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert targets <= set(made)
    paths = re.findall(r"(?<![\w./])(?:tests|requirements|\.ci)/[\w./-]+", said)
    assert paths or targets
    assert [path for path in paths if not (ROOT / path).exists()] == []


@each_job
def test_a_job_takes_actions_by_hash_and_keeps_no_credentials(job: dict[str, Any]) -> None:
    for step in job["steps"]:
        if "uses" in step:
            assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"])
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False
    assert job["timeout-minutes"] <= 60


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_may_only_read(name: str) -> None:
    assert WORKFLOWS[name]["permissions"] == {"contents": "read"}


def test_long_tests_run_each_week() -> None:
    assert "cron" in triggers("long.yml")["schedule"][0]
    assert ".ci/run test-long" in commands(WORKFLOWS["long.yml"]["jobs"]["long"])


def test_the_whole_of_ci_runs_where_a_change_is_proposed() -> None:
    assert {"push", "pull_request"} <= triggers("ci.yml").keys()
    assert ".ci/run" in commands(WORKFLOWS["ci.yml"]["jobs"]["debian"])


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.stem)
def test_a_form_for_issues_can_be_read(form: Path) -> None:
    asked = yaml.safe_load(form.read_text(encoding="utf-8"))
    if form.stem == "config":
        assert asked["contact_links"][0]["url"].startswith(PROJECT["urls"]["Source"])
    else:
        assert {"name", "description", "body"} <= asked.keys()
        assert all(part["attributes"]["label"] for part in asked["body"])
        assert any(part.get("validations", {}).get("required") for part in asked["body"])
