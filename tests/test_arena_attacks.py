"""Bots that cheat: what they try, and what they get."""

import json
import shutil
import socket
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import pytest
from scripts.attacks.bits import FILES, files, flip
from scripts.attacks.bots import attack

from salet import InvalidError, Rules
from salet.arena.bots.bot import Ask, Request
from salet.arena.bots.entrant import read_entrant
from salet.arena.bots.player import Limits
from salet.arena.bots.process import ProcessPlayer
from salet.arena.bots.record import Fault
from salet.arena.bots.sandbox import Sandbox, clear_old_folders, sandbox, sandboxes
from salet.arena.cup.cup import Cup
from salet.arena.cup.tournament import run_cup
from salet.arena.store.store import Store
from salet.testing.contestants import ATTACKS, bot_command
from tests.helpers import SMALL, cup_of

pytestmark = pytest.mark.slow

PATIENT = Limits(seconds_per_move=20, seconds_per_match=60, memory_mb=200)
walled = pytest.mark.skipif(not sandbox().own_root, reason="this system has no sandbox")
WORKING = {one.name: one for one in sandboxes()}
QUESTION = Request(Ask.GUESS, SMALL, Rules(), "me", "you")
BARE = Sandbox((), shutil.which("sh"), no_network=False, own_processes=False)


# The words

ORACLE = """
from random import Random
from salet.arena import Bot
from salet.arena.bots.bot import seed_of

class Oracle(Bot):
    '''Finds the cup's seed from its first question, and from that the words that are set for it.'''

    found = None

    def guess(self, request):
        if self.found is None and not request.position.turns:
            mine = request.seed
            for seed in range(3000):
                for pair in ((request.me, request.opponent), (request.opponent, request.me)):
                    match = seed_of(seed, "duel", 0, *pair)
                    if seed_of(seed_of(match, 0, request.me), "guess", 0) == mine:
                        self.found = match
        if self.found is None:
            return request.candidates[0]
        theirs = seed_of(self.found, len(request.history) // 2, request.opponent)
        draw = Random(seed_of(theirs, "set"))
        while (word := draw.choice(request.game.answers)) in request.used:
            pass
        return word
"""


def guesses_of_the_oracle(tmp_path, secret):
    (tmp_path / "oracle.py").write_text(ORACLE)
    where = tmp_path / f"{secret}.sqlite"
    limits = {"seconds_per_move": 30}
    bots = ["oracle.py:Oracle", "letters"]
    cup = cup_of(bots, tmp_path, words=4, seed=2026, limits=limits)
    run_cup(replace(cup, secret=secret), where)
    with Store(where) as store:
        games = [game.record for game in store.all_games(store.tournament())]
        published = store.tournament().cup["secret"]
    return [game.cost for game in games if game.solver == "Oracle"], published


def test_who_computes_the_cups_seed_knows_nothing(tmp_path):
    """The attack works where a cup has no secret; with one it is an ordinary bot."""
    known, _ = guesses_of_the_oracle(tmp_path, "")
    assert known == [1, 1, 1, 1]
    costs, secret = guesses_of_the_oracle(tmp_path, None)
    assert sum(costs) > 8
    assert len(secret) == 32  # published, now that it is over
    again, _ = guesses_of_the_oracle(tmp_path, secret)
    assert again == costs


def test_a_secret_is_not_shown_before_the_end(tmp_path):
    where = tmp_path / "cup.sqlite"
    with Store(where, writing=True) as store:
        cup = cup_of(["letters", "alphabetical"], secret="hush")
        tournament = store.add_tournament("cup", cup.to_dict(), "hush")
        assert tournament.cup["secret"] is None
        store.finish_tournament(tournament)
        assert store.tournament().cup["secret"] == "hush"


