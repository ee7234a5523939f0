"""The host's own words: files of Markdown, read at the start, shown as HTML without anything that runs."""

import asyncio
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from litestar.testing import TestClient

from sevenfold.book.texts import Language
from sevenfold.cli.in_force import SettingsWrong, gather
from sevenfold.server.app import create_app
from sevenfold.server.http import previews
from sevenfold.server.http.edge import Edge
from sevenfold.server.http.plain_pages import one_moment
from sevenfold.server.http.previews import House
from sevenfold.server.http.words_api import kept_by
from sevenfold.server.metrics import Metrics
from sevenfold.server.protocol.words import Kind, WordsPage
from sevenfold.server.settings import Settings
from sevenfold.server.storage.schema import metadata
from sevenfold.server.storage.upgrade import migrate
from sevenfold.server.storage.what_is_kept import columns_of
from sevenfold.server.words import FILES, LARGEST_FILE, WordsWrong, read_words

Client = TestClient[Edge]

CALLED = 'Ada’s <Cards> & "Tea" {7}'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The data folder, with words in the folder that is looked for there."""
    (tmp_path / "words").mkdir()
    (tmp_path / "index.html").write_text(Path("web/index.html").read_text())
    (tmp_path / "manifest.webmanifest").write_text(Path("web/public/manifest.webmanifest").read_text())
    return tmp_path


def write(folder: Path, **files: str) -> None:
    """Files of words, by page and language."""
    for name, text in files.items():
        page, _, language = name.partition("_")
        (folder / "words" / f"{page}.{language.replace('_', '-')}.md").write_text(text, encoding="utf-8")


def served(folder: Path, **settings: object) -> Iterator[Client]:
    set_up = Settings(data=folder, static=folder, hosts=("testserver.local",), **settings)  # type: ignore[arg-type]
    asyncio.run(migrate(set_up.database))
    with TestClient(create_app(set_up, Metrics())) as client:
        yield client


def page_of(client: Client, page: str, language: str = "en") -> WordsPage:
    answer = client.get(f"/api/words/{page}", params={"language": language})
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=WordsPage)


# --- pages and languages ------------------------------------------------------------------------------


def test_a_page_is_in_the_language_that_is_asked_for_and_else_in_another(folder: Path) -> None:
    write(folder, imprint_en="Ada", imprint_ja="エイダ", terms_zh_Hans="友好相处")
    for client in served(folder):
        assert page_of(client, "imprint", "ja") == WordsPage("ja", "<p>エイダ</p>\n")
        assert page_of(client, "imprint", "zh-Hans") == WordsPage("en", "<p>Ada</p>\n")
        assert page_of(client, "terms", "en") == WordsPage("zh-Hans", "<p>友好相处</p>\n")


def test_what_nobody_has_written_is_not_there_but_privacy_always_is(folder: Path) -> None:
    write(folder, imprint_en="  \n")
    for client in served(folder):
        for page in ("welcome", "imprint", "terms", "elsewhere"):
            answer = client.get(f"/api/words/{page}")
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
        assert client.get("/api/words/privacy?language=tlh").json()["code"] == "language_unknown"
        privacy = page_of(client, "privacy")
        assert (privacy.language, privacy.html) == (None, "")
        assert privacy.kept


def test_the_page_says_which_words_there_are_and_what_the_place_is_called(folder: Path) -> None:
    write(folder, imprint_en="Ada", welcome_ja="ようこそ")
    escaped = "Ada’s &lt;Cards&gt; &amp; &quot;Tea&quot; {7}"
    for client in served(folder, name=CALLED):
        page = client.get("/imprint").text
        assert f'data-place="{escaped}"' in page
        assert 'data-words="welcome imprint"' in page
        assert f"<title>{escaped}</title>" in page
        assert f'property="og:title" content="{escaped}"' in page
        assert f'property="og:site_name" content="{escaped}"' in page
        manifest = client.get("/manifest.webmanifest").json()
        assert (manifest["name"], manifest["short_name"]) == (CALLED, CALLED)
    assert f"<title>{escaped}</title>" in one_moment({"seconds": "3"}, CALLED).decode()


@pytest.mark.parametrize("path", ["/imprint", "/privacy", "/terms"])
def test_each_has_an_address_of_its_own(folder: Path, path: str) -> None:
    for client in served(folder):
        assert client.get(path).status_code == 200


def test_without_a_name_the_place_is_called_sevenfold(folder: Path) -> None:
    template = (folder / "index.html").read_text()
    head = previews.with_head(template, previews.of_page(Language.EN), "http://x/", House())
    assert "<title>Sevenfold</title>" in head
    assert re.findall(r'data-words="([^"]*)"', head) == [""]


# --- what Markdown makes ------------------------------------------------------------------------------

ATTACKS = (
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "[click](javascript:alert(1))",
    "[click](JaVaScRiPt&#58;alert(1))",
    "[click](java\nscript:alert(1))",
    "[click](\x01javascript:alert(1))",
    "[click](vbscript:x)",
    "[click](data:text/html;base64,PHNjcmlwdD4=)",
    "[click](data:image/svg+xml,<svg/onload=alert(1)>)",
    "<javascript:alert(1)>",
    "![x](https://evil.example/pixel.png)",
    '![x](x" onerror="alert(1))',
    '[a](https://a.example "x\\" onmouseover=\\"alert(1)")',
    "[a]: javascript:alert(1)\n\n[a]",
    "`<b>`</code><script>alert(1)</script>",
    "```<script>\n</code></pre><script>alert(1)</script>\n```",
    '```js" onclick="alert(1)\nx\n```',
    "<style>*{display:none}</style>",
    "<iframe src=//evil.example></iframe>",
    "<a href='javascript:alert(1)'>x</a>",
    "| a |\n| --- |\n| <svg onload=alert(1)> |",
    "<!-- --><script>alert(1)</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "\x00<script>alert(1)</script>",
)

TAGS = {
    *("h1", "h2", "h3", "h4", "h5", "h6", "p", "ul", "ol", "li", "blockquote", "pre", "code", "em"),
    *("strong", "a", "hr", "br", "table", "thead", "tbody", "tr", "th", "td"),
}


class Seen(HTMLParser):
    """Every tag and attribute that a browser would make of it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_of_the_hosts_runs_or_is_fetched(folder: Path, attack: str) -> None:
    write(folder, terms_en=attack)
    found = read_words(folder / "words").find("terms", Language.EN)
    assert found is not None
    for tag, attributes in Seen(found.html).tags:
        assert tag in TAGS
        assert attributes.keys() <= {"href", "title", "start", "class", "style"}
        assert re.fullmatch(r"text-align:(left|right|center)", attributes.get("style") or "text-align:left")
        address = (attributes.get("href") or "").lower()
        assert not re.match(r"\s*(javascript|vbscript|data|file):", address)


