"""The cells of a study: every combination that is to be played, each with a stable id.

The id is a hash of all that decides the games of a cell: game, rules, answers, prior, strategy
with the versions of its parts, opener, and the seed where chance plays. So a cell that was played
is recognised, whatever the order of the spec or the name of its file.
"""

from __future__ import annotations

import itertools
import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from salet.errors import InvalidError, RepairWarning, under
from salet.games.game import Game
from salet.games.registry import in_folder, make_game
from salet.games.rules import Rules
from salet.plugins import split
from salet.runs.backtest import on_days
from salet.runs.conditions import Conditions
from salet.storage import digest_of
from salet.strategies.base import DecisionRule, Ranking, Strategy
from salet.strategies.registry import fingerprint, make_strategy
from salet.strategies.ties import Ties
from salet.study.keys import ALL, Value, filled
from salet.study.spec import Study
from salet.words.frequencies import TABLES, Frequencies, dated
from salet.words.history import History


@dataclass(frozen=True, slots=True)
class Cell:
    """One run of a study.

    Attributes
    ----------
    conditions
        the key of its conditions in `Grid.conditions`
    strategy
        the text form, without the opener; in a sweep, as it is written
    parameters
        the values that the sweep put into it
    family
        the id of the cell that has the stated order of ties and is the same in all else
    tie_order
        the seed that draws the order of its ties; None for the stated order
    deterministic
        whether no chance is in its games
    """

    id: str
    conditions: str
    strategy: str
    opener: str | None
    parameters: tuple[tuple[str, Value], ...]
    family: str
    tie_order: int | None
    deterministic: bool


@dataclass(frozen=True)
class Grid:
    """All cells of a study, in order, with the conditions they are played under."""

    study: Study
    conditions: dict[str, Conditions]
    cells: tuple[Cell, ...]

    @classmethod
    def of(cls, study: Study) -> Grid:
        """Load all words and make all strategies, and refuse what cannot be played."""
        players = list(_players(study))
        conditions: dict[str, Conditions] = {}
        cells: dict[str, Cell] = {}
        for where in _conditions(study):
            alike = _digest(_facts(where))
            for player in players:
                with under("strategy"):
                    where.player(player.strategy)
                fixed = player.strategy.traits.deterministic
                key = alike if fixed else f"{alike}-{where.seed}"  # the seed matters to chance only
                conditions.setdefault(key, where)
                mark, stated = fingerprint(player.strategy), fingerprint(player.stated)
                for opener in _openers(study, where.game):
                    id_, family = (_digest([key, one, opener]) for one in (mark, stated))
                    told = (player.parameters, family, player.tie_order, fixed)
                    cells.setdefault(id_, Cell(id_, key, player.text, opener, *told))
        if not cells:
            raise InvalidError("the study has no cells")
        return cls(study, conditions, tuple(cells.values()))

    @property
    def id(self) -> str:
        """A hash of all cells in their order."""
        return _digest([cell.id for cell in self.cells])

    def games_of(self, cell: Cell) -> int:
        """How many games the cell has."""
        where = self.conditions[cell.conditions]
        if where.answers is None:
            return len(where.game.answers)
        return len(where.answers if where.days else set(where.answers))

    @property
    def games(self) -> dict[str, Game]:
        """The games by id."""
        return {where.game.id: where.game for where in self.conditions.values()}


def _digest(value: Any) -> str:
    return digest_of(json.dumps(value))


def _facts(where: Conditions) -> list[Any]:
    """List what decides the games of conditions, apart from the seed of chance."""
    answers = ALL if where.answers is None else sorted(set(where.answers))
    counts = None if where.frequencies is None else sorted(where.frequencies.counts.items())
    rules = [where.rules.hard, where.rules.max_guesses]
    return [where.game.id, rules, answers, where.prior, counts, *_past(where)]


def _past(where: Conditions) -> Iterator[list[Any]]:
    """Give the days that were known, if they decide anything: a changed history is another cell."""
    if where.days is not None:
        listed = where.days.words.id  # the game has all words as answers
        yield [listed, len(where.days.played), _words_by_day(where.days.history)]
    elif known := dated(where.prior):
        past, morning = known
        yield _words_by_day(History.load(past).before(morning))


def _words_by_day(history: History) -> list[Any]:
    return [(str(day), word) for day, word in history.days]


