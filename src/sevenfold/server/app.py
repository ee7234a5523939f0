"""The server as an ASGI application."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from importlib.metadata import version
from typing import Any

import structlog
from litestar import Litestar, Response, Router
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig

from sevenfold.core.prepared import prepare_types
from sevenfold.games import broken_games, game_names, load_game
from sevenfold.server.care.taking_up import TakingUp
from sevenfold.server.duplicate.boards import Boards
from sevenfold.server.duplicate.calendar import Calendar
from sevenfold.server.duplicate.days import TodaysDeals
from sevenfold.server.duplicate.evening import EVERY
from sevenfold.server.duplicate.events import Events
from sevenfold.server.endless import Endless
from sevenfold.server.errors import ApiError, TooMany, path_of
from sevenfold.server.garbage import go_on_collecting
from sevenfold.server.http import (
    api,
    boards_api,
    browsers_api,
    door_api,
    events_api,
    friends_api,
    game_styles,
    health,
    me_api,
    notices_api,
    reports_api,
    returns_api,
    reviews_api,
    rounds_api,
    today_api,
    words_api,
)
from sevenfold.server.http.client import PACKED_BY_ITSELF, PACKING, client_pages
from sevenfold.server.http.docs_page import DocsPage
from sevenfold.server.http.door import Door
from sevenfold.server.http.edge import Edge, pattern_of
from sevenfold.server.http.health import Readiness
from sevenfold.server.http.let_in import let_in
from sevenfold.server.http.previews import House
from sevenfold.server.http.routes import AnyRequest, the_person
from sevenfold.server.http.sockets import NEWCOMERS, NEWCOMERS_IF_SHARED, Services, event_socket, table_socket
from sevenfold.server.http.words_api import OwnWords
from sevenfold.server.limits import Limiter
from sevenfold.server.metrics import ALIKE, Metrics
from sevenfold.server.protocol.from_server import ErrorMessage
from sevenfold.server.readers import read_zone
from sevenfold.server.rounds.kept import catch_up, go_on_keeping
from sevenfold.server.rounds.played import PlayedTables
from sevenfold.server.rounds.reports import Reports
from sevenfold.server.rounds.reviews import Reviews
from sevenfold.server.rounds.rounds import FinishedRounds
from sevenfold.server.settings import Settings
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.check import warn_of_other_rules
from sevenfold.server.storage.copies import WORK, Copies
from sevenfold.server.storage.measured import MeasuredBackend
from sevenfold.server.storage.opening import open_database
from sevenfold.server.storage.postgres_url import is_postgres
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import migrate
from sevenfold.server.tables import loops
from sevenfold.server.tables.across.bus import Bus, MemoryBus
from sevenfold.server.tables.bots import machine_code
from sevenfold.server.tables.bots.other_players import offered
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.finishing import EVERY as FINISHING_EVERY
from sevenfold.server.tables.finishing import Finishing
from sevenfold.server.tables.forgetting import Forgetting
from sevenfold.server.tables.invitations import Invitations
from sevenfold.server.tables.jobs import Jobs
from sevenfold.server.tables.registry import Tables
from sevenfold.server.tables.returns import Returns
from sevenfold.server.tables.sweep import go_on_sweeping

_API = (
    *api.HANDLERS,
    *friends_api.HANDLERS,
    *me_api.HANDLERS,
    *notices_api.HANDLERS,
    *browsers_api.HANDLERS,
    *door_api.HANDLERS,
    *returns_api.HANDLERS,
    *rounds_api.HANDLERS,
    *boards_api.HANDLERS,
    *reviews_api.HANDLERS,
    *reports_api.HANDLERS,
    *today_api.HANDLERS,
    *events_api.HANDLERS,
    *words_api.HANDLERS,
    *game_styles.HANDLERS,
    table_socket,
    event_socket,
)

PROVIDED = (
    "store",
    "tables",
    "invitations",
    "returns",
    "rounds",
    "boards",
    "reviews",
    "played",
    "reports",
    "forgetting",
    "today",
    "events",
    "readiness",
    "limiter",
    "own_words",
    "door",
)
"""What handlers may ask for of the application's state, besides the person."""

LARGEST_BODY = 65_536
"""The largest body of a request, in bytes."""

log = structlog.get_logger()


def create_app(settings: Settings, metrics: Metrics) -> Edge:
    """The application. Its database must have been prepared by `upgrade.migrate`."""
    limiter = Limiter(settings.limits)
    metrics.show("sockets", "Sockets that are open", lambda: limiter.sockets)
    metrics.show_refused(lambda: dict(limiter.refused))
    app = _create_litestar(settings, limiter, metrics)
    return Edge(app, limiter, settings, partial(let_in, app.state))


