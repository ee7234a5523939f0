"""Where a server can be reached, and by which names."""

import socket
from pathlib import Path

import httpx
import pytest

from sevenfold.server import addresses
from sevenfold.server.addresses import HostInvalid, check_hosts, is_loopback, network_host, page_at, plain
from sevenfold.server.limits import Limits, Rate
from sevenfold.testing.running import Server


@pytest.mark.parametrize(
    ("host", "page"),
    [
        ("127.0.0.1", "http://127.0.0.1:7777/"),
        ("192.168.1.20", "http://192.168.1.20:7777/"),
        ("::1", "http://[::1]:7777/"),
        ("fd00::20", "http://[fd00::20]:7777/"),
        ("room.example", "http://room.example:7777/"),
    ],
)
def test_the_address_of_the_page_is_one_that_a_browser_reads(host: str, page: str) -> None:
    assert page_at(host, 7777) == page
    assert httpx.URL(page).host == host


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "::ffff:127.0.0.1", "localhost"])
def test_only_this_machine_reaches_loopback(host: str) -> None:
    assert is_loopback(host)
    assert network_host(host) is None


@pytest.mark.parametrize("host", ["192.168.1.20", "fd00::20", "room.example", "localhost.example"])
def test_others_reach_another_address(host: str) -> None:
    assert not is_loopback(host)
    assert network_host(host) == host


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_who_listens_everywhere_is_reached_by_an_address_of_the_network(
    host: str,
) -> None:
    found = network_host(host)
    assert found is None or (found not in addresses.ANY and not is_loopback(found))


def test_a_machine_without_a_network_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "_BEYOND", dict.fromkeys((socket.AF_INET, socket.AF_INET6), "127.0.0.1"))
    assert network_host("0.0.0.0") is None
    assert network_host("::") is None


NAMES = {
    "room.example": "room.example",
    "Room.Example.": "room.example",
    "https://room.example": "room.example",
    "https://room.example/": "room.example",
    "HTTP://room.example:8443/": "room.example",
    "room.example:443": "room.example",
    " room.example ": "room.example",
    "my-server": "my-server",
    "カード.example": "xn--lck0cth.example",
    "192.168.1.20:7777": "192.168.1.20",
    "http://[fd00::20]:7777/": "fd00::20",
    "[::1]": "::1",
}


@pytest.mark.parametrize("text", NAMES)
def test_a_name_of_the_server_is_read_out_of_an_address_too(text: str) -> None:
    assert check_hosts([text]) == (NAMES[text],)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("room.example/cards", "below a path"),
        ("https://room.example/cards/", "only room.example here"),
        ("*", "room.example"),
        ("*.example", "room.example"),
        ("", "room.example"),
        ("server example", "room.example"),
        ("https://", "room.example"),
        ("you@room.example", "room.example"),
        ("-room.example", "room.example"),
        ("server..example", "room.example"),
    ],
)
def test_what_is_no_name_is_refused_with_the_way_out(text: str, says: str) -> None:
    with pytest.raises(HostInvalid, match=says):
        check_hosts([text])


def test_an_address_of_ipv4_within_ipv6_is_counted_and_compared_as_ipv4() -> None:
    assert plain("::ffff:192.168.1.20") == "192.168.1.20"
    assert plain("fd00::20") == "fd00::20"
    assert plain("") == ""


@pytest.mark.skipif(not socket.has_dualstack_ipv6(), reason="this machine has no IPv6")
def test_who_listens_at_all_of_ipv6_is_reached_by_ipv4_too(tmp_path: Path) -> None:
    server = Server(tmp_path, Limits(address_requests=Rate(2, 600)), host="::", proxies=["127.0.0.1"])
    try:
        for host in ("127.0.0.1", "[::1]"):
            assert httpx.get(f"http://{host}:{server.port}/api/games").status_code == 200
        visitors = (f"198.51.100.{number}" for number in range(5))
        url = f"http://127.0.0.1:{server.port}/api/games"
        answers = [httpx.get(url, headers={"x-forwarded-for": visitor}) for visitor in visitors]
        assert {answer.status_code for answer in answers} == {200}, "the proxy is not known as such"
    finally:
        server.close()


def test_the_page_at_localhost_is_told_by_which_host_others_come(server: Server) -> None:
    answer = httpx.get(f"{server.url}/api/network")
    assert answer.json() == {"host": None}  # the server of the tests listens at 127.0.0.1
