"""Lessons on a phone by touch, with right and wrong tries, and by keyboard alone."""

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from sevenfold.testing.served import PlayServer
from sevenfold.testing.table import (
    CORNER,
    SIZES,
    check_space_of,
    found_at_rest,
    resize,
    tap_twice,
    wait_for,
    wait_until_gone,
)
from tests.browser.conftest import PHONE, OpenPage, make_table, start_of
from tests.browser.friends import open_players

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

TRICK_SWEPT = 1600
"""By then a trick that does not stay was swept away, in ms."""
TWO_LINES = 64
"""The height of a button with two lines of text, in px."""

LOCKSEVEN = {
    "tricks": 9,
    "pairs": 11,
    "call": 7,
    "partners": 8,
}
OTHERS = ("lockup/basics", "trump7/basics", "seven_bridge/basics")

ROLES = ".chip .badge, .me .badge, .me .called, .me .sides, .ladder"
"""What tells of who is on whose side."""

DIGITS = {"Call": "2", "Play alone": "2"}
"""The digit to press, by the beginning of the hint: the second suit, the second button."""

COVERED = """() => {
  const bubble = document.querySelector('.bubble').getBoundingClientRect()
  const needed = '.stake p, .tug, .ladder li, .me > * > *, [data-hand] button, .bar button'
  return [...document.querySelectorAll(needed)].filter((piece) => {
    const { left, right, top, bottom } = piece.getBoundingClientRect()
    const beside = right <= bubble.left || left >= bubble.right
    return !(beside || bottom <= bubble.top || top >= bubble.bottom) && right > left
  }).map((piece) => piece.textContent.trim())
}"""
"""Finds what a learner needs and is under a bubble: what was led and is at stake, who called and showed what,
their own row, their cards, and the buttons."""

ON_BUTTONS = """() => [...document.querySelectorAll('.bubble, .hint.paper')].flatMap((slip) => {
  const on = slip.getBoundingClientRect()
  const buttons = [...document.querySelectorAll('main button:not([data-hand] *, .bubble *, .chip *)')]
  return buttons.filter((button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect()
    const beside = right <= on.left || left >= on.right || bottom <= on.top || top >= on.bottom
    return !beside && right > left
  }).map((button) => `${slip.className}: ${button.textContent.trim()}`)
})"""
"""Finds the buttons on which a slip lies, but for cards and plates."""

INK = """card => {
  const probe = document.createElement('i')
  probe.style.color = 'var(--suit-H)'
  card.append(probe)
  const red = getComputedStyle(probe).color
  probe.remove()
  return [getComputedStyle(card.querySelector('svg')).color, red]
}"""
"""The colour in which a card is drawn, and that of hearts."""


def bubble_says(page: Page, text: str) -> None:
    expect(page.locator(".bubble > p").first).to_have_text(text)


def tap(page: Page, card: str) -> None:
    """Tap a card once the player is asked in the step: the hint button is then enabled."""
    wait_for(page.get_by_role("button", name="提示", exact=True).and_(page.locator(":enabled")))
    tap_twice(page.locator(f"[data-hand] [data-id='{card}']"))


