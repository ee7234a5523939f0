"""The example server of another package in the browser: found, chosen, played to its result."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from sevenfold.core.log import Dealt
from sevenfold.testing.served import PlayServer
from sevenfold.testing.stacked import stack
from sevenfold.testing.table import TrickTable, check_targets, click, wait_for
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, make_table, start_of
from tests.browser.test_access import check
from tests.packages.installing import install

SMALLEST = ViewportSize(width=320, height=568)
MOST_STEPS = 60
MOST_TABLES = 20

BUTTONS = {"bid": ".bids button", "choose": ".bar .actions button"}

TURN = """() => {
  const there = (what) => document.querySelector(what) !== null
  if (there('section.end')) return 'over'
  if (there('.bids button')) return 'bid'
  if (there('.bar .actions button')) return 'choose'
  return there('.bar p.turn') || there('[data-hand] li.legal button') ? 'play' : null
}"""
"""What the player is to do next, all seen at one moment; nothing while others are to act."""

PRESS_LAST = "buttons => buttons.at(-1)?.click()"
"""Press the last of these buttons, if any is left: they go when the table goes on."""
PLACEHOLDER = "{"


class EuchreTable(TrickTable):
    """A table of Euchre, which is the plain table."""

    game = "euchre"

    def wait_until_ready(self) -> None:
        wait_for(self.page.locator(".bids button, .bar .actions button, .bar p.turn, section.end"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayServer]:
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
    open_page: OpenPage, server: PlayServer, axe: str
) -> None:
    page = open_page(server.address)
    offer = page.locator(start_of("euchre"))
    expect(offer.get_by_role("heading")).to_have_text("Euchre")
    picture = offer.locator(".picture")
    expect(picture).to_have_css("background-image", f'url("{server.address}/api/games/euchre/picture")')
    expect(picture.locator("> span")).to_be_hidden()

    def play() -> None:
        page.goto(server.address)
        offer.get_by_role("button", name="Play").click()

    table = begin_with_a_bid(page, play)
    wait_for(page.get_by_text("Partner", exact=True))
    wait_for(page.get_by_text("Upcard").first)
    expect(table.main_button).to_have_count(0)
    check(page, axe)
    check_targets(page)
    for size in (SMALLEST, PHONE, DESKTOP):
        page.set_viewport_size(size)
        expect(page.locator(".bar .actions button").first).to_be_in_viewport()
    play_to_the_end(table)
    wait_for(page.locator("section.end .ways .primary"))
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


CALLED = Dealt(
    0,
    {"0": "AH JH JD 9D TD", "1": "9C TC JC QC KC", "2": "9S TS JS QS KS", "3": "AC AS AD KD QD"},
    "9H TH QH KH",
)
"""A hand in which nobody but the first seat holds hearts: the others pass, and another suit may be called."""

ON_A_BID = "() => document.activeElement.matches('.bids button')"
MOST_TABS = 60


def test_bids_are_made_by_key_alone(open_page: OpenPage, server: PlayServer) -> None:
    """0 passes, as at every table; Tab leads to each bid, and Enter makes the one that has the focus."""
    page = open_page(None, DESKTOP)
    made = make_table(page, server, "euchre")
    stack(server, made, CALLED)
    page.goto(f"{server.address}/tables/{made}")
    table = EuchreTable(page)
    table.wait_until_ready()
    page.keyboard.press("Enter")
    expect(page.locator(".bar .actions button")).to_have_count(3)
    page.keyboard.press("0")
    wait_for(page.locator(".bids"))
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate(ON_A_BID):
            break
    bid = page.locator(".bids button:focus-visible")
    expect(bid).to_have_count(1)
    expect(bid).not_to_have_css("outline-style", "none")
    suit = bid.get_attribute("aria-label") or ""
    page.keyboard.press("Enter")
    expect(page.locator(".bids")).to_have_count(0)
    expect(page.locator("header .what p")).to_contain_text(suit.split()[-1])


@pytest.mark.parametrize(("language", "trump"), [("zh-CN", "主牌"), ("ja", "切り札")])
def test_euchre_speaks_each_language(
    open_page: OpenPage, server: PlayServer, language: str, trump: str
) -> None:
    page = open_page(None, PHONE, language)
    begin_with_a_bid(page, lambda: page.goto(f"{server.address}/tables/{make_table(page, server, 'euchre')}"))
    page.locator(".bar .actions button").nth(1).click()
    expect(page.locator("header .what p")).to_contain_text(trump)
    assert PLACEHOLDER not in page.locator("body").inner_text()
