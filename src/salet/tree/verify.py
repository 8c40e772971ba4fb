"""Replaying a tree with the plain rule alone, and counting again.

Nothing here comes from the search that made the tree: only the readable rule of the game.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from salet.errors import InvalidTreeError, SaletError, few
from salet.games.game import Game
from salet.games.position import Position
from salet.games.registry import make_game
from salet.games.rules import Rules
from salet.tree.forms import CHANGED, Source, read_source, write_text
from salet.tree.model import Choice, Head, Line, Mixtures, TreeFile
from salet.words.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a replay of every answer."""

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


def verify(
    text: str | Source,
    game: Game | Lexicon | str,
    rules: Rules | None = None,
    position: Position | None = None,
) -> Verdict:
    """Replay every answer of a tree, in text or JSON.

    A tree is valid if every answer of the game has one line, every reply is the true one,
    every guess is allowed, the same position is always followed by the same guess, and what its
    head says is true.

    Parameters
    ----------
    text
        the tree, not its file
    game
        a `Game`; words, or the name of a lexicon, mean Wordle with them
    rules
        what it must keep to, beside the rules that its head names
    position
        where it begins; the answers are then those that the position leaves
    """
    game = make_game(game)
    rules = Rules() if rules is None else rules
    source = read_source(text, game) if isinstance(text, str) else text
    start = Position() if position is None else position
    replay = _Replay(game, (rules, source.head.rules(rules)), start)
    problems = [*_false_claims(source.head, game, start)]
    last = None if problems else source.last  # a whole tree of another game is not cut short
    for line in source.lines:
        problems.extend(f"{line.where}: {problem}" for problem in replay.problems_of(line))
    problems.extend(replay.missing(last, alone=not problems))
    lengths = replay.lengths
    total = sum(lengths.values())
    if not problems and source.head.total not in (None, total):
        problems.append(f"the head says total {source.head.total:,}; the answers make {total:,}")
    if not problems and source.changed:
        problems.append(CHANGED)
    return Verdict(
        total,
        max(lengths.values(), default=0),
        dict(sorted(Counter(lengths.values()).items())),
        len(lengths),
        tuple(problems),
    )


def verified_text(file: TreeFile) -> str:
    """Return the text form of a tree that was just made, after a replay of every answer."""
    text = write_text(file)
    verdict = verify(text, file.game, file.head.rules(Rules()), file.head.position)
    if not verdict.valid:
        raise RuntimeError(f"the tree of {file.game.name} is wrong: {few(verdict.problems)}")
    return text


def _false_claims(head: Head, game: Game, start: Position) -> Iterator[str]:
    lexicon = game.lexicon
    claimed = head.rule is not None or head.id is not None
    if claimed and head.game_rule != game.rule:
        yield f"the head says rule {head.game_rule}, not {game.rule}"
    if head.id is not None and head.id != lexicon.id:
        yield (
            f"the head says lexicon {head.lexicon} (id {head.id}), "
            f"not {lexicon.name} (id {lexicon.id})"
        )
    if head.position != start:
        yield f"the tree begins {_after(head.position)}, not {_after(start)}"


