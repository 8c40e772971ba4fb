"""A bench: bots, chat models and strategies on the same answers, measured alike.

The answers are those that an `Environment` hides with the seed, so they are the same everywhere. A
game that is lost counts as one guess more than is allowed, and so does one that ends by a fault: a
guess that cannot be read or is not allowed, a crash, a time-out. Faults are counted by their kind;
those that a chat model was told of and mended are counted, too. The mean regret is over all games;
one that ends by a fault gives away all guesses that were left, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import combinations, count, islice
from typing import Any

import numpy as np

from salet.arena.bots.bot import Ask, Request, seed_of
from salet.arena.bots.chat import ChatPlayer
from salet.arena.bots.entrant import Entrant, Kind, read_entrant
from salet.arena.bots.player import Limits, Seat
from salet.arena.bots.record import Fault
from salet.coach.regret import Regret, mean_regret
from salet.env.environment import Environment, Outcome, draw
from salet.errors import InvalidError
from salet.games.game import Game
from salet.games.rules import OFF, Rules
from salet.measures import capped, compare_lengths, histogram
from salet.report import Part, Report, Table, conditions_text, lexicon_fact, version_facts
from salet.report import step_histograms as drawn_histograms
from salet.runs.result import Pair
from salet.study.summary import pairs_table
from salet.table import Step
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon

SECONDS = 60.0
"""Time limit for one guess: a chat model may think for a while."""
_SECONDS_IN_ALL = 1_000_000.0


@dataclass
class Played:
    """The games of one bot.

    Attributes
    ----------
    lengths
        for each answer the number of guesses, 0 where it was not found
    regrets
        for each game, the guesses that it gave away
    faults
        guesses and games that went wrong, by kind
    message
        what was wrong first
    tokens_estimated
        whether a server left out some counts of tokens
    seconds
        the bot's own time
    """

    name: str
    bot: str
    deterministic: bool
    lengths: list[int] = field(default_factory=list)
    regrets: list[Regret] = field(default_factory=list)
    faults: Counter[str] = field(default_factory=Counter)
    message: str = ""
    tokens_in: int = 0
    tokens_out: int = 0
    tokens_estimated: bool = False
    cost: float = 0.0
    seconds: float = 0.0

    @property
    def wins(self) -> int:
        """The number of answers found in time."""
        return sum(length > 0 for length in self.lengths)

    @property
    def regret(self) -> Regret | None:
        """The guesses given away per game; None before the first game."""
        return mean_regret(self.regrets)


@dataclass(frozen=True)
class Bench:
    """Several bots on the same answers."""

    game: Game
    rules: Rules
    seed: int
    answers: tuple[str, ...]
    played: tuple[Played, ...]

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Every bot compared with each one after it, answer by answer.

        A difference is exact if every answer was played once, and neither bot uses chance.
        """
        once = len(set(self.answers)) == len(self.answers) == len(self.game.answers)
        most = self.rules.max_guesses
        pairs = []
        for one, other in combinations(self.played, 2):
            first, second = (capped(np.array(it.lengths), most) for it in (one, other))
            chance = not (once and one.deterministic and other.deterministic)
            found = compare_lengths(first, second, sampled=chance)
            pairs.append(Pair.of(one.name, other.name, found))
        return tuple(pairs)

    def mean(self, one: Played) -> float:
        """Return the mean number of guesses, a game that was not won counted as one more."""
        return float(capped(np.array(one.lengths), self.rules.max_guesses).mean())

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "lexicon": self.game.summary(),
            "hard": self.rules.hard,
            "max_guesses": self.rules.max_guesses,
            "seed": self.seed,
            "games": len(self.answers),
            "bots": [
                {
                    "name": one.name,
                    "bot": one.bot,
                    "games": len(one.lengths),
                    "wins": one.wins,
                    "mean": self.mean(one),
                    "regret": None if one.regret is None else one.regret.guesses,
                    "regret_exact": one.regret is not None and one.regret.exact,
                    "faults": dict(sorted(one.faults.items())),
                    "message": one.message or None,
                    "tokens_in": one.tokens_in,
                    "tokens_out": one.tokens_out,
                    "tokens_estimated": one.tokens_estimated,
                    "cost": one.cost,
                    "seconds": one.seconds,
                    "histogram": histogram(np.array(one.lengths, np.int64)),
                    "lengths": one.lengths,
                }
                for one in self.played
            ],
            "pairs": [one.to_dict() for one in self.pairs],
            "answers": list(self.answers),
        }

    def table(self) -> Table:
        """Return the figures as text; columns that say nothing are left out."""
        kinds = sorted({kind for one in self.played for kind in one.faults})
        columns = ("bot", ">won", ">mean", ">regret", *(f">{kind}" for kind in kinds))
        rows = tuple(
            (
                one.name,
                f"{one.wins:,} of {len(one.lengths):,}",
                f"{self.mean(one):.4f}",
                "-" if one.regret is None else str(one.regret),
                *(str(one.faults[kind]) for kind in kinds),
                f"{about}{one.tokens_in + one.tokens_out:,}"
                if one.tokens_in + one.tokens_out
                else "",
                f"{about}{one.cost:.4f}" if one.cost else "",
            )
            for one in self.played
            for about in ["~" if one.tokens_estimated else ""]
        )
        return Table((*columns, ">tokens", ">cost"), rows).without_empty_columns()

    def report(self, command: str) -> Report:
        """Tell it all on a page; `command` is what makes it again."""
        most = self.rules.max_guesses
        facts = conditions_text(self.game.summary(), self.rules.hard, most, len(self.answers))
        chart = drawn_histograms(
            {one.name: histogram(np.array(one.lengths, np.int64)) for one in self.played},
            title="Guesses per game",
            subtitle=facts,
            max_guesses=most,
            unfinished={one.name: len(one.lengths) - one.wins for one in self.played},
        )
        results = Part("Results", (_ABOUT.format(most + 1),), (self.table(),))
        parts = [results, Part("Guesses", charts={"Guesses per game": chart})]
        if self.pairs:
            parts.insert(1, Part("On the same answers", (_PAIRED,), (pairs_table(self.pairs),)))
        notes = tuple(f"{one.name}: {one.message}" for one in self.played if one.message)
        if notes:
            parts.append(Part("Faults", ("The first fault of each bot.",), notes=notes))
        return Report(
            "Bench",
            command,
            tuple(parts),
            (f"{facts}; seed {self.seed}.",),
            {"Words": lexicon_fact(self.game.summary()), **version_facts()},
        )


