"""HTTP: games, rules, sessions, tables; and bad requests, which change nothing."""

import hashlib
import re
import secrets
from contextlib import closing
from typing import Any

import pytest

from sevenfold.book.texts import Language
from sevenfold.games import OWN_GAMES, load_meta
from sevenfold.testing.running import Person, Server

DAY = 24 * 3600 * 1000

# --- games ----------------------------------------------------------------------------------------


def test_every_game_is_listed(person: Person) -> None:
    assert [game["name"] for game in person.get("/games").json()] == list(OWN_GAMES)


@pytest.mark.parametrize("name", OWN_GAMES)
def test_a_game_says_what_its_options_take_and_its_presets_stand_for(person: Person, name: str) -> None:
    game = next(game for game in person.get("/games").json() if game["name"] == name)

    meta = load_meta(name)
    assert [preset["name"] for preset in game["presets"]] == list(meta.presets)
    options = {option["name"] for option in game["options"]}
    assert all(set(preset["options"]) == options for preset in game["presets"])
    assert all(option["choices"] or option["maximum"] is not None for option in game["options"])


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", OWN_GAMES)
def test_rules_and_texts_are_there_in_each_language(person: Person, name: str, language: Language) -> None:
    rules = person.get(f"/games/{name}/rules?language={language}").json()
    texts = person.get(f"/games/{name}/texts?language={language}").json()
    guide = person.get(f"/games/{name}/guide?language={language}").json()
    words = person.get(f"/games/{name}/glossary?language={language}").json()

    assert (rules["game"], rules["language"]) == (name, language)
    assert rules["sections"][0]["rules"][0]["id"] == f"{load_meta(name).prefix}-1.1"
    assert texts["name"]
    assert guide or load_meta(name).draft
    if guide:
        assert guide["sections"][0]["title"]
        assert guide["essentials"]["text"].startswith("- ")
    assert all(word["word"] and word["meaning"] for word in words)


def test_the_api_describes_itself_without_asking_any_other_host(person: Person) -> None:
    schema = person.get("/openapi.json").json()
    page = person.get("/docs")

    assert "/api/tables" in schema["paths"]
    assert page.headers["content-type"].startswith("text/html")
    assert "POST /api/tables" in page.text
    assert not re.search(r"https?:|<script", page.text)


# --- sessions -------------------------------------------------------------------------------------


def test_a_session_is_a_cookie_that_scripts_and_other_sites_cannot_use(server: Server) -> None:
    with Person(server, session=False) as person:
        cookie = person.post("/session").headers["set-cookie"].lower()

    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "max-age=15552000" in cookie


def test_the_database_knows_a_hash_of_the_token_alone(server: Server, person: Person) -> None:
    (token,) = person.http.cookies.values()

    with closing(server.database()) as connection:
        hashes = [
            bytes(row[0]) for row in connection.execute("SELECT token_hash FROM sessions", []).fetchall()
        ]
    assert hashlib.sha256(token.encode()).digest() in hashes
    file = server.data / "sevenfold.db"
    assert token.encode() not in (file.read_bytes() if file.exists() else repr(server.kept()).encode())


def test_a_session_that_is_a_day_old_is_renewed_with_a_new_token(server: Server, person: Person) -> None:
    set_expiry(server, person, f"expires - {DAY}")
    before = person.get("/session").json()["expires"]
    table, old = person.create(), dict(person.http.cookies)
    persons = len(server.kept()[0])

    assert person.post("/session").json()["expires"] > before

    assert dict(person.http.cookies) != old
    assert person.get("/tables").json()[0]["id"] == table["id"]
    assert "set-cookie" not in person.post("/session").headers
    assert len(server.kept()[0]) == persons


def set_expiry(server: Server, person: Person, expires: str) -> None:
    (token,) = person.http.cookies.values()
    with closing(server.database()) as connection, connection:
        connection.execute(
            f"UPDATE sessions SET expires = {expires} WHERE token_hash = ?",
            [hashlib.sha256(token.encode()).digest()],
        )


def forge(_server: Server, person: Person) -> None:
    (name,) = person.http.cookies.keys()
    person.http.cookies.set(name, "A" * 43, domain="127.0.0.1")


def expire(server: Server, person: Person) -> None:
    """Let the person's session expire, under a new token that the server has not looked up yet."""
    (name,) = person.http.cookies.keys()
    old, new = person.http.cookies[name], secrets.token_urlsafe(32)
    with closing(server.database()) as connection, connection:
        connection.execute(
            "UPDATE sessions SET expires = 1, token_hash = ? WHERE token_hash = ?",
            [hashlib.sha256(token.encode()).digest() for token in (new, old)],
        )
    person.http.cookies.set(name, new, domain="127.0.0.1")


def lose(_server: Server, person: Person) -> None:
    person.http.cookies.clear()


@pytest.mark.parametrize("spoil", [forge, expire, lose])
@pytest.mark.parametrize("path", ["/session", "/tables", "/tables/{table}"])
def test_without_a_good_cookie_nothing_of_ones_own_is_read(
    person: Person, server: Server, spoil: Any, path: str
) -> None:
    table = person.create()
    spoil(server, person)

    answer = person.get(path.format(table=table["id"]))

    assert answer.status_code == 401
    assert answer.json() == {"type": "error", "code": "session_unknown", "values": {}}


@pytest.mark.parametrize("spoil", [forge, expire, lose])
def test_without_a_good_cookie_no_table_is_made(person: Person, server: Server, spoil: Any) -> None:
    spoil(server, person)
    before = server.kept()

    assert person.post("/tables", game="lockup").json()["code"] == "session_unknown"
    assert server.kept() == before


