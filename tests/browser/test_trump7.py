"""The Trump 7 table in a browser: as the Player and against the Player, by mouse, keyboard and touch."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from sevenfold.testing.served import PlayServer
from sevenfold.testing.stacked import begin_at_first_seat, deal_the_same, some_card_is_refused
from sevenfold.testing.table import (
    AMISS,
    Trump7Table,
    check_space,
    click,
    found_at_rest,
    reach,
    resize,
    tap,
    wait_for,
)
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, OpenTable, make_table
from tests.browser.test_access import check as check_access

OpenBidding = Callable[..., Trump7Table]


@pytest.fixture
def open_bidding(open_page: OpenPage, server: PlayServer) -> OpenBidding:
    """A table at which this player is asked first whether to take the widow."""

    def open_bidding(size: ViewportSize, **preferences: object) -> Trump7Table:
        page = open_page(None, size, **preferences)
        made = make_table(page, server, Trump7Table.game)
        deal_the_same(server, made)
        begin_at_first_seat(server, made)
        page.goto(f"{server.address}/tables/{made}")
        table = Trump7Table(page)
        assert table.next_turn() == "bid"
        return table

    return open_bidding


def test_in_japanese_too_all_is_read_whole(open_bidding: OpenBidding) -> None:
    table = open_bidding(DESKTOP, language="ja")
    table.suits.first.click()
    wait_for(table.page.locator(".herald"))
    check_space(table)
    table.put_away(click)
    wait_for(table.legal)
    resize(table.page, ViewportSize(width=1024, height=768))
    table.page.locator("header .square").last.click()
    wait_for(table.page.locator("aside table"))
    assert found_at_rest(table.page, AMISS) == []


def test_a_deal_as_the_player_by_mouse(open_bidding: OpenBidding) -> None:
    table = open_bidding(DESKTOP)
    assert len(table.cards()) == 9
    table.suits.nth(1).click()
    expect(table.tray).to_contain_text("0/2")
    assert len(table.cards()) == 11
    expect(table.marked).to_have_count(2)
    expect(table.marked.first.get_by_role("button")).to_have_accessible_name(re.compile("from the widow"))
    first, second = table.cards()[-2:]
    click(table.card(first))
    expect(table.tray).to_contain_text("1/2")
    table.main_button.click()
    expect(table.refusal).to_contain_text("T7-2.3")
    click(table.card(second))
    expect(table.tray).to_contain_text("2/2")
    expect(table.main_button).to_contain_text("Put away")
    table.main_button.click()
    expect(table.hand.locator("button")).to_have_count(9)
    expect(table.mine).to_contain_text("Player")
    table.play_on(click, take=True)
    expect(table.result).to_contain_text("Put away")
    table.main_button.click()
    expect(table.result).to_have_count(0)
    expect(table.page.locator("header")).to_contain_text("of 12")
    table.next_turn()


def test_a_deal_against_the_player_or_a_leaster_by_keyboard(open_table: OpenTable) -> None:
    table = open_table(Trump7Table, DESKTOP)
    page = table.page

    def press(target: Locator) -> None:
        if target.get_attribute("data-id"):
            reach(page, target)
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("0")

    table.play_on(press, take=False)
    expect(table.result.locator(".total .amount")).to_be_visible()
    reach(page, table.main_button)
    page.keyboard.press("Enter")
    table.next_turn()


def test_the_widow_lies_on_one_strip_in_japanese(open_bidding: OpenBidding) -> None:
    table = open_bidding(ViewportSize(width=1024, height=768), language="ja")
    table.suits.first.click()
    expect(table.marked).to_have_count(2)
    strip = table.tray.locator(".cards")
    expect(strip).to_have_count(1)
    lines = "strip => strip.offsetHeight / parseFloat(getComputedStyle(strip).lineHeight)"
    assert strip.evaluate("strip => strip.getClientRects().length") == 1
    assert strip.evaluate(lines) < 1.5


FOCUS = "() => document.activeElement?.closest('[data-hand], button, a')"


def test_the_keyboard_begins_at_the_hand_and_is_never_lost(open_bidding: OpenBidding) -> None:
    table = open_bidding(DESKTOP)
    page = table.page
    page.wait_for_function("() => document.activeElement?.closest('[data-hand]')")
    table.bar.locator("button").last.focus()
    page.keyboard.press("Enter")  # the bid: its button goes
    for _ in range(3):
        assert table.next_turn() in ("bid", "discard", "play", "over")
        page.wait_for_function(FOCUS)
        page.keyboard.press("ArrowRight")
        page.wait_for_function(FOCUS)


def test_the_widow_taken_and_put_away_by_keyboard(open_bidding: OpenBidding) -> None:
    table = open_bidding(DESKTOP)
    page = table.page
    page.keyboard.press("3")
    expect(table.marked).to_have_count(2)
    expect(page.locator(".what")).to_contain_text("diamonds")
    for name in table.cards()[-2:]:
        reach(page, table.card(name))
        page.keyboard.press("Space")
    expect(table.tray).to_contain_text("2/2")
    page.keyboard.press("Enter")
    expect(table.hand.locator("button")).to_have_count(9)


@pytest.mark.parametrize("language", ["en", "zh-CN", "ja"])
def test_deals_by_touch_on_a_phone(
    open_table: OpenTable,
    open_bidding: OpenBidding,
    language: str,
    no_sideways_scroll: Callable[[Page], None],
) -> None:
    whole = language == "en"  # the same page in other words
    table = open_bidding(PHONE) if whole else open_table(Trump7Table, PHONE, language, moves_left=10)
    no_sideways_scroll(table.page)
    table.play_on(tap, take=True)
    no_sideways_scroll(table.page)
    expect(table.result).to_be_visible()
    table.main_button.tap()
    expect(table.result).to_have_count(0)


def test_t7_4_2_a_card_that_does_not_follow_is_refused_with_its_rule(open_table: OpenTable) -> None:
    table = open_table(Trump7Table, DESKTOP, moves_left=9, when=some_card_is_refused)
    before = table.cards()
    click(table.illegal.first)
    expect(table.refusal).to_contain_text("T7-4.2")
    assert table.cards() == before
    table.refusal.get_by_role("button").first.click()
    expect(table.page.locator("[id='T7-4.2']")).to_be_in_viewport()


def test_a_reload_in_the_midst_of_a_deal_comes_back_to_the_same_view(open_bidding: OpenBidding) -> None:
    table = open_bidding(PHONE)
    tap(table.suits.first)
    expect(table.marked).to_have_count(2)
    cards = table.cards()
    table.page.reload()
    expect(table.marked).to_have_count(2)
    assert table.cards() == cards


def test_axe_finds_nothing_in_any_phase(open_bidding: OpenBidding, axe: str) -> None:
    table = open_bidding(DESKTOP)
    check_access(table.page, axe)
    click(table.suits.first)
    expect(table.marked).to_have_count(2)
    click(table.card(table.cards()[-1]))
    check_access(table.page, axe)
    click(table.card(table.cards()[-1]))
    table.put_away(click)
    table.next_turn()
    check_access(table.page, axe)
    table.play_on(click, take=True)
    check_access(table.page, axe)


def test_no_question_covers_what_it_asks_for(open_bidding: OpenBidding) -> None:
    table = open_bidding(DESKTOP)
    check_space(table)
    click(table.suits.first)
    expect(table.marked).to_have_count(2)
    check_space(table)
    table.put_away(click)
    assert table.next_turn() == "play"
    check_space(table)


ON_WIDOW = """() => {
  const bubble = document.querySelector('.bubble').getBoundingClientRect()
  return [...document.querySelectorAll('.centre .card, .tray .words > *')].filter((one) => {
    const box = one.getBoundingClientRect()
    const wide = Math.min(box.right, bubble.right) - Math.max(box.left, bubble.left)
    return wide > 0 && Math.min(box.bottom, bubble.bottom) - Math.max(box.top, bubble.top) > 4
  }).map((one) => `${one.className} ${one.textContent}`)
}"""
"""What of the widow lies under a bubble."""


def test_the_coach_does_not_cover_the_widow(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(None, newcomer=True)
    made = make_table(page, server, "trump7")
    begin_at_first_seat(server, made)
    page.goto(f"{server.address}/tables/{made}")
    for there in (".suits button:enabled", ".tray .count"):
        wait_for(page.locator(there))
        wait_for(page.locator(".bubble"))
        for width, height in ((390, 844), (360, 640), (1440, 900)):
            resize(page, ViewportSize(width=width, height=height))
            assert found_at_rest(page, ON_WIDOW) == [], (there, width)
        if page.locator(".suits").count():
            page.locator(".suits button").first.click()
