"""The URL of a database, for SQLAlchemy. That of a file is made here and nowhere else."""

from pathlib import Path
from typing import TypeAlias

from sqlalchemy import URL, make_url

DatabaseUrl: TypeAlias = str | URL
"""As a text, the path of a file could lose what means something in a URL, such as `?` or `%`."""


def url_of(file: Path) -> URL:
    """The URL of a file of SQLite."""
    return URL.create("sqlite", database=str(file))


def file_of(url: DatabaseUrl) -> Path:
    """The file of SQLite that a URL leads to."""
    return Path(make_url(url).database or "")
