"""Training: what is learnt is learnt again, a stopped training goes on, and only steps are kept."""

from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from sevenfold.cli import app
from sevenfold.core.duplicate import Interval
from sevenfold.core.game import AnyGame
from sevenfold.core.seeded import new_match
from sevenfold.games import load_game
from sevenfold.games.trump7.bot.learnt import NETWORK
from sevenfold.learning import training
from sevenfold.learning.descent import Examples
from sevenfold.learning.machine import machine
from sevenfold.learning.paired import ahead_of
from sevenfold.learning.players import NothingToLearn, inputs_of, played_by
from sevenfold.learning.training import Generation, OtherTraining, Training, TrainingPlan
from sevenfold.learning.watching import TOGETHER, Moments, read_moments, watch, write_moments
from sevenfold.suite.meeting import silently
from tests.arena.ahead import ahead

GAME: AnyGame = load_game("trump7")
INPUTS = inputs_of(GAME)
PLAN = TrainingPlan(game="trump7", deals=2 * TOGETHER, worlds=2, passes=1, generations=3, compared=2, seed=5)


def moments_of(seed: tuple[int, int, int]) -> Moments:
    """Moments that no round had: as many for each network."""
    rng, count, shape = np.random.default_rng(seed), 20 * INPUTS.NETWORKS, INPUTS.SHAPE
    flags = rng.integers(0, 2, (count, shape.rows)).astype(np.uint8)
    choices = rng.integers(0, shape.choices, 2 * count)
    numbers = rng.normal(size=(2 * count, shape.numbers)).astype(np.float32)
    examples = Examples(flags, choices, numbers, np.full(count, 2), rng.normal(size=2 * count))
    return Moments(examples, np.arange(count) % INPUTS.NETWORKS)


