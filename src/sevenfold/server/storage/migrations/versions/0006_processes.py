"""Several processes: when an entry was written, who is connected where, and claims made ahead."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def _of_table(name: str) -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    return (
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=f"fk_{name}_table_id", ondelete="CASCADE"),
    )


def upgrade() -> None:
    """When older entries were written is not known."""
    op.add_column("log", sa.Column("at", sa.BigInteger, comment="ms since 1970, UTC"))
    op.create_table(
        "processes",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False, comment="ms since 1970, UTC"),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "presence",
        *_of_table("presence"),
        sa.Column("guest_id", sa.Integer, nullable=False),
        sa.Column("process_id", sa.String(16), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False, comment="ms since 1970, UTC"),
        sa.PrimaryKeyConstraint("table_id", "guest_id", "process_id", name="pk_presence"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_presence_guest_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["process_id"], ["processes.id"], name="fk_presence_process_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_presence_guest_id", "presence", ["guest_id"])
    op.create_index("ix_presence_process_id", "presence", ["process_id"])
    op.create_table(
        "kept_claims",
        *_of_table("kept_claims"),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("move", sa.String(200), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_kept_claims"),
    )


def downgrade() -> None:
    """Drop them."""
    for name in ("kept_claims", "presence", "processes"):
        op.drop_table(name)
    op.drop_column("log", "at")
