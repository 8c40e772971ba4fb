import os
import signal
import subprocess
import sys
import textwrap
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from salet import Lexicon, Position, RepairWarning, pattern_of, table
from salet.storage import CACHE_VARIABLE, atomic_write, cache_folder, prune
from salet.table import ComputedTable, StoredTable, build_codes, open_table, table_path
from tests.helpers import fits, word_lists

SMALL = ["eerie", "there", "geese", "speed", "abide", "those", "three", "tepee"]


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    return tmp_path / "cache"


def codes_of(lexicon):
    return [[pattern_of(g, a).code for a in lexicon.answers] for g in lexicon.allowed]


def test_real_table_against_the_plain_rule(original_table):
    lexicon = original_table.lexicon
    assert original_table.codes.shape == (12972, 2315)
    assert original_table.codes.dtype == np.uint8
    random = np.random.default_rng(1)
    for _ in range(2000):
        guess, answer = int(random.integers(12972)), int(random.integers(2315))
        expected = pattern_of(lexicon.allowed[guess], lexicon.answers[answer]).code
        assert original_table.codes[guess, answer] == expected


@pytest.mark.long
@pytest.mark.slow
def test_every_cell_of_words_with_repeated_letters(original_table):
    lexicon = original_table.lexicon
    repeated = [i for i, word in enumerate(lexicon.allowed) if len(set(word)) < 5]
    for guess in repeated[::20]:
        word = lexicon.allowed[guess]
        row = [pattern_of(word, answer).code for answer in lexicon.answers]
        assert original_table.codes[guess].tolist() == row


def test_answer_guesses(original_table):
    lexicon = original_table.lexicon
    assert [lexicon.allowed[g] for g in original_table.answer_guesses] == list(lexicon.answers)


def test_built_once_then_mapped_from_the_cache(own_cache):
    lexicon = Lexicon.from_words(SMALL)
    first = open_table(lexicon)
    assert table_path(lexicon).parent.parent == own_cache
    modified = table_path(lexicon).stat().st_ino
    again = open_table(lexicon)
    assert again.turned() is first.turned()  # while the file is the same
    assert not again.prepared
    assert open_table(replace(lexicon, name="other")).game.name == "other"
    assert table_path(lexicon).stat().st_ino == modified
    assert isinstance(again.codes.base, np.memmap)
    assert again.codes.tolist() == first.codes.tolist() == codes_of(lexicon)
    with pytest.raises(ValueError, match="read-only"):
        again.codes[0, 0] = 1


@pytest.mark.parametrize("keep", [0, 5, 100, 191])
def test_a_file_cut_short_is_noticed_and_rebuilt(own_cache, keep):
    lexicon = Lexicon.from_words(SMALL)
    open_table(lexicon)
    path = table_path(lexicon)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.warns(RepairWarning, match="damaged; it was built again"):
        assert open_table(lexicon).codes.tolist() == codes_of(lexicon)
    assert open_table(lexicon).codes.tolist() == codes_of(lexicon)


@pytest.mark.parametrize("place", [0, 3, 8, 40, 70, 129, 150, 190, -1])
def test_any_changed_byte_is_noticed(own_cache, place):
    lexicon = Lexicon.from_words(SMALL)
    open_table(lexicon)
    path = table_path(lexicon)
    data = bytearray(path.read_bytes())
    data[place] ^= 0xFF
    path.write_bytes(data)
    with pytest.warns(RepairWarning, match="damaged; it was built again"):
        assert open_table(lexicon).codes.tolist() == codes_of(lexicon)


def test_other_files_in_place_of_a_table(own_cache):
    lexicon = Lexicon.from_words(SMALL)
    open_table(lexicon)
    for data in (b"PK\x03\x04 not a zip", b"\x93NUMPY\x01\x00\xff\xff{", bytes(1000)):
        table_path(lexicon).write_bytes(data)
        with pytest.warns(RepairWarning, match="damaged; it was built again"):
            open_table(lexicon)


