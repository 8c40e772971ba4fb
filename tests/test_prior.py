import numpy as np
import pytest

from salet import InvalidError, Lexicon
from salet.errors import UnknownNameError
from salet.words.frequencies import PRIORS, Frequencies, prior_weights


def test_bundled_tables():
    web, books = Frequencies.load("web"), Frequencies.load("books")
    # Spot values of the sources (USERS.md section 3 and write-up 002's table).
    assert web.counts["which"] == 810514085
    assert web.counts["about"] == 1226734006
    original = Lexicon.load("original")
    assert (web.of(original.answers) > 0).sum() == 2314
    assert (web.of(original.allowed) > 0).sum() == 8092
    assert (books.of(original.answers) > 0).sum() == 2315
    assert (books.of(original.allowed) > 0).sum() == 12766
    assert (books.of(Lexicon.load("nyt").allowed) > 0).sum() == 14561
    with pytest.raises(UnknownNameError, match="web, books"):
        Frequencies.load("twitter")


@pytest.mark.parametrize(
    "text",
    [
        "word,count\ncrane,3\nslate,4.5\n",
        "crane,3\nslate,4.5\n",
        "\ufeffWord\tCount\r\nCRANE\t3\r\n\r\nslate\t4.5\r\n",
        "crane 3\nslate 4.5",
        "crane;noun;1\nslate;noun;4.5\ncrane;verb;2\n",
        'word,"part of speech",count\n"crane","a, b",3\nslate,x,4.5\n',
    ],
)
def test_own_table(tmp_path, text):
    path = tmp_path / "mine.csv"
    path.write_bytes(text.encode())
    table = Frequencies.from_file(path)
    assert table.counts == {"crane": 3, "slate": 4.5}
    assert table.of(["slate", "zebra"]).tolist() == [4.5, 0]
    assert table.name == "mine.csv"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no word counts"),
        ("word,count\n", "no word counts"),
        ("crane,3\nslate,many\n", "line 2: 'many' is not a count"),
        ("crane,3\nslate,-1\n", "line 2"),
        ("crane,3\nslate,nan\n", "line 2"),
        ("3\n4\n", "line 1"),
    ],
)
def test_bad_tables(tmp_path, text, message):
    path = tmp_path / "mine.csv"
    path.write_text(text)
    with pytest.raises(InvalidError, match=message):
        Frequencies.from_file(path)


def test_unreadable_tables(tmp_path):
    with pytest.raises(InvalidError, match="No such file"):
        Frequencies.from_file(tmp_path / "missing.csv")
    (tmp_path / "latin.csv").write_bytes("été,3".encode("latin-1"))
    with pytest.raises(InvalidError, match="UTF-8"):
        Frequencies.from_file(tmp_path / "latin.csv")


# Those that go by counts alone; tests/test_history.py has the one that goes by past answers.
@pytest.mark.parametrize("name", [name for name in PRIORS if name not in ("uniform", "history")])
def test_weights_are_positive_integers_that_do_not_overflow(name):
    for lexicon in (Lexicon.load("original"), Lexicon.load("nyt-all")):
        weights = prior_weights(name, lexicon)
        assert weights.dtype == np.int64
        assert weights.min() >= 1
        assert weights.sum() < 2**31
        order = np.argsort(-Frequencies.load().of(lexicon.answers), kind="stable")
        assert (np.diff(weights[order]) <= 0).all()


def test_uniform_has_no_weights():
    assert prior_weights("uniform", Lexicon.load("original")) is None


def test_log_frequency_by_hand():
    lexicon = Lexicon.from_words(["aa", "bb", "cc"])
    table = Frequencies("mine", {"aa": 8.0, "bb": 2.0})
    # cc counts as half of bb: 1; then ln(count) - ln(1 / 2) = ln 16, ln 4, ln 2 = 4 : 2 : 1.
    weights = prior_weights("log-frequency", lexicon, table)
    assert weights / weights[2] == pytest.approx([4, 2, 1], rel=1e-6)
    weights = prior_weights("frequency", lexicon, table)
    assert weights / weights[2] == pytest.approx([8, 2, 1], rel=1e-6)


def test_sigmoid_is_about_one_for_common_words_and_half_at_the_3000th():
    lexicon = Lexicon.load("original-all")
    weights = prior_weights("sigmoid", lexicon)
    ranked = weights[np.argsort(-Frequencies.load().of(lexicon.allowed), kind="stable")]
    assert ranked[3000] / ranked[0] == pytest.approx(0.55, abs=0.05)
    assert ranked[-1] < ranked[0] / 1000


def test_sigmoid_gives_equal_counts_equal_weights():
    table = Frequencies("mine", {"crane": 9.0, "slate": 5.0})
    weights = prior_weights("sigmoid", Lexicon.load("original"), table)
    assert len(set(weights.tolist())) == 3


def test_unknown_prior_and_words_without_counts():
    with pytest.raises(UnknownNameError, match="did you mean frequency"):
        prior_weights("frequenzy", Lexicon.load("original"))
    with pytest.raises(InvalidError, match="give frequencies that do"):
        prior_weights("frequency", Lexicon.from_words(["größe", "straß"]))
