"""salet optimal and salet tree, in their own process."""

import json
import re

import pytest


@pytest.fixture(scope="module")
def tree_file(salet_command, tmp_path_factory):
    """The proven tree of salet, as the command writes it."""
    path = tmp_path_factory.mktemp("trees") / "salet.txt"
    done = salet_command("optimal", "--opener", "salet", "--tree", str(path), "--json")
    assert done.returncode == 0, done.stderr
    return path, json.loads(done.stdout)


@pytest.mark.slow
def test_optimal(tree_file):
    _, fields = tree_file
    (opener,) = fields["openers"]
    assert opener["opener"] == fields["best"] == "salet"
    assert opener["total"] == opener["lower_bound"] == 7920
    assert opener["proven"] is True
    assert sum(opener["histogram"].values()) == 2315
    assert fields["lexicon"]["name"] == "original"
    assert (fields["beam"], fields["weighted"]) == (None, False)
    assert fields["limits"] == {"seconds": None, "nodes": None}


@pytest.mark.long
@pytest.mark.slow
def test_tree_verify_and_show(tree_file, ok, salet_command, tmp_path):
    path, _ = tree_file
    verdict = json.loads(ok("tree", "verify", str(path), "--json"))
    assert (verdict["valid"], verdict["total"]) == (True, 7920)
    assert "valid" in ok("tree", "verify", str(path))
    text = ok("tree", "show", str(path))
    assert "guess salet" in text
    assert "guess" in ok("tree", "show", str(path), "--from", "salet:-----")
    cut = tmp_path / "cut.txt"
    cut.write_text(path.read_text()[:5000])
    done = salet_command("tree", "verify", str(cut))
    assert done.returncode == 1
    assert "! line" in done.stdout
    assert "no line for" in done.stdout


@pytest.mark.long
@pytest.mark.slow
def test_positions_and_caps(answer, salet_command):
    fields = answer("optimal", "--from", "salet:-----")
    assert fields["candidates"] == 221
    assert fields["openers"][0]["proven"] is True
    done = salet_command("optimal", "--opener", "salet", "--max-guesses", "3")
    assert done.returncode == 1
    assert "proven: impossible in" in done.stdout
    done = salet_command("optimal", "--opener", "crane", "--nodes", "50", "--json")
    assert done.returncode == 1
    fields = json.loads(done.stdout)
    assert fields["openers"][0]["proven"] is False
    assert fields["limits"] == {"seconds": None, "nodes": 50}
    fields = answer("optimal", "--from", "salet:-----", "--beam", "2", "--objective", "worst")
    assert (fields["beam"], fields["openers"][0]["proven"]) == (2, False)
    done = salet_command("optimal", "--from", "salet:-----", "--beam", "2", "--objective", "worst")
    assert "not proven: worst at least" in done.stdout
    done = salet_command("optimal", "--from", "salet:-----", "--max-guesses", "1")
    assert done.returncode == 2
    assert "no guess is left after salet:-----; allow more" in done.stderr


