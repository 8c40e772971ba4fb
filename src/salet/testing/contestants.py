"""Programs that fail or attack, each in one way, to test the arena with; and four that play.

This file is the program and needs nothing but Python: ``python contestants.py late`` runs the one
named ``late``. It speaks the arena's protocol: a line of JSON in, a line of JSON out. An attack
plays too; it writes a line to stderr for all that it reached, as in ``got: read cup.sqlite``.

>>> sorted(FAILING)[:3]
['answers_twice', 'bad_utf8', 'chatters']
"""

import io
import json
import mmap
import os
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

FAILING = {
    "answers_twice": "invalid",
    "bad_utf8": "invalid",
    "chatters": "invalid",
    "crashed": "crashed",
    "floods": "invalid",
    "garbage": "invalid",
    "grows_by_children": "crashed",
    "grows_shared": "crashed",
    "half_line": "invalid",
    "huge_number": "invalid",
    "ignores_sigterm": "time-out",
    "illegal": "invalid",
    "late": "time-out",
    "lies": "invalid",
    "long_word": "invalid",
    "memory": "crashed",
    "multiplies": "crashed",
    "other_length": "invalid",
    "silent": "time-out",
    "spins": "time-out",
    "wrong_id": "invalid",
}
"""The program's name, and the verdict that it earns in every game."""

PLAYING = ("forks", "keeps_on", "litters", "one_shot")
"""These play well: one leaves children behind, one a folder that is hard to clear."""

GOT = "got: "
"""How a line begins that tells what an attack has reached."""

TREASURES = ("cup.sqlite", "other.py")
"""Files in the folder that an attack is told of."""

_MUCH = 20
"""The number of files of 10 MB that an attack tries to write in each place."""

_CRANE = b'{"guess": "crane", "word": "crane"}\n'
_ALWAYS = {
    "answers_twice": _CRANE * 2,
    "bad_utf8": b'{"guess": "\xff\xfe"}\n',
    "garbage": b"my guess is crane\n",
    "illegal": b'{"guess": "qqqqq", "word": "qqqqq", "pattern": "?????"}\n',
    # Claims that the word is solved and that no letter of any guess is right, and sets no word.
    "lies": b'{"solved": true, "pattern": "-----", "word": ""}\n',
    "huge_number": b'{"id": ' + b"9" * 5000 + b', "guess": "crane"}\n',
    "long_word": b'{"guess": "' + b"a" * 60_000 + b'"}\n',
    "other_length": b'{"guess": "cranes", "word": "cranes", "pattern": "------"}\n',
    "silent": b"",
    "wrong_id": b'{"id": 0, "guess": "crane", "word": "crane"}\n',
}
"""Programs that give the same reply to every question."""


def bot_command(name: str, *about: object) -> str:
    """Return a bot's text, as `salet arena check` takes it; `about` tells an attack its aims."""
    return " ".join(map(str, (sys.executable, Path(__file__).absolute(), name, *about)))


def _write(reply: bytes) -> None:
    sys.stdout.buffer.write(reply)
    sys.stdout.flush()


def _answer_all(reply: bytes) -> None:
    for _ in sys.stdin:
        _write(reply)


def chatters() -> None:
    """Write before being asked."""
    _write(b"Hello, I am a bot.\n")
    _answer_all(_CRANE)


def crashed() -> None:
    """Raise an error at the first question."""
    sys.stdin.readline()
    raise RuntimeError("this bot always crashes")


def floods() -> None:
    """Write ten million bytes without a line end."""
    sys.stdin.readline()
    for _ in range(160):
        _write(b"x" * 65536)


def half_line() -> None:
    """Write half a line and end."""
    sys.stdin.readline()
    _write(b'{"guess": "cra')


