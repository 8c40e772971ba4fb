"""Strategies that raise, cheat, hang or break the rules: a run names them and goes on."""

import json
import random

import numpy as np
import pytest

from salet import Lexicon, Ranking, Strategy, compare, run
from salet.runs import walk
from salet.strategies.base import Traits
from tests.helpers import Nonsense

SMALL = Lexicon.from_words(["bat", "cat", "fat", "hat", "mat", "pat", "rat", "sat"], name="small")


class Raises(Strategy):
    def choose(self, view):
        if len(view.turns) == 1:
            raise RuntimeError("no idea")
        return int(view.candidate_guesses[0])


class Illegal(Strategy):
    def choose(self, view):
        return len(view.lexicon.allowed)


class Breaks(Strategy):
    """Plays aahed, then aalii, whatever the patterns say."""

    def choose(self, view):
        return min(1, len(view.turns))


class Repeats(Strategy):
    def choose(self, view):
        return view.lexicon.guess_index("salet")


class Loops(Ranking):
    """Plays the words that tell least."""

    def values(self, view):
        return -view.stats.groups - view.is_candidate * 1000

    def choose(self, view):
        return int(view.guesses[self.values(view).argmax()])


FAILURES = [
    (Raises(), "off", "raised RuntimeError: no idea (line {line} of test_failing_strategies.py)"),
    (
        Nonsense(),
        "off",
        "returned 'raise', which is not one of view.guesses; "
        "view.lexicon.guess_index gives the index of a word",
    ),
    (Illegal(), "off", "guessed 12972 against the rules"),
    (Breaks(), "strict", "guessed aalii against the rules"),
    (Repeats(), "off", "guessed salet again"),
    (Loops(), "off", "10 guesses in a row ruled out no candidate; stopped"),
]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "hard", "message"), FAILURES)
def test_a_failing_strategy_is_named_with_its_position(strategy, hard, message):
    result = run(strategy, hard=hard)
    assert result.problems
    line = Raises.choose.__code__.co_firstlineno + 2
    message = message.format(line=line)
    assert {problem.message for problem in result.problems} == {message}
    unfinished = int((~result.finished).sum())
    assert sum(problem.games for problem in result.problems) == unfinished > 0
    assert result.losses >= unfinished
    assert json.loads(json.dumps(result.to_dict()))["problems"][0]["message"] == message


def test_other_games_go_on_after_a_failure():
    result = run(Raises())
    assert result.finished.sum() == 1  # the first candidate itself
    assert result.mean == 1
    assert result.capped_mean > 6
    assert all(":" in problem.position for problem in result.problems)


def test_a_run_without_a_finished_game_has_no_mean():
    result = run(Nonsense())
    assert result.mean is None
    assert result.opener is None
    assert result.worst == 0
    assert result.capped_mean == 7


class Cheats(Strategy):
    """Reads the answer out of the random generator it was given."""

    own_traits = Traits(deterministic=False)

    def choose(self, view):
        seeds = view.rng.bit_generator.seed_seq.entropy
        guess = view.table.answer_guesses[int(seeds[1]) % len(view.lexicon.answers)]
        return int(guess if view.offers(guess) else view.candidate_guesses[0])


def test_the_answer_does_not_leak_through_the_generator():
    assert run(Cheats(), sample=60).within(1) < 0.1


class Exits(Strategy):
    def choose(self, view):
        raise SystemExit(3)


class Hangs(Strategy):
    def choose(self, view):
        while True:
            pass


def test_a_strategy_that_leaves_or_hangs_is_stopped(monkeypatch):
    assert "SystemExit: 3" in run(Exits(), sample=3).problems[0].message
    monkeypatch.setattr(walk, "SECONDS_PER_GUESS", 0.2)
    problem = run(Hangs(), sample=3).problems[0]
    assert "TimeoutError: no guess within 0.2 seconds" in problem.message


class Vandal(Ranking):
    def values(self, view):
        view.guesses[0] = 5
        return view.is_candidate.astype(int)


def test_shared_arrays_cannot_be_written():
    result = run(Vandal(), sample=3)
    assert "read-only" in result.problems[0].message
    assert run("alphabetical", sample=3).finished.all()


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["alphabetical", "random", Raises()])
@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_counts_every_game_once(strategy, jobs):
    calls = []
    run(strategy, sample=50, jobs=jobs, progress=lambda *step: calls.append(step))
    assert calls[-1] == (50, 50)
    assert [done for done, _ in calls] == sorted({done for done, _ in calls})


class Undeclared(Strategy):
    """Draws its guesses, but does not say so."""

    def choose(self, view):
        return int(view.rng.choice(view.candidate_guesses))


def test_chance_that_was_not_declared_is_noticed():
    result = run(Undeclared(), sample=20)
    assert result.finished.all()
    (problem,) = result.problems
    assert str(problem) == problem.message
    assert "uses chance but declares none" in problem.message


class FromRandom(Strategy):
    def choose(self, view):
        return int(random.choice(view.candidate_guesses))


class FromNumpy(FromRandom):
    def choose(self, view):
        return int(np.random.choice(view.candidate_guesses))  # noqa: NPY002


@pytest.mark.parametrize("strategy", [FromRandom(), FromNumpy()])
def test_chance_of_the_global_generators_is_noticed(strategy):
    """What they draw, no seed repeats; a comparison with it is not exact."""
    found = compare(strategy, "alphabetical", lexicon=SMALL)
    (problem,) = found.runs[0].problems
    assert "uses chance but declares none" in problem.message
    assert not found.pairs[0].exact


class Admitted(FromRandom):
    own_traits = Traits(deterministic=False)


def test_declared_chance_must_come_from_the_view():
    (problem,) = run(Admitted(), lexicon=SMALL).problems
    assert "draw from view.rng" in problem.message
    assert run("random", lexicon=SMALL).problems == []


class Stumbles(Ranking):
    """Fails inside numpy, which is not where its author has to look."""

    def values(self, view):
        return np.concatenate([view.guesses, "x", []]).reshape(0, 7)


def test_the_line_of_a_failure_is_the_authors():
    line = Stumbles.values.__code__.co_firstlineno + 1
    (problem,) = run(Stumbles(), sample=3).problems
    assert problem.message.endswith(f"(line {line} of test_failing_strategies.py)")