def test_headings_lists_tables_and_links_are_made(folder: Path) -> None:
    write(folder, terms_en="# Terms\n\n- be *kind*\n\n| a |\n| --- |\n| b |\n\n[rules](/rules/lockup)")
    found = read_words(folder / "words").find("terms", Language.EN)
    assert found is not None
    for part in ("<h1>Terms</h1>", "<li>be <em>kind</em></li>", "<td>b</td>", '<a href="/rules/lockup">'):
        assert part in found.html


# --- mistakes -----------------------------------------------------------------------------------------


def test_every_mistake_of_a_folder_is_named(folder: Path) -> None:
    words = folder / "words"
    write(folder, imprint_en="Ada")
    for name in ("privcy.en.md", "terms.zh.md", "Imprint.EN.md", "notes.txt"):
        (words / name).write_text("x")
    (words / "terms.en.md").write_bytes("Größe".encode("latin-1"))
    (words / "terms.ja.md").write_text("x" * (LARGEST_FILE + 1))
    (words / "welcome.en.md").mkdir()
    for ignored in (".DS_Store", "imprint.en.md~"):
        (words / ignored).write_text("x")

    with pytest.raises(WordsWrong) as wrong:
        read_words(words)
    said = {line.split(": ")[0].rpartition("/")[2]: line for line in wrong.value.mistakes}

    assert said.keys() == {
        *("privcy.en.md", "terms.zh.md", "Imprint.EN.md", "notes.txt"),
        *("terms.en.md", "terms.ja.md", "welcome.en.md"),
    }
    assert said["privcy.en.md"].endswith("no words have this name; is it privacy.en.md?")
    assert said["terms.zh.md"].endswith("is it terms.zh-Hans.md?")
    assert said["Imprint.EN.md"].endswith("is it imprint.en.md?")
    assert "; is it " in said["notes.txt"]
    assert said["terms.en.md"].endswith("it is not in UTF-8; save it in that")
    assert said["terms.ja.md"].endswith(f"it has more than {LARGEST_FILE} bytes")


def test_a_server_does_not_start_with_words_that_are_wrong(folder: Path) -> None:
    (folder / "words" / "privcy.en.md").write_text("x")
    with pytest.raises(SettingsWrong, match=r"is it privacy\.en\.md"):
        gather({"data": str(folder)}, {}).checked()
    assert gather({"data": str(folder)}, {}).checked("data").data == folder  # what looks at tables goes on


def test_a_folder_that_is_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(SettingsWrong, match="there is no such folder"):
        gather({"data": str(tmp_path), "words": str(tmp_path / "none")}, {}).checked()
    assert gather({"data": str(tmp_path)}, {}).checked().read_words().there == ()


@pytest.mark.parametrize("name", ["", "  ", "x" * 41, "two\nlines", "\x00", "a\u202eb"])
def test_a_name_is_one_line_of_40_characters_at_most(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingsWrong, match="write 1 to 40 characters in one line"):
        gather({"data": str(tmp_path), "name": name}, {}).checked()


def test_every_language_may_have_every_page() -> None:
    assert set(FILES) == {
        f"{page}.{language}.md"
        for page in ("welcome", "imprint", "privacy", "terms")
        for language in ("en", "zh-Hans", "ja")
    }


# --- what is kept -------------------------------------------------------------------------------------


def test_every_column_says_what_it_is_kept_for_and_none_says_it_twice() -> None:
    """A new column goes into `storage/what_is_kept.py`."""
    told = [column for kind in get_args(Kind) for column in columns_of(kind)]
    there = [f"{table.name}.{column.name}" for table in metadata.tables.values() for column in table.c]
    assert sorted(told) == sorted(there)


def test_the_page_on_privacy_has_every_kind_with_the_times_in_force(folder: Path) -> None:
    usual = {kind.kind: kind.days for kind in kept_by(Settings(data=folder))}
    assert usual.keys() == {kind for kind in get_args(Kind) if columns_of(kind)}
    assert usual == dict.fromkeys(usual, 0) | {"person": 180, "browsers": 180}

    written = {"keep_tables": "365d", "keep_talk": "30d", "keep_reviews": "90d", "keep_persons": "60d"}
    more = {"access_log": True, "backup_to": str(folder), "backup_every": "6h", "backup_keep": "14"}
    settings = gather({"data": str(folder), **written, **more}, {}).checked()
    days = {kind.kind: kind.days for kind in kept_by(settings)}
    assert days == usual | {
        "tables": 365,
        "talk": 30,
        "reviews": 90,
        "person": 60,
        "log": 0,
        "copies": 9,
    }
