"""The atlas: records against brute force, folders that are stopped, damaged or somebody else's."""

import json
import signal
import subprocess
import sys
import time
from functools import cache as remembered

import pytest
from click.testing import CliRunner
from scripts.atlas_page import PAGE, page_text

from salet import InvalidError, Lexicon, Wordle
from salet.cli.dispatch import salet
from salet.games.position import Position
from salet.games.rules import Rules
from salet.report import Part, Report, Table, to_html
from salet.storage import digest_of
from salet.study.atlas import Atlas, Limits, Record, bundled_records
from salet.tree.verify import verify
from salet.words.builder import Built
from salet.words.shelf import lexicons_of
from tests.helpers import fits

ONE = Limits(jobs=1)
TINY = Lexicon.from_words(
    ["bat", "cat", "hat", "hit", "tab", "cab"], ["bat", "cat", "hat", "hit", "tab", "cab", "bit"],
    name="tiny",
)  # fmt: skip
RHYMES = Lexicon.from_words([f"{letter}at" for letter in "bcfhmprs"], name="rhymes")


def least_totals(lexicon, hard):
    """The least total of every opener, without a cap, by trying everything."""
    game = Wordle(lexicon)
    rules = Rules(20, hard)

    @remembered
    def cost(position, candidates, guess):
        groups = {}
        for answer in candidates:
            groups.setdefault(game.turn_for(guess, answer).reply, []).append(answer)
        if len(groups) == 1 and guess not in candidates:
            return 10_000
        later = [
            least(position.after(guess, reply), tuple(group))
            for reply, group in groups.items()
            if not reply.solved
        ]
        return len(candidates) + sum(later)

    @remembered
    def least(position, candidates):
        assert all(fits(answer, position) for answer in candidates)
        legal = [one for one in game.guesses if game.objection(one, position, rules) is None]
        return min(cost(position, candidates, guess) for guess in legal)

    return {guess: cost(Position(), game.answers, guess) for guess in game.guesses}


@pytest.mark.parametrize("hard", ["off", "nyt"])
def test_the_record_is_the_least_total_of_all_openers(tmp_path, hard):
    atlas = Atlas.create(tmp_path / "atlas")
    (record,) = atlas.build([TINY], [hard], Limits(jobs=1, worst=True))
    totals = least_totals(TINY, hard)
    best = min(totals.values())
    assert (record.proven, record.total, record.lower_bound) == (True, best, best)
    assert record.opener == min(word for word, total in totals.items() if total == best)
    assert record.mean == best / 6
    assert record.max_guesses == 6
    assert (record.lexicon["id"], record.lexicon["rule"]) == (TINY.id, Wordle.rule)
    assert record.least_worst <= record.worst
    assert atlas.records() == [record]
    text = (atlas.path / f"tiny-{hard}.txt").read_text()
    verdict = verify(text, TINY, Rules(6, hard))
    assert (verdict.valid, verdict.total, verdict.worst) == (True, best, record.worst)
    assert not list(atlas.path.glob("*.proof"))


def test_where_six_guesses_are_too_few_the_cap_is_the_least_that_does(tmp_path):
    atlas = Atlas.create(tmp_path)
    (record,) = atlas.build([RHYMES], ["off"], Limits(jobs=1, worst=True))
    assert (record.max_guesses, record.total, record.worst, record.least_worst) == (8, 36, 8, 8)
    assert record.proven
    assert not list(tmp_path.glob("*.proof"))


def test_what_is_proven_is_not_proven_again(tmp_path):
    atlas = Atlas.create(tmp_path)
    building = atlas.build([TINY, RHYMES], ["off", "nyt"], ONE)
    first = next(building)
    building.close()
    before = (tmp_path / "tiny-off.json").stat().st_mtime_ns
    names = [record.name for record in Atlas.create(tmp_path).build([TINY, RHYMES], limits=ONE)]
    assert names == ["tiny-off", "rhymes-off", "tiny-nyt", "rhymes-nyt"]
    assert (tmp_path / "tiny-off.json").stat().st_mtime_ns == before
    assert first in atlas.records()
    (tmp_path / "tiny-off.txt").unlink()
    (again,) = atlas.build([TINY], ["off"], ONE)
    assert (again.total, again.proven) == (first.total, True)
    assert (tmp_path / "tiny-off.txt").exists()


@pytest.fixture(scope="module")
def middling(original):
    """A lexicon whose proof takes a second or two."""
    answers = original.answers[::6]
    return Lexicon.from_words(answers, sorted({*answers, *original.allowed[::9]}), name="mid")


def test_a_proof_that_has_no_time_left_keeps_its_bounds_and_goes_on(tmp_path, middling):
    atlas = Atlas.create(tmp_path)
    (stopped,) = atlas.build([middling], ["off"], Limits(jobs=1, seconds=0.001))
    assert not stopped.proven
    assert stopped.lower_bound < stopped.total
    assert stopped.settled < len(middling.allowed)
    assert verify((tmp_path / "mid-off.txt").read_text(), middling).total == stopped.total
    (done,) = atlas.build([middling], ["off"], ONE)
    assert stopped.lower_bound <= done.total <= stopped.total
    assert done.proven
    assert done.seconds > stopped.seconds