@pytest.mark.parametrize("spoil", [forge, expire, lose])
def test_a_new_session_can_be_made_in_place_of_a_bad_one(person: Person, server: Server, spoil: Any) -> None:
    person.create()
    spoil(server, person)

    assert person.post("/session").status_code == 200
    assert person.get("/tables").json() == []


# --- tables ---------------------------------------------------------------------------------------


def test_ones_tables_are_listed_the_newest_first_and_nobody_elses(server: Server, person: Person) -> None:
    first, second = person.create(), person.create()
    with Person(server) as somebody_else:
        somebody_else.create()

    assert [table["id"] for table in person.get("/tables").json()] == [second["id"], first["id"]]


def test_a_table_tells_its_options_its_preset_and_who_sits_where(person: Person) -> None:
    table = person.create(preset="gamerules", pace=500)

    assert table["preset"] == "gamerules"
    assert table["pace"] == 500
    assert [(seat["you"], seat["bot"]) for seat in table["seats"]] == [(True, None)] + [(False, "medium")] * 3
    assert person.get(f"/tables/{table['id']}").json() == table


def test_options_go_on_top_of_a_preset(person: Person) -> None:
    table = person.create(preset="gamerules", options={"target": 7})

    assert table["preset"] is None
    assert table["options"] == {"picture_club": "any", "lockup_loss": "at_once", "target": 7}


BAD_REQUESTS = [
    ({"game": "whist"}, 404, "game_unknown", {"game": "whist"}),
    ({"preset": "mine"}, 400, "preset_unknown", {"preset": "mine", "known": "author gamerules"}),
    (
        {"options": {"target": 201}},
        400,
        "option_invalid",
        {"name": "target", "value": "201", "range": "1 to 200"},
    ),
    (
        {"options": {"picture_club": "all"}},
        400,
        "option_invalid",
        {"name": "picture_club", "value": "all", "range": "same_rank | any"},
    ),
    ({"options": {"jokers": 2}}, 400, "option_invalid", {"name": "jokers", "value": "2", "range": ""}),
    ({"players": 3}, 400, "option_invalid", {"name": "players", "value": "3", "range": "4"}),
    ({"pace": -1}, 400, "option_invalid", {"name": "pace", "value": "-1", "range": "0 to 10000"}),
    (
        {"bots": ["easy", "hard"]},
        400,
        "option_invalid",
        {"name": "bots", "value": "2", "range": "1 or 3"},
    ),
    (
        {"bots": ["best"]},
        400,
        "option_invalid",
        {"name": "bot", "value": "best", "range": "easy medium hard expert"},
    ),
    ({"pace": "quick"}, 400, "malformed", {"at": "$.pace"}),
    ({"options": {"target": [1]}}, 400, "malformed", {"at": "$.options[...]"}),
    ({"seed": "00"}, 400, "malformed", {"at": "$"}),
]


@pytest.mark.parametrize(("wanted", "status", "code", "values"), BAD_REQUESTS)
def test_a_table_that_cannot_be_is_not_made(
    server: Server, person: Person, wanted: dict[str, Any], status: int, code: str, values: dict[str, str]
) -> None:
    before = server.kept()

    answer = person.post("/tables", **({"game": "lockup"} | wanted))

    assert answer.status_code == status
    assert answer.json() == {"type": "error", "code": code, "values": values}
    assert server.kept() == before


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b'{"game": ', 400, "malformed"),
        (b"\xff\xfe", 400, "malformed"),
        (b"[]", 400, "malformed"),
        (b"", 400, "malformed"),
        (b"[" * 60_000, 400, "malformed"),
        (b'{"game": "' + b"x" * 70_000 + b'"}', 413, "too_large"),
    ],
    ids=["cut off", "no UTF-8", "a list", "empty", "deeply nested", "oversized"],
)
def test_a_body_that_is_no_request_changes_nothing(
    server: Server, person: Person, body: bytes, status: int, code: str
) -> None:
    before = server.kept()

    answer = person.http.post(
        f"{server.url}/api/tables", content=body, headers={"content-type": "application/json"}
    )

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert server.kept() == before


@pytest.mark.parametrize("table", ["000000000000", "%ff", "x" * 500])
def test_an_unknown_table_is_named(person: Person, table: str) -> None:
    answer = person.get(f"/tables/{table}")

    assert (answer.status_code, answer.json()["code"]) == (404, "table_unknown")


def test_somebody_elses_table_is_not_shown(server: Server, person: Person) -> None:
    table = person.create()

    with Person(server) as somebody_else:
        answer = somebody_else.get(f"/tables/{table['id']}")

    assert answer.status_code == 403
    assert answer.json() == {"type": "error", "code": "not_seated", "values": {"table": table["id"]}}


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/games/whist/rules", 404, "game_unknown"),
        ("/games/whist/texts", 404, "game_unknown"),
        ("/games/lockup/rules?language=tlh", 404, "language_unknown"),
        ("/games/lockup/texts?language=..", 404, "language_unknown"),
        ("/nothing", 404, "not_found"),
        ("/tables/x/y", 404, "not_found"),
        ("/tables/..%2f..", 404, "not_found"),
    ],
)
def test_what_is_not_there_is_said_to_be_missing(person: Person, path: str, status: int, code: str) -> None:
    answer = person.get(path)

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_a_method_that_an_address_does_not_take_is_refused(person: Person) -> None:
    answer = person.post("/games")

    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


def test_pages_may_load_nothing_from_elsewhere_and_appear_in_no_frame(person: Person) -> None:
    headers = person.get("/games").headers

    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
