"""Alembic's way in: `upgrade.migrate` hands over the connection."""

from typing import Any

from alembic import context
from alembic.ddl.sqlite import SQLiteImpl
from sqlalchemy import Column, Index, Table, inspect

from sevenfold.server.storage.schema import metadata


class Resumed(SQLiteImpl):
    """SQLite, where an interrupted upgrade by an earlier Sevenfold may have made some of this already."""

    __dialect__ = "sqlite"

    def add_column(self, table_name: str, column: Column[Any], **options: Any) -> None:
        """Add a column that is not there yet."""
        there = inspect(self.connection).get_columns(table_name)
        if column.name not in {each["name"] for each in there}:
            super().add_column(table_name, column, **options)

    def create_table(self, table: Table, **options: Any) -> None:
        """Make a table that is not there yet."""
        if not inspect(self.connection).has_table(table.name):
            super().create_table(table, **options)

    def create_index(self, index: Index, **options: Any) -> None:
        """Make an index that is not there yet."""
        assert index.table is not None
        there = inspect(self.connection).get_indexes(index.table.name)
        if index.name not in {each["name"] for each in there}:
            super().create_index(index, **options)


context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
