"""A cup: who plays what, written in TOML."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from salet.arena.bots.entrant import Entrant, read_entrant
from salet.arena.bots.player import DEFAULT_LIMITS, Limits, PositiveSettings
from salet.arena.cup.schedule import SCHEDULES
from salet.errors import InvalidError, UnknownNameError
from salet.games.game import Game
from salet.games.registry import in_folder, make_game
from salet.games.rules import OFF, Rules
from salet.games.wordle import Wordle
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon

FORMATS = ("race", "duel", "responder")
_NAME_LENGTH = 200
"""The store has room for no more."""

_KEYS = {
    "name": str,
    "format": str,
    "schedule": str,
    "words": int,
    "rounds": int,
    "seed": int,
    "secret": str,
    "memory_kb": int,
    "game": str,
    "lexicon": str,
    "answers": str,
    "allowed": str,
    "hard": str,
    "max_guesses": int,
    "limits": dict,
    "sprt": dict,
    "bots": list,
}
_MOST_MEMORY = 32
"""A bot sends its memory with a reply, and a reply has at most twice this."""

_IN_WORDS = {str: "text", int: "a whole number", dict: "a table", list: "a list"}
_EXAMPLE = '[[bots]] with bot = "entropy" and perhaps name = "..."'


LEAST_ROUNDS = 16
"""Before this, `Sprt` does not trust a measured variance."""


@dataclass(frozen=True, slots=True)
class Sprt(PositiveSettings):
    """Ends a match once it is decided: Wald's sequential probability ratio test.

    Per round, let d be the first bot's cost minus the second's. Two hypotheses: the mean of d is
    ``-margin`` (the first is better), or ``+margin`` (the second is). With a normal model of the
    mean and the variance as measured, the log of their likelihood ratio after n rounds is

        -2 n margin mean(d) / variance

    and the match ends when it passes log((1 - error) / error) in either direction. With both
    hypotheses at the same distance, `error` bounds how often the worse bot is declared the better
    one when the true difference is at least `margin`.

    Attributes
    ----------
    margin
        the mean difference per round, in guesses, that matters
    error
        how often a decision may be wrong

    >>> test = Sprt(margin=0.2)
    >>> test.decision([-1] * 8 + [0] * 8), test.decision([0, 1] * 8), test.decision([-1, 1] * 8)
    (-1, 1, 0)
    """

    margin: float = 0.1
    error: float = 0.05

    def __post_init__(self) -> None:
        PositiveSettings.__post_init__(self)
        if self.error >= 0.5:
            raise InvalidError(f"sprt: error must be below 0.5, not {self.error}")

    def log_ratio(self, differences: Sequence[int]) -> float:
        """Return the log likelihood ratio: positive speaks for the first bot."""
        n = len(differences)
        if n == 0:
            return 0.0
        mean = sum(differences) / n
        # One imagined round on either side of the mean keeps the variance above zero.
        variance = (sum((d - mean) ** 2 for d in differences) + 2) / n
        return -2 * n * self.margin * mean / variance

    def decision(self, differences: Sequence[int]) -> int:
        """Return -1 if the first bot is better (it pays less), 1 if the second is, 0 if open."""
        if len(differences) < LEAST_ROUNDS:
            return 0
        ratio = self.log_ratio(differences)
        bound = math.log((1 - self.error) / self.error)
        return -1 if ratio >= bound else 1 if ratio <= -bound else 0


@dataclass(frozen=True)
class Cup:
    """What is played, by whom, and how much.

    Attributes
    ----------
    words
        how many words each bot solves in a match
    rounds
        rounds of a Swiss tournament or a ladder; None for as many as it takes
    secret
        what all seeds are drawn with beside `seed`, so that no bot can compute them; None for one
        that is drawn by lot and published when the tournament is finished, empty for none
    memory_kb
        how much text a bot may hand on from one match to its next; the rounds of a schedule are
        then played one after another
    sprt
        when to end a match early, or None to play it out
    """

    name: str
    entrants: tuple[Entrant, ...]
    game: Game
    rules: Rules
    format: str = "race"
    schedule: str = "round-robin"
    words: int = 100
    rounds: int | None = None
    seed: int = 0
    secret: str | None = None
    memory_kb: int = 0
    limits: Limits = DEFAULT_LIMITS
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise UnknownNameError.among("format", self.format, FORMATS)
        if self.schedule not in SCHEDULES:
            raise UnknownNameError.among("schedule", self.schedule, SCHEDULES)
        for name, value in (("words", self.words), ("rounds", self.rounds)):
            if value is not None and value < 1:
                raise InvalidError(f"{name} must be 1 or more, not {value}")
        for name in (self.name, *(entrant.name for entrant in self.entrants)):
            _check_name(name)
        if self.secret:
            _check_name(self.secret)
        if not 0 <= self.memory_kb <= _MOST_MEMORY:
            raise InvalidError(f"memory_kb must be 0 to {_MOST_MEMORY}, not {self.memory_kb}")
        self.game.mode(self.rules.hard)  # raises if there is none
        self._check_entrants()
        self._check_words()

    def _check_entrants(self) -> None:
        names = [entrant.name for entrant in self.entrants]
        for name in names:
            if names.count(name) > 1:
                raise InvalidError(f"two bots are named {name!r}; give each a name of its own")
        least = 1 if self.format == "race" and self.schedule == "round-robin" else 2
        if len(names) < least:
            some = "a bot" if least == 1 else f"{least} bots"
            raise InvalidError(f"a {self.format} takes at least {some}; add {_EXAMPLE}")
        for entrant in self.entrants:
            entrant.check(self.game, self.rules)

    def _check_words(self) -> None:
        needed = self.words if self.format == "race" else 2 * self.words
        has = len(self.game.answers)
        if needed > has:
            raise InvalidError(
                f"a {self.format} of {self.words:,} words needs {needed:,} different answers; "
                f"{self.game.name} has {has:,}"
            )
        if self.sprt is not None and self.format == "race":
            raise InvalidError("sprt ends a duel early; bots in a race do not meet")

    @classmethod
    def from_file(cls, path: Path) -> Cup:
        """Read a cup file; bots and word lists are looked up from its folder."""
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise InvalidError(f"cannot read {path}: {error.strerror}") from None
        except UnicodeDecodeError:
            raise InvalidError(f"{path} is not UTF-8 text") from None
        except (RecursionError, ValueError) as error:  # also numbers of thousands of digits
            raise InvalidError(f"{path} is not TOML: {error}") from None
        try:
            return cls.from_dict({"name": path.stem, **values}, path.parent)
        except (OSError, RuntimeError, ValueError) as error:  # also names that no file can have
            raise InvalidError(f"{path}: {' '.join(str(error).split()):.500}") from None

    @classmethod
    def from_dict(cls, values: dict[str, Any], folder: Path | None = None) -> Cup:
        """Read a cup of plain values; files are looked up from `folder`."""
        folder = folder or Path()
        for key, value in values.items():
            if key not in _KEYS:
                raise UnknownNameError.among("setting", key, _KEYS)
            if not isinstance(value, _KEYS[key]) or isinstance(value, bool):
                raise InvalidError(f"{key} must be {_IN_WORDS[_KEYS[key]]}, not {value!r}")
        plain = ("name", "format", "schedule", "words", "rounds", "seed", "secret", "memory_kb")
        rest = {key: values[key] for key in plain if key in values}
        return cls(
            entrants=tuple(_entrant(bot, folder) for bot in values.get("bots", [])),
            game=_game(values, folder),
            rules=Rules(values.get("max_guesses", 6), values.get("hard", OFF)),
            limits=Limits.from_dict(values.get("limits", {})),
            sprt=Sprt.from_dict(values["sprt"]) if "sprt" in values else None,
            **rest,
        )

    @property
    def key(self) -> int | str:
        """What all seeds come from: the seed, and the secret if there is one."""
        return f"{self.secret}/{self.seed}" if self.secret else self.seed

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: what a tournament must share with itself to be resumed."""
        return {
            "format": self.format,
            "schedule": self.schedule,
            "words": self.words,
            "rounds": self.rounds,
            "seed": self.seed,
            "memory_kb": self.memory_kb,
            "lexicon": self.game.summary(),
            "game": self.game.id,  # a game of one's own may change and keep its summary
            "hard": self.rules.hard,
            "max_guesses": self.rules.max_guesses,
            "limits": asdict(self.limits),
            "sprt": None if self.sprt is None else asdict(self.sprt),
            "bots": [
                {"name": one.name, "bot": one.bot, "digests": one.digests} for one in self.entrants
            ],
        }

    def entrant(self, name: str) -> Entrant:
        """Return the entrant of that name."""
        return next(entrant for entrant in self.entrants if entrant.name == name)


