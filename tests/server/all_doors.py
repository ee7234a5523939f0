"""Every door of a server: each route of the application, each socket to which nothing is said, and each
message of a table's socket, asked at random.

What stands in an address, a query or a body is made from its type, and else from its name. So a new door is
tried as it is, and one that wants something of a new name fails until `VALUES` or `PLACES` says what that is.
"""

import types
import typing
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Literal, NamedTuple, Union

import msgspec
from litestar.handlers import HTTPRouteHandler
from litestar.params import QueryParameter
from litestar.routes import HTTPRoute, WebSocketRoute

from sevenfold.server.app import create_app
from sevenfold.server.metrics import Metrics
from sevenfold.server.protocol.from_client import ClientMessage
from sevenfold.server.settings import Settings
from sevenfold.testing.running import Message, any_move
from tests.server.club import Browser, Club, Socket

LISTEN = "LISTEN"
"""In place of a method: a socket is opened, and what it tells first is the answer."""

SPOKEN_TO = "/api/tables/{table:str}/socket"
"""Each of its messages is a door of its own."""


class Door(NamedTuple):
    """A route of the application."""

    method: str
    route: str
    body: Any
    """The type of what is sent; None where nothing is."""
    query: tuple[str, ...]
    """The names of what the address may ask besides."""

    @property
    def name(self) -> str:
        return f"{self.method} {self.route}"


class Unknown(AssertionError):
    """Something is wanted of which nobody has said what it is."""

    def __init__(self, name: str, where: str) -> None:
        super().__init__(f"say in tests/server/all_doors.py what {name!r} is, for {where}")


def all_doors() -> list[Door]:
    """Every route, with each of its methods."""
    app = create_app(Settings(data=Path("unused")), Metrics())._app
    found = [
        Door(method, route.path, _body_of(handler), _query_of(handler))
        for route in app.routes  # type: ignore[attr-defined]
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        for method in handler.http_methods - {"HEAD", "OPTIONS"}
    ]
    found += [
        Door(LISTEN, route.path, None, ())
        for route in app.routes  # type: ignore[attr-defined]
        if isinstance(route, WebSocketRoute) and route.path != SPOKEN_TO
    ]
    return sorted(found, key=lambda door: door.name)


def _body_of(handler: HTTPRouteHandler) -> Any:
    data = handler.parsed_fn_signature.parameters.get("data")
    return data.annotation if data is not None else None


def _query_of(handler: HTTPRouteHandler) -> tuple[str, ...]:
    """The names of what a route's address may ask besides."""
    return tuple(
        each.kwarg_definition.name or name
        for name, each in handler.parsed_fn_signature.parameters.items()
        if isinstance(each.kwarg_definition, QueryParameter)
    )


MESSAGES: Mapping[str, type[msgspec.Struct]] = {
    str(each.__struct_config__.tag): each for each in typing.get_args(ClientMessage)
}
"""Every message that a client may send over the socket of a table, by its type."""


# --- what things are, by their names ------------------------------------------------------------------


class Asking(NamedTuple):
    """Somebody at a door, for whom something is to be filled in."""

    club: Club
    rng: Random
    where: str
    socket: Socket | None = None

    def told(self, *names: str) -> list[str]:
        return [each for name in names for each in self.club.told[name]]

    def one_of(self, found: typing.Iterable[str]) -> str:
        """One of these, mostly of the last; something that there is not where there are none."""
        known = list(found)
        if not known:
            return "nothing"
        return self.rng.choice(known[-4:] if self.rng.random() < 0.6 else known)


def _version(asking: Asking) -> int:
    game = asking.socket.game if asking.socket is not None else None
    return game["version"] if game is not None else 0


def _move(asking: Asking) -> str:
    socket = asking.socket
    return any_move(socket.game) if socket is not None and socket.may_play and socket.game else "2S"


def _spectator(asking: Asking) -> str | None:
    info = asking.socket.info if asking.socket is not None else None
    there = [each["id"] for each in (info or {}).get("spectators", ())]
    return asking.rng.choice(there) if there else None


def _settings(asking: Asking) -> Message:
    return {
        "watching": asking.rng.random() < 0.9,
        "over_shoulder": asking.rng.random() < 0.7,
        "joining": asking.rng.choice(["at_once", "between_rounds"]),
        "rounds": asking.rng.choice(["at_once", "at_once", "match_end", "never"]),
        "take_back": asking.rng.choice(["unseen", "agreed"]),
        "absence": asking.rng.choice(["bot", "wait"]),
        "grace": 0,
    }


