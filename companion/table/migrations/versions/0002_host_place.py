"""Store the others' agreement to a request for the host's place."""

from alembic import op
from sqlalchemy import Column, Text

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    for name in ("agreed", "since"):
        op.add_column("requests", Column(name, Text, nullable=False, server_default=""))
