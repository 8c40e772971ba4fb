"""Programs that fail, one way each, to try a referee on; and two that do not.

Each file is a program of its own that speaks the arena's protocol and needs nothing but Python.

>>> sorted(FAILING)[:3]
['answers_twice', 'bad_utf8', 'chatters']
"""

from __future__ import annotations

import sys
from pathlib import Path

FAILING = {
    "answers_twice": "invalid",
    "bad_utf8": "invalid",
    "chatters": "invalid",
    "crashed": "crashed",
    "floods": "invalid",
    "garbage": "invalid",
    "half_line": "invalid",
    "ignores_sigterm": "time-out",
    "illegal": "invalid",
    "late": "time-out",
    "lies": "invalid",
    "memory": "crashed",
    "other_length": "invalid",
    "silent": "time-out",
    "spins": "time-out",
    "wrong_id": "invalid",
}
"""The program's name, and the verdict that it earns in every game."""

PLAYING = ("forks", "keeps_on", "one_shot")
"""These play well: one leaves children behind, one answers many questions, one answers one."""


def bot_path(name: str) -> Path:
    """Return the program of that name."""
    return Path(__file__).parent / f"{name}.py"


def bot_command(name: str) -> str:
    """Return a bot's text, as `salet arena check` takes it."""
    return f"{sys.executable} {bot_path(name)}"
