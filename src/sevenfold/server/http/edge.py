"""The edge: what every request passes before the application, and what every answer carries.

A request is refused here if it is malformed, meant for another host, sent by another site's page, or one too
many. One that is not answered in time, as when a database hangs, is answered here too.
"""

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from ipaddress import ip_address
from socket import gethostname
from time import monotonic
from typing import Any, TypeAlias, cast
from urllib.parse import urlsplit

import msgspec
import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from sevenfold.server.errors import (
    ApiError,
    ClientGone,
    CrossSite,
    HostUnknown,
    Malformed,
    NotJson,
    PathTooLong,
    StorageAway,
    TooMany,
)
from sevenfold.server.http.plain_pages import PAGES
from sevenfold.server.limits import Limited, Limiter, Visitor, address_key
from sevenfold.server.protocol.from_server import ErrorMessage
from sevenfold.server.settings import Settings
from sevenfold.server.storage.rows import now
from sevenfold.server.system import is_due
from sevenfold.server.times import iso

LONGEST_PATH = 1024
"""The longest path of a request, in bytes."""

SECURITY_HEADERS = {
    "content-security-policy": "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
}

PUBLIC = frozenset(
    (
        "/api/docs",
        "/api/docs/{path}",
        "/api/docs/openapi.json",
        "/api/events/advice",
        "/api/games",
        "/api/games/{game}/glossary",
        "/api/games/{game}/guide",
        "/api/games/{game}/lessons",
        "/api/games/{game}/rules",
        "/api/games/{game}/texts",
        "/api/openapi.json",
        "/api/games.css",
        "/api/games/{game}/picture",
    )
)
"""The routes whose answers are the same for everybody. What else the API answers is for one person's eyes, or
of one moment: no cache may keep it."""

API = "/api/"

SERVER_TIME = "x-server-time"
"""The header with what the server's clock showed when the answer began, as ISO 8601: deadlines are by it."""

ASSETS = "/assets/"
"""Parts of the page, of which each page needs dozens: a class behind one address begins at the same time."""

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

Headers: TypeAlias = dict[str, str]

_HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:(?P<port>[0-9]{1,5}))?", re.ASCII)
_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")

log = structlog.get_logger()


