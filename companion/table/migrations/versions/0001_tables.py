"""Create the first schema."""

from alembic import op
from sqlalchemy import Column, ForeignKey, Integer, Text, UniqueConstraint

revision = "0001"
down_revision = None


def _table_id() -> Column[str]:
    return Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "tables",
        Column("id", Text, primary_key=True),
        Column("code", Text, nullable=False, unique=True, comment="what people type to join"),
        Column("setup", Text, nullable=False, comment="JSON"),
        Column("created", Text, nullable=False),
        Column("host", Text, nullable=False, comment="hash of the host's token"),
        sqlite_strict=True,
    )
    op.create_table(
        "log",
        _table_id(),
        Column("seq", Integer, primary_key=True, autoincrement=False),
        Column("kind", Text, nullable=False),
        Column("data", Text, nullable=False, comment="JSON"),
        Column("by", Text, nullable=False),
        Column("at", Text, nullable=False),
        Column("events", Text, nullable=False, comment="JSON: what happened of it"),
        Column("key", Text, comment="the client's key: the same tap twice is applied once"),
        Column("body", Text, comment="hash of what came with the key"),
        UniqueConstraint("table_id", "key"),
        sqlite_strict=True,
    )
    op.create_table(
        "snapshots",
        _table_id(),
        Column("seq", Integer, primary_key=True, autoincrement=False),
        Column("top", Integer, nullable=False, comment="the last entry that counted then"),
        Column("data", Text, nullable=False, comment="JSON"),
        sqlite_strict=True,
    )
    op.create_index("snapshots_top", "snapshots", ["table_id", "top"])
    op.create_table(
        "settings",
        Column("name", Text, primary_key=True),
        Column("value", Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "seats",
        _table_id(),
        Column("colour", Text, primary_key=True),
        Column("token", Text, nullable=False, comment="hash of the token of the device that sits here"),
        Column("at", Text, nullable=False),
        sqlite_strict=True,
    )
    op.create_table(
        "requests",
        _table_id(),
        Column("colour", Text, primary_key=True),
        Column("token", Text, primary_key=True, comment="hash of the token of the device that asks"),
        Column("at", Text, nullable=False),
        sqlite_strict=True,
    )
