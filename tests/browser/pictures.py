"""Takes pictures of every state of every page, to be looked at: `make pictures` writes them into `pictures/`.

Each state is reached once, and taken at every size, light and dark. The name says what a picture shows:
`lockup-play-390x844-dark-en.png`. At two of the sizes axe checks the page, too; its findings come last.
"""

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

import typer
from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from sevenfold.core.log import Dealt
from sevenfold.testing.chromium import find_chromium
from sevenfold.testing.served import PlayServer
from sevenfold.testing.stacked import play_by_rules, stack
from sevenfold.testing.table import LockupTable, SevenBridgeTable, TablePage, Trump7Table, click, wait_for
from tests.browser import lockseven_deals
from tests.browser.conftest import AXE, QUIET, RUN_AXE, make_table
from tests.browser.friends import take_a_turn
from tests.browser.lockseven_table import LockSevenTable
from tests.browser.reviews import reviewed_round
from tests.packages.installing import install

SIZES = [
    ViewportSize(width=width, height=height)
    for width, height in ((1440, 900), (1024, 768), (390, 844), (320, 568), (844, 390))
]
SMALLEST = ViewportSize(width=320, height=568)
LARGE = ViewportSize(width=1920, height=1080)
"""In place of the smallest size for the plain table, whose cards have most server to get lost in."""
CHECKED = (SIZES[0], SIZES[2])
"""The sizes at which axe checks the page."""
TABLES: list[type[TablePage]] = [LockupTable, Trump7Table, SevenBridgeTable, LockSevenTable]
MOST_TURNS = 12
"""States that do not come up within this many turns are left out."""
SETTLED = 150
"""How long a page takes to settle after a change of the window, in ms."""
BUBBLE_SETTLED = 600
"""How long a bubble takes to find its place, in ms."""

Step = Callable[[Page], None]


class Album:
    """Where the pictures go."""

    def __init__(self, folder: Path, language: str, only: str = "") -> None:
        self.folder = folder
        self.language = language
        self.only = only
        self.sizes = SIZES
        self.axe = AXE.read_text(encoding="utf-8")
        self.violations: dict[str, list[str]] = {}
        """What axe found, with the names of the pictures that show it."""

    def take(self, page: Page, name: str, *, come: Step | None = None, leave: Step | None = None) -> None:
        """Take the page at every size, in both themes; `come` and `leave` run before and after each size."""
        if self.only not in name:
            return
        for size in self.sizes:
            page.set_viewport_size(size)
            page.wait_for_timeout(BUBBLE_SETTLED if page.locator(".bubble").count() else SETTLED)
            if come:
                come(page)
                page.wait_for_timeout(SETTLED)
            for theme in ("dark", "light"):
                page.evaluate("theme => (document.documentElement.dataset.theme = theme)", theme)
                file = f"{name}-{size['width']}x{size['height']}-{theme}-{self.language}.png"
                page.screenshot(path=self.folder / file)
                if size in CHECKED:
                    self._check(page, file)
            if leave:
                leave(page)
        page.set_viewport_size(SIZES[0])

    def _check(self, page: Page, file: str) -> None:
        page.evaluate(self.axe)
        for violation in page.evaluate(RUN_AXE):
            self.violations.setdefault(violation, []).append(file)


@contextmanager
def open_page(browser: Browser, language: str) -> Iterator[Page]:
    """A page in its own context; bots take no time, motion and coach are off."""
    context = browser.new_context(viewport=SIZES[0], locale=language)
    kept = json.dumps(json.dumps({"pace": "none", "motion": "none", "coach": False}))
    context.add_init_script(f"localStorage['sevenfold.preferences'] ??= {kept}")
    yield context.new_page()
    context.close()


# --- the pages around the tables --------------------------------------------------------------------


