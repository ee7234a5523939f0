"""The URL of a PostgreSQL database. Nothing here needs psycopg, which comes with the extra `postgres`."""

from sqlalchemy import make_url

from sevenfold.server.database_url import DatabaseUrl, file_of


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
