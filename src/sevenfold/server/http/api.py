"""The endpoints under /api, except the socket and those of `friends_api`."""

from functools import cache
from typing import Annotated
from urllib.parse import urlencode

import msgspec
import structlog
from litestar import MediaType, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from sevenfold.book import texts
from sevenfold.book.glossary import Word, load_words
from sevenfold.book.guide import Guide, load_guide
from sevenfold.book.lessons import load_lesson_texts, load_lessons
from sevenfold.book.rulebook import RuleBook, load_rule_book
from sevenfold.core.options import describe
from sevenfold.games import OWN_GAMES, game_names, load_meta, package_of
from sevenfold.server.errors import (
    AlreadyStarted,
    Closing,
    GameErred,
    GameUnknown,
    LanguageUnknown,
    LessonUnknown,
    Malformed,
    NameRefused,
    NotHost,
    NotSeated,
    OptionInvalid,
    PracticeUnknown,
    PresetUnknown,
    Removed,
    RulesChanged,
    SeatsFree,
    Stale,
    TableUnknown,
    TooMany,
)
from sevenfold.server.http import lessons, practice
from sevenfold.server.http.opens import Opens
from sevenfold.server.http.routes import AnyRequest, ThePerson, TheStore, TheTables, delete, get, post
from sevenfold.server.http.sessions import address_of, renew
from sevenfold.server.limits import Limited, Limiter, Visitor
from sevenfold.server.names import check_name
from sevenfold.server.protocol.http import GameInfo, NewTable, Preset, SessionInfo, StartTable
from sevenfold.server.protocol.lessons import LessonAnswer, LessonBook, LessonTry
from sevenfold.server.protocol.practice import PracticeAnswer, PracticeTry
from sevenfold.server.protocol.table import ListedTable, TableInfo
from sevenfold.server.rounds.played import PlayedTables
from sevenfold.server.storage.tables import NEWEST, Cursor
from sevenfold.server.tables.bots.other_players import offered
from sevenfold.server.tables.making import find_meta
from sevenfold.server.times import iso

log = structlog.get_logger()

ThePlayed = NamedDependency[PlayedTables]
TheLimiter = NamedDependency[Limiter]


@get("/games", opens=Opens.TO_LINKS, sync_to_thread=False)
def list_games() -> tuple[GameInfo, ...]:
    """List the games."""
    return tuple(_game_info(game) for game in game_names() if game in OWN_GAMES or _can_be_described(game))


@cache
def _can_be_described(game: str) -> bool:
    """Whether a game of another package can be listed; if not, the server does without it."""
    try:
        _game_info(game)
    except Exception as error:
        log.error("a game is left out", game=game, package=package_of(game), why=repr(error))
        return False
    return True


def _game_info(game: str) -> GameInfo:
    meta = load_meta(game)
    return GameInfo(
        name=game,
        players=meta.players,
        best_total=meta.best_total,
        target=meta.target,
        rules_version=meta.rules_version,
        options=describe(meta.options),
        presets=tuple(Preset(name, msgspec.to_builtins(options)) for name, options in meta.presets.items()),
        first_preset=dict(meta.first_preset),
        lessons=tuple(lesson.lesson for lesson in load_lessons(package_of(game)).lessons),
        practice=len(practice.positions(game)),
        bots=offered(game),
    )


LanguageTag = Annotated[str, QueryParameter(description=", ".join(texts.Language))]

NO_SUCH_TEXT = (GameUnknown, LanguageUnknown)


@get("/games/{game:str}/rules", opens=Opens.TO_LINKS, sync_to_thread=True, errors=NO_SUCH_TEXT)
def read_rules(game: FromPath[str], language: LanguageTag = "en") -> RuleBook:
    """Read the numbered rules of a game."""
    meta = find_meta(game)
    return load_rule_book(package_of(meta.name), meta.name, _read_language(language))


@get("/games/{game:str}/guide", opens=Opens.TO_LINKS, sync_to_thread=True, errors=NO_SUCH_TEXT)
def read_guide(game: FromPath[str], language: LanguageTag = "en") -> Guide | None:
    """Read the illustrated page of a game and its essentials; null if it has none."""
    meta = find_meta(game)
    return load_guide(package_of(meta.name), meta.name, _read_language(language))


@get("/games/{game:str}/glossary", opens=Opens.TO_LINKS, sync_to_thread=True, errors=NO_SUCH_TEXT)
def read_glossary(game: FromPath[str], language: LanguageTag = "en") -> tuple[Word, ...]:
    """Read the terms of a game, with their words and meanings."""
    meta = find_meta(game)
    return load_words(package_of(meta.name), _read_language(language))


@get("/games/{game:str}/texts", opens=Opens.TO_LINKS, sync_to_thread=True, errors=NO_SUCH_TEXT)
def read_texts(game: FromPath[str], language: LanguageTag = "en") -> dict[str, str]:
    """Read the names, sentences and labels of a game, by key."""
    meta = find_meta(game)
    return texts.load_texts(package_of(meta.name), _read_language(language))


@get("/games/{game:str}/lessons", opens=Opens.TO_LINKS, sync_to_thread=True, errors=NO_SUCH_TEXT)
def read_lessons(game: FromPath[str], language: LanguageTag = "en") -> LessonBook:
    """Read the lessons of a game, with their sentences by key."""
    package = package_of(find_meta(game).name)
    return lessons.book(load_lessons(package), load_lesson_texts(package, _read_language(language)))


@post(
    "/games/{game:str}/lessons/{lesson:str}/{step:str}",
    sync_to_thread=True,
    status_code=200,
    errors=(GameUnknown, LessonUnknown, Stale),
)
def try_lesson(
    game: FromPath[str], lesson: FromPath[str], step: FromPath[str], data: JSONBody[LessonTry]
) -> LessonAnswer:
    """Answer as a table would at a step of a lesson. Nothing is kept: the request brings the moves made."""
    return lessons.answer(find_meta(game).name, lesson, step, data)