def take_pages(page: Page, album: Album, server: PlayServer) -> None:
    """Take the pages around the tables: the start page, those of a game, and that of wrong addresses."""
    address = server.address
    page.goto(address)
    wait_for(page.locator(".games .button.primary"))
    album.take(page, "start")
    for name, path, there in (
        ("missing", "/nothing/here/at/all", "h1"),
        ("rules", "/rules/lockup", "[id='LU-1.1']"),
        ("lesson", "/learn/lockseven/tricks", ".bubble"),
        ("practice", "/practice/trump7#1", ".suits button"),
        ("open", "/open", "input[type=file]"),
    ):
        page.goto(f"{address}{path}")
        wait_for(page.locator(there))
        album.take(page, name)
    make_table(page, server, "lockup")
    page.goto(address)
    page.locator(".games .square").first.click()
    page.locator("dialog summary").last.click()
    album.take(page, "options")
    page.locator("dialog .ways .button").first.click()
    wait_for(page.locator("dialog .form .button, dialog input[autocomplete]").first)
    album.take(page, "friends")
    page.goto(f"{address}/tables/{make_table(page, server, 'lockup', friends=True)}")
    wait_for(page.locator("[data-seat]"))
    album.take(page, "waiting")
    link = page.locator("input[readonly]").first.input_value()
    with open_page(page.context.browser, album.language) as person:  # type: ignore[arg-type]
        person.goto(link)
        wait_for(person.locator("[data-seat]"))
        album.take(person, "join")
    page.route("**/api/**", lambda route: route.abort())
    page.goto(address)
    wait_for(page.locator(".trouble"))
    album.take(page, "away")
    page.unroute("**/api/**")


# --- a round ----------------------------------------------------------------------------------------

FIRST_MOVES = {"lockup": 44, "trump7": 29}
"""How many moves are left when a round begins; the other games begin with a stacked deal."""
CLAIMED = Dealt(
    0,
    {"0": "9C 9D QH TD 5C 4H 3D", "1": "KH TC 8D 6S 2C JC 4D", "2": "AH QD JS AS 5D 3H 2H"},
    "9H 3S 7D 8C 6H",
)
"""A hand of Seven Bridge that begins with a claim."""
MIDDLE = 8
"""How many moves are left in the middle of a round."""
LAST = 4


def take_table(page: Page, album: Album, server: PlayServer, kind: type[TablePage]) -> None:
    """Take a round of a game and all that can be opened on the way, from logs that are written beforehand."""
    table = open_first_turn(page, server, kind)
    take_turns(table, album)
    if kind is LockSevenTable:
        take_calls(page, album, server)
    table = open_round(page, server, kind, MIDDLE)
    album.take(page, f"{kind.game}-middle")
    take_sheets(page, album, kind.game)
    table.wait_until_ready()
    take_lost_line(page, album, kind.game)
    play_to_the_end(table)
    wait_for(table.result)
    album.take(page, f"{kind.game}-result")
    take_replay(page, album, kind.game)
    take_review(page, album, server, kind.game)
    table = open_round(page, server, kind, LAST, to_last=True)
    play_to_the_end(table)
    wait_for(table.result)
    album.take(page, f"{kind.game}-end")
    page.goto(server.address)
    wait_for(page.locator(".games .button").first)
    album.take(page, f"{kind.game}-continue")
    history = page.locator("main > section").last
    album.take(page, f"{kind.game}-history", come=lambda _: history.scroll_into_view_if_needed())


def take_replay(page: Page, album: Album, game: str) -> None:
    """Take the round again from its result: as one saw it, with all cards, and what can be passed on."""
    page.locator(".ways a").first.click()
    wait_for(page.locator(".track"))
    page.keyboard.press("Home")
    for _ in range(9):
        page.keyboard.press("ArrowRight")
    album.take(page, f"{game}-replay")
    page.keyboard.press("a")
    page.wait_for_url("**from=open**")
    album.take(page, f"{game}-replay-open")
    page.keyboard.press("1")
    page.wait_for_url("**from=0**")
    page.locator("header .square").last.click()
    wait_for(page.get_by_role("dialog"))
    album.take(page, f"{game}-replay-more")
    page.keyboard.press("Escape")


def take_review(page: Page, album: Album, server: PlayServer, game: str) -> None:
    """Take a review: as one knew it, with all cards known, and a decision that is made once more."""
    made = make_table(page, server, game)
    review = reviewed_round(server, made)
    address = f"{server.address}/round/{made}.1/review"
    page.goto(f"{address}?from=0")
    wait_for(page.locator(".review article").first)
    album.take(page, f"{game}-review")
    page.locator(".review label").last.click()
    wait_for(page.locator(".review .lines").first)
    album.take(page, f"{game}-review-known")
    page.goto(f"{address}/{review.decisions[review.moments[0]].at}?from=0")
    wait_for(page.locator(".question"))
    album.take(page, f"{game}-review-again")


