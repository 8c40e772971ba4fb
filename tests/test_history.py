"""The past answers of a daily puzzle, and what they tell about the next."""

import json
import time
from datetime import date, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import numpy as np
import pytest

import salet
from salet import Lexicon
from salet.errors import InvalidError
from salet.words import habits, newspaper
from salet.words.frequencies import prior_weights
from salet.words.habits import Habits
from salet.words.history import History, kept_at, todays_puzzle

NEWSPAPER = Path(__file__).parents[2] / "shared" / "data" / "nyt_history.csv"
DAYS = [("2024-01-01", "crane"), ("2024-01-02", "slate"), ("2024-01-03", "there")]


@pytest.fixture(scope="module")
def nyt():
    return Lexicon.load("nyt")


@pytest.fixture
def kept(monkeypatch, tmp_path):
    monkeypatch.setenv("SALET_CACHE", str(tmp_path))
    return tmp_path


def test_every_form_is_read(tmp_path):
    texts = {
        "a.csv": "date,answer\n2024-01-01,crane\n2024-01-02,SLATE\n2024-01-03,there\n",
        "b.csv": "slate;2024-01-02\nthere;2024-01-03\ncrane;2024-01-01",
        "c.json": json.dumps(dict(DAYS)),
        "d.json": json.dumps([{"print_date": d, "solution": w, "id": 3} for d, w in DAYS]),
        "e.json": json.dumps(DAYS),
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert History.from_file(tmp_path / name) == History.from_days(DAYS), name


TOMORROW = date.today() + timedelta(days=2)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.csv", "", "there is no day in it"),
        ("a.csv", "date,answer\n", "there is no day in it"),
        ("a.csv", "2024-01-01,crane\n2024-01-0", "line 2: write a date and a word"),
        ("a.csv", "2024-01-01,crane\n2024-13-02,slate", "line 2: '2024-13-02' is not a date"),
        ("a.csv", "2024-01-01,crane\n2024-01-02,s1ate", "line 2:"),
        ("a.csv", "2024-01-01,crane\n2024-01-02,slates", "words of two lengths"),
        ("a.csv", "2024-01-01,crane\n2024-01-01,slate", "2024-01-01 has two words"),
        ("a.csv", f"{TOMORROW},crane", "in the future"),
        ("a.json", '[{"date": "2024-01-01", "answer": "cra', "not JSON, or not all of it"),
        ("a.json", '[{"date": "2024-01-01"}]', "entry 1: write"),
        ("a.json", "[[[[" * 30000, "not JSON"),
        ("a.json", "7", "entry 1: write"),
        ("a.json", '{"2024-01-01": "crane", "2024-01-01": "slate"}', "2024-01-01 has two words"),
    ],
    ids=range(13),
)
def test_bad_files_are_refused_in_one_line(tmp_path, name, text, said):
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InvalidError) as refused:
        History.from_file(tmp_path / name)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_history_is_kept_whole_and_checked(kept, nyt):
    with pytest.raises(InvalidError, match="salet history import"):
        History.load()
    history = History.from_days([*DAYS, ("2024-01-06", "zzzzz")])
    assert history.save() == kept_at("nyt")
    assert History.load() == history
    assert list(history.remarks(nyt)) == [
        "2 days missing: 2024-01-04, 2024-01-05",
        "1 word not in nyt: zzzzz",
    ]
    with pytest.raises(InvalidError, match="two words, there and crane"):
        history.with_days([(date(2024, 1, 3), "crane")])
    for name in ("../nyt", "", "a/b"):
        with pytest.raises(InvalidError, match="cannot be called"):
            kept_at(name)


def test_chances_are_all_positive_and_know_only_earlier_days(nyt):
    words = list(nyt.answers[::5])
    history = History.from_days(
        [(date(2022, 1, 1) + timedelta(days=place), word) for place, word in enumerate(words)]
    )
    day = date(2023, 3, 1)
    told = Habits(nyt).chances(history, day).of(nyt.allowed)
    assert told.min() > 0
    assert told.sum() == pytest.approx(1)
    # Whatever happens on the day and later, nothing of it is known.
    later = [(when, "zesty") for when, _ in history.days if when >= day]
    changed = History.from_days([*history.before(day).days, *later])
    assert (Habits(nyt).chances(changed, day).of(nyt.allowed) == told).all()


