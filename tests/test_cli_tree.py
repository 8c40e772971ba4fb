"""salet tree show and export, and the trees of salet optimal, in their own process."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from salet.tree.forms import FORMS, bundled_text

SMALL = "crane\nslate\ntrace\nreact\ncrate\nraise\narise\n"


@pytest.fixture
def words(tmp_path):
    path = tmp_path / "my words.txt"
    path.write_text(SMALL)
    return str(path)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("suffix", [*FORMS, ""])
def test_optimal_writes_the_form_of_the_suffix(ok, words, tmp_path, suffix):
    path = tmp_path / f"tree{suffix}"
    ok("optimal", "--opener", "trace", "--answers", words, "--tree", str(path))
    text = path.read_text()
    assert all(word in text for word in SMALL.split())
    if suffix in (".txt", ".json", ""):
        verdict = json.loads(ok("tree", "verify", str(path), "--answers", words, "--json"))
        assert verdict["valid"], verdict["problems"]
        assert "lexicon my words" in ok("tree", "show", str(path))


@pytest.mark.long
@pytest.mark.slow
def test_a_tree_from_a_position(ok, salet_command, tmp_path):
    path = str(tmp_path / "part.json")
    position = "salet:-y--- brond:-g---"
    ok("optimal", "--from", position, "--tree", path)
    done = salet_command("tree", "verify", path, "--from", "salet:-----")
    assert done.returncode == 1
    assert f"! the tree begins after {position}, not after salet:-----" in done.stdout
    for start in ([], ["--from", position]):  # the file says where it begins
        verdict = json.loads(ok("tree", "verify", path, *start, "--json"))
        assert (verdict["valid"], verdict["answers"]) == (True, 8)
    assert f"guesses counted after {position}" in ok("tree", "show", path)


@pytest.mark.slow
def test_export_and_back(ok, salet_command, tmp_path):
    nested, text = tmp_path / "tree.json", tmp_path / "tree.txt"
    done = salet_command("tree", "export", "original-nyt", "--to", str(nested))
    assert "total 8,122 (proven least for salet)" in done.stdout
    assert done.stderr == f"wrote {nested}\n"
    ok("tree", "export", str(nested), "--to", str(text))
    assert text.read_text() == bundled_text("original-nyt")
    drawing = tmp_path / "part.SVG"
    ok("tree", "export", str(nested), "--from", "salet:-----", "--to", str(drawing))
    assert "after salet:-----" in ElementTree.parse(drawing).getroot()[0].text


@pytest.mark.long
@pytest.mark.slow
def test_show(ok, salet_command):
    lines = ok("tree", "show").splitlines()
    assert lines[0].startswith("guess salet: 2,315 answers, total 7,920")
    assert lines[1] == "├─  S  A  L  E  T   -----  courd  221 answers, worst 5"
    shallow = ok("tree", "show", "--from", "salet:-y---").splitlines()
    assert "└─  B  R  O  N  D   ggg-g  broad  solved in 2" in shallow
    deep = ok("tree", "show", "--from", "salet:-y---", "--depth", "9", "--ascii").splitlines()
    assert "|  |-  C  R  A  Z  Y   ggg--  crack  2 answers, worst 4" in deep
    assert "|  |  `-  C  R  A  C  K   ggg--  cramp  solved in 4" in deep
    # Words that the tree is not for are told of.
    other = salet_command("tree", "show", "--from", "salet:-y---", "--lexicon", "nyt")
    assert "original (id f10e64e532ec7cad), not for nyt" in other.stderr
    # A line for each of 102 answers and the guess brond, which is none, and one of fine print.
    assert len(deep) == 104


@pytest.mark.slow
def test_verify_bundled(ok, salet_command, tmp_path):
    assert ok("tree", "verify").startswith("valid\n")
    assert json.loads(ok("tree", "verify", "original-nyt", "--hard", "nyt", "--json"))["valid"]
    done = salet_command("tree", "verify", "original-off", "--hard", "nyt")
    assert done.returncode == 1
    assert "brond is not allowed in hard mode nyt" in done.stdout
    assert re.search(r"^and [\d,]+ more problems$", done.stdout, re.MULTILINE)
    # The file says hard mode nyt of itself, so that is checked without being asked for.
    path = tmp_path / "lie.txt"
    path.write_text(bundled_text("original-off").replace("# hard: off", "# hard: nyt"))
    done = salet_command("tree", "verify", str(path))
    assert done.returncode == 1
    assert "brond is not allowed in hard mode nyt" in done.stdout


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["export", "--to", "x.png"],
            "cannot write to x.png: the file name must end in .txt, .json, .dot, .svg or .html",
        ),
        (["export", "--to", "no/folder/x.svg"], "there is no folder no/folder"),
        (["export", "--to", "folder.svg"], "it is a folder"),
        (["export"], "Missing option '--to'"),
        (
            ["export", "original-on", "--to", "x.svg"],
            "bundled trees are original-nyt, original-off",
        ),
        (["export", "binary", "--to", "x.svg"], "binary is not UTF-8 text"),
        (["show", "prose"], "prose: not a tree: neither lines such as"),
        (["verify", "prose"], "prose: not a tree: neither lines such as"),
        (["show", "cut.txt"], "cut.txt: the head claims a total of 7,920, but the lines add up to"),
        (["show", "cut.json"], "cut.json: line 1, column 10: the file ends early"),
        (["verify", "mine.txt"], "the tree is for the words of mine; give them with --answers"),
        (["show", "--from", "crane:-----"], "does not reach crane:-----; it begins with salet"),
        (["show", "--from", "salet:ggggy"], "salet:ggggy is impossible: all are green but one"),
        (["show", "junk.json"], 'junk.json: the file: it has no key "tree"'),
        (["show", "--from", "salet"], "does not pair guesses with patterns"),
    ],
)
def test_bad_input(salet_command, tmp_path, arguments, message):
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "binary").write_bytes(b"\x89PNG\xff")
    (tmp_path / "prose").write_text("Dear reader,\n")
    (tmp_path / "cut.txt").write_text("\n".join(bundled_text("original-off").split("\n")[:50]))
    (tmp_path / "cut.json").write_text('{"tree": ')
    (tmp_path / "junk.json").write_text("{}")
    (tmp_path / "mine.txt").write_text("# lexicon: mine\naab:ggg\n")
    done = salet_command("tree", *arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert not (tmp_path / "x.svg").exists()


def test_optimal_refuses_the_suffix_before_it_searches(salet_command, tmp_path):
    done = salet_command("optimal", "--all", "--tree", str(tmp_path / "tree.pdf"))
    assert done.returncode == 2
    assert "tree.pdf: the file name must end in .txt, .json, .dot, .svg or .html" in done.stderr


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs a folder closed to root")
def test_a_folder_that_cannot_be_written(salet_command):
    done = salet_command("tree", "export", "--to", "/proc/tree.svg")
    assert done.returncode == 2
    assert "cannot write /proc/tree.svg" in done.stderr