def open_first_turn(page: Page, server: PlayServer, kind: type[TablePage]) -> TablePage:
    """A table at which this player is asked for the first time; it is the same at each run."""
    if kind.game in FIRST_MOVES:
        return open_round(page, server, kind, FIRST_MOVES[kind.game])
    return open_deal(page, server, kind, CLAIMED if kind is SevenBridgeTable else lockseven_deals.TWO_SEVENS)


def open_deal(page: Page, server: PlayServer, kind: type[TablePage], deal: Dealt) -> TablePage:
    """A table with this deal."""
    made = make_table(page, server, kind.game, players=len(deal.deal))
    stack(server, made, deal)
    return open_table(page, server, kind, made)


def open_round(
    page: Page, server: PlayServer, kind: type[TablePage], moves_left: int, *, to_last: bool = False
) -> TablePage:
    """A table with this many moves left in the round, or in the match if `to_last`."""
    made = make_table(page, server, kind.game)
    play_by_rules(server, made, moves_left, to_last=to_last)
    return open_table(page, server, kind, made)


def open_table(page: Page, server: PlayServer, kind: type[TablePage], made: str) -> TablePage:
    page.goto(f"{server.address}/tables/{made}")
    table = kind(page)
    table.wait_until_ready()
    return table


def take_calls(page: Page, album: Album, server: PlayServer) -> None:
    """Take an anti-call, which not every deal of LockSeven has."""
    table = LockSevenTable(page)
    open_deal(page, server, LockSevenTable, lockseven_deals.ANTI_CALLER)
    table.come_to("anti")
    album.take(page, "lockseven-anti")


def take_turns(table: TablePage, album: Album) -> None:
    """Take one picture of each question to this player, as they come up, and one of the last trick."""
    met: set[str] = set()
    for _ in range(MOST_TURNS):
        turn = asked(table)
        if turn == "over":
            return
        if turn == "play" and turn in met:
            table.page.keyboard.press("l")
            album.take(table.page, f"{table.game}-trick")
            table.page.keyboard.press("l")
            return
        if turn not in met:
            met.add(turn)
            album.take(table.page, f"{table.game}-{turn}")
        answer(table, turn)


def asked(table: TablePage) -> str:
    """What this player is asked for."""
    if isinstance(table, LockupTable):
        return "play" if table.wait_for_turn() else "over"
    assert isinstance(table, Trump7Table | SevenBridgeTable | LockSevenTable)
    return table.next_turn()


def answer(table: TablePage, turn: str) -> None:
    """Do something that may be done."""
    if isinstance(table, LockSevenTable) and turn == "call":
        table.host()
    elif isinstance(table, Trump7Table) and turn == "bid":
        click(table.suits.first)
        table.suits.first.wait_for(state="detached")
    elif isinstance(table, Trump7Table) and turn == "discard":
        table.put_away(click)
    else:
        take_a_turn(table)


def play_to_the_end(table: TablePage) -> None:
    """Play until the result is shown."""
    while (turn := asked(table)) != "over":
        answer(table, turn)


# --- a game of another package, at the plain table ------------------------------------------------------

EXAMPLE = "euchre"
HAND = Dealt(
    1,
    {"0": "AH KH 9D TC QS", "1": "9C JC QC KS AS", "2": "9S TS JS QD KD", "3": "AC KC AD JD 9H"},
    "JH TH QH TD",
)
"""The player deals, and has two of the highest trumps if the upcard is ordered up."""
PASSED = ("1 pass", "2 pass", "3 pass")
FIRST_TRICK = (*PASSED, "0 order", "0 discard 9D", "1 AS", "2 9S", "3 KC")
OTHER_TRICKS = """
0 QS, 1 KS, 2 TS, 3 AC, 0 KH, 0 JH, 1 9C, 2 JS, 3 9H, 0 AH, 1 JC, 2 QD, 3 JD, 3 AD
"""
MOMENTS = {
    "order": PASSED,
    "discard": (*PASSED, "0 order"),
    "call": (*PASSED, "0 pass", *PASSED),
    "play": FIRST_TRICK,
    "last": (*FIRST_TRICK, *OTHER_TRICKS.strip().split(", ")),
}


