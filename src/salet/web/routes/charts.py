"""The plotting library for the browser: the installed wheel of vl-convert carries Vega-Lite.

So no script comes from the network or stands in this repository. Making it takes seconds in which a
process does nothing else, so a worker makes it, and it is kept on the disk.
"""

from __future__ import annotations

from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from salet.storage import cache_folder, write_whole
from salet.web.resource import Request, Toolbox, task

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
