"""Reads the parameters of a strategy as people write them: ``tiles(green=3,yellow=1)``."""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any

from salet.errors import InvalidError, nearest

if TYPE_CHECKING:
    from salet.strategies.base import Strategy


def read_parameters(name: str, factory: type[Strategy], arguments: list[str]) -> dict[str, Any]:
    """Match written parameters with the fields of the class."""
    own = [field for field in fields(factory) if field.name != "inner"]
    defaults = {field.name: field.default for field in own}
    names = list(defaults)
    if any(str(field.type).startswith("tuple") for field in own):
        return {names[0]: tuple(arguments)}
    values: dict[str, Any] = {}
    for place, argument in enumerate(arguments):
        key, equals, value = (part.strip() for part in argument.partition("="))
        if not equals:
            if place >= len(names):
                raise InvalidError(
                    f"{name} takes {len(names)} parameters, not {len(arguments)}{_hint(factory)}"
                )
            key, value = names[place], argument
        if key not in names:
            hint = nearest(key, names) or f"it has {', '.join(names) or 'none'}{_hint(factory)}"
            raise InvalidError(f"{name} has no parameter {key!r}; {hint}")
        if key in values:
            raise InvalidError(f"{name} is given {key} twice")
        values[key] = _value(name, key, value, defaults[key])
    for field in own:
        needed = field.default is MISSING and field.default_factory is MISSING
        if needed and field.name not in values:
            raise InvalidError(f"{name} needs {field.name}: write {name}({field.name}=...)")
    return values


def _hint(factory: type[Strategy]) -> str:
    """Say what turns the attributes of an author's class into parameters, if that is missing."""
    declared = "__dataclass_fields__" in factory.__dict__
    return "" if declared else "; are its fields declared under @dataclass(frozen=True)?"


def split(text: str, separator: str) -> list[str]:
    """Split at separators that are not inside parentheses.

    >>> split("a(1,2), b", ",")
    ['a(1,2)', 'b']
    """
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == separator and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts]


def _value(name: str, key: str, text: str, default: object) -> bool | float | str:
    """Read a value of the kind that the default is of; without a default, what it looks like."""
    kinds = {bool: "true or false", int: "a whole number", float: "a number"}
    kind = type(default)
    for read in (_truth, int, float):
        try:
            value = read(text)
        except ValueError:
            continue
        fits = kind is type(value) or (kind is float and type(value) is int)
        if kind not in kinds or (fits and abs(value) < float("inf")):
            return value
    if kind in kinds:
        raise InvalidError(f"{name}: {key} is {kinds[kind]}, not {text!r}")
    return text


def _truth(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError(text)
    return text.lower() == "true"
