"""The strategies, with what they were measured at."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from salet.web.resource import Request, Toolbox, get

_MEASURED = resources.files("salet") / "data" / "figures" / "strategies.json"


@get("/strategies", Request, "Strategies", tag="laboratory")
def strategies(_: Request, __: Toolbox) -> dict[str, Any]:
    """List the strategies and the decision rules, with measured figures."""
    from salet.strategies.registry import registry

    return {
        "strategies": [spec.to_dict() | {"plays": spec.plays} for spec in registry().values()],
        **json.loads(_MEASURED.read_text(encoding="utf-8")),
    }