class Edge:
    """An application behind the edge, as a server is set up. It goes by this machine's names too.

    `let_in` is asked about each request, and raises an ApiError. An answer begins within `longest_request`
    seconds, or the request is given up. With `access_log` each request is a line of the log.
    """

    def __init__(
        self,
        app: ASGIApp,
        limiter: Limiter,
        settings: Settings,
        let_in: Callable[[Scope], Awaitable[None]],
    ) -> None:
        self._app = app
        self._limiter = limiter
        self._let_in = let_in
        self._longest_request = settings.timings.longest_request
        self._name = settings.name
        self._logs_all = settings.access_log
        own = gethostname().lower()
        self._hosts = {"localhost", own, f"{own}.local", *map(str.lower, settings.hosts)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on. What is asked by HEAD is answered as by GET."""
        if scope["type"] == "lifespan":  # type: ignore[comparison-overlap]
            await self._app(scope, receive, send)
            return
        if scope.get("method") == "HEAD":  # the server leaves out the body of an answer to HEAD
            scope = cast(Scope, {**scope, "method": "GET"})
        request_id = secrets.token_hex(8)
        answer = _Answer(scope, send, request_id, self._name)
        with structlog.contextvars.bound_contextvars(request=request_id):
            began = monotonic()
            try:
                await self._answer_or_refuse(scope, receive, answer)
            finally:
                if self._logs_all:
                    log.info("request", **_logged(scope, answer.status, monotonic() - began))

    async def _answer_or_refuse(self, scope: Scope, receive: Receive, answer: "_Answer") -> None:
        try:
            self._check(scope)
            await self._let_in(scope)
        except ApiError as problem:
            await answer.refuse(problem.message, problem.status)
            return
        try:
            await self._answer(scope, receive, answer)
        except Exception:
            log.exception("request failed", path=pattern_of(scope))
            if not answer.begun:
                await answer.refuse(ErrorMessage("internal"), HTTPStatus.INTERNAL_SERVER_ERROR)

    async def _answer(self, scope: Scope, receive: Receive, answer: "_Answer") -> None:
        """Have the application answer, within its time."""
        if scope["type"] == ScopeType.WEBSOCKET:
            await self._app(scope, _until_gone(receive, answer), answer.send)
            return
        working = asyncio.current_task()
        timer = asyncio.get_running_loop().call_later(self._longest_request, answer.give_up, working)
        try:
            await self._app(scope, _until_gone(receive, answer), answer.send)
        except asyncio.CancelledError:
            if working is None or answer.given_up is None:
                raise
            working.uncancel()
        finally:
            timer.cancel()
        if answer.given_up is not None:
            await answer.given_up

    def _check(self, scope: Scope) -> None:
        what = Limited.ASSETS if scope["path"].startswith(ASSETS) else Limited.REQUESTS
        self._limiter.take(what, Visitor(address_key(whence(scope))))
        if len(scope["raw_path"]) > LONGEST_PATH:
            raise PathTooLong(limit=str(LONGEST_PATH))
        if _UNPRINTABLE.search(scope["path"]):
            raise Malformed(at="path")
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        self._check_host(headers.get("host", ""))
        check_sender(str(scope.get("method", "GET")), headers)

    def _check_host(self, host: str) -> None:
        """Refuse a name that is not ours: anybody can point theirs here (DNS rebinding), but not a number."""
        match = _HOST.fullmatch(host.lower())
        if match is None or int(match["port"] or 0) > 65535:
            raise Malformed(at="host")
        name = match["name"].strip("[]").rstrip(".")
        if name not in self._hosts and not name.endswith(".localhost") and not _is_address(name):
            raise HostUnknown(host=name)


def whence(scope: Scope) -> str:
    """The address that something comes from; empty where there is none."""
    client = scope.get("client")
    return client[0] if client else ""


def _until_gone(receive: Receive, answer: "_Answer") -> Receive:
    """What comes from a client. What streams an answer ends it by itself when the client has gone."""

    async def receive_or_raise() -> Any:
        message = await receive()
        if message["type"] == "http.disconnect" and not answer.begun:
            raise ClientGone
        return message

    return receive_or_raise


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def check_sender(method: str, headers: Headers) -> None:
    """Check that a change is asked for by our own page, and in JSON. Raises CrossSite, NotJson."""
    if method in SAFE_METHODS:
        return
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        raise CrossSite
    if not same_site(headers.get("origin"), headers.get("host", "")):
        raise CrossSite
    has_body = headers.get("content-length", "0") != "0" or "transfer-encoding" in headers
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    if has_body and media_type != "application/json":
        raise NotJson


def same_site(origin: str | None, host: str) -> bool:
    """Whether a request is made by a page of ours.

    A browser sends its cookies with a socket that any site's page opens, and names that site in `Origin`.
    Other programs need not send `Origin`.
    """
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False


def pattern_of(scope: Scope) -> str:
    """The pattern of the route that a request took, such as /api/cards/{key}: paths have keys that admit.

    Empty where it took none.
    """
    return scope.get("path_template", "")


def _logged(scope: Scope, status: int | None, seconds: float) -> dict[str, Any]:
    """What the log says of a request: its route, never its path, which may have a key; nobody's cookie.

    `status` is None where the client went before it had an answer.
    """
    return {
        "method": scope.get("method", "SOCKET"),
        "path": pattern_of(scope),
        "status": status,
        "ms": round(1000 * seconds),
        "address": address_key(whence(scope)),
    }


class _Answer:
    """An answer on its way out, with the headers that every answer has."""

    def __init__(self, scope: Scope, send: Send, request_id: str, name: str) -> None:
        self._scope = scope
        self._send = send
        self._name = name
        self._headers = dict(SECURITY_HEADERS) | {"x-request-id": request_id}
        if scope["scheme"] in ("https", "wss"):
            self._headers["strict-transport-security"] = "max-age=31536000"
        self.begun = False
        self.status: int | None = None
        """That of HTTP, once the answer has begun; of a socket that was opened, 101."""
        self.given_up: asyncio.Task[None] | None = None
        """Answers that the database is away, instead of the application."""

    def give_up(self, working: "asyncio.Task[Any] | None") -> None:
        """Answer instead of the application, unless it has begun to: in all likelihood the database hangs.

        The application is cancelled but not waited for, since it may hang in what it waits for.
        """
        if self.begun or working is None:
            return
        if is_due("no answer in time"):
            log.error("a request was not answered in time", path=pattern_of(self._scope))
        self.given_up = asyncio.create_task(self.refuse(StorageAway().message, StorageAway.status))
        working.cancel()

    async def send(self, message: Message) -> None:
        """Pass a message on, unless the client has its answer. The one that begins it gets the headers."""
        if self.given_up is not None and asyncio.current_task() is not self.given_up:
            return
        self.begun = True
        if self.status is None:
            self.status = message.get("status", 101 if message["type"] == "websocket.accept" else 403)  # type: ignore[assignment]
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = self._headers | self._of_this_moment()
            own = [(name.encode(), value.encode()) for name, value in headers.items()]
            with_own: Any = {**message, "headers": [*message.get("headers", ()), *own]}
            await self._send(with_own)
        else:
            await self._send(message)

    def _of_this_moment(self) -> Headers:
        """That no cache may keep an answer, and when it was given: clients' clocks may be minutes off."""
        if not self._scope["path"].startswith(API) or pattern_of(self._scope) in PUBLIC:
            return {}
        return {"cache-control": "no-store", SERVER_TIME: iso(now())}

    def _is_for_a_page(self) -> bool:
        """Whether a person waits for a page, and not a program for an answer."""
        accept = b"".join(value for name, value in self._scope["headers"] if name == b"accept")
        return b"text/html" in accept

    async def refuse(self, problem: ErrorMessage, status: int) -> None:
        """Answer instead of the application, also when a socket is not open yet."""
        prefix = "websocket.http.response" if self._scope["type"] == ScopeType.WEBSOCKET else "http.response"
        body, kind = msgspec.json.encode(problem), b"application/json"
        made = PAGES.get(problem.code)
        if made is not None and self._is_for_a_page():
            body, kind = made(problem.values, self._name), b"text/html; charset=utf-8"
        headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
        if problem.code == TooMany.code:
            headers.append((b"retry-after", problem.values["seconds"].encode()))
        start: Any = {"type": f"{prefix}.start", "status": int(status), "headers": headers}
        end: Any = {"type": f"{prefix}.body", "body": body, "more_body": False}
        await self.send(start)
        await self.send(end)
