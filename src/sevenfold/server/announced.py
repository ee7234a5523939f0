"""What the host tells everybody, and whom they let in no more: as it is in force in this process.

Rows of the database say so (`storage/care.py`), which every process reads anew when the host has done
something. All others ask here.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Literal, NamedTuple, TypeAlias

from sevenfold.server.errors import Blocked, Closing
from sevenfold.server.protocol.notices import ClosingTold, HostNotice, SaidTold
from sevenfold.server.times import iso, now

Network: TypeAlias = IPv4Network | IPv6Network


class Notice(NamedTuple):
    """What is told everybody: a message since `at`, or that the server closes then. In ms since 1970."""

    kind: Literal["said", "closing"]
    words: str
    at: int
    until: int | None


class BlockRow(NamedTuple):
    """Somebody, or all at some addresses, whom the host lets in no more; in ms since 1970."""

    id: int
    person: int | None
    network: str | None
    reason: str
    made: int
    until: int | None


def network_of(text: str) -> Network:
    """The addresses that somebody means by one, or by a range. Raises ValueError."""
    network = ip_network(text, strict=False)
    mapped = network.network_address.ipv4_mapped if isinstance(network, IPv6Network) else None
    if mapped is not None and network.prefixlen >= 96:
        return ip_network((mapped, network.prefixlen - 96))
    return network


def is_in(address: str, network: Network) -> bool:
    """Whether an address is one of these. What is no address, such as a Unix socket's, is in none."""
    try:
        own = ip_address(address)
    except ValueError:
        return False
    if isinstance(own, IPv6Address) and own.ipv4_mapped is not None:
        return own.ipv4_mapped in network
    return own in network


class Page(NamedTuple):
    """A page that is open at a socket."""

    address: str
    person: int

    def is_met_by(self, person: int | None, network: Network | None) -> bool:
        """Whether a block of this person or of these addresses is one of it."""
        return self.person == person if network is None else is_in(self.address, network)


class Announced:
    """What is in force, and the pages that are to hear of it."""

    def __init__(self) -> None:
        self._notices: dict[str, Notice] = {}
        self._of_persons: dict[int, list[BlockRow]] = {}
        self._of_networks: list[tuple[Network, BlockRow]] = []
        self._pages: dict[asyncio.Task[object], tuple[Page, list[Blocked]]] = {}
        self._to_tell: set[Callable[[], None]] = set()

    def take(self, notices: Iterable[Notice], blocks: Iterable[BlockRow]) -> None:
        """Have this in force from now on: tell whoever is there, and cut off who is blocked."""
        told = self.notice
        self._notices = {each.kind: each for each in notices}
        self._of_persons, self._of_networks = {}, []
        for block in blocks:
            if block.network is not None:
                self._of_networks.append((network_of(block.network), block))
            elif block.person is not None:
                self._of_persons.setdefault(block.person, []).append(block)
        if self.notice != told:
            for tell in tuple(self._to_tell):
                tell()
        for task, (page, problems) in self._pages.items():
            problem = self._problem(page.address, page.person)
            if problem is not None and not problems:
                problems.append(problem)
                task.cancel()

    # --- what is told -------------------------------------------------------------------------------

    def _now(self, kind: str) -> Notice | None:
        notice = self._notices.get(kind)
        return notice if notice is not None and (notice.until is None or notice.until > now()) else None

    @property
    def notice(self) -> HostNotice:
        """What everybody is told just now."""
        said, closing = self._now("said"), self._now("closing")
        return HostNotice(
            said=SaidTold(said.words, iso(said.at)) if said is not None else None,
            closing=ClosingTold(closing.words, iso(closing.at)) if closing is not None else None,
        )

    @contextmanager
    def told(self, tell: Callable[[], None]) -> Iterator[None]:
        """Call this whenever there is something else to be told."""
        self._to_tell.add(tell)
        try:
            yield
        finally:
            self._to_tell.discard(tell)

    @property
    def is_closing(self) -> bool:
        """Whether nothing new begins: the host has said that the server closes, or it is closed."""
        return self._now("closing") is not None

    @property
    def is_closed(self) -> bool:
        """Whether no round begins either: it is time."""
        closing = self._now("closing")
        return closing is not None and closing.at <= now()

    def require_open(self) -> None:
        """Whoever begins something new asks here. Raises Closing."""
        closing = self._now("closing")
        if closing is not None:
            raise Closing(words=closing.words, at=iso(closing.at))

    # --- who is let in ------------------------------------------------------------------------------

    @property
    def asks_who(self) -> bool:
        """Whether it must be known who somebody is."""
        return bool(self._of_persons)

    def let_in(self, address: str, person: int | None) -> None:
        """Whoever lets anybody in asks here. Raises Blocked."""
        problem = self._problem(address, person)
        if problem is not None:
            raise problem

    def _problem(self, address: str, person: int | None) -> Blocked | None:
        found = [block for network, block in self._of_networks if is_in(address, network)]
        if person is not None:
            found += self._of_persons.get(person, ())
        for block in found:
            if block.until is None or block.until > now():
                until = iso(block.until) if block.until is not None else ""
                return Blocked(reason=block.reason, until=until)
        return None

    @contextmanager
    def unless_blocked(self, address: str, person: int) -> Iterator[None]:
        """Serve an open page: what is done here is broken off when it is blocked. Raises Blocked."""
        self.let_in(address, person)
        task, problems = asyncio.current_task(), list[Blocked]()
        assert task is not None
        self._pages[task] = Page(address, person), problems
        try:
            yield
        except asyncio.CancelledError:
            if not problems or task.uncancel() > 0:
                raise
            raise problems[0] from None
        finally:
            del self._pages[task]

    def count(self, person: int | None, network: Network | None) -> tuple[int, int]:
        """How many pages are open here, and how many of them a block would close."""
        pages = [page for page, _ in self._pages.values()]
        return len(pages), sum(page.is_met_by(person, network) for page in pages)
