"""What the tests in a browser share: a Chromium of this machine, a real server, pages."""

import json
import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Protocol, TypeVar
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Error, Page, ViewportSize, expect, sync_playwright

from sevenfold.testing.chromium import find_chromium
from sevenfold.testing.served import PlayServer, Served
from sevenfold.testing.stacked import When, always, deal_the_same, play_by_rules
from sevenfold.testing.table import LONG, SIDEWAYS, TablePage, found_at_rest

MISSING = (
    "no Chromium here, so the pages were not tested: install one "
    "(Debian: apt-get install chromium-headless-shell) or name one in SEVENFOLD_CHROMIUM"
)
QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,RenderDocument",
    "--disable-gpu",
    "--disable-gpu-compositing",
    "--disable-quic",
    "--disable-sync",
    "--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2",
    "--font-render-hinting=none",
    "--js-flags=--no-maglev",
    "--no-first-run",
    "--no-sandbox",
]
"""Chromium is to talk to the server under test alone, and each kind draws the same; root has no sandbox.

Pages that live for seconds gain nothing from a process for the network (NetworkServiceInProcess2), a compiler
for what runs often (Maglev) and a new frame at each navigation (RenderDocument). The two lists of features
replace those of Playwright, and repeat what matters of them.
"""

PHONE = ViewportSize(width=360, height=640)
DESKTOP = ViewportSize(width=1440, height=900)

AXE = Path("web/node_modules/axe-core/axe.min.js")
RUN_AXE = """async () => (await axe.run({ resultTypes: ['violations'] })).violations.map(
  ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
)"""
"""What axe finds, of any weight, where its source was run before."""

OpenPage = Callable[..., Page]
AnyTable = TypeVar("AnyTable", bound=TablePage)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium. Without one the tests that ask for it are skipped, or fail where CI is set."""
    path = find_chromium()
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
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayServer]:
    server = PlayServer(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


class Persons:
    """Browsers of their own, each with its cookies, storage and a tab, which are used again and begin anew.

    What they have loaded of the page stays in their caches, as with somebody who was here before. A tab that
    is opened anew would cost as much as the page itself.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[tuple[str, bool], list[Page]] = defaultdict(list)
        self._taken: list[tuple[tuple[str, bool], Page]] = []

    def take(self, language: str, *, touch: bool) -> Page:
        """One that nobody has just now."""
        kind = language, touch
        free = self._free[kind]
        page = free.pop() if free else self._open(language, touch=touch)
        self._taken.append((kind, page))
        return page

    def _open(self, language: str, *, touch: bool) -> Page:
        context = self._browser.new_context(locale=language, has_touch=touch)
        context.set_default_timeout(LONG)
        return context.new_page()

    def give_back(self) -> None:
        """Nobody has one any more."""
        for kind, page in self._taken:
            context = page.context
            context.clear_cookies()
            for another in context.pages:
                if another is not page:
                    another.close()
            if leave(page):
                self._free[kind].append(page)
            else:
                context.close()
        self._taken.clear()


def leave(page: Page) -> bool:
    """Go from a page of Sevenfold to a drawing beside it; False where there is no server any more.

    A blank page would be another site's, for which Chromium starts another process. The mouse
    moves to the corner, so that the next page draws no button as hovered.
    """
    try:
        page.goto(urljoin(page.url, "/favicon.svg"))
    except Error:
        return False
    page.mouse.move(0, 0)
    return True


@pytest.fixture(scope="session")
def persons(browser: Browser) -> Persons:
    return Persons(browser)


BEGIN_ANEW = """(test, kept) => {
  if (!location.protocol.startsWith('http') || sessionStorage.test === test) return
  sessionStorage.clear()
  localStorage.clear()
  for (const [name, values] of Object.entries(kept)) {
    localStorage[`sevenfold.${name}`] = JSON.stringify(values)
  }
  sessionStorage.test = test
}"""
"""In a new test a tab knows nothing but this; what it keeps then outlives its pages."""

