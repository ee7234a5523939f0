"""What `bench.tables` measures of servers whose processes and database are killed: no move is gone."""

import pytest

from bench import attacks
from bench.served import BenchServer, Setup
from bench.slow_disk import claims
from bench.tables import a_server
from sevenfold.server.timings import Timings
from tests.bench.test_attacks import figures_of, here, server, short

__all__ = ["here", "server", "short"]


@pytest.mark.usefixtures("here")
def test_a_crowd_that_comes_back_after_a_kill_finds_every_move(server: BenchServer) -> None:
    figures = figures_of(attacks.storm(server, 3, 2))

    assert figures["sockets that came back"] == "6"
    assert figures["tables that lost a move"] == "0"


def test_of_two_processes_one_is_killed_and_their_database_stopped_and_no_move_is_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(attacks, "CALM", 0)
    with a_server(Setup(timings=Timings(claim_window=300)), None, 2) as server:
        for attack in (attacks.kills, attacks.stop_database):
            figures = figures_of(attack(server, 1, players=3))
            assert figures["entries lost"] == figures["logs with a gap or a double"] == "0"
            assert figures["entries in the logs"] != "0"
            assert figures["tracebacks in the log"] == "0"
        assert figures_of(claims(server, 2))["windows"] == "4"