class _Replay:
    """The answers seen so far, and which guess followed each position."""

    def __init__(self, game: Game, rules: tuple[Rules, ...], start: Position) -> None:
        self.lengths: dict[str, int] = {}
        self._game = game
        self._rules = dict.fromkeys(rules)
        self._start = start
        self._played: dict[Position, str] = {}
        self._refused: set[str] = set()

    def problems_of(self, line: Line) -> Iterator[str]:
        """Replay one answer."""
        problem = line.problem or self._objection(line) or line.lie(self._game)
        if problem:
            if not line.problem:
                self._refused.add(line.answer)
            yield problem
            return
        if line.answer in self.lengths:
            yield f"{line.answer} has a line already"
        self.lengths[line.answer] = len(line.position)
        for before, guess in _steps(line.position):
            other = self._played.setdefault(before, guess)
            if other != guess:
                yield f"plays {guess} where another line plays {other}"

    def _objection(self, line: Line) -> str | None:
        """Say which word or guess is not allowed, or return None."""
        try:
            self._game.lexicon.answer_index(line.answer)
            for before, guess in _steps(line.position):
                self._game.lexicon.guess_index(guess)
                for rules in self._rules:
                    self._game.check(guess, Position(self._start.turns + before.turns), rules)
        except SaletError as error:
            return str(error)
        if not self._game.fits(line.answer, self._start):
            return f"{line.answer} is not possible after {self._start}"
        length = len(self._start) + len(line.position)
        if any(length > rules.max_guesses for rules in self._rules):
            return f"{line.answer} takes {length} guesses"
        return None

    def missing(self, last: Line | None, *, alone: bool) -> Iterator[str]:
        """Name answers that have no line, and where the file or the first of them gets lost.

        `last` is the last line of a text; `alone`, whether nothing else is wrong with it.
        """
        known = self.lengths.keys() | self._refused
        answers = [
            answer
            for answer in self._game.answers
            if answer not in known and self._game.fits(answer, self._start)
        ]
        if not answers:
            return
        position = Position()
        while position in self._played and not position.solved:
            guess = self._played[position]
            position = position.after(guess, self._game.turn_for(guess, answers[0]).reply)
        lost = f" (for {answers[0]} it ends {_after(position)})" if len(position) else ""
        if last is not None and not last.problem:
            # Written in the order of the alphabet, a tree that lacks its end lacks the last ones.
            if answers[0] > max(known):
                yield f"{last.where}: the file is cut short after it"
            elif alone:
                lost += f"; the file ends with {last.where}"
        yield f"no line for {few(answers)}{lost}"


def _steps(position: Position) -> Iterator[tuple[Position, str]]:
    for place, turn in enumerate(position):
        yield Position(position.turns[:place]), turn.guess


def _after(position: Position) -> str:
    return f"after {position}" if len(position) else "at the start"


def replay_mixture(mixtures: Mixtures) -> dict[str, Fraction]:
    """Return how many guesses the guesser's mixture takes for each answer on average.

    In a game with a symmetry, for answers that it exchanges, the mean over all of them. An
    `InvalidTreeError` tells which guess is not allowed, or which answer is not found in time.
    """
    game, rules = mixtures.game, mixtures.rules
    lengths: dict[str, Fraction] = defaultdict(Fraction)

    def follow(
        choices: Sequence[Choice], answers: Sequence[str], position: Position, share: Fraction
    ) -> None:
        """Add the guesses from a position on that is reached with a chance of `share`."""
        if len(position) >= rules.max_guesses:
            raise InvalidTreeError(f"{answers[0]} is not found by {position}")
        if not choices and len(answers) > 1:
            raise InvalidTreeError(f"there is no guess for {answers[0]} {_after(position)}")
        choices = choices or [Choice(1, answers[0], {})]
        total = sum(choice.weight for choice in choices)
        for choice in choices:
            game.lexicon.guess_index(choice.guess)
            game.check(choice.guess, position, rules)
            part = share * choice.weight / total
            groups = defaultdict(list)
            for answer in answers:
                lengths[answer] += part
                groups[game.reply(choice.guess, answer)].append(answer)
            for code, group in groups.items():
                reply = game.replies[code]
                if not reply.solved:
                    below = choice.branches.get(reply.to_text(), [])
                    follow(below, group, position.after(choice.guess, reply), part)

    follow(mixtures.guesser, game.answers, Position(), Fraction(1))
    kinds = defaultdict(list)
    for answer in game.answers:
        kinds[game.kind(answer)].append(lengths[answer])
    means = {kind: sum(each) / len(each) for kind, each in kinds.items()}
    return {answer: Fraction(means[game.kind(answer)]) for answer in game.answers}
