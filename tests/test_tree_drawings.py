"""Trees as drawings: DOT, SVG and the page, with what stands in them read back."""

import json
import re
import shutil
import subprocess
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from salet import Pattern, Position
from salet.games.tiles import LOOKS
from salet.tree import read_tree
from salet.tree.forms import FORMS, bundled_text, bundled_trees, to_form
from salet.tree.pictures import write_dot, write_html, write_svg

DOCS = Path(__file__).parents[1] / "docs"
NAMES = ["whole", "strange", "single"]


@pytest.fixture(scope="module")
def whole():
    return read_tree(bundled_text("original-off"))


@pytest.fixture(scope="module")
def strange():
    """Words that mean something in every markup; no lexicon has them, but a file may."""
    return read_tree('<b":ggg\n<b":g-y <"&:ggg\n<b":-g- ab\\:ggg\n')


@pytest.fixture(scope="module")
def single():
    """One answer, found at once."""
    return read_tree("aab:ggg")


def parse_dot(text):
    """Read the statements we write: labels of nodes, and labelled edges."""
    string = r'"(?:[^"\\]|\\.)*"'
    assert re.match(r"digraph tree \{\n", text)
    assert text.endswith("}\n")
    nodes, edges = {}, []
    for line in text.splitlines()[4:-1]:
        node = re.fullmatch(rf"  (n\d+) \[label=({string})(?:, \w+=(?:{string}|[\w.]+))*\];", line)
        edge = re.fullmatch(r"  (n\d+) -> (n\d+) \[label=<(.*)>\];", line)
        if node is not None:
            assert node[1] not in nodes
            nodes[node[1]] = re.sub(r"\\(.)", r"\1", node[2][1:-1])
        else:
            assert edge is not None, line
            letters = "".join(ElementTree.fromstring(f"<a>{edge[3]}</a>").itertext())
            edges.append((edge[1], edge[2], letters))
    return nodes, edges