VALUES: dict[str, Callable[[Asking], Any]] = {
    "again": lambda asking: asking.rng.randrange(2),
    "agree": lambda asking: asking.rng.random() < 0.9,
    "at": lambda asking: asking.rng.randrange(10),
    "attach": lambda asking: asking.rng.random() < 0.9,
    "bot": lambda asking: asking.rng.choice(["easy", "medium", None]),
    "bots": lambda _: "easy",
    "cards": lambda _: (),
    "chosen": lambda _: (),
    "days": lambda _: 7,
    "deals": lambda asking: asking.rng.randint(1, 3),
    "dealt": lambda asking: asking.rng.choice([None, None, 0]),
    "fill": lambda _: "medium",
    "friends": lambda asking: asking.rng.random() < 0.7,
    "game": lambda asking: asking.club.game,
    "host_name": lambda _: "Host",
    "in_place_of": lambda asking: asking.rng.choice([None, None, asking.one_of(asking.told("pseudonym"))]),
    "key": lambda asking: asking.one_of(asking.told("POST /api/browsers/key key")),
    "language": lambda _: "en",
    "made": lambda _: (),
    "minutes": lambda _: None,
    "pseudonym": lambda asking: asking.one_of(asking.told("pseudonym")),
    "starts": lambda _: None,
    "team_names": lambda _: None,
    "move": _move,
    "name": lambda asking: asking.rng.choice(["Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hedi"]),
    "open": lambda asking: asking.rng.random() < 0.8,
    "options": lambda _: {},
    "over": lambda asking: asking.rng.choice([None, 0, 1, 2]),
    "pace": lambda _: 0,
    "paused": lambda asking: asking.rng.random() < 0.2,
    "players": lambda _: None,
    "preset": lambda _: None,
    "record": lambda _: "",
    "round": lambda _: None,
    "salt": lambda _: "0" * 32,
    "seat": lambda asking: asking.rng.randrange(4),
    "settings": _settings,
    "spectator": lambda asking: _spectator(asking) or "nobody",
    "team": lambda asking: asking.rng.choice([None, 0, 1]),
    "text": lambda _: "hello",
    "to": _spectator,
    "until": lambda _: (datetime.now(UTC) + timedelta(days=2)).isoformat(),
    "version": _version,
    "viewer": lambda asking: asking.rng.choice([None, "open", "watch", "0", "1", "2"]),
    "wait": lambda _: False,
    "word": lambda _: "harbour",
    "words": lambda _: "Look",
}
"""What the fields of bodies and messages are."""

OF_QUERY: dict[str, Callable[[Asking], str | None]] = {
    "before": lambda _: None,
    "deal": lambda asking: asking.rng.choice([None, "1", "2"]),
    "from": lambda asking: asking.rng.choice([None, "open", "watch", "0", "1", "2"]),
    "anyway": lambda asking: asking.rng.choice([None, "true"]),
    "game": lambda asking: asking.rng.choice([None, "lockup"]),
    "known": lambda asking: asking.rng.choice([None, "true"]),
    "language": lambda asking: asking.rng.choice([None, "ja"]),
    "over": lambda asking: asking.rng.choice([None, "true", "false"]),
    "seat": lambda asking: asking.rng.choice([None, "0", "1", "2"]),
}


def _about(asking: Asking, tables: Mapping[str, str | None]) -> list[str]:
    """The keys that lead to the table that it is about, by the tables to which they lead; or all."""
    focus = asking.club.focus
    return [key for key, table in tables.items() if table == focus] if focus is not None else list(tables)


def _links(asking: Asking) -> list[str]:
    return _about(asking, {key: table for key, (table, _) in asking.club.books.links.items()})


def _cards(asking: Asking) -> list[str]:
    books = asking.club.books
    return _about(
        asking, {key: books.boards.get(board, (None, None))[0] for key, board in books.cards.items()}
    )


def _invitations(asking: Asking) -> list[str]:
    """Those to tables at which one is played on lead to its source."""
    books, links = asking.club.books, asking.club.books.links

    def source(table: str) -> str:
        row = books.tables.get(table)
        if row is None or row.branched_from is None or row.board is not None:
            return table
        round_id = row.branched_from.round
        return links[round_id][0] if round_id in links else round_id.partition(".")[0]

    return _about(asking, {key: source(table) for key, table in books.invitations.items()})


def _table(asking: Asking) -> str:
    return asking.club.focus or asking.one_of(asking.club.books.tables)


KEYS: dict[str, Callable[[Asking], typing.Iterable[str]]] = {
    "/api/browser_links": lambda asking: asking.told("POST /api/browsers/link key"),
    "/api/cards": _cards,
    "/api/introductions": lambda asking: asking.told("POST /api/introductions key"),
    "/api/invitations": _invitations,
}
"""The keys of an address, by its beginning: who has a link may give it to anybody."""


def _key(asking: Asking) -> str:
    path = asking.where.partition(" ")[2]
    keys = next((keys for begins, keys in KEYS.items() if path.startswith(begins)), None)
    if keys is None:
        raise Unknown("key", asking.where)
    return asking.one_of(keys(asking))


