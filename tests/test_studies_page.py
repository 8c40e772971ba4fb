"""scripts/studies_page.py: the page is taken apart and put together without loss."""

import importlib.util
from pathlib import Path

import pytest

from salet.replication.findings import Figure, Replication, Section

PATH = Path(__file__).parents[1] / "scripts" / "studies_page.py"


@pytest.fixture
def script(tmp_path):
    spec = importlib.util.spec_from_file_location("studies_page", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.PAGE = tmp_path / "replications.md"
    return module


def found(name, mean):
    section = Section("Means", (Figure("mean", 3.6, mean, digits=1),))
    return Replication(name, f"About {name} | so", "https://example.org", (section,), (), ())


def test_the_page(script, capsys):
    means = {"vanrijn": 3.6, "chow": 3.61}
    script.DOCUMENTS, script.QUICK = ("chow", "vanrijn"), ("vanrijn",)
    script.replicate = lambda name, _: found(name, means[name])
    assert script.main(["--check"]) == 1
    assert script.main([]) == 0
    page = script.PAGE.read_text(encoding="utf-8")
    assert [*script.blocks(page)] == ["chow", "vanrijn"]
    assert page.count("| About chow \\| so | 1 | 1 | 1 | 0 | 0 | 0 |") == 2
    assert page.index("## About chow") < page.index("## About vanrijn")
    assert script.main(["--check"]) == 0
    means["chow"] = 3.7  # not looked at: it takes too long
    assert script.main(["--check"]) == 0
    means["vanrijn"] = 3.7
    assert script.main(["--check"]) == 1
    assert script.PAGE.read_text(encoding="utf-8") == page
    assert script.main(["--only", "vanrijn"]) == 0
    page = script.PAGE.read_text(encoding="utf-8")
    assert (page.count("✓ same"), page.count("✗ differs")) == (1, 1)
    assert "not current: run this script" in capsys.readouterr().out


def test_data_by_name(script):
    assert script.chosen_data(["bnc=/a/b=c.csv"]) == {"bnc": Path("/a/b=c.csv")}
