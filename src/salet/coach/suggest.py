"""What to guess next, with the numbers that say why."""

from __future__ import annotations

import operator
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from salet.coach.estimates import Values
from salet.coach.reasons import Suggestion, describe
from salet.coach.values import MOST_CANDIDATES, SMALL, compiled_can, compiled_search, values_of
from salet.coach.wider import newer_answers, unlisted_guesses, widened, with_words
from salet.errors import InconsistentHistoryError, InvalidError, RepairWarning, SaletError
from salet.games.game import Game
from salet.games.position import Position
from salet.games.registry import make_game
from salet.games.rules import OFF, Rules
from salet.notebook import html_table
from salet.strategies.base import Strategy
from salet.strategies.registry import make_strategy
from salet.table import Progress, StoredTable, open_table
from salet.view import Setting, View
from salet.words.frequencies import UNIFORM, Frequencies
from salet.words.lexicon import TODAY_LEXICON, Lexicon

BY_VALUE = "expected guesses"
_FEW = 20
"""Of so few candidates, words that are missing from the list would be missed."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Ranked guesses for one position."""

    game: Game
    rules: Rules
    position: Position
    strategy: str
    suggestions: tuple[Suggestion, ...]
    candidates: tuple[str, ...]
    probabilities: tuple[float, ...]
    note: str = ""
    """What to know first: that no guess is left, that other words are looked at, or lacking."""

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game."""
        return self.game.lexicon

    @property
    def solved(self) -> bool:
        """Whether the answer has been found, so nothing is left to suggest."""
        return any(turn.reply.solved for turn in self.position)

    @property
    def exact(self) -> bool:
        """Whether the expected guesses are exact."""
        return bool(self.suggestions) and all(s.exact for s in self.suggestions)

    def _repr_html_(self) -> str:
        rows = [
            (
                *(self.lexicon.shown(s.guess), "yes" if s.candidate else ""),
                f"{'' if s.exact else '~'}{s.expected_guesses:.3f}",
                *(f"{s.bits:.3f}", f"{s.expected_group:.2f}", s.largest_group, s.groups),
            )
            for s in self.suggestions
        ]
        heads = ("guess", "answer?", "guesses", "bits", "leaves", "at most", "groups")
        return f"{self.position._repr_html_()}{html_table(heads, rows)}"

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "lexicon": self.game.summary(),
            "hard": str(self.rules.hard),
            "max_guesses": self.rules.max_guesses,
            "position": str(self.position),
            "strategy": self.strategy,
            "solved": self.solved,
            "exact": self.exact,
            "note": self.note or None,
            "suggestions": [one.to_dict() for one in self.suggestions],
            "candidates": [
                {"word": word, "probability": probability, "shown": self.lexicon.shown(word)}
                for word, probability in zip(self.candidates, self.probabilities, strict=True)
            ],
        }


@dataclass(frozen=True)
class Advisor:
    """Gives advice on one game; keeps what does not change from one position to the next.

    Attributes
    ----------
    strategy
        what ranks the guesses; None to rank them by expected guesses
    exact
        whether to search for exact values: None where that is quick, True always, False never
    """

    setting: Setting
    strategy: Strategy | None = None
    prior: str = UNIFORM
    frequencies: Frequencies | None = None
    exact: bool | None = None

    @classmethod
    def of(
        cls,
        game: Game | Lexicon | str = TODAY_LEXICON,
        rules: Rules | None = None,
        strategy: Strategy | str | None = None,
        *,
        prior: str = UNIFORM,
        frequencies: Frequencies | None = None,
        exact: bool | None = None,
        progress: Progress | None = None,
    ) -> Advisor:
        """Make an advisor; names are looked up, and a lexicon means Wordle with it."""
        player = None if strategy is None else make_strategy(strategy)
        setting = Setting.of(open_table(game, progress), rules, prior, frequencies)
        return cls(setting, player, prior, frequencies, exact)

    @property
    def game(self) -> Game:
        """What may be guessed, what may be hidden, and what is replied."""
        return self.setting.game

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game."""
        return self.setting.lexicon

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.setting.rules

    def prepare(self) -> None:
        """Load the compiled search, which is quicker where many questions are to come.

        Nothing happens where it would first have to be compiled, or does not serve.
        """
        from salet.exact.search import needs_compiling

        view = self.setting.start()
        if isinstance(view.table, StoredTable) and not needs_compiling(self.game, self.rules.hard):
            view.table.prepare()
            few = replace(view, candidates=view.candidates[:_FEW])
            compiled_search(view).total(few)

    def knowing(self, *, answers: Iterable[str] = (), allowed: Iterable[str] = ()) -> Advisor:
        """Return an advisor on the same game with more words."""
        table = with_words(self.setting.table, answers=answers, allowed=allowed)
        setting = Setting.of(table, self.rules, self.prior, self.frequencies)
        return replace(self, setting=setting)

    def admitting(self, position: Position) -> Advisor:
        """Return an advisor that knows the guesses of `position`, where a wider list has them."""
        unlisted = unlisted_guesses(self.game, (turn.guess for turn in position))
        return self.knowing(allowed=unlisted) if unlisted else self

    def view(self, position: Position, without: Iterable[str] = ()) -> tuple[View, str]:
        """Look at a position, in a wider list if need be; say so if it was.

        The words `without`, which the game rejects as guesses, are not its answer either.
        """
        without = set(without)
        try:
            view = _leave_out(self.setting.view(position), without)
            if len(view.candidates):
                return view, ""
        except InconsistentHistoryError:
            pass
        wide, note = widened(self.setting, position, self.prior, self.frequencies, without)
        return _leave_out(wide.view(position), without), note

    def advise(self, position: Position, top: int = 10, without: Iterable[str] = ()) -> Advice:
        """Rank the legal guesses after `position`, leaving out the words `without`."""
        if top < 1:
            raise InvalidError(f"top must be 1 or more, not {top}")
        for place, turn in enumerate(position):
            note_broken_rule(self.game, turn.guess, Position(position.turns[:place]), self.rules)
        view, note = self.admitting(position).view(position, without)
        solved = any(turn.reply.solved for turn in position)
        if not note and not solved and len(view.candidates) <= _FEW:
            note = newer_answers(self.game, position, {*without})
        if not solved and view.guesses_left <= 0:
            over = f"all {self.rules.max_guesses} guesses are used; this is for playing on"
            note = f"{over}; {note}" if note else over
        suggestions: list[Suggestion] = []
        ranked_by = BY_VALUE if self.strategy is None else self.strategy.to_text()
        if not solved:
            values = self.values(view)
            player = self.strategy
            best = values.ranked(top) if player is None else _ranked(player, view, top)
            described = describe(view, best, values)
            # A guess that tells nothing and cannot be the answer is no suggestion.
            useful = [one for one in described if one.groups > 1 or one.candidate]
            suggestions = useful or described[:1]
            if self.exact and any(not one.exact for one in suggestions):
                self._check_exact(view, sum(one.exact for one in described))
        return Advice(
            self.game,
            self.rules,
            position,
            ranked_by,
            tuple(suggestions),
            tuple(view.lexicon.answers[index] for index in view.candidates),
            tuple((view.weights / view.weights.sum()).tolist()),
            note,
        )

    def _check_exact(self, view: View, known: int) -> None:
        """Raise an error if exact values were asked for where they cannot be computed."""
        if len(view.candidates) <= SMALL or compiled_can(view):
            return
        proven = f"; {known} of these guesses have one" if known else ""
        raise InvalidError(
            f"{len(view.candidates):,} candidates are too many for exact values{proven}; the limit "
            f"is {MOST_CANDIDATES} candidates, or {SMALL} with a prior or a hard mode of your own"
        )

    def values(self, view: View) -> Values:
        """Value the guesses at a view."""
        return values_of(view, exact=self.exact)


