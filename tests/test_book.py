"""Opening books: built, killed, resumed, read, damaged; and the bundled ones."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from salet import InvalidError, Lexicon, Mastermind, Wordle, optimal
from salet.cli import SECTIONS
from salet.cli.dispatch import salet
from salet.coach import Advisor
from salet.coach.estimates import ProvenValues, known_totals
from salet.exact import Book, build_book, check_book
from salet.exact.book import book_for, book_named, bundled_books
from salet.exact.bookproof import BookProof, PositionSearch, liked_openers, usual_openers
from salet.games.rules import Rules
from salet.table import open_table
from salet.tree.openers import proven_openers
from salet.view import Setting

GAME = Mastermind(3, 4)
OPENERS = ["aab", "abc"]


@pytest.fixture(scope="module")
def small(original):
    """A lexicon whose book takes a second."""
    answers = original.answers[::20]
    allowed = sorted({*answers, *original.allowed[::20], "crane", "slate", "zesty"})
    return Lexicon.from_words(answers, allowed, name="small")


@pytest.fixture(scope="module")
def pegs():
    return build_book(OPENERS, game=GAME, jobs=1)


def test_every_entry_is_the_best_guess_after_its_reply(pegs):
    for opener in pegs.places:
        word = GAME.guesses[opener]
        for code, entry in pegs.parts(opener).items():
            where = f"{word}:{GAME.replies[code]}"
            found = optimal(position=where, game=GAME).best
            own = optimal(GAME.guesses[entry.guess], position=where, game=GAME).best
            assert (entry.total, entry.proven, entry.gap) == (found.total, True, 0)
            assert own.total == entry.total
            assert optimal(position=where, game=GAME, max_guesses=None).best.total == entry.total
            assert entry.free


@pytest.mark.parametrize(("hard", "cap"), [("off", 6), ("nyt", 6), ("strict", 5), ("off", 4)])
def test_the_values_of_an_opener_add_up_to_its_total(small, hard, cap):
    openers = [small.answers[3], small.allowed[300], small.allowed[-1]]
    book = build_book(openers, lexicon=small, hard=hard, max_guesses=cap, jobs=2)
    for opener, place in book.places.items():
        found = optimal(small.allowed[opener], lexicon=small, hard=hard, max_guesses=cap).best
        assert (book.total(opener) or None, book.is_proven(opener)) == (found.total, True)
        free = optimal(small.allowed[opener], lexicon=small, hard=hard, max_guesses=None).best
        assert book.is_free(opener) == (free.total == book.total(opener))
        assert place.stop - place.start == len(book.parts(opener))
    assert check_book(book, Wordle(small), None).problems == []


def test_a_book_reads_as_it_was_written(pegs, small, tmp_path):
    path = tmp_path / "pegs.book"
    pegs.save(path)
    again = Book.load(path)
    assert again.to_bytes() == path.read_bytes() == pegs.to_bytes()
    assert again.summary() == pegs.summary()
    assert again.totals == {1: 206, 6: 208}
    with pytest.raises(InvalidError, match="for the game"):
        again.check(Wordle(small))
    with pytest.raises(InvalidError, match="hard mode off, not for strict"):
        again.check(GAME, "strict")


def test_numbers_that_need_more_bytes_get_them(pegs):
    wide = Book(pegs.game_id, pegs.rules, 1 << 17, 1 << 17, pegs.places, pegs.rows.copy())
    wide.rows[0, 2] = 1 << 16
    assert Book.from_bytes(wide.to_bytes()).to_bytes() == wide.to_bytes()
    assert len(wide.to_bytes()) == len(pegs.to_bytes()) + 8 * len(pegs.rows)


def test_no_damage_goes_unnoticed(pegs, tmp_path):
    good = pegs.to_bytes()
    for place in range(len(good)):
        with pytest.raises(InvalidError, match="book"):
            Book.from_bytes(good[:place] + bytes([good[place] ^ 4]) + good[place + 1 :])
        with pytest.raises(InvalidError, match="book"):
            Book.from_bytes(good[:place])
    path = tmp_path / "not.book"
    path.write_bytes(b"PK\3\4" + good)
    with pytest.raises(InvalidError, match=r"not\.book: this is not an opening book of salet"):
        Book.load(path)
    with pytest.raises(InvalidError, match="cannot read"):
        Book.load(tmp_path)


def test_the_check_finds_what_is_false(pegs):
    def changed(column, by):
        rows = pegs.rows.copy()
        rows[np.argmax(rows[:, 2]), column] += by
        return check_book(
            Book(pegs.game_id, pegs.rules, 64, 64, pegs.places, rows), GAME, None
        ).problems

    assert "a search finds" in changed(2, 1)[0]
    assert "a search finds" in changed(2, -1)[0]
    assert "its lower bound is 1 below" in changed(3, 1)[0]
    assert "does not have the least total" in changed(1, 1)[0]
    assert "are not those of the game" in changed(0, 1)[0]


def test_what_is_not_proven_lies_between_its_bounds(original_table):
    view = Setting.of(original_table).start()
    opener = int(view.lexicon.guess_index("adieu"))
    code = view.game.position("adieu:-----").turns[0].reply.code
    quick = PositionSearch(view, 0.001).entry(opener, code)
    exact = PositionSearch(view, 600.0).entry(opener, code)
    assert (quick.proven, exact.proven, exact.gap) == (False, True, 0)
    assert quick.total - quick.gap <= exact.total <= quick.total
    assert quick.gap > 0
    found = optimal(position="adieu:-----", lexicon="original").best
    assert found.total == exact.total


def test_more_time_or_more_openers_go_on_from_the_checkpoint(small, tmp_path):
    path = tmp_path / "notes.json"
    options = {"lexicon": small, "jobs": 1, "checkpoint": path}
    first = build_book(["crane"], **options)
    view = Setting.of(open_table(Wordle(small))).start()
    proof = BookProof(view, [*first.places], seconds=9.0)
    proof.resume(path)
    name = next(iter(proof.settled))
    guess, total, *_ = proof.settled[name]
    proof.settled[name] = (guess, total + 3, 4, False, False, 9.0)
    proof.save(path)
    again = build_book(["crane"], seconds=9.0, **options)
    assert (again.summary()["openers_proven"], *again.rows[:, 3].nonzero()[0].shape) == (0, 1)
    later = build_book(["slate", "crane"], seconds=9.1, **options)
    assert later.to_bytes() == build_book(["slate", "crane"], lexicon=small, jobs=1).to_bytes()
    for other in ({"hard": "nyt"}, {"max_guesses": 5}):
        with pytest.raises(InvalidError, match="of another proof: its"):
            build_book(["crane"], **options, **other)
        with pytest.raises(InvalidError, match="the book is for"):
            build_book(["crane"], lexicon=small, earlier=first, **other)


def test_a_book_is_given_more_openers(small):
    first = build_book(["crane"], lexicon=small, jobs=1)
    first.rows[0, 2] += 1  # not true, so that one can tell whether it was searched again
    more = build_book(["slate"], lexicon=small, jobs=1, earlier=first)
    true = build_book(["crane", "slate"], lexicon=small, jobs=1)
    (crane,) = first.places
    assert np.argwhere(more.rows != true.rows).tolist() == [[true.places[crane].start, 2]]


@pytest.mark.slow
def test_a_build_survives_kill_and_interrupt(original, tmp_path):
    """The book is the same, byte by byte, as one built without a break."""
    answers, allowed = tmp_path / "answers.txt", tmp_path / "allowed.txt"
    answers.write_text("\n".join(original.answers[::6]))
    allowed.write_text("\n".join(sorted({*original.answers[::6], *original.allowed[::6]})))
    openers = original.answers[:240:6]
    command = [sys.executable, "-m", "salet", "book", "build", "--jobs", "1", "--out", "my.book"]
    command += ["--answers", str(answers), "--allowed", str(allowed)]
    process = subprocess.Popen([*command, *(f"--opener={word}" for word in openers)], cwd=tmp_path)
    notes, started = tmp_path / "my.book.json", time.monotonic()
    while not notes.exists():
        assert time.monotonic() - started < 60
        time.sleep(0.01)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    assert not (tmp_path / "my.book").exists()

    def interrupt(done, total, text):
        if done:
            raise KeyboardInterrupt

    options = {"lexicon": Lexicon.from_files(answers, allowed), "jobs": 1}
    half = build_book(openers, checkpoint=notes, step=interrupt, **options)
    assert 0 < len(half.places) < len(openers)
    saved = len(json.loads(notes.read_text())["settled"])
    assert saved >= len(half.rows)
    book = build_book(openers, checkpoint=notes, **options)
    assert book.to_bytes() == build_book(openers, **options).to_bytes()
    assert len(book.rows) > saved


@pytest.mark.long
@pytest.mark.slow
def test_the_same_book_on_a_cluster(small, cluster):
    openers = ["crane", "slate", "zesty"]
    far = build_book(openers, lexicon=small, cluster=cluster.address)
    assert far.to_bytes() == build_book(openers, lexicon=small, jobs=1).to_bytes()


# --- which openers ---


def test_the_reasons_of_the_openers_hold():
    text = (resources.files("salet") / "data" / "books" / "openers.toml").read_text()
    groups = {group["reason"]: group["openers"] for group in tomllib.loads(text)["group"]}
    nyt = Lexicon.load("nyt")
    common = {one for one, _ in Counter("".join(nyt.answers)).most_common(15)}
    everyday = next(words for reason, words in groups.items() if "Everyday" in reason)
    assert all(len({*word}) == 5 and {*word} <= common for word in everyday)
    four = {word for word in nyt.answers if len({*word} & {*"aeiou"}) == 4}
    first, *_, last = groups.values()
    assert four == {*last, "adieu", "audio"}
    assert {"adieu", "audio"} <= {*first}
    assert all(map(nyt.allows, liked_openers()))


def test_openers_are_the_proven_the_liked_and_the_best():
    game = Wordle("nyt")
    view = Setting.of(open_table(game)).start()
    words = [game.guesses[guess] for guess in usual_openers(view, 200)]
    assert len({*words}) == 200
    assert {*liked_openers(), *proven_openers()[game.id, "off"].totals} <= {*words}
    assert (words[0], words[14]) == ("tarse", "adieu")
    pegs = Setting.of(open_table(GAME)).start()
    assert sorted(GAME.guesses[guess] for guess in usual_openers(pegs)) == ["aaa", "aab", "abc"]
    assert BookProof(pegs, usual_openers(pegs)).how_far()[:2] == (0, 3 + 7 + 8)


# --- the bundled books ---


@pytest.mark.slow
@pytest.mark.parametrize("name", bundled_books())
def test_a_bundled_book_is_true(name):
    """Replies and sums of all openers, proven totals, and some positions searched again."""
    book, (lexicon, hard) = book_named(name), name.rsplit("-", 1)
    game = Wordle(lexicon)
    assert (book.hard, book.rules) == (hard, Rules(6, hard))
    assert book_for(game.id, hard) is book
    verdict = check_book(book, game, 4, seed=1)
    assert verdict.problems == []
    proven = proven_openers().get((game.id, hard))
    if proven is not None:
        assert {*verdict.known} == {*proven.totals}


def big(book, table):
    """A proven position with more candidates than the coach searches by itself."""
    for opener in book.places:
        for code, entry in book.parts(opener).items():
            size = int(np.count_nonzero(table.row(opener) == code))
            if size > 150 and entry.proven:
                yield opener, code, entry, size


@pytest.mark.parametrize(("lexicon", "hard"), [name.rsplit("-", 1) for name in bundled_books()])
def test_the_coach_knows_what_the_book_knows(lexicon, hard):
    advisor = Advisor.of(lexicon, Rules(hard=hard))
    game, book = advisor.game, book_for(advisor.game.id, hard)
    opener, code, entry, size = list(big(book, advisor.setting.table))[1]
    where = game.position(f"{game.guesses[opener]}:{game.replies[code]}")
    best, *others = advisor.advise(where, 5).suggestions
    assert (best.guess, best.exact) == (game.guesses[entry.guess], True)
    assert best.expected_guesses == pytest.approx(entry.total / size)
    assert all(one.expected_guesses >= best.expected_guesses for one in others)
    assert not any(one.exact for one in others)
    assert (best.win_exact, best.win_within) == (True, 1.0)
    rejected = advisor.advise(where, 1, [game.guesses[entry.guess]]).suggestions[0]
    assert not rejected.exact
    liked = Advisor.of(lexicon, Rules(hard=hard), prior="frequency")
    assert not liked.advise(where, 1).suggestions[0].exact


def test_the_first_guesses_are_those_with_the_least_proven_totals():
    for name in bundled_books():
        lexicon, hard = name.rsplit("-", 1)
        advisor = Advisor.of(lexicon, Rules(hard=hard))
        known = known_totals(advisor.setting.start(), 6)
        proven = proven_openers().get((advisor.game.id, hard))
        if proven is None:  # nobody has proven that no other opener is better
            assert known is None
            continue
        assert known.others == proven.nothing_below
        assert known.totals.items() >= book_named(name).totals.items()
        ranked = ProvenValues(advisor.setting.start(), known).ranked(10)
        assert [known.totals[guess] for guess in ranked] == sorted(known.totals.values())[:10]


# --- the command ---


def invoke(*arguments):
    return CliRunner().invoke(salet, ["book", *arguments], standalone_mode=False)


@pytest.mark.slow
def test_the_command(tmp_path, salet_command):
    pegs = ["--game", "mastermind(3,4)"]
    path, openers = str(tmp_path / "pegs.book"), tmp_path / "openers.txt"
    openers.write_text("aab\nabc\n")
    done = salet_command("book", "build", *pegs, "--openers", str(openers), "--out", path, "--json")
    assert (done.returncode, json.loads(done.stdout)["positions_proven"]) == (0, 15)
    assert done.stderr.endswith(f"wrote {path}\n")
    found = Book.load(Path(path))
    assert found.totals == {1: 206, 6: 208}
    assert re.search(r"aab +206 +3\.2188 +proven +7", invoke("show", *pegs, "--book", path).output)
    reply = invoke("show", "aab", "0.0", *pegs, "--book", path, "--json").output
    assert json.loads(reply)["replies"]["0.0"]["total"] == found.at(1, 0).total
    shown = invoke("show", "aab", *pegs, "--book", path).output
    assert "64 for aab and 142 after it: 206 in all, proven" in shown
    verdict = invoke("verify", path, *pegs, "--all")
    assert (verdict.return_value, verdict.output.splitlines()[0]) == (0, "valid")
    for arguments, complaint in (
        (["verify", str(openers)], "not an opening book"),
        (["verify", path], "name it with --game"),
        (["show", "--book", path], "for the game"),
        (["show", "aaa", *pegs, "--book", path], "not among the 2 openers"),
        (["show", "aab", "3.0", *pegs, "--book", path], "nothing is left to guess"),
        (["show", *pegs], "there is no bundled book for mastermind"),
        (["build", *pegs, "--out", "x.txt"], r"must end in \.book"),
        (["build", *pegs, "--openers", path], "is not UTF-8"),
        (["build", *pegs, "--openers", os.devnull], "null names no opener"),
    ):
        with pytest.raises(InvalidError, match=complaint):
            raise invoke(*arguments).exception


def test_the_page_tells_of_every_bundled_book():
    page = (Path(__file__).parents[1] / "docs" / "book.md").read_text()
    for name in bundled_books():
        facts = book_named(name).summary()
        size = len(book_named(name).to_bytes())
        row = (
            f"| `{name}` | {facts['openers']:,} | {facts['openers_proven']:,} | "
            f"{facts['positions']:,} | {facts['positions_proven']:,} | {size:,} |"
        )
        assert row in page
    assert "book" in SECTIONS["Prove"]
