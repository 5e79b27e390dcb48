"""Tables that were deleted stay for a day."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """When a table was deleted; nothing for those that are there."""
    op.add_column("tables", Column("deleted", Text, nullable=False, server_default=""))
    op.create_index("tables_deleted", "tables", ["deleted"])
