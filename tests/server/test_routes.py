"""What holds of every address that the server answers, found by walking through the application's routes."""

from pathlib import Path

import pytest

from sevenfold.server.app import create_app
from sevenfold.server.metrics import Metrics
from sevenfold.server.settings import Settings
from tests.server.running import Guest


def routes(method: str) -> list[str]:
    """The addresses that take a method, with their parameters in braces."""
    app = create_app(Settings(data=Path("unused")), Metrics())._app
    return sorted(route.path for route in app.routes if method in getattr(route, "methods", ()))  # type: ignore[attr-defined]


def filled_in(path: str, table: str, key: str) -> str:
    """An address with values for its parameters."""
    values = {"game": "lockup", "table": table, "key": key, "path": "favicon.svg"}
    for name, value in values.items():
        for kind in ("str", "path"):
            path = path.replace(f"{{{name}:{kind}}}", value)
    assert "{" not in path, path
    return path


OWN = {"date", "x-request-id"}
"""Headers that differ from answer to answer."""


@pytest.mark.parametrize("path", routes("GET"))
def test_head_is_answered_as_get_is_without_the_body(guest: Guest, path: str) -> None:
    table = guest.create(friends=True)
    url = guest.url + filled_in(path, table["id"], table["link"].rpartition("/")[2])
    get, head = guest.http.get(url), guest.http.head(url)

    assert head.status_code == get.status_code
    assert head.content == b""
    assert {name: value for name, value in head.headers.items() if name not in OWN} == {
        name: value for name, value in get.headers.items() if name not in OWN
    }


@pytest.mark.parametrize("path", sorted(set(routes("POST")) - set(routes("GET"))))
def test_head_of_what_cannot_be_got_is_refused_as_get_is(guest: Guest, path: str) -> None:
    url = guest.url + path.replace("{number:int}", "1").replace("{seat:int}", "0")
    assert guest.http.head(url).status_code == guest.http.get(url).status_code == 405