def test_nothing_is_read_in_part_beside_a_bubble(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(f"{server.address}/learn/lockseven/tricks")
    wait_for(page.locator(".bubble"))
    for width, height in [*SIZES, (1024, 768)]:
        resize(page, ViewportSize(width=width, height=height))
        assert found_at_rest(page, IN_PART) == [], f"{width}x{height}"


def test_a_lesson_is_walked_on_a_phone_in_chinese(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(server.address, PHONE, "zh-CN", newcomer=True)
    page.locator(start_of("lockup")).get_by_role("link", name="学习").tap()
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
    check_space_of(page)
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
        if cards == "QS 4H":  # the round is over, and its result has the button
            wait_for(page.locator(".ways .primary"))
        main.tap()
    expect(page.locator(".bubble > p").first).to_contain_text("跟牌")
    page.locator(".bubble nav button").first.tap()  # back to the last step
    wait_for(page.locator("[data-id='TH']"))
    page.locator(".bubble .on").tap()

    main.tap()  # a round, with a coach
    page.wait_for_url("**/tables/*")
    wait_for(page.locator(".bubble .tip"))
    check_space_of(page)
    said = page.locator(".bubble .tip").inner_text()
    page.locator(".bubble .tip > button").tap()
    expect(page.locator(".bubble").filter(has_text=said)).to_have_count(0)


@pytest.mark.parametrize(("lesson", "steps"), LOCKSEVEN.items())
def test_a_lesson_of_lockseven_by_keyboard(
    open_page: OpenPage, server: PlayServer, lesson: str, steps: int
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


@pytest.mark.parametrize("lesson", [*OTHERS, *(f"lockseven/{lesson}" for lesson in LOCKSEVEN)])
def test_a_bubble_covers_nothing_that_a_learner_needs(
    open_page: OpenPage, server: PlayServer, lesson: str
) -> None:
    """Every step as it begins, on a phone."""
    page = open_page(f"{server.address}/learn/{lesson}", ViewportSize(width=390, height=844))
    while page.locator(".dots .now").count() > 0:
        wait_for(page.get_by_role("button", name="Hint", exact=True).and_(page.locator(":enabled")))
        assert found_at_rest(page, COVERED) == [], page.locator(".what p").inner_text()
        page.locator(".bubble .on").click()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (844, 390)])
def test_neither_a_tip_nor_a_hint_lies_on_a_button(
    open_page: OpenPage, server: PlayServer, width: int, height: int
) -> None:
    """Also where a card with buttons lies over the table."""
    page = open_page(None, ViewportSize(width=width, height=height), newcomer=True)
    table = make_table(page, server, "lockup", friends=True, name="Anna")
    page.goto(f"{server.address}/tables/{table}")
    page.get_by_role("button", name="Start with").click()
    wait_for(page.locator(".bubble"))
    assert found_at_rest(page, ON_BUTTONS) == []
    open_players(page)
    page.get_by_role("button", name="Pause").click()
    page.keyboard.press("Escape")
    wait_for(page.get_by_role("button", name="Go on"))
    wait_for(page.locator(".bubble"))
    assert found_at_rest(page, ON_BUTTONS) == []
    page.get_by_role("button", name="Go on").click()
    page.keyboard.press("i")
    wait_for(page.locator(".hint.paper"))
    assert found_at_rest(page, ON_BUTTONS) == []


@pytest.mark.parametrize("lesson", ["tricks", "pairs"])
def test_the_trump_is_told_while_it_is_taught_and_roles_are_not(
    open_page: OpenPage, server: PlayServer, lesson: str
) -> None:
    page = open_page(f"{server.address}/learn/lockseven/{lesson}", PHONE)
    wait_for(page.locator(".bubble .on"))
    while page.locator(".dots .now").count() > 0:
        wait_for(page.get_by_role("button", name="Hint", exact=True).and_(page.locator(":enabled")))
        expect(page.locator(".what p")).to_contain_text("Trump ")
        assert page.locator(ROLES).count() == 0
        page.locator(".bubble .on").click()


@pytest.mark.parametrize(
    ("lesson", "card", "size"),
    [("lockup/basics", "9C", 4), ("trump7/basics", "JK", 3), ("lockseven/tricks", "AH AH.2", 8)],
)
def test_a_trick_stays_until_the_learner_goes_on(
    open_page: OpenPage, server: PlayServer, lesson: str, card: str, size: int
) -> None:
    """And then nothing else is in the bar than the way on."""
    page = open_page(f"{server.address}/learn/{lesson}")
    trick = page.locator(".centre ol .card")
    wait_for(page.get_by_role("button", name="Hint", exact=True).and_(page.locator(":enabled")))
    for one in card.split():
        page.locator(f"[data-hand] [data-id='{one}']").click(position=CORNER)
    if "." in card:
        page.locator(".bar .primary").click()
    wait_for(page.locator(".bubble .good"))
    page.wait_for_timeout(TRICK_SWEPT)
    assert trick.count() == size
    assert page.locator(".bar button").all_inner_texts() == ["Next"]
    page.keyboard.press("Enter")
    expect(page.locator(".what p")).to_contain_text("Step 2 ")


@pytest.mark.parametrize("lesson", ["lockup/basics", "seven_bridge/basics", "lockseven/pairs"])
def test_the_end_of_a_lesson_gives_the_way_on_its_server(
    open_page: OpenPage, server: PlayServer, lesson: str
) -> None:
    page = open_page(f"{server.address}/learn/{lesson}", ViewportSize(width=390, height=844))
    while page.locator(".what p", has_text="Done").count() == 0:
        wait_for(page.locator(".bubble nav"))
        page.locator(".bubble .on").click()
    buttons = page.locator(".bar button")
    wait_for(buttons)
    assert buttons.locator(":disabled").count() == 0
    heights = [box["height"] for box in map(Locator.bounding_box, buttons.all()) if box]
    assert max(heights) <= TWO_LINES
    check_space_of(page)


def test_a_card_that_may_not_be_played_leaves_the_others_bright(
    open_page: OpenPage, server: PlayServer
) -> None:
    """And nobody is told that it is playable; the joker of the name red is drawn in red."""
    page = open_page(f"{server.address}/learn/lockseven/tricks")
    wait_for(page.locator(".bubble .on"))
    page.locator(".bubble .on").click()  # clubs were led
    wait_for(page.locator("[data-hand] [data-id='8D']"))
    wait_for(page.locator("[data-hand] .legal"))
    page.locator("[data-hand] [data-id='8D']").click(position=CORNER)
    expect(page.locator("[data-hand] [data-id='8D']")).to_have_accessible_name("8 of diamonds")
    for card in ("AC", "4C"):
        expect(page.locator(f"[data-hand] .legal [data-id='{card}']")).to_have_accessible_name(
            re.compile("playable$")
        )
    for _ in range(5):
        said = page.locator(".bubble").inner_text()
        page.locator(".bubble .on").click()
        expect(page.locator(".bubble")).not_to_have_text(said, use_inner_text=True)
    joker = page.locator("[data-hand] [data-id='RJ'] .card")
    wait_for(joker)
    ink, red = joker.evaluate(INK)
    assert ink == red
