"""Compiled code that is kept on disk.

`salet.kernels.compiler` uses parts of numba that are not public. These tests fail if they change.
"""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numba
import numpy as np
import pytest

from salet import Lexicon, Rules, Wordle, make_game
from salet.exact import search as exact
from salet.kernels import compiler
from salet.kernels.groups import Tally, tally_groups
from salet.table import open_table
from salet.view import Setting


def test_kept_code_is_used_only_while_no_kernel_changes(monkeypatch):
    codes, rows = np.zeros((1, 1), np.uint8), np.zeros(1, np.int64)
    out = np.zeros((1, 4), np.int64)
    tally_groups(codes, rows, rows, np.zeros(2, np.int64), Tally.empty(codes, 1, 243), out)
    assert compiler.kept_types(tally_groups)
    # As when another file than the kernel's own was edited.
    monkeypatch.setattr(compiler, "_stamp", lambda _: (("sums.py", 1.0, 1),))
    assert not compiler.kept_types(compiler.compiled(tally_groups.py_func))


def test_a_cache_that_cannot_be_read_keeps_nothing():
    assert not compiler.kept_types(len)


jit = pytest.mark.skipif(
    os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled, nothing is kept"
)


@pytest.fixture
def kernel(tmp_path, monkeypatch):
    """A kernel in a file of its own, whose compiled code lies beside it."""
    path = tmp_path / "some_kernel.py"
    path.write_text("def double(number):\n    return 2 * number\n")
    space = {}
    exec(compile(path.read_text(), str(path), "exec"), space)
    return lambda: compiler.compiled(space["double"])


def files_of(kernel):
    folder = Path(kernel._cache.cache_path)
    return [*folder.glob("some_kernel.double*.nbi"), *folder.glob("some_kernel.double*.nbc")]


@jit
def test_what_is_used_of_numba(kernel):
    """The cache of numba reads, writes and stamps as `_ForgivingCache` expects."""
    first = kernel()
    assert not compiler.kept_types(first)
    assert first(4) == 8
    assert len(files_of(first)) == 2
    second = kernel()
    assert compiler.kept_types(second)
    assert second(4) == 8
    assert second.stats.cache_hits  # what was kept was used
    file = second._cache._cache_file
    assert file._source_stamp == compiler._stamp(first.py_func.__code__.co_filename)


@jit
def test_a_cut_file_costs_a_compilation_and_nothing_else(kernel):
    first = kernel()
    assert first(4) == 8
    for file in files_of(first):
        file.write_bytes(file.read_bytes()[:20])
    second = kernel()
    assert second(4) == 8
    assert not second.stats.cache_hits
    third = kernel()
    assert third(4) == 8
    assert third.stats.cache_hits  # the second has put whole files in the place of the cut ones


@jit
def test_a_search_is_compiled_for_its_game_and_mode(monkeypatch):
    """One kept for Wordle does not serve hard mode, weights, symmetries or longer words."""
    ones = np.ones(4, np.int64)
    words, longer = ["bat", "cat", "hat", "hit"], ["battle", "cattle", "rattle", "kettle"]
    plain, long = Wordle(Lexicon.from_words(words)), Wordle(Lexicon.from_words(longer))
    pegs = make_game("mastermind(2,2)")
    asked = [
        (plain, "off", None),
        (plain, "nyt", None),
        (plain, "off", ones),
        (pegs, "off", None),
        (long, "off", None),
    ]
    kept = []
    monkeypatch.setattr(exact, "_compiled_types", lambda: kept)
    monkeypatch.setattr(exact, "_COMPILED", set())
    for done, (game, hard, weights) in enumerate(asked):
        needed = [exact.needs_compiling(g, h, weighted=w is not None) for g, h, w in asked]
        assert needed == [False] * done + [True] * (len(asked) - done)
        search = exact.Search(open_table(game), Rules(hard=hard), weights=weights)
        arguments = (search._state, *search._optional, np.array([0]))
        kept.append(tuple(map(numba.typeof, arguments)))
        assert search.total(Setting.of(search.table, search.rules).start()) > 0
    assert set(kept) <= set(exact.run.signatures)


@pytest.fixture
def part(tmp_path, monkeypatch):
    """A part of a kernel, in a module that another process can import."""
    lines = (
        "from salet.kernels.compiler import lean_part",
        "@lean_part",
        "def double(n): return 2*n",
    )
    (tmp_path / "some_part.py").write_text("\n".join(lines))
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(compiler, "_HANDED_OUT", set())
    yield import_module("some_part").double
    del sys.modules["some_part"]


@jit
def test_another_process_compiles_a_part(part, tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    jobs = [compiler.job(part, 4)]
    with compiler.compiling_beside(jobs, []):
        assert not part.signatures
    assert compiler.kept_types(part) == [types for _, types in jobs]
    assert not part.signatures  # this process has not compiled it
    part.compile(jobs[0][1])
    assert part.stats.cache_hits
    # Nothing is left to do: no other process starts.
    monkeypatch.setattr(compiler.subprocess, "Popen", None)
    with compiler.compiling_beside(jobs, []):
        pass


@jit
def test_a_process_that_fails_costs_a_compilation_and_nothing_else(part, monkeypatch):
    monkeypatch.delenv("PYTHONPATH", raising=False)
    with compiler.compiling_beside([compiler.job(part, 4)], []):
        pass
    assert not compiler.kept_types(part)
    compiler._HANDED_OUT.clear()
    monkeypatch.setattr(sys, "executable", "/does/not/exist")
    with compiler.compiling_beside([compiler.job(part, 4)], []):
        pass

    @numba.njit
    def caller(number):
        return part(number)

    assert caller(4) == 8


@jit
@pytest.mark.long
def test_a_search_uses_the_parts_that_were_compiled_beside_it(tmp_path):
    """Each part is compiled once: the types that are named beforehand are those of `run`."""
    command = [sys.executable, "-m", "salet", "optimal", "--opener", "salet"]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run(command, env=environment, check=True, capture_output=True, timeout=200)
    kept = [path.name for path in tmp_path.rglob("*.nbc")]
    assert any("count_all" in name for name in kept)
    assert all(name.endswith(".1.nbc") for name in kept), kept
