"""Who plays is a person: what was called a guest."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None

INDEXED = (
    "board_links",
    "event_people",
    "members",
    "presence",
    "reports",
    "results",
    "reviews",
    "round_links",
    "seats",
    "talk",
    "tenures",
)
"""Tables that name a person, with an index of that."""

NAMING = (*INDEXED, "forgetting", "seen")
"""All that do."""


def upgrade() -> None:
    """Rename them; what is in them stays."""
    op.rename_table("guests", "persons")
    for table in NAMING:
        _rename(table, "guest_id", "person_id")
    if op.get_bind().dialect.name == "postgresql":
        _rename_constraints("guests", "persons")
    else:
        _make_anew()


def downgrade() -> None:
    """Give them the names back that they had."""
    if op.get_bind().dialect.name == "postgresql":
        _rename_constraints("persons", "guests")
    for table in NAMING:
        _rename(table, "person_id", "guest_id")
    op.rename_table("persons", "guests")


def _rename(table: str, old: str, new: str) -> None:
    """SQLite renames no index, which is made anew, and no constraint, which keeps its name."""
    op.alter_column(table, old, new_column_name=new)
    if table in INDEXED:
        op.drop_index(f"ix_{table}_{old}", table)
        op.create_index(f"ix_{table}_{new}", table, [new])
    if op.get_bind().dialect.name == "postgresql":
        op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT fk_{table}_{old} TO fk_{table}_{new}")


def _rename_constraints(old: str, new: str) -> None:
    for each in ("pk_{}", "uq_{}_key_hash"):
        op.execute(f"ALTER TABLE persons RENAME CONSTRAINT {each.format(old)} TO {each.format(new)}")
    op.execute(f"ALTER SEQUENCE {old}_id_seq RENAME TO {new}_id_seq")


def _make_anew() -> None:
    """SQLite renames no constraint that is unique. Rows that name persons stay as they are."""
    keys = op.get_bind().exec_driver_sql("PRAGMA foreign_keys").scalar_one()
    assert not keys, "else what names persons would be deleted with their old table"
    op.create_table(
        "anew",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(24)),
        sa.Column("key_hash", sa.LargeBinary(32), comment="of the key written down"),
        sa.PrimaryKeyConstraint("id", name="pk_persons"),
        sa.UniqueConstraint("key_hash", name="uq_persons_key_hash"),
    )
    op.execute("INSERT INTO anew (id, name, key_hash) SELECT id, name, key_hash FROM persons")
    op.drop_table("persons")
    op.rename_table("anew", "persons")
