"""Letters of languages: which are their own, how the others are read, and what people type."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon
from salet.errors import IllegalGuessError, InvalidLexiconError, UnknownNameError
from salet.words.language import Language, keyboard_rows, languages


@pytest.mark.parametrize(
    ("code", "written", "played"),
    [
        ("de", "Übergröße", "übergröße"),  # umlauts and ß are letters of their own
        ("de", "Café", "cafe"),
        ("fr", "ÉTÉ", "ete"),
        ("fr", "e\u0301te\u0301", "ete"),  # decomposed
        ("fr", "Œuvre", "oeuvre"),
        ("fr", "garçon", "garcon"),
        ("es", "mañana", "mañana"),
        ("es", "pingüino", "pinguino"),
        ("ru", "ЁЖИК", "ежик"),
        ("ru", "йод", "йод"),
        ("he", "שלום", "שלומ"),
        ("he", "שָׁלוֹם", "שלומ"),  # vowel points
        ("ar", "أحمد", "احمد"),
        ("el", "λόγος", "λογοσ"),
        ("tr", "KIZ İKİZ", "kız ikiz"),
        ("ro", "ştiinţa", "știința"),  # cedillas, as often typed, for commas
        ("pl", "Łódź", "łódź"),
        ("nl", "ĳsje", "ijsje"),
    ],
)
def test_folding(code, written, played):
    assert Language.of(code).fold(written) == played


@pytest.mark.parametrize("code", languages())
def test_every_language_is_sound(code):
    language = Language.of(code)
    keys = "".join(language.keyboard)
    assert len(set(keys)) == len(keys), "a letter has two keys"
    assert all(key.isalpha() and unicodedata.normalize("NFC", key) == key for key in keys)
    assert all(language.fold(key) == key for key in keys)
    for target in language.folds.values():
        assert language.plays(target)
    assert set(language.typed) <= language.letters
    for small, large in language.capitals.items():
        assert language.fold(large) == small
    # A letter and its capital are the same key.
    assert all(language.fold(language.capital(key)) == key for key in keys)


@given(st.sampled_from(list(languages())), st.text(st.characters(max_codepoint=0x6FF), max_size=12))
def test_folding_twice_changes_nothing(code, text):
    once = Language.of(code).fold_small(text)
    assert Language.of(code).fold_small(once) == once


def test_an_unknown_language_is_named():
    with pytest.raises(UnknownNameError, match=r"no language 'xx'; choose from en, ar"):
        Language.of("xx")


def test_keyboards():
    assert keyboard_rows(("a",))[0] == "qwertyuiop"
    assert keyboard_rows(("a",), Language.of("fr"))[0] == "azertyuiop"
    assert keyboard_rows(tuple("абвгдежзийкл")) == ("абвгдежзий", "кл")


# --- what a person types -------------------------------------------------------------------------


def german(*words):
    return Lexicon("klein", words, tuple(sorted(words)), words, Language.of("de"))


@pytest.mark.parametrize("typed", ["größer", "GRÖßER", "groesser", "grosser", "gro\u0308ßer"])
def test_german_without_its_keys(typed):
    lexicon = german("größer", "kräfte")
    assert lexicon.allowed[lexicon.guess_index(typed)] == "größer"


def test_a_word_of_its_own_comes_before_a_word_with_accents():
    lexicon = german("schon", "schön")
    assert lexicon.spelled("schon") == "schon"
    assert lexicon.spelled("schoen") == lexicon.spelled("SCHÖN") == "schön"


def test_two_meanings_are_asked_about():
    with pytest.raises(IllegalGuessError, match="'fuhle' may stand for fühle or fuhlé"):
        Lexicon("x", ("fuhlé", "fühle"), ("fühle", "fuhlé"), (), Language.of("hu")).guess_index(
            "fuhle"
        )


def test_sharp_s_where_the_list_writes_ss():
    lexicon = german("grösse", "schuss")
    assert lexicon.spelled("größe") == "grösse"
    assert lexicon.capitals("grösse") == "GRÖSSE"
    assert german("straße").capitals("straße") == "STRAßE"


def test_a_persons_own_list_keeps_its_accents_apart():
    lexicon = Lexicon.from_words(["été", "ete"])
    assert len(lexicon.answers) == 2
    assert lexicon.shown("été") == "été"


@pytest.mark.parametrize("word", ["नमस्ते", "x\u0301yz", "שָלוֹ"])
def test_marks_that_join_no_letter_are_refused(word):
    with pytest.raises(InvalidLexiconError, match=r"has U\+.*; a letter is one code point"):
        Lexicon.from_words([word])
