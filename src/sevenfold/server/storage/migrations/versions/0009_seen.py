"""Spectators have names, and it is kept who has played where and who has seen which hand."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What was done and seen before is not known. Nobody sees a hand until its holder shows it to them."""
    op.add_column("tables", sa.Column("circle", sa.String(32), nullable=False, server_default=""))
    op.add_column("seats", sa.Column("person", sa.String(16)))
    op.add_column("members", sa.Column("name", sa.String(24)))
    op.add_column("members", sa.Column("person", sa.String(16)))
    op.add_column("members", sa.Column("played", sa.Integer))
    for column in ("looks", "hands", "deal"):
        op.add_column("members", sa.Column(column, sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Drop it."""
    for column in ("deal", "hands", "looks", "played", "person", "name"):
        op.drop_column("members", column)
    op.drop_column("seats", "person")
    op.drop_column("tables", "circle")
