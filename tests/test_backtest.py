"""Real days played forward: nothing of a day or of later days is known in its morning."""

import json
from datetime import date, timedelta

import numpy as np
import polars
import pytest

from salet import Lexicon, Strategy
from salet.errors import InvalidError, SaletError
from salet.report import backtest_plot
from salet.report.drawing import svg
from salet.runs.backtest import backtest, weights_on
from salet.runs.log import write_log
from salet.study import Grid, Study, run_study
from salet.words.history import History
from tests.test_history import NEWSPAPER
from tests.test_plots import drawn_text

WORDS = Lexicon.load("original").answers[::70]
SMALL = Lexicon.from_words(WORDS[::2], WORDS, name="small")
START = date(2024, 1, 1)


def history(words):
    return History.from_days([(START + timedelta(days=n), word) for n, word in enumerate(words)])


PAST = history([*WORDS[:24:2], *WORDS[1:5:2]])


def test_every_day_is_played_to_its_answer():
    found = backtest(history=PAST, lexicon=SMALL, last="2024-01-10")
    assert [day.answer for day in found.days] == list(PAST.words[:10])
    assert all(day.guesses[-1] == day.answer for day in found.days)
    assert found.lengths.sum() == sum(len(day.guesses) for day in found.days)
    assert found.bits == pytest.approx(np.mean([-np.log2(day.chance) for day in found.days]))
    rows = found.calibration()
    assert sum(row["happened"] * row["cases"] for row in rows) == pytest.approx(
        found.lengths.sum()  # before each guess one word is the answer
    )
    assert all(row["from"] <= row["said"] <= row["to"] for row in rows)
    assert json.loads(json.dumps(found.to_dict()))["days"] == 10


def test_a_strategy_may_be_an_object():
    class Alphabetical(Strategy):
        def choose(self, view):
            return int(view.candidate_guesses[0])

    found = backtest(Alphabetical(), history=PAST, lexicon=SMALL, last="2024-01-04")
    assert [day.guesses[-1] for day in found.days] == list(PAST.words[:4])


@pytest.mark.parametrize("prior", ["history", "uniform", "frequency"])
def test_later_days_change_nothing(prior):
    """The attack: the future is another one, and the play of earlier days must not notice."""
    day = START + timedelta(days=8)
    other = history([*PAST.words[:8], *reversed(PAST.words[8:])])
    one, two = (
        backtest(prior=prior, history=past, lexicon=SMALL, last=day - timedelta(days=1))
        for past in (PAST, other)
    )
    assert [d.guesses for d in one.days] == [d.guesses for d in two.days]
    assert [d.chance for d in one.days] == [d.chance for d in two.days]
    morning = [weights_on(day, prior, past.before(day), SMALL) for past in (PAST, other)]
    assert (morning[0] == morning[1]).all()


def test_an_unlisted_word_is_played_too():
    found = backtest(prior="uniform", history=PAST, lexicon=SMALL, first="2024-01-13")
    assert [day.answer in SMALL.answers for day in found.days] == [False, False]
    assert all(day.bits > 25 for day in found.days)
    assert found.losses == 0


def test_a_day_with_a_word_that_is_not_allowed():
    """Played, it is named with its day; before the days that are played, it teaches nothing."""
    odd = history(["zzzzz", *WORDS[:2]])
    with pytest.raises(InvalidError, match=r"2024-01-01: 'zzzzz' is not an allowed word of small"):
        backtest(history=odd, lexicon=SMALL)
    found = backtest(history=odd, lexicon=SMALL, first="2024-01-02")
    without = backtest(history=odd.before("2024-01-01").with_days(odd.days[1:]), lexicon=SMALL)
    assert found.to_dict() == without.to_dict()
    assert found.to_dict()["lexicon"] == SMALL.summary()
    with pytest.raises(SaletError, match="there is no strategy 'nobody'"):
        backtest("nobody", history=odd, lexicon=SMALL)


def test_priors_are_compared_day_by_day():
    one, two = (backtest(prior=p, history=PAST, lexicon=SMALL) for p in ("history", "uniform"))
    paired = one.against(two)
    assert paired.better + paired.equal + paired.worse == len(PAST.days)
    assert not paired.exact
    with pytest.raises(InvalidError, match="different days"):
        one.against(backtest(history=PAST, lexicon=SMALL, last="2024-01-05"))


