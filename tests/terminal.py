"""The command on a pseudo-terminal, as a person has it before them."""

import os
import pty
import select
import signal
import sys
import time

CTRL_C = b"\x03"


def on_terminal(arguments, react=None, env=None, seconds=200):
    """Run the command; return what it writes, and its status.

    `react` is called with all output so far, when there is more and every now and then, and returns
    what to type.
    """
    pid, handle = pty.fork()
    if pid == 0:
        command = [sys.executable, "-m", "salet", *arguments]
        os.execve(sys.executable, command, os.environ | {"TERM": "xterm-256color"} | (env or {}))
    output, deadline = b"", time.monotonic() + seconds
    while time.monotonic() < deadline:
        if select.select([handle], [], [], 0.5)[0]:
            try:
                data = os.read(handle, 65536)
            except OSError:  # the other end is closed
                break
            if not data:
                break
            output += data
        if react is not None and (typed := react(output)):
            os.write(handle, typed)
    else:
        os.kill(pid, signal.SIGKILL)
    os.close(handle)
    return output.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def talk(arguments, lines, *, interrupt=False):
    """Type lines, each once there is a prompt, and then Ctrl-C if asked for."""
    waiting = [line.encode() + b"\n" for line in lines]

    def react(output):
        if not output.endswith(b"> "):
            return b""
        # Ctrl-C again while nothing happens: Python does not see a signal that arrives between
        # its prompt and its read before the next one.
        return waiting.pop(0) if waiting else CTRL_C * interrupt

    return on_terminal(arguments, react)
