"""Compares a few pages with pictures of how they should look.

All text is set in the one font that is shipped, and both pictures are reduced to half their size, so that
other machines draw nearly the same. The tables are positions for practice, which are the same every time.
"""

import re
import time
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Locator, ViewportSize, expect

from sevenfold.testing.served import PlayServer
from sevenfold.testing.stacked import play_by_rules
from sevenfold.testing.table import LONG, OFTEN, LockupTable, check_space_of, check_targets, resize, wait_for
from tests.browser.conftest import DESKTOP, PAINT, PHONE, OpenPage, make_table

SMALLEST = ViewportSize(width=320, height=568)
WANTED = Path(__file__).with_name("looks")
FOUND = Path("pictures/looks")
SEEN = 24
"""A pixel differs if its colour is off by more than this, of 255."""
SHARE = 0.01
"""The share of differing pixels that is too much."""

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
    """A selector of what is visible once the page has loaded."""


LOOKS = {
    "start": Look("/", PHONE, "light", ".games .button.primary"),
    "missing": Look("/nothing/here", DESKTOP, "dark", "h1"),
    "lockup": Look("/practice/lockup#1", DESKTOP, "dark", "[data-hand] li.legal"),
    "trump7": Look("/practice/trump7#1", PHONE, "dark", ".suits button"),
    "seven_bridge": Look("/practice/seven_bridge#1", PHONE, "light", "[data-hand] button"),
    "lockseven": Look("/practice/lockseven#1", DESKTOP, "light", "[data-hand] button"),
}


@pytest.mark.parametrize("name", LOOKS)
def test_it_looks_as_it_did(open_page: OpenPage, server: PlayServer, name: str) -> None:
    path, size, theme, there = LOOKS[name]
    page = open_page(f"{server.address}{path}", size, theme=theme)
    page.evaluate(PAINT)
    page.evaluate(PIN_FONT)
    wait_for(page.locator(there))
    page.wait_for_load_state("networkidle")
    with Image.open(WANTED / f"{name}.png") as picture:
        wanted = picture.convert("RGB")
    end = time.monotonic() + LONG / 1000
    while True:  # some things are loaded late, or drawn only when there is time
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
def test_a_table_has_space_at_every_size_in_every_language(
    open_page: OpenPage, server: PlayServer, game: str, language: str
) -> None:
    page = open_page(f"{server.address}/practice/{game}#1", PHONE, language)
    wait_for(page.locator("[data-hand] button"))
    check_space_of(page)


def test_what_a_trick_brought_is_told_whole_on_a_small_phone(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(None, SMALLEST, "ja")
    made = make_table(page, server, "lockup")
    play_by_rules(server, made, 8)
    page.goto(f"{server.address}/tables/{made}")
    LockupTable(page).wait_until_ready()
    told = page.locator(".status")
    expect(told).to_contain_text("失いました")
    assert told.evaluate("one => one.scrollHeight <= one.clientHeight")


def test_each_player_has_as_wide_a_column_of_the_score_sheet(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(None, language="zh-CN")  # in which "you" is half as wide as any name
    page.goto(f"{server.address}/tables/{make_table(page, server, 'lockup')}")
    names = page.locator("aside thead th + th")
    expect(names).to_have_count(4)
    widths = names.evaluate_all("all => all.map((one) => one.offsetWidth)")
    assert max(widths) - min(widths) <= 1


def test_the_first_round_has_something_to_read_beside_it(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(None)
    page.goto(f"{server.address}/tables/{make_table(page, server, 'lockup')}")
    beside = page.locator("aside .essentials")
    page.locator("aside summary").press("Enter")
    expect(beside).to_be_visible()
    resize(page, PHONE)
    page.locator("header .score").click()
    wait_for(page.locator("dialog table"))
    expect(beside).to_have_count(0)


def test_the_column_is_dark_by_day_and_shows_what_happened_last(
    open_page: OpenPage, server: PlayServer
) -> None:
    page = open_page(None, theme="light")
    made = make_table(page, server, "seven_bridge")
    play_by_rules(server, made, 8)
    page.goto(f"{server.address}/tables/{made}")
    column = page.locator("aside")
    lines = column.get_by_role("group", name="Log").locator("li")
    wait_for(lines.first)
    expect(lines.last).to_be_in_viewport(ratio=0.9)
    ground = column.evaluate("one => getComputedStyle(one).backgroundColor")
    assert max(int(part) for part in re.findall(r"\d+", ground)[:3]) < 64
    filled = column.get_by_role("tabpanel").evaluate(
        "one => one.lastElementChild.getBoundingClientRect().bottom / one.getBoundingClientRect().bottom"
    )
    assert filled > 0.9


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_shapes_of_the_games_are_there_before_any_script(
    open_page: OpenPage, server: PlayServer, size: ViewportSize
) -> None:
    page = open_page(None, size)
    page.route("**/*.js", lambda route: route.abort())
    page.goto(server.address)
    shapes = boxes_of(page.locator(".shapes > i"))
    page.unroute("**/*.js")
    page.goto(server.address)
    wait_for(page.locator(".games .primary"))
    expect(page.locator(".shapes").filter(visible=True)).to_have_count(0)
    tiles = boxes_of(page.locator(".games > section"))
    assert len(shapes) == len(tiles)
    for shape, tile in list(zip(shapes, tiles, strict=True))[:2]:  # what is seen first
        assert shape == pytest.approx(tile, rel=0.3, abs=48)


def boxes_of(parts: Locator) -> list[list[float]]:
    """Where each of these is, and how large."""
    boxes = filter(None, (part.bounding_box() for part in parts.all()))
    return [[box["x"], box["y"], box["width"], box["height"]] for box in boxes]


@pytest.mark.parametrize("size", [ViewportSize(width=390, height=844), DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("language", ["en", "zh-CN", "ja"])
def test_a_first_visit_shows_all_games_without_scrolling_and_asks_nothing_else(
    open_page: OpenPage, server: PlayServer, language: str, size: ViewportSize
) -> None:
    page = open_page(server.address, size, language)
    buttons = page.locator(".games .button")
    wait_for(buttons.last)
    expect(buttons).to_have_count(8)
    expect(page.locator(".primary")).to_have_count(1)
    for button in buttons.all():
        expect(button).to_be_in_viewport(ratio=1)
    if size == DESKTOP:
        assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
    check_targets(page)


def halved(screenshot: bytes) -> Image.Image:
    with Image.open(BytesIO(screenshot)) as picture:
        return picture.convert("RGB").reduce(2)


def share_of_change(found: Image.Image, wanted: Image.Image) -> float:
    """The share of pixels that differ; 1 if the sizes differ."""
    if found.size != wanted.size:
        return 1.0
    difference = np.asarray(ImageChops.difference(found, wanted))
    return float((difference.max(axis=2) > SEEN).mean())
