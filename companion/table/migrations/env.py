"""What alembic runs: the migrations on the connection that `upgrade` hands over."""

from alembic import context

from companion.table.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
context.run_migrations()
