"""A rematch keeps everybody, and a program joins by a link and plays a whole match of any game."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from sevenfold.games import OWN_GAMES
from sevenfold.testing.running import WAIT, Person, Server
from tests.server.together import (
    MakePersons,
    join,
    look,
    play_match,
    seats_of,
    start_with,
    table_where,
    wait_table,
)

EXAMPLE = Path(__file__).parents[2] / "examples" / "join_by_link.py"

SHORT: dict[str, dict[str, Any]] = {
    "lockup": {"options": {"target": 1}},
    "trump7": {"options": {"deals": 3}},
    "lockseven": {"options": {"rounds": 2}},
    "seven_bridge": {"players": 2, "options": {"hands": 2}},
}
"""Tables whose match is short; a game that is not among them plays a whole one."""


def test_a_seat_that_was_left_after_the_match_says_who_left_it(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, pace=0, options={"target": 1})
    with host.socket(table) as one, friend.socket(table) as two:
        play_match(one, two)
    friend.post(f"/tables/{table}/leave").raise_for_status()
    left = host.get(f"/tables/{table}").json()["seats"][1]
    assert (left["left"], left["name"], left["open"]) == (True, "Friend 1", False)
    assert friend.delete("/session").status_code == 204
    with host.socket(table) as one:
        one.hello()
        one.send("rematch")
        again = table_where(one, lambda table: table["rematch"] is not None)["rematch"]
    assert host.get(f"/tables/{again}").json()["seats"][1]["bot"] == "medium"
    assert host.get(f"/tables/{table}").json()["seats"][1]["name"] is None


@pytest.mark.parametrize("draw", [False, True])
def test_a_rematch_keeps_everybody_the_options_the_talk_and_the_spectators(
    persons: MakePersons, draw: bool
) -> None:
    host, friend, watcher = persons(3)
    table = start_with(host, friend, pace=0, options={"target": 1}, settings={"watching": True})
    info = host.get(f"/tables/{table}").json()
    join(watcher, info["watch_link"]).raise_for_status()
    with friend.socket(table) as two:
        two.hello()
        assert two.ask("rematch", "error")["code"] == "match_not_over"
        two.send("say", phrase="again")
        two.receive("talk")
    with host.socket(table) as one, friend.socket(table) as two:
        play_match(one, two)
    with friend.socket(table) as two:
        two.hello()
        two.send("rematch", draw=draw)
        again = table_where(two, lambda table: table["rematch"] is not None)["rematch"]
        two.send("rematch", draw=draw)
        look(two)  # the rematch has been answered by then

    # the host was not there, and finds it
    assert [each["id"] for each in host.get("/tables").json()] == [again, table]
    found = host.get(f"/tables/{again}").json()
    assert found["options"] == info["options"]
    assert found["settings"] == info["settings"]
    assert sorted(map(str, seats_of(found, "name"))) == sorted(map(str, seats_of(info, "name")))
    if not draw:
        assert seats_of(found, "name") == seats_of(info, "name")
    assert [seat["name"] for seat in found["seats"] if seat["host"]] == ["Host"]
    assert found["link"] not in (None, info["link"])
    assert watcher.get("/tables").json()[0]["id"] == again
    with host.socket(again) as one:
        one.send("hello")
        assert one.receive("talk")["lines"][0]["phrase"] == "again"
        assert look(one)["standing"]["round"] == 1


@contextmanager
def example(link: str) -> Iterator[subprocess.Popen[str]]:
    """The example, which joins by a link; it is not there any more afterwards."""
    command = [sys.executable, str(EXAMPLE), link, "Robot"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as player:
        try:
            yield player
        finally:
            player.kill()


@pytest.mark.parametrize("game", OWN_GAMES)
def test_the_example_joins_by_a_link_and_plays_a_whole_match(server: Server, game: str) -> None:
    with Person(server) as host, ExitStack() as ending:
        table = wait_table(host, game=game, pace=0, **SHORT.get(game, {}))
        with host.socket(table["id"]) as socket:
            socket.send("hello")
            player = ending.enter_context(example(f"{server.url}/join/{table['link']}"))
            table_where(socket, lambda table: table["seats"][1]["connected"])
            socket.send("start", fill="easy")
            socket.receive("snapshot")
        left = host.post(f"/tables/{table['id']}/leave")  # so that it sits with bots alone
        assert left.is_success, left.text
        _, said = player.communicate(timeout=4 * WAIT)
        assert player.returncode == 0, said
