"""Finds strategies by name, and reads the text form of composed ones.

``letters+solutions_below(20)+popular_below(10)`` is a ranking followed by decision rules, the
outermost last. Parameters are written by place or by name: ``tiles(green=3,yellow=1)``. A name
may carry its version (``entropy-v1``), and a strategy of one's own is ``path/to/file.py:Name``.
Installed packages add strategies under the entry point group ``salet.strategies``.
"""

from __future__ import annotations

import hashlib
import re
import warnings
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint
from inspect import getdoc, isabstract
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, TypeVar

import salet.strategies
from salet.errors import InvalidError, RepairWarning, UnknownNameError, nearest
from salet.games.game import Game
from salet.plugins import describe, load_class, own_files, read_arguments, read_call, split
from salet.strategies.base import DecisionRule, Ranking, Strategy, TieRule

ENTRY_POINTS = "salet.strategies"

_NAME = re.compile(r"[\w-]+")

S = TypeVar("S", bound=type[Strategy])


@dataclass(frozen=True, slots=True)
class Spec:
    """One registered strategy. What a version plays never changes; a change is a new version."""

    name: str
    version: int
    aliases: tuple[str, ...]
    factory: type[Strategy]

    @property
    def kind(self) -> str:
        """What it is: a ``ranking``, another ``player``, a decision ``rule``, or a ``tie rule``."""
        if issubclass(self.factory, DecisionRule):
            return "rule"
        if issubclass(self.factory, TieRule):
            return "tie rule"
        return "ranking" if issubclass(self.factory, Ranking) else "player"

    @property
    def plays(self) -> bool:
        """Whether it can be played by itself."""
        return self.kind in ("ranking", "player")

    def suits(self, game: Game) -> bool:
        """Whether the game has what it needs."""
        return not self.factory.needs_letters or game.coloured

    @property
    def parameters(self) -> dict[str, Any]:
        """The parameters with their defaults."""
        return {
            parameter.name: None if parameter.default is MISSING else parameter.default
            for parameter in fields(self.factory)
            if parameter.name != "inner"
        }

    @property
    def written_parameters(self) -> list[str]:
        """The parameters as they are written, such as ``green=2``; any number as ``words,...``."""
        return [
            f"{name},..." if isinstance(default, tuple) else f"{name}={default}"
            for name, default in self.parameters.items()
        ]

    @property
    def summary(self) -> str:
        """The first line of its documentation."""
        return (getdoc(self.factory) or "").split("\n")[0]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "name": self.name,
            "version": self.version,
            "kind": self.kind,
            "aliases": list(self.aliases),
            "parameters": self.parameters,
            "summary": self.summary,
        }


_SPECS: dict[str, Spec] = {}
_TRIED: set[EntryPoint] = set()
"""Entry points that were entered, or failed, which is said once."""


def register(name: str, *, version: int = 1, aliases: tuple[str, ...] = ()) -> Callable[[S], S]:
    """Enter a class of this package, which is tested to guess the only candidate left."""

    def enter(factory: S) -> S:
        _add(Spec(name, version, aliases, factory))
        factory.guesses_last = True
        return factory

    return enter


def _add(spec: Spec) -> None:
    taken = _names()
    for new in (spec.name, *spec.aliases):
        if not _NAME.fullmatch(new):
            raise ValueError(f"a name has letters, digits, _ and -, not {new!r}")
        if new in taken:
            raise ValueError(f"there is a strategy {new!r} already")
    spec.factory.name = spec.name
    _SPECS[spec.name] = spec


def registry() -> dict[str, Spec]:
    """Return every registered strategy by name, those of installed packages included."""
    from importlib.metadata import entry_points  # takes longer to load than all strategies

    _import_families()
    for entry in entry_points(group=ENTRY_POINTS):
        if entry not in _TRIED:
            _TRIED.add(entry)
            _enter(entry)
    return dict(sorted(_SPECS.items()))


def _import_families() -> None:
    for module in iter_modules(salet.strategies.__path__):
        import_module(f"salet.strategies.{module.name}")


def _enter(entry: EntryPoint) -> None:
    """Register a strategy of an installed package; one that fails does not take others along."""
    try:
        factory = entry.load()
        if not (isinstance(factory, type) and issubclass(factory, Strategy)):
            raise InvalidError("the class does not derive from salet.Strategy")
        if isabstract(factory):
            raise InvalidError(
                "the class lacks a method: a ranking needs values(), any other strategy choose()"
            )
        if not any(spec.factory is factory for spec in _SPECS.values()):
            _add(Spec(entry.name, 1, (), factory))
    except Exception as error:
        message = f"the strategy {entry.name} of {entry.value} cannot be used: {error}"
        warnings.warn(message, RepairWarning, stacklevel=2)


