"""Every error is a JSON body with the message that the command line gives."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from salet.web.pool import BusyError, LateError, LostError, TaskError
from salet.web.resource import Sent

RETRY_SECONDS = 2
_INTERNAL = "InternalError"
_NOWHERE = "there is nothing here; the page begins at /, and /api describes the API"


class Problem(Sent):
    """Why a request was not answered."""

    error: str
    kind: str


PROBLEMS: dict[int | str, dict[str, Any]] = {
    408: {"model": Problem, "description": "The body came too slowly."},
    413: {"model": Problem, "description": "The body is too large."},
    415: {"model": Problem, "description": "The body is not JSON."},
    422: {"model": Problem, "description": "The input is at fault; the message says how."},
    400: {"model": Problem, "description": "The body cannot be read."},
    500: {"model": Problem, "description": "The server is at fault."},
    503: {"model": Problem, "description": "Too many requests are waiting; see Retry-After."},
    504: {"model": Problem, "description": "It took too long and was ended."},
}


def problem(
    status: int, kind: str, message: str, headers: dict[str, str] | None = None
) -> JSONResponse:
    """Return an error as a response."""
    return JSONResponse({"error": message, "kind": kind}, status, headers)


def handle_errors(app: FastAPI) -> None:
    """Turn every exception into a JSON body."""

    async def handle(_: Request, error: Exception) -> JSONResponse:
        return _as_problem(error)

    for kind in (TaskError, BusyError, LateError, LostError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, handle)


def _as_problem(error: Exception) -> JSONResponse:
    match error:
        case TaskError():
            return problem(500 if error.kind == _INTERNAL else 422, error.kind, error.message)
        case BusyError():
            text = f"too many requests are waiting; try again in {RETRY_SECONDS} seconds"
            return problem(503, "BusyError", text, {"Retry-After": str(RETRY_SECONDS)})
        case LateError():
            return problem(504, "LateError", "this took too long and was ended; ask for less")
        case RequestValidationError():
            return problem(422, "InvalidError", _in_words(error))
        case HTTPException():
            said = _NOWHERE if error.detail == "Not Found" else str(error.detail)
            return problem(error.status_code, "HTTPError", said, dict(error.headers or {}))
    return problem(500, _INTERNAL, "the process that worked on this was ended; try again")


def _in_words(error: RequestValidationError) -> str:
    """Say in one line what is wrong with the fields of a request."""
    found = []
    for detail in error.errors()[:3]:
        place = ".".join(str(part) for part in detail["loc"] if part not in ("body", "query"))
        found.append(f"{place[:60] or 'the body'}: {detail['msg'][:120]}")
    return "; ".join(found) or "the request cannot be read"
