import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import (
    IllegalGuessError,
    InvalidError,
    Lexicon,
    Ranking,
    Referee,
    Rules,
    make_strategy,
    pair,
    run,
)
from salet.strategies.base import DecisionRule, Traits
from salet.strategies.registry import registry
from salet.view import Setting
from tests.helpers import word_lists

ORIGINAL = Lexicon.load()
SMALL = Lexicon.from_words(ORIGINAL.answers[::9], ORIGINAL.allowed, name="small")

# --- published results, by the true rules ---


@pytest.mark.slow
def test_entropy_candidates_only_over_all_words():
    """The entropy solver of write-up 003 (tmzh) with its off-by-one mended."""
    result = run("entropy+ties(last)+only_candidates", opener="tares", knowledge="all")
    assert len(result.answers) == 2315
    assert result.lexicon.id == Lexicon.load("original-all").id
    assert result.mean == pytest.approx(4.2531, abs=5e-5)
    assert result.losses == 92
    assert result.within(6) == pytest.approx(0.9603, abs=5e-5)
    assert result.worst == 12


@pytest.mark.slow
def test_character_frequency_over_all_words():
    """Write-up 003's chart for letter frequency: within 7 guesses 90.11 %, within 6 78.62 %."""
    strategy = "letters(count=occurrences,distinct=false)+ties(last)+only_candidates"
    result = run(strategy, knowledge="all")
    shares = [result.within(guesses) for guesses in range(2, 8)]
    published = [0.0060, 0.0514, 0.2402, 0.5279, 0.7862, 0.9011]
    assert shares == pytest.approx(published, abs=5e-5)
    assert result.opener == "esses"


@pytest.mark.slow
def test_tiles_from_soare():
    """Glaiel's soare, 3.69 (github.com/TylerGlaiel/wordlebot; 3.69071 in his order of ties)."""
    result = run("tiles", opener="soare")
    assert result.mean == pytest.approx(3.69, abs=0.01)


@pytest.mark.slow
def test_minimax_solves_everything():
    """Write-up 004: all words within six."""
    assert run("minimax").losses == 0


# --- a run is what games are ---


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["entropy", "letters", "minimax+opener(crane)"])
@pytest.mark.parametrize("hard", ["off", "nyt", "strict"])
def test_run_agrees_with_games_played_one_by_one(original_table, strategy, hard):
    """The walk down the tree against the referee, who shares no code with it."""
    words = ["hatch", "eerie", "aback", "zonal"]
    result = run(strategy, hard=hard, answers=words)
    setting = Setting.of(original_table, Rules(hard=hard))
    player = make_strategy(strategy)
    for word in words:
        game = Referee(setting.lexicon, word, Rules(max_guesses=20, hard=hard))
        while not game.won:
            guess = player.choose(setting.view(game.position))
            game.guess(setting.lexicon.allowed[guess])
        expected = game.log(result.strategy).steps
        assert result.log(word).steps == expected
        assert result.lengths[result.answers.index(word)] == len(expected)


@pytest.mark.long
@pytest.mark.slow
@given(word_lists(3, "abc", min_size=1, max_size=15), st.data())
def test_every_game_of_any_lexicon_ends_with_its_answer(vocabulary, data):
    answers = data.draw(st.lists(st.sampled_from(vocabulary), min_size=1, unique=True))
    lexicon = Lexicon.from_words(answers, vocabulary)
    for strategy in ("entropy", "parts", "letters", "tiles", "greens", "random", "alphabetical"):
        result = run(strategy, lexicon=lexicon)
        assert result.problems == []
        assert result.finished.all()
        for word in answers:
            log = result.log(word)
            assert log.steps[-1].guess == word
            assert log.steps[-1].after == 1


class Asked(DecisionRule):
    """Plays as the strategy inside, and promises nothing, so that a run asks it every time."""

    def choose(self, view):
        return self.inner.choose(view)


@pytest.mark.long
@pytest.mark.slow
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
            one, other = getattr(quick.played, name), getattr(asked.played, name)
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


@pytest.mark.long
@pytest.mark.slow
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


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("strategy", ["random", "entropy+explore_random(1)"])
def test_same_seed_same_games_whatever_the_number_of_workers(strategy, tmp_path):
    logs = []
    for jobs in (1, 2, 3):
        result = run(strategy, sample=40, seed=7, jobs=jobs, prior="frequency")
        result.write_log(tmp_path / f"{jobs}.csv")
        logs.append((tmp_path / f"{jobs}.csv").read_bytes())
    assert logs == [logs[0]] * 3


