"""The text form of strategies, the registry, and strategies of one's own."""

import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import InvalidError, Position, Ranking, make_strategy, run
from salet.errors import UnknownNameError
from salet.strategies.base import Rule, Strategy
from salet.strategies.registry import register, registry
from salet.strategies.view import Setting
from salet.testing import check_strategy

# --- the text form ---

TEXTS = [
    "entropy",
    "tiles(green=3)",
    "tiles(green=3,yellow=2)",
    "letters+solutions_below+popular_below(5)",
    "letters(count=occurrences,distinct=False)",
    "entropy+ties(fewest_grey,candidates,distinct,positions)",
    "entropy+ties(tiles(3,1),last)",
    "parts+opener(laser,tonic,dumpy)",
    "parts+opener(raise,while,class)",
    "greens(0.3)+hard(nyt)+explore_close(1.05)",
    "entropy+lookahead(depth=3,width=7)",
    "random+explore_random(2)",
]


@pytest.mark.parametrize("text", TEXTS)
def test_text_round_trips(text):
    strategy = make_strategy(text)
    assert strategy.to_text() == text
    assert make_strategy(strategy.to_text()) == strategy


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("tiles(2,1)", "tiles"),
        (" letters + solutions_below( n = 20 ) ", "letters+solutions_below"),
        ("entropy-v1", "entropy"),
        ("knuth", "minimax"),
        ("ncands+solve_below(20)", "minimax+solutions_below"),
        ("gyx(3)", "tiles(green=3)"),
    ],
)
def test_other_ways_to_write_it(text, same):
    assert make_strategy(text).to_text() == same


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "cannot read"),
        ("entropy+", "cannot read"),
        ("entropy(", "cannot read"),
        ("a b c", "cannot read"),
        ("entropi", "did you mean entropy"),
        ("entropy-v9", "this is entropy-v1"),
        ("entropy(3)", "takes 0 parameters"),
        ("tiles(1,2,3)", "takes 2 parameters"),
        ("tiles(greem=3)", "did you mean green"),
        ("tiles(green=1.5)", "whole number"),
        ("greens(7)", "0 to 1"),
        ("letters(count=nonsense)", "presence or occurrences"),
        ("entropy+solutions_below(x)", "n is a whole number, not 'x'"),
        ("entropy+solutions_below(2.5)", "n is a whole number"),
        ("entropy+explore_close(inf)", "ratio is a number"),
        ("tiles(true)", "green is a whole number"),
        ("tiles(99999999)", "from -1000 to 1000"),
        ("tiles(3,green=4)", "given green twice"),
        ("letters(distinct=2)", "true or false"),
        ("entropy+solutions_below(-1)", "0 or more"),
        ("entropy+popular_below(-1)", "0 or more"),
        ("solutions_below(3)", "decision rule"),
        ("entropy+letters", "is a ranking"),
        ("distinct", "only breaks ties"),
        ("entropy+ties", "at least one ranking"),
        ("entropy+ties(hard)", "decision rule"),
        ("entropy+hard(very)", "no hard mode"),
        ("entropy+opener", "at least one word"),
        ("entropy+lookahead(depth=0)", "depth of 1"),
        ("entropy+solutions_below+lookahead", "needs a ranking"),
        ("entropy+solutions_below+ties(last)", "only rankings have ties"),
        ("no/such/file.py:Name", "No such file"),
        ("mine.py", "name a class of the file"),
    ],
)
def test_bad_texts(text, message):
    with pytest.raises(InvalidError, match=message):
        make_strategy(text)


@given(st.text(alphabet="entropy+(),=3 .:-_v1leters", max_size=25))
def test_any_text_gives_a_strategy_or_a_clear_error(text):
    try:
        strategy = make_strategy(text)
    except InvalidError:
        return
    assert make_strategy(strategy.to_text()) == strategy


def test_unknown_name_lists_near_ones():
    with pytest.raises(UnknownNameError, match="did you mean"):
        make_strategy("minmax")


def test_registry_is_complete():
    required = "letters tiles minimax expected parts entropy greens popular random alphabetical"
    assert set(required.split()) <= set(registry())
    for name, spec in registry().items():
        assert spec.name == spec.factory.name == name
        assert spec.version >= 1
        assert spec.summary.endswith("."), name
        assert spec.kind in ("ranking", "player", "rule", "tie rule")
        assert spec.plays == (spec.kind in ("ranking", "player"))
        assert spec.to_dict()["summary"] == spec.summary


def test_a_name_can_be_taken_only_once():
    with pytest.raises(ValueError, match="already"):
        register("entropy")(type("Other", (Ranking,), {}))
    with pytest.raises(ValueError, match="already"):
        register("new", aliases=("knuth",))(type("Other", (Ranking,), {}))


# --- strategies of one's own ---