def _round_id(asking: Asking) -> str:
    links = _links(asking)
    if links and asking.rng.random() < 0.4:
        return asking.one_of(links)
    return f"{_table(asking)}.{asking.rng.choice(['1', '1', '1', '2', 'last'])}"


def _path(asking: Asking) -> str:
    pages = [*(f"round/{key}" for key in _links(asking)), *(f"cards/{key}" for key in _cards(asking))]
    return asking.one_of(pages)


PLACES: dict[str, Callable[[Asking], str]] = {
    "asking": lambda asking: asking.one_of(asking.told("pseudonym")),
    "board": lambda asking: asking.one_of(asking.club.books.boards),
    "browser": lambda asking: asking.one_of(map(str, asking.club.books.browsers)),
    "date": lambda _: datetime.now(UTC).date().isoformat(),
    "event": lambda asking: asking.one_of(asking.club.books.events),
    "game": lambda asking: asking.club.game,
    "introduction": lambda asking: asking.one_of(map(str, asking.told("POST /api/introductions id"))),
    "key": _key,
    "lesson": lambda _: "first",
    "number": lambda asking: str(asking.rng.randint(1, 2)),
    "page": lambda _: "privacy",
    "path": _path,
    "pseudonym": lambda asking: asking.one_of(asking.told("pseudonym")),
    "round_id": _round_id,
    "step": lambda _: "start",
    "table": _table,
}
"""What addresses are filled in with."""

ALWAYS = {"pace", "settings"}
"""What is never left out: bots would be slow."""

OF_DOOR: dict[str, Callable[[Asking], Message]] = {
    "POST /api/events": lambda asking: {
        "kind": asking.rng.choice(["own_time", "evening"]),
        "until": VALUES["until"](asking),
        "movement": "individual",
        "deals": 2,
    },
    "POST /api/tables": lambda _: {"wait": False},
}
"""What a door wants besides, or it is always refused."""


def filled(kind: Any, name: str, asking: Asking) -> Any:
    """A value of a type, for a field of this name."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and name not in VALUES:
        return struct(kind, asking)
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return filled(arguments[0], name, asking)
    if origin is Literal:
        return asking.rng.choice(arguments)
    if name in VALUES:
        found = VALUES[name](asking)
        is_many = origin is tuple and isinstance(found, str)
        return (found,) if is_many else found
    if origin in (Union, types.UnionType):
        return filled(asking.rng.choice(arguments), name, asking)
    if kind is type(None):
        return None
    if kind is bool:
        return asking.rng.random() < 0.5
    raise Unknown(name, asking.where)


def struct(kind: type[msgspec.Struct], asking: Asking) -> Message:
    """A message or body of a type; what may be left out sometimes is."""
    found: Message = {}
    config, hints = kind.__struct_config__, typing.get_type_hints(kind, include_extras=True)
    if config.tag is not None:
        found[config.tag_field or "type"] = config.tag
    for field in msgspec.structs.fields(kind):
        value = filled(hints[field.name], field.name, asking)  # also where it is left out: its name is known
        if field.required or field.name in ALWAYS or asking.rng.random() < 0.7:
            found[field.encode_name] = value
    return found


def body_of(door: Door, asking: Asking) -> Message | None:
    """What is sent to a door."""
    if door.body is None:
        return None
    found = struct(door.body, asking)
    return found | OF_DOOR[door.name](asking) if door.name in OF_DOOR else found


def query_of(door: Door, asking: Asking) -> dict[str, str]:
    """What the address of a door asks besides."""
    found: dict[str, str] = {}
    for name in door.query:
        if name not in OF_QUERY:
            raise Unknown(name, door.name)
        value = OF_QUERY[name](asking)
        if value is not None:
            found[name] = value
    return found


def place_of(door: Door, asking: Asking) -> dict[str, str]:
    """What the address of a door is filled in with."""
    found: dict[str, str] = {}
    for part in door.route.split("/"):
        if part.startswith("{"):
            name = part[1:].partition(":")[0]
            if name not in PLACES:
                raise Unknown(name, door.name)
            found[name] = PLACES[name](asking)
    return found


async def at_door(browser: Browser, door: Door, rng: Random) -> Any:
    """Somebody asks at a door. Return the answer, if it is JSON and none that refuses."""
    asking = Asking(browser.club, rng, door.name)
    place, query, body = place_of(door, asking), query_of(door, asking), body_of(door, asking)
    if door.method == LISTEN:
        return await browser.listen(door.name, door.route, **place)
    answer = await browser.ask(door.method, door.route, body, query, **place)
    if answer.status_code < 300 and answer.headers.get("content-type", "").startswith("application/json"):
        return answer.json() if answer.content else None
    return None


async def tell(socket: Socket, type_: str, rng: Random) -> bool:
    """Somebody sends a message of a type. Return whether it was done."""
    asking = Asking(socket.browser.club, rng, type_, socket)
    message = struct(MESSAGES[type_], asking)
    del message["type"]
    return await socket.tell(type_, **message)
