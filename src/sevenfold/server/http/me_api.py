"""The endpoints under /api for oneself: one's page, and all that is kept of one."""

from typing import cast

from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.response import Stream

from sevenfold.server.duplicate.beside_medium import own_games
from sevenfold.server.errors import CrossSite
from sevenfold.server.http.client import PACKED_BY_ITSELF
from sevenfold.server.http.edge import check_sender
from sevenfold.server.http.routes import ThePerson, TheStore, get
from sevenfold.server.http.sessions import AnyConnection
from sevenfold.server.limits import Limited
from sevenfold.server.protocol.sessions import Browser, BrowserName, Me, SystemName
from sevenfold.server.rounds.rounds import FinishedRounds
from sevenfold.server.rounds.taken_along import taken_along
from sevenfold.server.times import iso

TheRounds = NamedDependency[FinishedRounds]


@get("/me", limit=Limited.LISTS)
async def read_me(person: ThePerson, store: TheStore) -> Me:
    """Read what one has played, and one's browsers."""
    found = await store.persons.sessions(person.id)
    browsers = tuple(
        Browser(
            id=each.id,
            browser=cast(BrowserName | None, each.browser),
            system=cast(SystemName | None, each.system),
            since=iso(each.created) if each.created is not None else None,
            used=iso(each.used),
            this=each.id == person.session,
        )
        for each in found
    )
    return Me(
        name=person.name,
        games=await own_games(store, person.id),
        browsers=browsers,
        has_key=await store.attaching.has_key(person.id),
        tables=await store.attaching.sits(person.id),
    )


def from_own_page(connection: AnyConnection, _handler: BaseRouteHandler) -> None:
    """Refuse another site's page, as with a change: it would use up what one may ask for.

    Raises CrossSite.
    """
    check_sender("POST", dict(connection.headers))


@get(
    "/me/export",
    limit=Limited.EXPORTS,
    opt={PACKED_BY_ITSELF: True},
    guards=[from_own_page],
    errors=(CrossSite,),
)
async def take_along(person: ThePerson, store: TheStore, rounds: TheRounds) -> Stream:
    """Read all that is kept of one as a ZIP, with the rounds that may be looked at as records."""
    return Stream(
        taken_along(store, rounds, person),
        media_type="application/zip",
        headers={"content-disposition": 'attachment; filename="sevenfold.zip"'},
    )


HANDLERS = (read_me, take_along)
