"""Run by Alembic: the migrations, on the connection passed by `upgrade`."""

from alembic import context

from companion.table.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
context.run_migrations()
