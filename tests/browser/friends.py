"""What friends do at tables in a browser: join by a link, take turns, lock their phones."""

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.sync_api import Page, expect

from sevenfold.testing.served import PlayServer
from sevenfold.testing.table import (
    LONG,
    LockupTable,
    SevenBridgeTable,
    TablePage,
    Trump7Table,
    click,
    reach,
    wait_until,
    wait_until_gone,
)
from tests.browser import lockseven_table
from tests.browser.lockseven_table import LockSevenTable

KINDS: tuple[type[TablePage], ...] = (LockupTable, Trump7Table, SevenBridgeTable, LockSevenTable)
CATALOGS = Path("web/src/lib/i18n")


@cache
def catalog(language: str) -> dict[str, str]:
    """The page's messages in a language."""
    messages: dict[str, str] = {}
    for path in CATALOGS.rglob(f"{language}.json"):
        messages |= json.loads(path.read_text(encoding="utf-8"))
    return messages


TITLES = {"lockup": "Lockup", "trump7": "Trump 7", "seven_bridge": "Seven Bridge", "lockseven": "LockSeven"}


def open_a_table(page: Page, server: PlayServer, game: str, name: str) -> str:
    """Make a table that waits for friends, from the start page; returns the link to it."""
    page.goto(server.address)
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("dialog").get_by_role("radio", name=TITLES[game], exact=True).check(force=True)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*")
    return link_of(page)


def link_of(page: Page) -> str:
    """The link to the table that a page shows while the table waits, or among its players."""
    return page.get_by_label("The link to the table").first.input_value()


def sit_down(page: Page, link: str, name: str, seat: int) -> None:
    """Open a link, and take a seat."""
    page.goto(link)
    page.get_by_role("textbox").fill(name)
    take_chair(page, seat)
    page.wait_for_url("**/tables/*")


def take_chair(page: Page, seat: int) -> None:
    """Sit down on a chair, on the page that a link to a table leads to; where one is free, it is that one."""
    chair = page.locator(f"[data-seat='{seat}']")
    expect(page.locator(".primary")).to_be_visible()
    if chair.count() > 0:
        chair.click()
    page.locator(".primary").click()


def open_players(page: Page) -> None:
    """Open the sheet with the people at the table."""
    page.locator(".chip .open").first.click()


def press(page: Page, name: str) -> None:
    """Press the button or link of this name by the keyboard alone."""
    found = page.get_by_role("button", name=name).or_(page.get_by_role("link", name=name)).first
    expect(found).to_be_visible()
    reach(page, found)
    page.keyboard.press("Enter")


# --- turns ------------------------------------------------------------------------------------------


def play_until(tables: Sequence[TablePage], enough: Callable[[list[int]], bool]) -> None:
    """Let players who are asked act, until the numbers of turns taken at each page are `enough`."""
    played = [0] * len(tables)
    asked: int | None = None

    def is_due() -> bool:
        nonlocal asked
        over = enough(played)
        asked = None if over else next((i for i, table in enumerate(tables) if may_act(table)), None)
        return over or asked is not None

    while True:
        wait_until(tables[0].page, is_due, "somebody is asked")
        if asked is None:
            return
        take_a_turn(tables[asked])
        played[asked] += 1


def play_a_trick(tables: Sequence[TablePage]) -> None:
    """Play until each has played a card."""
    play_until(tables, lambda played: min(played) > 0)


def play_up_to(tables: Sequence[TablePage], seat: int) -> None:
    """Play until this seat is asked: its page then knows all that was played, and nothing else happens."""
    play_until(tables, lambda _: may_act(tables[seat]))


def take_a_turn(table: TablePage) -> None:
    """Do something that the player may do."""
    if isinstance(table, LockupTable):
        name = str(table.legal.first.get_attribute("data-id"))
        click(table.card(name))
        wait_until_gone(table.card(name))
    elif isinstance(table, Trump7Table):
        table.play_card(click)
    elif isinstance(table, LockSevenTable):
        table.take_turn(lockseven_table.click, table.next_turn())
    elif isinstance(table, SevenBridgeTable) and (turn := table.next_turn()) != "over":
        table.take_turn(click, turn)


