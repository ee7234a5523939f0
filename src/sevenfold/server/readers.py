"""What a host may write of a setting, as the server takes it. Each mistake names the way out."""

import re
from importlib.util import find_spec
from ipaddress import ip_network
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sevenfold.server.keeping import FOR_EVER

POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")
"""How the URL of a PostgreSQL database may begin."""

ACTS = ("tables", "events", "invitations")
"""What a host may leave to people with a key: to make these."""

LONGEST_PASSWORD = 200
"""How many characters a word has at most by which people come in."""

SHORTEST_PASSWORD = 4

SHORTEST_SECRET = 16
"""How many characters a secret that a host gives has at least."""


class ProxyInvalid(ValueError):
    """The text given as a proxy's address is not an address."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text}: write an address or a network, such as 127.0.0.1 or 10.0.0.0/8")
        self.text = text


def check_proxies(texts: list[str]) -> tuple[str, ...]:
    """The addresses and networks. Raises ProxyInvalid."""
    for text in texts:
        try:
            ip_network(text)
        except ValueError:
            raise ProxyInvalid(text) from None
    return tuple(texts)


class DatabaseUrlInvalid(ValueError):
    """The text given as a database's URL cannot be used."""


def read_url(text: str) -> str:
    """The URL of a PostgreSQL database, for SQLAlchemy. Raises DatabaseUrlInvalid."""
    from sqlalchemy import make_url  # it takes a quarter of a second, and comes with the extra `server`
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(text)
    except ArgumentError:
        raise DatabaseUrlInvalid("write postgresql://USER:PASSWORD@HOST/DATABASE") from None
    if url.drivername not in POSTGRES:
        raise DatabaseUrlInvalid(
            f"it takes postgresql://..., not {url.drivername}://...; --data says where SQLite keeps its file"
        )
    if find_spec("psycopg") is None:
        raise DatabaseUrlInvalid('PostgreSQL needs psycopg: pip install "psycopg[binary]"')
    return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)


class TimeZoneUnknown(ValueError):
    """The text given as a time zone names none that this machine knows."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text}: write a name such as Europe/Berlin or Asia/Tokyo, as in the IANA database")
        self.text = text


def read_zone(text: str) -> ZoneInfo:
    """The time zone of this name. Raises TimeZoneUnknown."""
    try:
        return ZoneInfo(text)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise TimeZoneUnknown(text) from None


class DaySecretTooShort(ValueError):
    """The secret that the host gives for the deals of the day could be guessed. It is not told again."""

    def __init__(self) -> None:
        super().__init__(
            f"write {SHORTEST_SECRET} characters or more that nobody can guess, "
            "such as `openssl rand -hex 16` gives"
        )


def read_secret(text: str) -> bytes:
    """The secret that a host gives. Raises DaySecretTooShort."""
    secret = text.strip()
    if len(secret) < SHORTEST_SECRET:
        raise DaySecretTooShort
    return secret.encode()


class PasswordInvalid(ValueError):
    """The word that the host gives could be guessed at once, or is no word. It is not told again."""

    def __init__(self) -> None:
        super().__init__(f"write {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")


def read_password(text: str) -> str:
    """The word by which people come in. Raises PasswordInvalid."""
    if not SHORTEST_PASSWORD <= len(text.strip()) <= LONGEST_PASSWORD:
        raise PasswordInvalid
    return text.strip()


class ActUnknown(ValueError):
    """The text names nothing that could be left to people with a key."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text}: write {', '.join(ACTS)}")
        self.text = text


def read_acts(texts: list[str]) -> tuple[str, ...]:
    """What only people with a key may do. Raises ActUnknown."""
    for text in texts:
        if text not in ACTS:
            raise ActUnknown(text)
    return tuple(dict.fromkeys(texts))


SECONDS = {"m": 60, "h": 3600, "d": 86_400}
"""The units in which a host writes how long something lasts."""


class DurationInvalid(ValueError):
    """The text is no number of minutes, hours or days."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text}: write a number of minutes, hours or days, such as 30m, 6h or 1d")
        self.text = text


def read_duration(text: str) -> int:
    """How long something lasts, in seconds. Raises DurationInvalid."""
    found = re.fullmatch(r"([1-9][0-9]{0,5})([mhd])", text.strip(), re.ASCII)
    if found is None:
        raise DurationInvalid(text)
    return int(found[1]) * SECONDS[found[2]]


class KeepingInvalid(ValueError):
    """The text does not say for how long something is kept."""

    def __init__(self, text: str, most: int | None = None) -> None:
        up_to = f"from 1d to {most}d, such as 90d" if most else "from 1d on, such as 90d, or for ever"
        super().__init__(f"{text}: write a number of days {up_to}")
        self.text = text


def read_keeping(text: str) -> int:
    """For how many days something is kept, or FOR_EVER. Raises KeepingInvalid."""
    if text.strip().lower() in ("for ever", "forever"):
        return FOR_EVER
    found = re.fullmatch(r"([1-9][0-9]{0,4})d", text.strip(), re.ASCII)
    if found is None:
        raise KeepingInvalid(text)
    return int(found[1])


MOST_PERSONS_KEPT = 180
"""For how many days persons without a key are kept at most: then their browsers have forgotten them."""


def read_keeping_of_persons(text: str) -> int:
    """The same for persons without a key. Raises KeepingInvalid."""
    try:
        days = read_keeping(text)
    except KeepingInvalid:
        days = FOR_EVER
    if not 0 < days <= MOST_PERSONS_KEPT:
        raise KeepingInvalid(text, MOST_PERSONS_KEPT)
    return days


LONGEST_NAME = 40
"""How many characters the name of a card room has at most."""


class NameInvalid(ValueError):
    """The text cannot be the name of a card room."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text[: LONGEST_NAME + 1]!r}: write 1 to {LONGEST_NAME} characters in one line")
        self.text = text


def read_name(text: str) -> str:
    """What a card room is called. Raises NameInvalid."""
    name = text.strip()
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable()):
        raise NameInvalid(text)
    return name


class TokenInvalid(ValueError):
    """The token that the host gives for metrics could be guessed, or no header can have it."""

    def __init__(self) -> None:
        super().__init__(
            f"write {SHORTEST_SECRET} letters and digits or more that nobody can guess, "
            "such as `openssl rand -hex 16` gives"
        )


def read_token(text: str) -> str:
    """The token by which metrics are read. Raises TokenInvalid."""
    token = text.strip()
    if not re.fullmatch(f"[!-~]{{{SHORTEST_SECRET},1000}}", token):
        raise TokenInvalid
    return token
