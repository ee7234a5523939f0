"""The example room of another package in the browser: found, chosen, played to its result."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from sevenfold.testing.served import PlayServer
from sevenfold.testing.table import TrickTable, check_targets, click, wait_for
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, make_table, start_of
from tests.browser.test_access import check
from tests.rooms.installing import install

SMALLEST = ViewportSize(width=320, height=568)
MOST_STEPS = 60
MOST_TABLES = 20

BUTTONS = {"bid": ".bids button", "choose": ".bar .actions button"}

TURN = """() => {
  const there = (what) => document.querySelector(what) !== null
  if (there('section.end')) return 'over'
  if (there('.bids button')) return 'bid'
  if (there('.bar .actions button')) return 'choose'
  const asked = /Your turn/.test(document.querySelector('.bar p')?.textContent)
  return asked || there('[data-hand] li.legal button') ? 'play' : null
}"""
"""What the player is to do next, all seen at one moment; nothing while others are to act."""

PRESS_LAST = "buttons => buttons.at(-1)?.click()"
"""Press the last of these buttons, if any is left: they go when the table goes on."""
PLACEHOLDER = "{"


class EuchreTable(TrickTable):
    """A table of Euchre, which is the plain table."""

    game = "euchre"

    def wait_until_ready(self) -> None:
        wait_for(self.page.locator(".bids button, .bar .actions button, [data-hand] li.legal, section.end"))


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayServer]:
    """A server beside which Euchre is installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(install("euchre", tmp_path_factory.mktemp("site"))))
        server = PlayServer(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


def begin_with_a_bid(page: Page, begin: Callable[[], object]) -> EuchreTable:
    """Begin tables until one's first turn is to order up or pass: at some a bot has ordered up before."""
    table = EuchreTable(page)
    for _ in range(MOST_TABLES):
        begin()
        table.wait_until_ready()
        if page.locator(BUTTONS["choose"]).count() >= 2:
            return table
    pytest.fail(f"no first bid at {MOST_TABLES} tables")


def test_euchre_is_found_on_the_start_page_and_played_to_its_result(
    open_page: OpenPage, room: PlayServer, axe: str
) -> None:
    page = open_page(room.address)
    offer = page.locator(start_of("euchre"))
    expect(offer.get_by_role("heading")).to_have_text("Euchre")
    picture = offer.locator(".picture")
    expect(picture).to_have_css("background-image", f'url("{room.address}/api/rooms/euchre/picture")')
    expect(picture.locator("> span")).to_be_hidden()

    def play() -> None:
        page.goto(room.address)
        offer.get_by_role("button", name="Play").click()
        wait_for(page.get_by_text("Partner", exact=True))
        wait_for(page.get_by_text("Upcard").first)

    table = begin_with_a_bid(page, play)
    expect(table.main_button).to_have_count(0)
    check(page, axe)
    check_targets(page)
    for size in (SMALLEST, PHONE, DESKTOP):
        page.set_viewport_size(size)
        expect(page.locator(".bar .actions button").first).to_be_in_viewport()
    play_to_the_end(table)
    expect(page.locator("section.end")).to_contain_text("EU-")
    check(page, axe)


def play_to_the_end(table: EuchreTable) -> None:
    """Bid, put away and play whatever comes first, and once what cannot be."""
    tried = False
    for _ in range(MOST_STEPS):
        turn = table.page.wait_for_function(TURN).json_value()
        if turn == "over":
            return
        if not tried and turn == "choose":
            tried = True
            click(table.hand.locator("button").first)
            expect(table.refusal).to_contain_text("is not possible now")
            expect(table.refusal).not_to_contain_text(PLACEHOLDER)
            table.page.keyboard.press("Escape")
        elif turn != "play":
            table.page.locator(BUTTONS[turn]).evaluate_all(PRESS_LAST)
        else:
            legal = table.legal if table.legal.count() else table.hand.locator("button")
            held = len(table.cards())
            legal.first.click()
            table.page.wait_for_function(
                "held => document.querySelectorAll('[data-hand] button').length < held"
                " || document.querySelector('.bar .actions button, section.end')",
                arg=held,
            )
    pytest.fail(f"no result within {MOST_STEPS} steps")


@pytest.mark.parametrize(("language", "trump"), [("zh-CN", "主牌"), ("ja", "切り札")])
def test_euchre_speaks_each_language(
    open_page: OpenPage, room: PlayServer, language: str, trump: str
) -> None:
    page = open_page(None, PHONE, language)
    begin_with_a_bid(page, lambda: page.goto(f"{room.address}/tables/{make_table(page, room, 'euchre')}"))
    page.locator(".bar .actions button").nth(1).click()
    expect(page.locator("header .what p")).to_contain_text(trump)
    assert PLACEHOLDER not in page.locator("body").inner_text()