def suggest(
    position: Position | str | Iterable[tuple[str, str]] = "",
    *,
    game: Game | str | None = None,
    lexicon: Lexicon | str | None = None,
    strategy: Strategy | str | None = None,
    hard: str = OFF,
    max_guesses: int = 6,
    prior: str = UNIFORM,
    frequencies: Frequencies | str | Path | None = None,
    top: int = 10,
    exact: bool | None = None,
    progress: Progress | None = None,
) -> Advice:
    """Rank the legal guesses after `position` and describe the best `top` of them.

    Parameters
    ----------
    position
        the turns so far, such as ``raise:--y-g clout:-y---`` or pairs of guess and reply;
        empty for the first guess
    game
        a game, or its name, such as ``mastermind(4,6)``; None for Wordle with `lexicon`
    lexicon
        the words of Wordle, or their name; the default is the newest list
    strategy
        the strategy that ranks the guesses, or its name; None to rank by expected guesses
    hard, max_guesses
        the rules: the hard mode (off or strict, and nyt in Wordle), and the number of guesses
    prior, frequencies
        how likely each answer is, and a table of word counts or its file
    top
        the number of guesses to describe
    exact
        None for exact values if they are found in about a second, True to search for them
        without a time limit (up to 400 candidates), False for estimates only
    progress
        called with cells done and cells in all while the table is built

    >>> advice = suggest("raise:--y-g clout:-y---", lexicon="original")
    >>> advice.candidates
    ('belie', 'bible', 'bilge', 'liege')
    >>> best = advice.suggestions[0]
    >>> best.guess, best.expected_guesses, best.exact, best.reason
    ('bible', 1.75, True, 'tells all 4 words apart, and may be the answer')
    >>> [s.guess for s in suggest(top=3).suggestions]
    ['tarse', 'salet', 'caret']
    """
    advisor = Advisor.of(
        todays_game(game, lexicon),
        Rules(max_guesses, hard),
        strategy,
        prior=prior,
        frequencies=Frequencies.read(frequencies),
        exact=exact,
        progress=progress,
    )
    return advisor.advise(advisor.game.position(position), top)


