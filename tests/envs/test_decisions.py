"""Decisions as arrays, and the files that they are written to."""

from pathlib import Path

import msgspec
import numpy as np
import pytest
from pyarrow import parquet
from typer.testing import CliRunner

from sevenfold.bots.players import PLAYERS
from sevenfold.bots.registry import known_player
from sevenfold.cli import app
from sevenfold.envs import VectorEnv, decisions
from sevenfold.envs.decisions import Decisions, Recording
from sevenfold.envs.files import FolderNotEmpty, Format, write_chunks
from sevenfold.version import __version__


def recorded(rounds: int = 3, *bots: str) -> Decisions:
    (chunk,) = Recording("trump7", bots or ("rules",), seed=5).chunks(rounds)
    return chunk


def test_decisions_are_those_of_the_rounds() -> None:
    chunk, env = recorded(), VectorEnv("trump7", 3, seed=5, auto_reset=False)
    rows = [iter(np.flatnonzero(chunk.round == index)) for index in range(3)]
    while (env.to_act >= 0).any():
        seats, seen, actions = env.to_act.copy(), env.observe().copy(), env.advise().copy()
        for index in np.flatnonzero(seats >= 0):
            row = next(rows[index])
            assert (chunk.seat[row], chunk.action[row]) == (seats[index], actions[index])
            assert np.array_equal(chunk.observation[row], seen[index])
            assert chunk.mask[row, actions[index]] == 1
        for index in np.flatnonzero(env.step(actions)):
            mine = chunk.round == index
            assert np.array_equal(chunk.outcome[mine], env.returns[index][chunk.seat[mine]])
    assert not any(list(left) for left in rows)


def test_rounds_are_whole_in_their_chunk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "ROUNDS_A_CHUNK", 2)
    first, second = Recording("trump7", ["random"]).chunks(3)
    assert np.unique(first.round).tolist() == [0, 1]
    assert np.unique(second.round).tolist() == [2]
    assert not np.array_equal(first.observation[0], second.observation[0])


def test_the_same_player_decides_the_same_whether_it_is_asked_or_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(PLAYERS, "medium", PLAYERS["rules"])
    compiled, asked = recorded(3, "rules"), recorded(3, "medium")
    for name, array in compiled._asdict().items():
        assert np.array_equal(getattr(asked, name), array), name


@pytest.mark.parametrize("form", Format)
def test_what_is_written_is_read_back(form: Format, tmp_path: Path) -> None:
    (chunk,) = write_chunks([recorded()], tmp_path / "new", form)
    file = tmp_path / "new" / f"00000.{form}"
    if form is Format.PARQUET:
        table = parquet.read_table(file)
        for name, array in chunk._asdict().items():
            column = table[name].combine_chunks()
            flat = column.flatten() if array.ndim == 2 else column
            read = flat.to_numpy().reshape(array.shape)
            assert np.array_equal(read, array), name
            assert read.dtype == array.dtype, name
    else:
        lines = [msgspec.json.decode(line) for line in file.read_bytes().splitlines()]
        assert [line["observation"] for line in lines] == chunk.observation.tolist()
        assert all(line["action"] in line["mask"] for line in lines)


def test_a_parquet_file_says_how_it_was_made(tmp_path: Path) -> None:
    recording = Recording("trump7", ["rules", "random", "ppo"], seed=5, options={"deals": 6})
    list(write_chunks([recorded()], tmp_path / "new", Format.PARQUET, recording.about()))
    said = parquet.read_schema(tmp_path / "new" / "00000.parquet").metadata[b"sevenfold"]
    assert msgspec.json.decode(said) == {
        "game": "trump7",
        "rules_version": 1,
        "options": {"deals": 6},
        "seats": 3,
        "encoding": "trump7-3p-v1",
        "sevenfold": __version__,
        "seed": 5,
        "bots": [*map(registered, ("rules", "random")), {"name": "ppo"}],
    }


def registered(name: str) -> dict[str, object]:
    known = known_player("trump7", name)
    return {"name": name, "version": known.version, "plays": known.plays}


def test_a_seed_at_random_is_told() -> None:
    recording = Recording("trump7", seed=None)
    told = recording.about()["seed"]
    assert isinstance(told, int)
    (one,), (other,) = recording.chunks(2), Recording("trump7", seed=told).chunks(2)
    assert np.array_equal(one.observation, other.observation)


def test_a_folder_with_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").touch()
    with pytest.raises(FolderNotEmpty):
        next(write_chunks([], tmp_path, Format.JSONL))


def test_the_command_writes_decisions(tmp_path: Path) -> None:
    command = ["simulate", "trump7", "--rounds", "2", "--bots", "rules,random,easy", "--format", "parquet"]
    assert CliRunner().invoke(app, command).exit_code == 2
    for gone in ("npz", "parquet-bytes"):
        assert CliRunner().invoke(app, [*command[:-1], gone, "--record", str(tmp_path / gone)]).exit_code == 2
    done = CliRunner().invoke(app, [*command, "--record", str(tmp_path / "new")])
    assert done.exit_code == 0
    assert f"2 rounds of trump7 with {len(parquet.read_table(tmp_path / 'new'))} decisions" in done.output
