"""Events at everybody's own time: made, joined by a link, played, and how everybody stands."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from sevenfold.testing.running import Person
from sevenfold.testing.served import StoppedServer
from sevenfold.testing.table import (
    SIDEWAYS,
    SIZES,
    LockupTable,
    check_targets,
    found_at_rest,
    resize,
    wait_for,
)
from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.test_access import check
from tests.browser.test_today import finish
from tests.server import test_evenings as evenings
from tests.server import test_events as together


@pytest.fixture
def server(tmp_path: Path) -> Iterator[StoppedServer]:
    server = StoppedServer(tmp_path)
    yield server
    server.close()


def make_event(page: Page, server: StoppedServer, axe: str = "") -> str:
    """Make an event of two deals of Lockup by the page for it, and check that; returns the link."""
    page.goto(server.address)
    page.get_by_role("button", name="With friends").click()
    page.get_by_role("link", name="Events", exact=True).click()
    page.get_by_role("link", name="A new event").click()
    page.get_by_label("Name of the event").fill("Blue November")
    page.get_by_label("Your name").fill("Iris")
    page.get_by_role("radio", name="Lockup").check()
    page.get_by_role("combobox", name="Deals").select_option("2")
    expect(page.get_by_text("By your clock:")).to_be_visible()
    if axe:
        check(page, axe)
        check_targets(page)
    page.get_by_role("button", name="Create").click()
    link: str = page.get_by_label("The link to the event").input_value()
    return link


def join(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    wait_for(page.get_by_role("heading", name="You have 2 deals to play"))


def play_first(server: StoppedServer, page: Page) -> str:
    """Play the first deal of the event that a page shows to its end; returns the address of its table."""
    page.get_by_role("button", name="Play deal 1").click()
    LockupTable(page).wait_until_ready()
    table = page.url
    finish(server, page)
    return table


def test_an_event_is_made_joined_by_its_link_and_played(
    open_page: OpenPage, server: StoppedServer, axe: str
) -> None:
    page, other = open_page(None, DESKTOP), open_page(None, PHONE)
    link = make_event(page, server, axe)
    join(page, "Iris")
    other.goto(link)
    expect(other.get_by_text("Iris invites you.")).to_be_visible()
    check(other, axe)
    check_targets(other)
    join(other, "Mei")

    other.goto(play_first(server, other))
    expect(other.locator(".ways .primary")).to_have_text("To deal 2")
    expect(other.locator(".end .beside")).to_contain_text("nobody else so far")
    other.get_by_role("button", name="More").click()
    other.get_by_role("dialog").get_by_role("button", name="To the event").click()
    rows = other.get_by_role("table").get_by_role("row")
    expect(rows.filter(has_text="You")).to_contain_text("1 of 2")
    expect(other.get_by_role("button", name="Play deal 2")).to_be_visible()

    page.goto(link)  # one who has not played it is told that it was played, and nothing else
    row = page.get_by_role("row").filter(has_text="Mei")
    expect(row).to_contain_text("1 of 2")
    expect(row.get_by_role("cell").last).to_have_text("not known yet")
    play_first(server, page)
    page.goto(link)
    wait_for(
        page.get_by_role(
            "heading", name=re.compile(r"^You are (tied for )?(1st|2nd) of 2, with one deal to play$")
        )
    )
    expect(row.get_by_role("cell").last).to_have_text(re.compile(r"^[+−]?\d+\.\d\s*$"))
    check(page, axe)
    check_targets(page)
    for width, height in SIZES:
        resize(page, ViewportSize(width=width, height=height))
        assert found_at_rest(page, SIDEWAYS) == [], f"{width}x{height}"
    page.get_by_role("link", name=re.compile("deal 1 ")).click()
    wait_for(page.get_by_role("heading", name=re.compile(r"^You: ")))


def test_the_wall_and_the_sheets_of_an_event(open_page: OpenPage, server: StoppedServer, axe: str) -> None:
    page = open_page(None, DESKTOP, theme="light")
    make_event(page, server)
    join(page, "Iris")
    page.get_by_role("button", name="Invite").click()
    wait_for(page.get_by_role("dialog").get_by_label("The link to the event"))
    check(page, axe)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More").click()
    check(page, axe)
    page.get_by_role("dialog").get_by_role("link", name="Big screen").click()
    standings = page.get_by_role("list", name="Standings")
    expect(standings).to_contain_text("Iris")
    expect(page.get_by_role("button")).to_have_count(0)
    check(page, axe)
    page.go_back()
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Leave the event").click()
    page.get_by_role("button", name="Really leave").click()
    wait_for(page.get_by_role("button", name="Join"))


def test_two_play_a_deal_of_an_evening_and_whoever_comes_late_is_led_to_the_next(
    open_page: OpenPage, server: StoppedServer, axe: str
) -> None:
    page, late = open_page(None, DESKTOP), open_page(None, PHONE)
    page.goto(f"{server.address}/event/new")
    page.get_by_label("Name of the event").fill("Thursday")
    page.get_by_label("Your name").fill("Iris")
    page.get_by_role("radio", name="One evening, two teams").check()
    page.get_by_label("Name of team Gold").fill("Night Owls")
    page.get_by_role("combobox", name="Deals").select_option("2")
    page.get_by_role("button", name="Create").click()
    link = page.get_by_label("The link to the event").input_value()
    expect(page.get_by_role("button", name="Begin")).to_be_disabled()
    with Person(server) as mei, Person(server) as haru:
        event = mei.get(f"/events/{page.url.rpartition('/')[2]}").json()
        for person, name in ((mei, "Mei"), (haru, "Haru")):
            together.join(person, event, name=name)
        page.get_by_role("button", name="Begin").click()  # it is told who has come
        wait_for(page.get_by_role("heading", name="Deal 1 of 2"))
        late.goto(link)
        late.get_by_label("Your name").fill("Bo")
        late.get_by_role("radio", name="Blue").check()
        late.get_by_role("button", name="Join").click()
        expect(late.get_by_text("You sit down at the next deal")).to_be_visible()
        evenings.play_round(server, [mei, haru], event)
    late.wait_for_url("**/tables/*")
    wait_for(page.get_by_role("heading", name="Deal 2 of 2"))
    expect(page.get_by_role("region", name="The teams").get_by_role("heading")).to_have_text(
        ["Night Owls", "Blue"]
    )
    sides = page.get_by_role("region", name="Deal 1")
    expect(sides.get_by_role("row")).to_have_count(5)
    for name in ("Mei", "Haru"):
        expect(sides).to_contain_text(name)
    check(page, axe)
    check_targets(page)
    for width, height in SIZES:
        resize(page, ViewportSize(width=width, height=height))
        assert found_at_rest(page, SIDEWAYS) == [], f"{width}x{height}"
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="End the event").click()
    page.get_by_role("button", name="Really end it").click()
    wait_for(page.get_by_role("heading", name="The event is over"))


def test_somebody_without_their_session_is_let_back_in_by_the_host(
    open_page: OpenPage, server: StoppedServer, axe: str
) -> None:
    page, newcomer = open_page(None, DESKTOP), open_page(None, PHONE)
    page.goto(f"{server.address}/event/new")
    page.get_by_label("Name of the event").fill("Thursday")
    page.get_by_label("Your name").fill("Iris")
    page.get_by_role("radio", name="One evening, each for themselves").check()
    page.get_by_role("button", name="Create").click()
    wait_for(page.get_by_label("The link to the event"))
    with Person(server) as mei, Person(server) as haru:
        event = mei.get(f"/events/{page.url.rpartition('/')[2]}").json()
        for person, name in ((mei, "Mei"), (haru, "Haru")):
            together.join(person, event, name=name)
        page.get_by_role("button", name="Begin").click()
        wait_for(page.get_by_role("heading", name="Deal 1 of"))
        newcomer.goto(page.url)
        newcomer.get_by_text("Were you here before?").click()
        check(newcomer, axe)
        for answer in ("No", "It is Haru"):
            newcomer.get_by_role("button", name="I am Haru").click()
            wait_for(newcomer.get_by_text("The host is asked whether you are Haru."))
            wait_for(page.get_by_role("heading", name="Somebody says that they are Haru"))
            check(page, axe)
            page.get_by_role("button", name=answer, exact=True).click()
            if answer == "No":
                wait_for(newcomer.get_by_text("You were not let in."))
                newcomer.get_by_text("Were you here before?").click()
        expect(newcomer.get_by_text("You sit down at the next deal")).to_be_visible()
        assert not mei.get(f"/events/{event['id']}").json()["asking"]
        assert not haru.get(f"/events/{event['id']}").json()["you_in"]
    expect(page.get_by_role("heading", name="Somebody says")).to_be_hidden()
