"""What is served under /api, but for the socket."""

from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get, post
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, JSONBody, QueryParameter

from sevenfold.core import texts
from sevenfold.core.options import describe
from sevenfold.core.rulebook import RuleBook, load_rule_book
from sevenfold.games import ANNOUNCED, ROOMS, load_meta, room
from sevenfold.server.problems import LanguageUnknown
from sevenfold.server.protocol import GameInfo, NewTable, Preset, Problem, SessionInfo, TableInfo
from sevenfold.server.sessions import find_guest, renew
from sevenfold.server.store import Guest, Store
from sevenfold.server.tables import Tables, find_meta
from sevenfold.server.telling import iso

AnyRequest = Request[Any, Any, Any]
TheStore = NamedDependency[Store]
TheTables = NamedDependency[Tables]
TheGuest = NamedDependency[Guest]


async def the_guest(request: AnyRequest, store: TheStore) -> Guest:
    """The guest who asks. Raises SessionUnknown."""
    return await find_guest(request, store)


def problems(**codes: int) -> dict[int, ResponseSpec]:
    """For the OpenAPI schema: the problems that a request can have, and the status each comes with."""
    told: dict[int, list[str]] = {}
    for code, status in codes.items():
        told.setdefault(status, []).append(code)
    return {
        status: ResponseSpec(Problem, generate_examples=False, description=", ".join(names))
        for status, names in told.items()
    }


@get("/games", sync_to_thread=False)
def list_games() -> tuple[GameInfo, ...]:
    """The games, those to come last."""
    return (*map(_game_info, ROOMS), *map(_announced, ANNOUNCED))


def _game_info(game: str) -> GameInfo:
    meta = load_meta(game)
    return GameInfo(
        name=game,
        ready=True,
        players=meta.players,
        rules_version=meta.rules_version,
        options=describe(meta.options),
        presets=tuple(Preset(name, msgspec.to_builtins(options)) for name, options in meta.presets.items()),
    )


def _announced(game: str) -> GameInfo:
    return GameInfo(name=game, ready=False, players=(0, 0, 0), rules_version=0, options=(), presets=())


LanguageTag = Annotated[str, QueryParameter(description="en, zh-Hans or ja")]


NO_GAME = problems(malformed=400, game_unknown=404, language_unknown=404)
NO_SESSION = problems(session_unknown=401)


@get("/games/{game:str}/rules", sync_to_thread=True, responses=NO_GAME)
def read_rules(game: FromPath[str], language: LanguageTag = "en") -> RuleBook:
    """The numbered rules of a game."""
    meta = find_meta(game)
    return load_rule_book(room(meta.name), meta.name, _read_language(language))


@get("/games/{game:str}/texts", sync_to_thread=True, responses=NO_GAME)
def read_texts(game: FromPath[str], language: LanguageTag = "en") -> dict[str, str]:
    """The names, sentences and labels of a game, by key."""
    meta = find_meta(game)
    return texts.load_texts(room(meta.name), _read_language(language))


def _read_language(language: str) -> texts.Language:
    try:
        return texts.read_language(language)
    except texts.UnknownLanguage:
        raise LanguageUnknown(language=language) from None


@post("/session", status_code=200)
async def make_session(request: AnyRequest, store: TheStore) -> Response[SessionInfo]:
    """Make a guest's session, or let the one there is last again. The answer sets the cookie."""
    cookie, expires = await renew(request, store)
    return Response(SessionInfo(iso(expires)), cookies=[cookie])


@get("/session", responses=NO_SESSION)
async def read_session(guest: TheGuest) -> SessionInfo:
    """The session there is."""
    return SessionInfo(iso(guest.expires))


@post(
    "/tables",
    responses=problems(
        malformed=400,
        preset_unknown=400,
        option_invalid=400,
        session_unknown=401,
        game_unknown=404,
        too_large=413,
    ),
)
async def create_table(data: JSONBody[NewTable], guest: TheGuest, tables: TheTables) -> TableInfo:
    """Make a table, the guest at its first seat and bots at the others."""
    return await tables.create(guest.id, data)


@get("/tables", responses=NO_SESSION)
async def list_tables(guest: TheGuest, tables: TheTables) -> list[TableInfo]:
    """The tables at which the guest sits, the newest first."""
    return await tables.of_guest(guest.id)


@get(
    "/tables/{table:str}",
    responses=problems(malformed=400, session_unknown=401, not_seated=403, table_unknown=404),
)
async def read_table(table: FromPath[str], guest: TheGuest, tables: TheTables) -> TableInfo:
    """A table at which the guest sits."""
    return await tables.info(table, guest.id)


@get("/openapi.json", include_in_schema=False, sync_to_thread=True)
def read_schema(request: AnyRequest) -> dict[str, Any]:
    """All this, for machines."""
    return request.app.openapi_schema.to_schema()


HANDLERS = (
    list_games,
    read_rules,
    read_texts,
    make_session,
    read_session,
    create_table,
    list_tables,
    read_table,
    read_schema,
)
