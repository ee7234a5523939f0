"""Where a server can be reached: by this machine alone, or by others in its network."""

import re
import socket
from contextlib import suppress
from ipaddress import IPv6Address, ip_address

ANY = ("0.0.0.0", "::")
"""What one listens at to be reached by all addresses of the machine."""

_BEYOND = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that nobody has: the system says which of its own it would speak to them from."""

_NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*", re.ASCII)


class HostInvalid(ValueError):
    """The text given as a name of the server is not the name of a host."""

    def __init__(self, text: str, why: str) -> None:
        super().__init__(f"{text}: {why}")
        self.text = text


def plain(host: str) -> str:
    """An address without brackets and, of IPv4 within IPv6, as IPv4; anything else as it is."""
    host = host.removeprefix("[").removesuffix("]") if host.startswith("[") else host
    with suppress(ValueError):
        address = ip_address(host)
        if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
    return host


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches itself by this name or address."""
    try:
        return ip_address(plain(host)).is_loopback
    except ValueError:
        name = host.lower().rstrip(".")
        return name == "localhost" or name.endswith(".localhost")


def page_at(host: str, port: int) -> str:
    """The address of the page, for a browser."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def own_host(host: str) -> str:
    """The host by which this machine reaches a server that listens there."""
    return "127.0.0.1" if host in ANY else host


def network_host(host: str) -> str | None:
    """The host by which others reach a server that listens there; None if they do not."""
    if host not in ANY:
        return None if is_loopback(host) else host
    families = [socket.AF_INET] + [socket.AF_INET6] * (host == "::")
    found = (_own_address(family) for family in families)
    return next((address for address in found if address and not is_loopback(address)), None)


def _own_address(family: socket.AddressFamily) -> str | None:
    """The address by which this machine would speak to others; None if it speaks to nobody."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((_BEYOND[family], 9))  # nothing is sent
        return str(asking.getsockname()[0])
    return None


def check_hosts(texts: list[str]) -> tuple[str, ...]:
    """The names of a server as browsers send them, also out of whole addresses. Raises HostInvalid."""
    return tuple(map(_read_host, texts))


def _read_host(text: str) -> str:
    rest = re.sub(r"^[a-z]+://", "", text.strip(), flags=re.IGNORECASE)
    host, _, path = rest.partition("/")
    name = re.sub(r":[0-9]*$", "", host) if host.count(":") == 1 or host.startswith("[") else host
    if path:
        raise HostInvalid(
            text, f"Sevenfold cannot be below a path; give it a name of its own, and only {name} here"
        )
    if is_address(name):
        return plain(name).lower()
    with suppress(UnicodeError):
        name = name.rstrip(".").encode("idna").decode().lower()
    if not _NAME.fullmatch(name):
        raise HostInvalid(text, "write the name that people type, such as room.example")
    return name


def is_address(host: str) -> bool:
    """Whether it is a number and not a name."""
    try:
        ip_address(plain(host))
    except ValueError:
        return False
    return True
