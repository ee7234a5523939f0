"""Behind a real nginx, with the configuration of the page for hosts."""

import os
import re
import shutil
import socket
import ssl
import subprocess
import textwrap
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Self

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from sevenfold.server.limits import Limits, Rate
from sevenfold.server.settings import Settings
from sevenfold.testing.running import WAIT, Server, Socket, any_move, free_port, wait_for_turn

PAGE = (Path(__file__).parents[2] / "docs/hosting.md").read_text(encoding="utf-8")

NAME = "room.example"

AROUND = """
daemon off;
pid {folder}/pid;
error_log stderr warn;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
{server}
}}
"""

MISSING = (
    "no nginx here, so the page for hosts was not tested: install one (Debian: apt-get install nginx-light)"
)

UNTRUSTED = ssl.create_default_context()
UNTRUSTED.check_hostname = False
UNTRUSTED.verify_mode = ssl.CERT_NONE


def block(first_line: str) -> str:
    """The code block of the page that begins with this line."""
    found = re.search(rf"^ *```\n( *{re.escape(first_line)}\n.*?)^ *```$", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, f"docs/hosting.md has no block that begins with {first_line}"
    return textwrap.dedent(found[1])


def replaced(text: str, old: str, new: object) -> str:
    assert text.count(old) == 1, old
    return text.replace(old, str(new))


class Proxy:
    """nginx in front of a server, or of an `upstream` of several; visitors connect by TLS."""

    def __init__(self, folder: Path, leads_to: str, upstream: str = "") -> None:
        program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
        if program is None:
            assert "CI" not in os.environ, MISSING
            pytest.skip(MISSING)
        self.port = free_port()
        key, certificate = folder / "key", folder / "certificate"
        new = f"openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN={NAME}"
        subprocess.run([*new.split(), "-keyout", key, "-out", certificate], check=True, capture_output=True)
        text = block("server {")
        text = replaced(text, "listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl")
        text = replaced(text, f"/etc/ssl/{NAME}.pem", certificate)
        text = replaced(text, f"/etc/ssl/{NAME}.key", key)
        text = upstream + replaced(text, "http://127.0.0.1:7777", leads_to)
        (folder / "nginx.conf").write_text(AROUND.format(folder=folder, server=text))
        command = [program, "-p", str(folder), "-c", str(folder / "nginx.conf")]
        checked = subprocess.run([*command, "-t"], capture_output=True, text=True)
        assert checked.returncode == 0, checked.stderr
        self._log = (folder / "log").open("w")
        self._process = subprocess.Popen(command, stderr=self._log)

    def __enter__(self) -> Self:
        given_up = time.monotonic() + WAIT
        while not self._listens():
            assert self._process.poll() is None
            assert time.monotonic() < given_up
            time.sleep(0.02)
        return self

    def _listens(self) -> bool:
        with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", self.port), WAIT):
            return True
        return False

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(WAIT)
        self._log.close()

    def visitor(self, address: str, **headers: str) -> httpx.Client:
        transport = httpx.HTTPTransport(verify=False, local_address=address)
        own = {"host": f"{NAME}:{self.port}"} | headers
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.port}/api", transport=transport, headers=own, timeout=WAIT
        )

    @contextmanager
    def socket(self, table: str, cookie: str, origin: str) -> Iterator[ClientConnection]:
        sent = {"Cookie": cookie, "Origin": origin}
        reached = socket.create_connection(("127.0.0.1", self.port), WAIT)
        url = f"wss://{NAME}:{self.port}/api/tables/{table}/socket"
        with connect(url, sock=reached, ssl=UNTRUSTED, additional_headers=sent, proxy=None) as connection:
            yield connection


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    limits = Limits(address_tables=Rate(2, 600))
    server = Server(tmp_path_factory.mktemp("server"), limits, proxies=["127.0.0.1"], hosts=[NAME])
    with closing(server), Proxy(tmp_path_factory.mktemp("nginx"), server.url) as running:
        yield running


