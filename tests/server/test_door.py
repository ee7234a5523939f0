"""A closed card room: who may come in, and that a stranger reaches nothing but the door."""

import json
import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from litestar.handlers import WebsocketRouteHandler
from litestar.routes import HTTPRoute, WebSocketRoute
from typer.testing import CliRunner

from sevenfold.cli import app
from sevenfold.server.app import create_app
from sevenfold.server.http.opens import OPENS, Opens
from sevenfold.server.limits import Limits, Rate
from sevenfold.server.metrics import Metrics
from sevenfold.server.settings import Settings
from sevenfold.testing.running import Message, Pair, Person, Server
from tests.server.conftest import KINDS, a_database
from tests.server.test_rounds import finished
from tests.server.together import code_of, join, wait_table

WORD = "harbour lights"
BY_WORD = {"access": "password", "password": WORD}
INVITED = {"access": "invited"}

MakeServer = Callable[..., Server]

HTML = """<!doctype html><html lang="en"><title>Sevenfold</title>
<meta name="description" content="what there is" />
<meta property="og:title" content="Sevenfold" /><meta property="og:description" content="what there is" />
<meta property="og:image" content="/share.jpg" />"""


@pytest.fixture(params=KINDS)
def closed(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[MakeServer]:
    """Makes servers with one database: at one worker with SQLite, at two with PostgreSQL."""
    with a_database(request.param, request) as url, ExitStack() as stack:
        for static in (tmp_path / "static", tmp_path / "other" / "static"):
            static.mkdir(parents=True)
            (static / "index.html").write_text(HTML)
            (static / "icon.svg").write_text("<svg/>")

        def make(**settings: Any) -> Server:
            made: Server
            if request.param == "two" and url is not None:
                made = Pair(tmp_path, url, **settings)
            else:
                made = Server(tmp_path, database_url=url, **settings)
            stack.callback(made.close)
            return made

        yield make


@pytest.fixture
def people() -> Iterator[Callable[..., Person]]:
    with ExitStack() as stack:
        yield lambda server, **how: stack.enter_context(Person(server, **how))


MakePerson = Callable[..., Person]


def by_word(person: Person, word: str = WORD) -> Person:
    answer = person.post("/door", word=word)
    assert answer.status_code == 204, answer.text
    return person


def invite(server: Server, *arguments: str) -> Any:
    """What `sevenfold invitations` prints for a server."""
    where = ["--data", str(server.data)]
    if server.database_url is not None:
        where += ["--database", server.database_url]
    result = CliRunner().invoke(app, ["invitations", *arguments, *where], terminal_width=200)
    assert result.exit_code == 0, result.output
    if "--json" in arguments:
        return [json.loads(line) for line in result.output.splitlines()]
    return result.output.strip()


def host_key(server: Server, *arguments: str) -> str:
    """The key of an invitation that the host has made."""
    key: str = invite(server, "--new", *arguments).rpartition("/in/")[2]
    return key


def is_inside(person: Person) -> bool:
    inside: bool = person.get("/door").json()["inside"]
    assert (person.get("/tables").status_code == 200) == inside
    assert (person.http.get(f"{person.url}/today").status_code == 200) == inside
    return inside


# --- a walk over all that there is --------------------------------------------------------------------

AT_THE_DOOR = {
    "GET /healthz",
    "GET /readyz",
    "GET /api/words/{page:str}",
    "GET /api/door",
    "POST /api/door",
    "GET /api/session",
    "POST /api/session",
    "PUT /api/session",
    "DELETE /api/session",
    "GET /api/introductions/{key:str}",
    "POST /api/introductions/{key:str}",
    "GET /api/browser_links/{key:str}",
    "POST /api/browser_links/{key:str}",
    "POST /api/browsers/key/use",
}
"""What is for everybody where a card room is closed. A new route is not, unless it stands here too."""

NEEDED_BY_LINKS = {
    "GET /api/games",
    "GET /api/games.css",
    "GET /api/games/{game:str}/glossary",
    "GET /api/games/{game:str}/guide",
    "GET /api/games/{game:str}/lessons",
    "GET /api/games/{game:str}/picture",
    "GET /api/games/{game:str}/rules",
    "GET /api/games/{game:str}/texts",
    "GET /api/network",
    "GET /api/notice",
}
"""What is the same for everybody, and open besides where links let in: what there is to say of games."""

PAGES = ("/", "/{path:path}")


def routes() -> list[tuple[str, str]]:
    """Each method of each route of the application, and each of its sockets."""
    application = create_app(Settings(data=Path("unused")), Metrics())._app
    found = [
        (method, route.path)
        for route in application.routes  # type: ignore[attr-defined]
        if isinstance(route, HTTPRoute)
        for handler in route.route_handlers
        for method in handler.http_methods
    ]
    sockets = [
        ("LISTEN", route.path)
        for route in application.routes  # type: ignore[attr-defined]
        if isinstance(route, WebSocketRoute)
    ]
    assert len(sockets) >= 2
    return sorted({*found, *sockets})


def filled_in(path: str, word: str) -> str:
    return re.sub(r"\{\w+:int\}", "1", re.sub(r"\{\w+:(str|path)\}", word, path))


def asked(person: Person, method: str, path: str) -> str:
    """How a stranger is answered: the code of what is wrong, where a page leads, or `reached`."""
    if method == "LISTEN":
        with person._connected(path.removeprefix("/api"), {}) as connection:
            code: str = json.loads(connection.recv())["code"]
            return code
    answer = person.http.request(method, person.url + path)
    if answer.status_code == 303:
        return answer.headers["location"].partition("?")[0]
    return code_of(answer) if answer.status_code == 403 else "reached"


@pytest.mark.parametrize("links_let_in", [False, True], ids=["no links", "links"])
@pytest.mark.parametrize("access", [BY_WORD, INVITED], ids=["password", "invited"])
def test_a_stranger_reaches_nothing_but_the_door(
    closed: MakeServer, people: MakePerson, access: Message, links_let_in: bool
) -> None:
    """Every route that there is, by each of its methods, and every socket: a new one is tried by itself."""
    server = closed(**access, links_let_in=links_let_in)
    pages = {f"GET {path}" for path in PAGES}
    for session in (False, True):
        stranger = people(server, session=session)
        told = {
            f"{method} {path}": asked(stranger, method, filled_in(path, "123456789"))
            for method, path in routes()
            if f"{method} {path}" not in AT_THE_DOOR
        }
        assert {told.pop(page) for page in pages} == {"/door"}
        reached = {name for name, code in told.items() if code != "not_let_in"}
        assert reached == (NEEDED_BY_LINKS if links_let_in else set())
        assert len(told) > 60


def test_a_route_is_open_only_where_it_says_so() -> None:
    """What routes say of themselves is what stands above."""
    application = create_app(Settings(data=Path("unused")), Metrics())._app
    said: dict[str, Any] = {}
    for route in application.routes:  # type: ignore[attr-defined]
        handlers = route.route_handlers if isinstance(route, HTTPRoute) else [route.route_handler]
        for handler in handlers:
            methods = ["LISTEN"] if isinstance(handler, WebsocketRouteHandler) else handler.http_methods
            said |= {f"{method} {route.path}": handler.opt.get(OPENS) for method in methods}

    assert {name for name, opens in said.items() if opens is Opens.TO_ALL} == AT_THE_DOOR
    assert {name for name, opens in said.items() if opens is Opens.TO_LINKS} == NEEDED_BY_LINKS
    assert {name for name, opens in said.items() if opens is Opens.PAGES} == {f"GET {each}" for each in PAGES}
    by_link = {name for name, opens in said.items() if opens is not None} - AT_THE_DOOR - NEEDED_BY_LINKS
    assert all("{" in name for name in by_link - {"GET /"})


def test_a_page_leads_to_the_door_and_from_there_back(closed: MakeServer, people: MakePerson) -> None:
    stranger = people(closed(**BY_WORD), session=False)
    for page in ("tables/abc", "join/123456789", "round/abc.1", "event/abc", "cards/abc", "me", "index.html"):
        answer = stranger.http.get(f"{stranger.url}/{page}?in=ja")
        assert answer.status_code == 303
        assert answer.headers["location"] == f"/door?to=%2F{page.replace('/', '%2F')}%3Fin%3Dja"
        assert answer.headers["cache-control"] == "no-store"
    for page in ("//round/abc.1", "/round/abc.1/", "/表/x", "/a%2Fb", "/in/abc/def", "/doors"):
        assert stranger.http.get(f"{stranger.url}{page}").headers["location"].startswith("/door?to=%2F")


def test_pages_of_a_closed_server_say_its_name_alone(closed: MakeServer, people: MakePerson) -> None:
    """Also where a link leads to a table: whoever shows the link before it is opened is told nothing."""
    server = closed(**BY_WORD)
    host, stranger = by_word(people(server)), people(server, session=False)
    link = f"/join/{wait_table(host, name='Oskar')['link']}"
    for page in ("/door", "/in/whatever", link):
        answer = stranger.http.get(f"{stranger.url}{page}")
        assert answer.status_code == 200
        assert "Oskar" not in answer.text
        assert "Lockup" not in answer.text
        assert "what there is" not in answer.text
        assert re.findall(r'og:title" content="([^"]*)', answer.text) == ["Sevenfold"]
        assert answer.headers["x-robots-tag"] == "noindex"
    assert stranger.http.get(f"{stranger.url}/icon.svg").text == "<svg/>"


# --- the word -----------------------------------------------------------------------------------------


def test_the_word_is_asked_once(closed: MakeServer, people: MakePerson) -> None:
    person = people(closed(**BY_WORD))
    assert person.get("/door").json() == {"access": "password", "inside": False}
    assert code_of(person.post("/door", word="anchor")) == "word_wrong"
    assert not is_inside(person)
    by_word(person, f" {WORD} ")
    assert is_inside(person)
    with person.socket(person.create()["id"]) as socket:
        assert socket.hello()["type"] == "snapshot"


def test_who_is_let_in_is_in_at_once_at_every_process(closed: MakeServer, people: MakePerson) -> None:
    """A process that has just refused somebody asks again, and does not remember that they were outside."""
    server = closed(**BY_WORD)
    person, at_other = people(server), people(server, session=False)
    for name, value in person.http.cookies.items():
        at_other.http.cookies.set(re.sub(r"\d+$", at_other.url.rpartition(":")[2], name), value)
    renamed = {
        re.sub(r"\d+$", at_other.url.rpartition(":")[2], name): value
        for name, value in at_other.http.cookies.items()
    }
    at_other.http.cookies.update(renamed)
    assert not is_inside(at_other)
    by_word(person)
    assert at_other.get("/tables").status_code == 200


def test_a_word_is_right_however_it_is_typed(closed: MakeServer, people: MakePerson) -> None:
    """A keyboard may write an accent apart, or at full width."""
    server = closed(access="password", password="Café ７")
    by_word(people(server), "Cafe\u0301 7")


@pytest.mark.parametrize("size", [201, 60_000, 1_000_000])
def test_a_long_word_is_refused_before_anything_is_made_of_it(
    closed: MakeServer, people: MakePerson, size: int
) -> None:
    answer = people(closed(**BY_WORD)).post("/door", word="a" * size)
    assert (answer.status_code, code_of(answer)) == (
        (413, "too_large") if size > 65_536 else (400, "malformed")
    )


def test_a_word_cannot_be_guessed_for_long(closed: MakeServer, people: MakePerson) -> None:
    """Wrong ones are counted by address; right ones are not, as a whole club may have one address."""
    server = closed(**BY_WORD, limits=Limits(address_wrong_words=Rate(3, 600)))
    for _ in range(5):
        by_word(people(server))
    person = people(server)
    told = [code_of(person.post("/door", word="anchor")) for _ in range(4)]
    assert told == ["word_wrong"] * 3 + ["too_many"]
    assert code_of(person.post("/door", word=WORD)) == "too_many"


def test_another_word_is_asked_of_whoever_came_by_the_old_one(closed: MakeServer, people: MakePerson) -> None:
    server = closed(**BY_WORD)
    said, invited = by_word(people(server)), people(server)
    assert invited.post(f"/introductions/{host_key(server)}").status_code == 204
    cookies = [dict(each.http.cookies) for each in (said, invited)]
    server.close()

    again = Server(server.data, database_url=server.database_url, access="password", password="another one")
    try:
        for kept, inside in zip(cookies, (False, True), strict=True):
            person = people(again, session=False)
            for name, value in kept.items():
                person.http.cookies.set(re.sub(r"\d+$", str(again.port), name), value)
            assert is_inside(person) == inside
            if not inside:
                by_word(person, "another one")
                assert is_inside(person)
    finally:
        again.close()


def test_the_word_is_kept_nowhere(closed: MakeServer, people: MakePerson) -> None:
    server = closed(**BY_WORD)
    by_word(people(server))
    with closing(server.database()) as connection:
        rows = connection.execute("SELECT word FROM admissions", []).fetchall()
    assert len(rows) == 1
    assert WORD.encode() not in bytes(rows[0][0])
    assert WORD not in server.said


# --- invitations --------------------------------------------------------------------------------------


def introduce(person: Person, *, once: bool = True, days: int = 7) -> Message:
    answer = person.post("/introductions", once=once, days=days)
    assert answer.status_code == 201, answer.text
    made: Message = answer.json()
    return made


def test_who_is_invited_comes_in_and_invites_others(closed: MakeServer, people: MakePerson) -> None:
    server = closed(**INVITED)
    first, second, third = (people(server) for _ in range(3))
    assert code_of(first.post("/door", word=WORD)) == "word_wrong"
    assert first.post(f"/introductions/{host_key(server)}", name="Ada").status_code == 204
    made = introduce(first, once=False)
    shown = second.get(f"/introductions/{made['key']}").json()
    assert shown == {"by": "Ada", "state": "open", "inside": False, "name": None}
    for person, name in ((second, "Bea"), (third, "Cy")):
        assert person.post(f"/introductions/{made['key']}", name=name).status_code == 204
        assert is_inside(person)
    assert second.get("/session").json()["name"] == "Bea"
    assert [each["came"] for each in first.get("/introductions").json()] == [2]
    assert second.get("/introductions").json() == []

    by_host, by_ada = invite(server, "--json")
    assert [by_host["maker"], by_host["by"], by_host["once"]] == [None, None, True]
    assert [by_ada["by"], by_ada["once"], by_ada["open"]] == ["Ada", False, True]
    assert [each["name"] for each in by_host["came"]] == ["Ada"]
    assert [each["name"] for each in by_ada["came"]] == ["Bea", "Cy"]
    assert by_host["came"][0]["person"] == by_ada["maker"]
    assert made["key"] not in invite(server)


def test_looking_at_an_invitation_uses_nothing_up(closed: MakeServer, people: MakePerson) -> None:
    server = closed(**INVITED)
    key, person = host_key(server), people(server)
    for _ in range(2):
        assert person.get(f"/introductions/{key}").json()["state"] == "open"
    assert not is_inside(person)
    for _ in range(2):  # who is in may come again
        assert person.post(f"/introductions/{key}").status_code == 204
    assert people(server).get(f"/introductions/{key}").json()["state"] == "used"


def test_of_two_who_use_an_invitation_at_once_one_comes_in(closed: MakeServer, people: MakePerson) -> None:
    server = closed(**INVITED)
    with ThreadPoolExecutor(4) as threads:
        for _ in range(6):
            key, four = host_key(server), [people(server) for _ in range(4)]
            answers = list(threads.map(lambda person, key=key: person.post(f"/introductions/{key}"), four))
            assert sorted(answer.status_code for answer in answers) == [204, 404, 404, 404]
            assert sorted(is_inside(person) for person in four) == [False, False, False, True]


def test_an_invitation_ends(closed: MakeServer, people: MakePerson) -> None:
    """By its maker, by the host, and by its time; whoever has come by it stays in."""
    server = closed(**INVITED)
    host, came, late = (people(server) for _ in range(3))
    assert host.post(f"/introductions/{host_key(server)}").status_code == 204
    made = [introduce(host, once=False) for _ in range(3)]
    assert came.post(f"/introductions/{made[0]['key']}").status_code == 204
    assert came.delete(f"/introductions/{made[0]['id']}").status_code == 404  # it is not theirs
    assert host.delete(f"/introductions/{made[0]['id']}").status_code == 204
    assert "has ended" in invite(server, "--end", str(made[1]["id"]))
    with closing(server.database()) as connection:
        outcomes = connection.execute("SELECT kind, outcome FROM acts ORDER BY id", []).fetchall()
    assert [tuple(each) for each in outcomes] == [("invite", "made"), ("invite", "ended")]
    with closing(server.database()) as connection, connection:
        connection.execute("UPDATE introductions SET expires = 1 WHERE id = ?", [made[2]["id"]])
    for each in made:
        assert late.get(f"/introductions/{each['key']}").json()["state"] == "over"
        assert code_of(late.post(f"/introductions/{each['key']}")) == "link_unknown"
    assert is_inside(came)
    assert not is_inside(late)
    assert host.get("/introductions").json() == []


def test_a_bad_name_uses_no_invitation_up(closed: MakeServer, people: MakePerson) -> None:
    server = closed(**INVITED)
    key, person = host_key(server), people(server)
    assert code_of(person.post(f"/introductions/{key}", name="")) == "name_refused"
    assert person.post(f"/introductions/{key}", name="Ada").status_code == 204


def test_who_deletes_their_data_is_out_and_their_links_end(closed: MakeServer, people: MakePerson) -> None:
    server = closed(**INVITED)
    person, other = people(server), people(server)
    person.post(f"/introductions/{host_key(server)}", name="Ada").raise_for_status()
    key = introduce(person)["key"]
    assert person.delete("/session").status_code in (200, 204)
    person.post("/session").raise_for_status()
    assert not is_inside(person)
    assert other.get(f"/introductions/{key}").json()["state"] == "over"
    assert other.get(f"/introductions/{key}").json()["by"] is None


def test_with_their_key_somebody_is_in_again(closed: MakeServer, people: MakePerson) -> None:
    """A lost browser has its way back at the door: the person was let in, and not the browser."""
    server = closed(**BY_WORD)
    key = by_word(people(server)).post("/browsers/key").json()["key"]
    new = people(server)
    assert new.post("/browsers/key/use", key=key, bring=False).status_code == 200
    assert is_inside(new)


def test_who_was_let_in_stays_in_as_whom_they_were_before(closed: MakeServer, people: MakePerson) -> None:
    """They came by an invitation in a new browser, and then had their key."""
    server = closed(**INVITED)
    before, new = people(server), people(server)
    before.post(f"/introductions/{host_key(server)}").raise_for_status()
    key = before.post("/browsers/key").json()["key"]
    with closing(server.database()) as connection, connection:
        connection.execute("DELETE FROM admissions", [])
    new.post(f"/introductions/{host_key(server)}").raise_for_status()
    assert new.post("/browsers/key/use", key=key, bring=False).status_code == 200
    assert is_inside(new)


def test_the_commands_of_the_page_for_hosts_work(closed: MakeServer, people: MakePerson) -> None:
    server = closed(**INVITED)
    page = (Path(__file__).parents[2] / "docs/hosting.md").read_text(encoding="utf-8")
    list_, new, end = re.findall(r"^\| `sevenfold (invitations[^`]*)` \|", page, re.MULTILINE)
    link = invite(server, *new.split()[1:], "--address", "https://room.example/")
    assert link.startswith("https://room.example/in/")
    for _ in range(2):
        assert people(server).post(f"/introductions/{link.rpartition('/')[2]}").status_code == 204
    (made,) = invite(server, *list_.split()[1:], "--json")
    assert [len(made["came"]), made["once"]] == [2, False]
    assert "has ended" in invite(server, *end.replace("NUMBER", str(made["id"])).split()[1:])
    assert "by the host" in invite(server)


# --- links --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("by_code", [False, True], ids=["link", "code"])
def test_a_link_to_a_table_lets_in_to_that_alone(
    closed: MakeServer, people: MakePerson, by_code: bool
) -> None:
    server = closed(**BY_WORD)
    host, friend = by_word(people(server)), people(server)
    table, other = wait_table(host), wait_table(host)
    key = table["code"] if by_code else table["link"].rpartition("/")[2]
    assert friend.http.get(f"{friend.url}/join/{key}").status_code == 200
    assert code_of(friend.get(f"/tables/{table['id']}")) == "not_let_in"
    assert friend.get(f"/invitations/{key}").status_code == 200
    assert join(friend, key, 1, "Friend").status_code == 200

    assert friend.http.get(f"{friend.url}/tables/{table['id']}").status_code == 200
    assert friend.get(f"/tables/{table['id']}").json()["id"] == table["id"]
    with friend.socket(table["id"]) as socket:
        assert socket.ask("hello", "table", version=None)["table"]["id"] == table["id"]
    assert friend.get("/games/lockup/texts").status_code == 200

    assert not is_inside(friend)
    assert code_of(friend.get(f"/tables/{other['id']}")) == "not_let_in"
    assert code_of(friend.post("/tables", game="lockup")) == "not_let_in"
    assert code_of(friend.get("/me")) == "not_let_in"
    assert code_of(friend.get("/open_tables")) == "not_let_in"
    with friend.socket(other["id"]) as socket:
        assert socket.receive("error")["code"] == "not_let_in"
        assert socket.close_code == 4403


def test_a_link_to_an_event_lets_in_to_that_alone(closed: MakeServer, people: MakePerson) -> None:
    server = closed(**BY_WORD)
    host, friend = by_word(people(server)), people(server)
    made = [host.post("/events", **EVENT | {"name": name}) for name in ("This", "Other")]
    event, other = (answer.json()["id"] for answer in made)
    assert friend.http.get(f"{friend.url}/event/{event}").status_code == 200
    assert friend.get(f"/events/{event}").status_code == 200
    with friend.watching(event) as told:
        assert told()["name"] == "This"
    assert friend.post(f"/events/{event}/people", name="Friend").status_code in (200, 201)
    table = friend.post(f"/events/{event}/deals/1/tables").json()["id"]
    assert friend.get(f"/tables/{table}").status_code == 200

    assert not is_inside(friend)
    assert code_of(friend.get("/events")) == "not_let_in"
    assert friend.get(f"/events/{other}").status_code == 200  # its id is its link
    assert code_of(friend.get("/events/unknown")) == "not_let_in"


EVENT = {
    "game": "lockup",
    "kind": "own_time",
    "deals": 2,
    "until": (datetime.now(UTC) + timedelta(days=2)).isoformat(),
}


@pytest.mark.parametrize("what", ["round", "cards"])
def test_a_link_to_a_round_or_its_cards_lets_in_to_that_alone(
    closed: MakeServer, people: MakePerson, what: str
) -> None:
    server = closed(**BY_WORD)
    host, friend = by_word(people(server)), people(server)
    ended = f"{finished(server, host)}.1"
    if what == "round":
        key = host.post(f"/rounds/{ended}/link").json()["key"]
        path, page = f"/rounds/{key}", f"/round/{key}"
    else:
        key = host.post(f"/rounds/{ended}/cards", seat=0).json()["key"]
        path, page = f"/cards/{key}", f"/cards/{key}"
    assert friend.http.get(f"{friend.url}{page}").status_code == 200
    assert friend.get(path).status_code == 200
    assert code_of(friend.get(f"/rounds/{ended}")) == "not_let_in"
    assert code_of(friend.get(f"{path}x")) == "not_let_in"
    if what == "cards":
        table = friend.post(f"{path}/tables", name="Friend").json()["id"]
        assert friend.get(f"/tables/{table}").status_code == 200
    assert not is_inside(friend)


def test_with_the_switch_off_no_link_lets_in(closed: MakeServer, people: MakePerson) -> None:
    server = closed(**BY_WORD, links_let_in=False)
    host, friend = by_word(people(server)), people(server)
    table = wait_table(host)
    key = table["link"].rpartition("/")[2]
    assert code_of(friend.get(f"/invitations/{key}")) == "not_let_in"
    assert friend.http.get(f"{friend.url}/join/{key}").headers["location"] == f"/door?to=%2Fjoin%2F{key}"
    assert join(by_word(friend), key, 1, "Friend").status_code == 200


def test_codes_cannot_be_guessed_at_the_door(closed: MakeServer, people: MakePerson) -> None:
    server = closed(**BY_WORD, limits=Limits(address_wrong_codes=Rate(3, 600)))
    stranger = people(server)
    told = [code_of(stranger.get(f"/invitations/{number:09}")) for number in range(4)]
    assert told == ["not_let_in"] * 3 + ["too_many"]


# --- acts that are left to people with a key ----------------------------------------------------------


def test_what_is_left_to_people_with_a_key_is_done_by_them(closed: MakeServer, people: MakePerson) -> None:
    """Also where the card room is open to all."""
    server = closed(keyed_acts=("tables", "events"))
    person = people(server)
    wanted = (("tables", {"game": "lockup"}), ("events", EVENT | {"name": "This"}))
    for what, body in wanted:
        answer = person.post(f"/{what}", **body)
        assert answer.json() == {"type": "error", "code": "key_needed", "values": {"what": what}}
    assert person.get("/tables").json() == []
    person.post("/browsers/key").raise_for_status()
    for what, body in wanted:
        assert person.post(f"/{what}", **body).status_code == 201
    assert introduce(people(server))["came"] == 0
