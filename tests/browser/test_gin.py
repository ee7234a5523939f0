"""Gin rummy in the browser: the plain table of a game of melds, from the upcard to the result."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from sevenfold.core.log import Dealt
from sevenfold.testing.served import PlayServer
from sevenfold.testing.stacked import stack
from sevenfold.testing.table import check_targets, click, wait_for
from tests.browser.conftest import PHONE, OpenPage, make_table
from tests.browser.test_access import check
from tests.packages.installing import install

DEAL = Dealt(
    1,
    {"0": "9S TS TH QD QS 3D 3H 3S JH AC", "1": "6S 7S 8S 6C 7C 8C 5S 9C AH KD"},
    "KH 2C 4H 4D 2S 2H",
)
KNOCKED = ("1 pass", "0 pass", "1 draw", "1 knock KD", "1 meld 5S 6S 7S 8S", "1 meld 6C 7C 8C 9C", "1 done")
"""The other has knocked with 3 points left, and two runs lie on the table."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PlayServer]:
    """A server beside which gin rummy is installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(install("gin", tmp_path_factory.mktemp("site"))))
        server = PlayServer(tmp_path_factory.mktemp("data"))
    yield server
    server.stop()


def test_before_a_meld_the_upcard_and_the_stock_are_all_that_lies_there(
    open_page: OpenPage, server: PlayServer
) -> None:
    page = open_page(None, PHONE)
    made = make_table(page, server, "gin")
    stack(server, made, DEAL, KNOCKED[:1])
    page.goto(f"{server.address}/tables/{made}")
    wait_for(page.get_by_role("button", name="Take the upcard"))
    expect(page.get_by_text("Stock 5", exact=True)).to_be_visible()
    expect(page.get_by_text("Nothing yet")).to_have_count(0)
    check_targets(page)


def test_a_hand_is_laid_off_and_laid_on_the_way_to_the_result(
    open_page: OpenPage, server: PlayServer, axe: str
) -> None:
    page = open_page(None, PHONE)
    made = make_table(page, server, "gin")
    stack(server, made, DEAL, KNOCKED)
    page.goto(f"{server.address}/tables/{made}")
    wait_for(page.get_by_text("Knocker", exact=True))
    expect(page.locator(".meld")).to_have_count(2)
    check(page, axe)
    click(page.locator("[data-hand] [data-id^='9S']"))
    click(page.get_by_role("button", name="Lay off"))
    expect(page.get_by_text("Laid off").first).to_be_visible()
    click(page.get_by_role("button", name="Done"))
    wait_for(page.get_by_text("Choose cards to lay"))  # until then it is the question before
    for card in ("3D", "3H", "3S"):
        click(page.locator(f"[data-hand] [data-id^='{card}']"))
    click(page.get_by_role("button", name=re.compile("^Lay 3")))
    expect(page.locator(".meld")).to_have_count(3)
    click(page.get_by_role("button", name="Done"))
    wait_for(page.locator("section.end"))
    expect(page.get_by_text("Deadwood of")).to_contain_text("3.")
    check(page, axe)
