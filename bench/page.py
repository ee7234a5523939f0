"""How heavy the page is and how soon it is there: script over the network, and the first card on screen.

A real server on this machine, a Chromium with an empty cache each time. The address opened is a table's, so
that everything the table needs is loaded; the way by the start page is given beside it.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from statistics import median
from typing import Annotated

import typer
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench.measure import machine
from sevenfold.games import ROOMS

QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
CARD = "[data-hand] button"
FIRST_CARD = """selector => new Promise(resolve => {
  const look = () => document.querySelector(selector)
    ? requestAnimationFrame(() => resolve(performance.now()))
    : requestAnimationFrame(look)
  look()
})"""
"""When the first card was painted, in ms since the page was asked for."""
SCRIPT = """() => performance.getEntriesByType('resource')
  .filter(({ name }) => name.endsWith('.js'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)"""
"""The size of the script as it came over the network, in bytes."""

console = Console()


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


def guest(browser: Browser, language: str) -> BrowserContext:
    # what a service worker hands on is counted unpacked
    context = browser.new_context(locale=language, service_workers="block")
    kept = json.dumps(json.dumps({"pace": "none", "motion": "none"}))
    context.add_init_script(f"localStorage['sevenfold.preferences'] = {kept}")
    return context


def new_table(page: Page, address: str, game: str) -> str:
    """Sit down at a new table by the game's big button on the start page; its address."""
    page.goto(address)
    page.locator(f"section:has(> .felt a[href='/rules/{game}']) .button.primary").click()
    page.wait_for_url("**/tables/*")
    page.locator(CARD).first.wait_for()
    return page.url


def measure(browser: Browser, address: str, game: str, language: str, repeats: int) -> tuple[float, int, int]:
    """Median ms to the first card; bytes of script of the table alone, and by the start page."""
    context = guest(browser, language)
    by_start = context.new_page()
    table = new_table(by_start, address, game)
    start_bytes = by_start.evaluate(SCRIPT)
    cookies = context.cookies()
    times, sizes = [], []
    for _ in track(range(repeats), f"Loading {game} ({language})", console=console, transient=True):
        fresh = guest(browser, language)
        fresh.add_cookies(cookies)  # type: ignore[arg-type]
        page = fresh.new_page()
        page.goto(table, wait_until="commit")
        times.append(page.evaluate(FIRST_CARD, CARD))
        page.wait_for_load_state("networkidle")
        sizes.append(page.evaluate(SCRIPT))
        fresh.close()
    context.close()
    return median(times), max(sizes), start_bytes


def main(
    repeats: Annotated[int, typer.Option(min=1, help="How often each page is loaded.")] = 7,
    chromium: Annotated[str | None, typer.Option(envvar="SEVENFOLD_CHROMIUM", help="A Chromium.")] = None,
) -> None:
    """Measure the page of a table of each game."""
    path = chromium or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        raise typer.BadParameter("there is no Chromium here; install one or name one with --chromium")
    report = Table(
        "game",
        "language",
        "first card, ms",
        "script of the table",
        "with the start page",
        title="Page, gzip bytes",
    )
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        for game, language in product(ROOMS, ("en", "zh-CN", "ja")):
            first, table, by_start = measure(browser, address, game, language, repeats)
            report.add_row(game, language, f"{first:.0f}", f"{table:,}", f"{by_start:,}")
        browser.close()
    console.print(machine())
    console.print(report)


if __name__ == "__main__":
    typer.run(main)
