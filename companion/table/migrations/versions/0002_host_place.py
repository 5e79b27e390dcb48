"""What the others have said to a device that asks for the host's place."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Who agrees to a request, and since when nobody is missing."""
    for name in ("agreed", "since"):
        op.add_column("requests", Column(name, Text, nullable=False, server_default=""))