def _entrant(value: object, folder: Path) -> Entrant:
    if isinstance(value, str):
        return read_entrant(value, folder=folder)
    if not isinstance(value, dict) or not isinstance(value.get("bot"), str):
        raise InvalidError(f"write each bot as {_EXAMPLE}")
    for key in value:
        if key not in ("name", "bot"):
            raise UnknownNameError.among("setting of a bot", key, ("name", "bot"))
    name = value.get("name")
    if name is not None:
        _check_name(name)  # an empty one would be taken for none
    return read_entrant(value["bot"], name, folder)


def _check_name(name: object) -> None:
    if not (
        isinstance(name, str) and name.strip() and name.isprintable() and len(name) <= _NAME_LENGTH
    ):
        raise InvalidError(f"a name has up to {_NAME_LENGTH} letters on one line, not {name!r:.40}")


def _game(values: dict[str, Any], folder: Path) -> Game:
    """Return the game that `game`, `lexicon` or `answers` names."""
    named = [key for key in ("game", "lexicon", "answers") if key in values]
    if len(named) > 1:
        raise InvalidError(f"give either {named[0]} or {named[1]}, not both")
    if "answers" in values:
        allowed = values.get("allowed")
        return Wordle(
            Lexicon.from_files(
                folder / values["answers"], None if allowed is None else folder / allowed
            )
        )
    if "allowed" in values:
        raise InvalidError("allowed goes with answers")
    if "game" not in values:
        return Wordle(values.get("lexicon", DEFAULT_LEXICON))
    return make_game(in_folder(values["game"], folder))
