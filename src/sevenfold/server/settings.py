"""How a server is set up: every option of a host's is defined here, once.

A field with an `Option` is set by a flag, by the environment and by `sevenfold.toml` (options.py). The
command line and the page of options in the docs are made from it.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, get_type_hints

import msgspec
import platformdirs

from sevenfold.server.addresses import check_hosts, plain
from sevenfold.server.keeping import Keeping
from sevenfold.server.limits import Limits, read_limits
from sevenfold.server.readers import (
    check_proxies,
    read_acts,
    read_duration,
    read_keeping,
    read_keeping_of_persons,
    read_name,
    read_password,
    read_secret,
    read_token,
    read_url,
    read_zone,
)
from sevenfold.server.timings import USUAL, Timings
from sevenfold.server.words import NAME, HostWords, read_words

if TYPE_CHECKING:
    from sevenfold.server.database_url import DatabaseUrl

LogForm: TypeAlias = Literal["text", "json"]
Access: TypeAlias = Literal["open", "password", "invited"]
_Port = Annotated[int, msgspec.Meta(ge=1, le=65535)]
_PortOrFree = Annotated[int, msgspec.Meta(ge=0, le=65535)]
_Number = Annotated[int, msgspec.Meta(ge=1)]


class Option(msgspec.Struct, frozen=True):
    """How a host sets a field: what it is for, and which type of TOML it takes.

    `read` makes the field's value of that, or raises a ValueError. `name` is there where hosts call it
    otherwise than the field, `flag` where the flag is called otherwise than both. A `secret` is never shown.
    """

    help: str
    takes: Any = str
    read: Callable[[Any], Any] = lambda value: value
    metavar: str | None = None
    unsaid: Any = None
    """What counts as written if nobody says anything, where that is not the field's default."""
    usual: str | None = None
    """The same in words, where the value does not tell a host."""
    name: str = ""
    flag: str = ""
    field: str = ""
    secret: bool = False

    @property
    def variable(self) -> str:
        """The variable of the environment that sets it."""
        return f"SEVENFOLD_{self.name.upper()}"

    @property
    def flags(self) -> str:
        """The flag that sets it; a switch has two."""
        flag = self.flag or self.name.replace("_", "-")
        return f"--{flag}/--no-{flag}" if self.takes is bool else f"--{flag}"


CONFIG = Option(
    "The file with the settings.",
    read=Path,
    metavar="FILE",
    usual="`sevenfold.toml` in the data folder, if there is one",
    name="config",
)
"""Where the other options are written: no field of the settings."""


