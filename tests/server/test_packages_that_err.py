"""Packages with faults, installed in a card room: a table says what has happened, and all others play on."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from sevenfold.testing.running import Message, Person, Socket, any_move, play_round, to_act
from tests.packages.erring import ErringServer, write_games, write_players

BOTS = ("loops", "refused", "raises", "leaves", "stops")
"""Games whose own bot errs."""

PAUSED = ("bad_apply", "bad_stop", "endless", "loop_in_rules")
"""Games whose rules err in the middle of a round, which can be shown all the same."""

CLOSED = ("bad_legal", "bad_view", "bad_story")
"""Games that cannot be shown any more."""

ENDLESS = 60
"""The bound of moves in that server: no other game that is played here has so many."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("site")
    write_games(site, *BOTS, *PAUSED, *CLOSED, "prints", "bad_start", "lacking", "stopping")
    with (site / "sevenfold_endless" / "rules.py").open("a") as rules:
        rules.write(f"\n\nfrom sevenfold.core import round\n\nround.MOST_MOVES = {ENDLESS}\n")
    write_players(site, "dies", "hangs", "nonsense", "raises")
    return site


@pytest.fixture(scope="module")
def erring(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ErringServer]:
    server = ErringServer(tmp_path_factory.mktemp("data"), site)
    yield server
    server.stop()


@pytest.fixture
def person(erring: ErringServer) -> Iterator[Person]:
    with Person(erring) as person:  # type: ignore[arg-type]
        yield person


def play_on(socket: Socket, message: Message) -> Message:
    """Play until the round is over or the table is paused; returns the table as it was last told."""
    table: Message = message["table"]
    while True:
        if message["type"] == "table":
            table = message["table"]
        elif message["standing"]["result"] is not None or table["pause"]:
            return table
        elif to_act(message):
            socket.send("play", version=message["version"], move=any_move(message))
        if table["pause"]:
            return table
        message = _next(socket, message)


def _next(socket: Socket, last: Message) -> Message:
    heard = socket.receive("update", "table", "error")
    return last if heard["type"] == "error" else heard


def seats_after_a_round(person: Person, **wanted: Any) -> list[tuple[str | None, str | None]]:
    """The bot of each seat, and the name that the seat has, after a round of a new table."""
    table = person.create(**wanted)["id"]
    with person.socket(table) as socket:
        play_on(socket, socket.hello())
    seats = person.get(f"/tables/{table}").json()["seats"]
    return [(seat["bot"], seat["name"]) for seat in seats]


def logged(server: ErringServer, *words: str) -> bool:
    """Whether a line of the log has all of these words."""
    return any(all(word in line for word in words) for line in server.log.splitlines())


@pytest.mark.parametrize("game", BOTS)
def test_random_moves_are_played_for_a_bot_that_errs_and_the_table_says_so(
    erring: ErringServer, person: Person, game: str
) -> None:
    seats = seats_after_a_round(person, game=game)
    assert seats == [(None, None), *[("random", "medium")] * (len(seats) - 1)]
    assert logged(erring, "a bot has erred", f"game={game}", "bot=medium", "seat=1", "table=")


@pytest.mark.parametrize("name", ["dies", "hangs", "nonsense", "raises"])
def test_so_are_they_for_a_player_of_a_package_in_our_games(
    erring: ErringServer, person: Person, name: str
) -> None:
    seats = seats_after_a_round(person, game="trump7", players=3, bots=["medium", name])
    assert seats == [(None, None), ("medium", None), ("random", name)]
    assert logged(erring, "a bot has erred", "game=trump7", f"bot={name}", "seat=2")


def test_what_a_bot_prints_and_reads_is_nobody_elses_matter(person: Person) -> None:
    seats = seats_after_a_round(person, game="prints")
    assert seats == [(None, None), *[("medium", None)] * (len(seats) - 1)]


def test_everybody_else_plays_on_while_a_bot_loops(person: Person) -> None:
    table = person.create(game="lockup", bots=["hangs"])["id"]
    other = person.create(game="lockup")["id"]
    with person.socket(table) as waits, person.socket(other) as socket:
        message = let_a_bot_think(waits)
        play_round(socket, socket.hello())
        play_on(waits, message)
    assert person.get(f"/tables/{other}").json()["standing"]["result"] is not None


def let_a_bot_think(socket: Socket) -> Message:
    """Play until a bot is to act; returns the table with what was told last."""
    message = socket.hello()
    table = message["table"]
    if to_act(message):
        message = socket.ask("play", "update", version=message["version"], move=any_move(message))
    return {"table": table} | message


def file_of(game: str) -> str:
    names = {"bad_view": "view", "bad_story": "story"}
    return f"sevenfold_{game}/{names.get(game, 'rules')}.py"


@pytest.mark.parametrize("game", PAUSED)
def test_a_table_whose_game_errs_is_paused_and_the_log_says_where(
    erring: ErringServer, person: Person, game: str
) -> None:
    table = person.create(game=game)["id"]
    with person.socket(table) as socket:
        told = play_on(socket, socket.hello())
        assert told["pause"]["why"] == "error"
        socket.send("set_pause", paused=False)  # that tries it again
        again = socket.ask("hello", "snapshot", version=None)
        assert play_on(socket, again)["pause"]["why"] == "error"
    assert logged(
        erring, "a game has erred", f"game={game}", f"table={table}", "seat=", "line=", file_of(game)
    )


@pytest.mark.parametrize("game", CLOSED)
def test_a_table_that_cannot_be_shown_is_closed_with_a_reason_and_can_be_left(
    erring: ErringServer, person: Person, game: str
) -> None:
    table = person.create(game=game)["id"]
    with person.socket(table) as socket:
        said = [socket.hello()]
        with suppress(ConnectionClosed):
            while True:
                if "view" in said[-1] and to_act(said[-1]):
                    socket.send("play", version=said[-1]["version"], move=any_move(said[-1]))
                said.append(socket.receive())
        assert (socket.close_code, said[-1]["code"]) == (4409, "game_erred")
    assert person.get(f"/tables/{table}").json()["pause"]["why"] == "error"
    assert logged(
        erring, "a game has erred", f"game={game}", f"table={table}", "seat=", "line=", file_of(game)
    )
    person.post(f"/tables/{table}/leave").raise_for_status()


def test_a_table_that_cannot_be_dealt_is_refused(erring: ErringServer, person: Person) -> None:
    answer = person.post("/tables", game="bad_start", pace=0)
    assert (answer.status_code, answer.json()["code"]) == (409, "game_erred")
    assert logged(erring, "a game has erred", "game=bad_start", "line=", file_of("bad_start"))


def test_a_game_that_lacks_a_function_or_stops_at_import_is_left_out(
    erring: ErringServer, person: Person
) -> None:
    names = [game["name"] for game in person.get("/games").json()]
    assert not {"lacking", "stopping"} & set(names)
    assert logged(erring, "left out", "game=lacking", "sevenfold_lacking lacks rules.count_moves")
    assert logged(erring, "left out", "game=stopping", "Stop: no more")


def test_a_server_ends_while_a_bot_loops(tmp_path: Path) -> None:
    write_games(tmp_path / "site", "loops")
    (tmp_path / "data").mkdir()
    server = ErringServer(tmp_path / "data", tmp_path / "site")
    with Person(server) as person:  # type: ignore[arg-type]
        table = person.create(game="loops")["id"]
        with person.socket(table) as socket:
            let_a_bot_think(socket)
            server.stop()
