"""Charts as Vega-Lite specifications: plain dictionaries with their data inside.

Every builder takes plain numbers, words and `Run` objects and needs no other library; only `save`
and what draws a specification load vl-convert (the extra ``lab``).
"""

from salet.study.plots.bars import group_sizes, value_bars
from salet.study.plots.chart import Spec, conditions
from salet.study.plots.comparison import comparison
from salet.study.plots.curves import cumulative, curves
from salet.study.plots.dots import Metric, opener_dots
from salet.study.plots.histograms import rank_histogram, spread, step_histograms
from salet.study.plots.of_runs import compare_plot, run_plot
from salet.study.plots.render import check_plot_path, save

__all__ = [
    "Metric",
    "Spec",
    "check_plot_path",
    "compare_plot",
    "comparison",
    "conditions",
    "cumulative",
    "curves",
    "group_sizes",
    "opener_dots",
    "rank_histogram",
    "run_plot",
    "save",
    "spread",
    "step_histograms",
    "value_bars",
]
