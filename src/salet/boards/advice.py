"""What to guess next on several boards, with the numbers that say why."""

from __future__ import annotations

import operator
from collections.abc import Collection, Iterable
from dataclasses import asdict, dataclass
from functools import reduce
from typing import Any

import numpy as np

from salet.boards.notation import Boards, allowed_guesses
from salet.boards.strategy import CommonGuess, strategy_for
from salet.coach.suggest import todays_game
from salet.coach.wider import fitting_words, unlisted_guesses, with_words
from salet.errors import InconsistentHistoryError, InvalidError, counted
from salet.games.game import Game
from salet.groups import group_stats
from salet.table import Indices, Progress, Table, open_table
from salet.words.lexicon import Lexicon


@dataclass(frozen=True, slots=True)
class CommonSuggestion:
    """One guess for all boards.

    Attributes
    ----------
    boards
        the numbers of the boards, from 1, whose answer it may be
    solves
        how many boards it will solve, on average
    bits
        expected information of its patterns, all boards together
    expected_groups
        how many candidates will remain on each unsolved board, on average
    expected_guesses
        guesses until all boards are solved, on average, this one included, if the strategy plays
        on; known only near the end, where the guess was tried. The best play may need fewer
    reason
        what it does, in words
    """

    guess: str
    boards: tuple[int, ...]
    solves: float
    bits: float
    expected_groups: tuple[float, ...]
    expected_guesses: float | None
    reason: str


@dataclass(frozen=True, slots=True)
class BoardsAdvice:
    """Ranked guesses for several boards; the ranking is a rule of thumb, not proven best."""

    game: Game
    boards: Boards
    strategy: str
    suggestions: tuple[CommonSuggestion, ...]
    candidates: tuple[tuple[str, ...], ...]
    note: str = ""
    """Where candidates come from, if not from the listed answers."""

    @property
    def lexicon(self) -> Lexicon:
        """The words of the game."""
        return self.game.lexicon

    @property
    def solved(self) -> bool:
        """Whether all boards are solved, so that there is nothing to suggest."""
        return not self.boards.unsolved

    @property
    def max_guesses(self) -> int:
        """How many guesses the game allows."""
        return allowed_guesses(len(self.boards))

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        unsolved = self.boards.unsolved
        return {
            "lexicon": self.game.summary(),
            "position": str(self.boards),
            "strategy": self.strategy,
            "proven": False,
            "solved": self.solved,
            "max_guesses": self.max_guesses,
            "note": self.note or None,
            "suggestions": [asdict(suggestion) for suggestion in self.suggestions],
            "boards": [
                {
                    "position": str(position),
                    "solved": place not in unsolved,
                    "candidates": list(self.candidates[place]),
                }
                for place, position in enumerate(self.boards)
            ],
        }


def suggest_boards(
    boards: Boards | str,
    *,
    game: Game | str | None = None,
    lexicon: Lexicon | str | None = None,
    strategy: CommonGuess | None = None,
    top: int = 10,
    progress: Progress | None = None,
) -> BoardsAdvice:
    """Rank the guesses for all boards together and describe the best `top` of them.

    Parameters
    ----------
    boards
        what was played so far, with a bar between two boards
    game, lexicon
        a game, or its name; None for Wordle with these words
    strategy
        how to choose, if not as `strategy_for` says
    top
        the number of guesses to describe
    progress
        called with cells done and cells in all while the table is built

    >>> text = "raise:--y-g clout:-y--- | raise:y---- clout:--yy-"
    >>> advice = suggest_boards(text, lexicon="original")
    >>> advice.candidates[0]
    ('belie', 'bible', 'bilge', 'liege')
    >>> advice.suggestions[0].expected_guesses
    3.2
    """
    if top < 1:
        raise InvalidError(f"top must be 1 or more, not {top}")
    played = todays_game(game, lexicon)
    if isinstance(boards, str):
        boards = Boards.from_text(boards, played)
    return advise_boards(open_table(played, progress), boards, strategy=strategy, top=top)