def _create_litestar(settings: Settings, limiter: Limiter, metrics: Metrics) -> Litestar:
    own_words = OwnWords(settings)
    door = Door(settings)
    return Litestar(
        route_handlers=[
            *health.HANDLERS,
            Router("/api", route_handlers=_API),
            client_pages(settings.static, House(settings.name, own_words.words.there)),
        ],
        dependencies={name: _from_state(name) for name in PROVIDED} | {"person": Provide(the_person)},
        exception_handlers={
            ApiError: _answer_error,
            HTTPException: _answer_http_error,
            RecursionError: _answer_too_deep,
            Exception: _answer_internal_error,
        },
        lifespan=[partial(_running, settings, limiter, metrics)],
        openapi_config=OpenAPIConfig(
            title="Sevenfold",
            version=version("sevenfold"),
            description="Tables are played over the socket /api/tables/{table}/socket. Where the server is"
            " closed, who was not let in is answered not_let_in (403) nearly everywhere.",
            path="/api/docs",
            render_plugins=[DocsPage()],
            use_handler_docstrings=True,
        ),
        compression_config=CompressionConfig(
            backend="gzip", gzip_compress_level=PACKING, exclude_opt_key=PACKED_BY_ITSELF
        ),
        request_max_body_size=LARGEST_BODY,
        middleware=[door.before],
        state=State({"limiter": limiter, "door": door, "listens_at": settings.host, "own_words": own_words}),
        logging_config=None,
    )


@asynccontextmanager
async def _running(
    settings: Settings, limiter: Limiter, metrics: Metrics, app: Litestar
) -> AsyncIterator[None]:
    """Open the database and start the jobs; close all of it in order."""
    await asyncio.to_thread(load_all)
    if settings.has_supervisor:  # a worker that replaces another may be a newer version
        await migrate(settings.database, pooled=settings.direct_url is not None)
    backend = open_database(settings.database, pooled=settings.direct_url is not None)
    store = Store(MeasuredBackend(backend, metrics) if settings.metrics_port else backend)
    await store.identify(settings.day_secret)
    await app.state.door.open(store.server_id)
    await warn_of_other_rules(store.backend)
    jobs, endless = Jobs(), Endless()
    thinkers = Thinkers()
    bus = _bus(settings, store.backend)
    tables = Tables(store, bus, jobs, thinkers, settings.timings)
    admission = asyncio.Semaphore(NEWCOMERS if bus.alone else NEWCOMERS_IF_SHARED)
    bus.start(tables.refresh_many, store.persons, endless)
    app.state.store = store
    app.state.endless = endless
    app.state.readiness = Readiness(store, endless)
    app.state.tables = tables
    app.state.invitations = Invitations(store, tables, limiter)
    app.state.returns = Returns(store, tables, app.state.invitations, settings.timings)
    app.state.rounds = FinishedRounds(store, thinkers.others)
    app.state.boards = Boards(store, tables, app.state.rounds, thinkers, jobs)
    app.state.events = Events(store, app.state.boards, tables, bus, settings.timings)
    app.state.services = Services(tables, store, limiter, metrics, admission, app.state.events)
    reviews = Reviews(store, app.state.rounds, thinkers, limiter, offered=settings.reviews)
    app.state.reviews = reviews
    app.state.played = PlayedTables(store, tables)
    app.state.reports = Reports(store, tables, app.state.rounds)
    app.state.forgetting = Forgetting(store, tables, app.state.invitations)
    calendar = Calendar(read_zone(settings.time_zone) if settings.time_zone is not None else None)
    app.state.today = TodaysDeals(store, app.state.boards, calendar)
    _show(metrics, store, tables, jobs, thinkers)
    waiting = reviews.review_queue
    metrics.show("reviews_waiting", "Reviews that wait to be judged", lambda: waiting.waiting, ALIKE)
    metrics.show_failures(lambda: dict(endless.failures))
    if metrics.is_shared:
        endless.start("metrics", metrics.go_on_looking)
    for broken in broken_games():
        log.error("a game is left out", game=broken.name, why=str(broken))
    if settings.compile:
        prepare = partial(machine_code.prepare, reviews=settings.reviews)
        endless.start("compile", lambda: prepare(thinkers, tables.tell_of))
    endless.start("garbage", go_on_collecting)
    endless.start("forgetting", app.state.forgetting.go_on)
    endless.start("rounds", lambda: go_on_keeping(store, app.state.rounds.reader))
    endless.start("catching up", lambda: catch_up(store, app.state.rounds.reader))
    if settings.reviews:
        endless.start("reviews", reviews.review_queue.go_on)
    endless.start("evenings", app.state.events.evenings.go_on_settling, longest_pause=EVERY)
    finishing = Finishing(store, tables)
    endless.start("finishing", finishing.go_on, longest_pause=FINISHING_EVERY)
    taking_up = TakingUp(store, tables, app.state.events, app.state.forgetting, bus)
    await store.care.look()
    endless.start("taking up", taking_up.go_on)
    endless.start("sweep", lambda: go_on_sweeping(store, tables, settings.keeping, metrics.tell_swept))
    if settings.backup_to is not None:
        kept = settings.backup_every, settings.backup_keep
        copies = Copies(settings.data, settings.backup_to, *kept, store.server_id, endless)
        metrics.show("backup_age_seconds", "How old the newest backup is", lambda: copies.age)
        endless.start(WORK, copies.go_on)
    try:
        with loops.interrupted():
            yield
    finally:
        await endless.close()
        await jobs.close()
        await reviews.review_queue.close()
        app.state.rounds.close()
        thinkers.close()
        await thinkers.others.stop()
        await bus.close()
        await store.close()


