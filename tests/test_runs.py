import csv
import json
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import (
    Game,
    IllegalGuessError,
    InvalidError,
    Lexicon,
    Ranking,
    Rules,
    Strategy,
    make_strategy,
    pair,
    run,
)
from salet.runs import walk
from salet.runs.compare import pairings
from salet.runs.log import write_log
from salet.runs.run import Conditions, run_all
from salet.strategies.base import Rule, Traits
from salet.strategies.registry import registry
from salet.strategies.view import Setting
from tests.words import word_lists

ORIGINAL = Lexicon.load()
SMALL = Lexicon.from_words(ORIGINAL.answers[::9], ORIGINAL.allowed, name="small")

# --- published results, by the true rules ---


def test_entropy_candidates_only_over_all_words():
    """Write-up 003's entropy solver with its off-by-one mended (WRITEUPS.md, seed 003)."""
    result = run("entropy+ties(last)+only_candidates", opener="tares", knowledge="all")
    assert len(result.answers) == 2315
    assert result.lexicon.id == Lexicon.load("original-all").id
    assert result.mean == pytest.approx(4.2531, abs=5e-5)
    assert result.losses == 92
    assert result.within(6) == pytest.approx(0.9603, abs=5e-5)
    assert result.worst == 12


def test_character_frequency_over_all_words():
    """Write-up 003's chart for letter frequency: within 7 guesses 90.11 %, within 6 78.62 %."""
    strategy = "letters(count=occurrences,distinct=false)+ties(last)+only_candidates"
    result = run(strategy, knowledge="all")
    shares = [result.within(guesses) for guesses in range(2, 8)]
    published = [0.0060, 0.0514, 0.2402, 0.5279, 0.7862, 0.9011]
    assert shares == pytest.approx(published, abs=5e-5)
    assert result.opener == "esses"


def test_tiles_from_soare():
    """Glaiel's soare, 3.69 (RECORDS and WRITEUPS: 3.69071 with his tie order)."""
    result = run("tiles", opener="soare")
    assert result.mean == pytest.approx(3.69, abs=0.01)


def test_minimax_solves_everything():
    """Write-up 004: all words within six."""
    assert run("minimax").losses == 0


# --- a run is what games are ---


@pytest.mark.parametrize("strategy", ["entropy", "letters", "minimax+opener(crane)"])
@pytest.mark.parametrize("hard", ["off", "nyt", "strict"])
def test_run_agrees_with_games_played_one_by_one(original_table, strategy, hard):
    """The walk down the tree against the referee, who shares no code with it."""
    words = ["hatch", "eerie", "aback", "zonal"]
    result = run(strategy, hard=hard, answers=words)
    setting = Setting.of(original_table, Rules(hard=hard))
    player = make_strategy(strategy)
    for word in words:
        game = Game(setting.lexicon, word, Rules(max_guesses=20, hard=hard))
        while not game.won:
            guess = player.choose(setting.view(game.position))
            game.guess(setting.lexicon.allowed[guess])
        expected = game.log(result.strategy).steps
        assert result.game(word).steps == expected
        assert result.lengths[result.answers.index(word)] == len(expected)


@given(word_lists(3, "abc", min_size=1, max_size=15), st.data())
def test_every_game_of_any_lexicon_ends_with_its_answer(vocabulary, data):
    answers = data.draw(st.lists(st.sampled_from(vocabulary), min_size=1, unique=True))
    lexicon = Lexicon.from_words(answers, vocabulary)
    for strategy in ("entropy", "parts", "letters", "tiles", "greens", "random", "alphabetical"):
        result = run(strategy, lexicon=lexicon)
        assert result.problems == []
        assert result.finished.all()
        for word in answers:
            log = result.game(word)
            assert log.steps[-1].guess == word
            assert log.steps[-1].after == 1


class Asked(Rule):
    """Plays as the strategy inside, and promises nothing, so that a run asks it every time."""

    def choose(self, view):
        return self.inner.choose(view)