@pytest.mark.slow
def test_kill_minus_nine_loses_nothing(tmp_path, cache, original):
    """The program is killed in the middle of a proof; the same command goes on from its notes."""
    words = sorted(original.answers)[::2]
    made = Built("da5", "da", 5, "", "", "", "", len(words), dict.fromkeys(words, 1), {})
    made.store()
    folder = tmp_path / "atlas"
    command = ["atlas", "build", str(folder), "--lexicon", "da5", "--hard", "off", "--jobs", "1"]
    line = [sys.executable, "-m", "salet", *command]
    notes = folder / "da5-off-6.proof"
    with subprocess.Popen(line, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as program:
        end = time.monotonic() + 100
        while not notes.exists() and program.poll() is None and time.monotonic() < end:
            time.sleep(0.02)
        assert notes.exists()
        program.send_signal(signal.SIGKILL)
    settled = json.loads(notes.read_bytes())["settled"]
    assert settled
    assert not (folder / "da5-off.json").exists()
    done = CliRunner().invoke(salet, [*command, "--json"], standalone_mode=False)
    (record,) = json.loads(done.stdout)["records"]
    assert record["proven"]
    assert not notes.exists()
    assert all(value >= record["total"] or exact for value, exact in settled.values())


@pytest.mark.long
@pytest.mark.slow
def test_a_cluster_proves_the_same(tmp_path, cluster, middling):
    (here,) = Atlas.create(tmp_path / "here").build([middling], ["off"], ONE)
    limits = Limits(jobs=1, cluster=cluster.address)
    (there,) = Atlas.create(tmp_path / "there").build([middling], ["off"], limits)
    assert there.proven
    assert (there.opener, there.total) == (here.opener, here.total)


def test_a_folder_that_is_no_atlas_is_refused(tmp_path):
    (tmp_path / "thesis.txt").write_text("mine")
    with pytest.raises(InvalidError, match=r"it contains thesis.txt; choose another folder"):
        Atlas.create(tmp_path)
    with pytest.raises(InvalidError, match=r"is a file"):
        Atlas.create(tmp_path / "thesis.txt")
    with pytest.raises(InvalidError, match=r"is not an atlas folder \(no atlas.json\)"):
        Atlas(tmp_path / "nowhere")
    other = tmp_path / "other"
    other.mkdir()
    (other / "atlas.json").write_text('{"format": 99}')
    with pytest.raises(InvalidError, match="another version"):
        Atlas(other)
    (other / "atlas.json").write_text("[")
    with pytest.raises(InvalidError, match="cannot read"):
        Atlas(other)


@pytest.fixture
def built(tmp_path):
    atlas = Atlas.create(tmp_path / "atlas")
    list(atlas.build([TINY], ["off"], ONE))
    return atlas


def test_a_damaged_record_is_named(built):
    path = built.path / "tiny-off.json"
    sound = path.read_text()
    forged = json.loads(sound)["record"] | {"lower_bound": 1}
    body = json.dumps(forged, ensure_ascii=False)
    lie = f'{{"digest": "{digest_of(body)}", "record": {body}}}'
    wrong = {sound[:100], sound.replace('"total": 1', '"total": 2'), "[]", "{}", "", lie}
    for text in wrong:
        path.write_text(text)
        with pytest.raises(InvalidError, match=r"tiny-off.json is damaged .*build again"):
            built.records()
        with pytest.raises(InvalidError, match="damaged"):
            list(built.build([TINY], ["off"], ONE))
    path.write_text(sound)
    (built.path / "else-off.json").write_text(sound)
    with pytest.raises(InvalidError, match="it is the record of tiny-off"):
        built.records()


def test_other_words_under_the_same_name_are_refused(built):
    other = Lexicon.from_words(TINY.answers[:4], TINY.allowed, name="tiny")
    with pytest.raises(InvalidError, match=r"of other words .* its id, answers differ"):
        list(built.build([other], ["off"], ONE))
    notes = built.path / "tiny-nyt-6.proof"
    notes.write_text("{}")
    with pytest.raises(InvalidError, match=r"cannot read the checkpoint .*tiny-nyt-6.proof"):
        list(built.build([TINY], ["nyt"], ONE))
    list(Atlas.create(built.path.parent / "second").build([TINY], ["off"], ONE))


def test_a_checkpoint_of_another_list_is_refused(tmp_path, middling):
    atlas = Atlas.create(tmp_path)
    list(atlas.build([middling], ["off"], Limits(jobs=1, seconds=0.001)))
    (tmp_path / "mid-off-6.proof").rename(tmp_path / "tiny-off-6.proof")
    with pytest.raises(InvalidError, match=r"is of another proof: its game differs"):
        list(atlas.build([TINY], ["off"], ONE))


# --- names ---


def test_lexicons_of_languages_and_lengths():
    every = lexicons_of()
    assert every[0][-1] == "7"
    assert {"original", "nyt", "de4", "de7", "ru6"} <= set(every)
    assert len(every) == len(set(every)) == 33 * 4 + 6
    assert lexicons_of(["de", "fr"], [6]) == ["de6", "fr6"]
    with pytest.raises(InvalidError, match="no language 'klingon'"):
        lexicons_of(["klingon"])


# --- the command ---


@pytest.fixture
def few_words(cache):
    """A lexicon of a few words under a name of the shelf."""
    counts = dict.fromkeys(["abcabcabc", "abcabcabd", "xyzxyzxyz"], 1)
    Built("is9", "is", 9, "", "", "", "", 3, counts, {"abcabcabc": "ábcabcabc"}).store()
    return "is9"


def call(*arguments):
    return CliRunner().invoke(salet, ["atlas", *arguments], standalone_mode=False)


def test_build_show_and_page(tmp_path, few_words):
    folder = tmp_path / "atlas"
    done = call("build", str(folder), "--lexicon", few_words, "--jobs", "1", "--json")
    assert done.return_value == 0, done.output
    records = json.loads(done.stdout)["records"]
    assert [record["hard"] for record in records] == ["off", "nyt"]
    assert {record["total"] for record in records} == {5}
    assert records[0]["shown"] == "ábcabcabc"
    shown = call("show", str(folder), "--json")
    assert json.loads(shown.stdout)["records"] == records
    assert (
        json.loads(call("show", str(folder), "--language", "de", "--json").stdout)["records"] == []
    )
    assert "ábcabcabc" in call("show", str(folder)).stdout
    written = (folder / "index.html").stat().st_mtime_ns
    call("build", str(folder), "--lexicon", few_words, "--jobs", "1")
    assert (folder / "index.html").stat().st_mtime_ns == written
    page = (folder / "index.html").read_text()
    assert 'table class="sortable"' in page
    assert '<a href="#is9-off">is9</a>' in page
    assert '<details class="tree" id="is9-nyt">' in page
    assert call("page", str(folder), str(tmp_path / "atlas.md")).return_value is None
    assert (
        "| is9 | Icelandic | 9 | 3 | 3 | normal | ábcabcabc | 5 |"
        in (tmp_path / "atlas.md").read_text()
    )
    (folder / "is9-off.txt").write_text("nonsense")
    assert "cannot read the tree" in call("page", str(folder), str(tmp_path / "a.html")).stderr
    assert '<details class="tree" id="is9-nyt">' in (tmp_path / "a.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--language", "klingon"], "there is no language 'klingon'"),
        (["--lexicon", "nothing"], "there is no lexicon 'nothing'"),
        (["--lexicon", "nyt", "--length", "5"], "not both"),
        (["--length", "99"], "2 to 15"),
        (["--hard", "strict"], "strict"),
        (["--seconds", "0"], "above 0"),
    ],
)
def test_bad_options_get_one_line(tmp_path, arguments, complaint):
    folder = tmp_path / "atlas"
    done = call("build", str(folder), *arguments)
    assert complaint in str(getattr(done.exception, "message", done.exception))
    assert not folder.exists()


