"""Task: read a shared grid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from salet.coach.grids import read_grids

if TYPE_CHECKING:
    from salet.table import Progress


def grid(*, progress: Progress, text: str) -> dict[str, Any]:  # noqa: ARG001
    """Find the grids of a shared text."""
    return {"grids": [[str(row) for row in found.patterns] for found in read_grids(text)]}
