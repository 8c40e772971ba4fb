"""The value of the duel: a setter mixes answers, a guesser mixes trees.

For every mixture of answers, the mean of the best tree is at most the value of the game. For every
mixture of trees, the mean for the answer that takes longest is at least the value.

A mixture of trees is written as `Choice`: at every position, how often to play which guess.
`Plays` holds all positions that trees have reached so far and the guesses tried there, so that
what one tree plays somewhere can be mixed with what another plays elsewhere. Each round adds the
best trees against the setter's mixture, as a search with a narrow beam finds them, and mixes
again (`Mixer`). The setter moves only some way from its best mixture so far: while few trees are
known, some answers seem to take longer than they must, and it would set nothing else.

What a round believes proves nothing. `salet.tree.verify` proves the guesser's side, with the
readable rule alone; `salet.exact.openers` the setter's side, with one exact search of all openers.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from salet.errors import InvalidError
from salet.exact.longproof import read_notes, write_notes
from salet.exact.search import Search, distinct_guesses, searchable
from salet.games.game import Game
from salet.games.registry import make_game
from salet.games.rules import OFF, Rules
from salet.groups import group_stats
from salet.kernels.bounds import NEVER
from salet.table import Indices, open_table
from salet.tree.model import Choice, Mixtures
from salet.tree.verify import replay_mixture
from salet.view import Setting, View
from salet.words.lexicon import Lexicon

Numbers: TypeAlias = NDArray[np.float64]
Step: TypeAlias = Callable[[int, int, str], None]

WITHIN, SECONDS, BEAM = 0.01, 600.0, 3
_UNITS = 1 << 24
"""What the weights of the answers add up to in a search, about."""
_EVEN = 100
"""The weight of an even chance in a file: an answer with a very small chance is never set."""
_ROUNDS, _LAST_ROUNDS = 250, 1500
_NEAR = 1e-5
_FREE = 0.4
"""How far the setter may move from its best mixture in one round."""
_OPENERS, _KNOWN_OPENERS = 10, 8
_SHARES, _FEW, _SELDOM = 1000, 0.007, 7e-5
"""The weights at a position add up to 1000, about; a choice of a small share, or one that is seldom
played, is left out."""
_SECONDS_BETWEEN_NOTES = 20


class Plays:
    """All positions that trees have reached, and the guesses tried there.

    Positions with the same candidates after the same number of guesses are one, but in hard mode,
    where the guesses so far matter. A position of one answer is left out; one of two has both
    answers as guesses from the start.

    Attributes
    ----------
    turns, sets
        for each position, one way to reach it, and its candidates
    columns
        (position, guess) -> the positions that follow, and the answers that are left alone
    """

    def __init__(self, view: View) -> None:
        self.start = view
        names: dict[object, int] = {}
        kinds = [view.game.kind(answer) for answer in view.game.answers]
        self.kinds = np.array([names.setdefault(kind, len(names)) for kind in kinds])
        self.turns: list[tuple[tuple[int, int], ...]] = []
        self.sets: list[Indices] = []
        self.columns: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
        self._places: dict[object, int] = {}
        self.place((), view.candidates)

    def place(self, turns: tuple[tuple[int, int], ...], candidates: Indices) -> int:
        """Return the number of a position, a new one if it was never reached."""
        hard = self.start.rules.hard != OFF
        key = (turns if hard else len(turns), candidates.tobytes())
        if key not in self._places:
            self._places[key] = place = len(self.sets)
            self.turns.append(turns)
            self.sets.append(candidates)
            if len(candidates) == 2:
                for guess in self.start.table.answer_guesses[candidates].tolist():
                    self.add(place, guess)
        return self._places[key]

    def parts(self, place: int, guess: int) -> Iterator[tuple[int, Indices]]:
        """Give the reply codes after a guess, and the candidates of each."""
        candidates = self.sets[place]
        codes = self.start.table.row(guess)[candidates]
        for code in np.unique(codes).tolist():
            if code != self.start.game.replies.solved:
                yield code, candidates[codes == code]

    def add(self, place: int, guess: int) -> None:
        """Try a guess at a position."""
        if (place, guess) in self.columns:
            return
        below, alone = [], []
        for code, part in self.parts(place, guess):
            if len(part) == 1:
                alone.append(int(part[0]))
            else:
                below.append(self.place((*self.turns[place], (guess, code)), part))
        self.columns[place, guess] = below, alone

    def add_tree(self, search: Search, view: View, guess: int) -> None:
        """Try all guesses of the tree that a search has found after a guess."""
        place = self.place(view.turns, view.candidates)
        self.add(place, guess)
        for code, part in self.parts(place, guess):
            if len(part) > 2:
                after = view.after(guess, code, part)
                self.add_tree(search, after, search.best_guess(after))

    def _ranked(self, flows: Numbers) -> dict[int, list[tuple[float, int]]]:
        """Return the guesses at each position with their flows, the largest first."""
        ranked = defaultdict(list)
        for (place, guess), flow in zip(self.columns, flows.tolist(), strict=True):
            ranked[place].append((flow, guess))
        return {place: sorted(each, reverse=True) for place, each in ranked.items()}

    def often(self, flows: Numbers) -> Plays:
        """Return the plays that are played often, and the most frequent at each position."""
        plays, ranked = Plays(self.start), self._ranked(flows)

        def keep(place: int) -> None:
            new = plays.place(self.turns[place], self.sets[place])
            least = max(_SELDOM, _FEW * sum(flow for flow, _ in ranked[place]))
            for rank, (flow, guess) in enumerate(ranked[place]):
                if (rank == 0 or flow > least) and (new, guess) not in plays.columns:
                    plays.add(new, guess)
                    for below in self.columns[place, guess][0]:
                        keep(below)

        keep(0)
        return plays

    def choices(self, flows: Numbers) -> list[Choice]:
        """Write a mixture out, from the start on."""
        game, ranked = self.start.game, self._ranked(flows)

        def write(place: int) -> list[Choice]:
            total = sum(flow for flow, _ in ranked[place]) or 1
            found = []
            for rank, (flow, guess) in enumerate(ranked[place]):
                weight = round(_SHARES * flow / total)
                if weight or rank == 0:
                    replies = (code for code, part in self.parts(place, guess) if len(part) > 1)
                    texts = (game.replies[code].to_text() for code in replies)
                    below = map(write, self.columns[place, guess][0])
                    branches = dict(zip(texts, below, strict=True))
                    found.append(Choice(max(1, weight), game.guesses[guess], branches))
            return found

        return write(0)


class Mixer:
    """The plays as arrays, in which mixtures are found.

    The plays of a guesser are flows: what reaches a position is split among its guesses, and
    every guess passes all that it gets on to each position that follows.
    """

    def __init__(self, plays: Plays) -> None:
        columns = plays.columns
        self._sizes, self._count = np.bincount(plays.kinds), len(plays.sets)
        self.places = np.array([place for place, _ in columns])
        self._choices = np.bincount(self.places, minlength=self._count)
        self._of_set, members = _pairs(plays.sets)
        self._sets = plays.kinds[members]
        self._first = np.searchsorted(self._of_set, np.arange(self._count))
        belows, alones = zip(*columns.values(), strict=True)
        (self._of_alone, alone), (above, below) = _pairs(alones), _pairs(belows)
        self._alone = plays.kinds[alone]
        turns = np.array([len(each) for each in plays.turns])
        self._levels = []
        for turn in range(int(turns.max()) + 1):
            edges = np.flatnonzero(turns[self.places[above]] == turn)
            level = np.flatnonzero(turns[self.places] == turn)
            self._levels.append((level, above[edges], below[edges]))

    def flows(self, shares: Numbers) -> Numbers:
        """Return how often each guess is played, by its share at its position."""
        reached, flows = np.zeros(self._count), np.zeros(len(shares))
        reached[0] = 1
        for level, above, below in self._levels:
            flows[level] = reached[self.places[level]] * shares[level]
            reached += np.bincount(below, flows[above], self._count)
        return flows

    def shares(self, wishes: Numbers) -> Numbers:
        """Return the share of each guess at its position in proportion; even if all are 0."""
        sums = np.bincount(self.places, wishes, self._count)[self.places]
        even = 1 / self._choices[self.places]
        return np.where(sums > 0, wishes / np.where(sums > 0, sums, 1), even)

    def lengths(self, flows: Numbers) -> Numbers:
        """Return how many guesses each kind of answer takes."""
        reached = np.bincount(self.places, flows, self._count)
        lengths = np.bincount(self._sets, reached[self._of_set], len(self._sizes))
        lengths += np.bincount(self._alone, flows[self._of_alone], len(self._sizes))
        return np.asarray(lengths / self._sizes)

    def costs(self, chances: Numbers, shares: Numbers | None = None) -> tuple[Numbers, Numbers]:
        """Return what each guess and each position costs, for chances of the kinds of answers.

        The guesses that follow are played by their shares; without any, the best is.
        """
        each = chances / self._sizes
        costs = np.add.reduceat(each[self._sets], self._first)[self.places]
        costs += np.bincount(self._of_alone, each[self._alone], len(self.places))
        worth = np.zeros(self._count)
        for level, above, below in reversed(self._levels):
            costs += np.bincount(above, worth[below], len(self.places))
            places = self.places[level]
            if shares is not None:
                worth += np.bincount(places, shares[level] * costs[level], self._count)
            else:
                worth[places] = np.inf
                np.minimum.at(worth, places, costs[level])
        return costs, worth

    def mix(
        self, centre: Numbers, free: float, rounds: int, regrets: Numbers
    ) -> tuple[Numbers, Numbers, Numbers]:
        """Return the guesser's flows, the setter's chances, and the guesser's regrets.

        Both play by regret matching with predictions, and what counts is their average play. The
        setter plays `centre`, and what it likes in a share of the games, `free`.
        """
        regrets = np.concatenate([regrets, np.zeros(len(self.places) - len(regrets))])
        flows = guess = np.zeros(len(self.places))
        chances = longing = np.zeros(len(centre))
        wishes = liked = centre
        for turn in range(rounds):
            shares = self.shares(np.maximum(regrets + guess, 0))
            now = self.flows(shares)
            lengths = self.lengths(now)
            longing = lengths - liked @ lengths
            wishes = np.maximum(wishes + longing, 0)
            hoped = np.maximum(wishes + longing, 0)
            liked = hoped / hoped.sum() if hoped.any() else centre
            played = (1 - free) * centre + free * liked
            costs, worth = self.costs(played, shares)
            guess = worth[self.places] - costs
            regrets = np.maximum(regrets + guess, 0)
            # Later rounds count more.
            flows = flows + (now - flows) * (3 / (turn + 3))
            chances = chances + (played - chances) * (3 / (turn + 3))
            if free == 1 and turn % _ROUNDS == _ROUNDS - 1:
                gap = self.lengths(flows).max() - self.costs(chances)[1][0]
                if gap < _NEAR:  # nobody can gain more than this
                    break
        return flows, chances, regrets


def _pairs(lists: Sequence[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the members of some lists, each with the number of its list before it."""
    sizes = [len(each) for each in lists]
    members = np.concatenate([np.asarray(each, np.int64) for each in lists])
    return np.repeat(np.arange(len(lists)), sizes), members


