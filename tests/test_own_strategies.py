"""Strategies of one's own: classes, files, installed packages, and the mistakes made in them."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from salet import InvalidError, Position, Ranking, make_strategy, run, suggest
from salet.strategies.registry import fingerprint
from salet.study.grid import Grid
from salet.study.spec import Study
from salet.testing import check_strategy
from salet.view import Setting

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
    with pytest.raises(InvalidError, match="failed when it was loaded: SystemExit"):
        make_strategy(f"{path}:Other")
    path.write_text("\n1/0")
    with pytest.raises(InvalidError, match=r"was loaded: ZeroDivisionError.*line 2 of own"):
        make_strategy(f"{path}:Other")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Plain", "Plain does not derive from salet.Strategy; it has Undecorated, Needs"),
        ("Undecorated(3)", r"takes 0 parameters, not 1; are its fields declared under @dataclass"),
        ("Undecorated(worth=3)", r"it has none; are its fields declared under @dataclass"),
        ("Needs", r"needs n: write .*mistakes.py:Needs\(n=...\)"),
        ("Needs(m=3)", "has no parameter 'm'; it has n$"),
    ],
)
def test_mistakes_in_a_file_are_named(tmp_path, text, message):
    path = tmp_path / "mistakes.py"
    path.write_text(
        "from dataclasses import dataclass\n"
        "import salet\n"
        "class Plain:\n"
        "    pass\n"
        "class Undecorated(salet.Ranking):\n"
        "    worth: int = 4\n"
        "    def values(self, view):\n"
        "        return view.is_candidate\n"
        "@dataclass(frozen=True)\n"
        "class Needs(Undecorated):\n"
        "    n: int\n"
    )
    assert run(f"{path}:Needs(2)", sample=2).finished.all()
    with pytest.raises(InvalidError, match=message):
        make_strategy(f"{path}:{text}")


@pytest.mark.long
@pytest.mark.slow
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


def package(folder, entry_points, code=""):
    """Lay a package out as pip would have installed it, and return where Python finds it."""
    (folder / "vowel_bot.py").write_text(code)
    info = folder / "vowel_bot-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: vowel-bot\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[salet.strategies]\n{entry_points}\n")
    paths = [str(folder), os.environ.get("PYTHONPATH", "")]
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, paths))}


def salet_with(environment, *arguments):
    command = [sys.executable, "-m", "salet", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=120, env=environment
    )


VOWELS = """
from salet import Ranking

class Vowels(Ranking):
    def values(self, view):
        return view.is_candidate.astype(int)

class Second(Vowels):
    pass

class Unfinished(Ranking):
    pass

class Plain:
    pass
"""


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("broken = no_such_module:Bot", "No module named 'no_such_module'"),
        ("broken = vowel_bot:Plain", "the class does not derive from salet.Strategy"),
        ("broken = vowel_bot:Unfinished", "the class lacks a method"),
        ("entropy = vowel_bot:Second", "there is a strategy 'entropy' already"),
        ("broken name = vowel_bot:Second", "a name has letters, digits, _ and -"),
    ],
)
def test_a_broken_package_does_not_take_others_along(tmp_path, entry, why):
    environment = package(tmp_path, f"{entry}\nvowels = vowel_bot:Vowels", VOWELS)
    done = salet_with(environment, "strategies", "--json")
    assert f"cannot be used: {why}" in done.stderr
    names = {spec["name"] for spec in json.loads(done.stdout)["strategies"]}
    assert names >= {"entropy", "vowels"}


@pytest.mark.slow
def test_strategies_of_installed_packages(tmp_path):
    environment = package(tmp_path, "vowels = vowel_bot:Vowels", VOWELS)
    done = salet_with(environment, "run", "vowels+opener(adieu)", "--sample", "5", "--json")
    assert json.loads(done.stdout)["strategy"] == "vowels+opener(adieu)"
    assert done.stderr == ""


class Floats(Ranking):
    """Most groups first, as a data scientist would score it."""

    def values(self, view):
        # 0.1 + 0.2 is not 0.3: equal splits must tie all the same.
        return view.stats.groups * 0.1 + np.where(view.guesses % 2, 0.1 + 0.2, 0.3)


def test_values_may_be_floats(original_table):
    view = Setting.of(original_table).view(Position.from_text("raise:--y-g"))
    assert Floats().ranked(view).tolist() == make_strategy("parts").ranked(view).tolist()
    assert Floats().choose(view) == make_strategy("parts").choose(view)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_values_must_be_finite(original_table, bad):
    class Bad(Ranking):
        def values(self, view):
            return np.full(len(view.guesses), bad)

    with pytest.raises(InvalidError, match="with nan or inf"):
        Bad().choose(Setting.of(original_table).start())


def test_the_fingerprint_holds_the_modules_beside_the_file(tmp_path):
    (tmp_path / "worth.py").write_text("W = 4\n")
    (tmp_path / "mine.py").write_text(
        "import salet\nfrom worth import W\n\n\nclass Mine(salet.Ranking):\n"
        "    def values(self, view):\n        return W * view.stats.groups - view.stats.largest\n"
    )
    strategy = make_strategy(f"{tmp_path}/mine.py:Mine")
    before = fingerprint(strategy)
    assert fingerprint(strategy) == before
    (tmp_path / "worth.py").write_text("W = 1\n")
    assert fingerprint(strategy) != before


def test_a_strategy_that_fails_or_ends_the_program_is_named(tmp_path):
    path = tmp_path / "ends.py"
    path.write_text(
        "import salet\n"
        "class Ends(salet.Ranking):\n"
        "    def values(self, view):\n"
        "        raise SystemExit(3)\n"
        "class Begins(Ends):\n"
        "    def __init__(self, worth=1):\n"
        "        self.worth = 1 / (worth - 1)\n"
    )
    with pytest.raises(InvalidError, match="Ends raised SystemExit: 3"):
        suggest("raise:--y-g", strategy=f"{path}:Ends")
    for text in ("Begins", "Begins(1)"):
        with pytest.raises(
            InvalidError, match=r"Begins cannot be made: ZeroDivision.*line 7 of en"
        ):
            run(f"{path}:{text}", sample=2)

    class Needs(Ranking):
        def __init__(self, n):
            self.n = n

    with pytest.raises(InvalidError, match="Needs cannot be made: TypeError"):
        run(Needs, sample=2)
    with pytest.raises(InvalidError, match="Needs cannot be made: TypeError"):
        check_strategy(Needs)


def test_the_path_of_a_strategy_in_a_study_starts_from_its_spec(tmp_path, monkeypatch):
    (tmp_path / "own.py").write_text(OWN)
    (tmp_path / "words.txt").write_text("crane\nslate\nzonal\n")
    (tmp_path / "spec.toml").write_text(
        'strategy = ["own.py:Vowels(y)+solutions_below(5)", "parts"]\n'
        'lexicon = {answers = "words.txt"}\n'
    )
    own, parts = Grid.of(Study.from_file(tmp_path / "spec.toml")).cells
    assert own.strategy == f"{tmp_path}/own.py:Vowels(y)+solutions_below(5)"
    assert parts.strategy == "parts"
    monkeypatch.chdir(tmp_path)
    assert Grid.of(Study.from_file("spec.toml")).cells[0].strategy.startswith("own.py:Vowels(y)+")


def test_what_a_file_prints_does_not_mix_with_json(tmp_path, capsys):
    (tmp_path / "own.py").write_text(f"print('loaded')\n{OWN}")
    make_strategy(f"{tmp_path}/own.py:Vowels")
    assert capsys.readouterr() == ("", "loaded\n")
