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

from sevenfold.server.errors import (
    ApiError,
    KeyNeeded,
    Malformed,
    SessionUnknown,
    TooLarge,
    TooMany,
)
from sevenfold.server.http.opens import KEYED, OPENS, Opens
from sevenfold.server.http.sessions import address_of, find_person
from sevenfold.server.limits import Limited, Visitor
from sevenfold.server.protocol.from_server import ErrorMessage
from sevenfold.server.storage.rows import PersonRow
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.registry import Tables

AnyRequest = Request[Any, Any, Any]
TheStore = NamedDependency[Store]
ThePerson = NamedDependency[PersonRow]
TheTables = NamedDependency[Tables]

LIMIT = "limit"
"""The option of a route that says by which limit it is counted."""

Errors = Iterable[type[ApiError]]
_Decorator = Callable[[Callable[..., Any]], HTTPRouteHandler]


async def the_person(request: AnyRequest, state: State) -> PersonRow:
    """The person who asks, once the limit of the route has counted them. Raises SessionUnknown, TooMany."""
    person = await find_person(request, state.store)
    limit = request.route_handler.opt.get(LIMIT)
    if limit is not None:
        state.limiter.take(limit, visitor_of(request, person))
    return person


def visitor_of(request: AnyRequest, person: PersonRow) -> Visitor:
    """For whom a request of a person is counted."""
    return Visitor(address_of(request), person.id)


def _route(
    kind: type[HTTPRouteHandler],
    path: str,
    *,
    limit: Limited | None = None,
    opens: Opens | None = None,
    keyed: str | None = None,
    errors: Errors = (),
    responses: Mapping[int, ResponseSpec] | None = None,
    **options: Any,
) -> _Decorator:
    """A route of the API, for a function with Litestar's types.

    `limit` counts whoever asks before anything is done, so the function must ask for the person. `errors` are
    its problems besides those that follow from what it asks for: a body may be too large, a parameter
    malformed, a person unknown, and what is limited one time too many. The door (`door.py`) asks to
    whom it `opens` besides whoever is in, and which act it is that may be left to people with a key.
    """

    def made(function: Callable[..., Any]) -> HTTPRouteHandler:
        asked = inspect.signature(function).parameters
        assert limit is None or "person" in asked, f"{path}: who is limited must be asked for"
        usual: dict[type[ApiError], bool] = {
            Malformed: "{" in path or "data" in asked,
            SessionUnknown: "person" in asked,
            TooLarge: "data" in asked,
            TooMany: limit is not None,
            KeyNeeded: keyed is not None,
        }
        problems = dict.fromkeys([*(each for each, may in usual.items() if may), *errors])
        all_ = {**(responses or {}), **_by_status(problems)}
        opt = {**options.pop("opt", {}), LIMIT: limit, OPENS: opens, KEYED: keyed}
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