OWN = """
import numpy as np
from dataclasses import dataclass
from salet import Ranking

@dataclass(frozen=True)
class Vowels(Ranking):
    '''Most vowels first.'''

    vowels: str = "aeiou"

    def values(self, view):
        words = view.lexicon.allowed
        return np.array([sum(v in words[guess] for v in self.vowels) for guess in view.guesses])

class Unfinished(Ranking):
    pass
"""


def test_strategy_from_a_file(tmp_path, original_table):
    path = tmp_path / "own.py"
    path.write_text(OWN)
    view = Setting.of(original_table).view(Position())
    assert view.lexicon.allowed[make_strategy(f"{path}:Vowels").choose(view)] in (
        "adieu",
        "aurei",
        "audio",
        "auloi",
    )
    strategy = make_strategy(f"{path}:Vowels(y)+solutions_below(5)")
    assert strategy.to_text() == f"{path}:Vowels(y)+solutions_below(5)"
    with pytest.raises(InvalidError, match="has no strategy 'Nowels'; it has"):
        make_strategy(f"{path}:Nowels")
    with pytest.raises(InvalidError, match="lacks a method"):
        make_strategy(f"{path}:Unfinished")
    with pytest.raises(InvalidError, match="has no strategy 'Ranking'; it has Vowels, Unfinished"):
        make_strategy(f"{path}:Ranking")
    path.write_text(OWN.replace("aeiou", "yyyyy"))
    assert make_strategy(f"{path}:Vowels").vowels == "yyyyy"
    path.write_text("raise SystemExit(1)")
    with pytest.raises(InvalidError, match="does not run: SystemExit"):
        make_strategy(f"{path}:Other")
    path.write_text("1/0")
    with pytest.raises(InvalidError, match="does not run: ZeroDivisionError"):
        make_strategy(f"{path}:Other")


def test_rules_combine_traits():
    assert make_strategy("random+solutions_below").traits.deterministic is False
    assert make_strategy("entropy+explore_random").traits.deterministic is False
    assert make_strategy("entropy+lookahead+opener(salet)").traits.cost == "slow"
    assert isinstance(make_strategy("entropy+opener(salet)"), Rule)
    assert isinstance(make_strategy("entropy"), Strategy)


def test_a_strategy_from_a_file_conforms_and_travels(tmp_path):
    path = tmp_path / "own.py"
    path.write_text(
        "from salet import Ranking, Traits\n"
        "class Own(Ranking):\n"
        "    own_traits = Traits(deterministic=False)\n"
        "    def values(self, view):\n"
        "        return view.is_candidate * (1 + view.rng.permutation(len(view.guesses)))\n"
    )
    check_strategy(f"{path}:Own")
    one, two = (run(f"{path}:Own", sample=12, jobs=jobs) for jobs in (1, 2))
    assert one.lengths.tolist() == two.lengths.tolist()


def test_a_file_may_import_its_neighbours_and_have_spaces_in_its_path(tmp_path):
    folder = tmp_path / "my bots"
    folder.mkdir()
    (folder / "helper_of_mine.py").write_text("WORTH = 3\n")
    (folder / "mine.py").write_text(
        "import salet\nfrom helper_of_mine import WORTH\n"
        "class Mine(salet.Ranking):\n"
        "    def values(self, view):\n"
        "        return view.is_candidate * WORTH\n"
    )
    assert run(f"{folder}/mine.py:Mine", sample=3).finished.all()


def test_a_class_will_do_for_its_instance():
    class Plain(Ranking):
        def values(self, view):
            return view.is_candidate

    assert run(Plain, sample=3).finished.all()
    with pytest.raises(InvalidError, match="not a strategy"):
        make_strategy(3)


def test_a_class_without_a_name_goes_by_its_own():
    class Plain(Ranking):
        def values(self, view):
            return view.is_candidate.astype(int)

    assert Plain().to_text() == "Plain"


def test_a_broken_package_does_not_take_others_along(tmp_path):
    info = tmp_path / "broken_bot-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-bot\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[salet.strategies]\nbroken = no_such_module:Bot\n")
    done = subprocess.run(
        [sys.executable, "-m", "salet", "strategies", "--json"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    assert "note: the strategy broken of no_such_module:Bot cannot be used" in done.stderr
    assert "entropy" in done.stdout


def test_strategies_of_installed_packages(tmp_path):
    """A package with an entry point, found as pip would have installed it."""
    (tmp_path / "vowel_bot.py").write_text(
        "from salet import Ranking\n"
        "class Vowels(Ranking):\n"
        "    def values(self, view):\n"
        "        return view.is_candidate.astype(int)\n"
    )
    info = tmp_path / "vowel_bot-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: vowel-bot\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[salet.strategies]\nvowels = vowel_bot:Vowels\n")
    done = subprocess.run(
        [sys.executable, "-m", "salet", "run", "vowels+opener(adieu)", "--sample", "5", "--json"],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    assert json.loads(done.stdout)["strategy"] == "vowels+opener(adieu)"
