"""Playing a study: the same results however it is played, stopped, killed or damaged."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from salet import InvalidError, RepairWarning, run
from salet.report import to_html
from salet.study.grid import Grid
from salet.study.outcomes import _CHECKSUM, DamagedError, Results, read_parquet
from salet.study.runner import default_folder, run_study
from salet.study.spec import Study
from salet.study.summary import study_report

SMALL = Study.of(
    title="small",
    strategy=["letters+solutions_below({below})", "random"],
    opener=["salet", "crane"],
    hard=["off", "nyt"],
    answers={"sample": 40, "seed": 1},
    sweep={"below": [0, 20]},
)


@pytest.fixture(scope="module")
def small(tmp_path_factory, original_table):
    return run_study(SMALL, tmp_path_factory.mktemp("small"), jobs=1, command="salet study x")


# --- results are runs ---


@pytest.mark.long
@pytest.mark.slow
def test_a_cell_is_a_run(small):
    cells = small.cells()
    assert len(cells) == 12
    for cell in cells:
        same = run(cell["strategy"], opener=cell["opener"], sample=40, seed=1, hard=cell["hard"])
        if cell["deterministic"]:
            assert small.lengths(cell["cell"]).tolist() == same.lengths.tolist()
            assert cell["mean"] == pytest.approx(same.mean)
            assert cell["losses"] == same.losses
            assert cell["success"] == pytest.approx(same.within(6))
            assert cell["within3"] == pytest.approx(same.within(3))
            assert cell["worst"] == same.worst
            assert {int(n): count for n, count in cell["histogram"].items()} == same.histogram
        assert cell["games"] == 40
        assert cell["opener"] in ("salet", "crane")
        assert cell["problem"] is None


def test_weighted_by_the_prior(tmp_path):
    study = Study.of(strategy="letters", prior="frequency", answers=["about", "abbey", "zonal"])
    (cell,) = run_study(study, tmp_path, jobs=1).cells()
    same = run("letters", prior="frequency", answers=["about", "abbey", "zonal"])
    assert cell["mean"] == pytest.approx(same.mean)
    assert cell["within3"] == pytest.approx(same.within(3))


@pytest.mark.slow
def test_a_study_of_mastermind(tmp_path):
    """Knuth 1977; Kooi 2005."""
    study = Study.of(
        strategy=["minimax+opener(aabb)", "parts+opener(aabc)"], game="mastermind(4,6)"
    )
    results = run_study(study, tmp_path, jobs=1)
    assert [int(results.lengths(cell["cell"]).sum()) for cell in results.cells()] == [5801, 5668]
    assert {cell["lexicon"] for cell in results.cells()} == {"mastermind(4,6)"}
    assert "mastermind(4,6): 1,296 answers" in to_html(
        study_report(results.cells(), results.metadata)
    )


def test_the_same_games_can_be_measured_otherwise(tmp_path):
    keys = {"strategy": "letters", "prior": "frequency", "answers": ["about", "abbey", "zonal"]}
    run_study(Study.of(**keys), tmp_path, jobs=1)
    alike = run_study(Study.of(**keys, weighted=False), tmp_path, jobs=1)
    assert alike.metadata["resumed_cells"] == 1
    (cell,) = alike.cells()
    assert cell["mean"] == pytest.approx(np.mean(alike.lengths(cell["cell"])))
    assert Results.read(tmp_path / "results.parquet").metadata == alike.metadata
    without = run_study(Study.of(**keys, lengths=False), tmp_path, jobs=1)
    assert without.metadata["resumed_cells"] == 1
    again = run_study(Study.of(**keys), tmp_path, jobs=1)  # single games are gone: played again
    assert again.metadata["resumed_cells"] == 0
    assert again.lengths(cell["cell"]).tolist() == alike.lengths(cell["cell"]).tolist()


def test_metadata_tell_where_results_come_from(small):
    facts = small.metadata
    assert Study.from_text(facts["spec"]) == SMALL
    assert facts["command"] == "salet study x"
    assert facts["lexicons"][0]["id"] == "f10e64e532ec7cad"
    assert set(facts["versions"]) >= {"salet", "python", "numpy", "polars"}
    for where in facts["conditions"].values():
        assert len(where["answers"]) == 40
        assert where["sampled"]


def test_pairs_on_the_same_answers(small):
    first, second, *_ = small.frame["cell"].to_list()
    found = small.compare(first, second)
    assert found.better + found.equal + found.worse == 40
    assert not found.exact  # a sample
    with pytest.raises(InvalidError, match="there is no cell"):
        small.compare(first, "nothing")


def test_all_answers_are_exact_unless_chance_plays(tmp_path):
    study = Study.of(
        strategy=["letters", "tiles", "random"], lexicon={"answers": "w.txt"}, folder=tmp_path
    )
    (tmp_path / "w.txt").write_text("crane\nslate\nzonal\naback\nabbey\n")
    results = run_study(study, tmp_path / "out", jobs=1)
    letters, tiles, chance = results.frame["cell"].to_list()
    assert results.compare(letters, tiles).exact
    assert not results.compare(letters, chance).exact


def test_tie_orders(tmp_path):
    study = Study.of(
        strategy="letters", opener="salet", tie_orders=3, answers={"sample": 60, "seed": 2}
    )
    results = run_study(study, tmp_path, jobs=1)
    (stated,) = results.ranked()
    assert stated["tie_order"] is None
    (noise,) = results.tie_noise().values()
    assert noise.count == 3
    means = [cell["mean"] for cell in results.cells() if cell["tie_order"] is not None]
    assert noise.least == min(means)


def test_single_games_may_be_left_out(tmp_path):
    study = Study.of(strategy="letters", answers=["crane", "slate"], lengths=False)
    run_study(study, tmp_path, jobs=1)
    results = Results.read(tmp_path / "results.parquet")
    assert "lengths" not in results.frame.columns
    assert results.cells()[0]["games"] == 2
    with pytest.raises(InvalidError, match="stored no single games"):
        results.lengths(results.frame["cell"][0])


def test_a_failing_strategy_is_in_the_results(tmp_path):
    path = tmp_path / "bad.py"
    path.write_text(
        "from salet import Ranking\n"
        "class Bad(Ranking):\n"
        "    def values(self, view):\n"
        "        raise RuntimeError('no idea')\n"
    )
    study = Study.of(strategy=[f"{path}:Bad", "letters"], answers=["crane", "slate"])
    bad, good = run_study(study, tmp_path / "out", jobs=1).cells()
    assert "raised RuntimeError: no idea" in bad["problem"]
    assert (bad["unfinished"], bad["losses"], bad["mean"]) == (2, 2, None)
    assert bad["composite"] == 0
    assert good["problem"] is None


# --- however it is played ---


def test_without_a_folder_results_are_kept_in_the_cache():
    study = Study.of(strategy="letters", answers=["crane"])
    run_study(study, jobs=1)
    folder = default_folder(Grid.of(study))
    assert Results.read(folder / "results.parquet").cells()[0]["games"] == 1


def test_progress_counts_games(tmp_path):
    steps = []
    run_study(SMALL, tmp_path, jobs=1, step=lambda *step: steps.append(step))
    done, total, text = steps[-1]
    assert done == total == 12 * 40
    assert "480 games" in text
    assert "/s, 0 s left" in text
    assert [step[0] for step in steps] == sorted(step[0] for step in steps)


# --- stopped and resumed ---

NAPPING = """\
import os, time
from dataclasses import dataclass
from salet import Ranking

