"""Lexicons built from the real frequency lists, kept, read back and played."""

import json
import os

import numpy as np
import pytest

import salet
from salet import Lexicon, Position, RepairWarning, pattern_of
from salet.boards.session import Session
from salet.coach.suggest import Advisor
from salet.errors import InvalidError, InvalidLexiconError, UnknownNameError
from salet.storage import CACHE_VARIABLE
from salet.table import open_table
from salet.words.builder import (
    ANSWERS,
    MOST_ALLOWED,
    READY_MADE,
    Built,
    build,
    built_names,
    built_path,
    read_built,
    recipe,
    remove_built,
)
from salet.words.frequencies import Frequencies
from tests.helpers import fits

pytestmark = pytest.mark.slow

NAMES = ("de6", "fr5", "ru5", "he5", *READY_MADE)


@pytest.fixture(scope="session")
def built(cache):
    """Every lexicon as it was made, once; each is stored."""
    made = {}
    for name in NAMES:
        language, length = recipe(name)
        made[name] = build(language.code, length)
        made[name].store()
    return made


@pytest.fixture
def empty(monkeypatch, tmp_path):
    """A data folder without any lexicon."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    return tmp_path / "lexicons"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_sizes_and_letters(built, name):
    lexicon = Lexicon.load(name)
    assert len(lexicon.answers) == ANSWERS
    assert lexicon.listed == tuple(built[name].counts)[:ANSWERS]
    assert set(lexicon.answers) <= set(lexicon.allowed)
    assert len(lexicon.allowed) <= 20_000
    assert lexicon.language.plays("".join(lexicon.alphabet))
    assert {len(word) for word in lexicon.allowed} == {int(name[-1])}
    counts = [lexicon.counts[word] for word in lexicon.listed]
    assert counts == sorted(counts, reverse=True)
    assert min(counts) > 0
    if not name.startswith("en"):
        assert len(lexicon.allowed) == MOST_ALLOWED


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_word_is_read_back_as_it_is_shown(built, name):
    lexicon = Lexicon.load(name)
    for word in lexicon.allowed:
        assert lexicon.spelled(lexicon.shown(word)) == word
        assert lexicon.spelled(lexicon.capitals(word)) == word
        assert len(lexicon.capitals(word)) == lexicon.length


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("name", ["de6", "fr5", "ru5", "he5", "en8"])
def test_the_table_agrees_with_the_plain_rule(built, name):
    lexicon = Lexicon.load(name)
    table = open_table(lexicon)
    rng = np.random.default_rng(6)
    for guess in rng.choice(len(lexicon.allowed), 40):
        for answer in rng.choice(len(lexicon.answers), 40):
            expected = pattern_of(lexicon.allowed[guess], lexicon.answers[answer])
            assert table.row(guess)[answer] == expected.code


def test_english_has_words_and_no_names(built):
    for name in READY_MADE:
        assert not {"vlad", "paris", "london", "america", "woodward"} & set(built[name].counts)
    assert {"that", "with"} <= set(Lexicon.load("en4").answers)
    assert "tare" in Lexicon.load("en4").allowed


@pytest.mark.slow
def test_words_that_everybody_knows(built):
    assert {"können", "wieder"} <= set(Lexicon.load("de6").answers)
    french = Lexicon.load("fr5")
    assert french.shown(french.answers[french.answer_index("était")]) == "était"
    assert french.spelled("ETAIT") == french.spelled("Était") == "etait"
    assert "é" not in french.alphabet
    hebrew = Lexicon.load("he5")
    assert hebrew.shown(hebrew.spelled("אנשים")) == "אנשים"
    assert not set("ךםןףץ") & set(hebrew.alphabet)
    assert "ё" not in Lexicon.load("ru5").alphabet


def test_forms_that_are_played_alike_count_together(built):
    """cote, coté, côte and côté are one word of the game."""
    one = build("fr", 4)
    assert "cote" in one.counts
    assert one.spellings["cote"] == "côté"
    assert "côté" not in one.counts


# --- a dictionary --------------------------------------------------------------------------------


@pytest.fixture
def write(tmp_path):
    def write(*words):
        path = tmp_path / "dictionary.txt"
        path.write_text("\n".join(words), encoding="utf-8")
        return path

    return write


def test_only_the_dictionary_is_allowed_and_all_of_it(write):
    made = build("de", 6, dictionary=write("Straße", "größer", "können", "weiß", "qqqqqq"))
    assert set(made.counts) == {"straße", "größer", "können", "qqqqqq"}
    assert made.counts["qqqqqq"] == 0
    assert made.answers == 3, "a word that nobody uses is allowed but no answer"
    assert made.counts["straße"] > 0, "the list has it as strasse"
    assert made.source.endswith("words of dictionary.txt")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "words", "kept"),
    [
        ("en", ["Paris", "table", "can't", "chair"], {"table", "chair"}),
        ("en", ["TABLE", "CHAIR"], {"table", "chair"}),
        ("de", ["Tisch", "stuhl"], {"tisch", "stuhl"}),
        ("fr", ["Écran", "école", "fête"], {"ecole"}),
    ],
)
def test_names_in_a_dictionary(write, language, words, kept):
    assert set(build(language, 5, dictionary=write(*words)).counts) == kept


@pytest.mark.slow
def test_the_cut(write):
    path = write("table", "chair", "couch", "stool")
    made = build("en", 5, answers=2, dictionary=path)
    assert (made.answers, len(made.counts)) == (2, 4)
    everything = build("en", 5, answers=100, dictionary=path)
    assert everything.answers == 4
    assert list(everything.counts) == list(made.counts)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("xx", 5), "no language 'xx'"),
        (("en", 16), "2 to 15 letters, not 16"),
        (("en", 1), "2 to 15 letters, not 1"),
    ],
)
def test_refused(arguments, message):
    with pytest.raises(InvalidError, match=message):
        build(*arguments)


def test_refused_dictionaries_and_cuts(write, tmp_path):
    with pytest.raises(InvalidError, match="the number of answers must be 1 or more"):
        build("en", 5, answers=0)
    with pytest.raises(InvalidLexiconError, match="no German word of 6 letters"):
        build("de", 6, dictionary=write("abc"))
    with pytest.raises(InvalidLexiconError, match="No such file"):
        build("de", 6, dictionary=tmp_path / "none.txt")
    with pytest.raises(InvalidLexiconError, match="no English word of 5 letters is among"):
        build("en", 5, dictionary=write("zzzqj"))


# --- on disk -------------------------------------------------------------------------------------


def small(name="de5"):
    counts = {"größe": 5, "tisch": 3, "stuhl": 0}
    return Built(name, "de", 5, "title", "source", "licence", "2026-01-01", 2, counts, {})


def test_kept_and_read_back(empty):
    made = small()
    path = made.store()
    assert path == built_path("de5")
    assert [file.name for file in empty.iterdir()] == ["de5.json"]
    assert read_built("de5") == made
    assert built_names() == ["de5"]
    lexicon = Lexicon.load("de5")
    assert lexicon.answers == ("größe", "tisch")
    assert lexicon.allowed == ("größe", "stuhl", "tisch")
    assert lexicon.listed == ("größe", "tisch")
    remove_built("de5")
    assert built_names() == []
    with pytest.raises(UnknownNameError, match="no lexicon 'de5' was built here"):
        remove_built("de5")


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("tisch", "tisck"),
        lambda text: text.replace('"answers": 2', '"answers": 1'),
        lambda _: "",
        lambda _: "[]",
        lambda text: text.replace('"name": "de5"', '"nome": "de5"'),
    ],
)
def test_damage_is_noticed(empty, damage):
    path = small().store()
    path.write_text(damage(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(InvalidLexiconError, match=r"the lexicon de5 in .* is damaged; build it"):
        Lexicon.load("de5")
    assert built_names() == ["de5"]
    remove_built("de5")


def test_another_name_is_damage_too(empty):
    path = small().store()
    path.rename(path.with_name("de7.json"))
    with pytest.raises(InvalidLexiconError, match=r"the lexicon de7 in .* is damaged"):
        Lexicon.load("de7")


def test_built_on_first_use_with_a_note(empty):
    with pytest.warns(RepairWarning, match=r"built en4 from PyPI wordfreq \S+, .* once"):
        first = Lexicon.load("en4")
    assert Lexicon.load("en4") == first
    assert first.id == Lexicon.load("en4").id


def test_a_folder_that_cannot_be_written(empty):
    empty.write_text("a file where the folder should be")
    with pytest.warns(RepairWarning, match="but could not store it: cannot write"):
        assert len(Lexicon.load("en4").answers) == ANSWERS


def test_names():
    assert recipe("de6")[0].name == "German"
    assert recipe("de06") is recipe("de16") is recipe("xx5") is recipe("nyt2022") is None
    with pytest.raises(UnknownNameError, match="did you mean original"):
        Lexicon.load("orignal")


# --- played --------------------------------------------------------------------------------------


def test_suggest_reads_words_without_accents(built):
    with_accents = salet.suggest("Étais:-y-yg", lexicon="fr5", top=3)
    without = salet.suggest("etais:-y-yg", lexicon="fr5", top=3)
    assert with_accents.to_dict() == without.to_dict()
    assert with_accents.to_dict()["position"] == "etais:-y-yg"
    assert all(fits(w, Position.from_text("etais:-y-yg")) for w in with_accents.candidates)


def test_umlauts_are_letters_of_their_own(built):
    assert str(pattern_of("können", "konnte")) == "g-ggy-"
    advice = salet.suggest("Koennen:g-ggy-", lexicon="de6")
    assert str(advice.position) == "können:g-ggy-"
    assert "konnte" in advice.candidates


def test_hebrew_final_letters_are_the_letters(built):
    """The first letter is the first of the word, wherever a terminal draws it."""
    lexicon = Lexicon.load("he5")
    word = lexicon.allowed[lexicon.guess_index("דברים")]
    assert str(pattern_of(word, lexicon.spelled("מדברת"))) == "yyy-y"
    advice = salet.suggest("דברים:yyy-y", lexicon="he5")
    assert lexicon.spelled("מדברת") in advice.candidates


@pytest.mark.slow
def test_a_session_in_german(built):
    session = Session(Advisor.of("de6"))
    session.take("KOENNEN g-ggy-")
    assert str(session.position) == "können:g-ggy-"
    assert "konnte" in session.take("w")


@pytest.mark.slow
def test_review_in_french(built):
    review = salet.review("pêche", ["était", "PECHE"], lexicon="fr5")
    assert review.turns[-1].after == 1
    assert "était" in review.summary


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fr5", "ru5", "he5", "en8"])
def test_runs(built, name):
    run = salet.run("letters+popular_below(10)", lexicon=name, sample=200)
    assert run.mean < 4.5
    assert run.losses < 10


@pytest.mark.slow
def test_optimal_play_from_a_position(built):
    found = salet.optimal(position="können:g-gg--", lexicon="de6")
    assert found.best.proven
    n = len(found.candidates)
    assert 2 * n - 1 <= found.best.total <= 3 * n


@pytest.mark.slow
def test_counts_come_with_the_words(built):
    lexicon = Lexicon.load("ru5")
    counts = Frequencies.for_lexicon(lexicon)
    assert counts.of(["когда"])[0] > counts.of([lexicon.listed[-1]])[0] > 0
    run = salet.run("entropy", lexicon="ru5", prior="frequency", sample=20)
    assert run.weights is not None
    assert Frequencies.for_lexicon(Lexicon.load("original")).name == "books"


# --- the command ---------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.slow
def test_words_lists_what_was_built(built, answer, ok):
    listed = answer("words")
    found = {entry["name"]: entry for entry in listed["lexicons"]}
    assert found["de6"]["language"] == "de"
    assert found["de6"]["id"] == Lexicon.load("de6").id
    assert found["original"]["language"] == "en"
    assert listed["built_on_first_use"] == []
    assert "German, 6 letters" in ok("words")


@pytest.mark.long
@pytest.mark.slow
def test_build_show_remove(salet_command, tmp_path):
    env = {CACHE_VARIABLE: str(tmp_path)}
    done = salet_command("words", "build", "--language", "tr", "--length", "5", env=env)
    assert done.returncode == 0, done.stderr
    assert "E  R  T  Y  U  I  O  P  Ğ  Ü" in done.stdout
    assert "Ş  İ" in done.stdout
    again = salet_command("words", "show", "tr5", "--json", env=env)
    assert json.loads(again.stdout)["lexicon"]["name"] == "tr5"
    (tmp_path / "lexicons" / "tr5.json").write_text("{")
    broken = salet_command("words", env=env)
    assert broken.returncode == 0
    assert "! the lexicon tr5" in broken.stdout
    used = salet_command("suggest", "--lexicon", "tr5", env=env)
    assert used.returncode == 2
    assert "is damaged; build it again" in used.stderr
    assert salet_command("words", "remove", "tr5", env=env).returncode == 0
    assert salet_command("words", "remove", "tr5", env=env).returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [("suggest", "--lexicon", "sv5"), ("words", "build", "--language", "sv", "--length", "5")],
)
def test_without_the_extra(salet_command, tmp_path, arguments):
    (tmp_path / "wordfreq.py").write_text("raise ImportError('not here')")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    env = {CACHE_VARIABLE: str(tmp_path), "PYTHONPATH": path}
    done = salet_command(*arguments, env=env)
    assert done.returncode == 2
    assert done.stderr.strip().endswith("pip install 'salet[languages]'")
    assert done.stderr.count("\n") == 1


def test_play_shows_accents_and_the_keyboard_of_the_language(built, salet_command):
    typed = "etait\nECOLE\nq\n"
    done = salet_command("play", "--lexicon", "fr5", "--answer", "pêche", input=typed)
    assert " É  T  A  I  T   y----" in done.stdout
    assert " É  C  O  L  E   yy--g" in done.stdout
    assert " · " in done.stdout
    assert " Z [E] R " in done.stdout
    assert "the word was PÊCHE" in done.stdout
