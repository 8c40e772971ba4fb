"""Talking with a person, line by line: mistakes get a clear line, and the talk goes on."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from salet.errors import SaletError

if TYPE_CHECKING:
    from collections.abc import Callable

    from salet.cli.show import Screen

INTERRUPTED = 130


def converse(ask: Callable[[], str | None], answer: Callable[[str], None], screen: Screen) -> int:
    """Ask and answer until `ask` returns None or the person leaves; return the exit code."""
    if sys.stdin is not None and sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - arrow keys and history in input()
    while True:
        prompt = ask()
        if prompt is None:
            return 0
        try:
            line = input(prompt)
        except EOFError:
            screen.line("\nInput closed; stopping.")
            return 0
        except KeyboardInterrupt:
            screen.line("\nstopped")
            return INTERRUPTED
        except UnicodeDecodeError:
            screen.line("! that is not UTF-8 text; type it again")
            continue
        try:
            answer(line)
        except SaletError as error:
            screen.line(f"! {error}")
        except KeyboardInterrupt:
            screen.line("\nstopped")
            return INTERRUPTED
