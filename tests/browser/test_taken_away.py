"""What somebody takes away from a table, and brings: pictures of moments, reports, files of records."""

import gzip
import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, ViewportSize, expect

import sevenfold
from sevenfold.testing.served import PlayServer
from sevenfold.testing.table import SIDEWAYS, SIZES, found_at_rest, resize, wait_for
from tests.browser.conftest import DESKTOP, PAINT, PHONE, RUN_AXE, OpenPage, make_table
from tests.browser.test_replay import CUT_OFF, open_round

COLOURS = """() => {
  const canvas = document.querySelector('canvas')
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  const seen = new Set()
  for (let i = 0; i < data.length; i += 4 * 97) seen.add(`${data[i]} ${data[i + 1]} ${data[i + 2]}`)
  return [canvas.width, canvas.height, seen.size]
}"""
"""How large the picture is, and of how many colours."""


@pytest.mark.parametrize(
    ("game", "query", "language", "share", "save"),
    [
        ("lockup", "?at=6", "en", "Share this moment", "Save the picture"),
        ("trump7", "?at=12&from=open", "ja", "この場面を共有", "画像を保存"),
        ("seven_bridge", "?at=9", "zh-CN", "分享这一刻", "保存图片"),
        ("lockseven", "?at=60&from=2", "en", "Share this moment", "Save the picture"),
        ("lockup", "?at=999&table=plain", "en", "Share this moment", "Save the picture"),
    ],
)
def test_a_moment_is_taken_away_as_a_picture(
    open_page: OpenPage, server: PlayServer, game: str, query: str, language: str, share: str, save: str
) -> None:
    page = open_round(open_page, server, game, query=query, language=language)
    page.get_by_role("button", name=share).click()
    wait_for(page.locator("canvas.made"))
    width, height, colours = page.evaluate(COLOURS)
    assert width == 1200
    assert 400 < height < 1700
    assert colours > 200  # felt, cards and words: nothing came out empty
    expect(page.get_by_role("dialog").get_by_role("img").first).to_have_attribute(
        "aria-label", re.compile(".")
    )
    with page.expect_download() as download:
        page.get_by_role("button", name=save).click()
    assert download.value.suggested_filename.startswith(game)
    assert Path(download.value.path()).read_bytes().startswith(b"\x89PNG")


def report_by_keyboard(page: Page, words: str, send: str) -> Any:
    """Write a report and send it, without a mouse. Return what was sent."""
    field = page.get_by_role("dialog").get_by_role("textbox")
    field.focus()
    page.keyboard.type(words)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=send)).to_be_focused()
    with page.expect_response("**/reports") as answer:
        page.keyboard.press("Enter")
    assert answer.value.status == 201
    return answer.value.json()


def test_a_hand_is_reported_from_the_menu_of_a_table(
    open_page: OpenPage, server: PlayServer, axe: str
) -> None:
    page = open_page(None, PHONE, "zh-CN")
    table = make_table(page, server, "lockup")
    page.goto(f"{server.address}/tables/{table}")
    wait_for(page.locator("[data-hand] button"))
    page.get_by_role("button", name="菜单").click()
    page.get_by_role("button", name="报告问题").click()
    dialog = page.get_by_role("dialog", name="报告问题")
    wait_for(dialog.get_by_role("textbox"))
    page.evaluate(axe)
    page.evaluate(PAINT)
    assert page.evaluate(RUN_AXE) == []
    dialog.get_by_role("radio").nth(1).check()
    told = report_by_keyboard(page, "为什么出这张？", "发给管理员")
    assert (told["table"], told["viewer"], told["at"], told["seat"]) == (table, 0, None, 1)
    assert told["words"] == "为什么出这张？"
    expect(dialog.get_by_role("status")).to_contain_text("已发给管理员")
    with page.expect_download() as download:
        page.get_by_role("button", name="存为文件").click()
    assert json.loads(Path(download.value.path()).read_text(encoding="utf-8")) == told


def test_a_moment_is_reported_from_a_replay_and_the_file_opens_its_round(
    open_page: OpenPage, server: PlayServer
) -> None:
    page = open_round(open_page, server, "lockup", query="?at=999")
    page.get_by_role("button", name="More").click()
    page.get_by_role("button", name="Report a problem").click()
    told = report_by_keyboard(page, "The sum is wrong.", "Send to the host")
    assert told["at"] == len(told["record"]["moves"])
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    page.goto(f"{server.address}/open")
    page.locator("input[type=file]").set_input_files(download.value.path())
    wait_for(page.locator(".track"))


@pytest.fixture(scope="module")
def records() -> list[str]:
    """Three rounds, a line each."""
    game = sevenfold.load_game("lockup")
    found = sevenfold.Simulation(game, game.meta.options(), 4, ["rules"], seed=1).records(3)
    return [msgspec.json.encode(each).decode() for each in found]


