"""What `bench.tables` measures of rooms whose processes and database are killed: no move is gone."""

import pytest

from bench import attacks
from bench.room import Room, Setup
from bench.slow_disk import claims
from bench.tables import a_room
from tests.bench.test_attacks import figures_of, here, room, short

__all__ = ["here", "room", "short"]


@pytest.mark.usefixtures("here")
def test_a_crowd_that_comes_back_after_a_kill_finds_every_move(room: Room) -> None:
    figures = figures_of(attacks.storm(room, 3, 2))

    assert figures["sockets that came back"] == "6"
    assert figures["tables that lost a move"] == "0"


def test_of_two_processes_one_is_killed_and_their_database_stopped_and_no_move_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(attacks, "CALM", 0)
    with a_room(Setup(claims=300), None, 2) as room:
        for attack in (attacks.kills, attacks.stop_database):
            figures = figures_of(attack(room, 1, players=3))
            assert figures["entries lost"] == figures["logs with a gap or a double"] == "0"
            assert figures["entries in the logs"] != "0"
            assert figures["tracebacks in the log"] == "0"
        assert figures_of(claims(room, 2))["windows"] == "4"
