"""Advice for a person: what to guess next, how a game was played, hosts, and shared grids.

`salet.suggest`, `salet.review` and `salet.infer` are the doors. The names in ``__init__.pyi`` are
public, too; each loads on first use.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
