"""The store: SQLite and PostgreSQL for real, migrations, and what can go wrong on a disk."""

import os
import pwd
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from salet.arena.cup.reader import StoreReader
from salet.arena.cup.standings import standings_of
from salet.arena.cup.tournament import run_cup
from salet.arena.store import database
from salet.arena.store.database import StoreError, open_database
from salet.arena.store.schema import METADATA
from salet.arena.store.store import Store
from salet.storage import write_whole
from salet.testing.contestants import bot_command
from tests.helpers import SMALL, cup_of, games_of

pytestmark = pytest.mark.slow


def _postgres_binaries():
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    return found[-1].parent if found else Path(on_path).parent if on_path else None


@pytest.fixture(scope="session")
def postgres():
    """Start a database cluster of our own, as an ordinary user, on a free port."""
    binaries = _postgres_binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="salet-postgres-"))
    owner = {}
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        owner = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    data = folder / "data"
    subprocess.run(
        [binaries / "initdb", "-D", data, "-U", "salet", "-A", "trust", "-E", "UTF8", "-N"],
        check=True,
        stdout=subprocess.DEVNULL,
        cwd=folder,
        **owner,
    )
    server = subprocess.Popen(
        [binaries / "postgres", "-D", data, "-p", str(port), "-k", folder, "-h", "127.0.0.1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
        **owner,
    )
    try:
        for _ in range(300):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"postgresql://salet@127.0.0.1:{port}"
    finally:
        server.send_signal(signal.SIGINT)  # do not wait for idle connections
        server.wait(30)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgres"])
def where(request, tmp_path):
    """An empty store of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "cup.sqlite")
    import psycopg

    base = request.getfixturevalue("postgres")
    name = f"cup{time.monotonic_ns()}"
    for _ in range(100):
        try:
            with psycopg.connect(f"{base}/postgres", autocommit=True) as connection:
                connection.execute(f"create database {name}")
            break
        except psycopg.OperationalError:
            time.sleep(0.1)
    return f"{base}/{name}"


def test_a_tournament_in_either_store(where, tmp_path):
    bots = ["entropy", "letters", "resident:fox", {"name": "p", "bot": bot_command("crashed")}]
    cup = cup_of(bots, words=4, schedule="swiss")
    run_cup(cup, where, jobs=2)
    run_cup(cup, tmp_path / "other.sqlite", jobs=1)
    assert games_of(where) == games_of(tmp_path / "other.sqlite")
    with Store(where, writing=True) as store:
        tournament = store.tournament("cup")
        standings = standings_of(store, tournament)
        assert standings.finished
        assert tournament.cup["lexicon"]["id"] == SMALL.lexicon.id
        last = store.all_games(tournament)[-1]
        assert store.all_games(tournament, after=last.id - 1) == [last]
        assert store.game(last.id) == last
        with_log = [match.id for match in store.matches(tournament) if "p" in store.logs(match.id)]
        assert "always crashes" in store.logs(with_log[0])["p"]
        store.keep_log(with_log[0], "p", "zero \0 byte")
        assert store.logs(with_log[0])["p"] == "zero \ufffd byte"


def test_games_are_written_once_in_either_store(where):
    run_cup(cup_of(["entropy", "letters"]), where)
    with Store(where, writing=True) as store:
        match = store.matches(store.tournament())[0]
        games = store.games(match.id)
        with pytest.raises(StoreError, match=r"(?i)unique"):
            store.add_games(match.id, games[-1:])
        assert store.games(match.id) == games


def test_who_cannot_write_is_told_so_in_either_store(where, monkeypatch):
    """Another program that keeps the tables to itself does not stop a tournament for ever."""
    monkeypatch.setattr(database, "_BUSY_SECONDS", 0.2)
    run_cup(cup_of(["entropy", "letters"]), where)
    engine = open_database(where, writing=True)
    with Store(where, writing=True) as store, engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql("lock table games in exclusive mode")
        match = store.matches(store.tournament())[0]
        game = replace(store.games(match.id)[-1], number=999)
        with pytest.raises(StoreError, match="lock"):
            store.add_games(match.id, [game])
    engine.dispose()


def test_migrations_make_what_the_tables_say(where):
    engine = open_database(where, writing=True)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, METADATA) == []
    engine.dispose()
    open_database(where).dispose()  # a second time there is nothing to do


def test_a_store_of_a_newer_version_is_refused(where):
    engine = open_database(where, writing=True)
    with engine.begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    engine.dispose()
    with pytest.raises(StoreError, match="another version of salet"):
        Store(where)


def test_what_is_no_store(tmp_path):
    text = tmp_path / "text.sqlite"
    text.write_text("this is not a database, whatever its name says")
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("create table recipes (name text)")
    connection.close()
    for where, problem in [
        (text, "not a database"),
        (other, "something else"),
        (tmp_path / "missing.sqlite", "there is no store"),
        (tmp_path, "is a folder"),
        ("nosuchdatabase://x", "is not a database"),
        ("postgresql://nobody@127.0.0.1:9/x", "failed"),
    ]:
        with pytest.raises(StoreError, match=problem) as caught:
            Store(where)
        assert "\n" not in str(caught.value)
    with pytest.raises(StoreError, match="no folder"):
        Store(tmp_path / "no" / "cup.sqlite", writing=True)
    assert text.read_text().startswith("this is not")


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_reading_changes_nothing(tmp_path):
    """Not an empty file, not another program's database, not a store."""
    (tmp_path / "empty.sqlite").touch()
    with sqlite3.connect(tmp_path / "other.sqlite") as connection:
        connection.execute("create table recipes (name text)")
    connection.close()
    run_cup(cup_of(["entropy", "letters"], words=1), tmp_path / "cup.sqlite")
    before = contents(tmp_path)
    assert sorted(before) == ["cup.sqlite", "empty.sqlite", "other.sqlite"]  # no -wal, no lock
    for name, problem in [("empty", "is empty"), ("other", "something else")]:
        with pytest.raises(StoreError, match=problem):
            Store(tmp_path / f"{name}.sqlite")
    with pytest.raises(StoreError, match="something else"):
        Store(tmp_path / "other.sqlite", writing=True)
    with Store(tmp_path / "cup.sqlite") as store:
        standings_of(store, store.tournament())
        with pytest.raises(StoreError, match="readonly"):
            store.finish_match(1)
        assert contents(tmp_path) == before
    assert contents(tmp_path) == before


def test_a_damaged_store_is_named_in_one_line(tmp_path):
    where = tmp_path / "cup.sqlite"
    run_cup(cup_of(["entropy", "letters"], words=2), where)
    whole = where.read_bytes()
    for damage, problem in [
        (
            "update games set cost = cost + 1 where id = 2",
            "row 2 of the games was changed after it was written",
        ),
        ("update games set microseconds = '[1,' where id = 1", "damaged"),
        ("update games set match_id = 77 where id = 1", "damaged"),
        ("delete from games where id = 4", "a game of match 0 is missing"),
        ("update matches set first = 'nobody'", "damaged"),
        (
            "update matches set note = 'decided'",
            "row 1 of the matches was changed after it was written",
        ),
        ("update tournaments set finished = null", "damaged"),
        ("update tournaments set cup = '{}'", "damaged"),
        ("update rounds set pairings = '[3]'", "damaged"),
    ]:
        where.write_bytes(whole)
        with sqlite3.connect(where) as connection:
            connection.execute(damage)
        connection.close()
        with pytest.raises(StoreError, match=problem) as caught, Store(where) as store:
            standings_of(store, store.tournament())
        assert "\n" not in str(caught.value)


def test_passwords_are_not_shown():
    where = "postgresql://me:hunter2@127.0.0.1:9/x"
    with pytest.raises(StoreError, match=r"me:\*\*\*@127") as caught:
        Store(where)
    assert "hunter2" not in str(caught.value)


def test_readers_do_not_wait_for_a_writer(tmp_path):
    where = tmp_path / "cup.sqlite"
    run_cup(cup_of(["entropy", "letters"]), where)
    writer = sqlite3.connect(where, isolation_level=None)
    writer.execute("begin immediate")
    writer.execute("update games set cost = 99")
    with Store(where) as store:
        started = time.monotonic()
        costs = {game.record.cost for game in store.all_games(store.tournament())}
        assert time.monotonic() - started < 5
    writer.rollback()
    writer.close()
    assert 99 not in costs


def test_a_full_disk_is_named_and_loses_nothing(tmp_path):
    """The largest file that may be written stands for the disk: the system refuses the same way."""
    cup = tmp_path / "cup.toml"
    (tmp_path / "answers.txt").write_text("\n".join(SMALL.answers))
    cup.write_text(
        'format = "race"\nwords = 200\nanswers = "answers.txt"\nbots = ["letters", "tiles"]'
    )
    command = [sys.executable, "-m", "salet", "arena", "run", str(cup), "--jobs", "1"]
    limited = subprocess.run(
        ["sh", "-c", 'ulimit -f 120; exec "$@"', "sh", *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert limited.returncode == 2, limited.stderr
    assert "make room and run again" in limited.stderr
    assert "Traceback" not in limited.stderr
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    with Store(tmp_path / "cup.sqlite") as store:
        tournament = store.tournament()
        numbers = [
            [game.number for game in store.games(match.id)] for match in store.matches(tournament)
        ]
    assert numbers == [list(range(200)), list(range(200))]


def test_a_file_is_on_the_disk_before_it_has_its_name(tmp_path, monkeypatch):
    path, seen = tmp_path / "file", []
    monkeypatch.setattr(os, "fsync", lambda _: seen.append(path.exists()))
    write_whole(path, b"content")
    assert seen == [False]
    assert path.read_bytes() == b"content"


def test_a_new_store_in_place_of_the_old_one_is_not_taken_for_it(tmp_path):
    """Even with as many games: a page that is open shows the new standings."""
    one, other = tmp_path / "cup.sqlite", tmp_path / "other.sqlite"
    run_cup(cup_of(["entropy", "letters"], words=2), one)
    time.sleep(1.1)  # the time of the start is kept in seconds
    run_cup(cup_of(["alphabetical", "tiles"], words=2), other)
    with Store(one) as store:
        reader = StoreReader(store)
        before = reader.standings()["standings"]
        one.write_bytes(other.read_bytes())
        after = reader.standings()["standings"]
    assert {row["name"] for row in before} == {"entropy", "letters"}
    assert {row["name"] for row in after} == {"alphabetical", "tiles"}