@pytest.mark.parametrize(
    "strategy",
    [
        *(name for name, spec in registry().items() if spec.plays),
        "letters+solutions_below(20)+popular_below(10)+opener(salet,crony)",
        "letters+ties(likely,shuffled(3))+step_back",
        "greens+explore_close",
        "letters+explore_random(2)",
        "letters+lookahead(width=2)",
        "entropy+hard(strict)+last_is_candidate",
    ],
)
def test_a_run_may_pass_over_questions_with_one_answer(strategy):
    inner = make_strategy(strategy)
    assert inner.knows_the_end
    assert not Asked(inner=inner).knows_the_end
    for options in ({"sample": 120, "seed": 2}, {"lexicon": SMALL, "hard": "nyt"}):
        if strategy == "tree" and "lexicon" in options:
            continue  # it has no guess for other words
        quick, asked = run(inner, **options), run(Asked(inner=inner), **options)
        assert (quick.lengths == asked.lengths).all()
        for name in ("guesses", "patterns", "after"):
            one, other = getattr(quick.games, name), getattr(asked.games, name)
            width = int(quick.lengths.max())
            assert (one[:, :width] == other[:, :width]).all()
            assert (one[:, width:] == -1).all()
        assert quick.problems == asked.problems == []


def test_a_promise_is_not_inherited_by_another_choose():
    class Own(Ranking):
        def values(self, view):
            return view.guesses

    class Overrides(Own):
        def choose(self, view):
            return int(view.guesses[0])

    class Renews(Overrides):
        guesses_last = True

    assert Own().knows_the_end
    assert not Overrides().knows_the_end
    assert Renews().knows_the_end


def test_figures_on_a_run_that_can_be_counted_by_hand():
    lexicon = Lexicon.from_words(["aa", "ab", "ba", "bb"])
    result = run("alphabetical", lexicon=lexicon, max_guesses=2)
    # aa first; ab gives g-, ba gives -g, bb gives --: each is then known.
    assert result.lengths.tolist() == [1, 2, 2, 2]
    assert result.histogram == {1: 1, 2: 3}
    assert (result.total, result.mean, result.losses, result.worst) == (7, 1.75, 0, 2)
    assert result.within(1) == 0.25
    strict = run("alphabetical", lexicon=lexicon, max_guesses=1)
    assert strict.losses == 3
    assert strict.mean == 1.75
    assert strict.capped_mean == (1 + 2 + 2 + 2) / 4
    assert strict.hardest(1) == ["ab"]


def test_weights_enter_the_figures():
    weighted = run("entropy", opener="salet", prior="frequency")
    weights = weighted.weights
    assert weighted.mean == pytest.approx(float((weighted.lengths * weights).sum() / weights.sum()))
    assert weighted.to_dict()["prior"] == "frequency"
    # Knowing which words are common helps with common words.
    uniform = run("entropy", opener="salet")
    by_weight = float((uniform.lengths * weights).sum() / weights.sum())
    assert weighted.mean < by_weight


# --- chance ---


@pytest.mark.parametrize("strategy", ["random", "entropy+explore_random(1)"])
def test_same_seed_same_games_whatever_the_number_of_workers(strategy, tmp_path):
    logs = []
    for jobs in (1, 2, 3):
        result = run(strategy, sample=40, seed=7, jobs=jobs, prior="frequency")
        result.write_log(tmp_path / f"{jobs}.csv")
        logs.append((tmp_path / f"{jobs}.csv").read_bytes())
    assert logs == [logs[0]] * 3


def test_seeds_matter():
    assert run("random", answers=["crane", "slate"], seed=1).games.guesses.tolist() != (
        run("random", answers=["crane", "slate"], seed=2).games.guesses.tolist()
    )


def test_a_game_of_chance_does_not_depend_on_the_others_played():
    alone = run("random", answers=["zonal"], seed=3).game("zonal")
    among = run("random", answers=["aback", "mummy", "zonal"], seed=3).game("zonal")
    assert alone.steps == among.steps


def test_random_explore_of_write_up_003():
    """Its code as printed loses 83 +- 8 of 2,315 games beyond seven guesses (WRITEUPS.md)."""
    strategy = "letters(count=occurrences,distinct=false)+ties(last)+only_candidates"
    result = run(f"{strategy}+explore_random(3)", knowledge="all", sample=500, seed=5)
    lost = 1 - result.within(7)
    assert 0.015 < lost < 0.065  # 83 / 2315 = 0.036, sampled
    assert not result.metadata["deterministic"]


# --- which answers ---