class Finder:
    """Finds mixtures, round by round.

    Attributes
    ----------
    centre
        the setter's best mixture so far: a chance for each kind of answer
    least
        the mean of the best tree that is known against it
    most
        what the guesser's best mixture of the plays so far takes at most, for every answer
    """

    def __init__(self, view: View, beam: int = BEAM) -> None:
        self.view, self.beam = view, beam
        self.plays = Plays(view)
        self.sizes = np.bincount(self.plays.kinds)
        self.centre = self.sizes / self.sizes.sum()
        self.least, self.most = 0.0, float("inf")
        self._chances, self._regrets = self.centre, np.zeros(0)
        self._openers = distinct_guesses(view)

    def weights(self, chances: Numbers, units: int) -> NDArray[np.int64]:
        """Return a weight for each answer."""
        each = (chances / self.sizes)[self.plays.kinds]
        return np.asarray(np.round(each * units), np.int64)

    def round(self) -> None:
        """Add the best trees against the setter's mixture, and mix again."""
        weights = np.maximum(1, self.weights(self._chances, _UNITS))
        table = searchable(self.view.table)
        search = Search(table, self.view.rules, weights=weights, beam=self.beam)
        for opener in self._best_openers(weights):
            if search.total_of(self.view, opener) < NEVER:
                self.plays.add_tree(search, self.view, opener)
        if not self.plays.columns:
            raise InvalidError("no tree was found that finds every answer; allow more guesses")
        mixer = Mixer(self.plays)
        now, before = (mixer.costs(chances)[1][0] for chances in (self._chances, self.centre))
        if now >= before:
            self.centre = self._chances
        self.least = float(max(now, before))
        mixed = mixer.mix(self.centre, _FREE, _ROUNDS, self._regrets)
        flows, self._chances, self._regrets = mixed
        lengths = mixer.lengths(flows)
        # With this play the mean is `reached` at most, if the setter keeps to its centre in all but
        # a share of the games. The least mean is concave in the setter's mixture: hence the bound.
        reached = (1 - _FREE) * float(self.centre @ lengths) + _FREE * float(lengths.max())
        self.most = self.least + max(0.0, reached - self.least) / _FREE

    def _best_openers(self, weights: NDArray[np.int64]) -> list[int]:
        """Choose the openers to search: the best of those tried, and the most telling others."""
        tried: dict[int, float] = {}
        if self.plays.columns:
            costs, _ = Mixer(self.plays).costs(self._chances)
            columns = zip(self.plays.columns, costs.tolist(), strict=True)
            tried = {guess: cost for (place, guess), cost in columns if place == 0}
        others = self._openers[~np.isin(self._openers, list(tried))]
        if len(others):
            bits = group_stats(self.view.table, others, self.view.candidates, weights).bits
            others = others[np.argsort(-bits, kind="stable")]
        best = sorted(tried, key=tried.__getitem__)[:_KNOWN_OPENERS]
        return [*best, *others[: _OPENERS - len(best)].tolist()]

    def run(
        self, seconds: float, within: float, checkpoint: Path | None, step: Step | None
    ) -> None:
        """Play rounds until the bounds seem to be near enough, time is over, or Ctrl-C."""
        started = noted = time.monotonic()
        columns = self.plays.columns
        known = len(columns)
        try:
            while self.most - self.least > within / 2 and time.monotonic() < started + seconds:
                self.round()
                known = len(columns)
                if step is not None:
                    told = f"it seems to be between {self.least:.4f} and {self.most:.4f}"
                    step(int(time.monotonic() - started), int(seconds), told)
                if checkpoint is not None and time.monotonic() > noted + _SECONDS_BETWEEN_NOTES:
                    self.save(checkpoint)
                    noted = time.monotonic()
        except KeyboardInterrupt:
            for column in [*columns][known:]:  # a tree may be there in part
                del columns[column]
            if not columns:
                raise
        if checkpoint is not None:
            self.save(checkpoint)

    def mixtures(self) -> Mixtures:
        """Return the mixtures, with the upper bound that a replay of the guesser's proves."""
        mixer = Mixer(self.plays)
        flows, chances, _ = mixer.mix(self.centre, 1.0, _LAST_ROUNDS, np.zeros(0))
        few = self.plays.often(flows)
        flows, *_ = Mixer(few).mix(chances, 1.0, _LAST_ROUNDS, np.zeros(0))
        game, rules = self.view.game, self.view.rules
        weights = self.weights(self.centre, _EVEN * len(game.answers)).tolist()
        setter = {word: one for word, one in zip(game.answers, weights, strict=True) if one}
        found = Mixtures(game, rules, setter, few.choices(flows), Fraction(1), Fraction(NEVER))
        return replace(found, upper=max(replay_mixture(found).values()))

    # --- notes on disk ---

    def _conditions(self) -> dict[str, Any]:
        hard, cap = str(self.view.rules.hard), self.view.rules.max_guesses
        return {"game": self.view.game.id, "hard": hard, "max_guesses": cap, "beam": self.beam}

    def save(self, path: Path) -> None:
        """Write all plays and the setter's mixture."""
        # Both answers of a pair are tried without notes, and before what leads there.
        columns = [one for one in self.plays.columns if len(self.plays.sets[one[0]]) > 2]
        notes = {"centre": self.centre.tolist(), "columns": columns}
        write_notes(path, self._conditions(), notes)

    def resume(self, path: Path) -> None:
        """Take over what an earlier run has found; refuse notes on something else."""

        def read(notes: Any) -> None:
            for place, guess in notes["columns"]:
                self.plays.add(place, guess)
            self.centre = self._chances = np.array(notes["centre"])

        read_notes(path, self._conditions(), read, None)


