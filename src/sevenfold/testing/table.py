"""What a player does at the tables in a browser, and what they see."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import ClassVar, Literal

import pytest
from playwright.sync_api import Locator, Page, Position, ViewportSize, expect

LONG = 120_000
"""The longest time that anything may take, in ms: a machine may be slow, and busy."""

OFTEN = 50
"""The time between two looks at a page, in ms, where Playwright does not wait by itself."""

CORNER = Position(x=16, y=28)
"""The point of a card with its index, which no other card covers, even if the hand is a fan."""


def wait_for(target: Locator) -> None:
    """Wait until it is visible, looking at every frame; `expect` looks less often."""
    target.first.wait_for(timeout=LONG)


def wait_until_gone(target: Locator) -> None:
    """Wait until the page has none of it, looking at every frame."""
    target.first.wait_for(state="detached", timeout=LONG)


def wait_until(page: Page, is_so: Callable[[], bool], what: str) -> None:
    """Look again and again until the condition holds; all pages go on meanwhile."""
    end = time.monotonic() + LONG / 1000
    while not is_so():
        if time.monotonic() > end:
            pytest.fail(f"waited in vain until {what}")
        page.wait_for_timeout(OFTEN)


def found_at_rest(page: Page, *looks: str) -> list[str]:
    """What these scripts find, each a list, once the page is at rest: a redraw may take some frames."""
    end = time.monotonic() + LONG / 1000
    wait_until_gone(page.locator(".bubble[data-moving]"))
    together = f"async () => (await Promise.all([{','.join(f'({look})()' for look in looks)}])).flat()"
    while True:
        found: list[str] = page.evaluate(together)
        if not found or time.monotonic() > end:
            return found
        page.wait_for_timeout(OFTEN)


def click(target: Locator) -> None:
    """Click a card at its index, or a button."""
    target.click(position=CORNER)


def tap(target: Locator) -> None:
    """Tap a card at its index, or a button."""
    target.tap(position=CORNER)


def tap_twice(target: Locator) -> None:
    """Tap a card, which lifts it, and once more, which plays it."""
    tap(target)
    tap(target)


TOWARDS = """wanted => {
  const focus = document.activeElement
  if (focus === wanted) return null
  if (!wanted.isConnected) return 'redrawn'
  if (!focus.closest('[data-hand] ul')?.contains(wanted)) return 'Tab'
  const follows = focus.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_FOLLOWING
  return follows ? 'ArrowRight' : 'ArrowLeft'
}"""


def reach(page: Page, wanted: Locator) -> None:
    """Move the focus to an element by Tab, and to a card by the arrow keys from its suit's one tab stop."""
    element = wanted.element_handle()
    for _ in range(80):
        key = element.evaluate(TOWARDS)
        if key is None:
            return
        if key == "redrawn":
            element = wanted.element_handle()
        else:
            page.keyboard.press(key)
    pytest.fail("the keyboard does not come there")


TWO_FRAMES = """async () => {
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
}"""

SIZES = [(390, 844), (320, 568), (844, 390), (640, 360), (720, 500), (1440, 900)]
"""Phones upright and on their side, a desktop zoomed to 200 %, and a desktop."""

SIDEWAYS = """() => {
  const beyond = document.scrollingElement.scrollWidth - innerWidth
  return beyond > 0 ? [`the page is ${beyond} px too wide`] : []
}"""
"""Finds a page that scrolls sideways."""