def test_a_visitor_sits_down_by_tls_and_plays(proxy: Proxy) -> None:
    with proxy.visitor("127.0.0.1") as visitor:
        session = visitor.post("/session")
        table = visitor.post("/tables", json={"game": "lockup", "pace": 0}).json()["id"]
    cookie = session.headers["set-cookie"].partition(";")[0]
    with proxy.socket(table, cookie, f"https://{NAME}:{proxy.port}") as connection:
        snapshot = Socket(connection).hello()

    assert snapshot["type"] == "snapshot"
    assert "; secure" in session.headers["set-cookie"].lower()
    assert session.headers["strict-transport-security"]


def test_a_socket_that_another_sites_page_opens_is_refused(proxy: Proxy) -> None:
    with (
        pytest.raises(InvalidStatus, match="403"),
        proxy.socket("000000000000", "", "https://evil.example"),
    ):
        pass


def test_under_another_name_the_server_is_not_there(proxy: Proxy) -> None:
    with proxy.visitor("127.0.0.1", host="evil.example") as visitor:
        assert visitor.get("/games").status_code == 421


def test_limits_count_by_the_visitors_address_whatever_they_say_it_is(proxy: Proxy) -> None:
    made = []
    for address, said in (("127.0.0.2", "192.0.2.1"), ("127.0.0.2", "192.0.2.2"), ("127.0.0.2", "192.0.2.3")):
        with proxy.visitor(address, **{"x-forwarded-for": said}) as visitor:
            visitor.post("/session")
            made.append(visitor.post("/tables", json={"game": "lockup"}).status_code)
    with proxy.visitor("127.0.0.3") as visitor:
        visitor.post("/session")
        made.append(visitor.post("/tables", json={"game": "lockup"}).status_code)

    assert made == [201, 201, 429, 201]


def test_three_processes_serve_one_server_and_one_may_be_killed(tmp_path: Path, postgres_url: str) -> None:
    """Each process has its own port, as on three machines; several workers on one port have another test."""
    upstream, served = block("upstream sevenfold {"), "http://sevenfold"
    assert f"`proxy_pass {served};`" in PAGE
    with ExitStack() as stack:
        servers = []
        for name in ("one", "two", "three"):
            (tmp_path / name).mkdir()
            server = Server(tmp_path / name, database_url=postgres_url, proxies=["127.0.0.1"], hosts=[NAME])
            stack.callback(server.close)
            servers.append(server)
        one, two, three = (server.url.removeprefix("http://") for server in servers)
        upstream = replaced(upstream, "10.0.0.11:7777 weight=2", f"{one};\n    server {two}")
        upstream = replaced(upstream, "10.0.0.12:7777", three)
        (tmp_path / "nginx").mkdir()
        proxy = stack.enter_context(Proxy(tmp_path / "nginx", served, upstream))
        visitor = stack.enter_context(proxy.visitor("127.0.0.1"))
        cookie = visitor.post("/session").headers["set-cookie"].partition(";")[0]
        table = visitor.post("/tables", json={"game": "lockup", "pace": 0}).json()["id"]
        origin = f"https://{NAME}:{proxy.port}"
        opened = [stack.enter_context(proxy.socket(table, cookie, origin)) for _ in servers]
        sockets = [Socket(each) for each in opened]
        messages = [wait_for_turn(socket, socket.hello()) for socket in sockets]
        assert len({message["version"] for message in messages}) == 1
        servers[0].kill()
        going_on = [socket for socket in sockets if goes_on(socket)]
        assert len(going_on) == 2
        going_on[0].send("play", version=messages[0]["version"], move=any_move(messages[0]))
        assert going_on[1].receive("update")["since"] == messages[0]["version"]
        for _ in servers:
            assert visitor.get("/tables").json()[0]["id"] == table


def goes_on(socket: Socket) -> bool:
    """Whether the server still answers this socket."""
    try:
        socket.hello()
    except ConnectionClosed:
        return False
    return True


def test_caddy_leads_to_where_the_server_listens() -> None:
    usual = Settings()

    assert block(f"{NAME} {{").split() == [NAME, "{", "reverse_proxy", f"{usual.host}:{usual.port}", "}"]
    assert f"(`--allow-host {NAME}`)" in PAGE
