"""My page on a phone and on a desk, by touch and by keyboard, and the key that is offered at a result."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from sevenfold.testing.running import Person
from sevenfold.testing.served import PlayServer, StoppedServer
from sevenfold.testing.stacked import play_by_rules
from sevenfold.testing.table import SIDEWAYS, LockupTable, check_targets, click, found_at_rest
from tests.browser.conftest import PHONE, OpenPage, make_table
from tests.browser.friends import catalog
from tests.browser.test_access import check
from tests.server.test_me import finish, sets_results
from tests.server.test_played import end_match

NARROW = ViewportSize(width=390, height=844)
WIDE = ViewportSize(width=1280, height=800)
SIZES = (NARROW, WIDE)

LANGUAGES = (("en-GB", "en"), ("zh-CN", "zh-Hans"), ("ja", "ja"))


@pytest.fixture
def with_database(tmp_path: Path) -> Iterator[StoppedServer]:
    server = StoppedServer(tmp_path)
    yield server
    server.close()


def has_played(page: Page, server: StoppedServer) -> None:
    """Let the person of a page have finished games of two kinds, and results beside Medium's."""
    page.goto(f"{server.address}/me")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    with Person(server, session=False) as person:
        for cookie in page.context.cookies(server.address):
            person.http.cookies.set(cookie["name"], cookie["value"])
        for game in ("lockup", "trump7"):
            end_match(server, finish(server, person, game))
        person.create(game="seven_bridge")
        sets_results(server, person, [1, 2, 0, -1, 3, 4, None], "day")
    page.reload()


SEVEN_BRIDGE = {"en": "Seven Bridge", "ja": "セブンブリッジ", "zh-Hans": "七桥"}
"""A game of which nobody has a result yet."""


@pytest.mark.parametrize(("locale", "language"), LANGUAGES)
def test_my_page_shows_games_beside_medium_and_finished_ones_by_game(
    open_page: OpenPage, with_database: StoppedServer, axe: str, locale: str, language: str
) -> None:
    said = catalog(language)
    page = open_page(None, PHONE, locale)  # it has a touch screen
    page.set_viewport_size(NARROW)
    has_played(page, with_database)
    lockup = page.locator("article[data-game=lockup]")
    expect(lockup).to_contain_text("+1.5 ± 2.0")
    expect(page.locator("article[data-game=trump7]")).not_to_contain_text("±")
    expect(page.get_by_role("region", name=said["tables.title"])).to_contain_text(SEVEN_BRIDGE[language])
    rounds = page.get_by_role("region", name=said["tables.history"]).get_by_role("listitem")
    expect(rounds).to_have_count(2)
    page.get_by_role("radio").last.tap()
    expect(rounds).to_have_count(1)
    check(page, axe)
    for size in SIZES:
        page.set_viewport_size(size)
        assert found_at_rest(page, SIDEWAYS) == []
        check_targets(page)
    rounds.get_by_role("link").first.press("Enter")
    page.wait_for_url("**/tables/*")


@pytest.mark.parametrize("size", SIZES)
def test_name_and_face_are_changed_and_all_is_taken_along(
    open_page: OpenPage, server: PlayServer, axe: str, size: ViewportSize, tmp_path: Path
) -> None:
    page = open_page(None, size)
    page.goto(server.address)
    page.get_by_role("link", name="My page").press("Enter")
    page.get_by_role("button", name="Name and picture").press("Enter")
    sheet = page.get_by_role("dialog")
    sheet.get_by_role("textbox").fill("Robin")
    sheet.get_by_role("textbox").press("Enter")
    sheet.get_by_role("radio").nth(3).press("Space")
    check(page, axe)
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Robin", level=1)).to_be_visible()
    with page.expect_download() as begun:
        page.get_by_role("link", name="Take it all along").press("Enter")
    kept = tmp_path / "kept.zip"
    begun.value.save_as(kept)
    with closing(ZipFile(kept)) as archive:
        assert b"Robin" in archive.read("persons.json")
    page.goto(f"{server.address}/browsers")
    expect(page.get_by_role("heading", name="Robin", level=1)).to_be_visible()


@pytest.mark.parametrize(("locale", "language"), LANGUAGES)
def test_the_key_is_offered_at_the_end_of_a_match_and_put_off_once(
    open_page: OpenPage, server: PlayServer, axe: str, locale: str, language: str
) -> None:
    said = catalog(language)
    page = open_page(None, NARROW, locale)

    def to_the_end() -> None:
        made = make_table(page, server, "lockup", options={"target": 1})
        play_by_rules(server, made, moves_left=12, to_last=True)
        page.goto(f"{server.address}/tables/{made}")
        LockupTable(page).play_round(click)

    to_the_end()
    offer = page.get_by_role("group", name=said["browsers.key"])
    expect(offer).to_contain_text(said["me.key.alone"])
    check(page, axe)
    page.set_viewport_size(NARROW)
    check_targets(page)
    offer.get_by_role("button").click()
    expect(offer).to_have_count(0)
    page.reload()
    expect(page.locator(".story")).to_be_visible()
    expect(offer).to_have_count(0)

    to_the_end()
    offer.get_by_role("link").press("Enter")
    page.get_by_role("button", name=said["browsers.key.make"]).click()
    key = page.get_by_label(said["browsers.key.shown"])
    assert key.get_attribute("autocomplete") == "new-password"
    assert len(key.input_value()) == len("01234 01234 01234 01234")

    to_the_end()
    with page.expect_response("**/api/me"):
        page.reload()
    expect(page.locator(".story")).to_be_visible()
    expect(offer).to_have_count(0)
