"""Runs the steps on a connection that `salet.arena.store.database` hands over."""

from alembic import context

from salet.arena.store.schema import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