def _show(metrics: Metrics, store: Store, tables: Tables, jobs: Jobs, thinkers: Thinkers) -> None:
    """Show what goes on in this process."""
    metrics.show("tables", "Tables that are in memory", lambda: tables.number_open)
    games = {
        "game_tables": "Tables that are in memory, by game",
        "people": "People who are connected to a table, by its game",
    }
    for at, (name, meaning) in enumerate(games.items()):
        look = partial(_of_games, tables, at)
        metrics.show_each(name, meaning, "game", look)
    metrics.show("writer_queue", "Appends that wait for the disk", lambda: store.logs.queue)
    metrics.show("jobs", "What tables do by themselves just now, such as bots' moves", lambda: jobs.running)
    metrics.show("searches", "Searches of bots that go on or wait", lambda: thinkers.asked)
    thinkers.took = metrics.search_seconds.observe


def _of_games(tables: Tables, at: int) -> dict[str, float]:
    return {game: numbers[at] for game, numbers in tables.by_game().items()}


def load_all() -> None:
    """Load every game and the players that it is offered, and prepare all types, before anybody asks."""
    for game in game_names():
        load_game(game)
        offered(game)
    prepare_types()


def _bus(settings: Settings, backend: Backend) -> Bus:
    if not is_postgres(settings.database):
        return MemoryBus()
    from sevenfold.server.tables.across.notices import PostgresBus  # it needs psycopg

    return PostgresBus(secrets.token_hex(4), backend, settings.direct_url or settings.database)


def _from_state(name: str) -> Provide:
    """What handlers ask for by this name: what the application's state has under it."""

    def provided(state: State) -> Any:
        return getattr(state, name)

    return Provide(provided, sync_to_thread=False)


# --- errors -----------------------------------------------------------------------------------------


def _answer_error(_request: AnyRequest, error: ApiError) -> Response[ErrorMessage]:
    headers = {"retry-after": error.values["seconds"]} if isinstance(error, TooMany) else None
    return Response(error.message, status_code=error.status, headers=headers)


def _answer_http_error(request: AnyRequest, error: HTTPException) -> Response[ErrorMessage]:
    """Answer what Litestar found wrong with a request before it came to a handler of ours."""
    if error.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return _answer_internal_error(request, error)
    match error.status_code:
        case HTTPStatus.BAD_REQUEST:
            problem = ErrorMessage("malformed", {"at": _path_in_body(error)})
        case HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            problem = ErrorMessage("too_large", {"limit": str(LARGEST_BODY)})
        case status:
            problem = ErrorMessage(HTTPStatus(status).name.lower(), {"path": request.url.path})
    return Response(problem, status_code=error.status_code)


def _path_in_body(error: HTTPException) -> str:
    """Where in the body something is wrong; Litestar calls the body `data`."""
    return path_of(error.__cause__).replace("$.data", "$", 1)


def _answer_too_deep(_request: AnyRequest, _error: RecursionError) -> Response[ErrorMessage]:
    """Answer a body that is nested too deeply."""
    return Response(ErrorMessage("malformed", {"at": "$"}), status_code=HTTPStatus.BAD_REQUEST)


def _answer_internal_error(request: AnyRequest, error: Exception) -> Response[ErrorMessage]:
    log.error("request failed", path=pattern_of(request.scope), exc_info=error)
    return Response(ErrorMessage("internal"), status_code=HTTPStatus.INTERNAL_SERVER_ERROR)
