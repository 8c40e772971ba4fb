"""How the server is doing, the strategies it knows, and the plotting library for the browser.

The installed wheel of vl-convert carries Vega-Lite, so no script comes from the network or stands
in this repository. Making it takes seconds in which a process does nothing else, so a worker makes
it, and it is kept on the disk.
"""

from __future__ import annotations

import json
from importlib import resources
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from salet._version import __version__
from salet.storage import cache_folder, write_whole
from salet.web.resource import Request, Service, Toolbox, get, here, task

_MEASURED = resources.files("salet") / "data" / "figures" / "strategies.json"
_GLOBALS = "Object.assign(window, { vega, vegaLite, vegaEmbed });"


def have_charts() -> bool:
    """Whether plots can be drawn in the browser."""
    return find_spec("vl_convert") is not None


def script_path() -> Path:
    """Return where the library is kept."""
    return cache_folder() / f"vega-{version('vl-convert-python')}.js"


@task(Request)
def charts(_: Request, __: Toolbox) -> dict[str, Any]:
    """Make the library."""
    import vl_convert

    write_whole(script_path(), vl_convert.javascript_bundle(_GLOBALS).encode())
    return {}


@here("GET", "/status", Request, "Status", tag="server")
async def status(service: Service, _: Request) -> dict[str, Any]:
    """Say what the server is doing."""
    return {
        "version": __version__,
        "workers": service.workers.size,
        "running": service.workers.running,
        "waiting": service.workers.waiting,
        "cached": len(service.cache),
        "cached_bytes": service.cache.size,
        "hits": service.cache.hits,
        "misses": service.cache.misses,
        "charts": have_charts(),
    }


@get("/strategies", Request, "Strategies", tag="laboratory")
def strategies(_: Request, __: Toolbox) -> dict[str, Any]:
    """List the strategies and the decision rules, with measured figures."""
    from salet.strategies.registry import registry

    return {
        "strategies": [spec.to_dict() | {"plays": spec.plays} for spec in registry().values()],
        **json.loads(_MEASURED.read_text(encoding="utf-8")),
    }