def ignores_sigterm() -> None:
    """Say nothing, and end neither when the input does nor when asked to."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(1)


def late() -> None:
    """Answer, but a minute later."""
    for _ in sys.stdin:
        time.sleep(60)
        _write(_CRANE)


def memory() -> None:
    """Take all the memory that there is."""
    sys.stdin.readline()
    taken = []
    while True:
        taken.append(bytearray(b"x") * (1 << 26))


def grows_by_children() -> None:
    """Take little memory in each of many processes."""
    sys.stdin.readline()
    for _ in range(8):
        if os.fork() == 0:
            taken = bytearray(b"x") * (50 << 20)
            time.sleep(60)
            del taken
    time.sleep(60)


def grows_shared() -> None:
    """Take memory that no limit of a process counts."""
    sys.stdin.readline()
    taken = mmap.mmap(-1, 400 << 20)
    for _ in range(400):
        taken.write(b"x" * (1 << 20))
    time.sleep(60)


def multiplies() -> None:
    """Start more processes than any bot needs."""
    sys.stdin.readline()
    for _ in range(400):
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
    time.sleep(60)


def spins() -> None:
    """Compute for ever."""
    while True:
        pass


def forks() -> None:
    """Play, but leave a child behind that would sleep for an hour, out of its session."""
    child = os.fork()
    if child == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(3600)
        os._exit(0)
    os.waitpid(child, 0)
    keeps_on()


def litters() -> None:
    """Play, but leave folders within folders, a closed one, and a pipe in place of every log."""
    here = Path.cwd()
    for _ in range(1500):
        Path("deeper").mkdir()
        os.chdir("deeper")
    os.chdir(here)
    Path("closed").mkdir()
    Path("closed", "file").write_text("x", encoding="utf-8")
    Path("closed").chmod(0)
    for name in ("stderr", "lock"):
        with suppress(OSError):
            Path("..", name).unlink(missing_ok=True)
            os.mkfifo(Path("..", name))
    sys.stderr.write("\x1b[31mred")
    keeps_on()


def one_shot() -> None:
    """Play: answer one question and end."""
    sys.stdin = io.StringIO(sys.stdin.readline())
    keeps_on()


def keeps_on() -> None:
    """Play: guess the first word that fits, and go on reading."""
    answers = Path("answers.txt").read_text(encoding="utf-8").split()
    used = set()
    for line in sys.stdin:
        question = json.loads(line)
        used |= {game["answer"] for game in question["history"]}
        left = [word for word in answers if word not in used]
        for turn in question["turns"]:
            left = [word for word in left if _pattern(turn["guess"], word) == turn["pattern"]]
        if question["ask"] == "guess":
            reply = {"guess": left[0]}
        elif question["ask"] == "set":
            reply = {"word": left[question["seed"] % len(left)]}
        else:
            reply = {"pattern": _pattern(question["guessed"], left[-1])}
        _write(json.dumps(reply).encode() + b"\n")


def _pattern(guess: str, answer: str) -> str:
    colours = ["g" if a == b else "-" for a, b in zip(guess, answer, strict=True)]
    left = Counter(b for a, b in zip(guess, answer, strict=True) if a != b)
    for place, letter in enumerate(guess):
        if colours[place] == "-" and left[letter] > 0:
            colours[place] = "y"
            left[letter] -= 1
    return "".join(colours)


# Attacks: each gives what it reached. They are told a folder with `TREASURES` and a socket, and a
# port that somebody listens at.


def reads_files(folder: Path, _port: int) -> Iterator[str]:
    """Read a store, another bot, and the passwords of the system."""
    for path in (*(folder / name for name in TREASURES), Path("/etc/shadow")):
        with suppress(OSError):
            path.read_bytes()
            yield f"read {path.name}"


def changes_files(folder: Path, _port: int) -> Iterator[str]:
    """Open a store, another bot, its own file and a folder of the system for writing."""
    for path in (*(folder / name for name in TREASURES), Path(__file__)):
        with suppress(OSError):
            path.open("ab").close()
            yield f"could change {path.name}"
    with suppress(OSError):
        probe = Path("/usr/salet-attack")
        probe.touch()
        probe.unlink()
        yield "could change the system"


def fills_the_disk(_folder: Path, _port: int) -> Iterator[str]:
    """Write as much as it can wherever it may."""
    written = []
    for place in (".", "/", "/tmp", "/dev/shm"):
        with suppress(OSError):
            for number in range(_MUCH):
                path = Path(place, f"salet-attack-{number}")
                written.append(path)
                path.write_bytes(b"x" * (10 << 20))
    taken = sum(path.stat().st_size for path in written if path.exists()) >> 20
    for path in written:
        with suppress(OSError):
            path.unlink()
    if taken > 64:
        yield f"wrote {taken} MB"


def calls_out(folder: Path, port: int) -> Iterator[str]:
    """Connect to a server on this machine, by the network and by the file system."""
    with suppress(OSError):
        socket.create_connection(("127.0.0.1", port), 2).close()
        yield "connected by the network"
    with suppress(OSError), socket.socket(socket.AF_UNIX) as link:
        link.connect(str(folder / "socket"))
        yield "connected by a socket in the file system"


def spies(_folder: Path, _port: int) -> Iterator[str]:
    """Read the environment of processes that are not its own."""
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            found = entry.read_bytes()
            if found and b"SALET_ARENA_BOT=" not in found:
                yield "read the environment of others"
                return


def gains_privileges(_folder: Path, _port: int) -> Iterator[str]:
    """Look for capabilities, and for ways to get some."""
    lines = Path("/proc/self/status").read_text(encoding="utf-8").splitlines()
    status = dict(line.split(":", 1) for line in lines)
    if int(status["CapEff"], 16):
        yield "has capabilities"
    for words in (["umount", "/proc"], ["unshare", "-r", "true"], ["unshare", "-U", "true"]):
        with suppress(OSError):
            if subprocess.run(words, capture_output=True, check=False).returncode == 0:
                yield " ".join(words)


def kills_the_arena(_folder: Path, _port: int) -> Iterator[str]:
    """End the process that started it."""
    if os.getppid() > 1:
        with suppress(OSError):
            os.kill(os.getppid(), signal.SIGKILL)
            yield "killed its parent"


def detaches(folder: Path, _port: int) -> Iterator[str]:
    """Leave a process behind that has neither our session nor our environment."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in range(3):
                os.close(number)
            os.execve("/bin/sleep", [f"{folder}/detached", "60"], {})
        os._exit(0)
    os.wait()
    yield from ()


ATTACKS = {
    one.__name__: one
    for one in (
        *(reads_files, changes_files, fills_the_disk, calls_out, spies, gains_privileges),
        *(kills_the_arena, detaches),
    )
}
"""The attacks by name; the docstring of each says what it tries."""


def main(name: str, *about: str) -> None:
    """Run the program of that name."""
    failing = (chatters, crashed, floods, half_line, ignores_sigterm, late, memory, spins)
    growing = (grows_by_children, grows_shared, multiplies)
    playing = (forks, keeps_on, litters, one_shot)
    programs = {one.__name__: one for one in (*failing, *growing, *playing)}
    if name in _ALWAYS:
        _answer_all(_ALWAYS[name])
    elif name in programs:
        programs[name]()
    elif name in ATTACKS and len(about) == 2:
        for reached in ATTACKS[name](Path(about[0]), int(about[1])):
            sys.stderr.write(f"{GOT}{reached}\n")
        keeps_on()
    else:
        names = "|".join([*FAILING, *PLAYING])
        sys.exit(f"usage: {Path(__file__).name} {names}, or {'|'.join(ATTACKS)} FOLDER PORT")


if __name__ == "__main__":
    main(*(sys.argv[1:] or [""]))
