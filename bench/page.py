"""How heavy the page is, how soon it is there and how smoothly it draws: each figure beside its limit.

A real server on this machine, a Chromium with an empty cache each time. The address opened is a table's, so
that everything the table needs is loaded.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import typer
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.box import MARKDOWN
from rich.progress import track
from rich.table import Table

from bench.measure import console as wide_console
from bench.measure import machine
from sevenfold.games import ROOMS
from tests.browser.chromium import find_chromium

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
LANGUAGES = ("en", "zh-CN", "ja")
THEMES = ("dark", "light")
CARD = "[data-hand] button"
SLOWED = 4
"""How many times slower the processor is made to be while the frames of a deal are counted."""
DEALT_MS = 3000
"""For how long they are counted, from the first card on."""
AXE = Path("web/node_modules/axe-core/axe.min.js")

WATCH = """selector => {
  window.seen = { card: null, shift: 0, frames: [] }
  const add = (list) => list.getEntries().forEach(({ value }) => (seen.shift += value))
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const time = performance.now() // a frame that was long in coming has the time at which it was due
    if (seen.card === null && document.querySelector(selector)) seen.card = time
    if (seen.card !== null) seen.frames.push(time)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}"""
"""Notes when the first card was drawn, in ms since the page was asked for, what shifted, and every frame."""

LOADED = """() => {
  const { card, shift } = seen
  const files = performance.getEntriesByType('resource')
  const page = performance.getEntriesByType('navigation')[0]
  const weigh = (some) => some.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  const script = weigh(files.filter(({ name }) => name.endsWith('.js')))
  const before = files.filter(({ responseEnd }) => responseEnd <= card)
  return { card, shift, script, all: weigh([page, ...before]) }
}"""
"""All script that the table loads by itself, and all that came before the first card, in bytes as sent."""

VIOLATIONS = "async () => (await axe.run({ resultTypes: ['violations'] })).violations.map(({ id }) => id)"

console = wide_console()


@dataclass(frozen=True)
class Limit:
    """A figure that the page keeps to, and how it is written."""

    title: str
    most: float
    form: str = "{:,.0f}"
    least: bool = False

    @property
    def heading(self) -> str:
        return f"{self.title} ({'≥' if self.least else '≤'} {self.form.format(self.most)})"

    def show(self, value: float) -> str:
        over = value < self.most if self.least else value > self.most
        text = self.form.format(value)
        return f"[bold red]{text} ✗[/]" if over else text


CARD_MS = Limit("first card, ms", 1500)
SCRIPT = Limit("script, bytes", 75_000)
ALL = Limit("all to the first card, bytes", 220_000)
SHIFT = Limit("layout shift", 0.02, "{:.3f}")
AMISS = Limit("axe violations", 0)
FRAMES = Limit("frames a second while dealing", 60, "{:.0f}", least=True)


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server of its own process, with a new database."""
    command = [
        str(Path(sys.executable).with_name("sevenfold")),
        "play",
        "--no-browser",
        "--port",
        "0",
        "--data",
    ]
    with (
        tempfile.TemporaryDirectory() as data,
        subprocess.Popen([*command, data], stdout=subprocess.PIPE, text=True) as process,
    ):
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split("open at ")[1].split("/ ")[0]
        finally:
            process.terminate()


def guest(browser: Browser, language: str = "en", **preferences: str) -> BrowserContext:
    """Somebody with an empty cache, whose pages are watched."""
    # what a service worker hands on is counted unpacked
    context = browser.new_context(locale=language, service_workers="block")
    kept = json.dumps(json.dumps(preferences))
    context.add_init_script(f"localStorage['sevenfold.preferences'] = {kept}")
    offered = json.dumps(json.dumps({"offered": list(ROOMS)}))
    # nobody is asked whether they would rather learn first
    context.add_init_script(f"localStorage['sevenfold.lessons'] = {offered}")
    context.add_init_script(f"({WATCH})({json.dumps(CARD)})")
    return context


def sit_down(page: Page, address: str, game: str) -> None:
    """Take a seat at a new table of a game; the page is the table's."""
    page.request.post(f"{address}/api/session")
    table = page.request.post(f"{address}/api/tables", data={"game": game, "pace": 0}).json()
    page.goto(f"{address}/tables/{table['id']}")
    page.locator(CARD).first.wait_for()


