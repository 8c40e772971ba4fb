"""Steps from one form of the store to the next, run by alembic; numbered, never changed."""