def make_strategy(text: str | Strategy | type[Strategy]) -> Strategy:
    """Return the strategy that `text` describes.

    >>> strategy = make_strategy("letters + solutions_below(20) + popular_below(n=10)")
    >>> strategy.to_text()
    'letters+solutions_below+popular_below'
    >>> make_strategy("tiles(3)").to_text()
    'tiles(green=3)'
    >>> make_strategy("entropi")
    Traceback (most recent call last):
    ...
    salet.errors.UnknownNameError: there is no strategy 'entropi'; did you mean entropy?
    """
    if isinstance(text, type) and issubclass(text, Strategy):
        return _made(text, text.__name__)
    strategy = read_strategy(text) if isinstance(text, str) else text
    if not isinstance(strategy, Strategy):
        raise InvalidError(f"{strategy!r} is not a strategy; give a Strategy or its text")
    if isinstance(strategy, TieRule):
        raise InvalidError(
            f"{strategy} only breaks ties: write it after a ranking, as in entropy+ties({strategy})"
        )
    return strategy


def read_strategy(text: str) -> Strategy:
    """Read a text form, that of a tie rule included."""
    # A file may change between two readings; a name of the registry does not.
    return _read(text) if ":" in text else _read_once(text)


def _read(text: str) -> Strategy:
    """Read a ranking and the rules after it."""
    strategy: Strategy | None = None
    for part in split(text, "+"):
        call = read_call(part)
        if call is None:
            raise InvalidError(
                f"cannot read the strategy {text!r}; write it as letters+solutions_below(20)"
            )
        strategy = _make(*call, strategy)
    assert strategy is not None  # split gives at least one part
    return strategy


_read_once = lru_cache(maxsize=256)(_read)


def _make(name: str, arguments: list[str], inner: Strategy | None) -> Strategy:
    """Make one strategy of its name and written parameters."""
    file, _, class_name = name.rpartition(":")
    factory = _from_file(Path(file).expanduser(), class_name) if file else _find(name)
    if issubclass(factory, DecisionRule) != (inner is not None):
        raise InvalidError(
            f"{name} is a decision rule: write it after a ranking, as in entropy+{name}"
            if inner is None
            else f"{name} is a ranking, not a decision rule: write it first"
        )
    values = read_arguments(name, factory, arguments, without="inner")
    return _made(factory, name, **values if inner is None else values | {"inner": inner})


def _made(factory: type[Strategy], name: str, **values: Any) -> Strategy:
    try:
        return factory(**values)
    except InvalidError:
        raise
    except (Exception, SystemExit) as error:
        raise InvalidError(f"{name} cannot be made: {describe(error)}") from None


def _from_file(path: Path, name: str) -> type[Strategy]:
    """Load a strategy of a person's own."""
    factory = load_class(path, name, Strategy)
    factory.name = f"{path}:{name}"
    factory.source = path
    return factory


def fingerprint(strategy: Strategy) -> str:
    """Return a text that changes when what the strategy plays may have changed.

    Its text form, the versions of all that it is made of, and a hash of the files it reads
    and of the modules beside them that they import.

    >>> fingerprint(make_strategy("letters+ties(last)+solutions_below(5)"))
    'letters+ties(last)+solutions_below(5) solutions_below-v1 ties-v1 letters-v1 last-v1'
    """
    marks = [strategy.to_text()]
    waiting = [strategy]
    while waiting:
        part = waiting.pop(0)
        waiting = [*part.parts, *waiting]
        if part.name in _SPECS:
            marks.append(f"{part.name}-v{_SPECS[part.name].version}")
        for path in part.files:
            neighbours = own_files(path)[1:] if path.suffix == ".py" else []
            try:
                for file in [path, *sorted(neighbours)]:
                    marks.append(hashlib.sha256(file.read_bytes()).hexdigest()[:16])
            except OSError as error:
                raise InvalidError(f"cannot read {file}: {error.strerror}") from None
    return " ".join(marks)


def _find(name: str) -> type[Strategy]:
    """Look a name up, with or without its version."""
    _import_families()
    names = _names()
    if re.sub(r"-v\d+$", "", name) not in names:
        registry()  # perhaps a package that was installed has it
        names = _names()
    versioned = re.fullmatch(r"(.+)-v(\d+)", name)
    base, version = versioned.groups() if versioned and name not in names else (name, None)
    if base.endswith(".py"):
        raise InvalidError(f"name a class of the file, as in {base}:MyStrategy")
    if base not in names:
        hint = nearest(base, names) or "salet strategies lists them"
        raise UnknownNameError(f"there is no strategy {base!r}; {hint}")
    spec = names[base]
    if version is not None and version != str(spec.version):
        raise InvalidError(f"there is no {base}-v{version}; this is {spec.name}-v{spec.version}")
    return spec.factory


def _names() -> dict[str, Spec]:
    return {name: spec for spec in _SPECS.values() for name in (spec.name, *spec.aliases)}
