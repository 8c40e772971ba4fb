"""Optimal play, proven.

Write f(H) for the least total number of guesses over a set H of candidates. A guess that splits H
into parts costs one for each candidate and then the f of every part, where the part of the guess
itself, if it is a candidate, costs nothing more. The search tries guesses in order of a bound of
their cost and leaves each as soon as it cannot be best. `bounds` proves what makes that right.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any


class _Callable(ModuleType):
    """Lets ``salet.optimal(...)`` be the function, also once a module of this package is loaded.

    The import system binds the package to the same name in ``salet``.
    """

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        from salet.optimal.optimum import optimal

        return optimal(*arguments, **options)


sys.modules[__name__].__class__ = _Callable
