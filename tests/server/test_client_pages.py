"""The client's files, and its one HTML page, which is served at the address of every page."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from litestar.testing import TestClient

from sevenfold.games import OWN_GAMES, load_meta
from sevenfold.server.app import create_app
from sevenfold.server.http.edge import Edge
from sevenfold.server.metrics import Metrics
from sevenfold.server.settings import Settings
from sevenfold.server.storage.upgrade import migrate

Client = TestClient[Edge]


@pytest.fixture
def static(tmp_path: Path) -> Path:
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>Sevenfold</title>")
    (folder / "favicon.svg").write_text("<svg/>")
    (folder / "assets" / "index-1a2b3c.js").write_text("play()\n" * 500)
    (tmp_path / "secret.txt").write_text("not for you")
    return folder


@pytest.fixture
def client(static: Path) -> Iterator[Client]:
    settings = Settings(data=static.parent, static=static, hosts=("testserver.local",))
    asyncio.run(migrate(settings.database))
    with TestClient(create_app(settings, Metrics())) as running:
        yield running


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/tables/1a2b3c4d5e6f",
        "/rules/lockup",
        "/join/Ab3_x",
        "/learn/lockup/tricks",
        "/practice/x",
        "/round/1a2b.3",
        "/cards/1a2b3c4d5e6f",
        "/same/1a2b3c4d5e6f",
        "/events",
        "/event/new",
        "/event/1a2b3c4d5e6f",
        "/event/1a2b3c4d5e6f/board",
        "/round/1a2b.3/review",
        "/round/1a2b.3/review/12",
        "/open",
    ],
)
def test_every_page_is_the_one_page_and_is_asked_for_anew(client: Client, path: str) -> None:
    answer = client.get(path)

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["cache-control"] == "no-cache"
    assert "<title>Sevenfold</title>" in answer.text


@pytest.mark.parametrize("path", ["/elsewhere", "/tables", "/tables/x/y/z", "/learn/a/b/c", "/round/a/b"])
def test_where_there_is_no_page_the_answer_says_so(client: Client, path: str) -> None:
    answer = client.get(path)

    assert answer.status_code == 404
    assert "<title>Sevenfold</title>" in answer.text


def test_the_picture_of_a_shared_link_has_a_whole_address(client: Client, static: Path) -> None:
    (static / "index.html").write_text('<meta property="og:image" content="/share.jpg" />')

    assert 'content="http://testserver.local/share.jpg"' in client.get("/join/Ab3_x").text


def test_a_file_with_a_hash_in_its_name_is_kept_for_good_and_sent_compressed(client: Client) -> None:
    answer = client.get("/assets/index-1a2b3c.js", headers={"accept-encoding": "gzip"})

    assert "javascript" in answer.headers["content-type"]
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.text == "play()\n" * 500


def test_another_file_is_asked_for_anew(client: Client) -> None:
    answer = client.get("/favicon.svg")

    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("path", ["/assets/gone.js", "/favicon.ico", "/api", "/api/x/y", "/..%2fsecret.txt"])
def test_what_is_not_there_is_no_page(client: Client, path: str) -> None:
    answer = client.get(path)

    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/../../secret.txt", "//etc/passwd"]
)
def test_nothing_outside_the_folder_is_served(client: Client, path: str) -> None:
    assert "not for you" not in client.get(path).text


def test_a_server_without_the_client_says_so(client: Client, static: Path) -> None:
    (static / "index.html").unlink()

    answer = client.get("/")

    assert answer.status_code == 503
    assert "The client has not been built" in answer.text


HEAD = """<!doctype html><html lang="en" class="x"><title>Sevenfold</title>
<meta
  name="description"
  content="games"
/>
<meta property="og:title" content="Sevenfold" /><meta property="og:description" content="games" />
<meta property="og:image" content="/share.jpg" />"""


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("ja", "ja"),
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("de-DE,de;q=0.9,ja;q=0.3,en;q=0.2", "ja"),
        ("en-GB,ja;q=0.9", "en"),
        ("fr", "en"),
        ("", "en"),
        ("ja;q=x, , ;;, *;q=0.1", "en"),
    ],
)
def test_the_head_of_a_page_is_in_the_readers_language(
    client: Client, static: Path, accepted: str, language: str
) -> None:
    (static / "index.html").write_text(HEAD)
    (static / "manifest.webmanifest").write_text('{"name": "Sevenfold", "description": "games"}')
    headers = {"accept-language": accepted}

    page = client.get("/", headers=headers)
    assert f'<html lang="{language}"' in page.text
    assert page.headers["vary"].lower().startswith("accept-language")
    manifest = client.get("/manifest.webmanifest", headers=headers).json()
    assert (manifest["name"], manifest["lang"]) == ("Sevenfold", language)
    assert manifest["description"] in page.text.replace("&#x27;", "'")


def test_an_invitation_says_who_invites_to_what_and_nothing_else(client: Client, static: Path) -> None:
    (static / "index.html").write_text(HEAD)
    (static / "share-lockseven.jpg").write_bytes(b"a picture")
    client.post("/api/session", json={})
    client.put("/api/session", json={"name": "Mei <"})
    table = client.post(
        "/api/tables", json={"game": "lockseven", "friends": True, "settings": {"watching": True}}
    ).json()

    for kind, link, said in (
        ("play", table["link"], {"en": "invites you: LockSeven", "ja": "さんからの招待：定七"}),
        (
            "watch",
            table["watch_link"],
            {"en": "invites you to watch: LockSeven", "zh-Hans": "邀请你观战定七"},
        ),
    ):
        for language, words in said.items():
            page = client.get(f"/join/{link}?in={language}", headers={"accept-language": "de"})
            assert words in page.text, (kind, language)
            assert "Mei &lt;" in page.text
            assert f'<html lang="{language}"' in page.text
            assert 'content="http://testserver.local/share-lockseven.jpg"' in page.text
    assert client.head(f"/join/{table['link']}").status_code == 200


@pytest.mark.parametrize("game", [name for name in OWN_GAMES if not load_meta(name).draft])
def test_each_game_has_a_picture_for_its_invitations(game: str) -> None:
    assert Path(f"web/public/share-{game}.jpg").is_file()


def test_the_shapes_of_the_games_come_with_the_start_page_alone(client: Client, static: Path) -> None:
    page = Path("web/index.html").read_text(encoding="utf-8")
    (static / "index.html").write_text(page, encoding="utf-8")
    listed = [name for name in OWN_GAMES if not load_meta(name).draft]

    assert re.findall('<i class="felt" data-game="(.*?)"', client.get("/").text) == listed
    for path in ("/tables/1a2b3c4d5e6f", "/rules/lockup", "/elsewhere"):
        assert "shapes" not in client.get(path).text
    assert 'id="app"' in client.get("/rules/lockup").text


def test_a_code_and_an_unknown_link_look_like_any_page(client: Client, static: Path) -> None:
    (static / "index.html").write_text(HEAD)
    client.post("/api/session", json={})
    table = client.post("/api/tables", json={"game": "lockseven", "friends": True}).json()

    plain = client.get("/").text
    assert client.get(f"/join/{table['code']}").text == plain
    assert client.get("/join/" + "x" * 22).text == plain
    assert client.get("/join/" + "x" * 900 + "?in=xx").text == plain
