"""The HTTP API, version 1: one resource per file."""

from __future__ import annotations

from fastapi import APIRouter

from salet.web.api import (
    arena,
    boards,
    game,
    grid,
    lexicons,
    pattern,
    play,
    review,
    runs,
    status,
    strategies,
    suggest,
    tree,
)
from salet.web.errors import PROBLEMS

PREFIX = "/api/v1"
PURE = ("suggest", "boards", "pattern", "review", "grid", "play", "game", "tree")
"""Paths whose answers follow from the request alone."""

router = APIRouter(prefix=PREFIX, responses=PROBLEMS)
_PARTS = (
    *(suggest, boards, pattern, review, grid, play),
    *(game, runs, tree, arena, lexicons, strategies, status),
)
for part in _PARTS:
    router.include_router(part.router)
