"""Contests: every way to seat two players at a deal, decided early, written and taken up again."""

import json
from pathlib import Path

import pytest

from sevenfold.arena.contest import Contest, TooFewPlayers, ahead_of_others, is_decided
from sevenfold.arena.ladder import ratings
from sevenfold.arena.parallel import on_cluster, play_contest
from sevenfold.arena.report import OtherContest, make_report, read_samples, table_of, write_report
from sevenfold.bots.players import UnknownPlayer
from sevenfold.games import load_meta
from tests.cli.test_commands import mistake, run


def contest(*players: str, seed: int = 1) -> Contest:
    return Contest(game="trump7", players=players, options={"deals": 12}, seats=3, seed=seed)


def test_a_deal_comes_out_the_same_again_and_what_one_gains_another_loses() -> None:
    played = contest("medium", "random", "easy").play(3)
    assert played == contest("medium", "random", "easy").play(3)
    assert sum(played) == pytest.approx(0)


@pytest.mark.parametrize(
    ("game", "figures"),
    [
        ("lockseven", [1.0952, 1.1429]),
        ("lockup", [1.5714, 1.8333]),
        ("seven_bridge", [86.5, 62.0]),
        ("trump7", [2.8333, 1.5]),
    ],
)
def test_the_figures_of_a_seed_stay(game: str, figures: list[float]) -> None:
    seats = load_meta(game).players.default
    found = Contest(game=game, players=("rules", "random"), options={}, seats=seats, seed=5)
    assert [round(found.play(number)[0], 4) for number in (1, 2)] == figures


def test_players_who_play_alike_are_ahead_of_nobody() -> None:
    alike = Contest(game="seven_bridge", players=("medium", "rules"), options={}, seats=3, seed=1)
    assert [alike.play(number) for number in (1, 2)] == [(0, 0), (0, 0)]


def test_the_better_player_is_ahead_and_the_rest_need_not_be_played() -> None:
    samples: list[tuple[float, ...]] = []
    played = list(play_contest(contest("random", "medium"), 2000, samples))
    assert played == samples
    assert len(samples) < 2000
    random, medium = ahead_of_others(samples)
    assert medium.low > 0 > random.high


def test_what_may_be_chance_decides_nothing() -> None:
    assert not is_decided([(9.0, -9.0)] * 29)
    assert not is_decided([(1.0, -1.0), (-1.0, 1.0)] * 500)
    assert is_decided([(1.0, -1.0), (2.0, -2.0)] * 50)


def test_a_contest_is_between_two_known_players_at_least() -> None:
    for players in (("medium",), ("medium", "medium")):
        with pytest.raises(TooFewPlayers):
            contest(*players)
    with pytest.raises(UnknownPlayer):
        contest("medium", "nobody")


def test_a_contest_that_is_taken_up_is_the_one_played_at_once(tmp_path: Path) -> None:
    file, whole = tmp_path / "contest.json", contest("medium", "easy")
    at_once: list[tuple[float, ...]] = []
    list(play_contest(whole, 8, at_once))
    write_report(file, make_report(whole, at_once[:3]))
    taken_up = read_samples(file, whole)
    list(play_contest(whole, 8, taken_up))
    assert taken_up == at_once
    with pytest.raises(OtherContest):
        read_samples(file, contest("medium", "easy", seed=2))


def test_a_plot_has_the_interval_around_the_mean() -> None:
    report = make_report(contest("medium", "easy"), [(1.0, -1.0), (3.0, -3.0)])
    table = table_of(report)
    first = [str(next(iter(column.cells))) for column in table.columns]
    assert first[:2] == ["medium", "+2.000"]
    assert "●" in first[3]
    assert first[3].index("│") < first[3].index("●")


def test_ratings_follow_who_is_ahead() -> None:
    strong, weak = ratings([(1.0, -1.0)] * 20, 2)
    assert strong > 25 > weak


def test_dask_plays_the_same_deals() -> None:
    from distributed import LocalCluster  # it takes seconds, and only here

    here: list[tuple[float, ...]] = []
    list(play_contest(contest("medium", "easy"), 3, here))
    there: list[tuple[float, ...]] = []
    local = LocalCluster(n_workers=1, processes=False, dashboard_address=None)  # type: ignore[no-untyped-call]
    with local as cluster, on_cluster(cluster.scheduler_address):
        list(play_contest(contest("medium", "easy"), 3, there))
    assert there == here


def test_the_command_writes_a_file_and_says_who_is_ahead(tmp_path: Path) -> None:
    file = tmp_path / "contest.json"
    command = ("arena", "trump7", "--players", "medium,random", "--deals", 4, "--json", file)
    first = run(*command)
    assert first.exit_code == 0, first.output
    assert "medium" in first.output
    written = json.loads(file.read_bytes())
    assert (written["game"], written["players"], written["deals"]) == ("trump7", ["medium", "random"], 4)
    assert written["ahead"]["medium"].keys() == {"mean", "low", "high"}
    assert run(*command).output == first.output
    assert "another contest" in mistake(*command, "--seed", 2)
    assert "two players" in mistake("arena", "trump7", "--players", "medium")
