"""The results of reference by two commands: what was done is not done again, and what fails is told."""

from pathlib import Path

import pytest
import typer

from bench.suite.reference import Job, runs, trainings, work_off
from bench.suite.table import results
from sevenfold.suite.session import BUDGETS, BudgetName


def test_what_is_run_was_trained() -> None:
    made = {job.file for job in trainings()}
    needed = {
        Path(word.removesuffix(".json"))
        for job in runs()
        for word in job.command.split()
        if word.endswith(".npz.json")
    }
    assert needed
    assert needed <= made
    jobs = [*trainings(), *runs()]
    assert len({job.file for job in jobs}) == len(jobs)
    longest = BUDGETS[BudgetName.S].cpu_seconds
    assert longest is not None
    assert all(60 * job.minutes <= longest for job in trainings())


def test_every_result_of_the_tables_has_its_run() -> None:
    assert results().keys() <= {job.file.stem for job in runs()}


def test_what_was_done_is_not_done_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    writes = "python -c open('{}','a').write('once')"
    done, stopped = (Job(tmp_path / name, writes.format(tmp_path / name), 30) for name in ("done", "stopped"))
    work_off([done], 1)
    stopped.file.write_text("half, ")
    capsys.readouterr()
    work_off([done, stopped], 2)
    assert (done.file.read_text(), stopped.file.read_text()) == ("once", "half, once")
    assert "1 of 2 to do: about 0.5 hours of CPU time" in capsys.readouterr().out


def test_what_fails_is_told_after_all_others_are_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new = tmp_path / "new"
    jobs = [Job(tmp_path / "never", "python -c 1/0", 1), Job(new, f"python -c open('{new}','w')", 1)]
    with pytest.raises(typer.Exit):
        work_off(jobs, 1)
    assert new.exists()
    assert "ZeroDivisionError" in capsys.readouterr().out
