"""The database schema. Only text and integers, which work the same on PostgreSQL and on (strict) SQLite."""

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, Table, Text, UniqueConstraint

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, nullable=False, unique=True, comment="what people type to join"),
    Column("setup", Text, nullable=False, comment="JSON"),
    Column("created", Text, nullable=False),
    Column("host", Text, nullable=False, comment="hash of the host's token"),
    Column("deleted", Text, nullable=False, server_default="", comment="when; it can be brought back for a day"),
    Index("tables_deleted", "deleted"),
    Index("tables_host", "host"),
    sqlite_strict=True,
)
"""One row for each table of people."""

log = Table(
    "log",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
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
"""The entries, in order. Rows are only ever added."""

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("top", Integer, nullable=False, comment="the last entry that counted then"),
    Column("data", Text, nullable=False, comment="JSON"),
    Index("snapshots_top", "table_id", "top"),
    sqlite_strict=True,
)
"""Stored standings. Can be made again from the log at any time."""

summaries = Table(
    "summaries",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, nullable=False, comment="the entry it is to be made after"),
    Column("data", Text, nullable=False, comment="JSON, or nothing where it has yet to be made"),
    sqlite_strict=True,
)
"""Summaries of tables that have a result. A table without a row has none."""

settings = Table(
    "settings",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_strict=True,
)
"""Values shared by all processes on one database: the key that signs forms."""

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("colour", Text, primary_key=True),
    Column("token", Text, nullable=False, comment="hash of the token of the device that sits here"),
    Column("at", Text, nullable=False),
    Index("seats_token", "token"),
    sqlite_strict=True,
)
"""Which device has which seat."""

requests = Table(
    "requests",
    metadata,
    Column("table_id", Text, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("colour", Text, primary_key=True),
    Column("token", Text, primary_key=True, comment="hash of the token of the device that asks"),
    Column("at", Text, nullable=False),
    Column("agreed", Text, nullable=False, server_default="", comment="hashes of the devices that agree"),
    Column("since", Text, nullable=False, server_default="", comment="when nobody's agreement was missing any more"),
    sqlite_strict=True,
)
"""Pending requests of devices for seats that others have."""
