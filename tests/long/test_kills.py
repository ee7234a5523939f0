"""Processes of one server, and their database, are killed while people play, and nothing is lost."""

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import httpx
import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from sevenfold.core.log import Entry, Played
from sevenfold.testing.postgres import Cluster, new_folder
from sevenfold.testing.running import WAIT, Message, Person, Server, Socket, any_move, to_act
from tests.server.test_processes import both, sit_down
from tests.server.together import table_where

AWAY = (ConnectionClosed, InvalidHandshake, OSError, httpx.HTTPError, TimeoutError)
"""What a client may raise when its server was killed, or when the server's database is away."""


class Stubborn(threading.Thread):
    """A person who plays until their round is over, on whichever server answers."""

    def __init__(self, cookies: httpx.Cookies, servers: Sequence[Server], table: str) -> None:
        super().__init__(daemon=True)
        self._cookies = cookies
        self._servers = servers
        self._table = table
        self.shown: list[str] = []
        """The moves of their own that they were told of."""
        self.problem: BaseException | None = None

    def run(self) -> None:
        until, turn = time.monotonic() + 3 * WAIT, 0
        while time.monotonic() < until:
            turn += 1
            with suppress(*AWAY), Person(self._servers[turn % 2], session=False) as person:
                person.http.cookies.update(self._cookies)
                with person.socket(self._table) as socket:
                    if self._play(socket):
                        return
            time.sleep(0.1)
        self.problem = TimeoutError("the round did not end")

    def _play(self, socket: Socket) -> bool:
        """Play until the round is over."""
        message = socket.ask("hello", "snapshot", version=None)
        while message["standing"]["result"] is None:
            self._note(message)
            if to_act(message):
                socket.send("play", version=message["version"], move=any_move(message))
            answer = socket.receive("update", "snapshot", "error")
            message = answer if answer["type"] != "error" else socket.ask("hello", "snapshot", version=None)
        self._note(message)
        return True

    def _note(self, message: Message) -> None:
        seat = message["view"]["seat"]
        for event in message["events"]:
            if event["kind"] == "move" and event["seat"] == seat and event["move"] not in self.shown:
                self.shown.append(event["move"])


def a_round_is_played(servers: tuple[Server, Server], disturb: Callable[[], None]) -> None:
    """Two persons play a round while something goes wrong: nothing is lost, doubled or stuck."""
    with Person(servers[0]) as anne, Person(servers[1]) as ben:
        table = sit_down(servers[0], [anne, ben], "lockup")
        with anne.socket(table) as host:
            host.hello()
            host.send("set_pace", pace=300)
            table_where(host, lambda table: table["pace"] == 300)
        players = [Stubborn(person.http.cookies, servers, table) for person in (anne, ben)]
        for player in players:
            player.start()
        disturb()
        for player in players:
            player.join()
            assert player.problem is None
        log = logged(servers[0], table)
    for seat, player in enumerate(players):
        made = [entry.move for entry in log if isinstance(entry, Played) and entry.seat == str(seat)]
        assert player.shown == made


def logged(server: Server, table: str) -> list[Entry]:
    """A table's log."""
    rows = server.kept(table)[2]
    return [msgspec.json.decode(entry, type=Entry) for _, _, entry, *_ in rows]


def test_killed_processes_lose_nothing(tmp_path: Path, postgres_url: str) -> None:
    with both(tmp_path, postgres_url) as servers:

        def kill() -> None:
            for server in (servers[0], servers[1], servers[0]):
                time.sleep(0.3)
                server.kill()
                server.start()

        a_round_is_played(servers, kill)


def test_play_goes_on_when_postgresql_was_stopped(tmp_path: Path) -> None:
    cluster = Cluster(new_folder())
    cluster.make()
    cluster.start()
    cluster.prepare()
    try:
        with cluster.database() as name, both(tmp_path, cluster.url(name)) as servers:

            def stop() -> None:
                time.sleep(0.3)
                cluster.stop()
                time.sleep(1)
                cluster.start()

            a_round_is_played(servers, stop)
            for server in servers:
                assert "Traceback" not in server.forget_said()
    finally:
        cluster.stop()
