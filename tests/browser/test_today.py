"""Today's deals on the start page and on their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sevenfold.testing.running import Guest
from sevenfold.testing.served import StoppedServer
from sevenfold.testing.table import LockupTable, check_targets, wait_for
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.test_access import check
from tests.server.boards import play_out


@pytest.fixture
def server(tmp_path: Path) -> Iterator[StoppedServer]:
    server = StoppedServer(tmp_path)
    yield server
    server.close()


def finish(server: StoppedServer, page: Page) -> None:
    """Play the table that a page shows to its end, as somebody who has the same cookie."""
    table = page.url.rpartition("/")[2]
    page.goto("about:blank")
    with Guest(server, session=False) as guest:
        for cookie in page.context.cookies(server.address):
            guest.http.cookies.set(cookie["name"], cookie["value"])
        play_out(server, guest, guest.get(f"/tables/{table}").json())


def test_a_deal_of_today_is_played_from_the_start_page_and_comes_back_as_played(
    open_page: OpenPage, server: StoppedServer, axe: str
) -> None:
    page, other = open_page(server.address), open_page(server.address, PHONE)
    theirs = other.locator(".today")
    wait_for(theirs.locator(".deals .button").last)
    before = theirs.inner_text()

    deal = page.locator(".today article").first
    expect(deal).to_contain_text("3 rounds")
    deal.get_by_role("button", name="Lockup: play deal 1").click()
    LockupTable(page).wait_until_ready()
    table = page.url
    page.go_back()
    deal.get_by_role("link", name="Lockup: go on with deal 1").click()
    LockupTable(page).wait_until_ready()
    assert page.url == table
    finish(server, page)

    page.goto(server.address)
    for _ in range(2):
        expect(deal).to_contain_text("1 of 3 played")
        expect(deal).to_contain_text("nobody else so far")
        expect(page.locator(".today ol > li").last).to_contain_text(": played")
        wait_for(deal.get_by_role("button", name="Lockup: play deal 2"))
        page.reload()
    check(page, axe)
    check_targets(page)
    other.reload()
    wait_for(theirs.locator(".deals .button").last)
    assert theirs.inner_text() == before

    page.get_by_role("link", name="All results and days").click()
    wait_for(page.get_by_role("heading", name="Today", exact=True))
    check(page, axe)
    check_targets(page)
    page.get_by_role("button", name="Share").click()
    slip = page.get_by_role("dialog")
    wait_for(slip.get_by_role("img"))
    lines = slip.get_by_role("textbox").input_value().splitlines()
    assert "Lockup · 1" in lines[0]
    assert set(lines[1]) <= set("●○▥")
    assert len(lines[1]) >= 12
    assert lines[3].endswith("/today")
    expect(slip.get_by_role("button", name="Save picture")).to_be_enabled()
    check(page, axe)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="The day before").click()
    expect(page.get_by_text("Not played").first).to_be_visible()
    page.goto(f"{server.address}/today/2999-01-01")
    wait_for(page.get_by_text("There are no deals of that day."))
