"""What is begun counts: a deal that was given up, or in play when its board closed, is played on by bots."""

from time import time

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

OPEN = sa.text("ended IS NULL")


def upgrade() -> None:
    """What nobody has finished until now at a board that has closed stays without weight."""
    op.add_column(
        "results",
        sa.Column(
            "given_up", sa.Boolean, nullable=False, server_default="0", comment="bots have played it on"
        ),
    )
    late = sa.text(
        "UPDATE results SET counts = FALSE WHERE ended IS NULL"
        " AND board_id IN (SELECT id FROM boards WHERE closes <= :now)"
    )
    op.execute(late.bindparams(now=round(time() * 1000)))
    op.create_index("ix_results_open", "results", ["table_id"], sqlite_where=OPEN, postgresql_where=OPEN)


def downgrade() -> None:
    """What was given up is not compared."""
    op.drop_index("ix_results_open", "results")
    op.execute("UPDATE results SET counts = FALSE WHERE given_up")
    op.drop_column("results", "given_up")
