"""Tables with finished rounds that are not kept, as rows: no start looks through the logs for them."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Look through the logs once more."""
    op.create_table(
        "not_kept",
        sa.Column(
            "table_id", sa.String(16), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("seq", sa.Integer, nullable=False, comment="of the log entry that ended a round"),
    )
    looked_through = sa.text(
        "INSERT INTO not_kept (table_id, seq)"
        " SELECT id, (SELECT max(seq) FROM log WHERE log.table_id = tables.id) FROM tables"
        " WHERE started AND"
        " (SELECT count(*) FROM log WHERE log.table_id = tables.id AND log.entry LIKE :dealt)"
        " - (CASE WHEN standing LIKE :in_play THEN 1 ELSE 0 END)"
        " > (SELECT count(*) FROM kept_rounds WHERE kept_rounds.table_id = tables.id)"
    )
    op.execute(looked_through.bindparams(dealt='{"type":"deal"%', in_play='%"result":null%'))
