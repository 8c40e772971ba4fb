"""The coach's commands as a person meets them: real processes, pipes and terminals."""

import json
import signal

import pytest

from tests.helpers import talk

pytestmark = pytest.mark.usefixtures("original_lists")


@pytest.mark.slow
def test_suggest_says_what_each_guess_is_worth(answer, ok):
    fields = answer("suggest", "raise:--y-g clout:-y---", "--hard", "nyt")
    best = fields["suggestions"][0]
    assert {"guess", "candidate", "bits", "expected_group", "largest_group", "groups"} <= set(best)
    assert best["expected_guesses"] == 1.75
    assert best["exact"] is True
    assert (best["win_now"], best["win_within"]) == (0.25, 1)
    assert (best["legal_nyt"], best["legal_strict"]) == (True, True)
    assert best["reason"] == "tells all 4 words apart, and may be the answer"
    text = ok("suggest", "crane:-----", "--top", "2")
    assert "~2." in text
    assert "--exact" in text


@pytest.mark.slow
def test_suggest_exactly_where_asked(answer):
    fields = answer("suggest", "crane:-----", "--exact", "--top", "2")
    assert fields["exact"] is True
    assert len(fields["candidates"]) == 263


@pytest.mark.long
@pytest.mark.slow
def test_suggest_beyond_the_listed_answers(ok, salet_command):
    text = ok("suggest", "raise:--y-y clout:--g-- dying:--y--")
    assert "none of the 2,315 listed answers fits" in text
    assert "emoji" in text
    done = salet_command("suggest", "raise:g---- clout:g----")
    assert done.returncode == 2
    assert "RAISE:g---- says R is in position 1" in done.stderr
    assert done.stderr.count("\n") == 1


GAME = ["review", "hatch", "crane", "moist", "match", "batch", "latch", "hatch"]


@pytest.mark.slow
def test_review(answer, ok):
    fields = answer(*GAME)
    assert [turn["before"] for turn in fields["turns"]] == [2315, 27, 6, 5, 4, 3]
    assert fields["turns"][1]["skill"] == 99
    assert 0 < fields["skill"] < 99
    assert fields["answer"] == "hatch"
    text = ok(*GAME, env={"COLUMNS": "50"})
    assert max(map(len, text.splitlines())) <= 50
    assert "skill" in text
    assert ok(*GAME, "--ascii").isascii()


@pytest.mark.slow
def test_review_of_a_position_and_of_a_grid(answer, tmp_path):
    turns = answer("review", "raise:--y-g", "clout:-y---")["turns"]
    assert [turn["after"] for turn in turns] == [25, 4]
    path = tmp_path / "grid.txt"
    path.write_text("Wordle 1,234 3/6\n\n⬛⬛🟨⬛🟩\n⬛🟨⬛⬛⬛\n🟩🟩🟩🟩🟩\n", encoding="utf-8")
    fields = answer("review", "--grid", str(path), "raise", "clout", "belie")
    assert fields["answer"] == "belie"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["review"], "name the answer and the guesses"),
        (["review", "there", "zzzzz"], "did you mean"),
        (["review", "--grid", "/nonexistent", "crane"], "cannot read"),
        (["infer", "/nonexistent"], "cannot read"),
        (["play", "--answer", "zzzzz"], "did you mean"),
        (["play", "--host", "cruel", "--answer", "crane"], "hides no word"),
        (["play", "--forced", "--host", "cruel"], "--forced needs --host adversary"),
        (["play", "--forced", "--boards", "2"], "--forced does not go with --boards"),
        (["review", "--grid", "-", "crane"], "stdin contains no grid"),
        (["play", "--json"], "--forced"),
        (["solve", "raise:ggggy"], "nowhere else to go"),
        (["suggest", "fuzzy:-----", "--exact"], "too many for exact values"),
    ],
)
def test_bad_input_is_one_line(salet_command, arguments, message):
    done = salet_command(*arguments, input="")
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_solving_in_a_pipe(ok):
    lines = "raise --y-g\nzzzzz\nclout:ggg--\nclout -y---\nr\nu\nggggg\nq\n"
    text = ok("solve", input=lines)
    assert "25 possible words" in text
    assert "did you mean pzazz?" in text
    assert "CLOUT:ggg-- says" in text
    assert "bible will not be suggested again" in text
    assert "read as the reply to BIBLE" in text
    assert "solved in 3; review it with: salet review bible raise clout bible" in text


@pytest.mark.slow
def test_input_that_ends_leaves_cleanly(salet_command):
    for command in (["solve"], ["play", "--answer", "there"]):
        done = salet_command(*command, input="raise")
        assert (done.returncode, done.stderr) == (0, "")
        assert "Input closed; stopping." in done.stdout
    assert "the word was THERE" in done.stdout