@pytest.mark.long
@pytest.mark.slow
def test_two_processes_may_build_at_once(own_cache):
    script = textwrap.dedent(f"""
        from salet import Lexicon
        from salet.table import open_table
        print(open_table(Lexicon.from_words({SMALL})).codes.sum())
    """)
    jobs = [
        subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    expected = f"{np.sum(codes_of(Lexicon.from_words(SMALL)))}\n"
    assert [job.communicate(timeout=120)[0] for job in jobs] == [expected] * 3
    assert len(list((own_cache / "tables").iterdir())) == 1


def test_laid_out_by_answer_gives_the_same(original, original_table):
    table = StoredTable(original, original_table.codes)
    guesses, answers = np.arange(0, 12972, 100), np.arange(5, 2315, 60)
    ((codes, rows, columns),) = table.blocks(guesses, answers)
    table.prepare()
    ((again, rows2, columns2),) = table.blocks(guesses, answers)
    assert (codes.flags.c_contiguous, again.flags.f_contiguous) == (True, True)
    assert (codes[np.ix_(rows, columns)] == again[np.ix_(rows2, columns2)]).all()


def test_the_order_of_the_answer_file_is_not_in_the_table(original_table):
    assert original_table.lexicon.listed == original_table.lexicon.answers


def test_another_table_under_our_name_is_noticed(own_cache):
    lexicon = Lexicon.from_words(SMALL)
    for wrong in (np.zeros((8, 8), np.uint8), np.zeros((8, 8), np.float64), np.zeros(3, np.uint8)):
        table_path(lexicon).parent.mkdir(parents=True, exist_ok=True)
        np.save(table_path(lexicon), wrong)
        with pytest.warns(RepairWarning, match="damaged"):
            assert open_table(lexicon).codes.tolist() == codes_of(lexicon)


def test_a_pickle_in_the_cache_is_never_run(own_cache):
    lexicon = Lexicon.from_words(SMALL)
    table_path(lexicon).parent.mkdir(parents=True)
    np.save(table_path(lexicon), np.array([object()]), allow_pickle=True)
    with pytest.warns(RepairWarning, match="damaged"):
        open_table(lexicon)


def test_unwritable_cache_is_said_and_does_without(tmp_path, monkeypatch):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv(CACHE_VARIABLE, str(blocked))
    lexicon = Lexicon.from_words(SMALL)
    with pytest.warns(RepairWarning, match="cannot store the table"):
        assert open_table(lexicon).codes.tolist() == codes_of(lexicon)


@pytest.mark.slow
def test_full_disk_leaves_no_half_file(own_cache):
    """The file-size limit stands in for a full disk: the write fails half-way for real."""
    script = textwrap.dedent(f"""
        import resource, warnings
        from salet import Lexicon
        from salet.table import open_table
        lexicon = Lexicon.from_words({SMALL})
        resource.setrlimit(resource.RLIMIT_FSIZE, (150, 150))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            print(open_table(lexicon).codes.sum(), [str(w.message) for w in caught])
    """)
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        # A cold cache of compiled code, which then cannot be written either.
        env=os.environ | {"NUMBA_CACHE_DIR": str(own_cache / "numba")},
    )
    expected = str(np.sum(codes_of(Lexicon.from_words(SMALL))))
    assert done.stdout.startswith(expected)
    assert "cannot store the table" in done.stdout
    assert list((own_cache / "tables").iterdir()) == []


def test_kill_while_writing_leaves_the_old_file(tmp_path):
    path = tmp_path / "value"
    path.write_text("old")
    script = textwrap.dedent(f"""
        import time
        from pathlib import Path
        from salet.storage import atomic_write
        with atomic_write(Path({str(path)!r})) as file:
            file.write(b"new")
            file.flush()
            print("writing", flush=True)
            time.sleep(60)
    """)
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "writing\n"
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert path.read_text() == "old"
    (left,) = [p for p in tmp_path.iterdir() if p != path]
    old = time.time() - 7200
    os.utime(left, (old, old))
    prune(tmp_path)
    assert list(tmp_path.iterdir()) == [path]


def test_failed_write_removes_its_temporary_file(tmp_path):
    with pytest.raises(RuntimeError), atomic_write(tmp_path / "value") as file:
        file.write(b"half")
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


def test_prune_drops_the_least_recently_used(tmp_path):
    for age, name in enumerate("abc"):
        (tmp_path / name).write_bytes(bytes(10))
        os.utime(tmp_path / name, (1000 - age, 1000 - age))
    prune(tmp_path, limit=25)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


def test_cache_folder_by_default(monkeypatch):
    monkeypatch.delenv(CACHE_VARIABLE)
    assert cache_folder().name == "salet"