def test_a_bot_that_was_changed_is_named(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("class First:\n    def guess(self, request): return request.candidates[0]\n")
    where = tmp_path / "cup.sqlite"
    cup = cup_of([{"name": "mine", "bot": "bot.py"}, "letters"], tmp_path, words=1)
    with Store(where, writing=True) as store:  # as if it had been killed at the start
        store.add_tournament("cup", cup.to_dict(), "known")
    bot.write_text(bot.read_text().replace("[0]", "[-1]"))
    with pytest.raises(InvalidError, match=r"bot\.py of the bot 'mine' has changed"):
        run_cup(cup, where)
    with pytest.raises(InvalidError, match="a different setting: the bot 'mine'"):
        run_cup(cup_of([{"name": "mine", "bot": "bot.py"}, "letters"], tmp_path, words=1), where)


def test_a_helper_that_a_bot_imports_is_part_of_it(tmp_path, monkeypatch):
    """All files of a bot's own folder are: one that is changed or new is named."""
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "bot.py").write_text(
        "from helper import pick\nclass Mine:\n    def guess(self, request): return pick(request)\n"
    )
    helper = folder / "helper.py"
    helper.write_text("def pick(request): return request.candidates[0]\n")
    (tmp_path / "other.py").write_text("not mine")
    where = tmp_path / "cup.sqlite"
    bots = [{"name": "mine", "bot": "mine/bot.py"}, "letters"]
    cup = cup_of(bots, tmp_path, words=1)
    assert list(cup.entrant("mine").digests) == ["mine/bot.py", "mine/helper.py"]
    run_cup(cup, where)
    cup.entrant("mine").check_files()  # a bot that has played has not changed itself
    helper.write_text(helper.read_text().replace("[0]", "[-1]"))
    with pytest.raises(InvalidError, match=r"mine/helper\.py of the bot 'mine' has changed"):
        run_cup(replace(cup, name="again"), where)
    with pytest.raises(InvalidError, match=r"the bot 'mine': its file mine/helper\.py"):
        run_cup(cup_of(bots, tmp_path, words=1), where)
    helper.write_text(helper.read_text().replace("[-1]", "[0]"))
    cup.entrant("mine").check_files()
    (folder / "json.py").write_text("shadows what the bot imports")
    with pytest.raises(InvalidError, match=r"mine/json\.py of the bot 'mine' has changed"):
        run_cup(replace(cup, name="again"), where)
    monkeypatch.setattr("salet.arena.bots.entrant._MOST_FILES", 2)
    with pytest.raises(InvalidError, match="mine has more than 2 files"):
        cup_of(bots, tmp_path, words=1)


# The referee