def test_the_same_with_two_processes():
    one, two = (backtest(history=PAST, lexicon=SMALL, jobs=jobs) for jobs in (1, 2))
    assert [day.guesses for day in one.days] == [day.guesses for day in two.days]


def test_a_strategy_that_fails_is_stopped_as_in_a_run(tmp_path):
    """The games are those of a run: every guess is checked, and what is wrong is told."""
    (tmp_path / "mine.py").write_text(
        "import salet\n\nclass First(salet.Strategy):\n    name = 'first'\n"
        "    def choose(self, view):\n        return 0\n",
        encoding="utf-8",
    )
    found = backtest(f"{tmp_path}/mine.py:First", history=PAST, lexicon=SMALL, last="2024-01-03")
    assert [day.length for day in found.days] == [1, 0, 0]  # the first word, by chance
    assert [problem.message for problem in found.problems] == [f"guessed {WORDS[0]} again"] * 2
    assert found.losses == 2


@pytest.mark.slow
def test_a_plot_and_a_log(tmp_path):
    both = [backtest(prior=p, history=PAST, lexicon=SMALL) for p in ("history", "uniform")]
    spec = backtest_plot(both)
    assert "14 days, 2024-01-01 to 2024-01-14" in spec["description"]
    assert "history" in drawn_text(svg(spec))
    assert both[0].by_month() == {"2024-01": both[0].mean}
    write_log(both, tmp_path / "games.parquet")
    rows = polars.read_parquet(tmp_path / "games.parquet").to_dicts()
    assert [row["day"] for row in rows[:14]] == [str(day) for day, _ in PAST.days]
    assert {row["prior"] for row in rows} == {"history", "uniform"}
    assert rows[0]["guesses"] == list(both[0].days[0].guesses)
    assert both[0].to_frame().height == 14


def test_a_study_of_real_days(tmp_path, monkeypatch):
    monkeypatch.setenv("SALET_CACHE", str(tmp_path))
    (tmp_path / "answers.txt").write_text("\n".join(SMALL.answers), encoding="utf-8")
    (tmp_path / "allowed.txt").write_text("\n".join(SMALL.allowed), encoding="utf-8")
    spec = (
        'strategy = "guesses"\nprior = ["history", "uniform"]\n'
        'lexicon = {name = "small", answers = "answers.txt", allowed = "allowed.txt"}\n'
        'answers = {history = "nyt", first = 2024-01-03, last = "2024-01-12"}\n'
    )
    study = Study.from_text(spec, tmp_path)
    assert Study.from_text(study.to_text(), tmp_path) == study
    with pytest.raises(InvalidError, match="there is no history"):
        Grid.of(study)
    PAST.save()
    results = run_study(study, tmp_path / "out", jobs=1)
    for cell, prior in zip(results.cells(), ("history", "uniform"), strict=True):
        played = backtest(prior=prior, history=PAST, lexicon=SMALL, first="2024-01-03")
        assert (cell["games"], cell["prior"]) == (10, prior)
        assert results.lengths(cell["cell"]).tolist() == played.lengths[:10].tolist()
    cells = [cell["cell"] for cell in results.cells()]
    assert results.compare(*cells).interval is not None  # days are a sample
    history([PAST.words[1], PAST.words[0], *PAST.words[2:]]).save()
    assert not {cell.id for cell in Grid.of(study).cells} & {*cells}  # another past, other cells
    with pytest.raises(InvalidError, match="answers: real days are"):
        Study.from_text(spec.replace("history = ", "sample = 3, history = "))
    (tmp_path / "others.txt").write_text("\n".join(SMALL.answers[1:]), encoding="utf-8")
    fewer = Study.from_text(spec.replace("answers.txt", "others.txt"), tmp_path)
    ids = [{cell.id for cell in Grid.of(one).cells} for one in (study, fewer)]
    assert not ids[0] & ids[1]  # the same words may be guessed, others are listed
    for other, said in (
        ('game = "mastermind(4,6)"', "not of mastermind"),
        ('frequencies = "web"\nlexicon = "nyt"', "frequencies: real days"),
    ):
        keys = "".join(line for line in spec.splitlines(True) if not line.startswith("lexicon"))
        with pytest.raises(InvalidError, match=said):
            Grid.of(Study.from_text(f"{other}\n{keys}", tmp_path))


