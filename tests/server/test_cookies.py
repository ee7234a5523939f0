"""A server's cookie is its own: servers on other ports, and older cookies, lose nobody their seat."""

from collections.abc import Iterator
from contextlib import closing
from http.cookies import SimpleCookie
from pathlib import Path

import httpx
import pytest

from sevenfold.server.http.sessions import OLD_COOKIE
from sevenfold.server.limits import Limits, Rate
from sevenfold.server.storage.backup import back_up
from sevenfold.server.storage.move import move
from sevenfold.server.storage.restore import put_back
from sevenfold.testing.running import Person, Server
from tests.server.together import code_of

TLS = {"x-forwarded-proto": "https", "x-forwarded-for": "127.0.0.1"}


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two servers on one host."""
    one, two = Server(tmp_path / "one"), Server(tmp_path / "two")
    yield one, two
    one.close()
    two.close()


def set_cookies(answer: httpx.Response) -> dict[str, str]:
    """The cookies that an answer sets, with all that it says of each."""
    lines = answer.headers.get_list("set-cookie")
    return {line.partition("=")[0]: line for line in lines}


def token_in(line: str) -> str:
    return next(iter(SimpleCookie(line).values())).value


def test_two_servers_on_one_host_leave_each_others_persons_alone(servers: tuple[Server, Server]) -> None:
    one, two = servers
    with httpx.Client() as browser:  # which sends its cookies to every port
        tables = []
        for server in (one, two, one, two):
            browser.post(f"{server.url}/api/session").raise_for_status()
            made = browser.post(f"{server.url}/api/tables", json={"game": "lockup"})
            tables.append((server, made.json()["id"]))
        for server, table in tables:
            assert browser.get(f"{server.url}/api/tables/{table}").status_code == 200
        assert len(browser.cookies) == 2
        answer = browser.delete(f"{two.url}/api/session")
        assert len(set_cookies(answer)) == 1
        assert len(browser.cookies) == 1
        assert browser.get(f"{one.url}/api/tables/{tables[0][1]}").status_code == 200


def test_the_old_cookie_of_another_server_is_left_alone_and_ones_own_is_taken(
    servers: tuple[Server, Server],
) -> None:
    one, two = servers
    with Person(one) as person:
        table = person.create()["id"]
        (token,) = person.http.cookies.values()
    old = {"cookie": f"{OLD_COOKIE}={token}"}
    with httpx.Client(headers=old) as browser:
        answer = browser.post(f"{two.url}/api/session")
        assert OLD_COOKIE not in set_cookies(answer)
        assert code_of(httpx.get(f"{two.url}/api/session", headers=old)) == "session_unknown"

        assert httpx.get(f"{one.url}/api/tables/{table}", headers=old).status_code == 200
        answer = httpx.post(f"{one.url}/api/session", headers=old)
        (line,) = set_cookies(answer).values()
        assert OLD_COOKIE not in line
        assert token_in(line) == token
    with closing(one.database()) as connection:
        assert connection.execute("SELECT count(*) FROM persons").fetchall() == [(1,)]


def test_over_tls_no_other_host_can_set_the_cookie(tmp_path: Path) -> None:
    server = Server(tmp_path, proxies=("127.0.0.1",))
    with closing(server), httpx.Client(base_url=f"{server.url}/api") as browser:
        plain = set_cookies(browser.post("/session"))
        (name,) = plain
        assert name.startswith("sevenfold_")
        assert "Secure" not in plain[name]

        secure = set_cookies(browser.post("/session", headers=TLS))  # the same person, now over TLS
        assert secure.keys() == {f"__Host-{name}"}
        line = secure[f"__Host-{name}"]
        assert token_in(line) == token_in(plain[name])
        for word in ("Secure", "HttpOnly", "Path=/", "SameSite=lax"):
            assert word.lower() in line.lower()
        assert "domain" not in line.lower()

        sent = {"cookie": line.partition(";")[0]} | TLS
        with httpx.Client(base_url=f"{server.url}/api", headers=sent) as tls:
            assert set_cookies(tls.post("/session")) == {}
            (gone,) = set_cookies(tls.delete("/session")).values()
            assert gone.startswith(f"__Host-{name}=")
            assert "Secure" in gone
            assert "Max-Age=0" in gone


def test_a_cookie_set_beside_the_safe_one_does_not_matter(tmp_path: Path) -> None:
    server = Server(tmp_path, proxies=("127.0.0.1",))
    with closing(server):
        victim, other = (
            set_cookies(httpx.post(f"{server.url}/api/session", headers=headers)) for headers in (TLS, {})
        )
        ((safe, line),) = victim.items()
        ((plain, tossed),) = other.items()
        both = f"{plain}={token_in(tossed)}; {OLD_COOKIE}={token_in(tossed)}; {safe}={token_in(line)}"
        named = httpx.put(f"{server.url}/api/session", json={"name": "Ann"}, headers={"cookie": both} | TLS)
        assert named.status_code == 200
        alone = {"cookie": f"{safe}={token_in(line)}"} | TLS
        assert httpx.get(f"{server.url}/api/session", headers=alone).json()["name"] == "Ann"


def test_a_server_keeps_its_cookies_when_it_is_restarted_and_moved(tmp_path: Path, postgres_url: str) -> None:
    server = Server(tmp_path)
    with closing(server), Person(server) as person:
        table = person.create()["id"]
        (name,) = person.http.cookies
        server.stop()
        server.start()
        person.get(f"/tables/{table}").raise_for_status()
        server.stop()
    move(f"sqlite:{tmp_path / 'sevenfold.db'}", postgres_url)
    moved = Server(tmp_path / "moved", database_url=postgres_url)
    with closing(moved), Person(moved, session=False) as there:
        there.http.cookies = person.http.cookies
        assert there.get(f"/tables/{table}").status_code == 200
        there.post("/session")
        assert {_without_port(each) for each in there.http.cookies} == {_without_port(name)}
        assert there.get(f"/tables/{table}").status_code == 200


def _without_port(name: str) -> str:
    return name.rpartition("_")[0]


def test_a_copy_of_a_server_beside_it_takes_nobodys_session(tmp_path: Path) -> None:
    """As a host makes it who tries an upgrade: both have the same id and know the same persons."""
    one = Server(tmp_path / "one")
    with closing(one), httpx.Client() as browser:
        browser.post(f"{one.url}/api/session").raise_for_status()
        table = browser.post(f"{one.url}/api/tables", json={"game": "lockup"}).json()["id"]
        back_up(one.data, tmp_path / "copy.db")
        put_back(tmp_path / "two", tmp_path / "copy.db")
        two = Server(tmp_path / "two")
        with closing(two):
            browser.post(f"{two.url}/api/session").raise_for_status()
            assert browser.get(f"{two.url}/api/tables/{table}").status_code == 200, "the same person there"
            with httpx.Client() as other:  # who first came to the copy
                other.post(f"{two.url}/api/session").raise_for_status()
                other.post(f"{one.url}/api/session").raise_for_status()
                mine = other.post(f"{two.url}/api/tables", json={"game": "lockup"}).json()["id"]
                other.post(f"{one.url}/api/session").raise_for_status()
                assert other.get(f"{two.url}/api/tables/{mine}").status_code == 200
            browser.delete(f"{two.url}/api/session")
            browser.post(f"{two.url}/api/session")
            assert browser.get(f"{one.url}/api/tables/{table}").status_code == 200
            assert browser.get(f"{two.url}/api/tables/{table}").status_code != 200


def test_many_cookies_cost_few_looks_into_the_database(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with closing(server), Person(server) as person:
        ((name, token),) = person.http.cookies.items()
        usual = _without_port(name)
        others = "; ".join(f"{usual}_{port}=x{port}" for port in range(200))
        for sent, status in ((f"{others}; {name}={token}", 200), (f"{others}; {usual}_999={token}", 401)):
            answer = httpx.get(f"{server.url}/api/session", headers={"cookie": sent})
            assert answer.status_code == status


def test_only_new_persons_count_as_sessions(tmp_path: Path) -> None:
    """A class in one server loads its pages again and again, from one address."""
    server = Server(tmp_path, Limits(address_sessions=Rate(3, 600)))
    with closing(server), Person(server) as person, httpx.Client(base_url=f"{server.url}/api") as new:
        for _ in range(20):
            assert person.post("/session").status_code == 200
        answers = []
        for _ in range(3):
            answers.append(new.post("/session"))
            new.cookies.clear()
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert answers[-1].json()["code"] == "too_many"
        assert 100 < int(answers[-1].headers["retry-after"]) <= 201
        assert person.post("/session").status_code == 200