@pytest.mark.parametrize("walls", [pytest.param(None, marks=walled, id="walls"), BARE])
def test_what_a_bot_leaves_in_its_folder_is_cleared(walls, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    if walls is not None:
        monkeypatch.setattr("salet.arena.bots.process.sandbox", lambda: walls)
    player = ProcessPlayer(read_entrant(bot_command("litters")).command, SMALL, PATIENT)
    assert player.ask(QUESTION, 20) in SMALL.answers
    assert "red" in player.log
    player.close()
    clear_old_folders()  # a pipe for a lock does not stop it
    left = list(tmp_path.iterdir())
    assert left == [] or walls is not None
    assert not [path for folder in left for path in folder.iterdir() if path.name == "home"]


def test_texts_of_bots_are_cut_and_cannot_command_a_terminal(tmp_path, ok):
    bot = tmp_path / "loud.sh"
    bot.write_text("#!/bin/sh\nread line\nprintf '\\033[31mred' >&2\nprintf '\\033]0;owned\\n'\n")
    bot.chmod(0o755)
    where = tmp_path / "cup.sqlite"
    bots = [{"name": "loud", "bot": "loud.sh"}, {"name": "long", "bot": bot_command("long_word")}]
    run_cup(cup_of(bots, tmp_path, format="race", words=1), where)
    with Store(where) as store:
        games = [game.record for game in store.all_games(store.tournament())]
    assert all(len(game.message) < 400 and "\x1b" not in game.message for game in games)
    text = ok("arena", "replay", str(where), "1")
    assert "\\x1b[31mred" in text
    assert "\x1b" not in text


def test_limits_that_no_system_keeps_are_refused():
    for value in (3_000_000, 10**400):
        with pytest.raises(InvalidError, match="seconds_per_move must be a positive number up to"):
            Limits.from_dict({"seconds_per_move": value})


@pytest.mark.parametrize("text", ["words = " + "9" * 5000, "bots = ['~nobody-x/y']", "x" * 10**6])
def test_absurd_cups_are_refused_in_one_short_line(tmp_path, text):
    path = tmp_path / "cup.toml"
    path.write_text(text)
    with pytest.raises(InvalidError) as caught:
        Cup.from_file(path)
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 1000


# The sandbox. Each line of docs/arena.md on what is contained has its test here.


def inside(kind, monkeypatch):
    if kind not in WORKING:
        pytest.skip(f"this system has no {kind}")
    monkeypatch.setattr("salet.arena.bots.process.sandbox", lambda: WORKING[kind])
    return WORKING[kind]


@pytest.fixture(params=["bubblewrap", "unshare"])
def walls(request, monkeypatch):
    """Either of the two that make a sandbox, where it works."""
    return inside(request.param, monkeypatch)


@pytest.fixture(params=["bubblewrap", "unshare", "no sandbox"])
def anywhere(request, monkeypatch):
    """Also without a sandbox."""
    return inside(request.param, monkeypatch)


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_are_contained(name, walls, tmp_path):
    assert attack(name, walls, tmp_path / "cup") == []


@pytest.mark.parametrize(
    ("name", "reached"),
    [
        ("reads_files", ["read cup.sqlite", "read other.py"]),
        ("changes_files", ["could change cup.sqlite", "could change other.py"]),
        (
            "calls_out",
            ["connected by the network", "connected by a socket in the file system"],
        ),
        ("spies", ["read the environment of others"]),
        ("kills_the_arena", ["stopped the cup"]),
        ("detaches", ["left a process behind"]),
    ],
)
def test_without_a_sandbox_the_page_promises_nothing(name, reached, tmp_path):
    """What docs/arena.md says that a bot can do then, it can."""
    assert attack(name, WORKING["no sandbox"], tmp_path / "cup")[: len(reached)] == reached


@pytest.mark.parametrize("name", ["grows_by_children", "grows_shared", "memory", "multiplies"])
def test_memory_and_processes_are_limited_without_a_sandbox_too(name, tmp_path):
    assert attack(name, WORKING["no sandbox"], tmp_path / "cup") == []


@pytest.mark.usefixtures("anywhere")
def test_limits_of_one_process_and_its_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("MY_PASSWORD", "tell nobody")
    told = told_by(
        "import resource\n"
        "told['data'] = resource.getrlimit(resource.RLIMIT_DATA)[0] >> 20\n"
        "told['seconds'] = resource.getrlimit(resource.RLIMIT_CPU)[0]\n"
        "told['names'] = sorted(os.environ)\n"
        "attempt('file', lambda: open('large', 'wb').write(b'x' * (17 << 20)))\n",
        tmp_path,
    )
    assert told["data"] == PATIENT.memory_mb
    assert told["seconds"] == PATIENT.seconds_per_match + 1
    assert "MY_PASSWORD" not in told["names"]
    assert told["file"] == "OSError" or told["file"] < 17 << 20


# Bits of files. scripts/attacks flips many more.


@pytest.fixture(scope="module")
def every_file(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("files")
        patch.setenv("SALET_CACHE", str(folder / "cache"))
        yield files(folder)


@pytest.mark.parametrize("kind", FILES)
def test_a_flipped_bit_is_noticed_or_harmless(kind, every_file):
    path, read = every_file[kind]
    found = flip(path, read, 60)
    assert found["noticed"] > 0
    assert found["noticed"] + found["harmless"] == 60, found


def told_by(code, tmp_path, limits=PATIENT, folder=None, **changes):
    """Return what a bot finds out that runs `code`, which fills the dict `told`."""
    bot = (folder or tmp_path) / "spy.py"
    bot.parent.mkdir(exist_ok=True)
    bot.write_text(
        "import json, os, sys\nsys.stdin.readline()\ntold = {}\n"
        "def attempt(name, action):\n"
        "    try: told[name] = action()\n"
        "    except OSError as error: told[name] = type(error).__name__\n"
        f"{code}\nprint(json.dumps({{'guess': ''}}), flush=True)\n"
        "sys.stderr.write(json.dumps(told, default=str))\n"
    )
    entrant = read_entrant(f"{sys.executable} {bot.relative_to(tmp_path)}", folder=tmp_path)
    player = replace(entrant, **changes).player(SMALL, limits)
    try:
        player.ask(QUESTION, limits.seconds_per_move)
    finally:
        player.close()
    return json.loads(player.log)


@pytest.mark.usefixtures("walls")
def test_files_are_hidden_or_read_only(tmp_path):
    (tmp_path / "cup.sqlite").write_text("the store")
    (tmp_path / "other.py").write_text("another bot")
    told = told_by(
        f"here = {str(tmp_path)!r}\n"
        "attempt('here', lambda: os.listdir(here))\n"
        "attempt('store', lambda: open(here + '/cup.sqlite').read())\n"
        "attempt('home', lambda: sorted(os.listdir('.')))\n"
        "attempt('shadow', lambda: open('/etc/shadow').read())\n"
        "attempt('own', lambda: open(__file__, 'a').write('x'))\n"
        "attempt('system', lambda: open('/usr/x', 'w').write('x'))\n"
        "attempt('write', lambda: open('mine', 'w').write('x'))\n",
        tmp_path,
    )
    assert told == {
        "here": ["spy.py"],
        "store": "FileNotFoundError",
        "home": ["allowed.txt", "answers.txt"],
        "shadow": "FileNotFoundError",
        "own": "OSError",
        "system": "OSError",
        "write": 1,
    }


@pytest.mark.usefixtures("walls")
def test_a_bot_in_a_folder_of_its_own_sees_that_folder(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "helper.py").write_text("fact = 7")
    (tmp_path / "cup.toml").write_text("")
    told = told_by(
        "import helper\ntold['fact'] = helper.fact\n"
        f"attempt('above', lambda: os.listdir({str(tmp_path)!r}))\n",
        tmp_path,
        folder=folder,
    )
    assert told == {"fact": 7, "above": ["mine"]}


@pytest.mark.usefixtures("walls")
def test_no_privileges_no_processes_of_others_no_sockets(tmp_path):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "socket"))
        server.listen()
        told = told_by(
            "import socket, subprocess\n"
            "status = dict(line.split(':', 1) for line in open('/proc/self/status'))\n"
            "told['capabilities'] = int(status['CapEff'], 16)\n"
            "told['new privileges'] = int(status['NoNewPrivs'])\n"
            "told['processes'] = len([one for one in os.listdir('/proc') if one.isdigit()])\n"
            "run = lambda *words: subprocess.run(words, capture_output=True).returncode\n"
            "told['umount'] = run('umount', '/proc') == 0\n"
            "told['namespace'] = any(run('unshare', one, 'true') == 0 for one in ('-r', '-U'))\n"
            f"where = {str(tmp_path / 'socket')!r}\n"
            "attempt('socket', lambda: socket.socket(socket.AF_UNIX).connect(where))\n",
            tmp_path,
        )
    assert told.pop("processes") < 4
    assert told == {
        "capabilities": 0,
        "new privileges": 1,
        "umount": False,
        "namespace": False,
        "socket": "FileNotFoundError",
    }