def may_act(table: TablePage) -> bool:
    """Whether the player of this page is to move, and the others wait for them.

    Not while claims are open: play goes on by itself then, and a player who does not answer passes.
    """
    return bool(table.page.evaluate(MAY_ACT))


MAY_ACT = """() => document.title.startsWith('●')
  && !document.querySelector('section.end, .table:has(.piles):not(:has(.glows)) .bar.asks')"""


def take_turns(tables: Sequence[TablePage], count: int) -> None:
    """Let players who are asked act, this many times in all."""
    play_until(tables, lambda played: sum(played) == count)


def play_to_the_end(tables: Sequence[TablePage]) -> None:
    """Play the round to its end at all pages."""
    play_until(tables, lambda _: all(table.result.count() for table in tables))


# --- what is read out -------------------------------------------------------------------------------

LISTEN = """
  window.heard = []
  const isHeard = (node) => node.parentElement?.closest('[aria-live]')
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (isHeard(node) && node.textContent) heard.push(node.textContent)
  }).observe(document, { childList: true, subtree: true })
"""
"""Notes what a screen reader is given to say."""


def heard(page: Page, text: str) -> int:
    """How often this was said since the page was loaded."""
    return int(page.evaluate("text => heard.filter((line) => line.includes(text)).length", text))


def expect_heard_once(page: Page, text: str) -> None:
    """Wait until this has been said, and check that it was said once."""
    page.wait_for_function("text => heard.some((line) => line.includes(text))", arg=text, timeout=LONG)
    assert heard(page, text) == 1, page.evaluate("heard")


# --- phones that sleep ------------------------------------------------------------------------------


class Lock:
    """A locked phone: its page does nothing until it is unlocked.

    The freezing of DevTools has no effect on a page under test, which counts as visible.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._devtools = page.context.new_cdp_session(page)
        self._devtools.send("Debugger.enable")
        self._devtools.send("Debugger.pause")

    def open(self) -> None:
        """Unlock it: the page comes to the front."""
        self._devtools.send("Debugger.disable")
        self._devtools.detach()
        self._page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


TURNS = 10
"""Turns of a loop after which whoever was let in just now is carried, too."""


class Lines:
    """A proxy to a server whose connections can go dead, as those of a phone that sleeps: open but silent."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._flowing = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._carriers: set[asyncio.Task[None]] = set()
        self._ends: set[asyncio.StreamWriter] = set()

    def __enter__(self) -> Self:
        self._thread.start()
        self._flowing.set()
        self._listening = self._do(asyncio.start_server(self._carry, "127.0.0.1", 0))
        port = self._listening.sockets[0].getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def cut(self) -> None:
        """Let nothing through the sockets that are open now, for ever; new ones work."""
        self._loop.call_soon_threadsafe(self._let_new_ones_flow)

    def _let_new_ones_flow(self) -> None:
        self._flowing.clear()
        self._flowing = asyncio.Event()
        self._flowing.set()

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        carrier = asyncio.current_task()
        assert carrier
        self._carriers.add(carrier)
        self._ends.add(writer)
        flowing = self._flowing
        there, back = await asyncio.open_connection("127.0.0.1", self._port)
        self._ends.add(back)
        ways = [asyncio.create_task(_pump(*way, flowing)) for way in ((reader, back), (there, writer))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
        for end in (writer, back):
            end.close()
        self._carriers.discard(carrier)

    async def _close(self) -> None:
        for each in self._listening.sockets:  # a server that is closed lets go of whom it is letting in
            self._loop.remove_reader(each.fileno())
        for _ in range(TURNS):
            await asyncio.sleep(0)
        self._listening.close()
        for carrier in self._carriers:
            carrier.cancel()
        await asyncio.gather(*self._carriers, return_exceptions=True)
        for end in self._ends:  # one that is closed waits until all is sent, on a dead line for ever
            end.transport.abort()
        await asyncio.sleep(0)


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, flowing: asyncio.Event) -> None:
    """Pass on what comes, while the connection flows."""
    with suppress(ConnectionError):
        while data := await reader.read(65_536):
            await flowing.wait()
            writer.write(data)
            await writer.drain()
