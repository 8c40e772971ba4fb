import hashlib
import warnings

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import IllegalGuessError, Lexicon, RepairWarning, make_game
from salet.errors import InvalidLexiconError, UnknownNameError
from salet.words.shelf import bundled_lexicons
from tests.helpers import word_lists

# Counts and checksums (first 16 hex digits of sha256 of the sorted list) as published in
# USERS.md section 2, independent of the script that extracted the lists.
COUNTS = {
    "original": (2315, 12972),
    "original-all": (12972, 12972),
    "nyt": (3158, 14855),
    "nyt2022": (2309, 14855),
    "nyt-all": (14855, 14855),
    "sowpods": (12478, 12478),
}


def checksum(words):
    return hashlib.sha256(("\n".join(words) + "\n").encode()).hexdigest()[:16]


@pytest.mark.parametrize("name", COUNTS)
def test_bundled_counts(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lexicon = Lexicon.load(name)
    assert (len(lexicon.answers), len(lexicon.allowed)) == COUNTS[name]
    assert lexicon.length == 5
    assert set(lexicon.answers) <= set(lexicon.allowed)
    assert lexicon.answers == tuple(sorted(lexicon.listed))


def test_bundled_names():
    assert list(bundled_lexicons()) == list(COUNTS)


def test_published_checksums():
    original, nyt = Lexicon.load("original"), Lexicon.load("nyt")
    assert checksum(original.answers) == "f40e47975cf360ff"
    assert checksum(original.allowed) == "feacc549249b5dcb"
    assert checksum(original.listed) == "ecc0269bce825073"
    assert checksum(nyt.answers) == "3e443482b78dee0f"
    assert checksum(nyt.allowed) == "ba86911aea83d038"


def test_membership():
    original, nyt = Lexicon.load("original"), Lexicon.load("nyt")
    assert original.listed[:3] == ("cigar", "rebut", "sissy")
    assert original.listed[-3:] == ("artsy", "rural", "shave")
    for word in ("aahed", "zymic", "emoji"):
        original.guess_index(word)
        with pytest.raises(
            IllegalGuessError, match="is an allowed guess, but not one of the 2,315"
        ):
            original.answer_index(word)
    assert "emoji" in nyt.answers
    assert "rossa" in nyt.allowed
    assert "rossa" not in original.allowed
    removed = set(original.answers) - set(Lexicon.load("nyt2022").answers)
    assert removed == {"agora", "fibre", "lynch", "pupal", "slave", "wench"}


def test_unknown_name_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean original"):
        Lexicon.load("orginal")
    with pytest.raises(UnknownNameError, match="original, original-all, nyt"):
        Lexicon.load("xyz")


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("", "the word is empty; words of original have 5 letters"),
        ("rais", "'rais' has 4 letters; words of original have 5"),
        ("raise1", "'1'"),
        ("12345", "not a letter"),
        ("ra se", "not a letter"),
        ("zzzzz", "not among the 12,972 allowed words of original"),
        ("crone2", "not a letter"),
        ("raize", "did you mean.*raise"),
    ],
)
def test_unknown_words(original, word, message):
    with pytest.raises(IllegalGuessError, match=message):
        original.guess_index(word)


@pytest.mark.parametrize(
    ("game", "word", "message"),
    [
        ("mastermind(4,6)", "aabz", "is not among the 1,296 allowed codes of mastermind"),
        ("mastermind(4,6)", "aa%b", "'%', which is not a symbol; the symbols of mastermind"),
        ("mastermind(4,6)", "zz", "has 2 symbols; codes of .* have 4; the symbols are a b c d e f"),
        ("nerdle(6)", "1+1=33", "is not among the 206 allowed equations of nerdle"),
    ],
)
def test_unknown_codes(game, word, message):
    with pytest.raises(IllegalGuessError, match=message):
        make_game(game).lexicon.guess_index(word)


def test_an_unknown_lexicon_may_be_one_that_can_be_built():
    with pytest.raises(UnknownNameError, match="en8, or a language and a length, such as de6"):
        Lexicon.load("xx5")


def test_words_are_found_in_any_case(original):
    assert original.allowed[original.guess_index("RaIsE")] == "raise"
    assert original.guess_index("aahed") == 0
    assert original.answer_index("aback") == 0


