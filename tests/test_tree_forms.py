"""Trees as files: read back what was written, refuse what lies."""

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, Position, Rules, make_game, optimal, run
from salet.tree import Head, InvalidTreeError, TreeFile, read_tree, verify
from salet.tree.forms import bundled_text, write_json, write_text
from tests.helpers import first_candidate_tree, fits, word_lists

WORDS = Lexicon.from_words(["aab", "aba", "baa", "bbb", "bbc"])
TEXT = """\
aab:--y bbc:ggg
aab:--g bbb:ggg
aab:ggg
aab:gyy aba:ggg
aab:ygy baa:ggg
"""


@st.composite
def tree_files(draw):
    """Trees that open with any word and go on with the first candidate, under any head."""
    answers = draw(word_lists(4, "aßb", max_size=15))
    opener = draw(st.sampled_from(sorted({*answers, *draw(word_lists(4, "aßc", max_size=3))})))
    tree = first_candidate_tree(answers, opener)
    names = st.none() | st.sampled_from(["original", "my words", "näher"])
    head = Head(
        lexicon=draw(names),
        hard=draw(st.sampled_from([None, *("off", "nyt", "strict")])),
        max_guesses=draw(st.none() | st.integers(15, 20)),
        position=draw(st.sampled_from([Position(), Position.from_text("aabb:---- cccc:y-g-")])),
        proven=draw(st.booleans()),
    )
    for field, value in (("hard", head.hard), ("total", tree.total)):
        if value is not None:
            head = head.having(field, value)
    if head.lexicon is not None:
        head = head.having("id", draw(st.sampled_from(["f10e64e532ec7cad", "0"])))
    return TreeFile(head, tree)


@given(tree_files())
def test_text_and_json_round_trip(file):
    text, nested = write_text(file), write_json(file)
    assert read_tree(text) == read_tree(nested) == file
    assert write_json(read_tree(text)) == nested
    assert write_text(read_tree(nested)) == text
    assert json.loads(nested)["total"] == file.tree.total


@given(word_lists(3, "abc", min_size=1, max_size=15), st.sampled_from(["off", "nyt", "strict"]))
def test_both_forms_have_the_same_verdict(vocabulary, hard):
    lexicon = Lexicon.from_words(vocabulary)
    rules = Rules(max_guesses=15, hard=hard)
    tree = first_candidate_tree(lexicon.answers)
    file = TreeFile(Head.of(lexicon, rules, position=Position(), total=tree.total), tree)
    verdict = verify(write_json(file), lexicon, rules)
    assert verdict.valid, verdict.problems
    assert verdict == verify(write_text(file), lexicon, rules)
    assert (verdict.total, verdict.worst) == (tree.total, tree.height)


def nested(**head):
    """The example as nested values that a test may spoil."""
    value = json.loads(write_json(read_tree(TEXT)))
    return value | head


def spoil_pattern(value):
    branches = value["tree"]["branches"]
    branches["yyy"] = branches.pop("gyy")


def spoil_solves(value):
    value["tree"]["branches"]["gyy"]["solves"] = False


def spoil_branch(value):
    del value["tree"]["branches"]["--g"]


def spoil_answer(value):
    value["tree"]["branches"]["--g"]["guess"] = "bba"


def spoil_root(value):
    value["tree"]["solves"] = False


def spoil_length(value):
    branches = value["tree"]["branches"]
    branches["gy"] = branches.pop("gyy")


def spoil_green(value):
    value["tree"]["branches"]["ggg"] = {"guess": "aab", "solves": True}


def spoil_spelling(value):
    value["tree"]["branches"]["GYY"] = {"guess": "baa", "solves": True}


def spoil_word(value):
    value["tree"]["branches"]["gyy"]["guess"] = "abab"


def spoil_kind(value):
    value["tree"]["branches"]["gyy"] = "aba"


