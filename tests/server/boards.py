"""Boards in tests: begun, played to their end, and compared."""

from typing import Any

import httpx
import msgspec

from sevenfold.bots.levels import Level
from sevenfold.core.game import AnyGame
from sevenfold.core.log import Entry, Log
from sevenfold.core.match import AnyMatch
from sevenfold.core.replaying import replay
from sevenfold.games import load_game
from sevenfold.server.duplicate.making import new_board
from sevenfold.server.storage.boards import BoardRow
from sevenfold.testing.running import Message, Person, Server, to_act
from tests.server.test_routes import routes


def a_board(game: AnyGame, bots: Level, seed: bytes = b"b" * 32) -> BoardRow:
    """A board of a day, at which these bots play."""
    options, players = game.meta.options(), game.meta.players.default
    return new_board("day", game, options, players, seed=seed, bots=bots, created=0)


ROUND = "/api/rounds/{round_id:str}"

ASKED: dict[str, Message] = {
    "/again": {"pace": 0},
    "/reports": {"at": 0, "words": "wrong"},
    "/review/try": {"at": 0, "move": "2S"},
    "/tables": {"at": 0, "seat": 0},
    "/what-if": {"at": 0, "message": {"type": "hello"}},
}
"""What is sent to the doors to a finished round that want something."""


def doors() -> list[tuple[str, str, Message]]:
    """All that can be asked of a finished round: the method, what follows its address, and what is sent."""
    return [
        (method, path.removeprefix(ROUND), ASKED.get(path.removeprefix(ROUND), {}))
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE")
        for path in routes(method)
        if path.startswith(ROUND)
    ]


def at_door(person: Person, round_id: str, door: tuple[str, str, Message]) -> httpx.Response:
    """What somebody is answered at a door to a finished round."""
    method, more, asked = door
    path = f"/rounds/{round_id}{more}"
    return person.get(path) if method == "GET" else person.post(path, **asked)


def again(person: Person, round_id: str, **wanted: Any) -> Message:
    """A table of a person's own with the cards of a round."""
    answer = person.post(f"/rounds/{round_id}/again", **({"pace": 0} | wanted))
    assert answer.status_code == 201, answer.text
    table: Message = answer.json()
    return table


def offer(person: Person, round_id: str, **wanted: object) -> str:
    """The key of a link to the cards of a round."""
    answer = person.post(f"/rounds/{round_id}/cards", **wanted)
    assert answer.status_code == 200, answer.text
    key: str = answer.json()["key"]
    return key


def take(person: Person, key: str, **wanted: object) -> Message:
    """A table of a person's own with the cards of a link."""
    answer = person.post(f"/cards/{key}/tables", **({"pace": 0} | wanted))
    assert answer.status_code == 201, answer.text
    table: Message = answer.json()
    return table


def compared(person: Person, board: str, seat: int | None = None) -> Message:
    """What a person made of a board."""
    answer = person.get(f"/boards/{board}" + (f"?seat={seat}" if seat is not None else ""))
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def log_at(server: Server, table: Message) -> Log:
    """The log of a board's table as it is kept."""
    entries = tuple(msgspec.json.decode(row[2], type=Entry) for row in server.kept(table["id"])[2])
    rules = load_game(table["game"]).meta.rules_version
    number = table["standing"]["round"]
    return Log(table["game"], rules, table["options"], table["players"], entries, number, last=number)


def match_at(server: Server, table: Message) -> AnyMatch:
    """The match of a board's table as it is kept."""
    return replay(load_game(table["game"]), log_at(server, table))


def play_out(server: Server, person: Person, table: Message, *, otherwise: bool = False) -> Message:
    """Play a board's table to the end of its round as Medium does; `otherwise`, the last legal move each
    time. Return the last message.
    """
    return play_round(server, person, table, otherwise=otherwise)


def play_round(server: Server, person: Person, table: Message, *, otherwise: bool = False) -> Message:
    """The same at any table, to the end of the round that is played there."""
    with person.socket(table["id"]) as socket:
        message = socket.hello()
        while message["standing"]["result"] is None and not message["standing"]["over"]:
            if to_act(message):
                match = match_at(server, table)
                seat = next(each["seat"] for each in table["seats"] if each["you"])
                legal = match.legal(seat)
                move = legal[len(legal) - 1] if otherwise else match.game.medium(match.seen(seat), seat)
                socket.send("play", version=message["version"], move=match.game.notation.write(move))
            message = socket.receive("update")
    return message
