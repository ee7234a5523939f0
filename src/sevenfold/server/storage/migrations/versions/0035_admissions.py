"""Who was let in where a server is closed, and the links by which persons let others in."""

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None

TIME = "ms since 1970, UTC"


def upgrade() -> None:
    """Nobody has been let in: servers were open."""
    op.create_table(
        "introductions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("key", sa.String(32), nullable=False, comment="secret: who has it may come in"),
        sa.Column(
            "maker_id",
            sa.Integer,
            sa.ForeignKey("persons.id", ondelete="SET NULL"),
            comment="null: the server's host, or somebody who was deleted",
        ),
        sa.Column("made", sa.BigInteger, nullable=False, comment=TIME),
        sa.Column("expires", sa.BigInteger, nullable=False, comment=TIME),
        sa.Column("once", sa.Boolean, nullable=False, comment="it lets one person in"),
        sa.Column(
            "came", sa.Integer, nullable=False, server_default="0", comment="how many have come in by it"
        ),
        sa.UniqueConstraint("key"),
    )
    op.create_index(op.f("ix_introductions_maker_id"), "introductions", ["maker_id"])
    op.create_table(
        "admissions",
        sa.Column("person_id", sa.Integer, sa.ForeignKey("persons.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False, comment=TIME),
        sa.Column(
            "word", sa.LargeBinary(32), comment="the word that they said, by argon2; null: in for good"
        ),
        sa.Column(
            "introduction_id",
            sa.Integer,
            sa.ForeignKey("introductions.id"),
            comment="by which they came",
        ),
    )
    op.create_index(op.f("ix_admissions_introduction_id"), "admissions", ["introduction_id"])


def downgrade() -> None:
    """Everybody may come in."""
    op.drop_table("admissions")
    op.drop_table("introductions")
