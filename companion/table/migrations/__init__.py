"""Database migrations with Alembic: one file each in `versions`, forward only."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.table.database import Database


def upgrade(database: "Database", version: str = "head") -> None:
    """Upgrade the schema in one transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.set_main_option("sourceless", "true")  # where there is byte code alone
    with database.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, version)
