"""Guests' sessions: a random token in a cookie, of which the database keeps the SHA-256 alone."""

import hashlib
import secrets
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from sevenfold.server.errors import SessionUnknown
from sevenfold.server.limits import address_key
from sevenfold.server.rows import Guest, now
from sevenfold.server.store import Store

COOKIE = "sevenfold_session"
LIFETIME = 180 * 24 * 3600
"""How long a session lasts after it was last renewed, in seconds."""


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


AnyConnection = ASGIConnection[Any, Any, Any, Any]


def address_of(connection: AnyConnection) -> str:
    """The address that a connection is counted for."""
    return address_key(connection.client.host) if connection.client else ""


async def find_guest(connection: AnyConnection, store: Store) -> Guest:
    """The guest whose cookie it is. Raises SessionUnknown."""
    token = connection.cookies.get(COOKIE)
    found = await store.guest(_hash(token)) if token is not None else None
    if found is None:
        raise SessionUnknown
    return found


async def renew(connection: AnyConnection, store: Store) -> tuple[Cookie, int, str | None]:
    """The cookie of a session made to last again, a new one where there is none; its end, and the name."""
    expires = now() + LIFETIME * 1000
    token = connection.cookies.get(COOKIE, "")
    found = await store.guest(_hash(token))
    if found is None:
        token = secrets.token_urlsafe(32)
        await store.add_guest(_hash(token), expires)
    else:
        await store.renew_guest(found.id, expires)
    return _cookie(token, secure=connection.url.scheme == "https"), expires, found.name if found else None


def _cookie(token: str, *, secure: bool) -> Cookie:
    return Cookie(
        key=COOKIE, value=token, max_age=LIFETIME, path="/", httponly=True, samesite="lax", secure=secure
    )