def test_seeds_matter():
    assert run("random", answers=["crane", "slate"], seed=1).played.guesses.tolist() != (
        run("random", answers=["crane", "slate"], seed=2).played.guesses.tolist()
    )


def test_a_game_of_chance_does_not_depend_on_the_others_played():
    alone = run("random", answers=["zonal"], seed=3).log("zonal")
    among = run("random", answers=["aback", "mummy", "zonal"], seed=3).log("zonal")
    assert alone.steps == among.steps


@pytest.mark.long
@pytest.mark.slow
def test_random_explore_of_write_up_003():
    """Its code as printed loses 83 +- 8 of 2,315 games beyond seven guesses."""
    strategy = "letters(count=occurrences,distinct=false)+ties(last)+only_candidates"
    result = run(f"{strategy}+explore_random(3)", knowledge="all", sample=500, seed=5)
    lost = 1 - result.within(7)
    assert 0.015 < lost < 0.065  # 83 / 2315 = 0.036, sampled
    assert not result.metadata["deterministic"]


# --- which answers ---


@pytest.mark.long
@pytest.mark.slow
def test_answers_by_name_list_and_sample(original):
    assert len(run("alphabetical", lexicon="original-all", answers="original").answers) == 2315
    chosen = run("alphabetical", answers=["zonal", "aback", "aback"])
    assert chosen.answers == ("aback", "zonal")
    assert len(run("alphabetical", sample=10, seed=1).answers) == 10
    assert set(run("alphabetical", sample=10, seed=1).answers) <= set(original.answers)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"answers": ["zzzzz"]}, IllegalGuessError),
        ({"answers": ["aahed"]}, IllegalGuessError),
        ({"answers": []}, InvalidError),
        ({"sample": 0}, InvalidError),
        ({"sample": 9999}, InvalidError),
        ({"knowledge": "some"}, InvalidError),
        ({"seed": -1}, InvalidError),
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


def test_a_long_fixed_sequence_is_played_to_its_end():
    result = run("parts+opener(laser,tonic,dumpy,civil,guppy)")
    assert result.finished.all()
    assert result.problems == []


def test_an_opener_is_named_as_it_is_played():
    result = run("alphabetical", opener="SALET", sample=3)
    assert (result.strategy, result.opener) == ("alphabetical+opener(salet)", "salet")


def test_declared_modes_are_kept():
    class OnlyNormal(Ranking):
        own_traits = Traits(modes=("off",))

        def values(self, view):
            return view.is_candidate.astype(int)

    with pytest.raises(InvalidError, match="does not play hard mode nyt"):
        run(OnlyNormal(), hard="nyt")


@pytest.mark.long
@pytest.mark.slow
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
        assert (one.played.guesses == other.played.guesses).all()


# --- another game ---


def test_mastermind_as_published():
    """Knuth 1977: at most five guesses, 5,801 in all. Kooi 2005: most parts needs 5,668."""
    knuth = run("minimax", opener="aabb", game="mastermind(4,6)")
    assert (knuth.total, knuth.worst) == (5801, 5)
    assert knuth.histogram == {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}
    kooi = run("parts", opener="aabc", game="mastermind(4,6)")
    assert kooi.total == 5668
    assert round(kooi.mean, 4) == 4.3735


def test_the_games_of_another_game_have_its_replies(tmp_path):
    result = run("minimax", opener="aabb", game="mastermind(4,6)", sample=20)
    log = result.log(result.answers[0])
    assert log.steps[0].reply.to_text() == str(
        result.game.replies[int(result.played.patterns[0, 0])]
    )
    assert log.steps[-1].reply.solved
    assert result.to_dict()["lexicon"]["rule"] == result.game.rule
    result.write_log(tmp_path / "games.csv")
    header, first, *_ = (tmp_path / "games.csv").read_text().splitlines()
    assert header.endswith(",lexicon,rule")
    assert str(log.steps[0].reply) in first
    with pytest.raises(InvalidError, match="game or rules"):
        pair(result, run("minimax", sample=20))


def test_what_needs_letters_says_so_in_another_game():
    with pytest.raises(InvalidError, match="letters"):
        run("letters", game="mastermind(4,6)")
    with pytest.raises(InvalidError, match="no hard mode 'nyt'"):
        run("minimax", game="mastermind(4,6)", hard="nyt")
