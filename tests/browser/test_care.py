"""What a host does by commands, as people see it in three languages: told, closed, blocked."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from sevenfold.testing.served import SEVENFOLD, StoppedServer
from tests.browser.conftest import DESKTOP, PHONE, OpenPage, make_table
from tests.browser.friends import catalog
from tests.browser.test_access import check

LANGUAGES = (("en-GB", "en"), ("zh-CN", "zh-Hans"), ("ja", "ja"))


@pytest.fixture
def cared_for(tmp_path: Path) -> Iterator[StoppedServer]:
    server = StoppedServer(tmp_path)
    yield server
    server.close()


def sevenfold(server: StoppedServer, *arguments: str) -> str:
    run = subprocess.run(
        [SEVENFOLD, *arguments, "--data", server.data], capture_output=True, text=True, check=True
    )
    return run.stdout


@pytest.mark.parametrize(("locale", "language"), LANGUAGES)
def test_a_table_is_told_at_once_and_other_pages_when_they_are_opened(
    open_page: OpenPage, cared_for: StoppedServer, axe: str, locale: str, language: str
) -> None:
    said = catalog(language)
    page = open_page(None, PHONE, locale)
    page.goto(f"{cared_for.address}/tables/{make_table(page, cared_for, 'lockup')}")
    bar = page.get_by_role("complementary", name=said["notice.title"])
    expect(page.locator(".hand")).to_be_visible()
    expect(bar).to_have_count(0)
    sevenfold(cared_for, "say", "The finals <b>begin</b> at nine")
    expect(bar).to_contain_text(f"{said['notice.said']} The finals <b>begin</b> at nine")
    check(page, axe)
    bar.get_by_role("button", name=said["sheet.close"]).click()
    expect(bar).to_have_count(0)
    sevenfold(cared_for, "close", "--message", "New cables")
    expect(bar).to_contain_text(said["notice.closed"])
    expect(bar).to_contain_text("New cables")
    page.goto(f"{cared_for.address}/events")
    expect(bar).to_contain_text(said["notice.closed"])
    sevenfold(cared_for, "open")


def test_whoever_wants_a_new_table_is_told_that_it_closes(
    open_page: OpenPage, cared_for: StoppedServer
) -> None:
    page = open_page(f"{cared_for.address}/", DESKTOP)
    sevenfold(cared_for, "close", "--in", "30m", "--message", "Back at eight.")
    bar = page.get_by_role("complementary", name="From the host of the server")
    for _ in range(2):  # the first time it may not be taken up yet
        page.reload()
    page.get_by_role("link", name="Play").or_(page.get_by_role("button", name="Play")).first.click()
    expect(page.get_by_text("so nothing new begins just now. Back at eight.")).to_be_visible()
    expect(bar).to_contain_text("This server closes at")


@pytest.mark.parametrize("locale", [locale for locale, _ in LANGUAGES])
def test_a_blocked_persons_open_table_gives_way_to_the_page_that_says_why(
    open_page: OpenPage, cared_for: StoppedServer, locale: str
) -> None:
    page = open_page(None, PHONE, locale)
    table = make_table(page, cared_for, "lockup")
    page.goto(f"{cared_for.address}/tables/{table}")
    expect(page.locator(".hand")).to_be_visible()
    (person,) = sevenfold(cared_for, "persons", "--table", table, "--json").splitlines()
    sevenfold(cared_for, "block", str(json.loads(person)["id"]), "--reason", "Shouting", "--until", "7d")
    expect(page.get_by_text("Shouting")).to_have_count(1)
    for told in ("The host of this server", "本站管理员", "このサーバーの管理者"):
        expect(page.get_by_text(told)).to_have_count(1)
