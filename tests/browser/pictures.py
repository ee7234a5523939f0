"""Pictures of every state of every page, to be looked at: `make pictures` writes them into `pictures/`.

Each state is reached once for each game and theme, and taken at every size. A name says what a picture shows:
`lockup-turn-390x844-dark.png`.
"""

import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Annotated, Literal

import typer
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.browser.conftest import NAMES, QUIET, start_of
from tests.browser.lockseven_table import LockSevenTable
from tests.browser.server import Server
from tests.browser.table import LockupTable, SevenBridgeTable, Table, Trump7Table, click

Theme = Literal["light", "dark"]

SIZES = [
    ViewportSize(width=width, height=height)
    for width, height in ((1440, 900), (1024, 768), (390, 844), (320, 568), (844, 390))
]
TABLES: list[type[Table]] = [LockupTable, Trump7Table, SevenBridgeTable, LockSevenTable]
MOST_TURNS = 12
"""Before this many turns each state is met, or left out."""


class Album:
    """Where the pictures of one theme go."""

    def __init__(self, folder: Path, theme: Theme, language: str) -> None:
        self.folder = folder
        self.theme = theme
        self.language = language

    def take(self, page: Page, name: str) -> None:
        """Take what the page shows, at every size."""
        for size in SIZES:
            page.set_viewport_size(size)
            page.wait_for_timeout(250)
            file = f"{name}-{size['width']}x{size['height']}-{self.theme}-{self.language}.png"
            page.screenshot(path=self.folder / file)
        page.set_viewport_size(SIZES[0])


@contextmanager
def open_page(browser: Browser, album: Album) -> Iterator[Page]:
    """A page in a browser of its own; bots take no time and nothing moves."""
    context = browser.new_context(viewport=SIZES[0], locale=album.language, color_scheme=album.theme)
    kept = json.dumps(json.dumps({"pace": "none", "motion": "none", "theme": album.theme}))
    context.add_init_script(f"localStorage['sevenfold.preferences'] ??= {kept}")
    yield context.new_page()
    context.close()


def take_pages(page: Page, album: Album, address: str) -> None:
    """The pages around the tables: before the first table, and where there is nothing."""
    page.goto(address)
    page.locator(".games .button.primary").first.wait_for()
    album.take(page, "start")
    page.goto(f"{address}/nothing/here/at/all")
    page.locator("h1").wait_for()
    album.take(page, "missing")
    page.goto(f"{address}/rules/lockup")
    page.get_by_text("LU-1.1").wait_for()
    album.take(page, "rules")


def take_table(page: Page, album: Album, address: str, kind: type[Table]) -> None:
    """A round of a game, with all that can be opened on the way."""
    page.goto(address)
    page.locator(f"{start_of(kind.game)} .button.primary").click()
    page.wait_for_url("**/tables/*")
    table = kind(page)
    table.wait_until_ready()
    album.take(page, f"{kind.game}-first")
    take_turns(table, album)
    take_sheets(page, album, kind.game)
    take_lost_line(page, album, kind.game)
    play_to_the_end(table)
    page.wait_for_timeout(400)
    album.take(page, f"{kind.game}-result")
    page.goto(address)
    page.locator(".games .button.primary").first.wait_for()
    album.take(page, f"{kind.game}-continue")


def take_turns(table: Table, album: Album) -> None:
    """One picture of each thing that this player is asked for, as they come up."""
    met: set[str] = set()
    for _ in range(MOST_TURNS):
        turn = asked(table)
        if turn == "over":
            return
        if turn not in met:
            met.add(turn)
            album.take(table.page, f"{table.game}-{turn}")
        if turn == "play" and len(met) > 1:
            return
        answer(table, turn)


def asked(table: Table) -> str:
    """What this player is asked for."""
    if isinstance(table, LockupTable):
        return "play" if table.wait_for_turn() else "over"
    assert isinstance(table, Trump7Table | SevenBridgeTable | LockSevenTable)
    return table.next_turn()


def answer(table: Table, turn: str) -> None:
    """Do something that may be done."""
    if isinstance(table, LockSevenTable):
        table.take_turn(click, turn)  # type: ignore[arg-type]
    elif isinstance(table, Trump7Table) and turn == "bid":
        click(table.suits.first)
    elif isinstance(table, Trump7Table) and turn == "discard":
        table.put_away(click)
    elif isinstance(table, Trump7Table):
        table.play_card(click)
    elif isinstance(table, SevenBridgeTable):
        take_a_turn(table, turn)
    else:
        name = str(table.page.locator("[data-hand] li.legal button").first.get_attribute("data-id"))
        click(table.card(name))
        table.card(name).wait_for(state="detached")


def take_a_turn(table: SevenBridgeTable, turn: str) -> None:
    """Pass, draw, throw the first card."""
    if turn == "claim":
        click(table.passes.first)
        table.may_claim.wait_for(state="detached")
    elif turn == "draw":
        click(table.stock)
        table.may_draw.wait_for(state="detached")
    else:
        name = table.cards()[0]
        click(table.card(name))
        click(table.main_button)
        table.card(name).wait_for(state="detached")


def play_to_the_end(table: Table) -> None:
    """Play until the result is shown."""
    while (turn := asked(table)) != "over":
        answer(table, turn)


def take_sheets(page: Page, album: Album, game: str) -> None:
    """The settings and the log."""
    page.locator("header .square").nth(-2).click()
    page.locator("dialog").wait_for()
    album.take(page, f"{game}-settings")
    page.keyboard.press("Escape")
    page.get_by_role("tab").nth(1).click()
    page.wait_for_timeout(200)
    album.take(page, f"{game}-log")
    page.get_by_role("tab").first.click()


def take_lost_line(page: Page, album: Album, game: str) -> None:
    """The network goes, and comes again."""
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    page.locator(".lost[role=alert]").wait_for()
    album.take(page, f"{game}-offline")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.locator(".lost[role=alert]").wait_for(state="detached")


def main(
    folder: Annotated[Path, typer.Option(help="Where the pictures go.")] = Path("pictures"),
    language: Annotated[str, typer.Option(help="en, zh-CN or ja.")] = "en",
    game: Annotated[str | None, typer.Option(help="One game alone.")] = None,
) -> None:
    """Make pictures of every state at five sizes, light and dark."""
    chromium = next(filter(None, map(shutil.which, NAMES)), None)
    if chromium is None:
        raise typer.BadParameter("there is no Chromium here; install one")
    folder.mkdir(exist_ok=True)
    themes: tuple[Theme, ...] = ("dark", "light")
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data))
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        for theme in themes:
            album = Album(folder, theme, language)
            with open_page(browser, album) as page:
                take_pages(page, album, server.address)
        for theme, kind in product(themes, TABLES):
            if game in (None, kind.game):
                album = Album(folder, theme, language)
                with open_page(browser, album) as page:
                    take_table(page, album, server.address, kind)
        browser.close()
        server.stop()
    typer.echo(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


if __name__ == "__main__":
    typer.run(main)
