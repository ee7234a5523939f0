"""Lessons on a phone by touch, with right and wrong tries, and by keyboard alone."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import PHONE, OpenPage, start_of
from tests.browser.server import Server
from tests.browser.table import (
    CORNER,
    SIZES,
    check_room_of,
    found_at_rest,
    resize,
    tap_twice,
    wait_for,
    wait_until_gone,
)

LOCKUP = ("9C", "KH", "AS", "4D", "AH", "QC", "2C", "QS 4H", "KC", "TH")
"""The right cards of each step; the checks come last."""

IN_PART = """() => {
  const bubble = document.querySelector('.bubble').getBoundingClientRect()
  return [...document.querySelectorAll('.status > span, .me > * > *')].filter((piece) => {
    const box = piece.getBoundingClientRect()
    const beside = box.right <= bubble.left || box.left >= bubble.right
    const apart = beside || box.bottom <= bubble.top || box.top >= bubble.bottom
    return !apart && piece.checkVisibility({ visibilityProperty: true })
  }).map((piece) => piece.textContent)
}"""
"""Finds pieces of text that are visible and partly under a bubble."""

LOCKSEVEN = {
    "tricks": 9,
    "pairs": 10,
    "partners": 10,
}
DIGITS = {"Call": "2", "Play alone": "2"}
"""The digit to press, by the beginning of the hint: the second suit, the second button."""


def bubble_says(page: Page, text: str) -> None:
    expect(page.locator(".bubble > p").first).to_have_text(text)


def tap(page: Page, card: str) -> None:
    """Tap a card once the player is asked in the step: the hint button is then enabled."""
    wait_for(page.get_by_role("button", name="提示", exact=True).and_(page.locator(":enabled")))
    tap_twice(page.locator(f"[data-hand] [data-id='{card}']"))


def test_nothing_is_read_in_part_beside_a_bubble(open_page: OpenPage, server: Server) -> None:
    page = open_page(f"{server.address}/learn/lockseven/tricks")
    wait_for(page.locator(".bubble"))
    for width, height in [*SIZES, (1024, 768)]:
        resize(page, ViewportSize(width=width, height=height))
        assert found_at_rest(page, IN_PART) == [], f"{width}x{height}"


def test_a_lesson_is_walked_on_a_phone_in_chinese(open_page: OpenPage, server: Server) -> None:
    page = open_page(server.address, PHONE, "zh-CN", newcomer=True)
    page.locator(f"{start_of('lockup')} .button.primary").tap()
    page.locator("dialog .button.primary").tap()
    main = page.locator(".bar .primary")

    # the first card that is lifted says what comes next, and once that is done it is said no more
    first = page.locator("[data-hand] [data-id='6D']")
    wait_for(first)
    wait_for(page.get_by_role("button", name="提示", exact=True).and_(page.locator(":enabled")))
    first.tap(position=CORNER)
    expect(page.locator(".bubble")).to_contain_text("再点一下打出")
    first.tap(position=CORNER)
    expect(page.locator(".bubble > p").first).to_contain_text("试试梅花")
    main.tap()
    tap(page, "6D")  # legal, and not what is asked for
    expect(page.locator(".bubble > p").first).to_contain_text("试试梅花")
    main.tap()
    check_room_of(page)
    tap(page, "9C")
    bubble_says(page, "对了！")
    main.tap()

    tap(page, "AS")  # the rules refuse it
    wait_for(page.locator(".refusal"))
    expect(page.locator(".refusal")).to_contain_text("LU-3.1")
    bubble_says(page, "你手里还有红桃，要出红桃。")

    page.reload()  # the lesson goes on where it was left
    for cards in LOCKUP[1:]:
        for card in cards.split():
            tap(page, card)
            wait_until_gone(page.locator(f"[data-hand] [data-id='{card}']"))
        bubble_says(page, "对了！")
        main.tap()
    expect(page.locator(".bubble > p").first).to_contain_text("跟牌")
    page.locator(".bubble nav button").first.tap()  # back to the last step
    wait_for(page.locator("[data-id='TH']"))
    page.locator(".bubble .on").tap()

    main.tap()  # a round, with a coach
    page.wait_for_url("**/tables/*")
    wait_for(page.locator(".bubble .tip"))
    check_room_of(page)
    said = page.locator(".bubble .tip").inner_text()
    page.locator(".bubble .tip > button").tap()
    expect(page.locator(".bubble").filter(has_text=said)).to_have_count(0)


@pytest.mark.parametrize(("lesson", "steps"), LOCKSEVEN.items())
def test_a_lesson_of_lockseven_by_keyboard(
    open_page: OpenPage, server: Server, lesson: str, steps: int
) -> None:
    """By hints alone, which choose the cards; moves without cards are chosen by a digit."""
    page = open_page(f"{server.address}/learn/lockseven/{lesson}")
    wait_for(page.locator(".bubble"))
    for number in range(1, steps + 1):
        expect(page.locator(".what p")).to_contain_text(f"Step {number} of {steps} ·")
        while page.locator(".bubble .good").count() == 0:
            play_by_hint(page)
        page.keyboard.press("Enter")
    expect(page.locator(".what p")).to_contain_text("Done ·")


def play_by_hint(page: Page) -> None:
    hint = page.locator(".hint.paper")
    may_ask = page.get_by_role("button", name="Hint", exact=True).and_(page.locator(":enabled"))
    wait_for(may_ask.or_(page.locator(".bubble .good")))
    if page.locator(".bubble .good").count():
        return
    page.keyboard.press("i")
    wait_for(hint)
    said = hint.inner_text().removeprefix("Hint: ")
    key = next((digit for beginning, digit in DIGITS.items() if said.startswith(beginning)), "Enter")
    if key == "Enter":
        wait_for(page.locator(".bar .primary"))
    page.keyboard.press(key)
    wait_until_gone(hint)