def test_answers_by_name_list_and_sample(original):
    assert len(run("alphabetical", lexicon="original-all", answers="original").answers) == 2315
    chosen = run("alphabetical", answers=["zonal", "aback", "aback"])
    assert chosen.answers == ("aback", "zonal")
    assert len(run("alphabetical", sample=10, seed=1).answers) == 10
    assert set(run("alphabetical", sample=10, seed=1).answers) <= set(original.answers)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"answers": ["zzzzz"]}, IllegalGuessError),
        ({"answers": ["aahed"]}, IllegalGuessError),
        ({"answers": []}, InvalidError),
        ({"sample": 0}, InvalidError),
        ({"sample": 9999}, InvalidError),
        ({"knowledge": "some"}, InvalidError),
        ({"opener": "zzzzz"}, IllegalGuessError),
        ({"prior": "gut feeling"}, InvalidError),
        ({"frequencies": "no/such/file"}, InvalidError),
        ({"hard": "very"}, InvalidError),
        ({"max_guesses": 0}, InvalidError),
        ({"lexicon": "klingon"}, InvalidError),
    ],
)
def test_bad_conditions(options, error):
    with pytest.raises(error):
        run("alphabetical", **options)


# --- strategies that fail ---


class Raises(Strategy):
    def choose(self, view):
        if len(view.turns) == 1:
            raise RuntimeError("no idea")
        return int(view.candidate_guesses[0])


class Nonsense(Strategy):
    answer = "raise"

    def choose(self, view):
        return self.answer


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
    (Raises(), "off", "raised RuntimeError: no idea (line {line} of test_runs.py)"),
    (Nonsense(), "off", "answered 'raise', which is not a guess index"),
    (Illegal(), "off", "guessed 12972 against the rules"),
    (Breaks(), "strict", "guessed aalii against the rules"),
    (Repeats(), "off", "guessed salet again"),
    (Loops(), "off", "10 guesses in a row told nothing; stopped"),
]


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


def test_a_long_fixed_sequence_is_played_to_its_end():
    result = run("parts+opener(laser,tonic,dumpy,civil,guppy)")
    assert result.finished.all()
    assert result.problems == []


def test_conditions_and_options_do_not_mix():
    with pytest.raises(InvalidError, match="not both"):
        run("alphabetical", conditions=Conditions.of(), hard="nyt")


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


def test_declared_modes_are_kept():
    class OnlyNormal(Ranking):
        own_traits = Traits(modes=("off",))

        def values(self, view):
            return view.is_candidate.astype(int)

    with pytest.raises(InvalidError, match="does not play hard mode nyt"):
        run(OnlyNormal(), hard="nyt")


# --- side by side ---


def test_pairing():
    lexicon = Lexicon.from_words(["aa", "ab", "ba", "bb"])
    first = run("alphabetical", lexicon=lexicon)
    second = run("alphabetical", lexicon=lexicon, opener="bb")
    pairing = pair(first, second)
    assert (pairing.better, pairing.equal, pairing.worse) == (1, 2, 1)
    assert pairing.difference == 0
    assert pair(second, first).better == pairing.worse


def test_paired_difference_is_weighted_as_the_means_are():
    first, second = (run(name, prior="frequency") for name in ("entropy", "letters"))
    assert pair(first, second).difference == pytest.approx(first.mean - second.mean)


def test_only_like_is_paired_with_like():
    one = run("alphabetical", answers=["crane", "slate"])
    with pytest.raises(InvalidError, match="same answers"):
        pair(one, run("alphabetical", answers=["crane"]))
    with pytest.raises(InvalidError, match="differently likely"):
        pair(one, run("alphabetical", answers=["crane", "slate"], prior="sigmoid"))
    with pytest.raises(InvalidError, match="lexicon or rules"):
        pair(one, run("alphabetical", answers=["crane", "slate"], hard="nyt"))
    with pytest.raises(InvalidError, match="lexicon or rules"):
        pair(one, run("alphabetical", answers=["crane", "slate"], lexicon="nyt"))


def test_an_unfinished_game_is_worse_than_any():
    good, bad = run("alphabetical", sample=20), run(Nonsense(), sample=20)
    assert pair(good, bad).better == 20
    assert pair(good, bad).difference is None


@pytest.mark.parametrize("jobs", [1, 2])
def test_run_all_keeps_the_order(jobs):
    conditions = Conditions.of(sample=30)
    steps = []
    runs = run_all(
        ["letters", "alphabetical", "random"],
        conditions=conditions,
        jobs=jobs,
        step=lambda done, total: steps.append((done, total)),
    )
    assert [result.strategy for result in runs] == ["letters", "alphabetical", "random"]
    assert steps == [(1, 3), (2, 3), (3, 3)]
    assert len(pairings(runs)) == 3


