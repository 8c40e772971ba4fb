"""What loads when: the light things must stay light."""

import subprocess
import sys

import pytest

import salet
from salet.table import open_table
from salet.words.lexicon import TODAY_LEXICON

HEAVY = ["numba", "numpy", "polars", "starlette", "rich", "vl_convert", "loky", "sqlalchemy"]


def loaded_after(statement):
    script = f"{statement}\nimport sys; print(*sorted(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60
    )
    return set(done.stdout.split("\n")[-2].split())


@pytest.mark.parametrize(
    ("statement", "absent"),
    [
        ("import salet", [*HEAVY, "click"]),
        (
            "import sys; sys.argv = ['salet', '--help']\n"
            "from salet.cli import main\ntry: main()\nexcept SystemExit: pass",
            [*HEAVY, "click"],
        ),
        (
            "import sys; sys.argv = ['salet', 'suggest', '--help']\n"
            "from salet.cli import main\ntry: main()\nexcept SystemExit: pass",
            [name for name in HEAVY if name != "rich"],
        ),
        ("from salet import Lexicon, pattern_of; Lexicon.load()", HEAVY),
    ],
)
def test_heavy_modules_stay_away(statement, absent):
    modules = loaded_after(statement)
    assert [name for name in absent if name in modules] == []


def test_suggest_with_a_cached_table_needs_no_numba():
    open_table(TODAY_LEXICON)
    modules = loaded_after("import salet; salet.suggest(); salet.suggest('raise:--y-g')")
    assert "numpy" in modules
    assert "numba" not in modules


def test_public_names_all_load():
    for name in salet.__all__:
        assert getattr(salet, name) is not None
    assert sorted(dir(salet)) == sorted(salet.__all__)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = salet.nonsense


@pytest.mark.slow
def test_optimal_is_a_function_whatever_was_imported_before():
    code = (
        "import salet, salet.exact.search; "
        "assert salet.optimal('abc', lexicon=salet.Lexicon.from_words(['abc'])).best.total == 1"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
