"""The Trump 7 table in a browser: as the Player and against him, by mouse, keyboard and touch."""

import re
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.server import Server
from tests.browser.table import CORNER, LONG, LockupTable
from tests.browser.test_access import check as check_access
from tests.browser.test_round import reach

Turn = Literal["bid", "discard", "play", "over"]

MOST_DEALS = 12
"""So many deals are played at the most until the wanted one comes; a seat bids first in every third."""


class Trump7Table(LockupTable):
    """A page that shows a Trump 7 table."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.suits = page.locator(".suits button")
        self.pass_button = page.locator(".middle .button.plain")
        self.tray = page.locator(".tray")
        self.marked = page.locator("[data-hand] li.marked")
        self.mine = page.locator(".mine")
        self.discard_turn = page.locator(".table:has(.bar p.turn) .tray")

    def next_turn(self) -> Turn:
        """Wait until this player is to act, or the deal is over."""
        anything = self.suits.or_(self.legal).or_(self.discard_turn).or_(self.result)
        expect(anything.first).to_be_visible(timeout=LONG)
        if self.legal.count():
            return "play"
        if self.suits.count():
            return "bid"
        return "over" if self.result.count() else "discard"

    def put_away(self, how: Callable[[Locator], None]) -> None:
        """Put away the two lowest of the last suit."""
        for name in self.cards()[-2:]:
            how(self.card(name))
        self.main_button.click()
        expect(self.marked).to_have_count(0)

    def play_card(self, how: Callable[[Locator], None]) -> None:
        """Play the last card that may be played; who must lead the joker in a leaster calls for a suit."""
        name = str(self.legal.last.get_attribute("data-id"))
        how(self.card(name))
        gone = self.page.locator(f"[data-hand]:not(:has([data-id='{name}']))")
        expect(gone.or_(self.suits).first).to_be_attached(timeout=LONG)
        if self.card(name).count():
            self.suits.first.click()
        expect(self.card(name)).to_have_count(0, timeout=LONG)

    def play_on(self, how: Callable[[Locator], None], *, take: bool) -> None:
        """Play the deal to its end, as the Player where that can be had and is wanted."""
        while (turn := self.next_turn()) != "over":
            if turn == "bid":
                how(self.suits.first if take else self.pass_button)
                expect(self.suits).to_have_count(0)
            elif turn == "discard":
                self.put_away(how)
            else:
                self.play_card(how)

    def come_to_bid(self) -> None:
        """Play on until this player is asked whether he takes the widow."""
        for _ in range(MOST_DEALS):
            if self.next_turn() == "bid":
                return
            self.play_on(click, take=False)
            self.main_button.click()
            expect(self.result).to_have_count(0)
        pytest.fail("this player was never asked")


def click(target: Locator) -> None:
    """Click a card at its index, or a button."""
    target.click(position=CORNER)


def tap(target: Locator) -> None:
    target.tap(position=CORNER)


OpenTrump7 = Callable[..., Trump7Table]


@pytest.fixture
def open_trump7(open_page: OpenPage, server: Server) -> OpenTrump7:
    """Open the start page and take a seat at a new Trump 7 table by one tap."""

    def open_trump7(size: ViewportSize, *arguments: object, **named: object) -> Trump7Table:
        page = open_page(server.address, size, *arguments, **named)
        page.locator("section:has(> .felt a[href='/rules/trump7']) .button.primary").click()
        page.wait_for_url("**/tables/*")
        table = Trump7Table(page)
        table.next_turn()
        return table

    return open_trump7


def test_a_deal_as_the_player_by_mouse(open_trump7: OpenTrump7) -> None:
    table = open_trump7(DESKTOP)
    table.come_to_bid()
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
    expect(table.result).to_contain_text("T7-6.1")
    expect(table.result).to_contain_text("Put away:")
    table.main_button.click()
    expect(table.result).to_have_count(0)
    expect(table.page.locator("header")).to_contain_text("of 12")
    table.next_turn()


def test_a_deal_against_the_player_or_a_leaster_by_keyboard(open_trump7: OpenTrump7) -> None:
    table = open_trump7(DESKTOP)
    page = table.page

    def press(target: Locator) -> None:
        if target.get_attribute("data-id"):
            reach(page, target)
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("0")

    table.play_on(press, take=False)
    expect(table.result).to_contain_text(re.compile(r"T7-(6\.1|7\.[123])"))
    reach(page, table.main_button)
    page.keyboard.press("Enter")
    table.next_turn()


def test_the_widow_taken_and_put_away_by_keyboard(open_trump7: OpenTrump7) -> None:
    table = open_trump7(DESKTOP)
    table.come_to_bid()
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
    open_trump7: OpenTrump7, language: str, no_sideways_scroll: Callable[[Page], None]
) -> None:
    table = open_trump7(PHONE, language)
    for _ in range(3):
        no_sideways_scroll(table.page)
        table.play_on(tap, take=True)
        no_sideways_scroll(table.page)
        expect(table.result).to_be_visible()
        table.main_button.tap()
        expect(table.result).to_have_count(0)


def test_t7_4_2_a_card_that_does_not_follow_is_refused_with_its_rule(open_trump7: OpenTrump7) -> None:
    table = open_trump7(DESKTOP)
    for _ in range(MOST_DEALS * 9):
        turn = table.next_turn()
        if turn == "play" and table.illegal.count():
            break
        if turn == "bid":
            table.pass_button.click()
            expect(table.suits).to_have_count(0)
        elif turn == "play":
            table.play_card(click)
        else:
            table.main_button.click()
            expect(table.result).to_have_count(0)
    before = table.cards()
    click(table.illegal.first)
    expect(table.refusal).to_contain_text("T7-4.2")
    assert table.cards() == before
    table.refusal.get_by_role("button").first.click()
    expect(table.page.locator("[id='T7-4.2']")).to_be_in_viewport()


def test_a_reload_in_the_midst_of_a_deal_comes_back_to_the_same_view(open_trump7: OpenTrump7) -> None:
    table = open_trump7(PHONE)
    table.come_to_bid()
    tap(table.suits.first)
    expect(table.marked).to_have_count(2)
    cards = table.cards()
    table.page.reload()
    expect(table.marked).to_have_count(2)
    assert table.cards() == cards


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_axe_finds_nothing_serious_in_any_phase(
    open_trump7: OpenTrump7, axe: str, size: ViewportSize
) -> None:
    table = open_trump7(size)
    table.come_to_bid()
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


@pytest.mark.parametrize("width", [320, 360, 640, 1440])
def test_nothing_is_cut_off(
    open_trump7: OpenTrump7, width: int, no_sideways_scroll: Callable[[Page], None]
) -> None:
    table = open_trump7(ViewportSize(width=width, height=360 if width == 640 else 568))
    bar = table.page.locator(".bar").last

    def check() -> None:
        no_sideways_scroll(table.page)
        expect(bar).to_be_in_viewport(ratio=0.9)

    table.come_to_bid()
    check()
    expect(table.pass_button).to_be_in_viewport(ratio=0.9)
    click(table.suits.first)
    expect(table.marked).to_have_count(2)
    check()
    expect(table.hand).to_be_in_viewport(ratio=0.9)
    table.put_away(click)
    table.next_turn()
    check()
    table.play_on(click, take=True)
    check()