AMISS = """() => {
  const amiss = []
  for (const button of document.querySelectorAll('main button:enabled')) {
    const box = button.getBoundingClientRect()
    const isCard = button.closest('[data-hand]')
    const [x, y] = isCard ? [box.x + 12, box.y + 16] : [box.x + box.width / 2, box.y + box.height / 2]
    const hit = document.elementFromPoint(x, y)
    const name = button.dataset.id ?? button.textContent
    if (hit?.closest('.refused, .bubble') && button.closest('.seats')) continue  // it goes again
    if (!button.contains(hit)) amiss.push(`${name} lies under ${hit?.className}`)
  }
  for (const bar of document.querySelectorAll('main .bar')) {
    const beyond = bar.getBoundingClientRect().bottom - innerHeight
    if (beyond > 0) amiss.push(`the bar is ${beyond} px off the screen`)
  }
  for (const badge of document.querySelectorAll('.chip :is(.badge, .facts > span), .tug p > *')) {
    const box = badge.closest('.chip, .tug')
    const beyond = badge.getBoundingClientRect().right - box.getBoundingClientRect().right
    if (beyond > 0) amiss.push(`${badge.textContent.trim()} sticks out of its box by ${beyond} px`)
  }
  const plates = [...document.querySelectorAll('.chip, .fan:not([hidden])')]
  for (const card of document.querySelectorAll('.centre .card')) {
    const box = card.getBoundingClientRect()
    for (const plate of plates) {
      const other = plate.getBoundingClientRect()
      const wide = Math.min(box.right, other.right) - Math.max(box.left, other.left)
      const high = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top)
      if (Math.min(wide, high) > 3) amiss.push(`a card lies on ${plate.textContent || 'cards'} of a player`)
    }
  }
  for (const panel of document.querySelectorAll('aside .panel')) {
    const beyond = panel.scrollWidth - panel.clientWidth
    if (beyond > 0) amiss.push(`the column beside the table is ${beyond} px too wide`)
  }
  for (const text of document.querySelectorAll('.status.asks > span, .bar p')) {
    const box = text.getBoundingClientRect()
    const space = text.parentElement.getBoundingClientRect()
    if (box.height > space.height + 1) amiss.push(`${text.textContent} is cut off`)
  }
  for (const plate of document.querySelectorAll('.status > .herald')) {
    const line = plate.parentElement
    const beyond = plate.scrollHeight - line.clientHeight
    const isCut = beyond > 1 && getComputedStyle(line).overflow !== 'visible'
    if (isCut || beyond > 20) amiss.push(`${plate.textContent} has no room in its line`)
  }
  for (const text of document.querySelectorAll('header h1, header h1 + p')) {
    const line = parseFloat(getComputedStyle(text).lineHeight)
    const lines = text.scrollHeight / line
    const isCut = text.scrollWidth > text.clientWidth + 1 || lines > (text.matches('p') ? 2.5 : 1.5)
    if (isCut) amiss.push(`${text.textContent} has no room in the bar`)
  }
  return amiss
}"""
"""Finds what is enabled but covered or off the screen, and texts that are cut off."""


SMALL = """() => {
  const targets = document.querySelectorAll(
    ':is(header, main, dialog, aside) :is(button:enabled, a[href], select, summary)'
  )
  return [...targets].flatMap((target) => {
    const { width, height } = target.getBoundingClientRect()
    const inText = getComputedStyle(target).display === 'inline'
    if (!target.checkVisibility() || inText || target.closest('[data-hand], .melds')) return []
    const named = target.ariaLabel ?? target.textContent.trim()
    return Math.min(width, height) < 43.5 ? [`${named}: ${Math.round(width)} x ${Math.round(height)}`] : []
  })
}"""
"""Finds targets that a finger may miss: under 44 px wide or high. Words in texts and cards may be smaller."""


def resize(page: Page, size: ViewportSize) -> None:
    """Give the page another size, and have it laid out anew."""
    page.set_viewport_size(size)
    page.evaluate(TWO_FRAMES)


def check_targets(page: Page) -> None:
    """All that can be pressed is large enough for a finger, and within the width of the smallest phone."""
    before = page.viewport_size
    for size in filter(None, (before, ViewportSize(width=320, height=568))):
        resize(page, size)
        assert found_at_rest(page, SMALL, SIDEWAYS) == [], size
    if before:
        page.set_viewport_size(before)


def check_space(table: "TablePage") -> None:
    """At every size, all that can be pressed can be reached by a finger, and nothing is cut off."""
    check_space_of(table.page)


def check_space_of(page: Page) -> None:
    """The same of any page that shows a table."""
    before = page.viewport_size
    for width, height in SIZES:
        resize(page, ViewportSize(width=width, height=height))
        amiss = found_at_rest(page, AMISS, SMALL, SIDEWAYS)
        assert amiss == [], f"{width}x{height}: {amiss}"
    if before:
        page.set_viewport_size(before)


