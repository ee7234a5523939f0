"""How a route of the API is written: its limit and its problems stand beside its address."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import litestar
from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec

from sevenfold.server.errors import ApiError, Malformed, SessionUnknown, TooLarge, TooMany
from sevenfold.server.http.sessions import address_of, find_guest
from sevenfold.server.limits import Limited, Visitor
from sevenfold.server.protocol.from_server import ErrorMessage
from sevenfold.server.storage.rows import GuestRow
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.registry import Tables

AnyRequest = Request[Any, Any, Any]
TheStore = NamedDependency[Store]
TheGuest = NamedDependency[GuestRow]
TheTables = NamedDependency[Tables]

LIMIT = "limit"
"""The option of a route that says by which limit it is counted."""

Errors = Iterable[type[ApiError]]
_Decorator = Callable[[Callable[..., Any]], HTTPRouteHandler]


async def the_guest(request: AnyRequest, state: State) -> GuestRow:
    """The guest who asks, once the limit of the route has counted them. Raises SessionUnknown, TooMany."""
    guest = await find_guest(request, state.store)
    limit = request.route_handler.opt.get(LIMIT)
    if limit is not None:
        state.limiter.take(limit, visitor_of(request, guest))
    return guest


def visitor_of(request: AnyRequest, guest: GuestRow) -> Visitor:
    """For whom a request of a guest is counted."""
    return Visitor(address_of(request), guest.id)


def _route(
    kind: type[HTTPRouteHandler],
    path: str,
    *,
    limit: Limited | None = None,
    errors: Errors = (),
    responses: Mapping[int, ResponseSpec] | None = None,
    **options: Any,
) -> _Decorator:
    """A route of the API, for a function with Litestar's types.

    `limit` counts whoever asks before anything is done, so the function must ask for the guest. `errors` are
    its problems besides those that follow from what it asks for: a body may be too large, a parameter
    malformed, a guest unknown, and what is limited one time too many.
    """

    def made(function: Callable[..., Any]) -> HTTPRouteHandler:
        asked = inspect.signature(function).parameters
        assert limit is None or "guest" in asked, f"{path}: who is limited must be asked for"
        usual: dict[type[ApiError], bool] = {
            Malformed: "{" in path or "data" in asked,
            SessionUnknown: "guest" in asked,
            TooLarge: "data" in asked,
            TooMany: limit is not None,
        }
        problems = dict.fromkeys([*(each for each, may in usual.items() if may), *errors])
        all_ = {**(responses or {}), **_by_status(problems)}
        opt = {**options.pop("opt", {}), LIMIT: limit}
        return kind(path, responses=all_, opt=opt, **options)(function)

    return made


get = partial(_route, litestar.get)
post = partial(_route, litestar.post)
put = partial(_route, litestar.put)
delete = partial(_route, litestar.delete)


def _by_status(problems: Errors) -> dict[int, ResponseSpec]:
    """The problems with which a request may be answered, by status, for the OpenAPI schema."""
    codes: dict[int, list[str]] = {}
    for problem in problems:
        codes.setdefault(problem.status, []).append(problem.code)
    return {
        status: ResponseSpec(ErrorMessage, generate_examples=False, description=", ".join(told))
        for status, told in codes.items()
    }
