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
        if not self._has_column(table_name, column.name):
            super().add_column(table_name, column, **options)

    def create_table(self, table: Table, **options: Any) -> None:
        """Make a table that is not there yet."""
        if not inspect(self.connection).has_table(table.name):
            super().create_table(table, **options)

    def drop_table(self, table: Table, **options: Any) -> None:
        """Drop a table that is there."""
        if inspect(self.connection).has_table(table.name):
            super().drop_table(table, **options)

    def rename_table(self, old_table_name: str, new_table_name: Any, schema: Any = None) -> None:
        """Rename a table that has its old name."""
        if inspect(self.connection).has_table(old_table_name):
            super().rename_table(old_table_name, new_table_name, schema)

    def alter_column(self, table_name: str, column_name: str, **options: Any) -> None:
        """Rename a column that has its old name."""
        if self._has_column(table_name, column_name):
            super().alter_column(table_name, column_name, **options)

    def create_index(self, index: Index, **options: Any) -> None:
        """Make an index that is not there yet."""
        if not self._has_index(index):
            super().create_index(index, **options)

    def drop_index(self, index: Index, **options: Any) -> None:
        """Drop an index that is there."""
        if self._has_index(index):
            super().drop_index(index, **options)

    def _has_column(self, table: str, column: str) -> bool:
        return column in {each["name"] for each in inspect(self.connection).get_columns(table)}

    def _has_index(self, index: Index) -> bool:
        assert index.table is not None
        return index.name in {each["name"] for each in inspect(self.connection).get_indexes(index.table.name)}


context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