def advise_boards(
    table: Table,
    boards: Boards,
    *,
    strategy: CommonGuess | None = None,
    top: int = 10,
    without: Iterable[str] = (),
) -> BoardsAdvice:
    """Do the same with a table that is open already, leaving out the words `without`."""
    player = (strategy or strategy_for(len(boards))).fitted(table.lexicon)
    without = frozenset(without)
    wide, sets, note = candidate_sets(table, boards, without)
    open_sets = {place: sets[place] for place in boards.unsolved}
    suggestions: list[CommonSuggestion] = []
    if open_sets:
        guesses, tried = player.ranked(wide, list(open_sets.values()), boards.turns)
        known = [*tried.tolist(), *[None] * (top + len(without))]
        words = wide.lexicon.allowed
        suggestions = [
            _describe(wide, int(guess), open_sets, expected)
            for guess, expected in zip(guesses, known, strict=False)
            if words[guess] not in without
        ][:top]
    answers = wide.lexicon.answers
    return BoardsAdvice(
        table.game,
        boards,
        str(player),
        tuple(suggestions),
        tuple(tuple(answers[index] for index in candidates) for candidates in sets),
        note,
    )


def candidate_sets(
    table: Table, boards: Boards, without: Collection[str] = ()
) -> tuple[Table, list[Indices], str]:
    """Return the candidates of every board, in a table that has them, and a note on where from.

    Where no listed answer fits a board, wider lists are looked at, for that board alone. A solved
    board has its answer alone. Raises `InconsistentHistoryError` if no word at all fits.
    """
    listed, lexicon = table, table.lexicon
    table = with_words(table, allowed=unlisted_guesses(table.game, boards.guesses))
    out = [lexicon.answer_index(word) for word in without if word in lexicon.answers]
    sets = [candidates[~np.isin(candidates, out)] for candidates in boards.candidates(table)]
    if all(len(candidates) for candidates in sets):
        return table, sets, ""
    words = [[lexicon.answers[place] for place in candidates] for candidates in sets]
    notes = []
    for number, position in enumerate(boards, 1):
        if words[number - 1]:
            continue
        try:
            words[number - 1], note = fitting_words(listed, position, without)
        except InconsistentHistoryError as error:
            raise InconsistentHistoryError(f"board {number}: {error}") from None
        notes.append(f"board {number}: {note}")
    table = with_words(table, answers={word for board in words for word in board})
    index = table.lexicon.answer_index
    sets = [np.array([index(word) for word in board], np.int64) for board in words]
    return table, sets, "; ".join(notes)


def _describe(
    table: Table, guess: int, open_sets: dict[int, Indices], expected: float | None
) -> CommonSuggestion:
    """Say what one guess does on every unsolved board."""
    only = np.array([guess])
    stats = [group_stats(table, only, candidates) for candidates in open_sets.values()]
    hits = [
        place
        for place, candidates in open_sets.items()
        if guess in table.answer_guesses[candidates]
    ]
    numbers = tuple(place + 1 for place in hits)
    sure = tuple(place + 1 for place in hits if len(open_sets[place]) == 1)
    hoped = tuple(number for number in numbers if number not in sure)
    before = sum(len(candidates) for candidates in open_sets.values())
    # Not by `sum`, which rounds otherwise from Python 3.12 on: the text is the same everywhere.
    after = reduce(operator.add, (float(part.expected[0]) for part in stats))
    together = ", all boards together" if len(open_sets) > 1 else ""
    left = f"{after:,.1f} of the {counted(before, table.game.noun)} on average{together}"
    return CommonSuggestion(
        guess=table.lexicon.allowed[guess],
        boards=numbers,
        solves=sum(1 / len(open_sets[place]) for place in hits),
        bits=sum(float(part.bits[0]) for part in stats),
        expected_groups=tuple(float(part.expected[0]) for part in stats),
        expected_guesses=expected,
        reason=_reason(sure, hoped, "" if sure and before == len(sure) else left),
    )


def _reason(sure: tuple[int, ...], hoped: tuple[int, ...], left: str) -> str:
    """Say what a guess does; `left` says what remains on the open boards, if anything does.

    >>> _reason((), (), "30.2 of the 900 words on average")
    'leaves 30.2 of the 900 words on average'
    >>> _reason((2,), (1, 3), "4.0 of the 9 words")
    'is the answer of board 2; may be that of boards 1 and 3; leaves 4.0 of the 9 words'
    """
    parts = []
    if sure:
        parts.append(f"is the answer of {_named(sure)}")
    if hoped:
        parts.append(f"may be {'that' if sure else 'the answer'} of {_named(hoped)}")
    if left:
        parts.append(f"leaves {left}")
    return "; ".join(parts)


def _named(numbers: tuple[int, ...]) -> str:
    """Name boards.

    >>> _named((1,)), _named((1, 2, 5))
    ('board 1', 'boards 1, 2 and 5')
    """
    *most, last = map(str, numbers)
    return f"boards {', '.join(most)} and {last}" if most else f"board {last}"
