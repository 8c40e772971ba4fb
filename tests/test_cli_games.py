"""Games other than Wordle on the command line: --game in every command that takes it."""

import pytest

MASTERMIND = ("--game", "mastermind(4,6)")

OWN = '''\
import itertools

import salet


class Blackpegs(salet.Game):
    """Mastermind that tells only the black pegs."""

    rule = "blackpegs-1"
    example = "aab:1 abc:2"

    def __init__(self, pegs: int = 3, colours: int = 3) -> None:
        codes = ["".join(code) for code in itertools.product("abcdef"[:colours], repeat=pegs)]
        lexicon = salet.Lexicon.of_codes(f"blackpegs({pegs},{colours})", codes)
        replies = salet.Replies([str(right) for right in range(pegs + 1)], solved=str(pegs))
        super().__init__(lexicon, replies)

    def reply(self, guess: str, answer: str) -> int:
        return sum(one == other for one, other in zip(guess, answer))
'''

FAILING = """\
import salet


class Mine(salet.Game):
    def __init__(self):
        raise RuntimeError("no codes today")

    def reply(self, guess, answer):
        return 0
"""


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(OWN)
    return ("--game", f"{path}:Blackpegs")


def test_pattern(answer, ok):
    fields = answer("pattern", "aabb", "abca", *MASTERMIND)
    assert (fields["pattern"], fields["solved"]) == ("1.2", False)
    assert fields["lexicon"]["name"] == "mastermind(4,6)"
    assert fields["lexicon"]["rule"] == "mastermind-1"
    text = ok("pattern", "aabb", "abca", *MASTERMIND, "--ascii")
    assert text.splitlines()[0].split() == ["aabb", "1.2", "number", "7"]
    assert "game: mastermind(4,6) (1,296 answers / 1,296 allowed, id " in text


@pytest.mark.slow
def test_suggest(answer, ok):
    fields = answer("suggest", "aabb:1.2", *MASTERMIND)
    assert fields["position"] == "aabb:1.2"
    assert len(fields["candidates"]) == 36
    assert {"guess", "candidate", "bits", "groups"} <= set(fields["suggestions"][0])
    text = ok("suggest", "aabb:1.2 abcd:1.1", *MASTERMIND)
    turns = [["aabb", "1.2", "●○○·"], ["abcd", "1.1", "●○··"]]
    assert [line.split() for line in text.splitlines()[:2]] == turns
    assert "possible answers" in text
    assert "strict" in text
    assert "nyt" not in text


@pytest.mark.slow
def test_equations_have_signs_that_separate_turns_elsewhere(answer):
    nerdle = ("--game", "nerdle(6)")
    position = "2+8=10:y--g-g"
    assert answer("suggest", position, *nerdle)["position"] == position
    reviewed = answer("review", "4*5=20", "2+8=10", "4*5=20", *nerdle)
    assert reviewed["position"] == f"{position} 4*5=20:gggggg"
    assert answer("review", *reviewed["position"].split(), *nerdle)["turns"] == reviewed["turns"]


@pytest.mark.long
@pytest.mark.slow
def test_solve(ok):
    text = ok("solve", *MASTERMIND, input="aabb 1.2\nabcd 9.9\nq\n")
    assert "such as: aabb 1.2" in text
    assert "36 possible answers" in text
    assert "! there is no reply '9.9'" in text


@pytest.mark.long
@pytest.mark.slow
def test_play(ok):
    lines = "aabb\n?\nzz\nabca\n"
    text = ok("play", *MASTERMIND, "--answer", "abca", input=lines)
    assert "mastermind(4,6), 6 guesses; ? for a hint, q to give up" in text
    assert "aabb  1.2" in text
    assert "answers possible; " in text
    assert "! 'zz' has 2" in text
    assert "salet mastermind(4,6) 2/6" in text
    assert "review it with: salet review --game 'mastermind(4,6)' abca aabb abca" in text
    text = ok("play", *MASTERMIND, "--answer", "abca", input="q\n")
    assert "the answer was abca" in text


@pytest.mark.long
@pytest.mark.slow
def test_several_boards(answer, ok):
    hidden = ("--answer", "abca", "--answer", "ffff")
    lines = "aabb\n2\n?\nabca\nffff\n"
    text = ok("play", *MASTERMIND, "--boards", "2", *hidden, input=lines)
    assert "2 boards, mastermind(4,6), 7 guesses" in text
    assert "1: 36 left 2: 256 left" in " ".join(text.split())
    assert "256 answers possible" in text
    assert "salet mastermind(4,6) 2 boards" in text
    text = ok("play", *MASTERMIND, "--boards", "6", "--ascii", input="aabb\nq\n")
    assert "last reply" in text
    assert "placed" not in text
    fields = answer("suggest", "aabb:1.2 | aabb:0.0", *MASTERMIND, "--top", "2")
    assert len(fields["suggestions"]) == 2
    assert answer("run", *MASTERMIND, "--boards", "2", "--games", "5")["games"] == 5


@pytest.mark.long
@pytest.mark.slow
def test_review(answer, ok):
    turns = answer("review", "abca", "aabb", "abca", *MASTERMIND)["turns"]
    assert [turn["before"] for turn in turns] == [1296, 36]
    assert "aabb" in ok("review", "abca", "aabb", "abca", *MASTERMIND)


