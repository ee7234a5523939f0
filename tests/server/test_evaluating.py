"""The process that judges reviews: what it says, and how it ends."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from sevenfold.core.log import Dealt
from sevenfold.server.rounds import evaluating
from sevenfold.server.rounds.evaluating import EvaluatorDied, EvaluatorProcess, Said, ToEvaluate, evaluated
from sevenfold.server.rounds.evaluations import engine_of
from sevenfold.server.storage.reviews import ReviewKey
from sevenfold.testing import evaluating as testing
from sevenfold.testing.running import FEW_WORLDS
from tests.server.test_rounds import match_after


@pytest.fixture(autouse=True)
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluating, "PROGRAM", testing.__name__)


@pytest.fixture
def asked() -> ToEvaluate:
    match = match_after("lockup", 1)
    key = ReviewKey("table", 1, 0, False, engine_of("lockup"))
    return ToEvaluate(key, FEW_WORLDS, match.log, deal=0)


def broken(asked: ToEvaluate) -> ToEvaluate:
    """The same with a log that begins with no deal."""
    entries = tuple(entry for entry in asked.log.entries if not isinstance(entry, Dealt))
    return replace(asked, log=replace(asked.log, entries=entries))


async def until_the_end(judge: EvaluatorProcess) -> None:
    while (await judge.go_on()).progress is not None:
        pass


def test_one_that_dies_is_noticed_and_the_next_begins_anew(asked: ToEvaluate) -> None:
    async def work() -> None:
        judge = EvaluatorProcess()
        await judge.begin(asked)
        assert (await judge.go_on()).progress is not None
        process = judge._process
        assert process is not None
        os.kill(process.pid, signal.SIGTERM)  # it goes to all of a server's processes
        assert (await judge.go_on()).progress is not None
        os.kill(process.pid, signal.SIGKILL)
        with pytest.raises(EvaluatorDied, match="status -9"):
            await until_the_end(judge)
        await judge.begin(broken(asked))
        assert (await judge.go_on()).why == "LogError: a log begins with a deal"
        again = judge._process
        await judge.begin(asked)  # the same process goes on with others
        assert (await judge.go_on()).progress is not None
        assert judge._process is again
        await judge.stop()
        assert judge._process is None
        assert again is not None
        assert again.returncode == -signal.SIGKILL
        await judge.stop()

    asyncio.run(work())


LOOPS = """
from sevenfold.server.rounds import evaluating
from sevenfold.testing.evaluating import judge_cheaply


def of_a_package(asked):
    print("a line of its own")
    while asked.deal:
        pass
    yield from judged(asked)


judge_cheaply()
judged, evaluating._judged, evaluating.NICENESS = evaluating._judged, of_a_package, 0
evaluating.main()
"""
"""A process whose games print, and whose second deals loop."""


def test_a_review_that_loops_fails_in_time_and_the_next_begins_anew(
    asked: ToEvaluate, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "loops.py").write_text(LOOPS)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *filter(None, sys.path)]))
    monkeypatch.setattr(evaluating, "PROGRAM", "loops")

    async def work() -> None:
        judge = EvaluatorProcess()
        await judge.begin(asked)
        assert (await judge.go_on()).progress is not None
        await until_the_end(judge)
        process = judge._process
        assert process is not None
        await judge.begin(replace(asked, deal=1))
        with monkeypatch.context() as patch:
            patch.setattr(evaluating, "SAYS_WITHIN", 0.1)
            assert (await judge.go_on()).why == "no decision was judged within 0.1 seconds"
        assert process.returncode == -signal.SIGKILL
        await judge.begin(asked)
        assert (await judge.go_on()).progress is not None
        await judge.stop()

    asyncio.run(work())


def test_it_ends_when_its_server_does(asked: ToEvaluate, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even one that was killed: nobody writes to it any more, and nobody reads."""
    monkeypatch.setattr(evaluating, "PROGRAM", evaluating.__name__)  # the one that servers have
    line = msgspec.json.encode(broken(asked)) + b"\n"
    done = subprocess.run(
        [sys.executable, "-m", evaluating.PROGRAM], input=line * 2, capture_output=True, check=True
    )
    said = [msgspec.json.decode(each, type=Said) for each in done.stdout.splitlines()]
    assert [each.why for each in said] == ["LogError: a log begins with a deal"] * 2


@pytest.mark.usefixtures("plain_python")
def test_whatever_goes_wrong_is_said(asked: ToEvaluate) -> None:
    *_, said = evaluated(replace(asked, deal=1))
    assert said == Said(why="IndexError: range object index out of range")
