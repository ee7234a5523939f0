"""One word for one thing: the server's own row, tenures, pseudonym keys, substitutes, lines, evaluations."""

from collections.abc import Iterable

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

TABLES = (("room", "server"), ("sittings", "tenures"))
COLUMNS = (
    ("tables", "circle", "pseudonym_key"),
    ("events", "circle", "pseudonym_key"),
    ("seats", "stand_in", "substitute"),
    ("board_bots", "ways", "line"),
)
IN_REVIEWS = (
    ("is_well_judged", "is_well_evaluated"),
    ("well_judged", "well_evaluated"),
    ("worth", "value"),
)
FOREIGN_KEYS = ("guest_id", "table_id")
"""What PostgreSQL calls after the table of a seat's tenures; SQLite keeps the names where they are."""


def upgrade() -> None:
    """Rename them; what is in them stays."""
    for old, new in TABLES:
        op.rename_table(old, new)
    for table, old, new in COLUMNS:
        op.alter_column(table, old, new_column_name=new)
    _rename_index("sittings", "tenures")
    if op.get_bind().dialect.name == "postgresql":
        _rename_constraint("server", "pk_room", "pk_server")
        _rename_constraint("tenures", "pk_sittings", "pk_tenures")
        for column in FOREIGN_KEYS:
            _rename_constraint("tenures", f"fk_sittings_{column}", f"fk_tenures_{column}")
    _say("stand_in", "substitute")
    _tell(IN_REVIEWS)


def downgrade() -> None:
    """Give them the names back that they had."""
    _tell((new, old) for old, new in IN_REVIEWS)
    _say("substitute", "stand_in")
    if op.get_bind().dialect.name == "postgresql":
        _rename_constraint("server", "pk_server", "pk_room")
        _rename_constraint("tenures", "pk_tenures", "pk_sittings")
        for column in FOREIGN_KEYS:
            _rename_constraint("tenures", f"fk_tenures_{column}", f"fk_sittings_{column}")
    for table, old, new in COLUMNS:
        op.alter_column(table, new, new_column_name=old)
    for old, new in TABLES:
        op.rename_table(new, old)
    _rename_index("tenures", "sittings")


def _rename_index(old: str, new: str) -> None:
    """SQLite renames no index: it is made anew, on the table as it is called by now."""
    op.drop_index(f"ix_{old}_guest_id", new)
    op.create_index(f"ix_{new}_guest_id", new, ["guest_id"])


def _rename_constraint(table: str, old: str, new: str) -> None:
    op.execute(f"ALTER TABLE {table} RENAME CONSTRAINT {old} TO {new}")


def _say(old: str, new: str) -> None:
    """Who made a move that its person did not make is kept as a word."""
    op.execute(sa.text("UPDATE marks SET made_by = :new WHERE made_by = :old").bindparams(old=old, new=new))


def _tell(words: Iterable[tuple[str, str]]) -> None:
    """Reviews that are kept or open are JSON, with these names of fields."""
    for old, new in words:
        for column in ("review", "progress"):
            renamed = sa.text(f"UPDATE reviews SET {column} = replace({column}, :old, :new)")
            op.execute(renamed.bindparams(old=f'"{old}":', new=f'"{new}":'))