@pytest.mark.long
@pytest.mark.slow
def test_run(answer, ok):
    """Knuth's strategy, as he published it in 1977."""
    fields = answer("run", "minimax", *MASTERMIND, "--opener", "aabb")
    assert fields["histogram"] == {"1": 1, "2": 6, "3": 62, "4": 533, "5": 694}
    assert round(fields["mean"] * fields["games"]) == 5801
    text = ok("run", "parts", *MASTERMIND, "--opener", "aabc")
    assert "parts+opener(aabc): 4.3735 guesses on average" in text
    assert "game: mastermind(4,6)" in text


@pytest.mark.long
@pytest.mark.slow
def test_compare(answer, ok):
    fields = answer("compare", "minimax", "parts", *MASTERMIND, "--hard", "strict")
    assert [run["strategy"] for run in fields["runs"]] == ["minimax", "parts"]
    assert "game: mastermind(4,6)" in ok("compare", "minimax", "parts", *MASTERMIND)


@pytest.mark.long
@pytest.mark.slow
def test_optimal_in_full(answer):
    """The least total of all, and with at most five guesses (Koyama and Lai, 1993)."""
    for most, total in ((6, 5625), (5, 5626)):
        fields = answer("optimal", *MASTERMIND, "--opener", "aabc", "--max-guesses", str(most))
        (best,) = fields["openers"]
        assert (best["total"], best["proven"], best["worst"]) == (total, True, most)


@pytest.mark.slow
def test_optimal_and_tree(answer, ok, tmp_path):
    tree = str(tmp_path / "best.txt")
    fields = answer("optimal", "--opener", "aab", "--game", "mastermind(3,4)", "--tree", tree)
    (best,) = fields["openers"]
    assert best["proven"] is True
    assert fields["lexicon"]["name"] == "mastermind(3,4)"
    verdict = answer("tree", "verify", tree, "--game", "mastermind(3,4)")
    assert (verdict["valid"], verdict["total"]) == (True, best["total"])
    assert answer("tree", "verify", tree)["total"] == best["total"]  # the file names its game
    shown = ok("tree", "show", tree, "--ascii")
    assert "guess aab" in shown
    assert "aab  0.0" in shown
    drawing = tmp_path / "best.svg"
    ok("tree", "export", tree, "--to", str(drawing))
    assert drawing.stat().st_size > 500


@pytest.mark.long
@pytest.mark.slow
def test_a_game_of_ones_own(answer, ok, own, tmp_path):
    assert answer("pattern", "aab", "abb", *own)["pattern"] == "2"
    assert len(answer("suggest", "aab:2", *own)["candidates"]) == 6
    assert answer("run", "parts", *own)["games"] == 27
    tree = str(tmp_path / "tree.json")
    assert answer("optimal", *own, "--tree", tree)["openers"][0]["proven"] is True
    assert answer("tree", "verify", tree, *own)["valid"] is True
    assert "solved in 1" in ok("solve", *own, input="aab 3\n")


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("nonsense", "there is no game 'nonsense'"),
        ("mastermnd(4,6)", "did you mean mastermind"),
        ("mastermind(0,6)", "give 1 to 15 pegs"),
        ("mastermind(9,9)", "387,420,489 codes, more than 32,768"),
        ("mastermind(4,six)", "colours"),
        ("mastermind(4,6,no,7)", "takes 3 parameters"),
        ("mastermind(", "cannot read the game"),
        ("no/such/file.py:Mine", "No such file"),
        ("broken.py:Mine", "broken.py"),
        ("mine.py", "name a class of the file"),
        ("mine.py:Yours", "Blackpegs"),
        ("failing.py:Mine", "cannot be made: RuntimeError: no codes today"),
    ],
)
def test_a_bad_game_is_one_line_and_exit_code_2(salet_command, own, tmp_path, game, message):
    (tmp_path / "broken.py").write_text("import salet\nclass Mine(salet.Game:\n")
    (tmp_path / "failing.py").write_text(FAILING)
    done = salet_command("suggest", "--game", game, cwd=tmp_path)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.startswith("salet: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["suggest", *MASTERMIND, "--lexicon", "nyt"], "either --game or --lexicon"),
        (["suggest", *MASTERMIND, "--answers", "x.txt"], "either --game or --lexicon"),
        (["suggest", *MASTERMIND, "--hard", "nyt"], "has no hard mode 'nyt'; it has off, strict"),
        (["suggest", *MASTERMIND, "aabb"], "does not pair guesses with replies"),
        (["suggest", *MASTERMIND, "aabb:3.1"], "there is no reply '3.1'"),
        (["run", "letters", *MASTERMIND], "needs Wordle's letters and colours"),
        (["suggest", *MASTERMIND, "--strategy", "letters"], "needs Wordle's letters and colours"),
        (["review", *MASTERMIND, "--grid", "-", "aabb"], "a grid shows colours, and mastermind"),
        (["infer", "x.txt", *MASTERMIND], "No such option '--game'"),
    ],
)
def test_what_does_not_suit_a_game_is_one_line(salet_command, arguments, message):
    done = salet_command(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
