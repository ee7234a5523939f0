"""A browser that translates: it leaves the page alone, and one that does not leaves no old number on it."""

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from sevenfold.testing.served import PlayServer
from sevenfold.testing.table import LockupTable, wait_for
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, OpenTable, start_of
from tests.browser.friends import catalog, open_a_table, sit_down

TEXTS = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) if (walker.currentNode.data.trim()) texts.push(walker.currentNode)
  return texts.filter((text) => !text.parentElement.closest('script, style, noscript'))
}"""

LEFT_TO_TRANSLATE = f"""() => ({TEXTS})()
  .filter((text) => ['[translate=no]', '.notranslate'].some((mark) => !text.parentElement.closest(mark)))
  .map((text) => text.data)"""
"""What a translator would take: some heed one of the two ways to say that they should not, some the other."""

TRANSLATE = f"""() => {{
  const texts = ({TEXTS})()
  for (const text of texts) {{
    const font = document.createElement('font')
    font.style.verticalAlign = 'inherit'
    font.append(font.cloneNode())
    font.firstChild.textContent = `«${{text.data}}»`
    text.before(font)
    text.remove()
  }}
  return texts.length
}}"""
"""What Chrome's translator does to a page, by one that heeds nothing."""

PLACES = {
    "start": "/",
    "rules": "/rules/lockup",
    "lessons": "/learn/lockup",
    "a lesson": "/learn/lockup/tricks",
    "practice": "/practice/lockup",
    "no such page": "/nowhere",
    "no such link": "/join/nothing",
}


def translate(page: Page) -> None:
    assert page.evaluate(TRANSLATE) > 3
    expect(page.locator("font")).to_have_count(0)


def text_of(page: Page) -> str:
    return page.locator("main").inner_text()


@pytest.mark.parametrize("place", PLACES)
def test_a_browser_translates_no_page(place: str, open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(server.address + PLACES[place])
    wait_for(page.locator("main :is(h1, h2, .bubble, p)"))
    assert page.evaluate(LEFT_TO_TRANSLATE) == []


def test_nor_a_table_that_waits_nor_one_in_play(
    open_page: OpenPage, open_table: OpenTable, server: PlayServer
) -> None:
    page = open_page(None)
    open_a_table(page, server, "lockup", "Ann")
    assert page.evaluate(LEFT_TO_TRANSLATE) == []
    assert open_table(LockupTable, PHONE).page.evaluate(LEFT_TO_TRANSLATE) == []


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_table_that_is_translated_all_the_same_shows_what_is(
    open_table: OpenTable, size: ViewportSize
) -> None:
    table = open_table(LockupTable, size)
    for _ in range(3):
        translate(table.page)
        name = str(table.legal.first.get_attribute("data-id"))
        table.card(name).click()
        table.wait_for_turn()
    translate(table.page)
    played_on = text_of(table.page)
    table.page.reload()
    table.wait_for_turn()
    assert text_of(table.page) == played_on


def test_pages_that_are_translated_all_the_same_are_walked_through(
    open_page: OpenPage, server: PlayServer
) -> None:
    page = open_page(server.address)
    lessons = page.locator(f"{start_of('lockup')} a[href='/learn/lockup']")
    wait_for(lessons)
    translate(page)
    lessons.click()
    wait_for(page.locator(".bubble"))
    translate(page)
    page.go_back()
    wait_for(page.locator(start_of("lockup")))
    translate(page)
    in_place = text_of(page)
    page.reload()
    wait_for(page.locator(start_of("lockup")))
    assert text_of(page) == in_place


def test_a_table_that_waits_and_is_translated_all_the_same_shows_who_comes(
    open_page: OpenPage, server: PlayServer
) -> None:
    page = open_page(None)
    link = open_a_table(page, server, "lockup", "Ann")
    translate(page)
    sit_down(open_page(None), link, "Bea", 1)
    expect(page.locator("main")).to_contain_text("Bea")
    translate(page)
    page.get_by_role("button", name=catalog("en")["friends.close"]).click()
    expect(page.locator("main")).to_contain_text(catalog("en")["friends.closed"])
    translate(page)
    in_place = text_of(page)
    page.reload()
    expect(page.locator("main")).to_contain_text("Bea")
    expect(page.locator(".rules button")).to_be_visible()  # the rules come last
    assert text_of(page) == in_place
