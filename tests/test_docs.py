"""The docs: links lead somewhere, examples run, and no page and no public name is left out."""

import os
import re
import runpy
import shlex
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace

import nbformat
import pytest
import yaml
from nbclient import NotebookClient
from scripts import links

import salet
from tests.test_api import PACKAGES

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TUTORIALS = sorted((DOCS / "tutorials").glob("*.md"))
FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


# --- links ---


def test_every_link_of_the_docs_leads_somewhere():
    pages = links.read_pages(ROOT, links.PAGES)
    assert sum(len(page.links) for page in pages.values()) > 100
    assert [*links.faults(pages, ROOT)] == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[a](#a-b-and-c)", None),
        ("[a](#twice-1)", None),
        ("[a](other.md#there)", None),
        ("[a](https://example.org/#x) [b](mailto:a@example.org)", None),
        ("[a](#a-b)", "#a-b has no such anchor"),
        ("[a](other.md#here)", "other.md#here has no such anchor"),
        ("[a](missing.md)", "missing.md does not exist"),
        ("| a |\n|---|\n| [a](missing.md) |", "missing.md does not exist"),
        ("<a href='missing.md'>a</a>", "missing.md does not exist"),
        ("[a](../x.md)", "../x.md leads out of the folder"),
        (
            "![a](https://example.org/a.png)",
            "https://example.org/a.png is loaded from another host",
        ),
    ],
)
def test_a_link_that_leads_nowhere_is_named(tmp_path, text, fault):
    heads = "# A `b`, and C!\n\n## Twice\n\n## Twice\n\n"
    (tmp_path / "page.md").write_text(heads + text, encoding="utf-8")
    (tmp_path / "other.md").write_text("# There\n", encoding="utf-8")
    found = [*links.faults(links.read_pages(tmp_path, ["*.md"]), tmp_path)]
    assert found == ([f"page.md: {fault}"] if fault else [])


@pytest.mark.parametrize(
    ("html", "fault"),
    [
        ("<a href='other.html#there'>", None),
        ("<a href='./'>", None),
        ("<a href='#lexicon=nyt&p=raise:--y-g'>", None),
        ("<img src='data:image/png;base64,AAAA'>", None),
        ("<a href='other.html#here'>", "other.html#here has no such anchor"),
        ("<script src='//example.org/a.js'>", "//example.org/a.js is loaded from another host"),
        ("<link href='https://a.org/a.css'>", "https://a.org/a.css is loaded from another host"),
        (
            "<style>@import 'https://a.org/b';</style>",
            "https://a.org/b is loaded from another host",
        ),
        ("<p style='background: url(a.png)'>", "a.png does not exist"),
        ("<img srcset='b.png 2x'>", "b.png does not exist"),
    ],
)
def test_a_site_loads_nothing_from_elsewhere(tmp_path, html, fault):
    (tmp_path / "index.html").write_text(html, encoding="utf-8")
    (tmp_path / "other.html").write_text("<h1 id=there>", encoding="utf-8")
    found = [*links.faults(links.read_pages(tmp_path, links.BUILT), tmp_path)]
    assert found == ([f"index.html: {fault}"] if fault else [])


# --- what is there ---


@pytest.fixture(scope="module")
def conf():
    return SimpleNamespace(**runpy.run_path(str(DOCS / "conf.py")))


def test_the_navigation_has_every_page_once(conf):
    trees = [*conf.navigation((DOCS / "index.md").read_text(encoding="utf-8"))]
    assert [re.search(r":caption: (.+)", tree)[1] for tree in trees][:2] == ["Tutorials", "Guides"]
    listed = re.findall(r"<([\w/]+)>$", "\n".join(trees), re.MULTILINE)
    pages = {path for pattern in ("*.md", "*/*.md", "*/*.ipynb") for path in DOCS.glob(pattern)}
    names = {path.relative_to(DOCS).with_suffix("").as_posix() for path in pages} - {"index"}
    assert sorted(listed) == sorted(names)


def test_an_entry_for_every_name_of_a_package(conf):
    entries = [*conf.package_entries("salet.tree")]
    assert {entry.rpartition(".")[2] for entry in entries} == {*salet.tree.__all__}
    assert entries[0] == ".. autofunction:: salet.tree.bundled_text"
    assert entries[-1] == ".. autoexception:: salet.tree.InvalidTreeError"
    assert not any("suggest" in entry for entry in conf.package_entries("salet.coach"))


def test_examples_end_the_section_before_them(conf):
    lines = ["Do it.", "", "Parameters", "----------", "word", "    which", "", ">>> 1 + 1", "2"]
    conf.read_docstring(None, "", "", None, None, lines)
    assert lines[7:] == ["Examples", "--------", ">>> 1 + 1", "2"]