def take_example(page: Page, album: Album, server: PlayServer) -> None:
    """Take each question of a hand of the example, and its result."""
    album.sizes = [LARGE if size == SMALLEST else size for size in SIZES]
    page.goto(server.address)
    wait_for(page.locator(".games .button").first)
    album.take(page, f"{EXAMPLE}-start")
    for name, moves in MOMENTS.items():
        made = make_table(page, server, EXAMPLE)
        stack(server, made, HAND, moves)
        page.goto(f"{server.address}/tables/{made}")
        wait_for(page.locator(".bids button, .bar .actions button, [data-hand] li button"))
        album.take(page, f"{EXAMPLE}-{name}")
    click(page.locator("[data-hand] li button"))
    wait_for(page.locator("section.end"))
    album.take(page, f"{EXAMPLE}-result")


# --- what can be opened at a table ------------------------------------------------------------------


def is_narrow(page: Page) -> bool:
    """Whether the buttons of the bar are in a menu."""
    return bool(page.viewport_size and page.viewport_size["width"] < 1000)


def open_settings(page: Page) -> None:
    if is_narrow(page):
        page.locator("header .square").last.click()
        page.locator(".menu button").last.click()
    else:
        page.locator("header .square").nth(-2).click()
    wait_for(page.locator("dialog:not(:has(.menu))"))


def open_panel(number: int) -> Step:
    """Open the scores (0), the log (1) or the rules (2)."""

    def open_it(page: Page) -> None:
        if is_narrow(page):
            page.locator("header .square").last.click()
            buttons = page.locator(".menu button")
            first = (
                2 if page.locator("header .square").count() == 2 else 1
            )  # the essentials may be there, too
            buttons.nth(first + number).click()
        else:
            if page.locator(".shell.wide").count() == 0:
                page.locator("header .square").last.click()
            page.get_by_role("tab").nth(number).click()
        if number == 2:
            wait_for(page.get_by_role("searchbox"))

    return open_it


def close_sheet(page: Page) -> None:
    if page.locator("dialog").count():
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")


def take_sheets(page: Page, album: Album, game: str) -> None:
    """Take the settings, the scores, the log and the rules."""
    album.take(page, f"{game}-settings", come=open_settings, leave=close_sheet)
    for number, name in enumerate(("scores", "log", "rules")):
        album.take(page, f"{game}-{name}", come=open_panel(number), leave=close_sheet)
    page.reload()  # the column is as it was


def take_lost_line(page: Page, album: Album, game: str) -> None:
    """Take the page while the network is gone."""
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    wait_for(page.locator(".lost[role=alert]"))
    album.take(page, f"{game}-lost")
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    page.locator(".lost[role=alert]").wait_for(state="detached")


def main(
    folder: Annotated[Path, typer.Option(help="Where the pictures go.")] = Path("pictures"),
    language: Annotated[str, typer.Option(help="en, zh-CN or ja.")] = "en",
    game: Annotated[str | None, typer.Option(help="One game alone, `pages`, or `euchre`.")] = None,
    only: Annotated[
        str, typer.Option(help="Only states that have this in their name, such as `result`.")
    ] = "",
) -> None:
    """Make pictures of every state at five sizes, light and dark."""
    chromium = find_chromium()
    if chromium is None:
        raise typer.BadParameter("there is no Chromium here; install one")
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright, ExitStack() as ending:
        if game == EXAMPLE:
            os.environ["PYTHONPATH"] = str(install(EXAMPLE, Path(data) / "site"))
        server = PlayServer(Path(data))
        ending.callback(server.stop)
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        album = Album(folder, language, only)
        if game in (None, "pages"):
            with open_page(browser, language) as page:
                take_pages(page, album, server)
        for kind in TABLES:
            if game in (None, kind.game):
                with open_page(browser, language) as page:
                    take_table(page, album, server, kind)
        if game == EXAMPLE:
            with open_page(browser, language) as page:
                take_example(page, album, server)
        browser.close()
    typer.echo(f"{len(list(folder.glob('*.png')))} pictures in {folder}")
    for violation, files in album.violations.items():
        typer.echo(f"axe: {violation}\n  in {', '.join(files)}")
    if album.violations:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
