"""The URL of a PostgreSQL database. Nothing here needs psycopg, which comes with the extra `postgres`."""

from importlib.util import find_spec

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from sevenfold.server.database_url import DatabaseUrl, file_of

NAMES = ("postgresql", "postgres", "postgresql+psycopg")


class DatabaseUrlInvalid(ValueError):
    """The text given as a database's URL cannot be used."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"--database: {reason}")


def read_url(text: str) -> str:
    """The URL of a PostgreSQL database, for SQLAlchemy. Raises DatabaseUrlInvalid."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise DatabaseUrlInvalid("write postgresql://USER:PASSWORD@HOST/DATABASE") from None
    if url.drivername not in NAMES:
        raise DatabaseUrlInvalid(
            f"it takes postgresql://..., not {url.drivername}://...; --data says where SQLite keeps its file"
        )
    if find_spec("psycopg") is None:
        raise DatabaseUrlInvalid('PostgreSQL needs psycopg: pip install "psycopg[binary]"')
    return url.set(drivername="postgresql+psycopg").render_as_string(hide_password=False)


def for_psycopg(url: DatabaseUrl) -> str:
    """A URL for SQLAlchemy, as psycopg takes it."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def shown(url: DatabaseUrl) -> str:
    """A database as its host is told of it: the path of a file, or the URL without its password."""
    if not is_postgres(url):
        return str(file_of(url))
    bare = make_url(url).difference_update_query(["password"])
    return bare.render_as_string(hide_password=True).replace("postgresql+psycopg:", "postgresql:", 1)


def is_postgres(url: DatabaseUrl) -> bool:
    """Whether a URL for SQLAlchemy leads to PostgreSQL."""
    return make_url(url).get_backend_name() == "postgresql"
