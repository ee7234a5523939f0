"""How a server is set up."""

from ipaddress import ip_network
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
import platformdirs

from sevenfold.server.database_url import DatabaseUrl, url_of
from sevenfold.server.limits import Limits
from sevenfold.server.timings import USUAL, Timings

LogForm: TypeAlias = Literal["text", "json"]


class ProxyInvalid(ValueError):
    """The text given as a proxy's address is not an address."""

    def __init__(self, text: str) -> None:
        super().__init__(f"--proxy {text}: write an address or a network, such as 127.0.0.1 or 10.0.0.0/8")
        self.text = text


def check_proxies(texts: list[str]) -> tuple[str, ...]:
    """The addresses and networks. Raises ProxyInvalid."""
    for text in texts:
        try:
            ip_network(text)
        except ValueError:
            raise ProxyInvalid(text) from None
    return tuple(texts)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Where a server keeps its data, where it listens, and where the built client lies.

    `database_url` is for PostgreSQL instead of the file in the data folder, as `postgres.read_url` gives it.
    If it goes through a pooler, `direct_url` goes around the pooler. Several `workers` need PostgreSQL. They
    have a supervisor, which replaces them on SIGHUP; with `supervised` a single one has too.
    Without `limits` anybody may ask for anything, which is right on one's own machine. `proxies` are the
    addresses or networks of proxies that are trusted to say who the client is. `hosts` are names of the
    server, besides its machine's own. At `metrics_port`, if there is one, this machine can read metrics.
    `log` is the form of the log's lines. With `compile` a process of its own compiles the games for bots that
    search, unless their machine code is in the cache. Without `reviews` no round is reviewed.
    A day begins by the midnight of `time_zone`, or of the machine's. The deals of each day follow from
    `day_secret`, or from a secret of the server's own. `timings` is for tests and benches alone.
    """

    data: Path = msgspec.field(default_factory=lambda: platformdirs.user_data_path("sevenfold"))
    database_url: str | None = None
    direct_url: str | None = None
    workers: int = 1
    supervised: bool = False
    host: str = "127.0.0.1"
    port: int = 7777
    limits: Limits | None = None
    proxies: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    metrics_port: int | None = None
    log: LogForm = "text"
    compile: bool = False
    reviews: bool = True
    time_zone: str | None = None
    day_secret: bytes | None = None
    timings: Timings = USUAL
    static: Path = Path(__file__).with_name("static")

    @property
    def has_supervisor(self) -> bool:
        """Whether worker processes serve, and this one only watches them."""
        return self.supervised or self.workers > 1

    @property
    def database(self) -> DatabaseUrl:
        """The URL of the database, for SQLAlchemy."""
        return self.database_url or url_of(self.data / "sevenfold.db")