BOXES = """() => [...document.querySelectorAll('header, main, h1, p, .views')]
  .map((part) => part.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height])
  .concat([[scrollX, scrollY]])"""
"""Where things are, and how far the page is scrolled."""


def test_a_field_that_nobody_sees_moves_nothing(open_page: OpenPage, server: PlayServer) -> None:
    page = open_page(f"{server.address}/open")
    field = page.locator("input[type=file]")
    field.wait_for(state="attached")
    label = page.locator("label.button")
    wait_for(label)
    before = page.evaluate(BOXES)
    field.focus()
    assert page.evaluate(BOXES) == before
    label.hover()
    page.mouse.down()
    assert page.evaluate(BOXES) == before
    page.mouse.up()
    page = open_round(open_page, server, "lockup")
    before = page.evaluate(BOXES)
    page.locator(".views label").nth(1).hover()
    page.mouse.down()
    assert page.evaluate(BOXES) == before
    page.mouse.up()
    page.wait_for_url("**from=1**")


@pytest.mark.parametrize("by_key", [True, False])
def test_a_file_is_chosen_by_key_or_by_the_label(
    open_page: OpenPage, server: PlayServer, by_key: bool
) -> None:
    page = open_page(f"{server.address}/open")
    label = page.locator("label.button")
    wait_for(label)
    with page.expect_file_chooser():
        if by_key:
            page.locator("input[type=file]").press("Enter")
        else:
            label.click()


LANGUAGES = {
    "en": ("This file is empty", "not a text", "ends in the middle", "no record", "not installed", "rules"),
    "zh-CN": ("空的", "不是文本", "中间断了", "没有记录", "没有安装", "规则"),
    "ja": ("空です", "テキストではない", "途中で切れ", "記録がありません", "インストールされて", "ルール"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_that_will_not_do_says_why_and_another_can_be_chosen(
    open_page: OpenPage, server: PlayServer, records: list[str], language: str
) -> None:
    page = open_page(None, DESKTOP, language)
    page.goto(f"{server.address}/open")
    field = page.locator("input[type=file]")
    one = json.loads(records[0])
    contents = (
        b"",
        bytes(range(256)) * 20_000,  # five megabytes
        records[0][:200].encode(),
        b"<!doctype html><p>A page</p>",
        json.dumps(one | {"game": "whist"}).encode(),
        json.dumps(one | {"rules": 99}).encode(),
    )
    for content, said in zip(contents, LANGUAGES[language], strict=True):
        field.set_input_files({"name": "rounds.jsonl", "mimeType": "text/plain", "buffer": content})
        expect(page.get_by_role("alert")).to_contain_text(said)
        assert page.locator(".track").count() == 0
    # several rounds, with line breaks of Windows, compressed: one of them is chosen
    packed = gzip.compress("\r\n".join(records).encode())
    field.set_input_files({"name": "rounds.gz", "mimeType": "application/gzip", "buffer": packed})
    chosen = page.get_by_role("listitem").get_by_role("button")
    expect(chosen).to_have_count(3)
    chosen.nth(1).click()
    wait_for(page.locator(".track"))


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "can only be watched: you cannot try other moves or play on"),
        ("zh-CN", "只能看，不能换一种打法"),
        ("ja", "見るだけです"),
    ],
)
def test_of_a_round_from_a_file_it_says_that_nothing_can_be_tried(
    open_page: OpenPage, server: PlayServer, records: list[str], language: str, said: str
) -> None:
    page = open_page(None, PHONE, language)
    page.goto(f"{server.address}/open")
    field = page.locator("input[type=file]")
    field.set_input_files({"name": "one.jsonl", "mimeType": "text/plain", "buffer": records[0].encode()})
    expect(page.locator(".autoplay")).to_contain_text(said)
    page.keyboard.press("End")
    expect(page.locator(".autoplay")).to_contain_text(said)
    assert page.locator(".ways button").count() == 0
    for width, height in SIZES:
        resize(page, ViewportSize(width=width, height=height))
        assert found_at_rest(page, SIDEWAYS) == [], f"{width}x{height}"
        assert found_at_rest(page, CUT_OFF) == [], f"{width}x{height}"


def test_an_address_that_leads_nowhere_says_so_and_leads_out(open_page: OpenPage, server: PlayServer) -> None:
    page = open_round(open_page, server, "lockup", query="?at=3&from=9")
    expect(page).to_have_url(re.compile("from=0$"))  # a seat that the table does not have: one's own
    address = page.url
    table = address.split("/round/")[1].split(".")[0]
    assert page.request.delete(f"{server.address}/api/tables/{table}").status == 204
    page.goto(address)
    wait_for(page.get_by_role("heading", name="There is no such round"))
    wait_for(page.get_by_role("link", name="Back to the start page"))
