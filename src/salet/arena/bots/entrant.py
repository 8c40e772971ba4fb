"""An entrant: a bot as a person writes it, and the player it becomes.

==========================  ==================================================================
``entropy+opener(salet)``   a strategy of ours, by its text
``resident:hedger``         a resident; ``salet arena bots`` lists them
``mybot.py:Name``           a Python class with a method ``guess``, or a strategy of one's own
``mybot.py``                the same if the file has one such class; but a file that is
                            executable and begins with ``#!`` is a program
``./mybot``                 a program that reads and writes lines of JSON
``node mybot.js``           the same, with arguments
``http://host:port``        a server
``openai:MODEL@URL``        a chat model; see `salet.arena.bots.chat`
==========================  ==================================================================
"""

from __future__ import annotations

import hashlib
import os
import platform
import shlex
import shutil
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

from salet.arena.bots.bot import Bot
from salet.arena.bots.player import HousePlayer, Limits, Player
from salet.arena.bots.wrapper import classes_that_play, several_bots
from salet.errors import InvalidError, UnknownNameError
from salet.games.game import Game
from salet.games.rules import Rules
from salet.strategies.base import Strategy

RESIDENT = "resident:"
CHAT = "openai:"
_HTTP = ("http://", "https://")
_MOST_FILES = 10_000
"""A bot's own folder has no more: all of them are read before each match."""


class Kind(StrEnum):
    """Where a bot lives."""

    STRATEGY = "strategy"
    RESIDENT = "resident"
    CLASS = "class"
    PROGRAM = "program"
    SERVER = "server"
    CHAT = "chat"


@dataclass(frozen=True)
class Entrant:
    """A bot under the name it plays as.

    Attributes
    ----------
    bot
        as the person wrote it
    command
        what starts its process, for classes and programs
    files
        its files, each with a digest of what it held when the bot was read; empty for a program of
        the system
    folder
        the folder that bots are looked up from. A bot whose file is in a folder below it has that
        whole folder for its own: all files there are the bot's, but for what Python compiled
    """

    name: str
    bot: str
    kind: Kind
    command: tuple[str, ...] = ()
    files: dict[str, str] = field(default_factory=dict)
    folder: str = ""

    @property
    def house(self) -> bool:
        """Whether it plays inside our own process."""
        return self.kind in (Kind.STRATEGY, Kind.RESIDENT)

    @property
    def strategy(self) -> Strategy | None:
        """The strategy, if that is all that it is."""
        from salet.strategies.registry import make_strategy

        return make_strategy(self.bot) if self.kind is Kind.STRATEGY else None

    @property
    def own_folders(self) -> list[str]:
        """The folders that are its own."""
        parents = {Path(file).parent for file, digest in self.files.items() if digest}
        return sorted(str(one) for one in parents if self.folder in map(str, one.parents))

    @property
    def digests(self) -> dict[str, str]:
        """What its files held when it was read, by their names from the folder of the cup."""
        return {
            os.path.relpath(file, self.folder): digest
            for file, digest in self.files.items()
            if digest
        }

    def check_files(self) -> None:
        """Refuse to start what is missing here or was changed, which may not be the bot's fault."""
        for file in dict.fromkeys([*self.files, *_files_in(self.own_folders)]):
            digest = self.files.get(file)
            if not Path(file).is_file():
                raise InvalidError(f"{platform.node()} has no file {file}; a worker needs it there")
            if digest != "" and _digest(file) != digest:
                raise InvalidError(
                    f"{file} of the bot {self.name!r} has changed since the cup was read; "
                    "put it back, or give the cup another name and play it again"
                )

    def check(self, game: Game, rules: Rules) -> None:
        """Refuse a bot of the house that cannot play there."""
        if not self.house:
            return
        from salet.arena.bots.strategist import StrategyBot

        bot, strategy = self._house_bot(), self.strategy
        if isinstance(bot, StrategyBot):
            bot.check_game(game)
        if strategy is not None and not strategy.traits.plays(rules.hard):
            raise InvalidError(f"{self.name} ({self.bot}) cannot play hard mode {rules.hard}")

    def _house_bot(self) -> Bot:
        if self.kind is Kind.STRATEGY:
            from salet.arena.bots.strategist import StrategyBot

            return StrategyBot(self.bot)
        from salet.arena.bots.residents import RESIDENTS

        return RESIDENTS[self.bot.removeprefix(RESIDENT)]()

    def player(self, game: Game, limits: Limits) -> Player:
        """Take a seat: start what is to be started."""
        if self.house:
            return HousePlayer(self._house_bot())
        if self.kind is Kind.CHAT:
            from salet.arena.bots.chat import ChatModel, ChatPlayer

            return ChatPlayer(ChatModel.from_text(self.bot))
        from salet.arena.bots.process import HttpPlayer, ProcessPlayer

        if self.kind is Kind.SERVER:
            return HttpPlayer(self.bot)
        command = self.command
        if self.kind is Kind.CLASS:  # by the Python that runs here, which may be a cluster's
            command = (sys.executable, *command[1:])
        return ProcessPlayer(command, game, limits, self.own_folders)


