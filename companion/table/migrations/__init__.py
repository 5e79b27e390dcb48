"""Migrations of the database, by alembic. Each is a file in `versions`; they only ever go forward."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.table.database import Database


def upgrade(database: "Database") -> None:
    """Bring the tables up to date, in one transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    with database.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
