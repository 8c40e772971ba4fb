"""A laboratory for Wordle and games like it.

The public names are listed in ``__init__.pyi``. Each loads on first use, so that ``import salet``
costs nothing. The sub-packages `arena`, `boards`, `coach`, `env`, `exact`, `study` and `tree` have
public names of their own.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
