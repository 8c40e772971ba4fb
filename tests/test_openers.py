"""The best opener of all: threads, a cluster, checkpoints, and being stopped."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import InvalidError, Lexicon, RepairWarning, optimal
from salet.exact import longproof
from salet.exact.longproof import digest
from salet.exact.objectives import Objective
from salet.exact.openers import OpenerProof
from salet.exact.optimum import best_openers
from salet.table import open_table
from salet.view import Setting
from tests.helpers import examples, lexicons


@pytest.fixture(scope="module")
def some_words(original, tmp_path_factory):
    """A lexicon whose proof takes a second or two."""
    folder = tmp_path_factory.mktemp("words")
    answers = original.answers[::6]
    allowed = [*answers, *original.allowed[::3]]
    (folder / "answers.txt").write_text("\n".join(answers))
    (folder / "allowed.txt").write_text("\n".join(dict.fromkeys(allowed)))
    return [str(folder / "answers.txt"), str(folder / "allowed.txt")]


@pytest.mark.slow
@examples(40)
@given(lexicons(14), st.integers(1, 4), st.integers(1, 3))
def test_best_openers_against_all_openers(lexicon, top, jobs):
    found = best_openers(lexicon=lexicon, top=top, jobs=jobs)
    every = optimal(list(lexicon.allowed), lexicon=lexicon)
    totals = sorted(
        (solution.total, solution.opener)
        for solution in every.solutions
        if solution.total is not None
    )
    assert found.openers_proven
    assert [(s.total, s.opener) for s in found.solutions] == totals[:top]


@pytest.mark.slow
@examples(30)
@given(
    lexicons(12),
    st.sampled_from(["mean", "mean-worst", "solved", "worst"]),
    st.sampled_from(["off", "nyt", "strict"]),
    st.integers(2, 6),
    st.integers(-2, 2),
)
def test_a_floor_against_all_openers(lexicon, objective, hard, cap, more):
    options = {"lexicon": lexicon, "objective": objective, "hard": hard, "max_guesses": cap}
    best = best_openers(**options).best
    floor = max(1, more + (20 if best is None else best.value))
    found = best_openers(floor=floor, **options)
    assert found.openers_proven
    below = best is not None and best.value < floor
    assert (found.best and found.best.value) == (best.value if below else None)


@pytest.mark.long
@pytest.mark.slow
@examples(60)
@given(
    lexicons(14),
    st.sampled_from(["worst", "mean-worst", "solved"]),
    st.sampled_from(["off", "nyt", "strict"]),
    st.integers(1, 3),
    st.integers(2, 6),
)
def test_other_objectives_against_all_openers(lexicon, objective, hard, top, cap):
    options = {"lexicon": lexicon, "objective": objective, "hard": hard, "max_guesses": cap}
    found = best_openers(top=top, jobs=2, **options)
    every = optimal(list(lexicon.allowed), **options)
    values = sorted(
        (s.value, s.worst if objective == "mean-worst" else 0)
        for s in every.solutions
        if s.value is not None
    )
    assert found.openers_proven
    assert [
        (s.value, s.worst if objective == "mean-worst" else 0) for s in found.solutions
    ] == values[:top]
    assert all(s.proven for s in found.solutions)


def write_notes(path, notes):
    """Write a checkpoint that is as false as may be, but not damaged."""
    notes = {key: value for key, value in notes.items() if key != "digest"}
    path.write_text(json.dumps(notes | {"digest": digest(json.dumps(notes).encode())}))


def test_a_proof_resumes_from_its_checkpoint(tmp_path, original):
    lexicon = Lexicon.from_words(original.answers[::40], original.answers[::4], name="small")
    path = tmp_path / "proof.json"
    first = best_openers(lexicon=lexicon, top=3, checkpoint=path)
    notes = json.loads(path.read_text())
    assert len(notes["settled"]) == len(lexicon.allowed)
    # As after kill -9: only a part was written.
    notes["settled"] = dict(list(notes["settled"].items())[:50])
    write_notes(path, notes)
    steps = []
    again = best_openers(
        lexicon=lexicon, top=3, checkpoint=path, jobs=1, step=lambda *step: steps.append(step)
    )
    assert [(s.opener, s.total) for s in again.solutions] == [
        (s.opener, s.total) for s in first.solutions
    ]
    with pytest.raises(InvalidError, match="of another proof"):
        best_openers(lexicon=lexicon, top=2, checkpoint=path)
    for damage in (
        '{"settled": {"crane": 195}}',
        '{"settled": []}',
        '{"settled": {"zzzzz": [1, 1]}}',
    ):
        write_notes(path, {**notes, **json.loads(damage)})
        with pytest.raises(InvalidError, match="cannot read the checkpoint"):
            best_openers(lexicon=lexicon, top=3, checkpoint=path)
    best_word = first.best.opener
    write_notes(path, {**notes, "settled": {best_word: [first.best.total - 1, True]}})
    with pytest.raises(InvalidError, match="wrong values"):
        best_openers(lexicon=lexicon, top=3, checkpoint=path)
    other = Lexicon.from_words(original.answers[::40], original.answers[::5], name="other")
    with pytest.raises(InvalidError, match="its game"):
        best_openers(lexicon=other, top=3, checkpoint=path)
    for text in ("{", "[" * 100_000, '{"settled": 1e999}', json.dumps({**notes, "digest": 0})):
        path.write_text(text)
        with pytest.raises(InvalidError, match="cannot read the checkpoint"):
            best_openers(lexicon=lexicon, top=3, checkpoint=path)


def test_no_single_bit_of_a_checkpoint_goes_unnoticed(tmp_path, original):
    """A value that is too high would make the proof of another opener."""
    lexicon = Lexicon.from_words(original.answers[::200], name="tiny")
    view = Setting.of(open_table(lexicon)).start()
    proof = OpenerProof(view, Objective.read("mean"))
    proof.settled = {word: (25 + place, True) for place, word in enumerate(lexicon.allowed)}
    path = tmp_path / "proof.json"
    proof.save(path)
    good = path.read_bytes()
    for place in range(len(good)):
        path.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :])
        with pytest.raises(InvalidError, match="checkpoint"):
            OpenerProof(view, Objective.read("mean")).resume(path)


def test_notes_of_another_search_are_refused(tmp_path, original, monkeypatch):
    """Those of a floor, whose values are cut there, and those of other bounds."""
    lexicon = Lexicon.from_words(original.answers[::200], name="tiny")
    view, path = Setting.of(open_table(lexicon)).start(), tmp_path / "proof.json"
    proof = OpenerProof(view, Objective.read("mean"))
    proof.floor = 5
    proof.save(path)
    with pytest.raises(InvalidError, match="its floor, candidates differ"):
        OpenerProof(view, Objective.read("mean")).resume(path)
    proof.resume(path)
    monkeypatch.setattr(longproof, "SEARCH", 1)
    with pytest.raises(InvalidError, match="another version of the search"):
        proof.resume(path)


def test_a_proof_goes_on_where_its_notes_cannot_be_written(tmp_path, original, monkeypatch):
    def no_room(path, content):
        raise InvalidError(f"cannot write {path}: No space left on device")

    monkeypatch.setattr(longproof, "write_whole", no_room)
    lexicon = Lexicon.from_words(original.answers[::200], name="tiny")
    with pytest.warns(RepairWarning, match="No space left on device; the proof goes on"):
        found = best_openers(lexicon=lexicon, checkpoint=tmp_path / "proof.json")
    assert found.openers_proven


def best(found):
    return [(solution.opener, solution.total) for solution in found.solutions]


@pytest.mark.long
@pytest.mark.slow
def test_the_same_on_one_thread_two_threads_and_a_cluster(original, cluster):
    answers = original.answers[::12]
    lexicon = Lexicon.from_words(answers, {*answers, *original.allowed[::12]}, name="some")
    weights = {word: 1 + place % 3 for place, word in enumerate(lexicon.answers)}
    for options in ({}, {"hard": "nyt"}, {"weights": weights}, {"objective": "worst"}):
        one = best_openers(lexicon=lexicon, top=3, jobs=1, **options)
        two = best_openers(lexicon=lexicon, top=3, jobs=2, **options)
        far = best_openers(lexicon=lexicon, top=3, cluster=cluster.address, **options)
        assert one.openers_proven
        assert two.openers_proven
        assert far.openers_proven
        assert best(one) == best(two) == best(far)


def proof_of(words, checkpoint, *more):
    answers, allowed = words
    return [
        *(sys.executable, "-m", "salet", "optimal", "--all", "--top", "3", "--json"),
        *("--answers", answers, "--allowed", allowed, "--checkpoint", str(checkpoint), *more),
    ]


def interrupted(command, checkpoint, sign):
    """Run a proof, and send it a signal as soon as it has noted something."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 120
    while not checkpoint.exists() and process.poll() is None:
        assert time.monotonic() < end
        time.sleep(0.02)
    os.kill(process.pid, sign)
    out, _ = process.communicate(timeout=60)
    return process.returncode, out


@pytest.mark.long
@pytest.mark.slow
def test_killed_and_resumed(some_words, tmp_path):
    whole = json.loads(subprocess.check_output(proof_of(some_words, tmp_path / "whole.json")))
    checkpoint = tmp_path / "killed.json"
    command = proof_of(some_words, checkpoint)
    status, _ = interrupted(command, checkpoint, signal.SIGKILL)
    assert status == -signal.SIGKILL
    settled = json.loads(checkpoint.read_text())["settled"]
    assert settled
    again = json.loads(subprocess.check_output(command))
    assert again["openers_proven"] is True
    for one, other in zip(whole["openers"], again["openers"], strict=True):
        assert (one["opener"], one["total"]) == (other["opener"], other["total"])
    assert set(settled) < set(json.loads(checkpoint.read_text())["settled"])


@pytest.mark.slow
def test_ctrl_c_prints_what_is_known(some_words, tmp_path):
    checkpoint = tmp_path / "stopped.json"
    status, out = interrupted(proof_of(some_words, checkpoint), checkpoint, signal.SIGINT)
    assert status == 1
    fields = json.loads(out)
    assert fields["openers_proven"] is False
    assert json.loads(checkpoint.read_text())["settled"]