def todays_game(game: Game | str | None, lexicon: Lexicon | str | None) -> Game:
    """Return the game that a person plays: Wordle with the newest list, unless another is named."""
    return make_game(TODAY_LEXICON if game is lexicon is None else game, lexicon)


def _leave_out(view: View, words: Iterable[str]) -> View:
    """Return a view without some words, neither as guesses nor as candidates."""
    out = [view.lexicon.guess_index(word) for word in words if view.lexicon.allows(word)]
    if not out:
        return view
    kept = np.setdiff1d(view.legal, out)
    candidates = view.candidates[~np.isin(view.candidate_guesses, out)]
    return replace(view, guesses=kept, legal=kept, candidates=candidates)


def _ranked(player: Strategy, view: View, top: int) -> list[int]:
    """Ask a strategy for the best guesses, and check its answer: it may be somebody's own."""
    player.check_game(view.game)
    try:
        ranked = [operator.index(guess) for guess in player.ranked(view)[:top]]
    except SaletError:
        raise
    except (Exception, SystemExit) as error:
        raise InvalidError(f"{player} raised {type(error).__name__}: {error}") from error
    for guess in ranked:
        if not view.offers(guess):
            raise InvalidError(f"{player} suggests {guess}, which is not a legal guess index")
    return ranked


def note_broken_rule(game: Game, guess: str, position: Position, rules: Rules) -> None:
    """Say so if a guess is not legal after a position; advice keeps to the rules from there on."""
    objection = game.objection(guess, position, rules)
    if objection is not None:
        message = f"{guess} breaks hard mode {rules.hard}: {objection}; continuing anyway"
        warnings.warn(message, RepairWarning, stacklevel=3)