def solve_duel(
    *,
    game: Game | str | None = None,
    lexicon: Lexicon | str | None = None,
    hard: str = OFF,
    max_guesses: int = 6,
    within: float = WITHIN,
    seconds: float = SECONDS,
    beam: int = BEAM,
    checkpoint: Path | None = None,
    step: Step | None = None,
) -> Mixtures:
    """Find a mixture for each side; the upper bound is proven, the lower is not yet.

    Ctrl-C stops, and gives the mixtures found so far.

    Parameters
    ----------
    game, lexicon, hard, max_guesses
        as for `salet.optimal`
    within
        stop when the bounds seem to be this near to each other
    seconds
        time limit for the search of trees; mixing them takes some time more
    beam
        how many guesses a search tries for each set; 0 for exact searches
    checkpoint
        a file that keeps what is found; the same call goes on from there
    step
        told how many seconds of all are over, and what is known

    >>> words = Lexicon.from_words(["bat", "cat", "hat"])
    >>> found = solve_duel(lexicon=words)
    >>> from salet.exact.openers import prove_setter
    >>> float(prove_setter(found, found.upper, jobs=1)), float(found.upper)
    (2.0, 2.0)
    """
    if min(within, seconds) <= 0 or beam < 0:
        raise InvalidError("the limits must be above 0, and the beam not below")
    chosen = make_game(game, lexicon)
    finder = Finder(Setting.of(open_table(chosen), Rules(max_guesses, hard)).start(), beam)
    if checkpoint is not None:
        finder.resume(checkpoint)
    finder.run(seconds, within, checkpoint, step)
    return finder.mixtures()
