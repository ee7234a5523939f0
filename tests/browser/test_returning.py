"""Somebody whose browser no longer knows them comes back to their table, and the others are asked."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, ViewportSize, expect

from sevenfold.server.timings import USUAL
from sevenfold.testing.served import StoppedServer
from sevenfold.testing.table import LockupTable, click
from tests.browser.conftest import AXE, PAINT, PAINT_NO_MORE, PHONE, RUN_AXE, OpenPage, make_table
from tests.browser.friends import link_of, play_to_the_end, press, sit_down

LARGE_PHONE = ViewportSize(width=390, height=844)


@pytest.fixture
def impatient(tmp_path: Path) -> Iterator[StoppedServer]:
    """A server at which whoever is away has been away for long enough."""
    server = StoppedServer(tmp_path, replace(USUAL, away_before_return=0, between_returns=0))
    yield server
    server.close()


def check(page: Page) -> None:
    """Axe finds nothing."""
    page.evaluate(PAINT)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(RUN_AXE) == []
    page.evaluate(PAINT_NO_MORE)


def test_who_has_lost_their_session_comes_back_when_the_next_cards_are_dealt(
    open_page: OpenPage, impatient: StoppedServer
) -> None:
    anna, mei = open_page(None), open_page(None, PHONE)
    table = make_table(anna, impatient, "lockup", friends=True, name="Anna")
    anna.goto(f"{impatient.address}/tables/{table}")
    link = link_of(anna)
    sit_down(mei, link, "Mei", 1)
    mei.goto(f"{impatient.address}/rules/lockup")
    anna.get_by_role("button", name="Start with").click()
    at_annas = LockupTable(anna)
    expect(at_annas.hand.locator("button").first).to_be_visible()

    # the link offers the seat of whoever is away, and a no is told
    again = open_page(link, LARGE_PHONE)
    expect(again.get_by_role("heading", name="Were you here before?")).to_be_visible()
    press(again, "This seat is mine: Mei")
    expect(again.get_by_text("Say what you are called.").last).to_be_visible()
    again.get_by_label("Your name").fill("Mei")
    press(again, "This seat is mine: Mei")
    question = anna.get_by_role("group", name="Mei says that this seat is theirs")
    expect(question.get_by_role("timer")).to_be_visible()
    expect(again.get_by_role("timer")).to_be_visible()
    check(anna)
    check(again)
    question.get_by_role("button", name="No").click()
    expect(again.get_by_text("They did not let you in: somebody said no.")).to_be_visible()

    # a yes lets them in: they see no hand until the next cards are dealt
    click(again.get_by_role("button", name="This seat is mine: Mei"))
    expect(question).to_be_visible()
    press(anna, "It is Mei")
    again.wait_for_url("**/tables/*")
    expect(
        again.get_by_text("You sit down when the next cards are dealt. Until then you see no hand.")
    ).to_be_visible()
    expect(question).to_have_count(0)
    at_theirs = LockupTable(again)
    expect(at_theirs.hand.locator("button")).to_have_count(0)
    check(again)
    play_to_the_end([at_annas])
    for page in (anna, again):
        page.get_by_role("button", name="Next round").first.click()
    expect(at_theirs.hand.locator("button").first).to_be_visible()
    expect(anna.locator(".chip", has_text="Mei").first).to_be_visible()