@pytest.mark.parametrize(
    ("spoil", "problem"),
    [
        (spoil_pattern, "after aab:yyy: aab:yyy is not the pattern for aba, which is gyy"),
        (spoil_solves, "after aab:gyy: aba is neither the answer nor has it branches"),
        (spoil_branch, "no line for bbb (for bbb it ends after aab:--g)"),
        (spoil_answer, "after aab:--g: 'bba' is not among the 5 allowed words"),
        (spoil_root, "no line for aab (for aab it ends after aab:ggg)"),
        (spoil_length, "at the start: the pattern 'gy' has 2 colours; words have 3"),
        (spoil_green, "at the start: a branch follows aab:ggg, which ends the game"),
        (spoil_spelling, "at the start: the pattern gyy has two branches"),
        (spoil_word, "after aab:gyy: 'abab' differs in length from 'aab'"),
        (spoil_kind, 'after aab:gyy: a guess with its branches is an object, not "aba"'),
    ],
)
def test_verify_names_the_position_that_lies(spoil, problem):
    value = nested()
    assert verify(json.dumps(value), WORDS, Rules()).valid
    spoil(value)
    verdict = verify(json.dumps(value), WORDS, Rules())
    assert any(said.startswith(problem) for said in verdict.problems), verdict.problems
    if spoil not in (spoil_branch, spoil_root, spoil_answer):  # which only a lexicon can tell
        with pytest.raises(InvalidTreeError, match=re.escape(problem)):
            read_tree(json.dumps(value | {"total": None}))


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("total", 8, "the head says total 8; the answers make 9"),
        ("total", "many", "total: 'many' is not a whole number"),
        ("max_guesses", 1, "bbb takes 2 guesses"),
        ("max_guesses", 0, "the number of guesses must be a whole number"),
        ("hard", "strict", "is not allowed in hard mode strict"),
        ("hard", "very", "has no hard mode 'very'"),
        ("lexicon", {"name": "mine", "id": "0"}, "the head says lexicon mine (id 0), not custom"),
        ("position", "ccc:---", "the tree begins after ccc:---, not at the start"),
        ("proven", "perhaps", "neither true nor false"),
        ("hard", ["off"], "hard: must be a single value"),
    ],
)
def test_a_head_must_be_true(field, value, problem):
    """The same claims as remarks of the text form, and in JSON."""
    legal = "aab:--y bbb:gg- bbc:ggg\n" + TEXT.split("\n", 1)[1]
    value_of_json = json.loads(write_json(read_tree(legal)))
    if field != "total":
        del value_of_json["total"]
    sources = [json.dumps(value_of_json | {field: value})]
    if isinstance(value, str | int):
        sources.append(f"# {field}: {value}\n" + legal)
    if field == "total":
        legal, sources = TEXT, [json.dumps(nested(total=value)), f"# total: {value}\n{TEXT}"]
    assert verify(legal, WORDS, Rules()).valid
    for source in sources:
        verdict = verify(source, WORDS, Rules())
        assert any(problem in said for said in verdict.problems), verdict.problems


def test_json_must_keep_the_hard_mode():
    lexicon = Lexicon.from_words(["aab", "aba"], ["aab", "aba", "bbb"])
    value = json.loads(write_json(read_tree("aab:ggg\naab:gyy bbb:-g- aba:ggg\n")))
    assert verify(json.dumps(value), lexicon, Rules()).valid
    for hard in ("nyt", "strict"):
        (problem,) = verify(json.dumps(value), lexicon, Rules(hard=hard)).problems
        assert problem.startswith("after aab:gyy bbb:-g-: bbb is not allowed in hard mode")


def test_a_key_that_stands_twice_is_no_key():
    twice = '{"tree": {"guess": "aab", "guess": "aba", "solves": true}}'
    assert "'guess' occurs twice" in verify(twice, WORDS, Rules()).problems[0]
    branches = '{"gyy": {"guess": "aba", "solves": true}, "gyy": {"guess": "aba", "solves": true}}'
    twice = f'{{"tree": {{"guess": "aab", "solves": true, "branches": {branches}}}}}'
    assert "at the start: 'gyy' occurs twice" in verify(twice, WORDS, Rules()).problems
    twice = '{"total": 1, "total": 2, "tree": {"guess": "aab", "solves": true}}'
    assert "the head: 'total' occurs twice" in verify(twice, WORDS, Rules()).problems


@given(st.data())
def test_a_file_that_is_cut_short(data):
    text = data.draw(st.sampled_from([write_json(read_tree(TEXT)), f"# total: 9\n{TEXT}"]))
    end = data.draw(st.integers(1, len(text.rstrip()) - 1))
    with pytest.raises(InvalidTreeError):
        read_tree(text[:end])
    try:
        assert not verify(text[:end], WORDS, Rules()).valid
    except InvalidTreeError as error:  # so short that no line is whole
        assert "not a tree" in str(error)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["aab", "aba", "ab", "--g", ""]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["guess", "solves", "branches", "--g", "gyy", "ggg", "x"]), inner
        )
    ),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(["tree", "lexicon", "total", "hard"]), values))
