"""Strategies in a person's own files: loading one, and naming the line where it failed."""

from __future__ import annotations

import runpy
import sys
import traceback
from inspect import isabstract
from pathlib import Path
from typing import TYPE_CHECKING, Any

from salet.errors import InvalidError
from salet.strategies.base import Strategy

if TYPE_CHECKING:
    from collections.abc import Callable

_PACKAGE = Path(__file__).parents[1]


def load_from_file(path: Path, name: str) -> type[Strategy]:
    """Load the strategy class `name` from a Python file. This runs the file."""
    path = path.expanduser()
    found = _run(path)
    own = [
        key
        for key, value in found.items()
        if _is_strategy(value) and value.__module__ == found["__name__"]
    ]
    if name not in own:
        other = name in found and not _is_strategy(found[name])
        why = f"; {name} does not derive from salet.Strategy" if other else ""
        raise InvalidError(
            f"{path} has no strategy {name!r}{why}; it has {', '.join(own) or 'none'}"
        )
    factory: type[Strategy] = found[name]
    if isabstract(factory):
        raise InvalidError(f"{path}: {name} lacks a method: a ranking needs values, others choose")
    factory.name = f"{path}:{name}"
    factory.files = (path,)  # type: ignore[assignment, method-assign]
    # Other processes cannot import the file's namespace; they read the text form instead.
    factory.__reduce__ = _reduce_to_text  # type: ignore[method-assign, assignment]
    return factory


def _run(path: Path) -> dict[str, Any]:
    folder = str(path.parent)
    sys.path.insert(0, folder)  # as Python does, so that it can import its neighbours
    try:
        return runpy.run_path(str(path))
    except OSError as error:
        raise InvalidError(f"cannot read {path}: {error.strerror}") from None
    except (Exception, SystemExit) as error:
        raise InvalidError(f"{path} does not run: {describe(error)}") from None
    finally:
        if folder in sys.path:  # the file may have put it right itself
            sys.path.remove(folder)


def _is_strategy(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, Strategy)


def _reduce_to_text(strategy: Strategy) -> tuple[Callable[[str], Strategy], tuple[str]]:
    from salet.strategies.registry import read_strategy

    return read_strategy, (strategy.to_text(),)


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
