"""Limits: how much a socket, a person and an address may ask for, so that nobody can stop the others.

Each limit is a token bucket: it allows a number at once, and as many again over a number of seconds. A bucket
is one number for each key. Libraries for this wait instead of refusing, or count in windows of time that let
double through at their edges.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv6Address, ip_address
from itertools import count
from time import monotonic

import msgspec

from sevenfold.server.errors import TooMany

SMALLEST_SWEEP = 1024
"""Buckets are looked through for full ones when there are this many, and at each doubling."""


class Rate(msgspec.Struct, frozen=True):
    """`count` at once, and as many again in `seconds`."""

    count: int
    seconds: float


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """All limits; None is no limit. A name says who is limited, and then what.

    Behind one address there may be a whole club: an evening of 64 people is served, whatever link they come
    by. A larger share for who comes by an event's link would keep nobody out, as anybody can make an event.
    """

    socket_messages: Rate | None = Rate(100, 5)
    person_messages: Rate | None = Rate(300, 10)
    address_messages: Rate | None = Rate(3000, 30)
    address_sessions: Rate | None = Rate(150, 600)
    person_tables: Rate | None = Rate(20, 200)
    address_tables: Rate | None = Rate(200, 600)
    person_sockets: Rate | None = Rate(60, 60)
    address_sockets: Rate | None = Rate(400, 60)
    address_requests: Rate | None = Rate(3000, 60)
    address_assets: Rate | None = Rate(12_000, 60)
    person_lists: Rate | None = Rate(60, 60)
    address_lists: Rate | None = Rate(1500, 60)
    person_rounds: Rate | None = Rate(60, 60)
    address_rounds: Rate | None = Rate(600, 60)
    person_branches: Rate | None = Rate(60, 60)
    address_branches: Rate | None = Rate(300, 60)
    person_reviews: Rate | None = Rate(120, 60)
    address_reviews: Rate | None = Rate(600, 60)
    person_new_reviews: Rate | None = Rate(20, 3600)
    address_new_reviews: Rate | None = Rate(100, 3600)
    person_tries: Rate | None = Rate(20, 60)
    address_tries: Rate | None = Rate(240, 60)
    person_reports: Rate | None = Rate(10, 3600)
    address_reports: Rate | None = Rate(40, 3600)
    person_events: Rate | None = Rate(10, 3600)
    address_events: Rate | None = Rate(40, 3600)
    person_browsers: Rate | None = Rate(30, 600)
    address_browsers: Rate | None = Rate(120, 600)
    person_exports: Rate | None = Rate(3, 3600)
    address_exports: Rate | None = Rate(20, 3600)
    person_returns: Rate | None = Rate(10, 600)
    address_returns: Rate | None = Rate(40, 600)
    person_qr: Rate | None = Rate(20, 60)
    address_qr: Rate | None = Rate(100, 60)
    address_wrong_codes: Rate | None = Rate(10, 600)
    server_wrong_codes: Rate | None = Rate(200, 600)
    address_wrong_keys: Rate | None = Rate(10, 600)
    server_wrong_keys: Rate | None = Rate(200, 600)
    address_wrong_words: Rate | None = Rate(10, 600)
    server_wrong_words: Rate | None = Rate(200, 600)
    person_introductions: Rate | None = Rate(20, 3600)
    address_introductions: Rate | None = Rate(60, 3600)
    person_reviews_waiting: int | None = 1
    address_reviews_waiting: int | None = 10
    reviews_waiting: int | None = 50
    """In all, and of all processes."""
    person_open_sockets: int | None = 20
    address_open_sockets: int | None = 400
    address_connections: int | None = 500
    """Counted by the address that connects, even if that is a proxy that is not trusted."""
    connections: int | None = None
    """In all; None leaves it to the number of descriptors that the process may have."""


class LimitInvalid(ValueError):
    """A limit that does not exist, or a value that it does not take."""

    def __init__(self, text: str) -> None:
        names = ", ".join(Limits.__struct_fields__)
        super().__init__(
            f"{text}: write NAME=COUNT/SECONDS, such as person_tables=20/200, or NAME=COUNT where "
            f"there are no seconds, or NAME=off; the names are {names}"
        )
        self.text = text


def read_limits(texts: list[str]) -> Limits:
    """The usual limits with some changed, each written as `person_tables=20/200`. Raises LimitInvalid."""
    changed = {}
    for text in texts:
        name, _, value = text.partition("=")
        usual = getattr(Limits(), name, None) if name in Limits.__struct_fields__ else ""
        if usual == "":
            raise LimitInvalid(text)
        try:
            changed[name] = None if value == "off" else _read_limit(value, is_rate=isinstance(usual, Rate))
        except ValueError:
            raise LimitInvalid(text) from None
    return msgspec.structs.replace(Limits(), **changed)


def _read_limit(value: str, *, is_rate: bool) -> Rate | int:
    number, slash, seconds = value.partition("/")
    limit = Rate(int(number), float(seconds)) if is_rate else int(value)
    if int(number) < 1 or (is_rate and not 0 < float(seconds) < float("inf")) or bool(slash) != is_rate:
        raise ValueError(value)
    return limit


class Limited(StrEnum):
    """What a rate limits."""

    MESSAGES = "messages"
    SESSIONS = "sessions"
    TABLES = "tables"
    SOCKETS = "sockets"
    REQUESTS = "requests"
    ASSETS = "assets"
    LISTS = "lists"
    ROUNDS = "rounds"
    BRANCHES = "branches"
    REVIEWS = "reviews"
    NEW_REVIEWS = "new_reviews"
    TRIES = "tries"
    REPORTS = "reports"
    EVENTS = "events"
    BROWSERS = "browsers"
    EXPORTS = "exports"
    RETURNS = "returns"
    QR = "qr"
    WRONG_CODES = "wrong_codes"
    WRONG_KEYS = "wrong_keys"
    WRONG_WORDS = "wrong_words"
    INTRODUCTIONS = "introductions"


class Buckets:
    """The buckets of one limit, one for each key. A bucket is one number: when it will be full again."""

    def __init__(self, rate: Rate) -> None:
        self._seconds = rate.seconds
        self._each = rate.seconds / rate.count
        self._full: dict[Hashable, float] = {}
        self._sweep_at = SMALLEST_SWEEP

    def __len__(self) -> int:
        return len(self._full)

    def wait(self, key: Hashable, now: float) -> float:
        """The seconds until there is one to take; 0 if there is."""
        full = max(self._full.get(key, now), now) + self._each
        return full - now - self._seconds if full - now > self._seconds + 1e-9 else 0

    def take(self, key: Hashable, now: float) -> float:
        """Take one and return 0; or take nothing, and return the seconds until there is one."""
        wait = self.wait(key, now)
        if wait:
            return wait
        self._full[key] = max(self._full.get(key, now), now) + self._each
        if len(self._full) >= self._sweep_at:
            self._full = {key: at for key, at in self._full.items() if at > now}
            self._sweep_at = max(SMALLEST_SWEEP, 2 * len(self._full))
        return 0


@dataclass(frozen=True)
class Visitor:
    """Who asks, as far as it is known and counted: an address, a person, a socket."""

    address: str | None
    person: int | None = None
    socket: int | None = None


class Limiter:
    """Counts what is asked for. Without limits it lets everything pass."""

    def __init__(self, limits: Limits | None, clock: Callable[[], float] = monotonic) -> None:
        self._limits = limits
        self._clock = clock
        self._buckets: dict[str, list[tuple[str, Buckets]]] = {what: [] for what in Limited}
        """For each thing limited, who is limited and their buckets."""
        for name, limit in (msgspec.structs.asdict(limits) if limits else {}).items():
            if isinstance(limit, Rate):
                who, _, what = name.partition("_")
                self._buckets[what].append((who, Buckets(limit)))
        self._open: Counter[tuple[str, Hashable]] = Counter()
        self._sockets = count()
        self.sockets = 0
        """How many sockets are open."""
        self.refused: Counter[str] = Counter()
        """How often each limit has refused something."""

    def take(self, what: Limited, visitor: Visitor) -> None:
        """Count one. Raises TooMany."""
        self._require(what, visitor, Buckets.take)

    def check(self, what: Limited, visitor: Visitor) -> None:
        """Check whether one more could be counted. Raises TooMany."""
        self._require(what, visitor, Buckets.wait)

    def _require(
        self, what: Limited, visitor: Visitor, wait_at: Callable[[Buckets, Hashable, float], float]
    ) -> None:
        now = self._clock()
        for who, buckets in self._buckets[what]:
            key = getattr(visitor, who, "")  # the whole server has one bucket
            wait = wait_at(buckets, key, now) if key is not None else 0
            if wait:
                self._refuse(f"{who}_{what}", what, wait)

    def allows(self, name: str, there: int) -> bool:
        """Whether the limit of this name allows one more than are there. A refusal is counted."""
        most = getattr(self._limits, name, None)
        if most is None or there < most:
            return True
        self.refused[name] += 1
        return False

    def _refuse(self, name: str, what: str, wait: float) -> None:
        self.refused[name] += 1
        raise TooMany(what=what, seconds=str(int(wait) + 1))

    @contextmanager
    def open_socket(self, visitor: Visitor) -> Iterator[Visitor]:
        """Count a person's socket while it is open. Yields the visitor with its number. Raises TooMany."""
        keys = (("person_open_sockets", visitor.person), ("address_open_sockets", visitor.address))
        for key in keys:
            most = getattr(self._limits, key[0], None)
            if most is not None and self._open[key] >= most:
                self._refuse(key[0], "open_sockets", 60)
        self._open.update(keys)
        self.sockets += 1
        try:
            yield Visitor(visitor.address, visitor.person, next(self._sockets))
        finally:
            self._open -= Counter(keys)
            self.sockets -= 1


def address_key(host: str) -> str:
    """What counts as one address. For IPv6 it is a network of 64 bits, which is what one home is given."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Address(int(address) >> 64 << 64))
