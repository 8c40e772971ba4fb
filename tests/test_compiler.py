"""Compiled code that is kept on disk."""

import numpy as np

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
