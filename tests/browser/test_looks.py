"""How a few pages look, beside pictures of how they should.

All text is set in the one font that is shipped, and both pictures are halved, so that another machine draws
nearly the same. The tables are positions to practise on, which are the same every time.
"""

import time
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from PIL import Image, ImageChops
from playwright.sync_api import ViewportSize, expect

from tests.browser.conftest import DESKTOP, PHONE, OpenPage, make_table
from tests.browser.server import Server
from tests.browser.table import LONG, OFTEN, check_room_of, resize, wait_for

WANTED = Path(__file__).with_name("looks")
FOUND = Path("pictures/looks")
SEEN = 24
"""A colour that is off by so much, of 255, is another."""
SHARE = 0.01
"""So many pixels of another colour are too many."""

PIN_FONT = """async () => {
  document.documentElement.style.setProperty('--font', 'Marcellus')
  await document.fonts.load('16px Marcellus')
  await document.fonts.ready
}"""


class Look(NamedTuple):
    path: str
    size: ViewportSize
    theme: str
    there: str
    """What is seen once the page is there."""


LOOKS = {
    "start": Look("/", PHONE, "light", ".games .button.primary"),
    "missing": Look("/nothing/here", DESKTOP, "dark", "h1"),
    "lockup": Look("/practice/lockup#1", DESKTOP, "dark", "[data-hand] li.legal"),
    "trump7": Look("/practice/trump7#1", PHONE, "dark", ".suits button"),
    "seven_bridge": Look("/practice/seven_bridge#1", PHONE, "light", "[data-hand] button"),
    "lockseven": Look("/practice/lockseven#1", DESKTOP, "light", "[data-hand] button"),
}


@pytest.mark.parametrize("name", LOOKS)
def test_it_looks_as_it_did(open_page: OpenPage, server: Server, name: str) -> None:
    path, size, theme, there = LOOKS[name]
    page = open_page(f"{server.address}{path}", size, theme=theme)
    page.evaluate(PIN_FONT)
    wait_for(page.locator(there))
    page.wait_for_load_state("networkidle")
    with Image.open(WANTED / f"{name}.png") as picture:
        wanted = picture.convert("RGB")
    end = time.monotonic() + LONG / 1000
    while True:  # what is loaded late, or is drawn when there is time for it
        found = halved(page.screenshot(caret="hide"))
        changed = share_of_change(found, wanted)
        if changed <= SHARE or time.monotonic() > end:
            break
        page.wait_for_timeout(OFTEN)
    FOUND.mkdir(parents=True, exist_ok=True)
    found.save(FOUND / f"{name}.png", optimize=True)
    assert changed <= SHARE, (
        f"{changed:.1%} of the page looks otherwise. Compare {FOUND / name}.png with {WANTED / name}.png, "
        "and copy it there if that is how it should look."
    )


@pytest.mark.parametrize("language", ["en", "zh-CN", "ja"])
@pytest.mark.parametrize("game", ["lockup", "trump7", "seven_bridge", "lockseven"])
def test_a_table_has_room_at_every_size_in_every_language(
    open_page: OpenPage, server: Server, game: str, language: str
) -> None:
    page = open_page(f"{server.address}/practice/{game}#1", PHONE, language)
    wait_for(page.locator("[data-hand] button"))
    check_room_of(page)


BROKEN = """() => [...document.querySelectorAll('.games .table span')]
  .filter((part) => part.offsetHeight > 1.9 * parseFloat(getComputedStyle(part).lineHeight))
  .map((part) => part.textContent)"""


@pytest.mark.parametrize("language", ["en", "zh-CN", "ja"])
def test_what_a_game_is_played_with_breaks_between_its_parts(
    open_page: OpenPage, server: Server, language: str
) -> None:
    page = open_page(server.address, PHONE, language)
    parts = page.locator(".games .table span")
    expect(parts).to_have_count(12)  # rules, bots and level of four games
    assert page.evaluate(BROKEN) == []


def test_the_first_round_has_something_to_read_beside_it(open_page: OpenPage, server: Server) -> None:
    page = open_page(None)
    page.goto(f"{server.address}/tables/{make_table(page, server, 'lockup')}")
    beside = page.locator("aside .essentials")
    page.locator("aside summary").press("Enter")
    expect(beside).to_be_visible()
    resize(page, PHONE)
    page.locator("header .score").click()
    wait_for(page.locator("dialog table"))
    expect(beside).to_have_count(0)


def halved(screenshot: bytes) -> Image.Image:
    with Image.open(BytesIO(screenshot)) as picture:
        return picture.convert("RGB").reduce(2)


def share_of_change(found: Image.Image, wanted: Image.Image) -> float:
    """How many of the pixels have another colour; 1 where the sizes differ."""
    if found.size != wanted.size:
        return 1.0
    difference = np.asarray(ImageChops.difference(found, wanted))
    return float((difference.max(axis=2) > SEEN).mean())
