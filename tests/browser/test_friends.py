"""Friends at one table, each in a browser of their own."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenPage, start_of
from tests.browser.server import Server
from tests.browser.table import LockupTable


def open_a_table(page: Page, server: Server, game: str, name: str) -> str:
    """Make a table that waits, from the start page; the link to it."""
    page.goto(server.address)
    page.locator(start_of(game)).get_by_role("button", name="With friends").click()
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/tables/*")
    return page.get_by_label("The link to the table").input_value()


def test_a_table_of_friends_from_its_link_to_its_end(open_page: OpenPage, tmp_path: Path) -> None:
    server = Server(tmp_path)
    anna, mei, xiaoyu = open_page(None), open_page(None, PHONE), open_page(None, PHONE, "zh-CN")
    link = open_a_table(anna, server, "lockup", "Anna")

    # the link shows the table and joins nobody; a name is told once, and is no other's
    mei.goto(link)
    expect(mei.get_by_role("heading", name="Anna invites you")).to_be_visible()
    expect(anna.get_by_text("3 chairs are free")).to_be_visible()
    mei.get_by_label("Your name").fill("Anna")
    mei.locator("[data-seat='1']").click()
    expect(mei.get_by_text("Somebody at the table is called so already.")).to_be_visible()
    mei.get_by_label("Your name").fill("Mei")
    mei.locator("[data-seat='1']").click()
    expect(anna.get_by_role("listitem").filter(has_text="Mei")).to_contain_text("here")

    # a code that was said aloud leads to the same table
    xiaoyu.goto(server.address)
    xiaoyu.get_by_placeholder("123 456 789").fill(anna.locator(".code").inner_text())
    xiaoyu.keyboard.press("Enter")
    xiaoyu.get_by_label("你的名字").fill("小雨")
    xiaoyu.locator("[data-seat='2']").click()
    expect(xiaoyu.get_by_text("由 Anna 开始。")).to_be_visible()
    anna.get_by_role("button", name="Start with a bot").click()

    tables = [LockupTable(page) for page in (anna, mei, xiaoyu)]
    for table in tables:
        expect(table.hand.locator("button")).to_have_count(13)
    server.stop()
