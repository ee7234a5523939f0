"""Levels in numbers: a run that was stopped goes on, and finds what one run finds."""

from pathlib import Path

import pytest

from bench import ladder
from bench.ladder import Row, Step, go_on, known, play, read, steps_of
from sevenfold.bots.levels import Level
from sevenfold.games import load_game

STEPS = steps_of(["trump7"], Level.MEDIUM)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute passes with each look at the clock, so that so many minutes are so many deals."""
    looks = iter(range(0, 100_000, 60))
    monkeypatch.setattr(ladder, "monotonic", lambda: next(looks))


def test_each_level_is_met_by_the_one_above_by_name_and_version() -> None:
    levels = [(step.player.partition("@")[0], step.others.partition("@")[0]) for step in steps_of(["lockup"])]
    assert levels == [("easy", "random"), ("medium", "easy"), ("hard", "medium"), ("expert", "hard")]
    assert [step.player.partition("@")[0] for step in STEPS] == ["easy", "medium"]
    assert all("@" in name for step in STEPS for name in step[1:])


@pytest.mark.usefixtures("clock")
def test_a_run_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    file = tmp_path / "rows"
    go_on(STEPS, file, 3)
    before = read(file)
    go_on(STEPS, file, 5)
    rows = read(file)
    assert rows[: len(before)] == before
    assert len(before) < len(rows)
    for step in STEPS:
        deals = [row.deal for row in rows if row.step == step]
        assert deals == list(range(1, len(deals) + 1))
        assert len(deals) > 1


def test_a_deal_comes_out_alike_whatever_was_played_before() -> None:
    game = load_game("trump7")
    found = [[play(game, step, deal).ahead for deal in order] for step in STEPS for order in ([1, 2], [2, 1])]
    assert [row[::-1] for row in found[1::2]] == found[::2]


def test_players_of_another_version_no_longer_count(tmp_path: Path) -> None:
    file, (step, *_) = tmp_path / "rows", STEPS
    older = Step(step.game, "easy@0", step.others)
    rows = [Row(older, 1, 5.0, 1.0), Row(step, 1, 1.0, 1.0), Row(step, 2, 2.0, 1.0), Row(older, 2, 6.0, 1.0)]
    file.write_bytes(b"".join(ladder.line_of(row) for row in rows))
    ((deals, ahead),) = known(STEPS, file).values()
    assert (deals, ahead.mean) == (2, 1.5)


@pytest.mark.usefixtures("clock")
def test_what_is_told_well_waits_for_the_others(tmp_path: Path) -> None:
    file, (told, open_) = tmp_path / "rows", STEPS
    ends = [Row(told, 1, 1.0, 0.1), Row(told, 2, 1.01, 0.1), Row(open_, 1, 0.0, 9.0), Row(open_, 2, 5.0, 9.0)]
    file.write_bytes(b"".join(map(ladder.line_of, ends)))
    go_on(STEPS, file, 4)
    later = [row.step for row in read(file)[len(ends) :]]
    assert later
    assert set(later) == {open_}
