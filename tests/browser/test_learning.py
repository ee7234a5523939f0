"""Reading the rules, and solving a position: on a phone, by touch and by keyboard."""

import re

from playwright.sync_api import expect

from sevenfold.games import package_of
from sevenfold.search.practice import load_practice
from sevenfold.testing.served import PlayServer
from sevenfold.testing.table import CORNER, tap
from tests.browser.conftest import PHONE, OpenPage


def test_a_page_of_pictures_terms_that_explain_themselves_and_a_search(
    open_page: OpenPage, server: PlayServer
) -> None:
    page = open_page(f"{server.address}/rules/lockup", PHONE)
    expect(page.get_by_role("heading", name="In two minutes")).to_be_visible()
    expect(page.get_by_role("img", name="king of hearts (takes the trick)").first).to_be_visible()

    term = page.get_by_role("button", name="lose a card").first
    term.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("note")).to_contain_text("Lockup takes cards from your own hand at random")
    page.keyboard.press("Escape")
    expect(page.get_by_role("note")).to_have_count(0)

    page.get_by_role("searchbox").fill("picture")
    expect(page.locator("#LU-3\\.2")).to_be_visible()
    expect(page.locator("#LU-1\\.1")).to_have_count(0)


def test_a_position_is_solved_at_its_table_and_the_answer_says_why(
    open_page: OpenPage, server: PlayServer
) -> None:
    page = open_page(f"{server.address}/practice/lockup#1", PHONE, "ja-JP")
    expect(page.get_by_text("いちばん良い手は？").first).to_be_visible()
    page.get_by_role("button", name="早見表").click()
    expect(page.get_by_role("dialog")).to_contain_text("クラブはリードできない")
    page.keyboard.press("Escape")

    kept = load_practice(package_of("lockup"))[0]
    answer = page.get_by_role("dialog")
    tap(page.locator(f"[data-id='{kept.others[0].move}']"))  # only lifted: the answer is final
    play = page.locator(".bar .primary")
    expect(play).to_have_text(re.compile(r"を出す\s*$"))
    expect(answer).to_have_count(0)
    play.tap()
    expect(answer.get_by_role("heading", name="もっと良い手があります")).to_be_visible()
    expect(answer).to_contain_text("いちばん良い手：")
    page.get_by_role("button", name="問題に戻る").click()
    expect(page.get_by_role("banner").get_by_text("いちばん良い手は？")).to_be_visible()
    expect(page.get_by_role("button", name="ヒント")).to_have_count(0)
    page.locator(f"[data-id='{kept.best}']").click(position=CORNER)  # lifted by a mouse, too
    expect(answer).to_have_count(0)
    tap(page.locator(f"[data-id='{kept.best}']"))
    expect(answer.get_by_role("heading", name="正解です")).to_be_visible()
    expect(answer).to_contain_text("1日連続")
