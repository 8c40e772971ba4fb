"""Charts and reports: tables, prose, pages and drawings for studies, replications and the arena.

A chart is a Vega-Lite specification, a plain dictionary with its data inside. The builders take
numbers, words and `Run` objects and need no other library; only what draws a specification loads
vl-convert (the extra ``lab``).
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
