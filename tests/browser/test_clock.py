"""A device whose clock is wrong, a page that is left open, and a browser that gives no clipboard."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta

import httpx
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from sevenfold.testing.running import WAIT
from sevenfold.testing.served import PlayServer
from sevenfold.testing.table import LONG, SIDEWAYS, found_at_rest
from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.friends import catalog, open_a_table

OFF = timedelta(minutes=40)
"""How far the device's clock is ahead."""


@contextmanager
def device(browser: Browser, language: str) -> Iterator[Page]:
    """A page on a device of its own, whose clock is wrong."""
    context = browser.new_context(locale=language, timezone_id="Europe/London", viewport=DESKTOP)
    context.set_default_timeout(LONG)
    with context:
        page = context.new_page()
        page.clock.install(time=datetime.now(UTC) + OFF)
        yield page


def make_event(server: PlayServer, until: datetime) -> str:
    asked = {"name": "Blue", "game": "lockup", "kind": "own_time", "deals": 1, "until": until.isoformat()}
    with httpx.Client(base_url=f"{server.address}/api", timeout=WAIT, trust_env=False) as host:
        host.post("/session")
        host.put("/session", json={"name": "Iris"})
        return str(host.post("/events", json=asked).json()["id"])


def test_an_event_ends_by_the_clock_of_the_server(browser: Browser, server: PlayServer) -> None:
    event = make_event(server, datetime.now(UTC) + timedelta(hours=2, minutes=30))
    with device(browser, "en-GB") as page:
        page.goto(f"{server.address}/event/{event}/board")
        expect(page.get_by_text(re.compile(r"^2 hours and [12]\d minutes left\.$"))).to_be_visible()


def test_a_time_has_the_shape_of_the_region(browser: Browser, server: PlayServer) -> None:
    shapes = {"en-GB": r" 00:00", "en-US": r" 12:00\sAM"}
    midnight = re.compile(r"(T\d\d:\d\d:\d\d(\.\d+)?|T\d\d:\d\d)(Z|\+00:00)$")

    def at_midnight(route: Route) -> None:
        answer = route.fetch()
        day = answer.json()
        route.fulfill(response=answer, json=day | {"ends": midnight.sub("T00:00:00Z", day["ends"])})

    for language, shape in shapes.items():
        with device(browser, language) as page:
            page.route("**/api/today", at_midnight)
            page.goto(f"{server.address}/today")
            expect(page.locator(".when")).to_have_text(re.compile(shape))


def test_a_page_left_open_over_midnight_loads_anew(browser: Browser, server: PlayServer) -> None:
    asked = []

    def ends_soon(route: Route) -> None:
        answer = route.fetch()
        asked.append(route.request.url)
        ends = datetime.now(UTC) + timedelta(minutes=5 if len(asked) == 1 else 60 * 24)
        route.fulfill(response=answer, json=answer.json() | {"ends": ends.isoformat()})

    for path in ("/today",):
        asked.clear()
        with device(browser, "en") as page:
            page.route("**/api/today", ends_soon)
            page.goto(f"{server.address}{path}")
            expect(page.get_by_role("heading", name="Today", exact=True)).to_be_visible()
            page.clock.fast_forward("01:00")
            assert len(asked) == 1
            with page.expect_response("**/api/today", timeout=WAIT * 1000):
                page.clock.fast_forward("06:00")


NARROW = ViewportSize(width=320, height=480)

REFUSED = """
const refuse = () => Promise.reject(new DOMException('', 'NotAllowedError'))
Object.defineProperty(navigator, 'clipboard', { value: { writeText: refuse } })
Object.defineProperty(Navigator.prototype, 'share', { value: refuse })
document.execCommand = () => false
"""


def test_a_refused_clipboard_or_share_is_said_and_nothing_is_cut_off(
    open_page: OpenPage, server: PlayServer
) -> None:
    words = catalog("en")
    ways = (DESKTOP, "friends.copy"), (PHONE, "friends.copy"), (NARROW, "friends.share")
    for size, way in ways:
        page = open_page(None, size, script=REFUSED)
        link = open_a_table(page, server, "lockup", "Anna")
        page.get_by_role("button", name=words[way]).click()
        expect(page.get_by_role("alert").filter(has_text=words["copy.refused"])).to_be_visible()
        assert found_at_rest(page, SIDEWAYS) == []
        if way == "friends.copy":
            assert page.evaluate("getSelection().toString()") == link
        page.get_by_role("button", name=words["friends.share"]).click(trial=True)  # nothing lies above it
