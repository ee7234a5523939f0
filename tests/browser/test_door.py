"""The door of a closed server, on a phone and on a desk, in each language."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from sevenfold.testing.served import StoppedServer
from sevenfold.testing.table import check_targets
from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.friends import catalog
from tests.browser.test_access import check
from tests.browser.test_browsers import LANGUAGES

WORD = "harbour lights"


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoppedServer]:
    server = StoppedServer(tmp_path_factory.mktemp("closed"), access="password", password=WORD)
    yield server
    server.close()


def say(page: Page, said: dict[str, str], word: str = WORD) -> None:
    page.get_by_label(said["door.word"], exact=True).fill(word)
    page.get_by_label(said["door.word"], exact=True).press("Enter")


@pytest.mark.parametrize(("locale", "language"), LANGUAGES)
def test_the_word_leads_on_to_where_one_wanted_to_go(
    open_page: OpenPage, closed: StoppedServer, axe: str, locale: str, language: str
) -> None:
    said = catalog(language)
    page = open_page(f"{closed.address}/rules/lockup#LU-3.1", PHONE, locale)
    expect(page.get_by_text(said["door.word.help"])).to_be_visible()
    assert page.url == f"{closed.address}/door?to=%2Frules%2Flockup#LU-3.1"
    check(page, axe)
    check_targets(page)
    say(page, said, "anchor")
    expect(page.get_by_role("alert").filter(has_text=said["door.word.wrong"])).to_be_visible()
    expect(page.get_by_role("button", name=said["door.come_in"])).to_be_disabled()
    check(page, axe)
    page.reload()
    say(page, said)
    expect(page.get_by_text("LU-1.1")).to_be_visible()
    assert page.url.startswith(f"{closed.address}/rules/lockup")


@pytest.mark.parametrize(("locale", "language"), LANGUAGES)
def test_who_is_inside_lets_others_in_by_a_link(
    open_page: OpenPage, closed: StoppedServer, axe: str, locale: str, language: str
) -> None:
    said = catalog(language)
    host, friend, late = (open_page(None, size, locale) for size in (DESKTOP, PHONE, PHONE))
    host.goto(f"{closed.address}/me")
    say(host, said)
    mine = host.get_by_role("region", name=said["door.mine"])
    mine.get_by_role("button", name=said["door.mine.make"]).click()
    link = mine.get_by_label(said["door.mine.link"], exact=True).input_value()
    check(host, axe)
    check_targets(host)

    friend.goto(link)
    name = friend.get_by_label(said["friends.name"])
    expect(name).to_be_visible()
    check(friend, axe)
    check_targets(friend)
    name.fill("Bea")
    name.press("Enter")
    expect(friend.locator(".games").first).to_be_visible()
    assert friend.url == f"{closed.address}/"

    late.goto(link)
    expect(late.get_by_role("heading", name=said["door.in.ended"])).to_be_visible()
    check(late, axe)
    late.get_by_role("link", name=said["door.back"]).click()
    expect(late.get_by_text(said["door.word.help"])).to_be_visible()
    late.get_by_role("button", name=said["door.link"]).click()
    late.get_by_label(said["door.link.label"]).fill("nothing")
    late.get_by_role("button", name=said["door.link.go"]).click()
    expect(late.get_by_text(said["door.link.wrong"])).to_be_visible()
    check(late, axe)
    late.get_by_role("button", name=said["door.back"]).click()
    late.get_by_role("button", name=said["door.before"]).click()
    expect(late.get_by_label(said["browsers.enter.key"], exact=True)).to_be_visible()
    check(late, axe)


def test_with_their_key_somebody_is_in_again(open_page: OpenPage, closed: StoppedServer) -> None:
    said = catalog("en")
    first, second = open_page(f"{closed.address}/me"), open_page(None)
    say(first, said)
    expect(first.get_by_role("heading", name=said["me.title"])).to_be_visible()
    key = first.request.post(f"{closed.address}/api/browsers/key").json()["key"]
    second.goto(closed.address)
    second.get_by_role("button", name=said["door.before"]).click()
    second.get_by_label(said["browsers.enter.key"], exact=True).fill(key)
    second.get_by_role("button", name=said["browsers.enter.yes"]).click()
    expect(second.locator(".games").first).to_be_visible()


def test_by_a_link_to_a_table_one_plays_there_and_stays_outside(
    open_page: OpenPage, closed: StoppedServer
) -> None:
    """Nothing that the table's page asks for is missing."""
    said = catalog("en")
    host, friend = open_page(closed.address), open_page(None, PHONE)
    say(host, said)
    expect(host.locator(".games").first).to_be_visible()
    wanted = {"game": "lockup", "friends": True, "name": "Ada", "pace": 0}
    made = host.request.post(f"{closed.address}/api/tables", data=wanted).json()
    refused: list[str] = []
    friend.on("response", lambda answer: refused.append(answer.url) if answer.status == 403 else None)
    friend.goto(f"{closed.address}/join/{made['link']}")
    friend.get_by_label(said["friends.name"]).fill("Bea")
    friend.get_by_role("button", name=said["friends.join.sit"]).click()
    friend.wait_for_url(f"**/tables/{made['id']}")
    expect(friend.get_by_text("Ada").first).to_be_visible()
    host.goto(f"{closed.address}/tables/{made['id']}")
    host.get_by_role("button", name="Start with 2 bots").click()
    expect(friend.locator("[data-game='lockup']").first).to_be_visible()
    expect(friend.locator(".hand [data-id]").first).to_be_visible()
    assert refused == []
    friend.goto(closed.address)
    expect(friend.get_by_text(said["door.word.help"])).to_be_visible()