@pytest.mark.usefixtures("walls")
def test_what_it_writes_and_starts_is_limited_in_sum(tmp_path):
    told = told_by(
        "def fill(place):\n"
        "    for number in range(20):\n"
        "        open(f'{place}/f{number}', 'wb').write(b'x' * (10 << 20))\n"
        "for place in ('.', '/tmp', '/dev/shm', '/'): attempt(place, lambda: fill(place))\n"
        "told['sum'] = sum(os.stat(f'{place}/f{n}').st_size for place in ('.', '/dev/shm', '/')\n"
        "    for n in range(20) if os.path.exists(f'{place}/f{n}')) >> 20\n",
        tmp_path,
    )
    assert told.pop("sum") <= 64
    assert set(told.values()) <= {"OSError", "FileNotFoundError"}
    forks = "import time\nfor _ in range(400):\n    if os.fork() == 0: time.sleep(9)\ntime.sleep(9)"
    with pytest.raises(Fault, match="started more than 256 processes"):
        told_by(forks, tmp_path)


def test_hash_seeds_are_fixed(tmp_path):
    code = "told['hash'] = hash('salet')"
    assert told_by(code, tmp_path) == told_by(code, tmp_path)


@pytest.mark.usefixtures("anywhere")
def test_a_bot_does_not_think_in_the_time_of_others(tmp_path):
    bot = tmp_path / "thinks.py"
    bot.write_text(
        "import sys, threading, time\n"
        "count = 0\n"
        "def think():\n"
        "    global count\n"
        "    while True:\n"
        "        time.sleep(0.01)\n"
        "        count += 1\n"
        "threading.Thread(target=think, daemon=True).start()\n"
        "for line in sys.stdin:\n"
        '    print(\'{"guess": "%d"}\' % count, flush=True)\n'
    )
    player = ProcessPlayer((sys.executable, str(bot)), SMALL, PATIENT)
    first = int(player.ask(QUESTION, 20))
    time.sleep(1)
    assert int(player.ask(QUESTION, 20)) - first < 50
    player.close()


@pytest.mark.parametrize("option", ["--require-sandbox", "--require-walls"])
def test_a_sandbox_can_be_required(option, tmp_path, monkeypatch):
    from click.testing import CliRunner

    from salet.cli.arena import arena

    (tmp_path / "cup.toml").write_text(f'words = 1\nbots = ["{bot_command("keeps_on")}"]')
    monkeypatch.setattr("salet.arena.bots.sandbox.sandbox", lambda: BARE)
    command = ["run", str(tmp_path / "cup.toml"), option]
    done = CliRunner().invoke(arena, command, standalone_mode=False)
    assert "cannot keep programs from your files" in str(done.exception)
    assert not Path(tmp_path / "cup.sqlite").exists()


def test_bubblewrap_shows_the_same():
    """It is not installed everywhere: this is the command that it would get."""
    from salet.arena.bots.sandbox import _BUBBLEWRAP

    walls = Sandbox(_BUBBLEWRAP, "/bin/sh", no_network=True, own_processes=True, own_root=True)
    command = walls.command(("/bin/true",), PATIENT, Path(tempfile.gettempdir()), ["/bin/true"])
    assert "--unshare-all" in command
    assert command[command.index("/usr") - 1] == "--ro-bind"
    assert command[-3:] == ["sh", "/bot", "/bin/true"]
