"""The description of the API, as OpenAPI: made of the tasks and of routes/answers.toml."""

from __future__ import annotations

import inspect
import operator
from functools import reduce
from typing import Any

from salet._version import __version__
from salet.web.html import read_data
from salet.web.resource import PREFIX, TASKS, Task

_ABOUT = """\
What the page uses, for programs too. Send JSON, get JSON. An error is `{"error": ..., "kind": ...}`
with the message that the command line gives; 503 comes with `Retry-After`."""


def describe() -> dict[str, Any]:
    """Describe all routes of the API."""
    paths: dict[str, dict[str, Any]] = {}
    for task in TASKS.values():
        if task.path:
            paths.setdefault(PREFIX + task.path, {})[task.method.lower()] = _operation(task)
    return {
        "openapi": "3.1.0",
        "info": {"title": "salet", "version": __version__, "description": _ABOUT},
        "paths": paths,
        "components": {"schemas": shapes()},
    }


def _operation(task: Task) -> dict[str, Any]:
    schema = _named(task.answer) if task.answer else {}
    kind = "application/json" if task.answer else "text/event-stream"
    problems = read_data("texts.toml")["problems"]
    responses = {status: _response(told, _named("Problem")) for status, told in problems.items()}
    return {
        "tags": [task.tag],
        "summary": task.name,
        "operationId": task.name,
        "description": inspect.getdoc(task.function),
        "responses": {str(task.status): _response("Done.", schema, kind), **responses},
        **_asked(task),
    }


def _response(told: str, schema: dict[str, Any], kind: str = "application/json") -> dict[str, Any]:
    return {"description": told, "content": {kind: {"schema": schema}}}


def _asked(task: Task) -> dict[str, Any]:
    """Describe the request of a task: the body of a POST, or what stands in the address."""
    schema = task.request.model_json_schema()
    if task.method == "POST":
        content = {"application/json": {"schema": schema}}
        return {"requestBody": {"required": True, "content": content}}
    asked = {
        name: part
        for name, part in schema.get("properties", {}).items()
        if task.request.model_fields[name].default_factory is None
    }
    return {
        "parameters": [
            {
                "name": name,
                "in": "path" if f"{{{name}}}" in task.path else "query",
                "required": name in schema.get("required", ()) or f"{{{name}}}" in task.path,
                "schema": part,
            }
            for name, part in asked.items()
        ]
    }


_TYPES = {"str": "string", "int": "integer", "float": "number", "bool": "boolean"}


def shapes() -> dict[str, Any]:
    """Return the shape of every answer as JSON Schema, from routes/answers.toml."""
    declared = read_data("routes/answers.toml")

    def fields(shape: dict[str, Any]) -> dict[str, str]:
        inherited = [fields(declared[name]) for name in shape.get("_like", ())]
        own = {name: told for name, told in shape.items() if not name.startswith("_")}
        return reduce(operator.or_, [*inherited, own])

    return {name: _object(shape["_about"], fields(shape)) for name, shape in declared.items()}


def _object(about: str, fields: dict[str, str]) -> dict[str, Any]:
    properties = {}
    for name, told in fields.items():
        kind, _, meaning = told.partition("; ")
        properties[name.rstrip("?")] = _schema(kind) | ({"description": meaning} if meaning else {})
    return {
        "type": "object",
        "description": about,
        "properties": properties,
        "required": [name for name in fields if not name.endswith("?")],
        "additionalProperties": False,
    }


def _schema(kind: str) -> dict[str, Any]:
    """Write a type as JSON Schema.

    >>> _schema("[int]?")
    {'anyOf': [{'type': 'array', 'items': {'type': 'integer'}}, {'type': 'null'}]}
    """
    if kind.endswith("?"):
        return {"anyOf": [_schema(kind[:-1]), {"type": "null"}]}
    if kind.startswith("["):
        return {"type": "array", "items": _schema(kind[1:-1])}
    if kind.startswith("{"):
        return {"type": "object", "additionalProperties": _schema(kind[1:-1])}
    if "|" in kind:
        return {"type": "string", "enum": kind.split("|")}
    if kind in _TYPES:
        return {"type": _TYPES[kind]}
    return {} if kind == "any" else _named(kind)


def _named(shape: str) -> dict[str, str]:
    """Refer to a shape."""
    return {"$ref": f"#/components/schemas/{shape}"}
