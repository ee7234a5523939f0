"""Alembic's way in: `database.migrate` hands over the connection."""

from alembic import context

from sevenfold.server.storage.database import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True
)
with context.begin_transaction():
    context.run_migrations()
