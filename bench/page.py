"""How heavy the page is, how soon it is there and how smoothly it draws: each figure beside its limit.

A real server on this machine, a Chromium with an empty cache each time. The address opened is a table's, so
that everything the table needs is loaded. The cards dealt are the same each time: two runs can be compared.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import typer
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, sync_playwright
from rich.box import MARKDOWN
from rich.progress import track
from rich.table import Table

from bench.measure import console as wide_console
from bench.measure import machine
from bench.page_trace import CATEGORIES, COLUMNS, Work, total, work_in
from sevenfold.games import OWN_GAMES
from sevenfold.testing.chromium import find_chromium
from sevenfold.testing.stacked import deal_the_same

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
"""By default, how many times the processor is slowed down while the frames of a deal are counted."""
DEALT_MS = 3000
"""For how long frames are counted, from the first card on, in ms."""
MOVES_MS = 500
"""Frames of the moves after a deal are counted if these are seen for longer than this, in ms."""
SCREENS = {"phone": ViewportSize(width=390, height=844), "desktop": ViewportSize(width=1280, height=720)}
LATE_MS = 16
"""A task that takes longer than this, in ms, holds up a frame on the slowed processor."""
LONGEST = 4
AXE = Path("web/node_modules/axe-core/axe.min.js")

WATCH = """selector => {
  window.seen = { card: null, shift: 0, frames: [] }
  const add = (list) => list.getEntries().forEach(({ value }) => (seen.shift += value))
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
  const animate = Element.prototype.animate
  const flights = new Set()
  Element.prototype.animate = function (...steps) {
    const flight = animate.apply(this, steps)
    flights.add(flight)
    return flight
  }
  const isFlying = (flight) => {
    if (flight.playState === 'finished') flights.delete(flight)
    // it is made before its card is in the hand
    return flight.playState === 'running' && flight.effect.target.closest('[data-hand]')
  }
  const look = () => {
    const time = performance.now() // a frame that was long in coming has the time at which it was due
    if (seen.card === null && document.querySelector(selector)) {
      seen.card = time
      performance.mark('first card')
    }
    if (seen.card !== null) seen.frames.push([time, [...flights].some(isFlying)])
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  addEventListener('click', () => performance.mark('opened'), { capture: true })
}"""
"""Notes when the first card was drawn, in ms since the page was asked for, what shifted, and every frame.

For each frame it notes the time, and whether a card of the hand was on its way.
"""

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
    """The limit of one of the page's figures, and how it is written."""

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
SCRIPT = Limit("script, bytes", 80_000)
ALL = Limit("all to the first card, bytes", 220_000)
SHIFT = Limit("layout shift", 0.02, "{:.3f}")
AMISS = Limit("axe violations", 0)
FRAMES = Limit("frames a second while dealing", 60, "{:.0f}", least=True)


@dataclass(frozen=True)
class Serving:
    """A server of its own process: where it is, and where it keeps its data."""

    address: str
    data: Path


@contextmanager
def serving() -> Iterator[Serving]:
    """A server with a new database."""
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
            yield Serving(process.stdout.readline().split("open at ")[1].split("/ ")[0], Path(data))
        finally:
            process.terminate()


def person(
    browser: Browser, language: str = "en", screen: str = "desktop", **preferences: str
) -> BrowserContext:
    """Somebody with an empty cache, whose pages are watched."""
    # the size of what a service worker hands on is counted unpacked
    context = browser.new_context(locale=language, viewport=SCREENS[screen], service_workers="block")
    kept = json.dumps(json.dumps(preferences))
    context.add_init_script(f"localStorage['sevenfold.preferences'] = {kept}")
    context.add_init_script(f"({WATCH})({json.dumps(CARD)})")
    return context


def sit_down(page: Page, server: Serving, game: str) -> None:
    """Take a seat at a new table of a game; the page is the table's."""
    page.request.post(f"{server.address}/api/session")
    made = page.request.post(f"{server.address}/api/tables", data={"game": game, "pace": 0})
    table = made.json()["id"]
    deal_the_same(server, table)
    page.goto(f"{server.address}/tables/{table}")
    page.locator(CARD).first.wait_for()


def load(browser: Browser, server: Serving, game: str, language: str, repeats: int) -> list[dict[str, Any]]:
    """What `LOADED` says of a table that is opened `repeats` times, each time with an empty cache."""
    context = person(browser, language, pace="none", motion="none")
    first = context.new_page()
    sit_down(first, server, game)
    loads = []
    for _ in track(range(repeats), f"Loading {game} ({language})", console=console, transient=True):
        fresh = person(browser, language, pace="none", motion="none")
        fresh.add_cookies(context.cookies())  # type: ignore[arg-type]
        page = fresh.new_page()
        page.goto(first.url)
        page.locator(CARD).first.wait_for()
        page.wait_for_load_state("networkidle")
        loads.append(page.evaluate(LOADED))
        fresh.close()
    context.close()
    return loads


def count_violations(browser: Browser, server: Serving, game: str, language: str) -> int:
    """What axe finds at a new table, in both themes."""
    found = 0
    for theme in THEMES:
        context = person(browser, language, pace="none", motion="none", theme=theme)
        page = context.new_page()
        sit_down(page, server, game)
        page.evaluate(AXE.read_text(encoding="utf-8"))
        violations = page.evaluate(VIOLATIONS)
        if violations:
            console.print(f"axe, {game}, {language}, {theme}: {', '.join(violations)}")
        found += len(violations)
        context.close()
    return found


@dataclass(frozen=True)
class Dealing:
    """The frames of a deal, and the work done for it.

    How long each frame took, in ms, is kept separately for the cards that were dealt and the moves after
    them.
    """

    frames: list[float]
    after: list[float]
    work: Work


def rate(frames: Sequence[float]) -> int:
    """Frames a second, from how long each took."""
    # a display of 60 Hz gives 60.0 or 59.9 by its clock
    return round(1000 * len(frames) / sum(frames))


def lengths(times: Sequence[float]) -> list[float]:
    return [after - before for before, after in pairwise(times)]


def watch_a_deal(
    browser: Browser, server: Serving, game: str, screen: str, slowed: float, trace: Path
) -> Dealing:
    """The frames and the work of a new table, dealt on a slowed processor with the same cards each time."""
    context = person(browser, screen=screen, pace="human", motion="full")
    page = context.new_page()

    def stack(route: Route) -> None:
        made = route.fetch()
        if route.request.method == "POST":
            deal_the_same(server, made.json()["id"])
        route.fulfill(response=made)

    page.route("**/api/tables", stack)
    page.goto(server.address)
    start = page.locator(f".games > section[data-game='{game}'] .button").first
    start.wait_for()
    page.wait_for_load_state("networkidle")
    devtools = context.new_cdp_session(page)
    devtools.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    browser.start_tracing(page=page, path=trace, categories=CATEGORIES)
    start.click()
    page.locator(CARD).first.wait_for()
    page.wait_for_timeout(DEALT_MS)
    frames: list[tuple[float, bool]] = page.evaluate("seen.frames")
    browser.stop_tracing()
    context.close()
    times = [time for time, _ in frames if time <= frames[0][0] + DEALT_MS]
    flying = [number for number, (_, flies) in enumerate(frames[: len(times)]) if flies]
    if not flying:
        raise RuntimeError(f"no card of {game} was seen on its way; is the motion of the page switched off?")
    first, last = flying[0], flying[-1]
    work = work_in(json.loads(trace.read_bytes()), "opened", "first card", DEALT_MS)
    return Dealing(lengths(times[first : last + 2]), lengths(times[last + 1 :]), work)


def report_loads(browser: Browser, server: Serving, games: list[str], repeats: int) -> Table:
    """The first card and what is loaded for it, by game and language."""
    limits = (CARD_MS, SCRIPT, ALL, SHIFT, AMISS)
    report = Table(
        "game", "language", *(limit.heading for limit in limits), title="Opening a table", box=MARKDOWN
    )
    for game, language in product(games, LANGUAGES):
        loads = load(browser, server, game, language, repeats)
        figures = (
            median(each["card"] for each in loads),
            *(max(each[name] for each in loads) for name in ("script", "all", "shift")),
            count_violations(browser, server, game, language),
        )
        shown = (limit.show(figure) for limit, figure in zip(limits, figures, strict=True))
        report.add_row(game, language, *shown)
    return report


def report_frames(
    browser: Browser, server: Serving, games: list[str], repeats: int, slowed: float, traces: Path
) -> Iterator[Table]:
    """How smoothly each game is dealt, what the main thread did for that, and what its longest tasks did."""
    title = f"Dealing, the processor {slowed:g} times slower, {DEALT_MS} ms"
    late = LATE_MS * slowed / SLOWED
    heading = ("game", "screen", FRAMES.heading, "longest frame, ms", "frames a second then")
    frames = Table(*heading, title=title, box=MARKDOWN)
    work = Table(
        *("game", "screen", "before", "then", f"over {late:g} ms", *COLUMNS, "raster"),
        title="Milliseconds of the main thread before the first card and then, and in tasks that are long",
        box=MARKDOWN,
    )
    longest = Table("game", "screen", "task", title="The longest tasks of the first run", box=MARKDOWN)
    for game, screen in product(games, SCREENS):
        label = f"Dealing {game} ({screen})"
        deals = [
            watch_a_deal(browser, server, game, screen, slowed, traces / f"{game}-{screen}-{number}.json")
            for number in track(range(repeats), label, console=console, transient=True)
        ]
        dealing = FRAMES.show(median(rate(deal.frames) for deal in deals))
        longest_frame = f"{median(max(deal.frames) for deal in deals):.0f}"
        # LockSeven deals for longer than is counted
        moves = [rate(deal.after) for deal in deals if sum(deal.after) > MOVES_MS]
        frames.add_row(game, screen, dealing, longest_frame, f"{median(moves):.0f}" if moves else "–")
        work.add_row(game, screen, *figures_of([deal.work for deal in deals], late))
        for task in deals[0].work.longest(LONGEST):
            longest.add_row(game, screen, str(task))
    yield from (frames, work, longest)


def figures_of(works: Sequence[Work], late: float) -> Iterator[str]:
    """The median of each figure of several deals. Tasks that take more than `late` ms count as long."""
    long = [work.longer_than(late) for work in works]
    yield f"{median(total(work.opening) for work in works):.0f}"
    yield f"{median(total(work.tasks) for work in works):.0f}"
    yield f"{median(map(len, long)):.0f}: {median(map(total, long)):.0f}"
    yield from (f"{median(work.kinds[kind] for work in works):.0f}" for kind in COLUMNS)
    yield f"{median(work.raster for work in works):.0f}"


def main(
    repeats: Annotated[int, typer.Option(min=1, help="How often each page is loaded.")] = 5,
    chromium: Annotated[
        str | None, typer.Option(help="A Chromium; else SEVENFOLD_CHROMIUM or one that is installed.")
    ] = None,
    trace: Annotated[Path | None, typer.Option(help="A folder for Chromium's traces of the deals.")] = None,
    game: Annotated[list[str] | None, typer.Option(help="This game alone; may be given again.")] = None,
    slowed: Annotated[
        float,
        typer.Option(
            min=1, help="How many times slower. On a machine that has other work compare two runs at 1."
        ),
    ] = SLOWED,
    loads: Annotated[bool, typer.Option(help="Open tables with an empty cache, too.")] = True,
) -> None:
    """Measure the page of a table of each game against its limits."""
    path = chromium or find_chromium()
    if path is None:
        raise typer.BadParameter("there is no Chromium here; install one or name one with --chromium")
    games = game or list(OWN_GAMES)
    with (
        serving() as server,
        tempfile.TemporaryDirectory() as scratch,
        sync_playwright() as playwright,
    ):
        traces = trace or Path(scratch)
        traces.mkdir(parents=True, exist_ok=True)
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        reports = [report_loads(browser, server, games, repeats)] if loads else []
        reports += report_frames(browser, server, games, repeats, slowed, traces)
        browser.close()
    console.print(machine())
    for report in reports:
        console.print(report)


if __name__ == "__main__":
    typer.run(main)
