"""Which cards fly, and when nothing moves."""

import pytest
from playwright.sync_api import Page

from sevenfold.games import OWN_GAMES
from sevenfold.testing.served import PlayServer
from sevenfold.testing.stacked import begin_at_first_seat, deal_the_same
from sevenfold.testing.table import LONG
from tests.browser.conftest import PHONE, OpenPage, make_table

NOTE = """
  window.flown = []
  const fly = Element.prototype.animate
  Element.prototype.animate = function (...way) {
    const card = this.dataset.id ? 'card' : this.classList[0]
    flown.push([card, this.closest('.seats > li')?.className ?? null].join(' ').trim())
    return fly.apply(this, way)
  }
"""
"""Records what flies: a card of the hand, or an element by its class, and at which player's seat."""


def open_dealt(open_page: OpenPage, server: PlayServer, game: str, motion: str) -> Page:
    """Open a new table of a game while it is dealt; this player moves first."""
    page = open_page(None, PHONE, script=NOTE, motion=motion, pace="calm")
    made = make_table(page, server, game, pace=1400)
    deal_the_same(server, made)
    begin_at_first_seat(server, made)
    page.goto(f"{server.address}/tables/{made}")
    return page


# in Seven Bridge a bot may claim the first discard before the page has loaded
@pytest.mark.parametrize("game", [game for game in OWN_GAMES if game != "seven_bridge"])
def test_the_first_deal_flies_to_every_player(open_page: OpenPage, server: PlayServer, game: str) -> None:
    page = open_dealt(open_page, server, game, "full")
    seats = page.locator(".seats > li")
    seats.first.wait_for(timeout=LONG)
    for where in seats.evaluate_all("seats => seats.map((seat) => seat.className)"):
        page.wait_for_function("flight => flown.includes(flight)", arg=f"dealt {where}".strip(), timeout=LONG)
    page.wait_for_function("() => flown.includes('card')", timeout=LONG)


@pytest.mark.parametrize("game", OWN_GAMES)
def test_nothing_flies_where_nothing_is_to_move(open_page: OpenPage, server: PlayServer, game: str) -> None:
    page = open_dealt(open_page, server, game, "none")
    page.locator("[data-hand] button").first.wait_for(timeout=LONG)
    page.locator(".bar button").first.wait_for(timeout=LONG)
    assert page.evaluate("flown") == []
    assert page.evaluate("document.getAnimations().map(({ playState }) => playState)").count("running") == 0
