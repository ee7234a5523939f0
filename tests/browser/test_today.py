"""Today's deals on the start page and on their own."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sevenfold.testing.running import Person
from sevenfold.testing.served import StoppedServer
from sevenfold.testing.table import LockupTable, check_targets, wait_for
from tests.browser.conftest import PHONE, OpenPage, make_table, start_of
from tests.browser.test_access import check
from tests.server.boards import play_out, play_round


@pytest.fixture
def server(tmp_path: Path) -> Iterator[StoppedServer]:
    server = StoppedServer(tmp_path)
    yield server
    server.close()


@contextmanager
def person_of(server: StoppedServer, page: Page) -> Iterator[Person]:
    """Somebody who has the same cookie as a page."""
    with Person(server, session=False) as person:
        for cookie in page.context.cookies(server.address):
            person.http.cookies.set(cookie["name"], cookie["value"])
        yield person


def finish(server: StoppedServer, page: Page) -> None:
    """Play the table that a page shows to its end, as somebody who has the same cookie."""
    table = page.url.rpartition("/")[2]
    page.goto("about:blank")
    with person_of(server, page) as person:
        play_out(server, person, person.get(f"/tables/{table}").json())


def sit_through(server: StoppedServer, page: Page) -> None:
    """Have whoever has this page finish a round of Lockup, and stay between two."""
    made = make_table(page, server, "lockup", bots=["easy"] * 3)
    with person_of(server, page) as person:
        play_round(server, person, person.get(f"/tables/{made}").json())


def test_a_deal_of_today_is_played_from_the_start_page_and_comes_back_as_played(
    open_page: OpenPage, server: StoppedServer, axe: str
) -> None:
    page = open_page(None, PHONE)
    sit_through(server, page)
    page.goto(server.address)
    tile = page.locator(start_of("lockup"))
    expect(page.locator(start_of("trump7")).get_by_role("link", name="Learn")).to_be_visible()
    page.get_by_role("button", name="Today’s Lockup").click()
    LockupTable(page).wait_until_ready()
    table = page.url
    page.go_back()
    expect(page.get_by_role("button", name="Today’s Lockup")).to_have_count(0)
    tile.get_by_role("link", name="Go on with today’s").click()
    LockupTable(page).wait_until_ready()
    assert page.url == table
    finish(server, page)

    page.goto(server.address)
    result = tile.get_by_role("link", name=re.compile("Today: "))
    for _ in range(2):
        wait_for(result)
        expect(page.locator(".head ol > li").last).to_contain_text(": played")
        page.reload()
    check(page, axe)
    check_targets(page)

    result.click()
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
    wait_for(page.get_by_text("There are no deals for that day."))