def test_any_json_has_a_verdict(value):
    verdict = verify(json.dumps(value), WORDS, Rules())
    assert not verdict.valid
    with pytest.raises(InvalidTreeError):
        read_tree(json.dumps(value))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Dear reader,\nthis is prose.\n", "not a tree: neither lines such as"),
        ("digraph tree {\n}\n", "not a tree"),
        ("", "empty"),
        ("[1, 2]", "not a tree"),
        ('{"tree": ', "line 1, column 10: the file ends early"),
        ('{\n "tree": nothing}', "line 2, column 10: not JSON"),
        ('{"a": 1}', 'the file: it has no key "tree"'),
        ('{"tree": ' + "[" * 100_000, "nesting"),
        ('{"tree": ' + "9" * 5000 + "}", "numbers"),
        ("aab:ygy aba:ggg\n", "line 1: aab:ygy is not the pattern for aba, which is gyy"),
        (
            "# total: 3\naab:gyy aba:ggg\n",
            "claims a total of 3, but the lines add up to 2",
        ),
    ],
)
def test_what_cannot_be_read(text, message):
    with pytest.raises(InvalidTreeError, match=re.escape(message)):
        read_tree(text)


def test_below_a_position():
    whole = read_tree(bundled_text("original-off"))
    position = Position.from_text("salet:-y--- brond:-g---")
    part = whole.below(position)
    assert part.head.position == position
    assert part.tree.guess == "crazy"
    assert part.head.total == part.tree.total == sum(map(len, part.tree.lines(part.tree.answers)))
    again = read_tree(write_json(part))
    assert again == part
    assert again.at(position) == part.tree
    assert again.at(Position()) is None
    deeper = Position.from_text("salet:-y--- brond:-g--- crazy:ggg--")
    assert again.below(deeper) == whole.below(deeper)
    with pytest.raises(ValueError, match="it begins with salet:-y--- brond:-g--- crazy"):
        again.below(Position.from_text("salet:-y---"))


def test_verify_from_a_position(original):
    position = Position.from_text("salet:-y---")
    text = write_json(read_tree(bundled_text("original-off")).below(position))
    verdict = verify(text, original, Rules(), position)
    assert verdict.valid
    assert verdict.answers == sum(fits(word, position) for word in original.answers)
    assert not verify(text, original, Rules()).valid
    assert not verify(text, original, Rules(max_guesses=4), position).valid
    # The clues of the position count: brond has no a.
    hard = verify(text, original, Rules(hard="nyt"), position)
    assert "brond is not allowed in hard mode nyt" in hard.problems[0]


def test_tree_strategy_reads_json(tmp_path):
    path = tmp_path / "tree.json"
    path.write_text(json.dumps(nested()))
    assert run(f"tree({path})", lexicon=WORDS).total == 9
    value = nested()
    spoil_pattern(value)
    path.write_text(json.dumps(value))
    with pytest.raises(InvalidTreeError, match="after aab:yyy: aab:yyy is not the pattern"):
        run(f"tree({path})", lexicon=WORDS)


@pytest.mark.parametrize("form", [write_text, write_json])
def test_a_tree_of_another_game_is_called_by_its_game(form):
    game = make_game("mastermind(2,2)")
    tree = optimal(["ab"], game=game).best.tree
    file = TreeFile(Head.of(game, Rules(), position=Position(), total=tree.total), tree, game)
    assert read_tree(form(file)).tree == tree
    with pytest.raises(InvalidTreeError, match=r"a tree for mastermind\(2,2\), not for original"):
        read_tree(form(file), make_game("original"))


@pytest.mark.parametrize("form", [write_text, write_json])
def test_a_file_that_was_changed_says_so_unless_its_digest_is_gone(form):
    """The claim is still true of the tree, but it is not what was written."""
    head = Head(max_guesses=6, proven=True)
    text = form(replace(read_tree(TEXT), head=head))
    assert read_tree(text).head.max_guesses == 6
    changed = text.replace("max_guesses: 6", "max_guesses: 7").replace('guesses": 6', 'guesses": 7')
    complaint = "was changed after it was written; delete its digest"
    with pytest.raises(InvalidTreeError, match=complaint):
        read_tree(changed)
    assert "was changed after it was written" in verify(changed, WORDS, Rules()).problems[0]
    own = "\n".join(line for line in changed.splitlines() if "digest" not in line)
    assert read_tree(own).head.max_guesses == 7


def test_a_whole_tree_of_another_game_is_not_called_cut_short():
    game, larger = make_game("mastermind(2,2)"), make_game("mastermind(2,3)")
    tree = optimal(["ab"], game=game).best.tree
    file = TreeFile(Head.of(game, Rules(), position=Position(), total=tree.total), tree, game)
    head, *others = verify(write_text(file), larger).problems
    assert head.startswith("the head says lexicon mastermind(2,2) (id ")
    assert others[-1].startswith("no line for ac")
    assert not any("cut short" in problem for problem in others)
