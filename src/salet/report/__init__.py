"""Charts and reports: tables, prose, pages and drawings for studies, replications and the arena.

A chart is a Vega-Lite specification, a plain dictionary with its data inside. The builders take
numbers, words and `Run` objects and need no other library; only what draws a specification loads
vl-convert (the extra ``lab``).
"""

from salet.report.bars import group_sizes, rank_histogram, spread, step_histograms, value_bars
from salet.report.chart import Spec
from salet.report.document import (
    Part,
    Report,
    Table,
    conditions_text,
    lexicon_fact,
    version_facts,
)
from salet.report.drawing import check_plot_path, save_chart
from salet.report.lines import Metric, cumulative, curves, opener_dots
from salet.report.markdown import to_markdown
from salet.report.page import save_report, to_html
from salet.report.plots import Measured, compare_plot, comparison, conditions_of, run_plot

__all__ = [
    "Measured",
    "Metric",
    "Part",
    "Report",
    "Spec",
    "Table",
    "check_plot_path",
    "compare_plot",
    "comparison",
    "conditions_of",
    "conditions_text",
    "cumulative",
    "curves",
    "group_sizes",
    "lexicon_fact",
    "opener_dots",
    "rank_histogram",
    "run_plot",
    "save_chart",
    "save_report",
    "spread",
    "step_histograms",
    "to_html",
    "to_markdown",
    "value_bars",
    "version_facts",
]
