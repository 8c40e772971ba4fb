"""The pages: one frame around six contents, put together once."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

PAGES = {
    "/": ("solve", "Solve"),
    "/play": ("play", "Play"),
    "/review": ("review", "Review"),
    "/lab": ("lab", "Lab"),
    "/arena": ("arena", "Arena"),
    "/api": ("docs", "API"),
}
_HERE = Path(str(resources.files("salet.web")))


def page_router() -> APIRouter:
    """Return the pages as routes."""
    router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
    for path, (name, title) in PAGES.items():
        router.add_api_route(path, _serve(_render(path, name, title)), methods=["GET", "HEAD"])
    return router


def static_files() -> StaticFiles:
    """Return scripts and styles; nothing outside their folder can be reached."""
    return StaticFiles(directory=_HERE / "static")


def _serve(html: str) -> Callable[[], Awaitable[Response]]:
    async def page() -> Response:
        return HTMLResponse(html, headers={"Cache-Control": "no-cache"})

    return page


def _render(path: str, name: str, title: str) -> str:
    """Put a page together."""
    links = "\n".join(
        f'<a href="{where}"{" aria-current=page" if where == path else ""}>{text}</a>'
        for where, (_, text) in PAGES.items()
    )
    frame = Template((_HERE / "pages" / "frame.html").read_text(encoding="utf-8"))
    content = (_HERE / "pages" / f"{name}.html").read_text(encoding="utf-8")
    return frame.substitute(name=name, title=title, links=links, content=content)
