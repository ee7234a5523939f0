"""Work that is shared out between processes: what comes of it is the same, whatever has done it."""

import gc
import pickle
from itertools import count, cycle, islice
from pathlib import Path

import numpy as np
import pytest

from sevenfold.arena.parallel import sharing
from sevenfold.arena.simulate import Simulation
from sevenfold.core.each import one_by_one
from sevenfold.core.given import WrongNumber
from sevenfold.envs.decisions import Recording
from sevenfold.games import OWN_GAMES, load_game
from tests.arena.ahead import ahead
from tests.cli.test_commands import mistake, run


@pytest.mark.parametrize("workers", [1, 2])
def test_what_came_of_each_is_given_in_order(workers: int) -> None:
    with sharing(workers) as each:
        assert list(each(str, range(20))) == [str(number) for number in range(20)]


def test_one_worker_is_this_process_and_does_the_next_when_it_is_asked_for() -> None:
    asked = iter(range(9))
    with sharing(1) as each:
        assert next(each(str, asked)) == "0"
    assert next(asked) == 1


@pytest.mark.parametrize("workers", [0, -1, 1.5, True, 2**31])
def test_wrong_numbers_of_workers_are_refused(workers: object) -> None:
    with pytest.raises(WrongNumber, match="workers is a whole number, 1"), sharing(workers):  # type: ignore[arg-type]
        pass


@pytest.mark.parametrize("name", OWN_GAMES)
def test_rounds_are_the_same_whoever_plays_them(name: str) -> None:
    game = load_game(name)
    seats = game.meta.seats(None)
    simulation = Simulation(game, game.meta.options(), seats, ["random"], 3)
    here, there = (list(simulation.records(8, with_legal=True, each=each)) for each in (one_by_one, ahead))
    assert here == there
    assert here[5] == simulation.play(6, with_legal=True)
    assert [record.first for record in here] == [(here[0].first + played) % seats for played in range(8)]


def test_a_deal_that_is_thrown_in_is_no_round(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("lockup")
    simulation = Simulation(game, game.meta.options(), 4, ["random"], 3)
    kept = [simulation.play(number) for number in range(1, 4)]
    thrown_in = cycle([True, False])
    monkeypatch.setattr(game.rules, "thrown_in", lambda _: next(thrown_in))
    dealt_again = [simulation.play(number) for number in range(1, 4)]
    assert [record.first for record in dealt_again] == [record.first for record in kept]
    assert len({record.rest + str(record.deal) for record in kept + dealt_again}) == 6


def test_decisions_are_the_same_whoever_makes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sevenfold.envs.decisions.ROUNDS_A_CHUNK", 2)
    recording = Recording("trump7", ["rules", "random", "easy"], seed=5)
    here, there = (list(recording.chunks(5, each)) for each in (one_by_one, ahead))
    assert len(here) == 3
    assert [pickle.dumps(chunk) for chunk in here] == [pickle.dumps(chunk) for chunk in there]
    assert np.unique(np.concatenate([chunk.round for chunk in here])).tolist() == list(range(5))


def test_processes_write_the_same_rounds(tmp_path: Path) -> None:
    files = [tmp_path / f"{workers}.jsonl" for workers in (1, 2)]
    for workers, file in enumerate(files, 1):
        made = run("simulate", "lockup", "--rounds", 6, "--record", file, "--workers", workers)
        assert made.exit_code == 0, made.output
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(
    "command",
    [
        ("simulate", "lockup"),
        ("practice", "lockup"),
        ("train", "lockup"),
        ("arena", "lockup"),
        ("bench-suite", "run", "rules", "--task", "Mini-v1"),
    ],
)
def test_no_worker_is_none(command: tuple[str, ...]) -> None:
    assert "--workers" in mistake(*command, "--workers", 0)


def test_who_has_enough_leaves_the_rest_of_an_endless_work_without_a_warning() -> None:
    with sharing(2) as each:
        assert list(islice(each(abs, count(-3)), 3)) == [3, 2, 1]
        gc.collect()
