"""The host's own words on pages: in three languages, on a phone and on a desk, and nothing in them runs."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from sevenfold.server.settings import Settings
from sevenfold.testing.running import Server
from sevenfold.testing.table import check_targets, found_at_rest
from tests.browser.conftest import PAINT, RUN_AXE, OpenPage

CALLED = "Ada’s <b>Cards</b> {7}"

SIZES = (ViewportSize(width=390, height=844), ViewportSize(width=1440, height=900))

WORDS = {
    "welcome.en": "**Thursdays** we play. [Rules](/rules/lockup)",
    "welcome.ja": "**木曜日**に遊びます。",
    "imprint.en": "# Who we are\n\nAda Example <script>document.title = 'taken'</script> "
    "[x](javascript:alert(1))",
    "privacy.zh-Hans": "我们不看你的牌。\n\n| 什么 | 谁 |\n| --- | --- |\n| 一个很长很长的单词 "
    + "x" * 120
    + " | 没有人 |",
}

TITLES = {
    "en": ("Imprint", "Privacy"),
    "zh-CN": ("站点信息", "隐私"),
    "ja": ("運営者情報", "プライバシー"),
}


@pytest.fixture(scope="module")
def called(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a name and words of its own."""
    data: Path = tmp_path_factory.mktemp("words")
    (data / "static").symlink_to(Settings().static)
    (data / "words").mkdir()
    for name, text in WORDS.items():
        (data / "words" / f"{name}.md").write_text(text, encoding="utf-8")
    with closing(Server(data, name=CALLED, keep_talk=30)) as server:
        yield server


def is_as_wide_as_the_window(page: Page, size: ViewportSize) -> bool:
    return page.evaluate("document.documentElement.scrollWidth") <= size["width"]  # type: ignore[no-any-return]


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desk"])
@pytest.mark.parametrize("language", TITLES)
def test_words_are_shown_in_each_language(
    open_page: OpenPage, called: Server, axe: str, language: str, size: ViewportSize
) -> None:
    imprint, privacy = TITLES[language]
    page = open_page(called.url, size, language)
    welcome = "木曜日" if language == "ja" else "Thursdays"
    expect(page.locator("main")).to_contain_text(welcome)
    expect(page.locator("header .brand")).to_have_text(CALLED)
    expect(page).to_have_title(CALLED)
    assert is_as_wide_as_the_window(page, size)
    links = page.locator("footer a")
    expect(links).to_have_text([imprint, privacy])

    links.first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Who we are")
    expect(page).to_have_title(f"{imprint} · {CALLED}")
    expect(page.locator("main .text")).to_have_attribute("lang", "en")
    expect(page.locator("main")).to_contain_text("<script>document.title = 'taken'</script>")
    assert page.locator("main :is(script, img, [onerror], [href^='javascript' i])").count() == 0

    links.last.click()
    expect(page.get_by_role("heading", level=1)).to_have_text(privacy)
    expect(page.locator("main")).to_contain_text("我们不看你的牌。")
    days = {"en": "30 days at most.", "zh-CN": "最多 30 天。", "ja": "長くて30日。"}
    expect(page.locator("main")).to_contain_text(days[language])
    page.locator("summary").click()
    expect(page.locator("details")).to_contain_text("talk.table_id, talk.number, talk.line")
    assert is_as_wide_as_the_window(page, size)
    page.evaluate(axe)
    page.evaluate(PAINT)
    assert found_at_rest(page, RUN_AXE) == []
    check_targets(page)


def test_the_language_can_be_changed_on_the_page(open_page: OpenPage, called: Server) -> None:
    page = open_page(f"{called.url}/privacy")
    expect(page.get_by_role("heading", level=1)).to_have_text("Privacy")
    page.get_by_label("Language").select_option("ja")
    expect(page.get_by_role("heading", level=1)).to_have_text("プライバシー")
    expect(page.locator("main")).to_contain_text("長くて30日。")


def test_what_nobody_has_written_says_so(open_page: OpenPage, called: Server) -> None:
    page = open_page(f"{called.url}/terms")
    expect(page.locator("main")).to_contain_text("The host of this server has written nothing here.")