def _conditions(study: Study) -> Iterator[Conditions]:
    """Give every combination of game, rules, prior and seed."""
    games = _games(study)
    if study.answers.history:
        yield from _days(study, games)
        return
    chosen = study.frequencies
    bundled = chosen in ("", *TABLES)
    frequencies = Frequencies.read((chosen or None) if bundled else study.folder / chosen)
    if frequencies is not None and not bundled:
        for game in games:
            lacking = frequencies.lacking(game.answers)
            if lacking:
                message = f"{lacking}; they count as rarer than all others"
                warnings.warn(message, RepairWarning, stacklevel=2)
    played = study.answers.load(study.folder)
    for game, knowledge, hard, guesses, prior, seed in itertools.product(
        games, study.knowledge, study.hard, study.max_guesses, study.prior, study.seed
    ):
        with under("hard"):
            game.mode(hard)
        where = Conditions.of(
            game=game,
            knowledge=knowledge,
            answers=played,
            sample=study.answers.sample or None,
            seed=study.answers.seed,
            hard=hard,
            max_guesses=guesses,
            prior=prior,
            frequencies=frequencies,
        )
        where.answer_indices()  # names an answer that the lexicon lacks
        yield replace(where, seed=seed)


def _days(study: Study, games: list[Game]) -> Iterator[Conditions]:
    """Give the same for real days; what the player knows of answers is their history."""
    wanted = study.answers
    if study.frequencies:
        raise InvalidError(
            "frequencies: real days take the word counts of their lexicon; leave it out"
        )
    with under("answers"):
        past = History.load(wanted.history)
    for game, hard, guesses, prior, seed in itertools.product(
        games, study.hard, study.max_guesses, study.prior, study.seed
    ):
        with under("answers"):
            rules = Rules(guesses, hard)
            span = (wanted.first or None, wanted.last or None)
            yield replace(on_days(past, *span, game=game, rules=rules, prior=prior), seed=seed)


def _games(study: Study) -> list[Game]:
    """Load the games, or Wordle with each of the lexicons."""
    with under("game"):
        named = [make_game(in_folder(text, study.folder)) for text in study.game]
    return named or [make_game(words.load(study.folder)) for words in study.lexicon]


@dataclass(frozen=True, slots=True)
class _Player:
    """A strategy of the study, and how it came about."""

    text: str
    strategy: Strategy
    stated: Strategy
    tie_order: int | None
    parameters: tuple[tuple[str, Value], ...]


def _players(study: Study) -> Iterator[_Player]:
    """Make every strategy with every combination of the sweep's values, and all orders of ties."""
    for template in study.strategy:
        for written, values in filled(template, study.sweep):
            text = _in_folder(written, study.folder)
            chosen = ", ".join(f"{name} = {value}" for name, value in values.items())
            with under(f"strategy with {chosen}" if chosen else "strategy"):
                stated = make_strategy(text)
                orders = [reseeded(stated, order) for order in range(study.tie_orders)]
            parameters = tuple(values.items())
            # A sweep shows every value, the usual one too, which the text form leaves out.
            typed = text.strip() if values else stated.to_text()
            yield _Player(typed, stated, stated, None, parameters)
            for order, strategy in enumerate(orders):
                yield _Player(strategy.to_text(), strategy, stated, order, parameters)


def _in_folder(text: str, folder: Path) -> str:
    """Return a strategy as people write it, with the places of its files taken from `folder`."""
    parts = split(text, "+") if ".py:" in text else [text]
    return "+".join(str(folder / one) if ".py:" in one.partition("(")[0] else one for one in parts)


def _openers(study: Study, game: Game) -> tuple[str, ...] | tuple[None]:
    """Return the first guesses to try, as the game spells them."""
    if study.opener == ALL:
        return game.guesses
    if not study.opener:
        return (None,)
    with under("opener"):
        return tuple(game.guesses[game.lexicon.guess_index(word)] for word in study.opener)


def reseeded(strategy: Strategy, seed: int) -> Strategy:
    """Return the same strategy with its last ties broken in the order that `seed` draws.

    >>> reseeded(make_strategy("letters+solutions_below(5)"), 3).to_text()
    'letters+ties(likely,shuffled(3))+solutions_below(5)'
    >>> reseeded(make_strategy("entropy+ties(distinct)"), 3).to_text()
    'entropy+ties(distinct,likely,shuffled(3))'
    """
    order = ("likely", f"shuffled({seed})")
    if isinstance(strategy, Ties):
        return replace(strategy, rankings=(*strategy.rankings, *order))
    if isinstance(strategy, DecisionRule):
        return replace(strategy, inner=reseeded(strategy.inner, seed))
    if isinstance(strategy, Ranking):
        return Ties(inner=strategy, rankings=order)
    raise InvalidError(f"{strategy} has no ties to break in another order: it is not a ranking")
