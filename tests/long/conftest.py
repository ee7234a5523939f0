"""Long tests have the databases of those of the server."""

from tests.server.conftest import cluster, postgres_url, where

__all__ = ["cluster", "postgres_url", "where"]
