import pytest
from hypothesis import given

from salet import Lexicon, Position, Rules, pattern_of, run
from salet.strategies.registry import make_strategy
from salet.tree import InvalidTreeError, Tree, read_tree, verify
from salet.tree.forms import bundled_text, trust_text
from tests.helpers import first_candidate_tree, word_lists

WORDS = Lexicon.from_words(["aab", "aba", "baa", "bbb"])
TEXT = """\
# a remark
aab:ggg
aab:gyy aba:ggg
aab:ygy baa:ggg

aab:--g bbb:ggg
"""


def test_text_form():
    tree = trust_text(TEXT)
    assert tree.guess == "aab"
    assert (tree.size, tree.height) == (4, 2)
    assert trust_text(tree.to_text(WORDS.answers, ["again"])) == tree
    assert tree.at(Position()) == tree
    assert tree.at(Position.from_text("aab:gyy")).guess == "aba"
    assert tree.at(Position.from_text("aab:ggg")) is None
    assert tree.at(Position.from_text("bbb:---")) is None


@pytest.mark.slow
@given(word_lists(3, "abc", min_size=1, max_size=15))
def test_a_tree_that_was_grown_reads_back_and_is_valid(vocabulary):
    lexicon = Lexicon.from_words(vocabulary)
    tree = first_candidate_tree(lexicon.answers)
    text = tree.to_text(lexicon.answers)
    assert trust_text(text) == tree
    verdict = verify(text, lexicon, Rules(max_guesses=15))
    assert verdict.valid
    assert verdict.total == run("alphabetical", lexicon=lexicon).total
    assert (verdict.worst, tree.size) == (tree.height, len(vocabulary))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("# nothing\n", "empty"),
        ("aab:gyy\n", "line 1: does not end with its answer"),
        ("aab:ggg\naab:gyy aba\n", "line 2"),
        ("aab:ggg\nbbb:ggg\n", "line 2: plays bbb where another line plays aab"),
        ("aab:gyy aba:ggg\naab:gyy baa:ggg\n", "line 2: plays baa"),
        ("aab:ggg\naab:ggg\n", "line 2: aab has a line already"),
    ],
)
def test_what_is_not_a_tree(text, message):
    with pytest.raises(InvalidTreeError, match=message):
        trust_text(text)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (("aab:gyy aba", "aab:ggy aba"), "line 3: aab:ggy is not the pattern for aba"),
        (("aab:gyy aba:ggg\n", ""), "no line for aba"),
        (("bbb:ggg\n", "bbb:ggg\naab:--g bbb:ggg\n"), "bbb has a line already"),
        (("aab:--g bbb", "aab:--g abb"), "abb"),
        (("aab:--g bbb:ggg", "aab:--g b"), "line 6"),
        (("aab:ygy baa:ggg", "bbb:y-- aab:ygy baa:ggg"), "line 4"),
    ],
)
def test_verify_names_the_line_that_lies(change, problem):
    text = TEXT.replace(*change)
    assert text != TEXT
    verdict = verify(text, WORDS, Rules())
    assert not verdict.valid
    assert any(problem in said for said in verdict.problems)


def test_verify_holds_to_the_rules():
    assert not verify(TEXT, WORDS, Rules(max_guesses=1)).valid
    hard = "aab:gyy bbb:--y aba:ggg\naab:ggg\naab:ygy baa:ggg\naab:--g bbb:ggg\n"
    assert not verify(hard, WORDS, Rules(hard="nyt")).valid


def test_verify_says_where_a_file_is_cut_short(original):
    """In the middle of its last line, or between two: the lines that are there are all true."""
    cut = TEXT[: TEXT.index("aab:--g")]
    missing = "no line for bbb (for bbb it ends after aab:--g)"
    assert verify(cut, WORDS, Rules()).problems == (
        "line 4: the file is cut short after it",
        missing,
    )
    half = TEXT[: TEXT.index("bbb:ggg") + 2]
    (first, second) = verify(half, WORDS, Rules()).problems
    assert first.startswith("line 6: the file is cut short: 'aab:--g bb' does not pair")
    assert second == missing
    with pytest.raises(InvalidTreeError, match="line 6: the file is cut short"):
        read_tree(half)
    # In another order nobody can tell a file that is cut from one that lacks a line.
    lines = TEXT.splitlines(keepends=True)
    (problem,) = verify("".join([*lines[4:], *lines[2:4]]), WORDS, Rules()).problems
    assert problem == "no line for aab (for aab it ends after aab:ggg); the file ends with line 4"
    (problem,) = verify("", WORDS, Rules()).problems
    assert problem == "no line for aab, aba, baa and 1 more"
    whole = bundled_text("original-off")
    for end in (whole.index("\n", 60_000) + 1, 60_000):
        problems = verify(whole[:end], original, Rules()).problems
        last = whole[:end].rstrip("\n").count("\n") + 1
        assert problems[0].startswith(f"line {last}: the file is cut short")
        assert problems[1].startswith("no line for ")


def test_no_guess_for_an_answer():
    with pytest.raises(InvalidTreeError, match="no guess after"):
        list(Tree("aab").lines(["bbb"]))


@pytest.mark.slow
@pytest.mark.parametrize(("hard", "total"), [("off", 7920), ("nyt", 8122)])
def test_bundled_trees_are_proven_and_true(hard, total, original):
    """Totals proven at https://github.com/alex1770/wordle; replayed with the plain rule alone."""
    verdict = verify(bundled_text(f"original-{hard}"), original, Rules(hard=hard))
    assert verdict.valid
    assert verdict.total == total
    assert run("tree", hard=hard).total == total


def test_tree_strategy_from_a_file(tmp_path):
    path = tmp_path / "tree.txt"
    path.write_text(TEXT)
    result = run(f"tree({path})", lexicon=WORDS)
    assert result.total == verify(TEXT, WORDS, Rules()).total
    strange = Lexicon.from_words(["aab", "bcc", "bcd"])
    with pytest.raises(
        ValueError, match=r"lacks bcc, bcd of the 3 answers .* --opener WORD --tree"
    ):
        run(f"tree({path})", lexicon=strange)
    with pytest.raises(ValueError, match="cannot read no/such/file"):
        run("tree(no/such/file)", lexicon=WORDS)
    assert make_strategy(f"tree({path})").to_text() == f"tree({path})"


def test_patterns_of_the_example_are_true():
    assert str(pattern_of("aab", "aba")) == "gyy"
