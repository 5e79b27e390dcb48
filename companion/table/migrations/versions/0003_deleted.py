"""Keep deleted tables for a day."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the time of deletion, empty for tables that are not deleted."""
    op.add_column("tables", Column("deleted", Text, nullable=False, server_default=""))
    op.create_index("tables_deleted", "tables", ["deleted"])
