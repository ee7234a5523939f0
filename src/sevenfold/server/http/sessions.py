"""Persons' sessions, one for each browser: a random token in a cookie. The database has only its SHA-256.

A browser sends a host's cookies to all of its ports. So a cookie is named after its server and the port that
the browser asked for, and a server leaves alone what it does not know. A copy of a server has its id, and
then only the port tells them apart. Over TLS the name begins with `__Host-`: then no other host of the domain
can set it.
"""

import hashlib
import re
import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from sevenfold.server.errors import SessionUnknown
from sevenfold.server.http.browser_label import label_of
from sevenfold.server.limits import address_key
from sevenfold.server.storage.rows import PersonRow, now
from sevenfold.server.storage.store import Store

OLD_COOKIE = "sevenfold_session"
"""What every cookie was called before servers had ids. It is taken, and never set or deleted."""

LIFETIME = 180 * 24 * 3600
"""How long a session lasts after it was last renewed, in seconds."""

MOST_TRIED = 8
"""How many cookies of a request are tried: each token that is not known costs a look into the database."""

RENEWED_EVERY = 24 * 3600
"""How long a session is used before it is renewed, in seconds."""


_PORT = re.compile(r":(\d{1,5})$")


def hash_of(token: str) -> bytes:
    """What is kept of a token or a key."""
    return hashlib.sha256(token.encode()).digest()


AnyConnection = ASGIConnection[Any, Any, Any, Any]


def address_of(connection: AnyConnection) -> str:
    """The address that a connection is counted for."""
    return address_key(connection.client.host) if connection.client else ""


def cookie_name(server: str, port: str, *, secure: bool) -> str:
    """What the cookie of a server is called; `port` is empty where the browser's address has none."""
    name = f"sevenfold_{server}_{port}" if port else f"sevenfold_{server}"
    return f"__Host-{name}" if secure else name


def _port(connection: AnyConnection) -> str:
    """The port that the browser asked for; empty for the usual one of HTTP or HTTPS."""
    port = _PORT.search(connection.headers.get("host", ""))
    return port[1] if port else ""


def _names(connection: AnyConnection, store: Store) -> list[str]:
    """The cookies sent that may hold the token of a person of this server, the best first.

    The server may have been at another port when it set them, or have had no id yet.
    """
    found: list[str] = []
    for secure in (True, False):
        own, usual = (cookie_name(store.server_id, port, secure=secure) for port in (_port(connection), ""))
        found += [own, usual, *(name for name in connection.cookies if name.startswith(f"{usual}_"))]
    return [name for name in dict.fromkeys([*found, OLD_COOKIE]) if name in connection.cookies][:MOST_TRIED]


async def find_person(connection: AnyConnection, store: Store) -> PersonRow:
    """The person whose cookie it is. Raises SessionUnknown."""
    return (await _find(connection, store))[0]


async def token_of(connection: AnyConnection, store: Store) -> str:
    """The token by which a person is known. Raises SessionUnknown."""
    return (await _find(connection, store))[1]


async def _find(connection: AnyConnection, store: Store) -> tuple[PersonRow, str, str]:
    """The same, with the token and the name of the cookie that holds it. Raises SessionUnknown."""
    for name in _names(connection, store):
        token = connection.cookies[name]
        found = await store.persons.find(hash_of(token))
        if found is not None:
            return found, token, name
    raise SessionUnknown


def is_secure(connection: AnyConnection) -> bool:
    """Whether the client has come over TLS, perhaps to a proxy that we trust."""
    return connection.url.scheme in ("https", "wss")


async def renew(
    connection: AnyConnection, store: Store, count: Callable[[], None]
) -> tuple[PersonRow, list[Cookie]]:
    """The person whose cookie it is, or a new person; and the cookies to set, if any.

    A session that has not been renewed for a day gets a new token. So a session lasts as long as it is used,
    and a stolen token does not. `count` counts a new person, and raises TooMany if it is one too many.
    """
    expires = now() + LIFETIME * 1000
    token, label = new_token(), label_of(connection.headers.get("user-agent", ""))
    try:
        person, known, name = await _find(connection, store)
    except SessionUnknown:
        count()
        person = PersonRow(await store.persons.add(hash_of(token), expires, label), expires)
        return person, [cookie_of(connection, store, token)]
    if person.expires > expires - RENEWED_EVERY * 1000:
        is_best = name == _own_name(connection, store)
        return person, [] if is_best else [cookie_of(connection, store, known)]
    if not await store.persons.offer_token(person, hash_of(token), expires, label):
        return person, []
    return msgspec.structs.replace(person, expires=expires), [cookie_of(connection, store, token)]


def _own_name(connection: AnyConnection, store: Store) -> str:
    return cookie_name(store.server_id, _port(connection), secure=is_secure(connection))


def new_token() -> str:
    """A token that nobody has yet."""
    return secrets.token_urlsafe(32)


def cookie_of(connection: AnyConnection, store: Store, token: str) -> Cookie:
    """The cookie that holds a token; an empty one ends it."""
    return Cookie(
        key=_own_name(connection, store),
        value=token,
        max_age=LIFETIME if token else 0,
        path="/",
        httponly=True,
        samesite="lax",
        secure=is_secure(connection),
    )


def ended(connection: AnyConnection, store: Store) -> list[Cookie]:
    """The cookies that end a person's own in this server. Those of other servers stay."""
    return [cookie_of(connection, store, "")]
