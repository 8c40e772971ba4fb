"""A study as data: what is to be compared, read from TOML or made in Python.

::

    title = "When to stop collecting letters"
    strategy = "letters+solutions_below({below})"
    opener = ["tales", "stare"]

    [sweep]
    below = [0, 5, 10, 20, 50]

What may vary takes one value or a list of them, and every value is played with every other: 5 x 2
cells here. `docs/studies.md` has all the keys.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from salet.errors import InvalidError, nearest, under
from salet.games.rules import OFF
from salet.study.keys import READERS, Played, Value, Words, check_placeholders
from salet.words.files import read_text
from salet.words.frequencies import UNIFORM
from salet.words.lexicon import DEFAULT_LEXICON


@dataclass(frozen=True)
class Study:
    """Strategies and conditions to compare; make one with `of`, `from_text` or `from_file`.

    Attributes
    ----------
    opener
        the first guesses to try; none for the strategy's own, ``"all"`` for all allowed words
    game
        games by name, such as ``mastermind(4,6)``; none for Wordle with each `lexicon`
    tie_orders
        how many times to play every cell again, with ties broken in an order drawn by a seed
    weighted
        whether measures weight answers by the prior; otherwise all count the same
    lengths
        whether the results keep the length of every game, which pairing needs
    folder
        where relative paths start

    >>> study = Study.of(strategy="tiles({green})", sweep={"green": [2, 3]}, opener="soare")
    >>> study.sweep
    {'green': (2, 3)}
    >>> print(study.to_text())
    strategy = ["tiles({green})"]
    opener = ["soare"]
    [sweep]
    green = [2, 3]
    """

    strategy: tuple[str, ...]
    title: str = ""
    opener: tuple[str, ...] | str = ()
    game: tuple[str, ...] = ()
    lexicon: tuple[Words, ...] = (Words(DEFAULT_LEXICON),)
    knowledge: tuple[str, ...] = ("answers",)
    answers: Played = field(default_factory=Played)
    hard: tuple[str, ...] = (OFF,)
    max_guesses: tuple[int, ...] = (6,)
    prior: tuple[str, ...] = (UNIFORM,)
    frequencies: str = ""
    seed: tuple[int, ...] = (0,)
    tie_orders: int = 0
    weighted: bool = True
    lengths: bool = True
    sweep: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)
    folder: Path = field(default=Path(), compare=False)

    @classmethod
    def of(
        cls,
        *,
        strategy: str | Sequence[str],
        title: str | None = None,
        opener: str | Sequence[str] | None = None,
        game: str | Sequence[str] | None = None,
        lexicon: str | Mapping[str, str] | Sequence[str | Mapping[str, str]] | None = None,
        knowledge: str | Sequence[str] | None = None,
        answers: str | Sequence[str] | Mapping[str, Any] | None = None,
        hard: str | Sequence[str] | None = None,
        max_guesses: int | Sequence[int] | None = None,
        prior: str | Sequence[str] | None = None,
        frequencies: str | None = None,
        seed: int | Sequence[int] | None = None,
        tie_orders: int | None = None,
        weighted: bool | None = None,
        lengths: bool | None = None,
        sweep: Mapping[str, Any] | None = None,
        folder: Path | None = None,
    ) -> Study:
        """Make a study of the keys that a TOML file may have; `docs/studies.md` describes them."""
        # The parameters by name.
        keys = {key: value for key, value in locals().items() if value is not None}
        del keys["cls"]
        return cls.from_keys(keys, keys.pop("folder", None))

    @classmethod
    def from_keys(cls, keys: Mapping[str, Any], folder: Path | None = None) -> Study:
        """Make a study of keys as TOML gives them; what cannot be read is named by its key."""
        known = [one.name for one in fields(cls) if one.name != "folder"]
        for key in keys:
            if key not in known:
                hint = nearest(key, known) or f"the keys are {', '.join(known)}"
                raise InvalidError(f"{key}: a study has no such key; {hint}")
        if "strategy" not in keys:
            raise InvalidError('a study needs a strategy, as in strategy = "letters"')
        if "game" in keys and "lexicon" in keys:
            raise InvalidError("game: a game has its own words; leave out either game or lexicon")
        read = {key: READERS[key](key, value) for key, value in keys.items()}
        check_placeholders(read["strategy"], read.get("sweep", {}))
        return cls(folder=Path() if folder is None else folder, **read)

    @classmethod
    def from_text(cls, text: str, folder: Path | None = None) -> Study:
        """Read TOML."""
        try:
            keys = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # numbers and lists may be too long, too
            raise InvalidError(f"not TOML: {error}") from None
        return cls.from_keys(keys, folder)

    @classmethod
    def from_file(cls, path: str | Path) -> Study:
        """Read a TOML file; its folder is where relative paths start."""
        path = Path(path)
        text = read_text(path)
        with under(path):
            return cls.from_text(text, path.parent)

    def to_text(self) -> str:
        """Write the study as TOML, without the keys that have their usual values."""
        usual = Study(())
        lines = [
            f"{name} = {_toml(value)}"
            for name, value in vars(self).items()
            if name not in ("sweep", "folder") and value != getattr(usual, name)
        ]
        if self.sweep:
            lines.append("[sweep]")
            lines += [f"{name} = {_toml(values)}" for name, values in self.sweep.items()]
        return "\n".join(lines)


def _toml(value: Any) -> str:
    """Write a value; texts, numbers and truths look as they do in JSON."""
    if isinstance(value, Words | Played):
        pairs = {name: item for name, item in vars(value).items() if item}
        return "{" + ", ".join(f"{name} = {_toml(item)}" for name, item in pairs.items()) + "}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    # JSON lets the one control character beyond the letters stand; TOML does not.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