@post(
    "/games/{game:str}/practice/{number:int}",
    sync_to_thread=True,
    status_code=200,
    errors=(GameUnknown, PracticeUnknown, Stale),
)
def try_practice(game: FromPath[str], number: FromPath[int], data: JSONBody[PracticeTry]) -> PracticeAnswer:
    """Answer as a table would at a position for practice, and say what a move there is worth."""
    return practice.answer(find_meta(game).name, number, data)


def _read_language(language: str) -> texts.Language:
    try:
        return texts.read_language(language)
    except texts.UnknownLanguage:
        raise LanguageUnknown(language=language) from None


@post("/session", opens=Opens.TO_ALL, status_code=200, errors=(TooMany,))
async def make_session(request: AnyRequest, store: TheStore, limiter: TheLimiter) -> Response[SessionInfo]:
    """Make a person's session, or renew the one there is. The answer may set a new cookie."""
    visitor = Visitor(address_of(request))
    person, cookies = await renew(request, store, lambda: limiter.take(Limited.SESSIONS, visitor))
    return Response(SessionInfo(iso(person.expires), person.name), cookies=cookies)


@get("/session", opens=Opens.TO_ALL)
async def read_session(person: ThePerson) -> SessionInfo:
    """Read the person's session."""
    return SessionInfo(iso(person.expires), person.name)


@post(
    "/tables",
    keyed="tables",
    limit=Limited.TABLES,
    errors=(NameRefused, PresetUnknown, OptionInvalid, GameUnknown, GameErred, Closing),
)
async def create_table(
    data: JSONBody[NewTable], person: ThePerson, tables: TheTables, store: TheStore
) -> TableInfo:
    """Make a table with the person at its first seat. The others have bots; with `friends` they are free."""
    made = await tables.create(person.id, data, data.name if data.name is not None else person.name)
    if data.name is not None:
        await store.persons.rename(person.id, check_name(data.name))
    return made


@post(
    "/tables/{table:str}/start",
    opens=Opens.BY_TABLE,
    status_code=200,
    errors=(
        NotSeated,
        NotHost,
        Removed,
        TableUnknown,
        AlreadyStarted,
        SeatsFree,
        RulesChanged,
        GameErred,
        Closing,
    ),
)
async def start_table(
    table: FromPath[str], data: JSONBody[StartTable], person: ThePerson, tables: TheTables
) -> TableInfo:
    """Deal the first round at a table that waits, for its host, with what they add to its deals."""
    opened = await tables.open(table, person.id)
    await opened.start(person.id, None, data.salt)
    return await tables.info(table, person.id)


@get("/tables", limit=Limited.LISTS, errors=(Malformed, GameUnknown))
async def list_tables(
    person: ThePerson,
    tables: TheTables,
    played: ThePlayed,
    over: FromQuery[bool | None] = None,
    before: FromQuery[str | None] = None,
    game: FromQuery[str | None] = None,
) -> Response[list[ListedTable]]:
    """List the tables at which the person sits or watches, newest first, and say which wait for them.

    An answer has at most 100, and if there are more, a header `Link` with the address of the next ones. With
    `over` it lists only the matches that are over, or only those that are not. Those that are over come with
    their rounds that the person may look at again, and so do tables that they have left after a round. With a
    `game` it lists only the tables of this one.
    """
    of = find_meta(game).name if game is not None else None
    if over:
        listed, last = await played.of_person(person.id, _read_place(before), of)
    else:
        listed, last = await tables.of_person(person.id, over, _read_place(before), of)
    if last is None:
        return Response(listed)
    page = {"before": f"{last.created}-{last.table}"}
    if of is not None:
        page["game"] = of
    if over is not None:
        page["over"] = str(over).lower()
    return Response(listed, headers={"link": f'</api/tables?{urlencode(page)}>; rel="next"'})


def _read_place(before: str | None) -> Cursor:
    """Where a page of tables begins. Raises Malformed."""
    if before is None:
        return NEWEST
    created, _, table = before.partition("-")
    is_time = created.isascii() and created.isdigit() and len(created) < 16
    if not (is_time and table.isascii() and table.isalnum()):  # PostgreSQL would fail at a NUL
        raise Malformed(at="before")
    return Cursor(int(created), table)


@get("/tables/{table:str}", opens=Opens.BY_TABLE, errors=(NotSeated, Removed, TableUnknown))
async def read_table(table: FromPath[str], person: ThePerson, tables: TheTables) -> TableInfo:
    """Read a table at which the person sits or watches."""
    return await tables.info(table, person.id)


@delete("/tables/{table:str}", opens=Opens.BY_TABLE, errors=(NotSeated, NotHost, TableUnknown))
async def delete_table(table: FromPath[str], person: ThePerson, tables: TheTables) -> None:
    """Delete a table and its log. Only its host may."""
    await tables.delete(table, person.id)


@get("/openapi.json", include_in_schema=False, sync_to_thread=True)
def read_schema(request: AnyRequest) -> Response[bytes]:
    """Read the OpenAPI schema of these endpoints. It is made once, since that takes long."""
    state = request.app.state
    if "schema" not in state:
        state.schema = msgspec.json.encode(request.app.openapi_schema.to_schema())
    return Response(state.schema, media_type=MediaType.JSON)


HANDLERS = (
    list_games,
    read_rules,
    read_guide,
    read_glossary,
    read_texts,
    read_lessons,
    try_lesson,
    try_practice,
    make_session,
    read_session,
    create_table,
    start_table,
    list_tables,
    read_table,
    delete_table,
    read_schema,
)
