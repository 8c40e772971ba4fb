"""The atlas: for every lexicon and mode the best opener of all, with its proof or with bounds.

A folder keeps it::

    atlas.json          says that the folder is an atlas
    de5-off.json        what is known of one lexicon in one mode
    de5-off.txt         the tree of its best opener, as `salet tree verify` reads it
    de5-off-6.proof     what is settled of a proof within six guesses; gone once it is complete
    index.html          all of it as a page, which `salet atlas` writes

Every file is written whole or not at all, the tree before its record, so that the same call goes on
after any end of the last.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from importlib import resources
from pathlib import Path
from typing import Any

from salet._version import __version__
from salet.errors import InvalidError, InvalidLexiconError, InvalidTreeError, few
from salet.exact.objectives import Objective
from salet.exact.openers import OpenerProof
from salet.exact.solver import Solution, Solver
from salet.games.game import Game
from salet.games.position import Position
from salet.games.registry import make_game
from salet.games.rules import OFF, Rules
from salet.measures import total_of
from salet.storage import digest_of, write_whole
from salet.table import Step, open_table
from salet.tree import Head, TreeFile, read_tree
from salet.tree.verify import verified_text
from salet.view import Setting, View
from salet.words.files import note_repair
from salet.words.lexicon import Lexicon

MODES = (OFF, "nyt")
USUAL_CAP = 6

_FORMAT = 1
_MARK = "atlas.json"
_BUNDLED = resources.files("salet") / "data" / "atlas.json"
_AGAIN = "delete it, and build again"


@dataclass(frozen=True)
class Record:
    """Everything known of one lexicon in one mode.

    Attributes
    ----------
    lexicon
        name, id and sizes of the lists, and the rule with its version
    max_guesses
        how many guesses a game may take: six or, where no opener finds every answer within six,
        the least number that is not refuted
    opener, shown
        the first guess of the tree as it is played and as it is written; the first one in
        alphabetical order among those that are proven equally good
    lower_bound
        no strategy has a smaller total
    proven
        whether the total is the least of all openers
    histogram
        how many answers the tree finds with how many guesses
    least_worst
        the least number of guesses that is enough for every answer, where that is proven
    settled
        how many openers are settled
    seconds
        what the proof took, in all calls that ended by themselves
    salet
        the version that wrote the record
    """

    lexicon: dict[str, Any]
    language: str
    hard: str
    max_guesses: int = USUAL_CAP
    opener: str | None = None
    shown: str | None = None
    total: int | None = None
    lower_bound: int | None = None
    proven: bool = False
    histogram: dict[str, int] = field(default_factory=dict)
    least_worst: int | None = None
    settled: int = 0
    seconds: float = 0.0
    salet: str = __version__

    @property
    def name(self) -> str:
        """The lexicon and the mode, as files are named."""
        return f"{self.lexicon['name']}-{self.hard}"

    @property
    def mean(self) -> float | None:
        """Guesses per answer."""
        return None if self.total is None else self.total / int(self.lexicon["answers"])

    @property
    def worst(self) -> int | None:
        """The longest game of the tree."""
        return max(map(int, self.histogram), default=None)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return asdict(self) | {"mean": self.mean, "worst": self.worst}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Record:
        """Read what `to_dict` gives; `ValueError` or `TypeError` if it is no record."""
        known = cls(**{one.name: values[one.name] for one in fields(cls) if one.name in values})
        lengths = {int(length): int(count) for length, count in known.histogram.items()}
        if known.total is not None and known.total != total_of(lengths):
            raise ValueError("its total is not that of its games")
        if known.total is not None and sum(lengths.values()) != known.lexicon["answers"]:
            raise ValueError("its games are not as many as its answers")
        if known.proven and known.total != known.lower_bound:
            raise ValueError("it is called proven, but its bounds differ")
        return known

    def to_text(self) -> str:
        """Write the record, with a digest that tells a change."""
        body = _json(self.to_dict())
        return f'{{"digest": "{digest_of(body)}",\n"record": {body}}}\n'

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read what `to_text` wrote; `ValueError`, `KeyError` or `TypeError` if it is damaged."""
        whole = json.loads(text)
        values = dict(whole["record"])
        if whole["digest"] != digest_of(_json(values)):
            raise ValueError("its checksum does not match")
        return cls.from_dict(values)

    @property
    def place(self) -> tuple[Any, ...]:
        """Where it stands in a list: by language, length, name and mode."""
        words = self.lexicon
        return self.language, words["length"], words["name"], self.hard != OFF, self.hard


