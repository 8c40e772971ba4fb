"""Advice for a player."""