def test_bad_input():
    for options, said in (
        ({"prior": "gut"}, "there is no prior"),
        ({"prior": "history(2030-01-01)"}, "knows days that are in the future"),
        ({"prior": "history()"}, "there is no prior"),
        ({"first": "2030-01-01"}, "no day between"),
        ({"first": "x"}, "is not a date"),
        ({"strategy": "nobody"}, "there is no strategy"),
        ({"history": history(["zzzzz"])}, "zzzzz"),
    ):
        with pytest.raises(SaletError, match=said):
            backtest(**{"history": PAST, "lexicon": SMALL} | options)


@pytest.mark.slow
def test_the_commands(salet_command, ok, tmp_path):
    here = {"SALET_CACHE": str(tmp_path)}
    missing = salet_command("backtest", env=here)
    assert missing.returncode == 2
    assert "salet history import FILE" in missing.stderr
    path = tmp_path / "days.csv"
    path.write_text("\n".join(f"{day},{word}" for day, word in PAST.days), encoding="utf-8")
    told = json.loads(ok("history", "import", str(path), "--json", env=here))
    assert (told["days"], told["new"], told["remarks"]) == (14, 14, [])
    assert "14 days, 0 of them new" in ok("history", "import", str(path), env=here)
    assert "14 days\n" in ok("history", "show", env=here)


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize(("opener", "mean"), [(None, 3.131), ("slate", 3.10), ("salet", 3.10)])
@pytest.mark.skipif(not NEWSPAPER.exists(), reason="the newspaper's history is not here")
def test_the_newspaper(opener, mean):
    """275 days after those that the model was tuned on; a 20-line trial had 3.131 and one loss.

    The opener, which is the best proven one, was not chosen by these days: with others the mean
    differs by chance, whose standard error is 0.036.
    """
    past = History.from_file(NEWSPAPER)
    found = backtest(history=past, first="2025-08-22", opener=opener, jobs=0)
    assert len(found.days) == 275
    assert found.mean <= mean
    assert found.losses == 0
    assert found.bits < 10.2


@pytest.mark.long
@pytest.mark.slow
def test_today(ok, tmp_path):
    here = {"SALET_CACHE": str(tmp_path)}
    alone = ok("today", "tarse:-g--g", env=here)
    told = "(no history; salet history update downloads one); hard mode off"
    assert told in " ".join(alone.split())  # it is folded
    path = tmp_path / "days.csv"
    words = Lexicon.load("nyt").answers[::3]
    days = [(START + timedelta(days=n), word) for n, word in enumerate(words[:600])]
    path.write_text("\n".join(f"{day},{word}" for day, word in days), encoding="utf-8")
    ok("history", "import", str(path), env=here)
    weighed = ok("today", "tarse", "-g--g", "--hard", "nyt", env=here)
    told = f"weighted by 600 past answers up to {days[-1][0]}; hard mode nyt"
    assert told in " ".join(weighed.split())
    told = json.loads(ok("today", "tarse:-g--g", "--json", env=here))
    assert told["hard"] == "nyt"  # remembered
    told = json.loads(ok("today", "tarse:-g--g", "--json", "--hard", "off", env=here))
    assert told["hard"] == "off"
    assert (told["prior"], told["history_to"]) == ("history", str(days[-1][0]))
    assert told["lexicon"]["name"] == "nyt-all"
    chance = {one["word"]: one["probability"] for one in told["candidates"]}
    used = [word for _, word in days if word in chance]
    fresh = [w for w in chance if w in Lexicon.load("nyt").answers and w not in words[:600]]
    assert max(chance[word] for word in used) < max(chance[word] for word in fresh)
    # The daily puzzle of somebody else.
    ok("history", "import", str(path), "--name", "other", env=here)
    named = ("--history", "other", "--lexicon", "original")
    told = json.loads(ok("today", "tarse:-g--g", "--json", *named, env=here))
    assert (told["prior"], told["list"]) == ("history(other)", "original")
    assert told["lexicon"]["name"] == "original-all"
