"""A whole strategy written out: every guess for every reply, and what a file claims about it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from salet.errors import InvalidError, InvalidTreeError, counted, under
from salet.games.game import Game, Reply
from salet.games.position import Position
from salet.games.registry import game_from_text
from salet.games.rules import Rules
from salet.games.wordle import Wordle
from salet.words.lexicon import Lexicon


@lru_cache(maxsize=64)
def game_of(name: str | None, rule: str | None, guess: str) -> Game:
    """Return the game that a tree is for, by its head and its first guess.

    Of Wordle only the length of the words is known, which is enough to read and check patterns.
    A game in a person's own file has to be given by hand: a tree must not run programs.
    """
    if rule is None or rule == Wordle.rule:
        return Wordle(Lexicon.of_codes(name or "a tree", [guess or "?"]))
    try:
        game = game_from_text(name or "", files=False)
    except InvalidError:
        game = None
    if game is None or game.rule != rule:
        raise InvalidTreeError(
            f"the tree is for {name} with the rule {rule}; say which game that is"
        )
    return game


@dataclass(frozen=True, slots=True)
class Line:
    """The turns that lead to one answer, as a file tells it, or why they cannot be read.

    Attributes
    ----------
    where
        the place in the file, for people: a line number, or the position in a nested form
    position
        every guess with its reply; the last guess is the answer
    problem
        why there is no position to speak of; empty if there is one
    """

    where: str
    position: Position = field(default_factory=Position)
    problem: str = ""

    @property
    def answer(self) -> str:
        """The word the line ends with."""
        return self.position.turns[-1].guess

    def error(self, problem: str) -> InvalidTreeError:
        """Make the error that names this place."""
        return InvalidTreeError(f"{self.where}: {problem}")

    def lie(self, game: Game) -> str | None:
        """Say which reply is not the true one, or return None."""
        for turn in self.position:
            true = game.turn_for(turn.guess, self.answer)
            if turn != true:
                return f"{turn} is not the pattern for {self.answer}, which is {true.reply}"
        return None


@dataclass
class Tree:
    """A guess, and what follows each reply; the answer itself has no branch."""

    guess: str
    branches: dict[Reply, Tree] = field(default_factory=dict)
    solves: bool = False
    """Whether the guess is itself the answer of one line."""

    @property
    def size(self) -> int:
        """The number of answers that the tree solves."""
        return self.solves + sum(branch.size for branch in self.branches.values())

    @property
    def height(self) -> int:
        """The number of guesses in the worst case."""
        return 1 + max((branch.height for branch in self.branches.values()), default=0)

    @property
    def total(self) -> int:
        """The number of guesses for all answers together."""
        return self.size + sum(branch.total for branch in self.branches.values())

    @property
    def answers(self) -> Iterator[str]:
        """Every answer the tree solves."""
        if self.solves:
            yield self.guess
        for branch in self.branches.values():
            yield from branch.answers

    def largest_first(self) -> list[tuple[Reply, Tree]]:
        """Return the branches as people look at them: by size, equal ones by reply."""
        return sorted(self.branches.items(), key=lambda item: (-item[1].size, item[0].code))

    @classmethod
    def from_lines(cls, lines: Iterable[Line]) -> Tree:
        """Put a tree together; an `InvalidTreeError` names the first place that is wrong."""
        tree: Tree | None = None
        for line in lines:
            if line.problem:
                raise line.error(line.problem)
            if tree is None:
                tree = cls(line.position.turns[0].guess)
            tree._insert(line)
        if tree is None:
            raise InvalidTreeError("the tree is empty")
        return tree

    def _insert(self, line: Line) -> None:
        node, turns = self, line.position.turns
        for turn, later in zip(turns, (*turns[1:], None), strict=True):
            if node.guess != turn.guess:
                raise line.error(f"plays {turn.guess} where another line plays {node.guess}")
            if later is not None:
                node = node.branches.setdefault(turn.reply, Tree(later.guess))
        if node.solves:
            raise line.error(f"{line.answer} has a line already")
        node.solves = True

    def lines(self, answers: Iterable[str], game: Game | None = None) -> Iterator[Position]:
        """Play each answer down the tree; without a game, the tree is one of Wordle."""
        game = game_of(None, None, self.guess) if game is None else game
        for answer in answers:
            position, node = Position(), self
            while True:
                turn = game.turn_for(node.guess, answer)
                position = position.after(turn.guess, turn.reply)
                if turn.reply.solved:
                    break
                if turn.reply not in node.branches:
                    raise InvalidTreeError(f"the tree has no guess after {position} for {answer}")
                node = node.branches[turn.reply]
            yield position

    def to_text(
        self, answers: Iterable[str], remarks: Iterable[str] = (), game: Game | None = None
    ) -> str:
        """Write the text form."""
        head = "".join(f"# {remark}\n" for remark in remarks)
        return head + "".join(f"{line}\n" for line in self.lines(answers, game))

    def at(self, position: Position) -> Tree | None:
        """Return what follows `position`, or None if the tree does not come there."""
        node: Tree | None = self
        for turn in position:
            if node is None or node.guess != turn.guess:
                return None
            node = node.branches.get(turn.reply)
        return node


@dataclass(frozen=True, slots=True)
class Head:
    """The claims of a file, each of them optional; `salet.tree.verify` holds the file to it.

    Attributes
    ----------
    lexicon, id, rule
        the game the tree is for: its name, the hash of its words, the rule of its replies
    hard, max_guesses
        the rules that it keeps
    position
        the turns before its first guess
    total
        guesses for all answers together, those of `position` not counted
    proven
        whether a search has proven that no tree with this first guess has a smaller total
    """

    lexicon: str | None = None
    id: str | None = None
    rule: str | None = None
    hard: str | None = None
    max_guesses: int | None = None
    position: Position = field(default_factory=Position)
    total: int | None = None
    proven: bool = False

    @property
    def game_rule(self) -> str:
        """The rule of the replies: that of Wordle unless it is named."""
        return self.rule or Wordle.rule

    @classmethod
    def of(
        cls,
        game: Game | Lexicon,
        rules: Rules,
        *,
        position: Position,
        total: int | None,
        proven: bool = False,
    ) -> Head:
        """Claim that a tree is for this game and these rules; a lexicon means Wordle."""
        lexicon, rule = (game.lexicon, game.rule) if isinstance(game, Game) else (game, None)
        name, told = " ".join(lexicon.name.split()), None if rule == Wordle.rule else rule
        hard = str(rules.hard)
        return cls(name, lexicon.id, told, hard, rules.max_guesses, position, total, proven)

    def having(self, name: str, value: object, game: Game | None = None) -> Head:
        """Return the head with one more field, from text or JSON; other names are remarks."""
        if name not in self.__dataclass_fields__:
            return self
        with under(name, InvalidTreeError):
            if not isinstance(value, str | int):
                raise InvalidTreeError("must be a single value")
            return replace(self, **{name: _read_field(name, str(value), game)})

    def fields(self) -> dict[str, str | int]:
        """Return what is claimed, as `having` reads it back."""
        fields: dict[str, str | int | None] = {
            "lexicon": self.lexicon,
            "id": self.id,
            "rule": self.rule,
            "hard": self.hard,
            "max_guesses": self.max_guesses,
            "position": str(self.position) or None,
            "total": self.total,
            "proven": "true" if self.proven else None,
        }
        return {name: value for name, value in fields.items() if value is not None}

    def rules(self, default: Rules) -> Rules:
        """Return the rules that the tree claims to keep, `default` where it is silent."""
        return Rules(
            default.max_guesses if self.max_guesses is None else self.max_guesses,
            default.hard if self.hard is None else self.hard,
        )

    def conditions(self) -> str:
        """Say for what the tree was made, as far as it is known."""
        facts = []
        if self.lexicon is not None:
            kind = "lexicon" if self.rule is None else "game"
            facts.append(f"{kind} {self.lexicon}" + (f" (id {self.id})" if self.id else ""))
        if self.hard is not None:
            facts.append(f"hard mode {self.hard}")
        if self.max_guesses is not None:
            facts.append(f"at most {counted(self.max_guesses, 'guess')}")
        return ", ".join(facts)


def _read_field(name: str, text: str, game: Game | None) -> Any:
    match name:
        case "max_guesses":
            return Rules(_number(text)).max_guesses  # refuses none at all
        case "position":
            return Position.from_text(text) if game is None else game.position(text)
        case "total":
            return _number(text)
        case "hard":
            return text if game is None else (game.mode(text) and text)
        case "proven":
            if text.lower() not in ("true", "false"):
                raise InvalidTreeError(f"{text!r} is neither true nor false")
            return text.lower() == "true"
    return text


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 15:
        raise InvalidTreeError(f"{text!r} is not a whole number")
    return int(text)


@dataclass(frozen=True)
class TreeFile:
    """A head and its tree. `salet.tree.forms` reads and writes it."""

    head: Head
    tree: Tree
    given: Game | None = field(default=None, repr=False, compare=False)
    """The game, where it is known; else the head tells."""

    @cached_property
    def game(self) -> Game:
        """The game of the tree; of Wordle perhaps only the length of the words."""
        if self.given is not None:
            return self.given
        return game_of(self.head.lexicon, self.head.rule, self.tree.guess)

    def at(self, position: Position) -> Tree | None:
        """Return what follows `position`, counted from the start of the game."""
        before = len(self.head.position)
        if position.turns[:before] != self.head.position.turns:
            return None
        return self.tree.at(Position(position.turns[before:]))

    def below(self, position: Position) -> TreeFile:
        """Return the tree that follows `position`; no position is the whole tree."""
        if len(position) == 0:
            return self
        tree = self.at(position)
        if tree is None:
            before = f"{self.head.position} " if len(self.head.position) else ""
            raise InvalidError(
                f"the tree does not reach {position}; it begins with {before}{self.tree.guess}"
            )
        return TreeFile(replace(self.head, position=position, total=tree.total), tree, self.given)

    def caption(self) -> str:
        """Say in one line what the tree is; guesses before it are not counted.

        >>> TreeFile(Head(), Tree("aab", solves=True)).caption()
        'aab: 1 answer, total 1, mean 1.0000, worst 1'
        """
        size, total = self.tree.size, self.tree.total
        proven = f" (proven least for {self.tree.guess})" if self.head.proven else ""
        after = f" after {self.head.position}" if len(self.head.position) else ""
        return (
            f"{self.tree.guess}{after}: {counted(size, 'answer')}, "
            f"total {total:,}{proven}, mean {total / size:.4f}, worst {self.tree.height}"
        )


class Choice(NamedTuple):
    """One of the guesses to play at a position: how often, and what follows each reply.

    A reply that leaves one answer has no branch: the answer follows.
    """

    weight: int
    guess: str
    branches: dict[str, list[Choice]]

    @classmethod
    def read(cls, told: Any) -> list[Choice]:
        """Read choices from JSON: lists of weight, guess and branches."""
        choices = []
        for weight, guess, branches in told:
            if not isinstance(weight, int) or weight < 1 or not isinstance(guess, str):
                raise ValueError(f"{weight!r} {guess!r} is no choice")
            below = {reply: cls.read(choices) for reply, choices in branches.items()}
            choices.append(cls(weight, guess, below))
        return choices


@dataclass(frozen=True)
class Mixtures:
    """The play of both sides of a duel: a setter mixes answers, a guesser mixes trees.

    Attributes
    ----------
    setter
        answer -> how often it is set, in integer proportion; others are never set
    guesser
        what to play at the start, and so on; in a game with a symmetry, after a random exchange
    lower, upper
        the value of the game is at least and at most this; `salet.exact.duel` proves it
    """

    game: Game
    rules: Rules
    setter: Mapping[str, int]
    guesser: Sequence[Choice] = field(repr=False)
    lower: Fraction
    upper: Fraction

    def at(self, position: Position) -> Sequence[Choice]:
        """Return the guesser's choices at a position; none if it does not come there."""
        choices = self.guesser
        for turn in position:
            played = [choice for choice in choices if choice.guess == turn.guess]
            choices = played[0].branches.get(turn.reply.to_text(), []) if played else []
        return choices

    def to_text(self) -> str:
        """Write the JSON form."""
        told = {
            "lexicon": self.game.name,
            "game": self.game.id,
            "hard": str(self.rules.hard),
            "max_guesses": self.rules.max_guesses,
            "lower": str(self.lower),
            "upper": str(self.upper),
            "setter": dict(self.setter),
            "guesser": self.guesser,
        }
        return json.dumps(told, separators=(",", ":"))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        total = sum(choice.weight for choice in self.guesser)
        return {
            "lexicon": self.game.summary(),
            "hard": str(self.rules.hard),
            "max_guesses": self.rules.max_guesses,
            "lower_bound": float(self.lower),
            "upper_bound": float(self.upper),
            "setter": dict(self.setter),
            "openers": {choice.guess: choice.weight / total for choice in self.guesser},
        }
