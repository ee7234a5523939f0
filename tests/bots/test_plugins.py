"""Players of other packages."""

from pathlib import Path
from random import Random

import pytest

from sevenfold.bots.players import PLAYERS, UnknownPlayer, find_player, player_names, seat_players
from sevenfold.bots.plugins import BrokenPlugin, broken_plugins
from sevenfold.games import load_game

SOURCE = """
from sevenfold.core.legal import legal_moves

def cautious(game, rng):
    return lambda seen, seat: legal_moves(game.rules, seen, seat)[0]
"""
ENTRIES = """[sevenfold.bots]
cautious = a_package:cautious
rules = a_package:cautious
gone = a_package:no_such_player
stops = a_package_that_stops:cautious
"""


@pytest.fixture(autouse=True)
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with a player, as pip leaves one."""
    info = tmp_path / "a_package-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: a-package\nVersion: 1\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    (tmp_path / "a_package.py").write_text(SOURCE)
    (tmp_path / "a_package_that_stops.py").write_text("raise SystemExit('no more')")
    monkeypatch.syspath_prepend(tmp_path)


def test_a_player_of_another_package_plays_by_its_name() -> None:
    game = load_game("lockup")
    cautious, rules = seat_players(game, ["cautious", "rules"], 2, Random(1))
    assert cautious.__module__ == "a_package"
    assert rules == game.choose


def test_the_names_are_ours_and_then_theirs() -> None:
    assert player_names() == [*PLAYERS, "cautious", "gone", "stops"]
    with pytest.raises(UnknownPlayer, match="expert, cautious, gone, stops"):
        find_player("whist")


def test_a_player_that_cannot_be_loaded_is_named() -> None:
    with pytest.raises(
        BrokenPlugin, match="the player 'gone' cannot be loaded from a_package:no_such_player"
    ):
        find_player("gone")
    with pytest.raises(BrokenPlugin, match="cannot be loaded from a_package_that_stops:cautious: no more"):
        find_player("stops")


def test_two_packages_with_a_player_of_one_name_are_both_named(tmp_path: Path) -> None:
    info = tmp_path / "another-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: another\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[sevenfold.bots]\ncautious = another:bold\n")
    both = "a_package:cautious and another:bold: take one of the two packages away"
    with pytest.raises(BrokenPlugin, match=f"the player 'cautious' cannot be loaded from {both}"):
        find_player("cautious")
    assert both in " ".join(map(str, broken_plugins()))
