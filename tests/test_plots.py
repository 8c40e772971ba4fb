"""Charts: every builder gives a specification that draws, says its conditions, and stays plain."""

import json
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
import vl_convert

import salet
from salet import report
from salet.errors import InvalidError
from salet.report import Measured
from salet.report.chart import METRICS
from salet.report.drawing import html, inline_svg, svg

HOSTILE = "</script><script>alert('1 & 2')</script>"
WHERE = {"title": "A title", "subtitle": "original; normal mode, 6 guesses"}
STEPS = {2: 8, 3: 62, 6: 9, 7: 1, 9: 1}
CELLS = [
    {"config": config, "opener": opener, "mean": 3.5, "success": 0.99, "within3": 0.5}
    for config in ("lf", "gyx")
    for opener in ("tales", "raile", HOSTILE)
]

BUILDERS = {
    "step_histograms": lambda: report.step_histograms({"hard": STEPS, HOSTILE: {1: 1}}, **WHERE),
    "one histogram": lambda: report.step_histograms({"hard": STEPS}, **WHERE),
    "no game": lambda: report.step_histograms({"hard": {}}, **WHERE),
    "cumulative": lambda: report.cumulative({"a": [0, 0.5, 1], HOSTILE: [0.1] * 8}, **WHERE),
    "curves": lambda: report.curves(
        {"log": [(0, 4.0), (0.5, 3.9)], "freq": [(0, 4.1), (0.5, 3.9)]}, x="weight", y="m", **WHERE
    ),
    "comparison": lambda: report.comparison(
        [Measured("entropy", 3.5, 2, STEPS), Measured(HOSTILE, None, 5, {}, 5)], **WHERE
    ),
    "opener_dots": lambda: report.opener_dots(CELLS, highlight=("tales", "raile"), **WHERE),
    "rank_histogram": lambda: report.rank_histogram(
        [1, 100, 12972.0], of=12972, models={"log": [9.0, 2.0, 0.5], "freq": [1, 0, 0]}, **WHERE
    ),
    "spread": lambda: report.spread([130, 154, 154], axis="lost", marks={"printed": 154}, **WHERE),
    "value_bars": lambda: report.value_bars(
        {"tares": 4.293, HOSTILE: 0}, axis="nats", digits=3, highlight={"tares"}, **WHERE
    ),
    "letters": lambda: report.value_bars({"s": 6665, "e": 6662}, axis="n", upright=True, **WHERE),
    "group_sizes": lambda: report.group_sizes({"true": [3, 1464, 1], HOSTILE: [2]}, **WHERE),
}


@pytest.fixture(scope="module")
def runs(original_table):
    return [salet.run(text, sample=80, seed=3) for text in ("letters", "alphabetical")]


def drawn_text(drawing):
    return [element.text for element in ElementTree.fromstring(drawing).iter() if element.text]


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", BUILDERS)
def test_every_chart_draws_and_says_its_conditions(name):
    spec = BUILDERS[name]()
    assert json.loads(json.dumps(spec, allow_nan=False)) == spec
    text = drawn_text(svg(spec))
    assert "A title" in text
    assert "original; normal mode, 6 guesses" in text


def test_every_builder_is_drawn_here():
    builders = {name for name in report.__all__ if name[0].islower()}
    others = {
        "check_plot_path",
        "run_plot",
        "compare_plot",
        "backtest_plot",
        "conditions_text",
        "conditions_of",
    }
    others |= {
        "save_chart",
        "save_report",
        "to_html",
        "to_markdown",
        "version_facts",
        "lexicon_fact",
    }
    assert builders - others <= set(BUILDERS)


def test_lost_games_stand_behind_a_line():
    losing = report.step_histograms({"hard": STEPS}, **WHERE)
    assert "lost" in drawn_text(svg(losing))
    winning = report.step_histograms({"hard": {3: 5, 6: 1}}, **WHERE)
    assert "lost" not in drawn_text(svg(winning))
    unfinished = report.step_histograms({"hard": {3: 5}}, unfinished={"hard": 2}, **WHERE)
    assert {"lost", "never"} <= set(drawn_text(svg(unfinished)))


def test_the_parts_of_a_compared_bar_cover_all_games():
    spec = report.comparison([Measured("entropy", 3.5, 2, STEPS)], **WHERE)
    parts = spec["layer"][0]["data"]["values"]
    assert [part["part"] for part in parts] == ["2", "3", "6", "lost"]
    assert parts[0]["from"] == 0
    assert parts[-1]["to"] == pytest.approx(1)
    assert "2 games (2.5%) lost" in parts[-1]["note"]


def test_ranks_fall_into_their_bins():
    spec = report.rank_histogram([1, 10, 11, 100], of=100, bins=10, **WHERE)
    bins = spec["layer"][0]["data"]["values"]
    assert [row["count"] for row in bins] == [2, 1, 0, 0, 0, 0, 0, 0, 0, 1]
    assert [row["share"] for row in bins[:2]] == [1, 0.5]
    assert (bins[0]["from"], bins[-1]["to"]) == (1, 101)
    modelled = report.rank_histogram([1, 3, 99], of=100, bins=10, models={"m": [8, 4, 3]}, **WHERE)
    points = modelled["layer"][-1]["data"]["values"]
    assert [(row["x"], row["y"]) for row in points] == [(5, 1), (95, 0.5)]


