"""Who is waited for and since when, for whom a bot stands in, who shows their hand, who asks to take back."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Until now a server that stopped forgot all of this."""
    op.add_column("tables", sa.Column("request", sa.Text, nullable=True, comment="JSON"))
    for column in ("stand_in", "shows_hand"):
        op.add_column("seats", sa.Column(column, sa.Boolean, nullable=False, server_default="0"))
    op.create_table(
        "waits",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("move", sa.String(16), nullable=True, comment="deal.number that the person is to make"),
        sa.Column("asked", sa.BigInteger, nullable=False, comment="ms since 1970, UTC"),
        sa.Column("used", sa.BigInteger, nullable=False, comment="ms of the bank"),
        sa.Column("away", sa.BigInteger, nullable=True, comment="ms since 1970, UTC"),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_waits"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_waits_table_id", ondelete="CASCADE"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("waits")
    for column in ("shows_hand", "stand_in"):
        op.drop_column("seats", column)
    op.drop_column("tables", "request")
