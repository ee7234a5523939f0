"""Who is let in: the edge asks here about every request and every socket."""

from contextlib import suppress

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.types import Scope

from sevenfold.server.errors import SessionUnknown, StorageProblem
from sevenfold.server.http.edge import ASSETS, whence
from sevenfold.server.http.sessions import find_person
from sevenfold.server.storage.store import Store

ALWAYS = frozenset(("/healthz", "/readyz"))
"""What a service manager or a proxy asks, from whichever address."""


async def let_in(state: State, scope: Scope) -> None:
    """Refuse whom the host lets in no more. Raises Blocked."""
    store: Store | None = state.get("store")
    path = scope["path"]
    if store is None or path in ALWAYS or path.startswith(ASSETS):  # an open page says why by a part of it
        return
    announced, address = store.care.announced, whence(scope)
    announced.let_in(address, None)
    if announced.asks_who:
        with suppress(SessionUnknown, StorageProblem):  # nobody, or the database is away, as they are told
            announced.let_in(address, (await find_person(ASGIConnection(scope), store)).id)
