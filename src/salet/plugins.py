"""What people bring of their own: classes in their files, and calls as they write them.

A call is a name with or without arguments, such as ``tiles(green=3,yellow=1)`` or
``mastermind(4,6)``; a class of one's own is ``path/to/file.py:Name``.
"""

from __future__ import annotations

import ast
import marshal
import re
import runpy
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import redirect_stdout, suppress
from inspect import Parameter, getclosurevars, isabstract, signature
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

from salet.errors import InvalidError, nearest

T = TypeVar("T")

_PACKAGE = Path(__file__).parent
_CALL = re.compile(r"(?P<name>[\w-]+|.+\.py(:\w+)?)\s*(\((?P<arguments>.*)\))?")


def read_call(text: str) -> tuple[str, list[str]] | None:
    """Split a call into its name and arguments; None if the text is no call.

    >>> read_call("mastermind(4, 6)"), read_call("entropy"), read_call("a b")
    (('mastermind', ['4', '6']), ('entropy', []), None)
    """
    match = _CALL.fullmatch(text)
    if match is None:
        return None
    return match["name"], split(match["arguments"], ",") if match["arguments"] else []


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


def read_arguments(
    name: str, factory: type[object], arguments: list[str], without: str = ""
) -> dict[str, Any]:
    """Match written arguments with the parameters of a class, all but the one named `without`."""
    own = {key: one for key, one in signature(factory).parameters.items() if key != without}
    names = list(own)
    if any(str(one.annotation).startswith("tuple") for one in own.values()):
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
            raise InvalidError(f"{name} got {key} twice")
        values[key] = _read_value(name, key, value, own[key].default)
    for key, one in own.items():
        if one.default is Parameter.empty and key not in values:
            raise InvalidError(f"{name} needs {key}: write {name}({key}=...)")
    return values


def is_own(kind: type[object]) -> bool:
    """Whether a class is somebody's own, not one of this package."""
    return not kind.__module__.startswith("salet.")


def _hint(factory: type[object]) -> str:
    """Say what turns the attributes of an author's class into parameters, if that is missing."""
    declared = "__dataclass_fields__" in factory.__dict__ or "__init__" in factory.__dict__
    lacking = is_own(factory) and not declared
    return "; are its fields declared under @dataclass(frozen=True)?" * lacking


def _read_value(name: str, key: str, text: str, default: object) -> bool | float | str:
    """Read a value of the kind that the default is of; without a default, what it looks like."""
    kinds = {bool: "yes or no", int: "a whole number", float: "a number"}
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
        raise InvalidError(f"{name}: {key} must be {kinds[kind]}, not {text!r}")
    return text


def _truth(text: str) -> bool:
    truths = {"true": True, "yes": True, "false": False, "no": False}
    if text.lower() not in truths:
        raise ValueError(text)
    return truths[text.lower()]


def load_class(path: Path, name: str, base: Callable[..., T]) -> type[T]:
    """Load a class that derives from `base` from a Python file. This runs the file."""
    assert isinstance(base, type)  # mypy takes no abstract class for a type[T]
    kind = base.__name__.lower()
    found = _run(path)
    own = [
        key
        for key, value in found.items()
        if _derives(value, base) and value.__module__ == found["__name__"]
    ]
    if name not in own:
        other = name in found and not _derives(found[name], base)
        why = f"; {name} does not derive from salet.{base.__name__}" if other else ""
        raise InvalidError(f"{path} has no {kind} {name!r}{why}; it has {', '.join(own) or 'none'}")
    factory: type[T] = found[name]
    if isabstract(factory):
        lacking = ", ".join(sorted(getattr(factory, "__abstractmethods__", ())))
        raise InvalidError(f"{path}: {name} lacks a method: {lacking}")
    return factory


def _run(path: Path) -> dict[str, Any]:
    folder = str(path.parent)
    sys.path.insert(0, folder)  # as Python does, so that it can import its neighbours
    try:
        with redirect_stdout(sys.stderr):  # what it prints must not mix with JSON
            return runpy.run_path(str(path))
    except OSError as error:
        raise InvalidError(f"cannot read {path}: {error.strerror}") from None
    except (Exception, SystemExit) as error:
        raise InvalidError(f"{path} failed when it was loaded: {describe(error)}") from None
    finally:
        if folder in sys.path:  # the file may have put it right itself
            sys.path.remove(folder)


def own_code(functions: Iterable[FunctionType]) -> bytes:
    """Return the files of these functions, and the neighbours of the files that they import.

    A function without a file, such as one typed at a prompt, is taken as it was compiled, with the
    plain values that it finds around it.
    """
    found: set[Path] = set()
    compiled = b""
    for function in functions:
        file = Path(function.__code__.co_filename).resolve()
        if file.is_file():
            found.update(own_files(file))
        else:
            around = getclosurevars(function)
            known = {**around.globals, **around.nonlocals}
            compiled += marshal.dumps(function.__code__) + str(plain(known)).encode()
    return b"".join(file.read_bytes() for file in sorted(found)) + compiled


def own_files(file: Path) -> list[Path]:
    """Return a Python file and the modules beside it that it imports, directly or in turn.

    The imports are read, not run: the list does not depend on what happens to be loaded.
    """
    found: list[Path] = []
    waiting = [file]
    while waiting:
        one = waiting.pop()
        if one not in found and one.is_file():
            found.append(one)
            with suppress(SyntaxError, ValueError):
                waiting += _imported(one, file.parent)
    return found


def _imported(file: Path, folder: Path) -> Iterator[Path]:
    """Give the files that the imports of a file may mean, whether they exist or not."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        base, start = folder, ""
        if isinstance(node, ast.ImportFrom):
            start = node.module or ""
            base = file.parents[node.level - 1] if node.level else folder
        elif not isinstance(node, ast.Import):
            continue
        for alias in node.names:
            path = base
            for name in filter(None, [*start.split("."), *alias.name.split(".")]):
                yield path / "__init__.py"
                path /= name
                yield path.with_suffix(".py")
            yield path / "__init__.py"


def plain(value: object, depth: int = 5) -> object:
    """Write a value so that it is the same text in every process; objects by their attributes."""
    value = value.tolist() if hasattr(value, "tolist") else value  # an array
    if value is None or isinstance(value, str | bytes | int | float):
        return value
    if isinstance(value, Mapping) and depth > 0:
        return sorted((str(key), str(plain(one, depth - 1))) for key, one in value.items())
    if isinstance(value, Set) and depth > 0:
        return sorted(str(plain(one, depth - 1)) for one in value)
    if isinstance(value, Sequence) and depth > 0:
        return [plain(one, depth - 1) for one in value]
    kind = type(value)
    name = getattr(value, "id", None)
    if isinstance(name, str) or isinstance(value, type) or kind.__module__ == "builtins":
        return name if isinstance(name, str) else kind.__name__
    return kind.__name__, plain(getattr(value, "__dict__", {}), depth - 1) if depth > 0 else ""


def _derives(value: object, base: type[object]) -> bool:
    return isinstance(value, type) and issubclass(value, base)


def describe(error: BaseException) -> str:
    """Name an error and the line of its author's file where it happened.

    The author's file is the first outside this package, and the line the last one there: what
    it called in turn, such as numpy, is not the author's to mend.
    """
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if _PACKAGE not in Path(frame.filename).parents and not frame.filename.startswith("<frozen")
    ]
    own = [frame for frame in frames if frame.filename == frames[0].filename]
    where = f" (line {own[-1].lineno} of {Path(own[-1].filename).name})" if own else ""
    return f"{type(error).__name__}: {error}{where}"
