"""Accessibility, as far as it can be measured: axe, targets, the focus ring, the system's colours."""

import re
from contextlib import closing
from io import BytesIO
from urllib.request import urlopen

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from playwright.sync_api import FloatRect, Locator, Page, expect

from sevenfold.games import OWN_GAMES
from sevenfold.testing.served import PlayServer
from sevenfold.testing.table import LockupTable, check_targets, found_at_rest, wait_for, wait_until_gone
from tests.browser.conftest import DESKTOP, PAINT, PAINT_NO_MORE, PHONE, RUN_AXE, OpenPage, OpenTable

LOOKS = ((DESKTOP, "dark"), (PHONE, "light"))
"""Each size and each theme once: axe's findings about colours do not depend on the size."""

SHOW_IN = """async theme => {
  document.documentElement.dataset.theme = theme
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
}"""


def check(page: Page, axe: str) -> None:
    """Check that axe finds nothing on a page: wide and dark, and on a phone and light."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe)
    page.evaluate(PAINT)
    for size, theme in LOOKS:
        page.set_viewport_size(size)
        page.evaluate(SHOW_IN, theme)
        assert found_at_rest(page, RUN_AXE) == [], (size, theme)
    page.evaluate(PAINT_NO_MORE)
    page.set_viewport_size(DESKTOP)


def test_axe_finds_nothing(open_page: OpenPage, server: PlayServer, axe: str) -> None:
    page = open_page(server.address)
    expect(page.locator(".button.primary").first).to_be_visible()
    check(page, axe)
    check_targets(page)
    page.goto(f"{server.address}/rules/lockup")
    expect(page.get_by_text("LU-1.1")).to_be_visible()
    check(page, axe)
    check_targets(page)
    page.goto(server.address)
    page.locator(".games .button.primary").first.click()
    table = LockupTable(page)
    table.wait_for_turn()
    check(page, axe)
    page.keyboard.press("?")
    wait_for(page.get_by_role("dialog"))
    check(page, axe)
    check_targets(page)
    at_table = page.url
    page.go_back()
    wait_until_gone(page.get_by_role("dialog"))
    assert page.url == at_table


def test_axe_finds_nothing_where_one_learns(open_page: OpenPage, server: PlayServer, axe: str) -> None:
    page = open_page(f"{server.address}/learn/lockseven/tricks")
    wait_for(page.locator(".bubble"))
    check(page, axe)
    page.goto(f"{server.address}/practice/trump7#1")
    wait_for(page.locator(".suits button"))
    check(page, axe)
    page.locator(".suits button").first.click()
    wait_for(page.get_by_role("dialog"))
    check(page, axe)


# --- the ring of the focus --------------------------------------------------------------------------

MARGIN = 9
"""How far around an element to look for its ring, in px."""
STANDS_OUT = 3
"""The least contrast of a change that can be seen."""
WIDTH = 2
"""The least width of a ring, in px."""


def brightness(page: Page, clip: FloatRect) -> NDArray[np.float64]:
    """The relative luminance (WCAG 2) of every pixel in a part of the page."""
    with Image.open(BytesIO(page.screenshot(clip=clip))) as picture:
        colours = np.asarray(picture.convert("RGB"), dtype=np.float64) / 255
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    weights = np.array([0.2126, 0.7152, 0.0722])
    return np.asarray(linear @ weights)


def ring_of(page: Page, target: Locator) -> float:
    """How much of a 2 px ring around an element stands out from the same pixels without the focus; 1 is all.

    That is what WCAG 2.4.13 asks for.
    """
    box = target.bounding_box()
    assert box
    clip = FloatRect(
        x=box["x"] - MARGIN,
        y=box["y"] - MARGIN,
        width=box["width"] + 2 * MARGIN,
        height=box["height"] + 2 * MARGIN,
    )
    page.evaluate("document.activeElement.blur()")
    before = brightness(page, clip)
    target.focus()
    after = brightness(page, clip)
    contrast = (np.maximum(before, after) + 0.05) / (np.minimum(before, after) + 0.05)
    return float((contrast >= STANDS_OUT).sum() / (WIDTH * 2 * (box["width"] + box["height"])))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_focus_is_seen_on_every_ground(open_table: OpenTable, theme: str) -> None:
    page = open_table(LockupTable, DESKTOP, theme=theme).page
    page.evaluate(PAINT)
    page.keyboard.press("Tab")  # the ring is shown only to players who use the keyboard
    targets = {
        "the bar": page.locator("header .square").nth(1),
        "a tab": page.get_by_role("tab").nth(1),
        "a button on felt": page.locator(".bar button:enabled").first,
        "a player": page.locator(".chip button").first,
        "a card": page.locator("[data-hand] li button").last,
    }
    rings: dict[tuple[str, str], float] = {}
    for game in OWN_GAMES:
        page.locator(".shell").evaluate("(shell, game) => (shell.dataset.game = game)", game)
        for ground, target in targets.items():
            rings[game, ground] = ring_of(page, target)
    assert {where: ring for where, ring in rings.items() if ring < 1} == {}


# --- colours that the system chooses ----------------------------------------------------------------

BARE = """() => [...document.querySelectorAll('button:not([data-id])')]
  .filter((button) => button.checkVisibility() && getComputedStyle(button).borderTopWidth === '0px')
  .map(({ outerHTML }) => outerHTML)"""
"""Finds buttons without a border: they are invisible when the system's colours replace their background."""


def test_forced_colours_leave_cards_edges_and_the_focus(open_table: OpenTable) -> None:
    page = open_table(LockupTable, DESKTOP).page
    card = page.locator("[data-hand] li.legal .card").first
    painted = card.evaluate("card => getComputedStyle(card).backgroundImage")
    with closing(page):
        page.emulate_media(forced_colors="active")
        page.wait_for_function("() => matchMedia('(forced-colors: active)').matches")
        assert card.evaluate("card => getComputedStyle(card).backgroundImage") == painted
        assert page.locator("main.felt").evaluate("felt => getComputedStyle(felt).backgroundImage") == "none"
        assert page.evaluate(BARE) == []
        page.evaluate(PAINT)
        page.keyboard.press("Tab")
        assert ring_of(page, page.locator(".bar button:enabled").first) >= 1


# --- a page that is installed, or has no script --------------------------------------------------------


def test_the_page_can_be_installed(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(server.address)
    link = str(page.locator("link[rel=manifest]").get_attribute("href"))
    manifest = page.request.get(server.address + link).json()
    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/")
    for icon in manifest["icons"]:
        answer = page.request.get(server.address + icon["src"])
        assert answer.headers["content-type"].split(";")[0] == icon["type"]
        if icon["sizes"] != "any":
            with Image.open(BytesIO(answer.body())) as picture:
                assert f"{picture.width}x{picture.height}" == icon["sizes"]
    assert "maskable" in [icon.get("purpose") for icon in manifest["icons"]]


def test_without_script_the_page_says_what_it_needs(server: PlayServer) -> None:
    """Reads the HTML as it is sent: Chromium under test shows no noscript, even with scripts off."""
    with urlopen(server.address) as answer:
        sent = answer.read().decode()
    (told,) = re.findall(r"<noscript>(.*?)</noscript>", sent, re.DOTALL)
    assert "need JavaScript" in told
    assert set(re.findall(r'lang="(.+?)"', told)) == {"zh-Hans", "ja"}
