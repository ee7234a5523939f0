"""What the tests in a browser share: a Chromium of this machine, a real server, pages."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, TypeVar

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from sevenfold.games import ROOMS
from tests.browser.server import Server
from tests.browser.table import Table

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "no Chromium here, so the pages were not tested: install one (Debian: apt-get install chromium) "
    "or name one in SEVENFOLD_CHROMIUM"
)
QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
]
"""Chromium is to talk to the server under test alone; root has no sandbox."""

PHONE = ViewportSize(width=360, height=640)
DESKTOP = ViewportSize(width=1440, height=900)

AXE = Path("web/node_modules/axe-core/axe.min.js")
RUN_AXE = """async () => (await axe.run({ resultTypes: ['violations'] })).violations.map(
  ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
)"""
"""What axe finds, of any weight, where its source was run before."""

every_look = pytest.mark.parametrize(
    ("size", "theme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone-light", "desktop-dark"]
)
"""Each size and each theme once: what axe finds of colours does not depend on the size."""

OpenPage = Callable[..., Page]
AnyTable = TypeVar("AnyTable", bound=Table)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium. Without one the tests that ask for it are skipped, or fail where CI is set."""
    path = os.environ.get("SEVENFOLD_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        (pytest.fail if "CI" in os.environ else pytest.skip)(MISSING)
    return path


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say once what every skipped test would say."""
    skipped = [
        report for report in terminalreporter.stats.get("skipped", ()) if MISSING in str(report.longrepr)
    ]
    if skipped:
        terminalreporter.write_line(f"{len(skipped)} tests not run: {MISSING}", yellow=True)


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[OpenPage]:
    """Open a page in a browser of its own: `open_page(address, size, language, **preferences)`.

    Without an address it is blank.

    Bots take no time and nothing moves, unless the preferences say so. Only a newcomer is offered lessons,
    and coached. A page that says something on the console as an error fails the test.
    """
    contexts = []
    errors: list[str] = []

    def open_page(
        address: str | None,
        size: ViewportSize = DESKTOP,
        language: str = "en",
        *,
        newcomer: bool = False,
        **preferences: object,
    ) -> Page:
        context = browser.new_context(viewport=size, locale=language, has_touch=size == PHONE)
        contexts.append(context)
        kept = {"preferences": {"pace": "none", "motion": "none", "coach": newcomer, **preferences}}
        if not newcomer:
            kept["lessons"] = {"offered": list(ROOMS)}
        for name, values in kept.items():
            key = f"localStorage['sevenfold.{name}']"
            context.add_init_script(f"if (!{key}) {key} = '{json.dumps(values)}'")
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        if address:
            page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def make_table(page: Page, server: Server, game: str, **wanted: object) -> str:
    """Make a table for the guest whose page it is, past the start page; where it is."""
    page.request.post(f"{server.address}/api/session")
    answer = page.request.post(f"{server.address}/api/tables", data={"game": game, "pace": 0, **wanted})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


class OpenTable(Protocol):
    """Take a seat at a new table of this kind."""

    def __call__(
        self, kind: type[AnyTable], size: ViewportSize, language: str = "en", **preferences: object
    ) -> AnyTable: ...


@pytest.fixture
def open_table(open_page: OpenPage, server: Server) -> OpenTable:
    def open_table(kind: type[AnyTable], *arguments: object, **named: object) -> AnyTable:
        page = open_page(None, *arguments, **named)
        page.goto(f"{server.address}/tables/{make_table(page, server, kind.game)}")
        table = kind(page)
        table.wait_until_ready()
        return table

    return open_table


def start_of(game: str) -> str:
    """Where the start page has a game, as a selector."""
    return f"section:has(> .felt a[href='/rules/{game}'])"


@pytest.fixture
def no_sideways_scroll() -> Callable[[Page], None]:
    def check(page: Page) -> None:
        width = page.evaluate("document.scrollingElement.scrollWidth - innerWidth")
        assert width <= 0, f"the page is {width} px too wide"

    return check


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which the client's tools bring."""
    return AXE.read_text(encoding="utf-8")


expect.set_options(timeout=10_000)
