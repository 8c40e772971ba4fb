"""Experiments over strategies: a study is data, its results are games, its report is a page."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