def test_habits_are_learned(nyt):
    plural = [word for word in nyt.allowed if word.endswith("s") and word not in nyt.answers]
    days = [(date(2023, 1, 1) + timedelta(days=n), w) for n, w in enumerate(nyt.answers[:400])]
    history = History.from_days(days)
    table = Habits(nyt).chances(history, "2024-03-01")
    listed = table.of(nyt.answers[400:]).mean()
    assert listed > 8 * table.of(nyt.answers[:400]).mean()  # used words do not come back
    assert listed > 30 * table.of(plural).mean()
    # Then old answers are used again, one day in two, and that is noticed within weeks.
    again = [nyt.answers[n // 2 if n % 2 else 500 + n] for n in range(56)]
    more = [(days[-1][0] + timedelta(days=1 + n), word) for n, word in enumerate(again)]
    after = Habits(nyt).chances(history.with_days(more), "2024-04-15")
    assert after.of(nyt.answers[28:400]).sum() > 10 * table.of(nyt.answers[28:400]).sum()


def test_a_history_of_other_words_is_refused(kept):
    History.from_days(DAYS).save()
    with pytest.raises(InvalidError, match="no word of the history nyt is allowed in mastermind"):
        salet.suggest(game="mastermind(4,6)", prior="history")


def test_another_word_for_a_known_day_is_refused(kept):
    History.from_days(DAYS).save()
    with pytest.raises(InvalidError, match="2024-01-01 is crane in the history nyt, not slate"):
        History.from_days([("2024-01-01", "slate")]).merge()
    assert History.load() == History.from_days(DAYS)


def test_the_prior_is_one_like_the_others(kept, nyt):
    with pytest.raises(InvalidError, match="there is no history"):
        prior_weights("history", nyt)
    days = [(date(2024, 1, 1) + timedelta(days=n), w) for n, w in enumerate(nyt.answers[::9])]
    History.from_days(days).save()
    weights = prior_weights("history(2024-06-01)", nyt)
    assert weights.min() >= 1
    assert weights.sum() < 2**31
    used = {word for day, word in days if day < date(2024, 6, 1)}
    chance = dict(zip(nyt.answers, weights, strict=True))
    assert max(chance[word] for word in used) < np.median(weights)
    advice = salet.suggest("salet:---y-", lexicon="nyt", prior="history(2024-06-01)")
    assert advice.suggestions[0].guess
    for text in ("history(", "history()", "historic", "history(x,)", "history(x,y)"):
        with pytest.raises(InvalidError, match="there is no prior"):
            prior_weights(text, nyt)
    with pytest.raises(InvalidError, match="is not a date"):
        prior_weights("history(2024-06)", nyt)


def test_a_prior_may_name_its_history(kept, nyt):
    days = [(date(2024, 1, 1) + timedelta(days=n), w) for n, w in enumerate(nyt.answers[::9])]
    History.from_days(days).save()
    same = History.from_days(days, "1-mine").save()
    told = prior_weights("history(2024-06-01)", nyt)
    assert (prior_weights("history(1-mine, 2024-06-01)", nyt) == told).all()
    assert (prior_weights("history(1-mine)", nyt) == prior_weights("history", nyt)).all()
    with pytest.raises(InvalidError, match="there is no history 'other'"):
        prior_weights("history(other)", nyt)
    same.unlink()
    with pytest.raises(InvalidError, match="there is no history '1-mine'"):
        todays_puzzle(history="1-mine")


def test_lists_of_later_days_are_not_known(nyt):
    """The list of July 2023 tells nothing about May 2023."""
    every = Lexicon.load("nyt-all")
    late = sorted(set(nyt.answers) - set(Lexicon.load("original").answers))
    places = np.searchsorted(every.allowed, late)
    assert not habits._listings(every, date(2023, 5, 1))[places].any()
    assert habits._listings(every, date(2023, 7, 1))[places].all()


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(not NEWSPAPER.exists(), reason="the newspaper's history is not here")
def test_the_newspaper(nyt):
    """Log-loss on days that the model was not tuned on; 20 lines of ours had 10.33 bits."""
    history = History.from_file(NEWSPAPER)
    days = history.between("2025-08-22", "2026-05-23")
    bits = [-np.log2(Habits(nyt).chances(history, day).counts[word]) for day, word in days]
    assert np.mean(bits) < 10.2


# --- the newspaper's service, on loopback ---


class Service(BaseHTTPRequestHandler):
    """Answers as the newspaper does, and badly where told to."""

    words: ClassVar = {date(2024, 1, 1) + timedelta(days=n): w for n, (_, w) in enumerate(DAYS)}
    bad: ClassVar[dict[date, bytes | int]] = {}
    asked: ClassVar[list[str]] = []

    def do_GET(self):
        self.asked.append(self.path)
        day = date.fromisoformat(self.path.removeprefix("/v2/").removesuffix(".json"))
        told = self.bad.get(day)
        if isinstance(told, int) or (told is None and day not in self.words):
            self.send_error(told or 404)
            return
        if told == b"slow":
            time.sleep(1)
        sent = {"id": 1, "solution": self.words.get(day), "print_date": str(day)}
        body = json.dumps(sent).encode() if told in (None, b"slow", b"drip") else told
        self.send_response(200)
        self.end_headers()
        for byte in body if told == b"drip" else [body]:
            self.wfile.write(bytes([byte]) if told == b"drip" else body)
            time.sleep(0.1 * (told == b"drip"))

    def log_message(self, *_):
        pass


@pytest.fixture
def service(monkeypatch):
    monkeypatch.setattr(Service, "bad", {})
    monkeypatch.setattr(Service, "asked", [])
    monkeypatch.setattr(newspaper, "_TIMEOUT", 0.5)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/v2/{{day}}.json"
    server.shutdown()
    thread.join()
    server.server_close()


def updated(address, until=date(2024, 1, 3)):
    return newspaper.update(address=address, since=date(2024, 1, 1), until=until, pause=0)


def test_missing_days_are_fetched_once(kept, service):
    history, new = updated(service)
    assert (history, new) == (History.from_days(DAYS), 3)
    assert updated(service)[1] == 0
    assert len(Service.asked) == 3


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (404, "answered 404; perhaps that day is still to come"),
        (500, "answered 500; try again later"),
        (b"slow", "took more than"),
        (b"drip", "took more than"),
        (b"<html>sorry</html>", "did not send JSON"),
        (b"[" * 60000, "did not send JSON"),
        (b"{}", 'write {"date"'),
        (b'{"solution": "cr4ne", "print_date": "2024-01-03"}', "not a letter"),
        (b'{"solution": "crane", "print_date": "2024-01-02"}', "the word of 2024-01-02 instead"),
        (b'{"solution": "cranes", "print_date": "2024-01-03"}', "words of two lengths"),
    ],
    ids=str.split("404 500 slow drip html deep empty digit other-day long"),
)
def test_a_bad_answer_is_one_line_and_loses_nothing(kept, service, told, said):
    Service.bad[date(2024, 1, 3)] = told
    with pytest.raises(InvalidError) as refused:
        updated(service)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    assert History.load().words == ("crane", "slate")
    Service.bad.clear()
    assert updated(service)[0] == History.from_days(DAYS)


def test_no_network_is_said(kept):
    with pytest.raises(InvalidError, match="cannot reach the server"):
        updated("http://127.0.0.1:9/{day}.json")
    for address in ("x{day}", "http://[::1{day}", "http://127.0.0.1:9/{day}{id}"):
        with pytest.raises(InvalidError):
            updated(address)
    with pytest.raises(InvalidError, match=r"must have \{day\}"):
        updated("http://127.0.0.1:9/")
    with pytest.raises(InvalidError, match="must begin with https"):
        updated("file:///etc/{day}")
    with pytest.raises(InvalidError, match="in the future"):
        updated("http://127.0.0.1:9/{day}.json", until=TOMORROW)


@pytest.mark.usefixtures("kept")
def test_a_kept_history_that_was_changed_says_so_unless_its_first_line_is_gone():
    path = History.from_days(DAYS).save()
    assert History.load().words == ("crane", "slate", "there")
    path.write_text(path.read_text().replace("slate", "slatf"))
    with pytest.raises(InvalidError, match="was changed after it was written; restore a copy, or"):
        History.load()
    path.write_text(path.read_text().split("\n", 1)[1])
    assert History.load().words == ("crane", "slatf", "there")
