"""Compiled code that is kept on disk.

`salet.kernels.compiler` uses parts of numba that are not public. These tests fail if they change.
"""

import os
from pathlib import Path

import numpy as np
import pytest

from salet.kernels import compiler
from salet.kernels.groups import tally_groups


def test_kept_code_is_used_only_while_no_kernel_changes(monkeypatch):
    codes, rows = np.zeros((1, 1), np.uint8), np.zeros(1, np.int64)
    tally_groups(codes, rows, rows, np.zeros(2, np.int64), 243, np.zeros((1, 4), np.int64))
    assert compiler.is_kept(tally_groups)
    # As when another file than the kernel's own was edited.
    monkeypatch.setattr(compiler, "_stamp", lambda _: (("sums.py", 1.0, 1),))
    assert not compiler.is_kept(compiler.compiled(tally_groups.py_func))


def test_a_cache_that_cannot_be_read_keeps_nothing():
    assert not compiler.is_kept(len)


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
    assert not compiler.is_kept(first)
    assert first(4) == 8
    assert len(files_of(first)) == 2
    second = kernel()
    assert compiler.is_kept(second)
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
