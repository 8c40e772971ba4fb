"""The command as a person or a script meets it: in its own process."""

import json

import pytest

from salet import __version__
from salet.boards.notation import MOST_BOARDS
from salet.cli import ANSWERS, COMMANDS, SECTIONS
from salet.cli.dispatch import salet
from salet.cli.options import DECLARED
from salet.coach.host import HOSTS
from salet.exact.objectives import OBJECTIVES
from salet.words import builder, frequencies
from salet.words.files import MAX_LENGTH, MIN_LENGTH


def test_introduction_version_help(ok):
    assert "Try first" in ok()
    assert ok("--version") == f"salet {__version__}\n"
    text = ok("--help")
    for name, summary in COMMANDS.items():
        assert name in text
        assert summary in text


def test_help_lists_the_commands_by_purpose(ok):
    lines = ok("--help").splitlines()
    for title, commands in SECTIONS.items():
        start = lines.index(f"{title}:") + 1
        listed = lines[start : start + len(commands)]
        assert [line.split()[0] for line in listed] == list(commands)
    assert max(map(len, lines)) <= 80


def leaves(command, path=()):
    """Every command that does something, with its name."""
    if not hasattr(command, "commands"):
        yield path, command
    for name, below in getattr(command, "commands", {}).items():
        yield from leaves(below, (*path, name))


def test_every_option_says_what_it_is_for():
    for name in COMMANDS:
        for path, command in leaves(salet.get_command(None, name), (name,)):
            assert command.help, path
            for option in command.params:
                text = getattr(option, "help", None)
                if option.param_type_name == "option":
                    assert text, (path, option.name)
                    assert text[0].isupper(), (path, option.name)
                    assert text.endswith("."), (path, option.name)


def test_the_choices_are_those_of_the_library():
    declared = {name: facts.get("choices") for name, facts in DECLARED.items()}
    assert all(name in DECLARED["prior"]["help"] for name in frequencies.PRIORS)
    assert tuple(declared["host"]) == HOSTS
    assert declared["objective"] == list(OBJECTIVES)
    assert DECLARED["boards"]["most"] == MOST_BOARDS
    assert (DECLARED["length"]["least"], DECLARED["length"]["most"]) == (MIN_LENGTH, MAX_LENGTH)
    assert DECLARED["cut"]["default"] == builder.ANSWERS


def test_short_answers_do_not_need_click(ok):
    for arguments, text in ANSWERS.items():
        assert ok(*arguments) == f"{text}\n"
    assert salet.get_help(None) in ok("--help")


def test_summaries_are_those_of_the_commands():
    for name, summary in COMMANDS.items():
        command = salet.get_command(None, name)
        assert command.help.splitlines()[0] == summary


@pytest.mark.slow
@pytest.mark.parametrize("group", ["arena", "tree"])
def test_a_group_without_a_command_shows_its_help(ok, group):
    assert ok(group) == ok(group, "--help")


@pytest.mark.long
@pytest.mark.slow
def test_every_introduced_command_runs(ok):
    """The five commands of the introduction are executed as printed."""
    import shlex

    lines = [line.strip() for line in ok().splitlines() if line.startswith("  salet ")]
    assert len(lines) == 5
    for line in lines:
        command = line.split("   ")[0]
        assert ok(*shlex.split(command)[1:])


def test_pattern(answer, ok):
    fields = answer("pattern", "eerie", "there")
    assert (fields["pattern"], fields["code"]) == ("y-y-g", 92)
    assert fields["lexicon"]["name"] == "original"
    assert "y-y-g" in ok("pattern", "eerie", "there", "--ascii")


@pytest.mark.long
@pytest.mark.slow
def test_words(answer, ok):
    counts = {w["name"]: (w["answers"], w["allowed"]) for w in answer("words")["lexicons"]}
    # After these come the ones that other tests have built.
    assert dict(list(counts.items())[:6]) == {
        "original": (2315, 12972),
        "original-all": (12972, 12972),
        "nyt": (3158, 14855),
        "nyt2022": (2309, 14855),
        "nyt-all": (14855, 14855),
        "sowpods": (12478, 12478),
    }
    text = ok("words")
    for number in ("2,315", "12,972", "3,158", "14,855", "2,309", "12,478"):
        assert number in text


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("original_lists")
def test_suggest(answer):
    fields = answer("suggest")
    best = fields["suggestions"][0]
    assert best["guess"] == "salet"
    assert (round(best["expected_guesses"], 4), best["exact"]) == (3.4212, True)
    assert set(best) >= {"guess", "candidate", "bits", "expected_group", "largest_group", "groups"}
    assert fields["lexicon"] == {
        "name": "original",
        "id": fields["lexicon"]["id"],
        "answers": 2315,
        "allowed": 12972,
        "length": 5,
        "rule": "wordle-2",
    }
    assert len(fields["suggestions"]) == 10
    assert len(answer("suggest", "--top", "3")["suggestions"]) == 3


