"""Store summaries, so that the list of finished games opens none of them."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, Text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the summaries and mark every existing table as still to be summarized."""
    op.create_table(
        "summaries",
        Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
        Column("seq", Integer, nullable=False, comment="the entry it is to be made after"),
        Column("data", Text, nullable=False, comment="JSON, or nothing where it has yet to be made"),
        sqlite_strict=True,
    )
    op.execute("INSERT INTO summaries (table_id, seq, data) SELECT id, 0, '' FROM tables")
    op.create_index("tables_host", "tables", ["host"])
    op.create_index("seats_token", "seats", ["token"])
