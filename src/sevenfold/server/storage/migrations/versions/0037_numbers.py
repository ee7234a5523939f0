"""No number of a person is given twice. By itself, SQLite gives the last one again when it is deleted."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of persons anew. What names persons stays as it is. PostgreSQL counts by itself."""
    if op.get_bind().dialect.name != "sqlite":
        return
    keys = op.get_bind().exec_driver_sql("PRAGMA foreign_keys").scalar_one()
    assert not keys, "else what names persons would be deleted with their old table"
    op.create_table(
        "anew",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(24)),
        sa.Column("key_hash", sa.LargeBinary(32), comment="of the key written down"),
        sa.PrimaryKeyConstraint("id", name="pk_persons"),
        sa.UniqueConstraint("key_hash", name="uq_persons_key_hash"),
        sqlite_autoincrement=True,
    )
    op.execute("INSERT INTO anew (id, name, key_hash) SELECT id, name, key_hash FROM persons")
    op.drop_table("persons")
    op.rename_table("anew", "persons")


def downgrade() -> None:
    """Nothing is to be done: an older version reads and writes this table as its own."""
