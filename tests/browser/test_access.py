"""Accessibility, as far as axe can see it: no serious finding on any page, in both themes."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, every_look
from tests.browser.server import Server
from tests.browser.table import LockupTable, wait_for

RUN_AXE = """async () => {
  const found = await axe.run({ resultTypes: ['violations'] })
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}"""


def check(page: Page, axe: str) -> None:
    page.evaluate(axe)
    assert page.evaluate(RUN_AXE) == []


@every_look
def test_axe_finds_nothing_serious(
    open_page: OpenPage, server: Server, axe: str, theme: str, size: dict[str, int]
) -> None:
    page = open_page(server.address, size, theme=theme)
    expect(page.locator(".button.primary").first).to_be_visible()
    check(page, axe)
    page.goto(f"{server.address}/rules/lockup")
    expect(page.get_by_text("LU-1.1")).to_be_visible()
    check(page, axe)
    page.goto(server.address)
    page.locator(".button.primary").first.click()
    table = LockupTable(page)
    table.wait_for_turn()
    check(page, axe)
    page.keyboard.press("?")
    check(page, axe)


@every_look
def test_axe_finds_nothing_serious_where_one_learns(
    open_page: OpenPage, server: Server, axe: str, theme: str, size: dict[str, int]
) -> None:
    page = open_page(f"{server.address}/learn/lockseven/tricks", size, theme=theme)
    wait_for(page.locator(".bubble"))
    check(page, axe)
    page.goto(f"{server.address}/practice/trump7#1")
    wait_for(page.locator(".suits button"))
    check(page, axe)
    page.locator(".suits button").first.click()
    wait_for(page.get_by_role("dialog"))
    check(page, axe)
