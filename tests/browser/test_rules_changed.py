"""A table whose rules have changed: the start page says so, it is read, and put away."""

import sqlite3
from contextlib import closing

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from sevenfold.core.standing import Standing
from sevenfold.server.storage.rows import as_text
from sevenfold.testing.served import PlayServer
from sevenfold.testing.table import check_targets
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, make_table
from tests.browser.friends import catalog
from tests.browser.test_access import check

STOOD = Standing(
    round=3, result=None, results=((5, -2, 0, -3), (0, 4, -1, -3)), scores=(5, 2, -1, -6), over=False,
    winners=(), next_first=None,
)  # fmt: skip


def end_by_rules(server: PlayServer, table: str) -> None:
    """As if the server had a newer version of the game's rules."""
    with closing(sqlite3.connect(server.data / "sevenfold.db", timeout=10)) as database, database:
        database.execute("UPDATE tables SET rules = 0, standing = ? WHERE id = ?", [as_text(STOOD), table])


@pytest.mark.parametrize(
    ("language", "size"), [("en", DESKTOP), ("zh-Hans", PHONE), ("ja", PHONE)], ids=["en", "zh", "ja"]
)
def test_a_table_that_cannot_go_on_says_so_and_is_read_and_put_away(
    open_page: OpenPage, server: PlayServer, axe: str, language: str, size: ViewportSize
) -> None:
    words = catalog(language)
    page: Page = open_page(None, size, "zh-CN" if language == "zh-Hans" else language)
    table = make_table(page, server, "lockup")
    end_by_rules(server, table)

    page.goto(server.address)
    told = page.locator(f"section:has(> a[href='/tables/{table}'])")
    expect(told.get_by_role("heading")).to_contain_text(words["start.rulesChanged"].partition("}")[2])
    expect(told).to_contain_text(words["tables.rulesChanged"])
    told.get_by_role("link", name=words["tables.look"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(words["table.closed.rules_changed"])
    expect(page.get_by_role("row")).to_have_count(2 + len(STOOD.results))
    expect(page.locator("tfoot")).to_contain_text("2")
    check_targets(page)
    if language == "en":
        check(page, axe)
    page.get_by_role("button", name=words["table.put_away"]).click()
    page.get_by_role("button", name=words["friends.delete"]).click()
    page.wait_for_url(f"{server.address}/")
    expect(page.locator("main")).to_contain_text(words["start.title"])
    expect(page.locator(f"a[href='/tables/{table}']")).to_have_count(0)
