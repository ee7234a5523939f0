"""A page checks by itself how the cards were dealt, and says so on the result; who lies is found."""

import os
import re

from playwright.sync_api import Locator, Page, Route, expect

from sevenfold.testing.served import PlayServer
from sevenfold.testing.stacked import opened
from sevenfold.testing.table import LockupTable, click, wait_for, wait_until
from tests.browser.conftest import PAINT, PHONE, RUN_AXE, OpenPage, make_table, start_of


def terms(page: Page, server: PlayServer) -> str:
    """The terms of the table that a page shows."""
    table = page.url.rpartition("/")[2]
    found: str = page.request.get(f"{server.address}/api/tables/{table}").json()["promise"]["terms"]
    return found


def play_from_the_start_page(page: Page) -> Locator:
    """A round of Lockup at a table made on the start page; what its result says of the deal."""
    page.locator(f"{start_of('lockup')} .button.primary").click()
    table = LockupTable(page)
    table.play_round(click)
    wait_for(table.main_button)
    return page.locator(".deal")


def test_a_page_says_that_the_deal_is_the_one_promised(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(server.address)
    said = play_from_the_start_page(page)
    page.get_by_role("button", name="More").click()
    expect(said).to_have_text("Fair deal: these are the cards that were fixed beforehand.")
    assert re.search(r"^seat 0 salt [0-9a-f]{32}$", terms(page, server), re.MULTILINE)


def test_a_page_finds_a_server_that_chooses_the_cards_after_its_promise(
    open_page: OpenPage, server: PlayServer, axe: str
) -> None:
    page = open_page(server.address, PHONE, "zh-CN")

    def lie(route: Route) -> None:
        table = route.request.url.split("/")[-2]
        with opened(server) as database:
            database.execute("UPDATE tables SET seed = ? WHERE id = ?", [bytes(32), table])
        route.continue_()

    page.route("**/api/tables/*/start", lie)
    said = play_from_the_start_page(page)
    expect(said).to_have_text("发牌有问题：与开局前锁定的不一致。这次发牌的密钥对不上。")
    expect(said).to_have_attribute("role", "alert")
    page.unroute("**/api/tables/*/start")
    page.evaluate(PAINT)
    page.evaluate(axe)
    assert page.evaluate(RUN_AXE) == []
    if where := os.environ.get("SEVENFOLD_PICTURES"):
        page.screenshot(path=f"{where}/broken.png")


def test_friends_who_wait_add_their_salts_by_themselves(open_page: OpenPage, server: PlayServer) -> None:
    host, friend = open_page(None), open_page(None)
    made = make_table(host, server, "lockup", friends=True, name="Ann")
    host.goto(f"{server.address}/tables/{made}")
    link = host.request.get(f"{server.address}/api/tables/{made}").json()["link"]
    friend.request.post(f"{server.address}/api/session")
    friend.request.post(f"{server.address}/api/invitations/{link}", data={"seat": 1, "name": "Ben"})
    friend.goto(f"{server.address}/tables/{made}")
    wait_until(host, lambda: terms(host, server).count(" salt ") == 2, "both have a salt")
    host.locator(".foot .button.primary").click()
    wait_for(friend.locator("[data-hand]"))
    assert re.findall(r"^seat (\d) (salt|bot)", terms(friend, server), re.MULTILINE) == [
        ("0", "salt"),
        ("1", "salt"),
        ("2", "bot"),
        ("3", "bot"),
    ]