@pytest.mark.slow
def test_suggest_with_files(answer, tmp_path):
    (tmp_path / "answers.txt").write_text("äste\nöfen\nähre\nähre\n", encoding="utf-8")
    (tmp_path / "allowed.txt").write_text("äste\nofen\n", encoding="utf-8")
    fields = answer(
        "suggest",
        "äste:g--g",
        "--answers",
        str(tmp_path / "answers.txt"),
        "--allowed",
        str(tmp_path / "allowed.txt"),
    )
    assert [c["word"] for c in fields["candidates"]] == ["ähre"]
    assert fields["lexicon"]["allowed"] == 4


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.usefixtures("original_lists")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["sugest"], "did you mean suggest"),
        (["--frob"], "No such option"),
        (["suggest", "raise"], "does not pair"),
        (["suggest", "raise:--y-"], "has 4"),
        (["suggest", "raise:--y-q"], "'q'"),
        (["suggest", "zzzzz:-----"], "not among the 12,972"),
        (["suggest", "12345:-----"], "not a letter"),
        (["suggest", "crane:ggggg slate:ggggg"], "none of the 2,315 answers"),
        (["suggest", "--strategy", "entropi"], "did you mean entropy"),
        (["suggest", "--lexicon", "nytt"], "did you mean nyt"),
        (["suggest", "--top", "0"], "--top"),
        (["suggest", "--hard", "very"], "--hard"),
        (["suggest", "--answers", "no/such/file"], "No such file"),
        (["suggest", "--allowed", "x"], "--allowed goes with --answers"),
        (["suggest", "--answers", "x", "--lexicon", "nyt"], "not both"),
        (["pattern", "", "there"], "empty"),
        (["pattern", "eerie"], "Missing argument"),
        (["pattern", "eeri", "there"], "4 letters"),
        (["completion", "tcsh"], "tcsh"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(salet_command, arguments, message):
    done = salet_command(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert message in done.stderr
    assert done.stderr.startswith("salet: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.long
@pytest.mark.slow
def test_repairs_are_noted_on_stderr_only(salet_command, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("crane\ncrane\nslate\n")
    done = salet_command("suggest", "--answers", str(path), "--json")
    assert json.loads(done.stdout)["lexicon"]["answers"] == 2
    assert (
        done.stderr == "note: mine answers: crane listed more than once; the copies are ignored\n"
    )


@pytest.mark.long
@pytest.mark.slow
def test_damaged_cache_is_noted_once(salet_command, ok, tmp_path):
    env = {"SALET_CACHE": str(tmp_path)}
    path = tmp_path / "mine.txt"
    path.write_text("crane\nslate\n")
    arguments = ("suggest", "--answers", str(path))
    ok(*arguments, env=env)
    (table,) = (tmp_path / "tables").iterdir()
    table.write_bytes(b"")
    assert "damaged; it was built again" in salet_command(*arguments, env=env).stderr
    assert salet_command(*arguments, env=env).stderr == ""


def test_completion(ok):
    for shell in ("bash", "zsh", "fish"):
        assert "_SALET_COMPLETE" in ok("completion", shell)
    env = {"COMP_WORDS": "salet suggest --lexicon ny", "COMP_CWORD": "3"}
    text = ok(env=env | {"_SALET_COMPLETE": "bash_complete"})
    assert "nyt2022" in text


def test_the_defaults_of_an_option_that_commands_share(ok):
    """`atlas show` shows every length, whatever `atlas build` builds."""
    shown, built = ok("atlas", "show", "--help"), ok("atlas", "build", "--help")
    assert "[default: all]" in " ".join(shown.split("--length")[1].split())
    assert "[default: 4 to 7]" in " ".join(built.split("--length")[1].split())


def test_only_a_like_option_is_offered(salet_command):
    for typed, message in (
        ("--nonsense", "salet: No such option '--nonsense'.\n"),
        ("--lexcon", "salet: No such option '--lexcon'. Did you mean '--lexicon'?\n"),
    ):
        assert salet_command("suggest", typed, "x").stderr == message