def test_the_page_cannot_be_written_where_nothing_is(tmp_path):
    Atlas.create(tmp_path / "new")
    done = call("page", str(tmp_path / "new"), str(tmp_path / "a.html"))
    assert "has no records yet" in str(done.exception)
    done = call("page", str(tmp_path / "new"), str(tmp_path / "a.pdf"))
    assert "must end in .html or .md" in str(done.exception)
    assert [path.name for path in tmp_path.iterdir()] == ["new"]


def test_a_report_without_such_a_table_has_no_script():
    table = Table(("a", ">b"), (("x", "1"),))
    plain = Report("t", "c", (Part("p", tables=(table,)),))
    assert "<script" not in to_html(plain)
    sorted_ = Report("t", "c", (Part("p", tables=(Table(("a",), (("x",),), sortable=True),)),))
    assert to_html(sorted_).count("<script>") == 1


# --- what comes with the package ---


def test_the_bundled_records_are_proofs():
    records = bundled_records()
    proven = [record for record in records if record.proven]
    assert len({record.lexicon["id"] for record in proven}) >= 100
    assert len({record.language for record in proven}) >= 25
    assert records == sorted(records, key=lambda record: record.place)
    assert all(Record.from_dict(record.to_dict()) == record for record in records)
    assert all(record.lower_bound <= record.total for record in records if record.total)
    normal = {record.lexicon["id"]: record for record in proven if record.hard == "off"}
    hard = [record for record in proven if record.hard == "nyt"]
    assert all(one.total >= normal[one.lexicon["id"]].total for one in hard)


def test_the_docs_show_the_bundled_records():
    page = PAGE.read_text(encoding="utf-8")
    assert page_text(page, bundled_records()) == page
