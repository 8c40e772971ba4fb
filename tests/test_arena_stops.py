"""Matches side by side, and tournaments that are stopped: nothing changes, nothing is lost."""

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from salet import InvalidError
from salet.arena.bots.sandbox import BotFolder, clear_old_folders
from salet.arena.cup.cup import Cup
from salet.arena.cup.tournament import run_cup
from salet.arena.store.database import StoreError
from salet.arena.store.lock import alone, at_work
from salet.arena.store.store import Store
from salet.testing.contestants import bot_command
from tests.helpers import SMALL, cup_of, games_of, processes_in, processes_of

pytestmark = pytest.mark.slow

HOUSE = ["entropy", "letters", "random", "resident:fox"]


@pytest.mark.parametrize("kind", ["race", "duel"])
def test_workers_change_nothing(tmp_path, kind):
    cup = cup_of(HOUSE, format=kind, words=6, seed=5)
    for jobs in (1, 2):
        run_cup(cup, tmp_path / f"{jobs}.sqlite", jobs=jobs)
    one, two = games_of(tmp_path / "1.sqlite"), games_of(tmp_path / "2.sqlite")
    assert one == two
    assert sum(map(len, one.values())) == (24 if kind == "race" else 72)


@pytest.mark.parametrize("schedule", ["round-robin", "swiss"])
def test_a_cluster_changes_nothing(tmp_path, cluster, schedule):
    """Programs and classes too, into a SQLite file that the workers never open."""
    path = tmp_path / "first.py"
    path.write_text("class First:\n    def guess(self, request): return request.candidates[0]\n")
    programs = [
        {"name": "program", "bot": bot_command("keeps_on")},
        {"name": "c", "bot": str(path)},
    ]
    cup = cup_of([*programs, "resident:fox", "random"], words=3, schedule=schedule)
    run_cup(cup, tmp_path / "one.sqlite", jobs=1)
    run_cup(cup, tmp_path / "cluster.sqlite", cluster=cluster.address)
    assert games_of(tmp_path / "cluster.sqlite") == games_of(tmp_path / "one.sqlite")


def test_a_worker_without_a_bots_file_does_not_let_the_bot_lose(tmp_path, cluster):
    cup = cup_of([{"name": "program", "bot": bot_command("keeps_on")}, "letters"], words=2)
    elsewhere = {str(tmp_path / "not" / "there.py"): "digest"}
    program, letters = cup.entrants
    cup = replace(cup, entrants=(replace(program, files=elsewhere), letters))
    with pytest.raises(InvalidError, match=r"has no file .*there\.py"):
        run_cup(cup, tmp_path / "cup.sqlite", cluster=cluster.address)
    assert all(games == [] for games in games_of(tmp_path / "cup.sqlite").values())


def test_a_cluster_goes_on_with_a_match_that_was_begun(tmp_path, cluster):
    cup = cup_of(["resident:fox", "resident:stalker", "letters"], words=6)
    run_cup(cup, tmp_path / "whole.sqlite")
    where = tmp_path / "begun.sqlite"
    with Store(tmp_path / "whole.sqlite") as whole, Store(where, writing=True) as begun:
        tournament = begun.add_tournament("cup", cup.to_dict(), "known")
        for number, pairings in enumerate(whole.rounds(whole.tournament())):
            begun.add_round(tournament, number, pairings, pairings)
        for match in begun.matches(tournament):
            begun.add_games(match.id, whole.games(match.id)[:4])
    run_cup(cup, where, cluster=cluster.address)
    assert games_of(where) == games_of(tmp_path / "whole.sqlite")


def test_a_cluster_that_is_not_there(salet_command, cup_file):
    done = salet_command("arena", "run", str(cup_file), "--cluster", "nonsense")
    assert done.returncode == 2
    assert "not the address of a cluster" in done.stderr


CUP = """
format = "duel"
secret = "known"
words = 30
answers = "answers.txt"
allowed = "allowed.txt"
[[bots]]
name = "program"
bot = "{program}"
[[bots]]
bot = "resident:fox"
[[bots]]
bot = "resident:stalker"
[[bots]]
bot = "random"
"""


@pytest.fixture
def cup_file(tmp_path):
    (tmp_path / "answers.txt").write_text("\n".join(SMALL.answers))
    (tmp_path / "allowed.txt").write_text("\n".join(SMALL.guesses))
    path = tmp_path / "cup.toml"
    path.write_text(CUP.format(program=bot_command("keeps_on")))
    return path