@pytest.mark.parametrize("strategy", ["alphabetical", "random", Raises()])
@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_counts_every_game_once(strategy, jobs):
    calls = []
    run(strategy, sample=50, jobs=jobs, progress=lambda *step: calls.append(step))
    assert calls[-1] == (50, 50)
    assert [done for done, _ in calls] == sorted({done for done, _ in calls})


# --- written down ---


@pytest.fixture(scope="module")
def sampled():
    return run("entropy", opener="salet", answers=["aback", "hatch", "zonal"])


def test_log_as_csv(sampled, tmp_path):
    write_log(sampled, tmp_path / "log.csv")
    with (tmp_path / "log.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["answer"] for row in rows] == ["aback", "hatch", "zonal"]
    for row in rows:
        guesses = row["guesses"].split()
        assert guesses[0] == row["opener"] == "salet"
        assert guesses[-1] == row["answer"]
        assert len(guesses) == int(row["n_guesses"]) == len(row["patterns"].split())
        assert row["before"].split()[1:] == row["after"].split()[:-1]
        assert row["lexicon"] == sampled.lexicon.id


def test_log_of_several_runs(sampled, tmp_path):
    other = run("letters", answers=["aback", "hatch", "zonal"])
    write_log([sampled, other], tmp_path / "log.csv")
    assert len((tmp_path / "log.csv").read_text().splitlines()) == 7
    with pytest.raises(InvalidError, match="one strategy"):
        write_log([sampled, other], tmp_path / "log.txt")


def test_log_for_leaderboards(sampled, tmp_path):
    write_log(sampled, tmp_path / "log.txt")
    lines = (tmp_path / "log.txt").read_text().splitlines()
    assert len(lines) == 3
    assert all(line.startswith("salet,") for line in lines)
    assert lines[0].endswith(",aback")


def test_log_as_parquet(sampled, tmp_path):
    import polars

    write_log(sampled, tmp_path / "log.parquet")
    frame = polars.read_parquet(tmp_path / "log.parquet")
    assert frame["answer"].to_list() == ["aback", "hatch", "zonal"]
    assert frame["guesses"].to_list()[0][0] == "salet"
    metadata = json.loads(polars.read_parquet_metadata(tmp_path / "log.parquet")["salet"])
    assert metadata["strategy"] == "entropy+opener(salet)"
    assert metadata["lexicon"]["id"] == sampled.lexicon.id


@pytest.mark.parametrize("name", ["log.xlsx", "log", "missing/log.csv"])
def test_log_that_cannot_be_written(sampled, tmp_path, name):
    with pytest.raises(InvalidError, match="cannot log"):
        write_log(sampled, tmp_path / name)


def test_unfinished_games_are_logged_as_such(tmp_path):
    write_log(run(Nonsense(), sample=150), tmp_path / "log.parquet")
    write_log(run(Nonsense(), answers=["aback"]), tmp_path / "log.csv")
    assert (tmp_path / "log.csv").read_text().splitlines()[1].startswith("aback,,False,False,,")


def test_html_for_notebooks(sampled):
    html = sampled._repr_html_()
    assert "entropy+opener(salet)" in html
    assert "<svg" in html
    assert "original" in html
    assert sampled.game("aback").steps
    angry = run(make_strategy("entropy"), answers=["aback"])
    object.__setattr__(angry, "strategy", "<script>")
    assert "<script>" not in angry._repr_html_()


def test_memory_of_runs():
    """The heaviest strategies one after the other must stay below 500 MB."""
    script = (
        "import salet\n"
        "salet.run('entropy', opener='salet'); salet.run('tiles')\n"
        "print(open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=300
    )
    assert int(done.stdout) < 500 * 1024  # kB


def test_lengths_do_not_depend_on_the_order_of_the_word_files(original):
    shuffled = list(original.allowed)
    np.random.default_rng(3).shuffle(shuffled)
    mixed = Lexicon.from_words(shuffled[:300], shuffled[:900])
    ordered = Lexicon.from_words(sorted(shuffled[:300]), sorted(shuffled[:900]))
    for strategy in ("entropy", "tiles", "letters"):
        one, other = run(strategy, lexicon=mixed), run(strategy, lexicon=ordered)
        assert (one.games.guesses == other.games.guesses).all()