@given(word_lists(max_size=15), st.data())
def test_stored_and_computed_agree(vocabulary, data):
    lexicon = Lexicon.from_words(vocabulary)
    stored, computed = StoredTable(lexicon, build_codes(lexicon)), ComputedTable(lexicon)
    guesses = np.array(data.draw(st.lists(st.integers(0, len(vocabulary) - 1), max_size=5)), int)
    answers = np.flatnonzero(
        data.draw(st.lists(st.booleans(), min_size=len(vocabulary), max_size=len(vocabulary)))
    )
    for guess in guesses:
        assert stored.row(guess).tolist() == computed.row(guess).tolist()
    for one in (stored, computed):
        pieces = [
            codes[np.ix_(rows, columns)] for codes, rows, columns in one.blocks(guesses, answers)
        ]
        expected = stored.codes[np.ix_(guesses, answers)]
        assert np.concatenate([*pieces, expected[:0]]).tolist() == expected.tolist()


def test_computed_blocks_cover_large_sub_tables(original_table, monkeypatch):
    monkeypatch.setattr(table, "_BLOCK_CELLS", 10_000)
    computed = ComputedTable(original_table.lexicon)
    guesses, answers = np.arange(5, 500, 3), np.arange(7, 2315, 5)
    pieces = [codes for codes, _, _ in computed.blocks(guesses, answers)]
    assert len(pieces) > 5
    assert (np.concatenate(pieces) == original_table.codes[np.ix_(guesses, answers)]).all()


def test_a_table_too_large_for_memory_is_computed(own_cache, monkeypatch):
    monkeypatch.setattr(table, "STORED_BYTES", 10)
    lexicon = Lexicon.from_words(SMALL)
    assert isinstance(open_table(lexicon), ComputedTable)
    assert not own_cache.exists()


def test_a_table_has_a_second_copy_only_if_both_fit(monkeypatch):
    lexicon = Lexicon.from_words(SMALL)
    codes = build_codes(lexicon)
    for room, copied in (2 * codes.nbytes, True), (2 * codes.nbytes - 1, False):
        monkeypatch.setattr(table, "STORED_BYTES", room)
        stored = StoredTable(lexicon, codes)
        stored.prepare()
        assert (stored.by_answer is not None) == copied
        everything, two = np.arange(len(SMALL)), np.array([5, 1])
        for piece, rows, columns in stored.blocks(everything, two):
            assert (piece[np.ix_(rows, columns)] == codes[:, two]).all()


@given(word_lists(min_size=2), st.data())
def test_candidates_against_brute_force(vocabulary, data):
    lexicon = Lexicon.from_words(vocabulary)
    answer = data.draw(st.sampled_from(lexicon.answers))
    guesses = data.draw(st.lists(st.sampled_from(lexicon.allowed), max_size=3))
    position = Position()
    for guess in guesses:
        position = position.after(guess, pattern_of(guess, answer))
    found = [lexicon.answers[i] for i in ComputedTable(lexicon).candidates(position)]
    assert found == [word for word in lexicon.answers if fits(word, position)]
    assert answer in found


def test_progress_reaches_the_total():
    calls = []
    build_codes(Lexicon.from_words(SMALL), lambda done, total: calls.append((done, total)))
    assert calls[-1] == (64, 64)


@pytest.mark.slow
def test_huge_lexicon_needs_no_huge_memory():
    """200,000 x 200,000 words are 40 GB as a table; a row of it is not."""
    script = textwrap.dedent("""
        import itertools
        from salet import Lexicon
        from salet.table import ComputedTable, open_table
        every = itertools.product("abcdefghijkl", repeat=5)
        words = ["".join(letters) for letters in itertools.islice(every, 200_000)]
        table = open_table(Lexicon.from_words(words))
        assert isinstance(table, ComputedTable)
        assert table.row(7).shape == (200_000,)
        print(open("/proc/self/status").read().split("VmHWM:")[1].split()[0])
    """)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120
    )
    assert int(done.stdout) < 600 * 1024  # kB


def test_bytes_that_changed_places_are_noticed(own_cache, original):
    """A plain sum would not change; a cell that is checked against the rule is left alone."""
    lexicon = Lexicon.from_words(original.answers[::10])
    good = open_table(lexicon).codes.tolist()
    path = table_path(lexicon)
    data = bytearray(path.read_bytes())
    data[20_000:24_096], data[30_000:34_096] = data[30_000:34_096], data[20_000:24_096]
    path.write_bytes(data)
    with pytest.warns(RepairWarning, match="damaged; it was built again"):
        assert open_table(lexicon).codes.tolist() == good


@pytest.mark.parametrize("shape", [(1, 1), (0, 3), (3, 700), (513, 256), (600, 300)])
def test_the_copy_by_answer_is_the_transpose(shape):
    codes = np.random.default_rng(1).integers(0, 243, shape).astype(np.uint8)
    turned = table.transposed(codes)
    assert turned.flags.c_contiguous
    assert (turned == codes.T).all()
