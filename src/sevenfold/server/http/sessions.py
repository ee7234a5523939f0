"""Guests' sessions: a random token in a cookie. The database has only its SHA-256."""

import hashlib
import secrets
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from sevenfold.server.errors import SessionUnknown
from sevenfold.server.limits import address_key
from sevenfold.server.storage.rows import Guest, now
from sevenfold.server.storage.store import Store

COOKIE = "sevenfold_session"
LIFETIME = 180 * 24 * 3600
"""How long a session lasts after it was last renewed, in seconds."""

RENEWED_EVERY = 24 * 3600
"""How long a session is used before it is renewed, in seconds."""


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


AnyConnection = ASGIConnection[Any, Any, Any, Any]


def address_of(connection: AnyConnection) -> str:
    """The address that a connection is counted for."""
    return address_key(connection.client.host) if connection.client else ""


async def find_guest(connection: AnyConnection, store: Store) -> Guest:
    """The guest whose cookie it is. Raises SessionUnknown."""
    token = connection.cookies.get(COOKIE)
    found = await store.guests.find(_hash(token)) if token is not None else None
    if found is None:
        raise SessionUnknown
    return found


async def renew(connection: AnyConnection, store: Store) -> tuple[Guest, list[Cookie]]:
    """The guest whose cookie it is, or a new guest; and the cookies to set, if any.

    A session that has not been renewed for a day gets a new token. So a session lasts as long as it is used,
    and a stolen token does not.
    """
    expires = now() + LIFETIME * 1000
    token = secrets.token_urlsafe(32)
    try:
        guest = await find_guest(connection, store)
    except SessionUnknown:
        guest = Guest(await store.guests.add(_hash(token), expires), expires)
        return guest, [_cookie(connection, token)]
    if guest.expires > expires - RENEWED_EVERY * 1000:
        return guest, []
    if not await store.guests.offer_token(guest, _hash(token), expires):
        return guest, []
    return msgspec.structs.replace(guest, expires=expires), [_cookie(connection, token)]


def _cookie(connection: AnyConnection, token: str) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=LIFETIME,
        path="/",
        httponly=True,
        samesite="lax",
        secure=connection.url.scheme == "https",
    )
