"""A whole strategy written out: every guess for every pattern.

The text form has one line per answer, guess and pattern in turn, in the notation of positions::

    salet:-y--y train:ggggg

A line that begins with ``#`` is a remark. The lines may stand in any order.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from salet.errors import InvalidError, SaletError
from salet.patterns import Pattern, pattern_of
from salet.position import Position, Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from salet.lexicon import Lexicon
    from salet.rules import Rules


class InvalidTreeError(InvalidError):
    """The text is not a tree, or lies about a pattern; the message names the line."""


@dataclass
class Tree:
    """A guess, and what follows each pattern; the answer itself has no branch."""

    guess: str
    branches: dict[Pattern, Tree] = field(default_factory=dict)
    solves: bool = False
    """Whether the guess is itself the answer of one line."""

    @property
    def size(self) -> int:
        """How many answers the tree solves."""
        return self.solves + sum(branch.size for branch in self.branches.values())

    @property
    def total(self) -> int:
        """How many guesses it takes for all its answers together."""
        return self.solves + sum(branch.total + branch.size for branch in self.branches.values())

    @property
    def height(self) -> int:
        """How many guesses it takes at worst."""
        return 1 + max((branch.height for branch in self.branches.values()), default=0)

    @classmethod
    def grow(
        cls, candidates: Sequence[str], position: Position, choose: Callable[[Position], str]
    ) -> Tree:
        """Write out the strategy that `choose` plays on `candidates` after `position`."""
        tree = cls(choose(position))
        groups: dict[Pattern, list[str]] = {}
        for answer in candidates:
            groups.setdefault(pattern_of(tree.guess, answer), []).append(answer)
        for pattern, group in sorted(groups.items(), key=lambda item: item[0].code):
            if pattern.solved:
                tree.solves = True
            else:
                tree.branches[pattern] = cls.grow(
                    group, position.after(tree.guess, pattern), choose
                )
        return tree

    @classmethod
    def from_text(cls, text: str) -> Tree:
        """Read the text form; an `InvalidTreeError` names the first line that is wrong."""
        tree: Tree | None = None
        for number, line in _lines(text):
            try:
                turns = Position.from_text(line).turns
            except SaletError as error:
                raise InvalidTreeError(f"line {number}: {error}") from None
            if not turns or not turns[-1].pattern.solved:
                raise InvalidTreeError(f"line {number} does not end with its answer, all green")
            if tree is None:
                tree = cls(turns[0].guess)
            tree._insert(turns, number)
        if tree is None:
            raise InvalidTreeError("the tree is empty")
        return tree

    def _insert(self, turns: tuple[Turn, ...], number: int) -> None:
        node = self
        for turn, later in zip(turns, (*turns[1:], None), strict=True):
            if node.guess != turn.guess:
                raise InvalidTreeError(
                    f"line {number} plays {turn.guess} where another line plays {node.guess}"
                )
            if later is None:
                node.solves = True
            else:
                node = node.branches.setdefault(turn.pattern, Tree(later.guess))

    def lines(self, answers: Iterable[str]) -> Iterator[Position]:
        """Play each answer down the tree."""
        for answer in answers:
            position, node = Position(), self
            while True:
                pattern = pattern_of(node.guess, answer)
                position = position.after(node.guess, pattern)
                if pattern.solved:
                    break
                if pattern not in node.branches:
                    raise InvalidTreeError(f"the tree has no guess after {position} for {answer}")
                node = node.branches[pattern]
            yield position

    def to_text(self, answers: Iterable[str], remarks: Iterable[str] = ()) -> str:
        """Write the text form."""
        head = "".join(f"# {remark}\n" for remark in remarks)
        return head + "".join(f"{line}\n" for line in self.lines(answers))

    def next_guess(self, position: Position) -> str | None:
        """Return the guess after `position`, or None if the tree does not come there."""
        node: Tree | None = self
        for turn in position:
            if node is None or node.guess != turn.guess:
                return None
            node = node.branches.get(turn.pattern)
        return None if node is None else node.guess


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a replay of every answer found."""

    total: int
    worst: int
    histogram: dict[int, int]
    answers: int
    problems: tuple[str, ...]

    @property
    def valid(self) -> bool:
        """Whether the tree solves every answer by the rules, and says the truth."""
        return not self.problems

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "valid": self.valid,
            "total": self.total,
            "mean": self.total / self.answers if self.answers else None,
            "worst": self.worst,
            "histogram": {str(length): count for length, count in self.histogram.items()},
            "answers": self.answers,
            "problems": list(self.problems),
        }


def verify(text: str, lexicon: Lexicon, rules: Rules) -> Verdict:
    """Replay every line of a tree with the plain rule alone, and count again.

    Shares no code with the search: only `pattern_of` and `Rules.objection`. A tree is valid if
    every answer of the lexicon has one line, every pattern is the true one, every guess is
    allowed, and the same position is always followed by the same guess.
    """
    problems: list[str] = []
    played: dict[str, str] = {}
    lengths: dict[str, int] = {}
    for number, line in _lines(text):
        try:
            position = Position.from_text(line)
            answer = position.turns[-1].guess
            _check_line(position, answer, lexicon, rules)
        except (SaletError, IndexError) as error:
            problems.append(f"line {number}: {error}")
            continue
        if answer in lengths:
            problems.append(f"line {number}: {answer} has a line already")
        lengths[answer] = len(position)
        for place, turn in enumerate(position):
            before = str(Position(position.turns[:place]))
            if played.setdefault(before, turn.guess) != turn.guess:
                problems.append(
                    f"line {number} plays {turn.guess} where another line plays {played[before]}"
                )
    missing = [answer for answer in lexicon.answers if answer not in lengths]
    if missing:
        more = f" and {len(missing) - 3:,} more" if len(missing) > 3 else ""
        problems.append(f"no line for {', '.join(missing[:3])}{more}")
    histogram = dict(sorted(Counter(lengths.values()).items()))
    return Verdict(
        sum(lengths.values()),
        max(lengths.values(), default=0),
        histogram,
        len(lengths),
        tuple(problems),
    )


def _check_line(position: Position, answer: str, lexicon: Lexicon, rules: Rules) -> None:
    lexicon.answer_index(answer)
    for place, turn in enumerate(position):
        lexicon.guess_index(turn.guess)
        true = pattern_of(turn.guess, answer)
        if turn.pattern != true:
            raise InvalidTreeError(f"{turn} is not the pattern for {answer}, which is {true}")
        rules.check(turn.guess, Position(position.turns[:place]))
    if len(position) > rules.max_guesses:
        raise InvalidTreeError(f"{answer} takes {len(position)} guesses")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line
