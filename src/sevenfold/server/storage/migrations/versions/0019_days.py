"""The deals of each day, and the room's secret from which they follow."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A room has no secret yet: it is given one at its next start."""
    op.add_column("room", sa.Column("secret", sa.LargeBinary(32), nullable=True))
    op.create_table(
        "day_boards",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("board_id", sa.String(16), sa.ForeignKey("boards.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_day_boards_board_id", "day_boards", ["board_id"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("day_boards")
    op.drop_column("room", "secret")