def test_kill_9_loses_and_repeats_nothing(tmp_path, cup_file, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    run_cup(Cup.from_file(cup_file), tmp_path / "whole.sqlite")
    whole = games_of(tmp_path / "whole.sqlite")
    where = tmp_path / "killed.sqlite"
    command = [sys.executable, "-m", "salet", "arena", "run", str(cup_file), "--jobs", "2"]
    written = [0]
    for _ in range(2):
        running = subprocess.Popen(
            [*command, "--store", str(where)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for _ in range(1200):
            time.sleep(0.05)
            if running.poll() is not None or _count(where) > written[-1] + 5:
                break
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
        written.append(_count(where))
    assert 0 < written[1] < sum(map(len, whole.values())), "the kill came too early or too late"
    run_cup(Cup.from_file(cup_file), where)  # at once: workers may not have noticed yet
    assert games_of(where) == whole
    _nothing_left(tmp_path)
    assert list(tmp_path.glob("salet-*")) == []


def wait_until(holds):
    for _ in range(200):
        if holds():
            return True
        time.sleep(0.05)
    return False


def _nothing_left(folder):
    """No process of ours or of a bot is left, or will be in a moment."""
    assert wait_until(lambda: not processes_of(str(folder)))
    assert wait_until(lambda: not processes_in(folder))


def _count(where):
    """Count games without disturbing who writes them."""
    try:
        with sqlite3.connect(f"file:{where}?mode=ro", uri=True) as connection:
            return connection.execute("select count(*) from games").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def test_ctrl_c_ends_with_130_and_leaves_nothing(tmp_path, cup_file):
    where = tmp_path / "stopped.sqlite"
    command = [sys.executable, "-m", "salet", "arena", "run", str(cup_file), "--jobs", "2"]
    running = subprocess.Popen(
        [*command, "--store", str(where)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    for _ in range(1200):
        time.sleep(0.05)
        if running.poll() is not None or _count(where) > 5:
            break
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to all processes at once
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 130, errors
    assert "Traceback" not in errors
    assert f"the games are kept in {where}" in errors
    _nothing_left(tmp_path)
    run_cup(Cup.from_file(cup_file), tmp_path / "whole.sqlite")
    run_cup(Cup.from_file(cup_file), where)
    assert games_of(where) == games_of(tmp_path / "whole.sqlite")


def test_folders_of_a_killed_match_are_cleared_and_others_are_not(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    script = (
        "import os, subprocess, sys, time\n"
        "from tests.helpers import SMALL\n"
        "from salet.arena.bots.sandbox import MARK, BotFolder\n"
        "folder = BotFolder(SMALL)\n"
        "environment = os.environ | {MARK: folder.mark}\n"
        "child = subprocess.Popen(['sleep', '600.25'], env=environment, start_new_session=True)\n"
        "print(child.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    owner = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[1],
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    with owner, owner.stdout:
        child = int(owner.stdout.readline())
        try:
            mine = BotFolder(SMALL)
            clear_old_folders()
            assert len(list(tmp_path.glob("salet-bot-*"))) == 2
            os.kill(child, 0)
            owner.kill()
            owner.wait()
            clear_old_folders()
            assert list(tmp_path.glob("salet-bot-*")) == [mine.path]
            assert wait_until(lambda: child not in processes_of("600.25"))
        finally:
            owner.kill()
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
    mine.remove()
    assert list(tmp_path.glob("salet-bot-*")) == []


@pytest.mark.parametrize("files", [(), ("lock",)])
def test_a_folder_whose_making_was_killed_is_cleared(tmp_path, monkeypatch, files):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    half = tmp_path / "salet-bot-half"
    half.mkdir()
    for name in files:
        (half / name).touch()
    clear_old_folders()
    assert half.exists(), "it may be just being made"
    os.utime(half, (0, 0))
    clear_old_folders()
    assert not half.exists()


def test_a_kill_while_a_sandbox_is_tried_leaves_nothing(tmp_path, monkeypatch):
    """Many workers try a sandbox at once; some were killed meanwhile and left their folders."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    script = (
        "from salet.arena.bots import sandbox\n"
        "def starts(command):\n"
        "    print(flush=True)\n"
        "    sandbox.time.sleep(600)\n"
        "sandbox._starts = starts\n"
        "sandbox._works(sandbox.Sandbox((), 'sh', no_network=False, own_processes=False))\n"
    )
    trying = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        env=os.environ | {"TMPDIR": str(tmp_path)},
    )
    with trying, trying.stdout:
        trying.stdout.readline()
        assert len(list(tmp_path.iterdir())) == 1
        trying.kill()
        trying.wait()
    clear_old_folders()
    assert list(tmp_path.iterdir()) == []


def test_two_who_play_the_same_do_not_mix(tmp_path, monkeypatch):
    where = str(tmp_path / "cup.sqlite")
    cup = cup_of(["letters", "alphabetical"], words=2)
    monkeypatch.setattr("salet.arena.store.lock._WAIT_SECONDS", 0.3)
    with alone(where, "cup"), pytest.raises(StoreError, match="another process is playing cup"):
        run_cup(cup, where)
    with (
        at_work(where, "cup"),
        at_work(where, "cup"),  # workers do not wait for each other
        pytest.raises(StoreError, match="another process is playing cup"),
    ):
        run_cup(cup, where)
    with alone(where, "another"):
        run_cup(cup, where)
    assert len(games_of(where)) == 1


def test_locks_of_a_killed_tournament_are_taken_over_and_removed(tmp_path):
    where = str(tmp_path / "cup.sqlite")
    script = (
        "import os, signal\n"
        "from salet.arena.store.lock import alone, at_work\n"
        f"with alone({where!r}, 'killed'), at_work({where!r}, 'killed'):\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=False)
    assert len(list(tmp_path.iterdir())) == 1
    with alone(where, "cup"), at_work(where, "cup"):
        assert len(list(tmp_path.iterdir())) == 2
    with alone(where, "killed"), at_work(where, "killed"):
        pass
    assert list(tmp_path.iterdir()) == []
