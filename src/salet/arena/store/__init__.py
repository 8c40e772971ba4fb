"""The database of tournaments, matches and games, and the lock of a tournament."""