# --- a person's own files -----------------------------------------------------------------------


@pytest.fixture
def write(tmp_path):
    def write(text, name="list.txt", encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(text.encode(encoding))
        return path

    return write


def test_byte_order_mark_carriage_returns_blank_lines_and_case(write):
    path = write("\ufeffCrane\r\n\r\n  slate  \r\nRAISE", "mine.txt")
    lexicon = Lexicon.from_files(path)
    assert lexicon.listed == ("crane", "slate", "raise")
    assert lexicon.allowed == ("crane", "raise", "slate")
    assert lexicon.name == "mine"


def test_repeats_are_kept_once_and_said(write):
    path = write("crane\nslate\nCRANE\n")
    with pytest.warns(RepairWarning, match="crane listed more than once; the copies are ignored"):
        lexicon = Lexicon.from_files(path)
    assert lexicon.listed == ("crane", "slate")


def test_answer_that_is_not_allowed_is_added_and_said(write):
    with pytest.warns(RepairWarning, match="slate not in the allowed list; added"):
        lexicon = Lexicon.from_files(write("crane\nslate"), write("crane\nzebra", "allowed.txt"))
    assert lexicon.allowed == ("crane", "slate", "zebra")
    assert lexicon.answers == ("crane", "slate")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("crane\nword\n", "different lengths: 'crane' has 5 letters, 'word' has 4"),
        ("cr4ne\n", "'cr4ne' has '4'"),
        ("don't\n", "not a letter"),
        ("two words\n", "not a letter; write one word per line"),
        ("crane\n\ncrane slate raise\n", "line 3: 'crane slate raise' has ' '"),
        ("\n \n\r\n", "contains no words"),
        ("", "contains no words"),
        ("a\nb\n", "'a' has 1 letter; words must have 2 to 15 letters"),
        ("abcdefghijklmnop\n", "has 16 letters"),
    ],
)
def test_refused_files(write, text, message):
    with pytest.raises(InvalidLexiconError, match=message):
        Lexicon.from_files(write(text))


def test_unreadable_files(tmp_path, write):
    with pytest.raises(InvalidLexiconError, match="No such file"):
        Lexicon.from_files(tmp_path / "missing.txt")
    with pytest.raises(InvalidLexiconError, match="Is a directory"):
        Lexicon.from_files(tmp_path)
    with pytest.raises(InvalidLexiconError, match="not UTF-8"):
        Lexicon.from_files(write("crâne", encoding="latin-1"))


def test_any_alphabet_and_composed_accents():
    lexicon = Lexicon.from_words(["ÉTÉ", "e\u0301te", "thé"])
    assert lexicon.length == 3
    assert lexicon.answers == ("thé", "ét" + "e", "été")
    assert Lexicon.from_words(["слово", "книга"]).alphabet[0] == "а"
    assert Lexicon.from_words(["שלום", "ספרי"]).length == 4
    assert Lexicon.from_words(["straße"]).length == 6


def test_no_answers():
    with pytest.raises(InvalidLexiconError, match="no answers"):
        Lexicon.from_words([])


@given(word_lists(min_size=2), st.randoms(use_true_random=False))
def test_order_changes_nothing_but_the_listed_order(vocabulary, random):
    shuffled = random.sample(vocabulary, len(vocabulary))
    one, other = Lexicon.from_words(vocabulary), Lexicon.from_words(shuffled)
    assert one == other
    assert one.id == other.id
    assert list(other.listed) == shuffled


def test_id_tells_answers_from_allowed():
    one = Lexicon.from_words(["ab"], ["ab", "cd"])
    other = Lexicon.from_words(["ab", "cd"], ["ab", "cd"])
    assert one.id != other.id


def test_the_file_and_line_of_a_bad_word_are_named(tmp_path):
    answers, allowed = tmp_path / "answers.txt", tmp_path / "mixed.txt"
    answers.write_bytes(b"crane\r\nslate\r\n")
    allowed.write_text("crane\nslate\n\nsla\n")
    with pytest.raises(InvalidLexiconError, match=r"mixed.txt, line 4: words of different lengths"):
        Lexicon.from_files(answers, allowed)