@dataclass(frozen=True)
class Limits:
    """The means that a proof may use.

    Attributes
    ----------
    jobs
        threads; 0 for one per core
    cluster
        the address of a Dask scheduler whose workers search instead
    seconds
        the time for each proof; one that takes longer keeps its bounds, and goes on next time
    worst
        whether the least worst case is proven, too
    """

    jobs: int = 0
    cluster: str | None = None
    seconds: float | None = None
    worst: bool = False


class Atlas:
    """A folder of records and trees."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if path.exists() and not path.is_dir():
            raise InvalidError(f"{path} is a file; an atlas is a folder")
        try:
            mark = json.loads((path / _MARK).read_bytes())
            sound = mark["format"] == _FORMAT
        except FileNotFoundError:
            raise InvalidError(
                f"{path} is not an atlas folder (no {_MARK}); create one with "
                f"salet atlas build {path}"
            ) from None
        except (OSError, ValueError, LookupError, TypeError) as error:
            raise InvalidError(f"cannot read {path / _MARK}: {error}; {_AGAIN}") from None
        if not sound:
            raise InvalidError(f"{path} is an atlas of another version of salet; choose another")

    @classmethod
    def create(cls, path: Path) -> Atlas:
        """Open an atlas, or begin one in a folder that is new or empty."""
        try:
            others = sorted(one.name for one in path.iterdir()) if path.is_dir() else []
        except OSError as error:
            raise InvalidError(f"cannot read {path}: {error.strerror}") from None
        if others and _MARK not in others:
            raise InvalidError(
                f"{path} is not an atlas folder: it contains {few(others)}; choose another folder"
            )
        if not others and not path.is_file():
            write_whole(path / _MARK, f'{{"format": {_FORMAT}}}\n'.encode())
        return cls(path)

    # --- what is known ---

    def records(self) -> list[Record]:
        """Return everything that is known, by language, length and mode."""
        files = [one for one in self.path.glob("*.json") if one.name != _MARK]
        return sorted(map(self._read, files), key=lambda record: record.place)

    def _read(self, path: Path) -> Record:
        try:
            record = Record.from_text(path.read_text(encoding="utf-8"))
            if record.name != path.stem:
                raise ValueError(f"it is the record of {record.name}")
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise InvalidError(f"{path} is damaged ({error}); {_AGAIN}") from None
        return record

    def tree(self, record: Record) -> TreeFile | None:
        """Return the tree of a record, if it has one."""
        path = self._file(record, ".txt")
        if record.total is None:
            return None
        try:
            found = read_tree(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, InvalidTreeError) as error:
            raise InvalidError(f"cannot read the tree {path}: {error}") from None
        if (found.tree.guess, found.tree.total) != (record.opener, record.total):
            raise InvalidError(f"the tree {path} is not that of its record; delete both")
        return found

    def _file(self, record: Record, ending: str) -> Path:
        return self.path / f"{record.name}{ending}"

    # --- proofs ---

    def build(
        self,
        names: Iterable[str | Lexicon],
        modes: Sequence[str] = MODES,
        limits: Limits | None = None,
        step: Step | None = None,
    ) -> Iterator[Record]:
        """Prove what is not proven, one lexicon after the other, and give each record.

        The first mode comes first for all lexicons. Ctrl-C keeps what is settled.
        """
        wanted = list(names)
        for hard in modes:
            for name in wanted:
                try:
                    game = make_game(lexicon=name)
                except InvalidLexiconError as error:
                    note_repair(f"left out {name}: {error}")
                else:
                    yield self._prove(game, hard, limits or Limits(), step)

    def _begin(self, game: Game, hard: str) -> Record:
        """Return what is known so far; refuse a record of other words."""
        language = game.lexicon.language
        new = Record(game.summary(), "en" if language is None else language.code, hard)
        path = self._file(new, ".json")
        if not path.exists():
            return new
        known = self._read(path)
        if known.proven and not self._file(new, ".txt").exists():
            known = replace(known, proven=False)  # it needs its tree, too
        other = [name for name, value in new.lexicon.items() if known.lexicon.get(name) != value]
        if other:
            raise InvalidError(
                f"{path} is of other words or another rule: its {', '.join(other)} "
                f"{'differs' if len(other) == 1 else 'differ'}; delete it, or choose another folder"
            )
        return known

    def _prove(self, game: Game, hard: str, limits: Limits, step: Step | None) -> Record:
        record = self._begin(game, hard)
        while not record.proven:
            cap = record.max_guesses
            view = _view(game, Rules(cap, hard))
            began = time.monotonic()
            proof = self._run(record, view, "mean", limits, step)
            if proof.proven and not proof.best:
                record = replace(record, max_guesses=cap + 1, settled=0)
            else:
                record = self._solved(record, view, proof, limits)
            record = self._keep(replace(record, salet=__version__), began)
            if not proof.proven:
                break
            self._file(record, f"-{cap}.proof").unlink(missing_ok=True)
        if limits.worst and record.proven and record.least_worst is None:
            record = self._least_worst(game, record, limits, step)
        return record

    def _run(
        self, record: Record, view: View, objective: str, limits: Limits, step: Step | None
    ) -> OpenerProof:
        """Settle all openers, as far as the time goes."""
        label = f"{record.lexicon['name']} {record.hard} {objective}:"
        proof = OpenerProof(view, Objective.read(objective))
        what = view.rules.max_guesses if objective == "mean" else objective
        end = time.monotonic() + (math.inf if limits.seconds is None else limits.seconds)
        proof.run(
            jobs=limits.jobs,
            cluster=limits.cluster,
            checkpoint=self._file(record, f"-{what}.proof"),
            step=None if step is None else lambda *far: step(far[0], far[1], f"{label} {far[2]}"),
            seconds=limits.seconds,
        )
        if not proof.proven and time.monotonic() < end:
            raise KeyboardInterrupt  # which the proof has heard, and ended in order
        return proof

    def _solved(self, record: Record, view: View, proof: OpenerProof, limits: Limits) -> Record:
        """Write the tree of the best opener, and say what is known."""
        seconds = None if proof.proven else limits.seconds
        words = view.game.lexicon
        first = words.guess_index(proof.best[0][0]) if proof.best else proof.waiting()[0]
        solver = Solver(view, proof.objective, seconds=seconds, jobs=limits.jobs)
        solution = solver.solve(first)
        if solver.interrupted:
            raise KeyboardInterrupt
        if proof.proven and solution.value != proof.best[0][1]:
            raise InvalidError(
                f"the proof of {record.name} in {self.path} contains wrong values; delete it"
            )
        known = replace(record, settled=len(proof.settled), lower_bound=proof.lower_bound)
        if solution.tree is None or solution.total is None:
            return known
        if record.total is not None and record.total <= solution.total and not proof.proven:
            return known  # an earlier call has found as good a tree
        self._keep_tree(record, view, solution)
        return replace(
            known,
            opener=solution.opener,
            shown=words.shown(solution.opener),
            total=solution.total,
            proven=proof.proven,
            histogram={str(length): count for length, count in solution.histogram.items()},
        )

    def _keep_tree(self, record: Record, view: View, solution: Solution) -> None:
        assert solution.tree is not None
        head = Head.of(
            view.game,
            view.rules,
            position=view.position,
            total=solution.total,
            proven=solution.proven,
        )
        text = verified_text(TreeFile(head, solution.tree, view.game))
        write_whole(self._file(record, ".txt"), text.encode())

    def _least_worst(self, game: Game, record: Record, limits: Limits, step: Step | None) -> Record:
        """Prove how many guesses are enough for every answer."""
        worst, began = record.worst or 1, time.monotonic()
        least: int | None = worst
        if worst > 1:
            view = _view(game, Rules(worst - 1, record.hard))
            proof = self._run(record, view, "worst", limits, step)
            fewer = [value for _, value in proof.best]
            least = min([*fewer, worst]) if proof.proven else None
        record = self._keep(replace(record, least_worst=least), began)
        if least is not None:
            self._file(record, "-worst.proof").unlink(missing_ok=True)
        return record

    def _keep(self, record: Record, began: float) -> Record:
        """Write a record, with the seconds since `began` added to its own."""
        record = replace(record, seconds=round(record.seconds + time.monotonic() - began, 1))
        write_whole(self._file(record, ".json"), record.to_text().encode())
        return record


def bundled_records() -> list[Record]:
    """Return the records that come with the package."""
    values = json.loads(_BUNDLED.read_text(encoding="utf-8"))["records"]
    return [Record.from_dict(one) for one in values]


def _view(game: Game, rules: Rules) -> View:
    return Setting.of(open_table(game), rules).view(Position())


def _json(values: dict[str, Any]) -> str:
    return json.dumps(values, ensure_ascii=False)