def load(browser: Browser, address: str, game: str, language: str, repeats: int) -> list[dict[str, Any]]:
    """What `LOADED` says of a table that is opened so many times, each time with an empty cache."""
    context = guest(browser, language, pace="none", motion="none")
    first = context.new_page()
    sit_down(first, address, game)
    loads = []
    for _ in track(range(repeats), f"Loading {game} ({language})", console=console, transient=True):
        fresh = guest(browser, language, pace="none", motion="none")
        fresh.add_cookies(context.cookies())  # type: ignore[arg-type]
        page = fresh.new_page()
        page.goto(first.url)
        page.locator(CARD).first.wait_for()
        page.wait_for_load_state("networkidle")
        loads.append(page.evaluate(LOADED))
        fresh.close()
    context.close()
    return loads


def count_violations(browser: Browser, address: str, game: str, language: str) -> int:
    """What axe finds at a new table, in both themes."""
    found = 0
    for theme in THEMES:
        context = guest(browser, language, pace="none", motion="none", theme=theme)
        page = context.new_page()
        sit_down(page, address, game)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        violations = page.evaluate(VIOLATIONS)
        if violations:
            console.print(f"axe, {game}, {language}, {theme}: {', '.join(violations)}")
        found += len(violations)
        context.close()
    return found


def frames_of_a_deal(browser: Browser, address: str, game: str, trace: Path | None) -> list[float]:
    """How long each frame took, in ms, while a new table was dealt on a slowed processor."""
    context = guest(browser, pace="human", motion="full")
    page = context.new_page()
    page.goto(address)
    page.locator(f"section:has(> .felt a[href='/rules/{game}']) .button.primary").wait_for()
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    if trace:
        browser.start_tracing(page=page, path=trace / f"{game}.json")
    page.locator(f"section:has(> .felt a[href='/rules/{game}']) .button.primary").click()
    page.locator(CARD).first.wait_for()
    page.wait_for_timeout(DEALT_MS)
    frames: list[float] = page.evaluate("seen.frames")
    if trace:
        browser.stop_tracing()
    context.close()
    counted = [time for time in frames if time <= frames[0] + DEALT_MS]
    return [after - before for before, after in pairwise(counted)]


def report_loads(browser: Browser, address: str, repeats: int) -> Table:
    """The first card and what is loaded for it, by game and language."""
    limits = (CARD_MS, SCRIPT, ALL, SHIFT, AMISS)
    report = Table(
        "game", "language", *(limit.heading for limit in limits), title="Opening a table", box=MARKDOWN
    )
    for game, language in product(ROOMS, LANGUAGES):
        loads = load(browser, address, game, language, repeats)
        figures = (
            median(each["card"] for each in loads),
            *(max(each[name] for each in loads) for name in ("script", "all", "shift")),
            count_violations(browser, address, game, language),
        )
        shown = (limit.show(figure) for limit, figure in zip(limits, figures, strict=True))
        report.add_row(game, language, *shown)
    return report


def report_frames(browser: Browser, address: str, trace: Path | None) -> Table:
    """How smoothly each game is dealt."""
    title = f"Dealing, the processor {SLOWED} times slower"
    report = Table("game", FRAMES.heading, "longest frame, ms", title=title, box=MARKDOWN)
    for game in ROOMS:
        frames = frames_of_a_deal(browser, address, game, trace)
        # a display of 60 Hz gives 60.0 or 59.9 by its clock
        rate = round(1000 * len(frames) / sum(frames))
        report.add_row(game, FRAMES.show(rate), f"{max(frames):.0f}")
    return report


def main(
    repeats: Annotated[int, typer.Option(min=1, help="How often each page is loaded.")] = 5,
    chromium: Annotated[
        str | None, typer.Option(help="A Chromium; else SEVENFOLD_CHROMIUM or one that is installed.")
    ] = None,
    trace: Annotated[Path | None, typer.Option(help="A folder for Chromium's traces of the deals.")] = None,
) -> None:
    """Measure the page of a table of each game against its limits."""
    path = chromium or find_chromium()
    if path is None:
        raise typer.BadParameter("there is no Chromium here; install one or name one with --chromium")
    if trace:
        trace.mkdir(parents=True, exist_ok=True)
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        reports = report_loads(browser, address, repeats), report_frames(browser, address, trace)
        browser.close()
    console.print(machine())
    for report in reports:
        console.print(report)


if __name__ == "__main__":
    typer.run(main)