@pytest.mark.slow
def test_playing_a_hidden_word(ok):
    text = ok("play", "--answer", "there", input="raise\n?\nxx\nzzzzz\nthere\n")
    assert "40 words possible; " in text
    assert "'xx' has 2 letters" in text
    assert "did you mean pzazz?" in text
    assert "salet original 2/6\n\n🟨⬛⬛⬛🟩\n🟩🟩🟩🟩🟩" in text
    assert "(R)" in text
    assert "[E]" in text
    text = ok(
        "play", "--answer", "maven", "--ascii", "--hard", "nyt", input="haven\ncrane\nmaven\n"
    )
    assert "crane is not allowed in hard mode nyt: A must be in position 2" in text
    assert "salet original 2/6*" in text
    assert text.isascii()


def test_losing(ok):
    text = ok("play", "--answer", "there", "--max-guesses", "1", input="crane\n")
    assert "the word was THERE" in text
    assert "salet original X/1" in text


@pytest.mark.slow
def test_playing_the_adversary(ok):
    line = "aesir\nyauld\ntench\nwhoop\n"
    text = ok("play", "--host", "adversary", input=line)
    assert "salet original adversary 4/6" in text
    text = ok("play", "--host", "adversary", input="q\n")
    assert "one word that was still possible:" in text


@pytest.mark.slow
def test_playing_the_cruel_host(ok, tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("batch\ncatch\nhatch\nlight\nnight\nmight\nfight\nvozhd\n")
    text = ok("play", "--host", "cruel", "--answers", str(path), input="batch\nq\n")
    assert "one word that was still possible:" in text


@pytest.mark.long
@pytest.mark.slow
def test_the_forced_win(answer, ok):
    fields = answer("play", "--forced")  # implies the adversary
    assert fields["length"] == 4
    assert fields["proven"] is True
    assert len(fields["ruled_out"]) == 3
    text = ok("play", "--host", "adversary", "--forced")
    assert "beaten in 4 guesses, and no sooner:" in text


@pytest.mark.slow
def test_inferring_from_a_file(answer, ok, tmp_path):
    path = tmp_path / "chat.txt"
    path.write_text("Anna 3/6\n⬛🟨⬛⬛⬛\n🟩⬛🟨⬛🟩\n🟩🟩🟩🟩🟩\nBert: nice\n", encoding="utf-8")
    fields = answer("infer", str(path), "--top", "3")
    assert (fields["grids"], fields["rows"], len(fields["answers"])) == (1, 2, 3)
    assert "1 grid, 2 rows" in ok("infer", "-", input=path.read_text(encoding="utf-8"))


def test_a_game_on_a_terminal():
    text, status = talk(["play", "--answer", "there"], ["raise", "there"])
    assert status == 0
    assert "\x1b[" in text
    assert "salet original 2/6" in text


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("command", [["solve"], ["play", "--answer", "there"]])
def test_ctrl_c_leaves_cleanly(command):
    text, status = talk(
        command, ["raise" if command[0] == "play" else "raise --y-g"], interrupt=True
    )
    assert status in (130, -signal.SIGINT)
    assert "stopped" in text
    assert "Traceback" not in text


@pytest.mark.long
@pytest.mark.slow
def test_words_of_another_alphabet(answer, ok, tmp_path):
    path = tmp_path / "ru.txt"
    path.write_text("слово\nснова\nголос\nколос\nполог\n", encoding="utf-8")
    options = ["--answers", str(path)]
    assert json.loads(ok("suggest", *options, "--json"))["suggestions"][0]["exact"] is True
    assert answer("review", "голос", "слово", "голос", *options)["answer"] == "голос"
    text = ok("play", "--answer", "голос", *options, input="слово\nголос\n")
    assert "2/6" in text
    assert "solved in 1" in ok("solve", *options, input="слово ggggg\n")


@pytest.mark.long
@pytest.mark.slow
def test_a_game_that_is_over_says_how_to_review_it(ok):
    text = ok("play", "--lexicon", "nyt", "--hard", "nyt", "--answer", "hatch", input="hatch\n")
    assert text.endswith("review it with: salet review --lexicon nyt --hard nyt hatch hatch\n")
    text = ok("solve", "--lexicon", "nyt", input="tarse ----- hoppy ggggg\n")
    assert "solved in 2; review it with: salet review --lexicon nyt hoppy tarse hoppy" in text


def test_grids_are_read_out_of_any_text(ok, tmp_path):
    """As people paste them: with a name before, on one line, as a reply, with squares apart."""
    told = tmp_path / "chat.txt"
    told.write_text(
        "Anna: Wordle 9 3/6 ⬛🟨⬛⬛⬛ 🟩⬛🟨⬛🟩 🟩🟩🟩🟩🟩\n> ⬛⬛⬛⬛🟨 hm\n> ⬛🟨⬛⬛🟩\n"
        "🟩 is green\n⬜ ⬜ 🟨 ⬜ ⬜\n",
        encoding="utf-8",
    )
    assert "3 grids, 5 rows" in ok("infer", str(told))
