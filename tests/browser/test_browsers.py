"""A person's browsers on their page: a list, a link for another one, and a key, on a phone and on a desk."""

import subprocess

import pytest
from playwright.sync_api import Page, expect

from sevenfold.testing.served import SEVENFOLD, PlayServer
from sevenfold.testing.table import TablePage, check_targets
from tests.browser.conftest import DESKTOP, PHONE, OpenPage
from tests.browser.friends import catalog
from tests.browser.test_access import check

BROWSERS = "[aria-labelledby='my-browsers'] li"
"""The browsers that are listed."""

LANGUAGES = (("en-GB", "en"), ("zh-CN", "zh-Hans"), ("ja", "ja"))


def sit_alone(page: Page, server: PlayServer) -> None:
    """Make a table that the page's person could bring along."""
    page.goto(server.address)
    page.locator(".games .button.primary").first.click()
    page.wait_for_url("**/tables/*")


@pytest.mark.parametrize(("locale", "language"), LANGUAGES)
def test_another_browser_is_attached_by_a_link_and_ended(
    open_page: OpenPage, server: PlayServer, axe: str, locale: str, language: str
) -> None:
    said = catalog(language)
    desk, phone = open_page(None, DESKTOP, locale), open_page(None, PHONE, locale)
    desk.goto(server.address)
    desk.get_by_role("button", name=said["settings.title"]).click()
    desk.get_by_role("link", name=said["settings.me"]).click()
    expect(desk.get_by_text(said["browsers.this"], exact=True)).to_be_visible()
    desk.get_by_role("button", name=said["browsers.another.make"]).press("Enter")
    link = desk.get_by_label(said["browsers.link"], exact=True).input_value()
    check(desk, axe)
    check_targets(desk)

    sit_alone(phone, server)
    phone.goto(link)
    expect(phone.get_by_role("switch")).to_be_checked()
    ask = phone.get_by_role("button", name=said["browsers.attach.ask"])
    expect(ask).to_be_visible()
    check(phone, axe)
    ask.click()
    yes = desk.get_by_role("button", name=said["browsers.asks.yes"])
    expect(yes).to_be_visible()
    check(desk, axe)
    yes.press("Enter")
    phone.get_by_role("link", name=said["browsers.attach.go"]).click()
    end = desk.get_by_role("button", name=said["browsers.end"], exact=False)
    expect(end).to_have_count(1)

    phone.goto(f"{server.address}/me")
    expect(phone.locator(BROWSERS)).to_have_count(2)
    check(phone, axe)
    end.click()
    expect(desk.locator(BROWSERS)).to_have_count(1)
    phone.reload()
    expect(phone.locator(BROWSERS)).to_have_count(1)


@pytest.mark.parametrize(("locale", "language"), LANGUAGES)
def test_a_key_is_shown_once_and_makes_one_oneself_again(
    open_page: OpenPage, server: PlayServer, axe: str, locale: str, language: str
) -> None:
    said = catalog(language)
    desk, phone = open_page(None, DESKTOP, locale), open_page(None, PHONE, locale)
    desk.goto(server.address)
    desk.goto(f"{server.address}/me")
    desk.get_by_role("button", name=said["browsers.key.make"]).click()
    key = desk.get_by_label(said["browsers.key.shown"]).input_value()
    assert [len(group) for group in key.split(" ")] == [5] * 4
    check(desk, axe)
    desk.reload()
    expect(desk.get_by_role("button", name=said["browsers.key.anew"])).to_be_visible()

    phone.goto(f"{server.address}/me")
    field = phone.get_by_label(said["browsers.enter.key"], exact=True)
    assert field.get_attribute("autocomplete") == "current-password"
    field.fill(key[:-1])
    field.press("Enter")
    expect(phone.get_by_text(said["browsers.problem.key_unknown"])).to_be_visible()
    check(phone, axe)
    field.fill(key.lower().replace(" ", ""))
    field.press("Enter")
    phone.wait_for_url(f"{server.address}/")
    phone.goto(f"{server.address}/me")
    expect(phone.locator(BROWSERS)).to_have_count(2)


@pytest.mark.parametrize(("locale", "language"), LANGUAGES)
def test_who_was_given_a_link_by_the_servers_host_is_themselves_again(
    open_page: OpenPage, server: PlayServer, axe: str, locale: str, language: str
) -> None:
    said = catalog(language)
    lost, phone = open_page(None, DESKTOP, locale), open_page(None, PHONE, locale)
    sit_alone(lost, server)
    table = lost.url.rpartition("/")[2]
    command = f"{SEVENFOLD} person-link {table} 0 --address {server.address} --data {server.data}"
    made = subprocess.run(command.split(), capture_output=True, text=True, check=True)

    phone.goto(made.stdout.splitlines()[-1])
    yes = phone.get_by_role("button", name=said["browsers.attach.take"])
    expect(yes).to_be_visible()
    check(phone, axe)
    check_targets(phone)
    yes.press("Enter")
    phone.get_by_role("link", name=said["browsers.attach.go"]).click()
    phone.goto(lost.url)
    expect(TablePage(phone).hand.first).to_be_visible()
