"""Somebody who is here for the first time: from their first tap to the second round."""

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from sevenfold.testing.served import PlayServer
from sevenfold.testing.table import (
    SIDEWAYS,
    LockupTable,
    check_targets,
    found_at_rest,
    reach,
    resize,
    tap_twice,
    wait_for,
)
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.test_access import check

TABLET = ViewportSize(width=768, height=1024)
SIZES = ((1440, 900), (768, 1024), (844, 390), (390, 844), (360, 640))

COVERED = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect()
  return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}"""
"""Whether something lies on a button, or it lies outside the page."""


def by_key(card: Locator) -> None:
    """Play a card without a pointer."""
    reach(card.page, card)
    card.page.keyboard.press("Enter")


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["touch", "keyboard"])
def test_a_newcomer_comes_from_the_first_tap_to_the_second_round(
    open_page: OpenPage, server: PlayServer, axe: str, size: ViewportSize
) -> None:
    touch = size == PHONE
    page: Page = open_page(server.address, size, newcomer=True)

    def use(button: Locator) -> None:
        if touch:
            button.tap()
        else:
            reach(page, button)
            page.keyboard.press("Enter")

    gold = page.locator(".primary")
    expect(gold).to_have_text("Play")
    use(gold)
    table = LockupTable(page)
    table.play_round(tap_twice if touch else by_key)
    wait_for(table.result)
    buttons = table.result.locator(".ways .button")
    expect(buttons).to_have_text(["Next round", "More"])
    check(page, axe)
    check_targets(page)
    for width, height in SIZES:
        resize(page, ViewportSize(width=width, height=height))
        assert found_at_rest(page, SIDEWAYS) == []
        assert [button.inner_text() for button in buttons.all() if button.evaluate(COVERED)] == []
        expect(page.locator(".bubble")).to_have_count(0)  # what the coach says is a line of the result
    resize(page, size)

    page.goto(server.address)
    expect(page.get_by_role("heading", name="Lockup: round 2 is next")).to_be_visible()
    expect(gold).to_have_text("Play on")
    expect(page.get_by_role("button", name="Today’s Lockup")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("your turn")
    check(page, axe)
    use(gold)
    wait_for(table.result)
    use(table.result.locator(".ways .primary"))
    table.wait_for_next_round()
    expect(page.locator("header")).to_contain_text("Round 2")
