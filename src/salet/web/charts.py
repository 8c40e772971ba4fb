"""The plotting library for the browser, from the installed package that carries it.

The wheel of vl-convert holds Vega-Lite; it is served from there, so no script comes from the
network or stands in this repository.
"""

from __future__ import annotations

import asyncio
from importlib.util import find_spec

from fastapi import APIRouter, HTTPException, Response

_SNIPPET = "Object.assign(window, { vega, vegaLite, vegaEmbed });"
router = APIRouter(include_in_schema=False)
_bundle: asyncio.Task[bytes] | None = None


def have_charts() -> bool:
    """Whether plots can be drawn in the browser."""
    return find_spec("vl_convert") is not None


def _make() -> bytes:
    import vl_convert

    script: str = vl_convert.javascript_bundle(_SNIPPET)
    return script.encode()


@router.get("/vega.js")
async def vega() -> Response:
    """Give the plotting library, made once."""
    global _bundle  # noqa: PLW0603 - one bundle per process, made when it is first asked for
    if not have_charts():
        raise HTTPException(404, "plots need vl-convert: pip install 'salet[web]'")
    if _bundle is None:
        _bundle = asyncio.ensure_future(asyncio.to_thread(_make))
    script = await asyncio.shield(_bundle)
    headers = {"Cache-Control": "max-age=86400"}
    return Response(script, media_type="text/javascript", headers=headers)