def _kept(what: str, unsaid: str = "for ever", read: Callable[[str], int] = read_keeping) -> Option:
    """How long something is kept."""
    return Option(what, read=read, unsaid=unsaid, metavar="TIME")


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Where a server keeps its data, where it listens, and where the built client lies.

    `database_url` and `direct_url` are as `read_url` gives them. Several `workers` have a supervisor, which
    replaces them on SIGHUP; with `supervised` a single one has too. Without `limits` anybody may ask for
    anything, which is right on one's own machine. `timings` is for tests and benches alone.
    """

    data: Annotated[
        Path, Option("Where tables are kept.", read=Path, metavar="DIR", usual="the user's data folder")
    ] = msgspec.field(default_factory=lambda: platformdirs.user_data_path("sevenfold"))
    host: Annotated[
        str,
        Option(
            "The address to listen on; 0.0.0.0 lets others in your network in, :: by IPv6 too.",
            read=plain,
            metavar="ADDRESS",
        ),
    ] = "127.0.0.1"
    port: Annotated[
        int, Option("The port to listen on; 0 takes a free one.", takes=_PortOrFree, metavar="NUMBER")
    ] = 7777
    hosts: Annotated[
        tuple[str, ...],
        Option(
            "A name that people type to come here; may be repeated.",
            takes=list[str],
            read=check_hosts,
            name="allow_host",
            metavar="NAME",
            usual="the machine's own",
        ),
    ] = ()
    proxies: Annotated[
        tuple[str, ...],
        Option(
            "An address or network of proxies that are believed whom they speak for; may be repeated.",
            takes=list[str],
            read=check_proxies,
            name="proxy",
            metavar="ADDRESS",
        ),
    ] = ()
    database_url: Annotated[
        str | None,
        Option(
            "PostgreSQL instead of a file: postgresql://USER:PASSWORD@HOST/DATABASE.",
            read=read_url,
            name="database",
            metavar="URL",
            usual="SQLite in the data folder",
            secret=True,
        ),
    ] = None
    direct_url: Annotated[
        str | None,
        Option(
            "The same database, where the other URL leads through a pooler such as PgBouncer.",
            read=read_url,
            name="database_direct",
            metavar="URL",
            secret=True,
        ),
    ] = None
    access: Annotated[
        Access,
        Option("Who may come in: everybody, who knows the password, or who is invited.", takes=Access),
    ] = "open"
    password: Annotated[
        str | None,
        Option(
            "The word by which people come in, asked once.", read=read_password, metavar="WORD", secret=True
        ),
    ] = None
    links_let_in: Annotated[
        bool,
        Option("Let whoever has a link to a table, an event, a round or cards in to that alone.", takes=bool),
    ] = True
    keyed_acts: Annotated[
        tuple[str, ...],
        Option(
            "What only people with a key may do: tables, events, invitations; may be repeated.",
            takes=list[str],
            read=read_acts,
            name="keyed_act",
            metavar="ACT",
        ),
    ] = ()
    workers: Annotated[
        int, Option("How many processes serve; several need PostgreSQL.", takes=_Number, metavar="NUMBER")
    ] = 1
    supervised: bool = False
    limits: Annotated[
        Limits | None,
        Option(
            "Change a limit (docs/hosting.md): NAME=COUNT/SECONDS; may be repeated.",
            takes=list[str],
            read=read_limits,
            unsaid=[],
            usual="",
            name="limit",
            metavar="LIMIT",
        ),
    ] = None
    metrics_port: Annotated[
        int | None,
        Option("The port of the metrics, for all workers.", takes=_Port, metavar="NUMBER"),
    ] = None
    metrics_host: Annotated[
        str,
        Option(
            "The address of that port; another than this machine's own needs a token.",
            read=plain,
            metavar="ADDRESS",
        ),
    ] = "127.0.0.1"
    metrics_token: Annotated[
        str | None,
        Option(
            "What whoever reads metrics must send: Authorization: Bearer TOKEN.",
            read=read_token,
            metavar="TOKEN",
            secret=True,
        ),
    ] = None
    log: Annotated[LogForm, Option("The form of the lines that are logged.", takes=LogForm)] = "text"
    access_log: Annotated[
        bool, Option("Log every request, by its route, with the address that it came from.", takes=bool)
    ] = False
    name: Annotated[
        str, Option("What the card room is called on its pages.", read=read_name, metavar="NAME")
    ] = NAME
    words: Annotated[
        Path | None,
        Option(
            "The folder with your own words, such as privacy.en.md.",
            read=Path,
            metavar="DIR",
            usual="`words` in the data folder, if there is one",
        ),
    ] = None
    keep_tables: Annotated[
        int, _kept("How long tables stay after the last move there: days, or for ever.")
    ] = Keeping().tables
    keep_talk: Annotated[int, _kept("How long what was said stays.")] = Keeping().talk
    keep_reviews: Annotated[int, _kept("How long reviews stay that are done.")] = Keeping().reviews
    keep_persons: Annotated[
        int,
        _kept(
            "How long persons without a key stay after they were last here; at most 180d.",
            "180d",
            read_keeping_of_persons,
        ),
    ] = Keeping().persons
    compile: Annotated[
        bool,
        Option(
            "Compile the rules in the background, for bots that search; needs sevenfold[fast].",
            takes=bool,
            unsaid=True,
        ),
    ] = False
    reviews: Annotated[bool, Option("Review finished rounds for whoever asks for it.", takes=bool)] = True
    time_zone: Annotated[
        str | None,
        Option(
            "By whose midnight a day begins, such as Europe/Berlin.",
            read=lambda text: read_zone(text).key,
            metavar="ZONE",
            usual="the machine's",
        ),
    ] = None
    day_secret: Annotated[
        bytes | None,
        Option(
            "What today's deals follow from; servers that share a day have the same.",
            read=read_secret,
            metavar="SECRET",
            usual="a secret of the server's own",
            secret=True,
        ),
    ] = None
    backup_to: Annotated[
        Path | None,
        Option("The folder to which the server copies its tables by itself.", read=Path, metavar="DIR"),
    ] = None
    backup_every: Annotated[
        int,
        Option(
            "How often it does so: minutes, hours or days.",
            read=read_duration,
            unsaid="6h",
            flag="every",
            metavar="TIME",
        ),
    ] = 6 * 3600
    backup_keep: Annotated[
        int,
        Option(
            "How many copies stay: the newest half, and before them one a day.",
            takes=_Number,
            flag="keep",
            metavar="NUMBER",
        ),
    ] = 14
    timings: Timings = USUAL
    static: Path = Path(__file__).with_name("static")

    @property
    def has_supervisor(self) -> bool:
        """Whether worker processes serve, and this one only watches them."""
        return self.supervised or self.workers > 1

    @property
    def keeping(self) -> Keeping:
        """How long what has been played and said is kept."""
        return Keeping(self.keep_tables, self.keep_talk, self.keep_reviews, self.keep_persons)

    def read_words(self) -> HostWords:
        """The host's own words. Raises WordsWrong."""
        return read_words(self.words or self.data / "words", must_be_there=self.words is not None)

    @property
    def database(self) -> "DatabaseUrl":
        """The URL of the database, for SQLAlchemy."""
        from sevenfold.server.database_url import url_of  # commands that serve nothing need no SQLAlchemy

        return self.database_url or url_of(self.data / "sevenfold.db")


def _options() -> dict[str, Option]:
    hints = get_type_hints(Settings, include_extras=True)
    found: dict[str, Option] = {}
    for field, hint in hints.items():
        for option in getattr(hint, "__metadata__", ()):
            name = option.name or field
            found[name] = msgspec.structs.replace(option, name=name, field=field)
    return found


OPTIONS = _options()
"""All options by name: that of the key in `sevenfold.toml`."""
