"""Every error is a JSON body with the message that the command line gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Match, Mount

from salet.web.pages import read_data
from salet.web.pool import RETRY_SECONDS, FailedError
from salet.web.resource import PREFIX

_NOWHERE = "there is nothing here; the page begins at /, and /api describes the API"

_FAULTS = read_data("texts.toml")["faults"]


def problem(
    status: int, kind: str, message: str, *, headers: Mapping[str, str] | None = None
) -> JSONResponse:
    """Return an error as a response."""
    return JSONResponse({"error": message, "kind": kind}, status, headers)


def handle_errors(app: Starlette, missing: str) -> None:
    """Turn every exception into a JSON body; who looks for a page that is `missing` gets one."""

    async def handle(request: Request, error: Exception) -> Response:
        wants_page = "text/html" in request.headers.get("accept", "")
        is_page = not request.url.path.startswith(PREFIX)
        if getattr(error, "status_code", 0) == 404 and wants_page and is_page:
            return HTMLResponse(missing, 404)
        return _as_problem(request, error)

    for kind in (FailedError, HTTPException):
        app.add_exception_handler(kind, handle)


def _as_problem(request: Request, error: Exception) -> JSONResponse:
    match error:
        case FailedError():
            retry = {"Retry-After": str(RETRY_SECONDS)} if error.status == 503 else {}
            return problem(error.status, error.kind, error.message, headers=retry)
        case HTTPException(status_code=405):
            allowed = ", ".join(_methods(request))
            text = f"{request.method} is not offered here, only {allowed}"
            return problem(405, "HTTPError", text, headers={"Allow": allowed})
        case HTTPException():
            text = _NOWHERE if error.detail == "Not Found" else str(error.detail)
            return problem(error.status_code, "HTTPError", text, headers=error.headers)
    raise error


def _methods(request: Request) -> list[str]:
    """Return the methods that are offered at an address; files are only read."""
    routes = [route for route in request.app.routes if not isinstance(route, Mount)]
    offered = [
        method
        for method in ("DELETE", "GET", "HEAD", "POST")
        for route in routes
        if route.matches({**request.scope, "method": method})[0] is Match.FULL
    ]
    return offered or ["GET", "HEAD"]


def in_words(errors: Any) -> str:
    """Say in one line what is wrong with the fields of a request.

    >>> in_words([{"type": "too_short", "loc": ("answers",), "ctx": {"min_length": 1}}])
    'answers is empty'
    """
    found = []
    for error in errors[:3]:
        place = ".".join(str(part) for part in error["loc"])
        said = _FAULTS.get(error["type"], "{field} cannot be read")
        found.append(said.format(field=place[:60] or "the body", **error.get("ctx", {})))
    return "; ".join(dict.fromkeys(found)) or "the request cannot be read"
