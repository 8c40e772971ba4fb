"""The first form of the store.

A new store gets all tables of `schema` and is marked as up to date. A later form of the tables gets
a step beside this one, for the stores that exist by then.
"""

revision = "0003"
down_revision = None
