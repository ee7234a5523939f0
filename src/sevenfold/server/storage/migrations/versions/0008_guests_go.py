"""The room's own id, guests who asked to be forgotten, and since when a device has been at a seat."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The room gets its id when it is next opened. When older devices came is not known."""
    op.create_table(
        "room",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("id", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_room"),
    )
    op.create_table(
        "forgetting",
        sa.Column("guest_id", sa.Integer, nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False, comment="ms since 1970, UTC"),
        sa.PrimaryKeyConstraint("guest_id", name="pk_forgetting"),
        sa.ForeignKeyConstraint(
            ["guest_id"], ["guests.id"], name="fk_forgetting_guest_id", ondelete="CASCADE"
        ),
    )
    op.add_column(
        "members",
        sa.Column("since", sa.BigInteger, nullable=False, server_default="0", comment="ms since 1970, UTC"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_column("members", "since")
    for name in ("forgetting", "room"):
        op.drop_table(name)