@dataclass(frozen=True)
class Napping(Ranking):
    \"\"\"Takes a nap before every game, and notes that it plays.\"\"\"
    n: int = 0
    def values(self, view):
        if not view.turns:
            with open(os.environ["NOTES"], "a") as notes:
                notes.write(f"{self.n}\\n")
            time.sleep(float(os.environ["NAP"]))
        return (view.guesses * (self.n + 3)) % 7
"""
CELLS = 60


@pytest.fixture(scope="module")
def spec(tmp_path_factory):
    """A study of sixty cells that take a nap each."""
    folder = tmp_path_factory.mktemp("napping")
    (folder / "napping.py").write_text(NAPPING)
    (folder / "words.txt").write_text("crane\nslate\nzonal\naback\nabbey\nmummy\n")
    (folder / "spec.toml").write_text(
        f'strategy = "{folder}/napping.py:Napping({{n}})"\n'
        f'lexicon = {{answers = "words.txt"}}\n[sweep]\nn = {{from = 1, to = {CELLS}}}\n'
    )
    return folder / "spec.toml"


@pytest.fixture(scope="module")
def uninterrupted(spec, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        return play_on(spec, tmp_path_factory.mktemp("whole"), patch)[0]


def start(spec, out):
    """Begin the study as a person does."""
    return subprocess.Popen(
        [sys.executable, "-m", "salet", "study", str(spec), "--out", str(out), "--jobs", "2"],
        env=os.environ | {"NAP": "0.15", "NOTES": str(spec.with_name("notes"))},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def play_on(spec, out, monkeypatch):
    """Play what is left without naps; return the results and which numbers were played."""
    notes = out.with_suffix(".notes")
    monkeypatch.setenv("NAP", "0")
    monkeypatch.setenv("NOTES", str(notes))
    results = run_study(Study.from_file(spec), out, jobs=1)
    return results, {int(line) for line in notes.read_text().split()}


def until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def kept_cells(folder):
    return {
        cell
        for path in folder.glob("parts/*.parquet")
        for cell in read_parquet(path)[0]["cell"].to_list()
    }


def check_resumed(uninterrupted, kept, results, played):
    assert 0 < len(kept) < CELLS
    assert results.metadata["digest"] == uninterrupted.metadata["digest"]
    assert results.metadata["resumed_cells"] == len(kept)
    numbers = {cell["cell"]: cell["parameters"]["n"] for cell in uninterrupted.cells()}
    assert len(numbers) == CELLS
    assert played == {n for cell, n in numbers.items() if cell not in kept}


@pytest.mark.long
@pytest.mark.slow
def test_killed_and_resumed(spec, uninterrupted, tmp_path, monkeypatch):
    out = tmp_path / "out"
    with start(spec, out) as process:
        until(lambda: kept_cells(out))
        process.kill()
    kept = kept_cells(out)
    check_resumed(uninterrupted, kept, *play_on(spec, out, monkeypatch))
    assert not (out / "parts").exists()


@pytest.mark.long
@pytest.mark.slow
def test_interrupted_and_resumed(spec, uninterrupted, tmp_path, monkeypatch):
    out = tmp_path / "out"
    notes = spec.with_name("notes")
    notes.unlink(missing_ok=True)
    process = start(spec, out)
    until(lambda: notes.exists() and len(notes.read_text().split()) > 8)
    os.killpg(process.pid, signal.SIGINT)  # as Ctrl-C does: to the workers too
    shown, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert shown == ""
    assert error.startswith("salet: stopped; the finished cells are kept in ")
    assert error.count("\n") == 1
    kept = kept_cells(out)
    check_resumed(uninterrupted, kept, *play_on(spec, out, monkeypatch))


# --- damaged and foreign folders ---


def parts_of(study, folder):
    """Play a study so that every cell is in a part of its own, and stop before the end."""
    from salet.study.folder import Folder
    from salet.study.runner import play_chunk

    grid = Grid.of(study)
    place = Folder(folder, grid)
    for cell in grid.cells:
        place.keep(play_chunk((grid.conditions[cell.conditions], [cell])))
    return sorted((folder / "parts").iterdir())


def truncated(path):
    path.write_bytes(path.read_bytes()[:-40])


def emptied(path):
    path.write_bytes(b"")


def altered(path):
    """Change a length, with a file that is otherwise good."""
    frame, metadata = read_parquet(path)
    import polars

    from salet.study.outcomes import _METADATA

    lengths = frame["lengths"].to_list()
    lengths[0][0] += 1
    changed = frame.with_columns(polars.Series("lengths", lengths, polars.List(polars.UInt16)))
    changed.write_parquet(path, metadata={_METADATA: json.dumps(metadata)})


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.parametrize("damage", [truncated, emptied, altered])
def test_a_damaged_part_is_set_aside_and_only_its_cells_are_played_again(tmp_path, small, damage):
    parts = parts_of(SMALL, tmp_path)
    assert len(parts) == 12
    damage(parts[5])
    with pytest.raises(DamagedError):
        read_parquet(parts[5])
    with pytest.warns(RepairWarning, match="set aside as .*damaged"):
        results = run_study(SMALL, tmp_path, jobs=1)
    assert results.metadata["resumed_cells"] == 11
    assert results.metadata["digest"] == small.metadata["digest"]
    assert [path.name for path in (tmp_path / "parts").iterdir()] == [parts[5].name + ".damaged"]


@pytest.mark.slow
def test_damaged_results_are_played_again(tmp_path, small):
    run_study(SMALL, tmp_path, jobs=1)
    truncated(tmp_path / "results.parquet")
    with pytest.warns(RepairWarning, match="set aside"):
        again = run_study(SMALL, tmp_path, jobs=1)
    assert again.metadata["digest"] == small.metadata["digest"]
    assert again.metadata["resumed_cells"] == 0


def test_no_value_of_the_results_may_change(tmp_path):
    """Neither a figure of a cell nor what the metadata say of it, though the games are the same."""
    study = Study.of(strategy=["letters", "tiles"], answers=["crane", "slate"])
    good = run_study(study, tmp_path, jobs=1)
    path = tmp_path / "results.parquet"
    text = json.dumps(read_parquet(path)[1])
    seal = {"checksum": _CHECKSUM.findall(path.read_bytes())[0].decode()}
    for column in ("mean", "success", "composite", "worst", "seconds", "strategy"):
        more = good.frame[column] + ("+" if column == "strategy" else 1)
        other = good.frame.with_columns(more)
        other.write_parquet(path, compression="zstd", metadata={"salet": text} | seal)
        with pytest.raises(DamagedError, match="checksum"):
            Results.read(path)
    changed = {"salet": text.replace("slate", "slaty")} | seal
    good.frame.write_parquet(path, compression="zstd", metadata=changed)
    with pytest.raises(DamagedError, match="checksum"):
        Results.read(path)
    good.frame.write_parquet(path, compression="zstd", metadata={"salet": text} | seal)
    assert Results.read(path).cells() == good.cells()


def test_a_sweep_shows_every_value(small):
    assert {cell["strategy"] for cell in small.cells() if cell["parameters"]} == {
        "letters+solutions_below(0)",
        "letters+solutions_below(20)",
    }


def test_a_finished_study_is_only_read(tmp_path):
    study = Study.of(strategy="letters", answers=["crane"])
    first = run_study(study, tmp_path, jobs=1)
    before = (tmp_path / "results.parquet").stat().st_mtime_ns
    assert run_study(study, tmp_path, jobs=1).metadata == first.metadata
    assert (tmp_path / "results.parquet").stat().st_mtime_ns == before


def test_another_study_is_refused(tmp_path):
    words = ["crane"]
    run_study(Study.of(strategy="letters", answers=words), tmp_path, jobs=1)
    # Another title or order of keys is the same study.
    run_study(Study.of(title="x", answers=words, strategy="lf"), tmp_path, jobs=1)
    with pytest.raises(
        InvalidError, match=r"strategy was .* and is \['tiles'\]; choose another folder"
    ):
        run_study(Study.of(strategy="tiles", answers=words), tmp_path, jobs=1)
    with pytest.raises(InvalidError, match=r"for the words original \(id f10e.*plays with nyt"):
        run_study(Study.of(strategy="letters", answers=words, lexicon="nyt"), tmp_path, jobs=1)
    identity = json.loads((tmp_path / "study.json").read_text())
    (tmp_path / "study.json").write_text(json.dumps(identity | {"salet": "0.0.0"}))
    with pytest.raises(InvalidError, match=r"results of salet 0\.0\.0, and this is"):
        run_study(Study.of(strategy="letters", answers=words), tmp_path, jobs=1)
    (tmp_path / "study.json").write_text("[]")
    with pytest.raises(InvalidError, match="something else"):
        run_study(Study.of(strategy="letters", answers=words), tmp_path, jobs=1)
    (tmp_path / "study.json").write_text("{")
    with pytest.raises(InvalidError, match="cannot read"):
        run_study(Study.of(strategy="letters", answers=words), tmp_path, jobs=1)


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InvalidError, match="file is a file; give a folder for the results"):
        run_study(Study.of(strategy="letters", answers=["crane"]), tmp_path / "file", jobs=1)


def test_a_part_with_the_wrong_number_of_games_is_set_aside(tmp_path):
    """As if a part of the same study with another sample had got there."""
    study = Study.of(strategy="letters", answers=["crane", "slate"])
    other = Study.of(strategy="letters", answers=["crane"])
    (part,) = parts_of(other, tmp_path / "other")
    run_folder = tmp_path / "out"
    parts_of(study, run_folder)[0].unlink()
    part.rename(run_folder / "parts" / part.name)
    with pytest.warns(RepairWarning, match="set aside"):
        (cell,) = run_study(study, run_folder, jobs=1).cells()
    assert cell["games"] == 2


def test_lengths_are_kept_as_they_were(small, tmp_path):
    small.write(tmp_path / "copy.parquet")
    copy = Results.read(tmp_path / "copy.parquet")
    assert copy.metadata == small.metadata
    assert copy.frame.equals(small.frame)
    cell = copy.frame["cell"][0]
    assert copy.lengths(cell).dtype == np.int64