def ids_of(cards: Locator) -> list[str]:
    """The ids of these cards, all read at the same moment."""
    found: list[str] = cards.evaluate_all("cards => cards.map((card) => card.dataset.id)")
    return found


STAND = """() => {
  const real = Object.getOwnPropertyDescriptor(Event.prototype, 'timeStamp')
  const moment = performance.now()
  let late = moment
  Object.defineProperty(Event.prototype, 'timeStamp', { ...real, get: () => moment })
  performance.now = () => (late += 1000)
  window.goOn = () => {
    Object.defineProperty(Event.prototype, 'timeStamp', real)
    delete performance.now
  }
}"""
GO_ON = "() => goOn()"


@contextmanager
def clock_standing(page: Page) -> Iterator[None]:
    """Stop the page's clock: all taps meanwhile have the same time, however slow the machine is."""
    page.evaluate(STAND)
    yield
    page.evaluate(GO_ON)


class TablePage:
    """A page that shows a table: what all games have."""

    game: ClassVar[str]

    def __init__(self, page: Page) -> None:
        self.page = page
        self.hand = page.locator("[data-hand]")
        self.result = page.locator("section.end")
        self.bar = page.locator(".bar").last
        self.main_button = page.locator(".bar .button.primary")
        self.refusal = page.locator(".refusal")
        self.mine = page.locator(".me")

    def wait_until_ready(self) -> None:
        """Wait until this player may do something, or the round is over."""
        raise NotImplementedError

    def card(self, name: str) -> Locator:
        """The button of a card in the hand."""
        return self.hand.locator(f"[data-id='{name}']")

    def cards(self) -> list[str]:
        """The cards in the hand, in notation, as they lie."""
        return ids_of(self.hand.locator("button"))


class TrickTable(TablePage):
    """A table at which one card at a time is played to a trick."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.legal = page.locator("[data-hand] li.legal button")
        self.illegal = page.locator("[data-hand] li.idle button")
        self.trick = page.locator(".centre")


def drag(page: Page, card: Locator, target: Locator, *, touch: bool = False) -> None:
    """Drag a card by mouse or finger, and drop it once the target shows that it takes it."""
    start, end = middle_of(card, CORNER), middle_of(target)
    devtools = page.context.new_cdp_session(page) if touch else None

    def point(kind: str, x: float, y: float) -> None:
        if devtools:
            points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
            devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        else:
            page.mouse.move(x, y)

    point("touchStart", *start)
    if not touch:
        page.mouse.down()
    over = page.locator("[data-over]")
    steps = count()

    def comes_there() -> bool:  # the code for drags is loaded at the first one
        step = next(steps)
        share = min(1.0, step / 8)
        x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
        point("touchMove", x + step % 2, y)
        return share == 1 and over.count() == 1

    wait_until(page, comes_there, "the card is over its place")
    point("touchEnd", *end)
    if not touch:
        page.mouse.up()


def middle_of(target: Locator, position: Position | None = None) -> tuple[float, float]:
    """The point of the page in the middle of an element, or at this position in it."""
    box = target.bounding_box()
    assert box
    x, y = (position["x"], position["y"]) if position else (box["width"] / 2, box["height"] / 2)
    return box["x"] + x, box["y"] + y


class LockupTable(TrickTable):
    """A page that shows a Lockup table."""

    game = "lockup"

    def wait_until_ready(self) -> None:
        self.wait_for_turn()

    def wait_for_turn(self) -> bool:
        """Wait until this player may play a card; False when the round has ended instead."""
        wait_for(self.legal.or_(self.result))
        return not self.result.is_visible()

    def play_round(self, play: Callable[[Locator], None]) -> int:
        """Play legal cards by `play` until the round is over; returns how many."""
        played = 0
        while self.wait_for_turn():
            name = str(self.legal.first.get_attribute("data-id"))
            play(self.card(name))
            wait_until_gone(self.card(name))
            played += 1
        return played

    def next_round(self) -> None:
        """Ask for the next round and wait until it is this player's turn."""
        self.main_button.click()
        self.wait_for_next_round()

    def wait_for_next_round(self) -> None:
        """Wait until the result has gone and it is this player's turn."""
        wait_until_gone(self.result)
        self.wait_for_turn()

    def scores(self) -> list[int]:
        """What the round brought each player, from the result."""
        gains = self.result.locator(".seats tbody tr:first-child td").all_inner_texts()
        return [int(gain.lstrip("+")) for gain in gains]