_ABOUT = (
    "Mean: guesses per game, a game that was not won counted as {}. Regret: guesses given away per "
    "game against best play; ~ marks an estimate. Then faults by their kind."
)
_PAIRED = (
    "Guesses of the first minus guesses of the second, on the same answers; a negative difference "
    "is better for the first."
)


def bench(
    bots: Sequence[Entrant | str],
    game: Game | Lexicon | str = DEFAULT_LEXICON,
    *,
    games: int = 100,
    seed: int = 0,
    hard: str = OFF,
    max_guesses: int = 6,
    seconds: float = SECONDS,
    progress: Step | None = None,
) -> Bench:
    """Play some games with every bot, on the same answers.

    Parameters
    ----------
    bots
        entrants of the arena, or their texts: strategies, residents, files, programs, servers, chat
        models
    game, hard, max_guesses
        the game, or the words of Wordle, and the rules
    games, seed
        how many answers, and what draws them
    seconds
        time for one guess of a bot that is not of the house

    >>> found = bench(["tree", "random"], "original", games=5, seed=1)
    >>> [(one.name, one.wins, str(one.regret)) for one in found.played][0]
    ('tree', 5, '0.0000')
    >>> found.pairs[0].exact
    False
    """
    if games < 1:
        raise InvalidError(f"the number of games must be 1 or more, not {games}")
    entrants = [read_entrant(bot) if isinstance(bot, str) else bot for bot in bots]
    called = Counter(entrant.name for entrant in entrants)
    entrants = [  # one model may stand at two addresses
        replace(one, name=one.bot) if one.kind is Kind.CHAT and called[one.name] > 1 else one
        for one in entrants
    ]
    names = [entrant.name for entrant in entrants]
    if not names:
        raise InvalidError("name at least one bot or strategy")
    for name in names:
        if names.count(name) > 1:
            raise InvalidError(f"two bots are named {name!r}; name each once")
    play = Environment(game, hard=hard, max_guesses=max_guesses, regret=True, max_faults=1)
    for entrant in entrants:
        entrant.check(play.game, play.rules)
    limits = Limits(seconds_per_move=seconds, seconds_per_match=_SECONDS_IN_ALL)
    hidden = islice(draw(play.hideable, seed), games)
    answers = tuple(play.game.answers[place] for place in hidden)
    done = count(1)

    def step(name: str) -> None:
        if progress is not None:
            progress(next(done), len(entrants) * games, name)

    played = tuple(_play(entrant, play, limits, answers, seed, step) for entrant in entrants)
    return Bench(play.game, play.rules, seed, answers, played)


def _play(
    entrant: Entrant,
    play: Environment,
    limits: Limits,
    answers: Sequence[str],
    seed: int,
    step: Callable[[str], None],
) -> Played:
    """Play the games of one bot."""
    strategy = entrant.strategy
    deterministic = strategy is not None and strategy.traits.deterministic
    found = Played(entrant.name, entrant.bot, deterministic)
    with closing(entrant.player(play.game, limits)) as player:
        seat = Seat(entrant.name, player, limits)
        for number, answer in enumerate(answers):
            play.reset(answer=answer)
            _play_one(seat, play, found, seed_of(seed, number))
            step(entrant.name)
    found.seconds = seat.seconds_used
    if isinstance(player, ChatPlayer):
        found.faults += player.refused
        found.tokens_in, found.tokens_out = player.usage.tokens_in, player.usage.tokens_out
        found.tokens_estimated = player.usage.estimated
        found.cost = player.cost
    return found


def _play_one(seat: Seat, play: Environment, found: Played, seed: int) -> None:
    """Play the answer that is hidden now, and count the game."""
    given: list[Regret] = []
    while play.outcome is Outcome.PLAYING:
        asked = Request(
            Ask.GUESS,
            play.game,
            play.rules,
            seat.name,
            seed=seed_of(seed, "guess", len(play.turns)),
            position=play.position,
        )
        try:
            told = play.step(seat.ask(asked))
            fault = told.fault and told.fault.value
        except Fault as error:
            told, fault = play.forfeit(message=error.message), str(error.verdict)
        if fault:
            found.faults[fault] += 1
        if told.reply is None:  # a repeated guess is played all the same
            found.message = found.message or told.message
        assert told.regret is not None
        given.append(told.regret)
    found.lengths.append(len(play.turns) if play.outcome is Outcome.WON else 0)
    total = sum(one.guesses for one in given)
    found.regrets.append(Regret(total, all(one.exact for one in given)))