UNPAINTED = """if (location.protocol.startsWith('http')) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(':root:not([data-painted]) { opacity: 0 }')
  document.adoptedStyleSheets = [sheet]
}"""
"""A page is laid out, seen by Playwright and played at, but not painted: that took a quarter of the time."""

UNINSTALLED = "delete Navigator.prototype.serviceWorker"
"""Without a service worker, as in some private windows: with one, each page takes a tenth more."""

PAINT = """async () => {
  document.documentElement.dataset.painted = ''
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
}"""
"""From now on this page is painted, for who looks at its colours."""

PAINT_NO_MORE = "delete document.documentElement.dataset.painted"
"""The page goes on unpainted."""

TESTS = count()
"""Numbers of the tests that open pages."""


@pytest.fixture
def open_page(persons: Persons) -> Iterator[OpenPage]:
    """Open a page in a browser of its own: `open_page(address, size, language, **preferences)`.

    Without an address it is not at Sevenfold yet. A script is run before those of each of its pages.

    Bots take no time, nothing moves and nothing is heard, unless the preferences say so. Only a newcomer
    is coached. Nothing is painted before `PAINT` is run in the page. A page has a service
    worker only if it is to be `installed`. An uncaught error on a page fails the test.
    """
    errors: list[str] = []
    ending = ExitStack()
    test = str(next(TESTS))

    def note(error: Error) -> None:
        errors.append(str(error))

    def open_page(
        address: str | None,
        size: ViewportSize = DESKTOP,
        language: str = "en",
        *,
        newcomer: bool = False,
        installed: bool = False,
        script: str = "",
        **preferences: object,
    ) -> Page:
        quiet = {"pace": "none", "motion": "none", "sound": False, "coach": newcomer}
        kept = {"preferences": {**quiet, **preferences}}
        page = persons.take(language, touch=size == PHONE)
        page.set_viewport_size(size)
        begin_anew = f"({BEGIN_ANEW})({json.dumps(test)}, {json.dumps(kept)})"
        first = (begin_anew, UNPAINTED, "" if installed else UNINSTALLED, script)
        ending.enter_context(page.add_init_script("\n".join(first)))
        page.on("pageerror", note)
        ending.callback(page.remove_listener, "pageerror", note)
        if address:
            page.goto(address)
        return page

    with ending:
        yield open_page
    persons.give_back()
    assert errors == []


def make_table(page: Page, server: Served, game: str, **wanted: object) -> str:
    """Make a table for the person whose page it is, past the start page; where it is.

    A page that is just being opened asks for a session, too: then the table may be that of another person.
    """
    page.request.post(f"{server.address}/api/session")
    answer = page.request.post(f"{server.address}/api/tables", data={"game": game, "pace": 0, **wanted})
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


class OpenTable(Protocol):
    """Take a seat at a table of this kind, dealt alike each time, or with so many moves left of a round."""

    def __call__(
        self,
        kind: type[AnyTable],
        size: ViewportSize,
        language: str = "en",
        *,
        moves_left: int | None = None,
        when: When = always,
        **preferences: object,
    ) -> AnyTable: ...


@pytest.fixture
def open_table(open_page: OpenPage, server: PlayServer) -> OpenTable:
    def open_table(
        kind: type[AnyTable],
        size: ViewportSize,
        language: str = "en",
        *,
        moves_left: int | None = None,
        when: When = always,
        **preferences: object,
    ) -> AnyTable:
        page = open_page(None, size, language, **preferences)
        made = make_table(page, server, kind.game)
        if moves_left is None:
            deal_the_same(server, made)
        else:
            play_by_rules(server, made, moves_left, when=when)
        page.goto(f"{server.address}/tables/{made}")
        table = kind(page)
        table.wait_until_ready()
        return table

    return open_table


def start_of(game: str) -> str:
    """Where the start page has a game, as a selector."""
    return f".games > section[data-game='{game}']"


@pytest.fixture
def no_sideways_scroll() -> Callable[[Page], None]:
    def check(page: Page) -> None:
        assert found_at_rest(page, SIDEWAYS) == []

    return check


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which the client's tools bring."""
    return AXE.read_text(encoding="utf-8")


expect.set_options(timeout=LONG)
