"""Who says that the place of somebody else on an evening is theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has said so yet."""
    op.add_column(
        "event_people",
        sa.Column("in_place_of", sa.Integer, comment="person whose place they have, or ask for while gone"),
    )


def downgrade() -> None:
    """Whoever was let in takes part as anybody."""
    op.drop_column("event_people", "in_place_of")