@pytest.mark.parametrize("name", NAMES)
def test_dot(name, request):
    file = request.getfixturevalue(name)
    nodes, edges = parse_dot(write_dot(file))
    later = {}
    for before, after, letters in edges:
        later.setdefault(before, {})[letters] = after

    def check(tree, node):
        size = f" ({tree.size:,})" if tree.branches else ""
        assert nodes[node] == tree.guess + size
        assert later.get(node, {}).keys() == {str(pattern) for pattern in tree.branches}
        for pattern, branch in tree.branches.items():
            check(branch, later[node][str(pattern)])

    check(file.tree, "n0")
    assert len(edges) == len(nodes) - 1


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_takes_the_graph(strange, whole):
    part = whole.below(Position.from_text("salet:-y---"))
    for file in (strange, part):
        done = subprocess.run(
            ["dot", "-Tplain"],
            input=write_dot(file),
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        assert done.stderr == ""
        drawn = [line.split()[0] for line in done.stdout.splitlines()]
        assert drawn.count("node") == drawn.count("edge") + 1


SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", NAMES)
def test_svg(name, request):
    file = request.getfixturevalue(name)
    text = write_svg(file)
    assert len(text.encode()) < 2_000_000
    root = ElementTree.fromstring(text)
    shown = [element.text for element in root.iter(f"{SVG}text")]
    titles = [element.text for element in root.iter(f"{SVG}title")]
    for line in file.tree.lines(file.tree.answers):
        before, answer = Position(line.turns[:-1]), line.turns[-1].guess
        assert answer in shown
        if not file.tree.at(before).branches:
            place = f"{before} then " if len(before) else ""
            assert f"{place}{answer}: solved in {len(line)}" in titles
    height, width = int(root.get("height")), int(root.get("width"))
    for element in root.iter(f"{SVG}g"):
        place = re.fullmatch(r"translate\((\d+) (\d+)\)", element.get("transform", ""))
        if place is not None:
            assert int(place[1]) < width
            assert int(place[2]) < height


def test_svg_cells_do_not_meet(whole):
    """No two guesses of the whole drawing stand in the same place."""
    places = re.findall(r'translate\((\d+) (\d+)\)"><title>', write_svg(whole))
    assert len(places) == len(set(places)) > 2315
    rows = {}
    for x, y in places:
        rows.setdefault(int(y), []).append(int(x))
    gaps = [b - a for row in rows.values() for a, b in pairwise(sorted(row))]
    assert min(gaps) > 5 * 8 + 10


def test_svg_tiles_do_not_need_colour(whole):
    """Each colour has its own corner and border as well."""
    root = ElementTree.fromstring(write_svg(whole))
    code = Pattern.from_text("-yg--").code
    (symbol,) = (g for g in root.iter(f"{SVG}g") if g.get("id") == f"p{code}")
    looks = [
        (tile.get("rx"), tile.get("stroke") is not None, tile.get("stroke-dasharray") is not None)
        for tile in symbol
    ]
    assert len(symbol) == 5
    assert len(set(looks[:3])) == 3
    assert looks[3] == looks[4] == looks[0]


class Page(HTMLParser):
    """The words of a page, how deep each is folded, and whether every tag is closed."""

    def __init__(self, text):
        super().__init__()
        self.stack, self.words, self.labels, self.links = [], {}, [], []
        self.feed(text)
        assert self.stack == []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.links += [attributes[name] for name in ("src", "href") if name in attributes]
        if tag not in ("meta", "input"):
            self.stack.append((tag, attributes.get("class")))
        if "aria-label" in attributes:
            self.labels.append(attributes["aria-label"])

    def handle_endtag(self, tag):
        assert self.stack.pop()[0] == tag

    def handle_data(self, data):
        if self.stack and self.stack[-1][1] == "word":
            depth = sum(tag == "details" for tag, _ in self.stack)
            self.words.setdefault(data, []).append(depth)


@pytest.mark.parametrize("name", NAMES)
def test_html(name, request):
    file = request.getfixturevalue(name)
    text = write_html(file)
    page = Page(text)
    assert set(file.tree.answers) <= page.words.keys()
    assert page.words[file.tree.guess] == [bool(file.tree.branches)]
    assert page.links == []
    assert "http" not in text
    legend = len(LOOKS)
    edges = sum(map(len, page.words.values())) - 1
    assert len(page.labels) == edges + legend
    assert len(text.encode()) < 1_000_000


FINDINGS = {
    "HUNKY": ("1 place", "hunky", ["salet", "courd", "gimpy", "funky"]),
    "hunk": ("1 place", "hunky", ["salet", "courd", "gimpy", "funky"]),
    "zzzzz": ("not in this tree", "", ["salet"]),
    "sal": ("8 places; Enter goes from one to the next", "", ["salet"]),
}

TYPE = """
const said = [];
for (const text of %s) {
  document.querySelector('button[type=button]').click();
  input.value = text;
  input.dispatchEvent(new Event('input'));
  const found = document.querySelector('.found');
  const open = [...document.querySelectorAll('details[open]')];
  said.push([output.value, found ? found.textContent : '',
    open.map(fold => fold.querySelector('.word').textContent)]);
}
document.title = JSON.stringify(said);
"""


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="there is no browser")
def test_the_page_finds_words(whole, tmp_path):
    """Upper case, the beginning of one word, no word, the beginning of salet and 7 answers."""
    path = tmp_path / "page.html"
    script = f"<script>{TYPE % json.dumps(list(FINDINGS))}</script></body>"
    path.write_text(write_html(whole).replace("</body>", script), encoding="utf-8")
    folder = f"--user-data-dir={tmp_path}"
    done = subprocess.run(
        ["chromium", "--headless", "--no-sandbox", folder, "--dump-dom", path],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    title = re.search(r"<title>(.*?)</title>", done.stdout)[1]
    assert json.loads(unescape(title)) == [list(finding) for finding in FINDINGS.values()]


def test_every_form_is_written(whole):
    part = whole.below(Position.from_text("salet:yg-yy"))
    for suffix in FORMS:
        assert next(iter(part.tree.answers)) in to_form(part, suffix)
    assert bundled_trees() == ["original-nyt", "original-off"]


def test_the_picture_of_the_docs_is_current(whole):
    page = (DOCS / "optimal.md").read_text(encoding="utf-8")
    command = re.search(r'salet tree export --from "(.*)" --to (docs/images/[\w.]+\w)', page)
    picture = DOCS.parent / command[2]
    part = whole.below(Position.from_text(command[1]))
    assert picture.read_text(encoding="utf-8") == write_svg(part)
