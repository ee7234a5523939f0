"""Several processes on one PostgreSQL: all clients see the same, whichever they use, and play goes on."""

import json
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import make_url

from sevenfold.core.log import Dealt
from sevenfold.games import OWN_GAMES
from sevenfold.testing.postgres import Cluster
from sevenfold.testing.running import (
    PATIENT,
    PROCESSES,
    Message,
    Person,
    Server,
    Socket,
    any_move,
    looking_again,
    texts_of,
    to_act,
)
from sevenfold.testing.stopped_clock import StoppedClock
from tests.server import test_dealing
from tests.server.test_dealing import short_deal
from tests.server.test_playing_on import a_decision, play_by_hints, play_on
from tests.server.test_rounds import finished, replay
from tests.server.together import look, look_later, show_there, table_until, table_where

SHORT = replace(PATIENT, claim_window=200, card_window=250)


@contextmanager
def both(folder: Path, url: str, **settings: Any) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database."""
    clock = StoppedClock(PROCESSES)
    with ExitStack() as stack:
        servers = [
            Server(folder / name, database_url=url, clock=clock, timings=SHORT, **settings)
            for name in ("one", "two")
        ]
        for server in servers:
            stack.callback(server.close)
        yield servers[0], servers[1]


@pytest.fixture(scope="module")
def two(cluster: Cluster, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    with cluster.database() as name, both(tmp_path_factory.mktemp("both"), cluster.url(name)) as servers:
        yield servers


@contextmanager
def connected_to(server: Server, person: Person) -> Iterator[Person]:
    """The same person, connected to another process."""
    with Person(server, session=False) as there:
        there.http.cookies.update(person.http.cookies)
        yield there


def sit_down(
    server: Server, persons: Sequence[Person], game: str, deal: Dealt | None = None, **wanted: Any
) -> str:
    """A table with these persons at the first seats and bots at the others, which nobody has opened yet."""
    host, *others = persons
    table: str = host.create(game=game, **wanted)["id"]
    if deal is not None:
        server.write_log(table, [deal])
    for seat, person in enumerate(others, 1):
        its_own = person.create(game=game)["id"]
        with closing(server.database()) as connection, connection:
            connection.execute(
                "UPDATE seats SET bot = NULL, person_id ="
                " (SELECT person_id FROM seats WHERE table_id = ? AND seat = 0)"
                " WHERE table_id = ? AND seat = ?",
                [its_own, table, seat],
            )
    return table


def play_for(sockets: Sequence[Socket], moves: int) -> Message:
    """Make this many moves in all, or play to the end of the round; returns the last message."""
    for _ in looking_again():
        for socket in sockets:
            message = look(socket)
            if is_over(message) or moves == 0:
                return message
            if to_act(message):
                socket.send("play", version=message["version"], move=a_move(message))
                moves -= 1
    raise AssertionError


def is_over(message: Message) -> bool:
    """Whether the round is over, or was thrown in."""
    standing = message["standing"]
    return standing["result"] is not None or standing["next_first"] is not None


def a_move(message: Message) -> str:
    """A call where there is one: a round in which nobody calls is thrown in."""
    calls = [text for text in texts_of(message["choices"]) if text.startswith("call")]
    return calls[0] if calls else any_move(message)


def events_until(socket: Socket, version: int) -> list[Any]:
    """All events of this round that a client was sent without asking, up to a version.

    A call that came to the other process as this one ended the window is in the log, and the answer that this
    process had shown is not: then everything is sent anew.
    """
    events: list[Any] = []
    for _ in looking_again():
        message = socket.receive("snapshot", "update")
        events = message["events"] if message["type"] == "snapshot" else events + message["events"]
        if message["version"] >= version:
            break
    return events


@pytest.mark.parametrize("game", OWN_GAMES)
def test_clients_of_two_processes_see_the_same(two: tuple[Server, Server], game: str) -> None:
    deal = short_deal({1: "7H KH QH"}) if game == "lockseven" else None
    with ExitStack() as stack:
        anne, ben = (stack.enter_context(Person(server)) for server in two)
        table = sit_down(two[0], [anne, ben], game, deal)
        seen = [stack.enter_context(connected_to(server, anne)) for server in two]
        passive = [stack.enter_context(person.socket(table)) for person in seen]
        for socket in passive:
            socket.send("hello", version=None)
        active = [stack.enter_context(person.socket(table)) for person in (anne, ben)]
        play_for(active, 1 if game == "lockseven" else 12)
        last = at_rest(active)
        told = [events_until(socket, last["version"]) for socket in passive]
        for socket in passive:  # who is there is told to the other process in a moment
            show_there(socket, 2)
        snapshots = [snapshot(socket) for socket in passive]
    assert told[0] == told[1]
    assert snapshots[0] == snapshots[1]


def test_a_table_that_goes_on_from_a_round_is_the_same_at_another_process(two: tuple[Server, Server]) -> None:
    with Person(two[0]) as person, connected_to(two[1], person) as elsewhere:
        old = finished(two[0], person)
        there = a_decision(person, old)
        table = play_on(person, f"{old}.1", at=there["at"], seat=there["view"]["seat"])
        with elsewhere.socket(table["id"]) as socket:
            hello = socket.hello()
            assert hello["view"] == there["view"]
            assert hello["table"]["branched_from"] == table["branched_from"]
            play_by_hints(socket, hello)
        with person.socket(table["id"]) as socket:
            assert is_over(socket.hello())
        shown = [replay(each, f"{table['id']}.1") for each in (person, elsewhere)]
    assert shown[0] == shown[1]


def at_rest(sockets: Sequence[Socket]) -> Message:
    """What the first socket is shown once a person is to act or the round is over."""
    for _ in looking_again():
        if any(waits_for_person(look(socket)) for socket in sockets):
            break
    return look(sockets[0])


def waits_for_person(message: Message) -> bool:
    """Whether the round is over, or the seat is to act with no window that runs out, as for a claim."""
    answers = {"pass", "wait"} & set(texts_of(message["choices"]))
    return is_over(message) or (to_act(message) and not answers)


def snapshot(socket: Socket) -> bytes:
    """The bytes of the next snapshot, asked for now; other messages are skipped."""
    socket.send("hello", version=None)
    while json.loads(data := socket.receive_raw())["type"] != "snapshot":
        pass
    return data


def test_sb_4_10_who_was_asked_at_another_process_is_not_told(two: tuple[Server, Server]) -> None:
    """Seat 1 may pon a discard and says nothing, or passes at its own process, or cannot pon it."""
    hands = {
        "silent": "2C 2D KH JC 8D 6S 9C",
        "passes": "2C 2D KH JC 8D 6S 9C",
        "never": "2C 4C KH JC 8D 6S 9C",
    }
    wanted = {"players": 3, "options": {"joker": "no"}}
    told: dict[str, list[Message]] = {}
    clock = two[0].clock
    with Person(two[0]) as person, Person(two[1]) as other, clock.stopped(), ExitStack() as stack:
        for world, hand in hands.items():
            held = {"0": "KS QH TD 5C 4H 3D 2S", "1": hand, "2": "AS AH QD JS TH 5D 3H"}
            deal = Dealt(0, held, "9H TC 3S 7D")
            table = sit_down(two[0], [person, other], "seven_bridge", deal, **wanted)
            answering = stack.enter_context(other.socket(table))
            message = answering.hello()
            watcher = stack.enter_context(person.socket(table))
            drawn = draw(watcher, clock)
            watcher.send("play", version=drawn["version"], move="discard 2S")
            while "discard 2S" not in [event["move"] for event in message["events"]]:
                message = answering.receive("update")
            if world == "passes":
                answering.ask("play", "update", version=message["version"], move="pass")
            discarded = test_dealing.heard(watcher)
            clock.go_on(SHORT.claim_window + 1)
            told[world] = [drawn, discarded, test_dealing.heard(watcher)]
            while "draw" not in texts_of(message["choices"]):  # by the clock of their own process
                message = answering.receive("update")
    assert told["silent"] == told["passes"] == told["never"]
    discarded, closed = told["silent"][1:]
    assert (discarded["view"]["acting"], closed["view"]["acting"]) == ([], [1])
    assert ([event["move"] for event in discarded["events"]], closed["events"]) == (["discard 2S"], [])


def draw(socket: Socket, clock: StoppedClock) -> Message:
    """Draw from the stock when nobody has claimed the upcard: what the drawer is shown."""
    message = look_later(socket, clock, to_act)
    return socket.ask("play", "update", version=message["version"], move="draw")


def test_who_is_at_another_process_is_there(two: tuple[Server, Server]) -> None:
    with Person(two[0]) as anne, Person(two[1]) as ben:
        table = sit_down(two[0], [anne, ben], "lockup")
        with ben.socket(table) as socket:
            socket.hello()
            for _ in looking_again():
                if anne.get("/tables").json()[0]["seats"][1]["connected"]:  # a table not open there
                    break
        with anne.socket(table) as watching:
            table_until(watching, lambda table: not table["seats"][1]["connected"])
            with ben.socket(table) as socket:
                socket.hello()
                table_where(watching, lambda table: table["seats"][1]["connected"])
            table_where(watching, lambda table: not table["seats"][1]["connected"])


def test_what_the_host_changes_and_what_is_said_is_told_at_the_other_process(
    two: tuple[Server, Server],
) -> None:
    with Person(two[0]) as anne, Person(two[1]) as ben:
        table = sit_down(two[0], [anne, ben], "lockup")
        with anne.socket(table) as host, ben.socket(table) as other:
            host.hello()
            other.hello()
            host.send("set_pace", pace=9000)
            table_where(other, lambda table: table["pace"] == 9000)
            host.send("say", reaction="laugh")
            other.send("say", reaction="clap")
            said = {line["number"]: line["reaction"] for line in lines(host, 2)}
            assert {line["number"]: line["reaction"] for line in lines(other, 2)} == said
        anne.delete(f"/tables/{table}")  # Ben keeps it
        with ben.socket(table) as other:
            assert other.hello()["table"]["seats"][1]["host"]
            ben.delete(f"/tables/{table}")
            assert other.close_code == 4404


def lines(socket: Socket, number: int) -> list[Message]:
    found: list[Message] = []
    while len(found) < number:
        found += socket.receive("talk")["lines"]
    return found


# --- two versions side by side ----------------------------------------------------------------------


def test_a_process_leaves_tables_of_other_rules_alone_and_says_so(tmp_path: Path, postgres_url: str) -> None:
    older = Server(tmp_path / "older", database_url=postgres_url)
    newer = Server(tmp_path / "newer", database_url=postgres_url, rules={"lockup": 2})
    with closing(older), closing(newer):
        for home, foreign in ((newer, older), (older, newer)):
            with Person(home) as anne, connected_to(foreign, anne) as there:
                table = anne.create()["id"]
                before = home.kept(table)
                with there.socket(table) as refused:
                    assert refused.receive("error") == {
                        "type": "error",
                        "code": "rules_changed",
                        "values": {"table": table},
                    }
                    assert refused.close_code == 4409
                assert [each["id"] for each in there.get("/tables").json()] == [table]
                assert home.kept(table) == before
                with anne.socket(table) as socket:
                    play_for([socket], 2)


# --- what may be lost -----------------------------------------------------------------------------


def test_a_process_that_hears_nothing_looks_by_itself(tmp_path: Path, postgres_url: str) -> None:
    with both(tmp_path, postgres_url, deaf=True) as (one, two):
        a_move_is_seen(one, two)


def test_a_process_whose_connection_for_notices_is_cut_listens_again(
    two: tuple[Server, Server], cluster: Cluster
) -> None:
    name = make_url(str(two[0].database_url)).database
    listening = f"datname = '{name}' AND query = 'LISTEN sevenfold'"
    before = both_listen(cluster, listening)
    cluster.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {listening}")
    a_move_is_seen(*two)
    both_listen(cluster, listening, anew=before)
    a_move_is_seen(*two)
    for server in two:
        assert server.forget_said().count("not listening to other processes") <= 1


def both_listen(
    cluster: Cluster, listening: str, anew: AbstractSet[tuple[Any, ...]] = frozenset()
) -> set[tuple[Any, ...]]:
    """Wait until two connections listen like this, not counting those in `anew`; returns them."""
    for _ in looking_again():
        found = set(cluster.execute(f"SELECT pid FROM pg_stat_activity WHERE {listening}")) - anew
        if len(found) == 2:
            break
    return found


def a_move_is_seen(one: Server, two: Server) -> None:
    """A move made at one process is told by the other, unasked."""
    with Person(one) as anne, connected_to(two, anne) as there:
        table = sit_down(one, [anne], "lockup")
        with anne.socket(table) as socket, there.socket(table) as watching:
            version = watching.hello()["version"]
            play_for([socket], 1)
            while version < look(socket)["version"]:
                version = watching.receive("update")["version"]