def test_series_differ_in_more_than_colour():
    names = [f"strategy {number}" for number in range(8)]
    spec = report.cumulative({name: [0.1, 1] for name in names}, **WHERE)
    lines = [layer["mark"] for layer in spec["layer"] if layer["mark"]["type"] == "line"]
    shapes = spec["layer"][-1]["encoding"]["shape"]["scale"]["range"]
    looks = {
        (mark["color"], tuple(mark["strokeDash"]), shape)
        for mark, shape in zip(lines, shapes, strict=True)
    }
    assert len(looks) == len(names)
    assert len({tuple(mark["strokeDash"]) for mark in lines[:6]}) == 6


@pytest.mark.slow
def test_a_drawing_is_the_same_each_time_and_its_identifiers_are_its_own():
    spec = BUILDERS["opener_dots"]()
    clipped = {**spec, "vconcat": [{**panel, "view": {"clip": True}} for panel in spec["vconcat"]]}
    for one in (spec, clipped):
        assert svg(one) == svg(one)
    here, there = inline_svg(clipped, "here"), inline_svg(clipped, "there")
    identifiers = [set(re.findall(r'\bid="([^"]+)"', drawing)) for drawing in (here, there)]
    assert identifiers[0].isdisjoint(identifiers[1])
    for drawing, own in zip((here, there), identifiers, strict=True):
        assert set(re.findall(r"url\(#([^)]+)\)", drawing)) <= own


def test_an_inline_drawing_has_notes_and_the_page_s_colours():
    chart = BUILDERS["value_bars"]()
    drawing = inline_svg(chart, "here")
    assert chart._repr_html_().count("<path") == drawing.count("<path") > 5  # in a notebook
    titles = [
        element.text for element in ElementTree.fromstring(drawing).iter() if "title" in element.tag
    ]
    assert "tares: 4.293 nats" in titles
    assert f"{HOSTILE}: 0.000 nats" in titles
    assert "currentColor" in drawing
    assert 'fill="white"' not in drawing


@pytest.mark.slow
def test_hostile_words_stay_words():
    for name in ("value_bars", "comparison", "opener_dots"):
        page = html({**BUILDERS[name](), "description": HOSTILE})
        assert "<script>alert" not in page
        assert len(re.findall(r"<script>", page)) == 2
    assert "<script>" not in svg(BUILDERS["value_bars"]())


def test_a_page_loads_nothing(tmp_path):
    path = tmp_path / "chart.html"
    spec = BUILDERS["curves"]()
    report.save_chart(spec, path)
    page, library = path.read_text(encoding="utf-8"), vl_convert.javascript_bundle()
    assert page.count(library) == 1
    own = page.replace(library, "")
    assert re.findall(r"\b(?:src|href|action)\s*=|@import|url\(", own) == []
    # The name of the specification's language is an address, but nothing is loaded from it.
    assert re.findall(r"https?://\S+?(?=\")", own) == [spec["$schema"]]


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".svg", ".png", ".html", ".json", ".SVG"])
def test_save_by_ending(ending, tmp_path):
    path = tmp_path / f"chart{ending}"
    spec = BUILDERS["group_sizes"]()
    report.save_chart(spec, path)
    content = path.read_bytes()
    start = {".svg": b"<svg", ".png": b"\x89PNG", ".html": b"<!doctype html>", ".json": b"{"}
    assert content.startswith(start[ending.lower()])
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    if ending == ".json":
        assert json.loads(content) == spec


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("chart.pdf", "the file name must end in .svg, .png, .html or .json"),
        ("chart", "the file name must end in"),
        ("none/chart.svg", "there is no folder"),
        ("folder.svg", "it is a folder"),
    ],
)
def test_save_refuses(name, message, tmp_path):
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(InvalidError, match=re.escape(message)):
        report.save_chart(BUILDERS["group_sizes"](), tmp_path / name)


def test_without_the_extra_the_error_says_what_to_install(tmp_path):
    script = (
        "import sys; sys.modules['vl_convert'] = None\n"
        "from salet.report import group_sizes, save_chart\n"
        "spec = group_sizes({'a': [2, 1]}, title='t', subtitle='s')\n"
        f"save_chart(spec, {str(tmp_path / 'chart.json')!r})\n"
        f"save_chart(spec, {str(tmp_path / 'chart.svg')!r})\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60
    )
    assert "plots need vl-convert: pip install 'salet[lab]'" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["chart.json"]


def test_charts_of_runs(runs):
    spec = report.run_plot(runs[0])
    assert "letters" in spec["title"]["text"][0]
    assert "original: 2,315 answers, 12,972 allowed; normal mode" in spec["description"]
    counts = {row["guesses"]: row["label"] for row in spec["data"]["values"]}
    assert counts == {str(length): str(count) for length, count in runs[0].histogram.items()}
    both = report.compare_plot(runs)
    assert both["description"].endswith("80 games each")
    assert {"letters", "alphabetical"} <= set(drawn_text(svg(both)))


def test_the_metrics_are_those_of_the_grid():
    assert [metric.field for metric in METRICS] == ["mean", "success", "within3"]
