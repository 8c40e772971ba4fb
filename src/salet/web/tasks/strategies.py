"""Task: the strategies, with what they were measured at."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any

from salet.strategies.registry import registry

if TYPE_CHECKING:
    from salet.table import Progress

_MEASURED = resources.files("salet") / "data" / "figures" / "strategies.json"


def strategies(*, progress: Progress) -> dict[str, Any]:  # noqa: ARG001
    """List every registered strategy, and the figures of those that were measured."""
    return {
        "strategies": [spec.to_dict() | {"plays": spec.plays} for spec in registry().values()],
        **json.loads(_MEASURED.read_text(encoding="utf-8")),
    }