@pytest.mark.slow
def test_all_openers_of_a_small_lexicon(answer, ok, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("crane\nslate\ntrace\nreact\ncrate\nraise\narise\n")
    fields = answer("optimal", "--all", "--top", "2", "--answers", str(path))
    assert fields["openers_proven"] is True
    assert len(fields["openers"]) == 2
    assert "no other opener is better" in ok("optimal", "--all", "--answers", str(path))


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["optimal"], "too many without an opener"),
        (["optimal", "--opener", "zzzzz"], "not among"),
        (["optimal", "--all", "--opener", "salet"], "does not go with --all"),
        (["optimal", "--from", "crane:ggggg slate:ggggg"], "none of the 2,315"),
        (["optimal", "--opener", "salet", "--tree", "no/such/folder/x"], "there is no folder"),
        (["tree", "verify", "no/such/file"], "no such file"),
        (["tree", "show", "no/such/file"], "no such file"),
    ],
)
def test_bad_input(salet_command, arguments, message):
    done = salet_command(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--all", "--opener", "salet"], "--opener does not go with --all"),
        (["--all", "--seconds", "1"], "--seconds does not go with --all"),
        (["--opener", "salet", "--top", "3"], "--top goes with --all"),
        (["--all", "--floor", "7000", "--top", "3"], "--top does not go with --floor"),
        (["--opener", "salet", "--cluster", "x:1"], "--cluster goes with --all"),
        (["--no-cap", "--max-guesses", "3", "--opener", "salet"], "not both"),
        (["--all", "--checkpoint", "nowhere/x.json"], "there is no folder"),
        (["--seconds", "nan"], "'--seconds': nan is not a number above 0"),
        (["--seconds", "inf"], "'--seconds': inf is not a number above 0"),
        (["--seconds=-1"], "'--seconds': -1 is not a number above 0"),
        (["--nodes", "0"], "'--nodes': 0 is not a whole number of 1 or more"),
    ],
)
def test_options_that_do_not_go_together(options, message, salet_command):
    done = salet_command("optimal", *options)
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.long
@pytest.mark.slow
def test_weights_no_caps_and_trees(answer, salet_command, tmp_path):
    words = [f"x{letter}" for letter in "abcdefghij"]
    (tmp_path / "words.txt").write_text("\n".join(words))
    (tmp_path / "weights.txt").write_text("\n".join(f"{word} {2}" for word in words))
    mine = ["--answers", str(tmp_path / "words.txt")]
    tree = tmp_path / "tree.txt"
    fields = answer("optimal", *mine, "--no-cap", "--tree", str(tree))
    assert fields["max_guesses"] is None
    (solution,) = fields["openers"]
    assert (solution["total"], solution["worst"], solution["proven"]) == (55, 10, True)
    assert answer("tree", "verify", str(tree), *mine)["valid"] is True
    fields = answer(
        "optimal",
        *mine,
        "--no-cap",
        "--weights",
        str(tmp_path / "weights.txt"),
        "--tree",
        str(tree),
    )
    assert fields["openers"][0]["value"] == 110
    assert (fields["weighted"], fields["openers"][0]["weight"]) == (True, 20)
    assert "proven" not in tree.read_text()
    done = salet_command("optimal", *mine, "--max-guesses", "3", "--json")
    assert done.returncode == 1
    assert json.loads(done.stdout)["openers"][0]["lower_bound"] is None
    done = salet_command(
        "optimal", *mine, "--max-guesses", "3", "--objective", "solved", "--tree", str(tree)
    )
    assert done.returncode == 0
    assert "7 answers take longer in the tree, 10 guesses at most" in done.stderr
    verdict = answer("tree", "verify", str(tree), *mine)
    assert (verdict["valid"], verdict["histogram"]) == (True, {str(n): 1 for n in range(1, 11)})
    assert re.search(r"not found .*\n.*\n xa +7 +- +> 3 ", done.stdout)
    assert "objective solved; at most 3 guesses" in done.stdout
    (tmp_path / "none.txt").write_text(f"{words[0]} 0")
    done = salet_command("optimal", *mine, "--weights", str(tmp_path / "none.txt"))
    assert f"the weight of {words[0]} is 0, not a positive integer" in done.stderr
    with (tmp_path / "weights.txt").open("a") as weights:
        weights.write("\nno 4")
    weighted = ["--weights", str(tmp_path / "weights.txt"), "--no-cap", "--seconds", "9"]
    done = salet_command("optimal", *mine, *weighted, "--objective", "mean-worst")
    assert "ignored (not answers): no\n" in done.stderr
    assert "weighted total" in done.stdout
    assert "objective mean-worst; with weights; 9 s per opener; any number" in done.stdout
    assert (
        "weighted" not in salet_command("optimal", *mine, *weighted, "--objective", "worst").stdout
    )
    done = salet_command("optimal", *mine, "--all", "--max-guesses", "2")
    assert done.returncode == 1
    assert "proven: no opener finds every answer in" in done.stdout


@pytest.mark.slow
def test_a_floor_that_does_not_hold_fails(salet_command, tmp_path):
    (tmp_path / "words.txt").write_text("bat\ncat\nhat\nhit")
    mine = ["--answers", str(tmp_path / "words.txt"), "--all", "--floor"]
    done = salet_command("optimal", *mine, "8")
    assert (done.returncode, "proven: no opener takes fewer than 8" in done.stdout) == (0, True)
    done = salet_command("optimal", *mine, "9")
    assert (done.returncode, "proven: bat takes fewer than 9" in done.stdout) == (1, True)


@pytest.mark.slow
def test_what_is_proven_of_two_things(salet_command):
    """A limit may leave the total open; a beam that happens to reach the bound proves nothing."""
    worst = ("optimal", "--opener", "crane", "--hard", "nyt", "--objective", "worst")
    limited = salet_command(*worst, "--nodes", "3000")
    assert (limited.returncode, "worst proven, total not" in limited.stdout) == (1, True)
    whole = salet_command(*worst)
    assert (whole.returncode, "total not" in whole.stdout) == (0, False)
    beam = salet_command("optimal", "--from", "salet:-----", "--beam", "3")
    assert "not proven: at least 609" in beam.stdout