class Trump7Table(TrickTable):
    """A page that shows a Trump 7 table."""

    game = "trump7"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.suits = page.locator(".suits button")
        self.pass_button = page.locator(".bar .out")
        self.tray = page.locator(".tray")
        self.marked = page.locator("[data-hand] li.marked")
        self.discard_turn = page.locator(".table:has(.bar p.turn) .tray")

    def wait_until_ready(self) -> None:
        self.next_turn()

    def next_turn(self) -> Literal["bid", "discard", "play", "over"]:
        """Wait until this player is to act, or the deal is over."""
        anything = self.suits.or_(self.legal).or_(self.discard_turn).or_(self.result)
        wait_for(anything)
        if self.legal.count():
            return "play"
        if self.suits.count():
            return "bid"
        return "over" if self.result.count() else "discard"

    def put_away(self, how: Callable[[Locator], None]) -> None:
        """Put away the last two cards of the hand."""
        for name in self.cards()[-2:]:
            how(self.card(name))
        self.main_button.click()
        wait_until_gone(self.marked)

    def play_card(self, how: Callable[[Locator], None]) -> None:
        """Play the last legal card; a player who leads the joker in a leaster also names a suit."""
        name = str(self.legal.last.get_attribute("data-id"))
        (tap_twice if how is tap else how)(self.card(name))
        gone = self.page.locator(f"[data-hand]:not(:has([data-id='{name}']))")
        gone.or_(self.suits).first.wait_for(state="attached", timeout=LONG)
        if self.card(name).count():
            self.suits.first.click()
        wait_until_gone(self.card(name))

    def play_on(self, how: Callable[[Locator], None], *, take: bool) -> None:
        """Play the deal to its end; with `take`, as the Player if possible."""
        while (turn := self.next_turn()) != "over":
            if turn == "bid":
                how(self.suits.first if take else self.pass_button)
                wait_until_gone(self.suits)
            elif turn == "discard":
                self.put_away(how)
            else:
                self.play_card(how)


class SevenBridgeTable(TablePage):
    """A page that shows a Seven Bridge table."""

    game = "seven_bridge"

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.question = page.locator(".status.asks")
        self.offers = page.locator(".bar.asks .primary")
        self.passes = page.locator(".bar .out")
        self.stock = page.locator(".piles button").first
        self.pile = page.locator(".piles button").last
        self.melds = page.locator(".melds .group button")
        self.may_draw = page.locator(".piles button.glows:first-child")
        self.may_meld = page.locator(".bar p.turn")
        self.may_claim = page.locator(".table:has(.piles):not(:has(.glows)) .bar.asks")

    def wait_until_ready(self) -> None:
        self.next_turn()

    def button(self, name: str) -> Locator:
        """The button of the bar with this label."""
        return self.bar.get_by_role("button", name=name, exact=True)

    def next_turn(self) -> Literal["claim", "draw", "meld", "over"]:
        """Wait until this player is to act, or the hand is over."""
        anything = self.may_claim.or_(self.may_draw).or_(self.may_meld).or_(self.result)
        wait_for(anything)
        if self.result.count():
            return "over"
        if self.may_claim.count():
            return "claim"
        return "draw" if self.may_draw.count() else "meld"

    def draw(self) -> None:
        """Draw from the stock."""
        self.stock.click()
        wait_for(self.may_meld)

    def take_turn(self, how: Callable[[Locator], None], turn: Literal["claim", "draw", "meld"]) -> None:
        """Pass, draw, or throw the first card."""
        if turn == "claim":
            asked = self.question.inner_text()
            how(self.passes.first)
            expect(self.question.filter(has_text=asked)).to_have_count(0)
        elif turn == "draw":
            how(self.stock)
            wait_until_gone(self.may_draw)
        else:
            name = self.cards()[0]
            how(self.card(name))
            how(self.main_button)
            wait_until_gone(self.card(name))

    def play_on(self, how: Callable[[Locator], None]) -> None:
        """Play the hand to its end."""
        while (turn := self.next_turn()) != "over":
            self.take_turn(how, turn)