class Watched:
    """Stands for rounds and duplicate deals. `ahead` is what each generation is said to bring; `by` and `met`
    are the players who were watched, and whom generations were compared with.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, ahead: list[float]) -> None:
        self.seeds: list[tuple[int, int, int]] = []
        self.by: list[Any] = []
        self.met: list[Any] = []
        self.stop_after: int | None = None
        self._ahead = iter(ahead)
        monkeypatch.setattr(training, "watch", self._watch)
        monkeypatch.setattr(training, "ahead_of", self._ahead_of)

    def _ahead_of(self, _game: AnyGame, others: AnyGame, *_: int) -> Interval:
        self.met.append(others.choose)
        return Interval(next(self._ahead), 0.01)

    def _watch(self, game: AnyGame, _inputs: Any, _worlds: int, seed: tuple[int, int, int]) -> Moments:
        if self.stop_after == len(self.seeds):
            raise KeyboardInterrupt
        self.seeds.append(seed)
        self.by.append(game.choose)
        return moments_of(seed)


def trained(folder: Path, plan: TrainingPlan = PLAN) -> training.Cost:
    told: list[tuple[int, Generation]] = []
    cost = Training(GAME, plan, folder, silently).run("command", lambda *made: told.append(made))
    assert told == list(enumerate(cost.generations, 1))
    return cost


def test_a_training_that_was_stopped_goes_on_and_comes_out_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Watched(monkeypatch, [0.1, 0.1, 0.1])
    trained(tmp_path / "whole")
    watched = Watched(monkeypatch, [0.1, 0.1, 0.1])
    watched.stop_after = 3
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path / "parts")
    watched.stop_after = None
    trained(tmp_path / "parts")
    assert watched.seeds == [(5, number, part) for number in (1, 2, 3) for part in (0, 1)]
    whole, parts = (tmp_path / name / training.WEIGHTS for name in ("whole", "parts"))
    assert whole.read_bytes() == parts.read_bytes()


@pytest.mark.parametrize("at", range(6))
def test_a_training_that_was_stopped_while_it_wrote_a_file_goes_on(
    at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plan, the seconds of each part, the weights, the generation and the cost."""
    Watched(monkeypatch, [0.0] * 3)
    trained(tmp_path / "whole")
    write, writes = Path.write_bytes, count()

    def cut_off(file: Path, content: bytes) -> int:
        if next(writes) < at:
            return write(file, content)
        write(file, content[: len(content) // 2])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", cut_off)
        with pytest.raises(KeyboardInterrupt):
            trained(tmp_path / "parts")
    trained(tmp_path / "parts")
    whole, parts = (tmp_path / name / "generation-1" / training.WEIGHTS for name in ("whole", "parts"))
    assert whole.read_bytes() == parts.read_bytes()


def test_weights_are_the_same_whoever_watches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Watched(monkeypatch, [0.1, 0.1, 0.1])
    trained(tmp_path / "here")
    Watched(monkeypatch, [0.1, 0.1, 0.1])
    Training(GAME, PLAN, tmp_path / "there", silently, ahead).run("command", lambda *_: None)
    here, there = (tmp_path / name / training.WEIGHTS for name in ("here", "there"))
    assert here.read_bytes() == there.read_bytes()


def test_the_first_generation_that_is_no_step_ends_it_and_is_not_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Watched(monkeypatch, [0.1, 0.009, 0.1])
    cost = trained(tmp_path)
    assert [generation.is_step for generation in cost.generations] == [True, False]
    assert cost.kept == 1
    first = tmp_path / "generation-1" / training.WEIGHTS
    assert (tmp_path / training.WEIGHTS).read_bytes() == first.read_bytes()


def test_where_nothing_is_proven_there_are_no_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Watched(monkeypatch, [0.0])
    assert trained(tmp_path).kept == 0
    assert not (tmp_path / training.WEIGHTS).exists()


def test_another_plan_needs_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Watched(monkeypatch, [0.0])
    trained(tmp_path)
    with pytest.raises(OtherTraining, match="name another folder"):
        Training(GAME, replace(PLAN, seed=6), tmp_path, silently)


def test_moments_come_back_from_files_as_they_were(tmp_path: Path) -> None:
    kept = [moments_of((1, 1, part)) for part in range(2)]
    files = [tmp_path / f"{part}.npz" for part in range(2)]
    for file, moments in zip(files, kept, strict=True):
        write_moments(file, moments)
    read = read_moments(files, INPUTS.SHAPE.rows)
    for name in ("flags", "choices", "numbers", "counts", "worths"):
        whole = np.concatenate([getattr(moments.examples, name) for moments in kept])
        assert np.array_equal(getattr(read.examples, name), whole), name
    assert len(read.of(3).counts) == 40


def test_what_is_watched_is_told_as_the_player_is_told_it() -> None:
    moments = watch(GAME, INPUTS, 2, (1, 1, 1))
    examples = moments.examples
    assert len(moments.networks) > 100
    assert set(moments.networks.tolist()) <= set(range(INPUTS.NETWORKS))
    assert (examples.counts >= 2).all()
    again = watch(GAME, INPUTS, 2, (1, 1, 1)).examples
    for name in ("flags", "choices", "numbers", "worths"):
        assert np.array_equal(getattr(examples, name), getattr(again, name)), name
    assert (examples.flags.sum(axis=1) <= INPUTS.MOST_ROWS).all()
    spread = [worths.std() for worths in np.split(examples.worths, examples.firsts[1:])]
    assert max(spread) > 0


def test_a_player_by_the_weights_of_a_game_plays_as_the_game_s() -> None:
    made, learnt = played_by(GAME, INPUTS, NETWORK), GAME.by_learnt()
    match, compared = new_match(GAME, seed=3), 0
    while not match.round_over:
        seat = match.acting[0]
        seen = match.seen(seat)
        assert made.choose(seen, seat) == learnt.choose(seen, seat)
        compared += made.choose(seen, seat) != GAME.choose(seen, seat)
        match.play(seat, match.legal(seat).choice(Random(match.version)))
    assert compared > 0


def test_a_player_is_not_ahead_of_itself_and_the_learnt_one_is_of_rules() -> None:
    assert ahead_of(GAME, GAME, 20, 1) == Interval(0.0, 0.0)
    by = ahead_of(played_by(GAME, INPUTS, NETWORK), GAME, 2000, 1)
    assert by.mean > by.reach


def test_a_game_whose_game_says_nothing_to_networks_cannot_be_learnt() -> None:
    with pytest.raises(NothingToLearn, match="no bot/inputs"):
        inputs_of(load_game("seven_bridge"))
    said = CliRunner().invoke(app, ["train", "seven_bridge"])
    assert said.exit_code == 2
    assert "has no bot/inputs.py" in said.output


def test_the_command_tells_each_generation_and_writes_only_what_it_is_told_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Watched(monkeypatch, [0.1, 0.0])
    folder = tmp_path / "game"
    folder.mkdir()
    monkeypatch.setattr(INPUTS, "__file__", str(folder / "inputs.py"))
    command = ["train", "trump7", "--deals", "64", "--passes", "1", "--folder", str(tmp_path / "kept")]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    said = " ".join(done.output.split())
    assert "generation 1: 200 moments" in said
    assert "0.000 ± 0.010: no step that deals prove" in said
    assert not list(folder.iterdir())
    assert CliRunner().invoke(app, [*command, "--write"]).exit_code == 0
    assert sorted(file.name for file in folder.iterdir()) == [training.WEIGHTS, training.COST]
    kept = msgspec.json.decode((folder / training.COST).read_bytes(), type=training.Cost)
    assert kept.machine == machine()


def test_the_command_says_that_nothing_was_proven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Watched(monkeypatch, [0.0])
    command = ["train", "trump7", "--deals", "64", "--folder", str(tmp_path), "--write"]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0
    assert "nothing was proven" in done.output
    assert "wrote" not in done.output