def read_entrant(bot: str, name: str | None = None, folder: Path | None = None) -> Entrant:
    """Read a bot as a person writes it; files are looked up from `folder`.

    >>> read_entrant("entropy+opener(salet)").kind
    <Kind.STRATEGY: 'strategy'>
    >>> read_entrant("resident:optimal").name
    'optimal'
    """
    base = (Path.cwd() if folder is None else folder).absolute()
    entrant = replace(_read(bot.strip(), name, base), folder=str(base))
    beside = {file: _digest(file) for file in _files_in(entrant.own_folders)}
    return replace(entrant, files=beside | entrant.files)


def _read(text: str, name: str | None, base: Path) -> Entrant:
    if not text:
        raise InvalidError("a bot is a strategy, a resident, a file, a program or a URL")
    if text.startswith((CHAT, *_HTTP)):
        return _remote(text, name)
    if text.startswith(RESIDENT):
        from salet.arena.bots.residents import RESIDENTS

        resident = text.removeprefix(RESIDENT)
        if resident not in RESIDENTS:
            raise UnknownNameError.among("resident", resident, RESIDENTS)
        return Entrant(name or resident, text, Kind.RESIDENT)
    file, _, class_name = text.rpartition(":")
    if file.endswith(".py") and class_name.isidentifier():
        return _class(_existing(base / file), class_name, text, name)
    path = base / Path(text).expanduser()
    command = () if path.is_file() else _command(text, base)
    if command:
        files = {word: _digest(word) for word in command if Path(word).is_file()}
        if command[0] == shutil.which(shlex.split(text)[0]):
            files[command[0]] = ""
        return Entrant(name or Path(command[-1]).stem, text, Kind.PROGRAM, command, files)
    if path.is_file() or text.endswith(".py") or text.startswith(("./", "../", "/", "~")):
        return _file(_existing(path), text, name)
    from salet.strategies.registry import make_strategy

    try:
        strategy = make_strategy(text)
    except InvalidError as error:
        raise InvalidError(f"no file or program is called {text!r}, and {error}") from None
    return Entrant(name or text, strategy.to_text(), Kind.STRATEGY)


def _remote(text: str, name: str | None) -> Entrant:
    """Take an address for that of a server, or of a chat model."""
    if text.startswith(CHAT):
        from salet.arena.bots.chat import ChatModel

        return Entrant(name or ChatModel.from_text(text).model, text, Kind.CHAT)
    if not is_address(text):
        raise InvalidError(f"{text} is not the address of a server; write http://host:port")
    return Entrant(name or text.split("://")[1].rstrip("/"), text, Kind.SERVER)


def is_address(url: str) -> bool:
    """Whether a URL names a host, and no impossible port."""
    try:
        parts = urlsplit(url)
        return bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _existing(path: Path) -> Path:
    if not path.is_file():
        raise InvalidError(f"there is no bot file {path}")
    return path.absolute()


def _file(path: Path, text: str, name: str | None) -> Entrant:
    """Take a file for a program, or a Python file for a class."""
    runs = os.access(path, os.X_OK)
    with path.open("rb") as file:
        begins = file.read(2)
    if path.suffix == ".py" and not (runs and begins == b"#!"):
        plays = classes_that_play(path)
        if len(plays) > 1:
            raise InvalidError(several_bots(path, plays))
        return _class(path, "", text, name)
    if not runs:
        raise InvalidError(f"{path} is not executable; chmod +x {path.name}")
    files = {str(path): _digest(str(path))}
    return Entrant(name or path.stem, text, Kind.PROGRAM, (str(path),), files)


def _class(path: Path, class_name: str, text: str, name: str | None) -> Entrant:
    command = (sys.executable, "-m", "salet.arena.bots.wrapper", str(path), class_name)
    files = {str(path): _digest(str(path))}
    return Entrant(name or class_name or path.stem, text, Kind.CLASS, command, files)


def _files_in(folders: Sequence[str]) -> list[str]:
    """Return all files in and below folders, but for what Python compiled."""
    found: set[str] = set()
    for path in (path for folder in folders for path in Path(folder).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            found.add(str(path))
        if len(found) > _MOST_FILES:
            raise InvalidError(
                f"{folders[0]} has more than {_MOST_FILES:,} files, and all of them are the bot's; "
                "put it into a folder of its own"
            )
    return sorted(found)


def _digest(file: str) -> str:
    try:
        with Path(file).open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    except OSError as error:
        raise InvalidError(f"cannot read {file}: {error.strerror}") from None


def _command(text: str, base: Path) -> tuple[str, ...]:
    """Find a program with arguments, and the files among these; empty if it is none."""
    from salet.strategies.registry import make_strategy

    try:
        words = shlex.split(text)
    except ValueError:
        return ()
    if len(words) < 2:
        return ()
    with suppress(InvalidError):
        make_strategy(text)
        return ()
    own = base / words[0]
    program = str(own.absolute()) if own.is_file() else shutil.which(words[0])
    if program is None:
        return ()
    rest = [
        str((base / word).absolute()) if (base / word).is_file() else word for word in words[1:]
    ]
    return (str(Path(program).absolute()), *rest)
