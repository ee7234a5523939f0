"""Lockup in a browser: whole rounds by mouse and touch, ends of rounds by keyboard and in each language."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from sevenfold.testing.table import LockupTable, click, reach, tap_twice, wait_until
from tests.browser.conftest import DESKTOP, PHONE, OpenTable

LAST_TRICKS = 12
"""How many moves to play where a whole round would show nothing more."""


COUNT_SOUNDS = """
  window.sounds = 0
  const start = AudioBufferSourceNode.prototype.start
  AudioBufferSourceNode.prototype.start = function (...when) { sounds++; start.apply(this, when) }
"""


def check_round_result(table: LockupTable) -> None:
    """LU-1.3, LU-6.1: thirteen tricks were taken or passed; two at most pass in a round."""
    taken = sum(table.scores())
    assert 11 <= taken <= 13


def test_a_round_by_mouse(open_table: OpenTable) -> None:
    table = open_table(LockupTable, DESKTOP, sound=True, script=COUNT_SOUNDS)
    assert len(table.cards()) == 13
    assert table.play_round(click) > 0
    wait_until(table.page, lambda: table.page.evaluate("sounds") > 0, "the cards are heard")
    check_round_result(table)
    table.next_round()
    assert table.cards()


def test_a_round_by_keyboard(open_table: OpenTable) -> None:
    table = open_table(LockupTable, DESKTOP, moves_left=LAST_TRICKS)
    page = table.page

    def play(card: Locator) -> None:
        reach(page, card)
        page.keyboard.press("Enter")

    table.play_round(play)
    check_round_result(table)
    expect(table.result.get_by_role("group").first).to_be_focused()
    expect(page.get_by_role("button", name="Next round")).to_have_count(1)
    page.keyboard.press("Enter")
    table.wait_for_next_round()


@pytest.mark.parametrize("language", ["en", "zh-CN", "ja"])
def test_a_round_by_touch_on_a_phone(
    open_table: OpenTable, language: str, no_sideways_scroll: Callable[[Page], None]
) -> None:
    table = open_table(LockupTable, PHONE, language, moves_left=None if language == "en" else LAST_TRICKS)
    no_sideways_scroll(table.page)
    expect(table.page.locator("html")).to_have_attribute("lang", {"zh-CN": "zh-Hans"}.get(language, language))
    table.play_round(tap_twice)
    check_round_result(table)
    no_sideways_scroll(table.page)