def test_the_reference_has_every_public_name_once():
    pages = [page.read_text(encoding="utf-8") for page in sorted((DOCS / "api").glob("*.md"))]
    described = re.findall(r"^\.\. auto(\w+):: ([\w.]+)$", "\n".join(pages), re.MULTILINE)
    packages = [name for kind, name in described if kind == "package"]
    assert sorted(packages) == sorted({*PACKAGES, "salet.testing"} - {"salet"})
    names = [name for kind, name in described if kind != "package"]
    public = {f"salet.{name}" for name in salet.__all__} - {*PACKAGES, "salet.__version__"}
    assert sorted(names) == sorted(public)


# --- examples ---


def examples(page):
    """Each command of a page's ``console`` blocks, with what it should print."""
    for kind, text in FENCED.findall(page.read_text(encoding="utf-8")):
        if kind == "console":
            for example in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                command, _, wanted = example.partition("\n")
                yield command, wanted


def alike(wanted, said):
    """Whether the words are the same, whatever is between them; ``...`` stands for anything."""
    said = " ".join(re.sub("─{3,}", "", said).split())
    pieces = [re.escape(" ".join(piece.split())) for piece in wanted.split("...")]
    return re.fullmatch(".*".join(pieces), said)


LONG = {"claim", "contest", "strategy"}
"""Tutorials whose commands play thousands of games, or start programs."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, id=page.stem, marks=[pytest.mark.long] if page.stem in LONG else [])
        for page in TUTORIALS
    ],
)
def test_the_commands_of_a_tutorial_print_what_it_says(page, ok, tmp_path):
    folder = shutil.copytree(page.parent, tmp_path / "tutorials")
    commands = [*examples(page)]
    assert commands
    for command, wanted in commands:
        said = ok(*shlex.split(command)[1:], cwd=folder, env={"COLUMNS": "92"})
        assert alike(wanted, said), f"$ {command}\n{said}"


@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_shows_the_files_beside_it(page):
    for kind, text in FENCED.findall(page.read_text(encoding="utf-8")):
        name, _, shown = text.partition("\n")
        if name.startswith("# ") and kind in {"python", "toml"}:
            assert shown == (page.parent / name[2:]).read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize("path", sorted(DOCS.glob("notebooks/*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(path, cache):
    notebook = nbformat.read(path, as_version=4)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in code), "strip its outputs"
    NotebookClient(notebook, timeout=60, kernel_name="python3").execute()
    assert all(cell.outputs for cell in code)


# --- workflows ---


def steps(workflow):
    for job in workflow["jobs"].values():
        assert job["runs-on"] == "ubuntu-latest"
        yield from job["steps"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_what_a_workflow_runs_exists(path):
    for step in steps(yaml.safe_load(path.read_text(encoding="utf-8"))):
        if "uses" in step:
            assert re.fullmatch(r"[\w-]+/[\w-]+@(release/)?v\d+", step["uses"])
        else:
            named = re.findall(r"[\w.]+(?:/[\w.]+)+", step["run"])
            missing = [name for name in named if not (ROOT / name).is_file()]
            assert not missing
            programs = [ROOT / name for name in named if step["run"].startswith(name)]
            assert all(os.access(program, os.X_OK) for program in programs)


def test_workflows_test_then_publish():
    read = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in WORKFLOWS}
    runs = {name: [step.get("run") for step in steps(found)] for name, found in read.items()}
    assert runs["ci"][-1] == ".ci/run"
    assert ".ci/run" in runs["release"]
    started = read["docs"][True]  # YAML reads `on` so
    assert started["workflow_run"]["workflows"] == [read["ci"]["name"]]
    assert "push" not in started
    assert "workflow_run.conclusion == 'success'" in read["docs"]["jobs"]["build"]["if"]
    assert any(str(command).startswith("scripts/site ") for command in runs["docs"])
    for name, environment in (("docs", "github-pages"), ("release", "pypi")):
        publish = read[name]["jobs"]["publish"]
        assert publish["needs"] == "build"
        assert publish["permissions"]["id-token"] == "write"
        assert publish["environment"]["name"] == environment


@pytest.mark.parametrize(("tag", "code"), [(f"v{salet.__version__}", 0), ("v99.0.0", 1)])
def test_a_release_has_the_tag_of_its_version(tag, code):
    release = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text(encoding="utf-8"))
    check = next(step["run"] for step in steps(release) if "GITHUB_REF_NAME" in step.get("run", ""))
    done = subprocess.run(
        ["bash", "-c", check], cwd=ROOT, check=False, env=os.environ | {"GITHUB_REF_NAME": tag}
    )
    assert done.returncode == code
