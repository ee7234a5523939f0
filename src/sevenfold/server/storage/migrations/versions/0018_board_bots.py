"""What bots of other levels make of boards, for comparison."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """There is nothing yet."""
    op.create_table(
        "board_bots",
        sa.Column("board_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("level", sa.String(32), nullable=False),
        sa.Column("result", sa.Integer, nullable=False),
        sa.Column("ways", sa.Text, nullable=False, comment="JSON: the moves of the seat"),
        sa.PrimaryKeyConstraint("board_id", "seat", "level", name="pk_board_bots"),
        sa.ForeignKeyConstraint(
            ["board_id"], ["boards.id"], name="fk_board_bots_board_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("board_bots")
