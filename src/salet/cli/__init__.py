"""The command ``salet``: read the options, call the library, show the result.

A sub-command is a file, or shares one (`HOMES`), and is loaded when it is asked for. `SECTIONS` is
the only list of them. This file stays light: ``salet`` and ``salet --help`` answer from here,
without click.
"""

import os
import sys

from salet._version import __version__

SECTIONS = {
    "Advise and play": {
        "suggest": "Rank the next guesses for a position.",
        "today": "Rank the next guesses for today's puzzle.",
        "solve": "Help with a puzzle, guess by guess.",
        "play": "Play a game in the terminal.",
        "review": "Review a finished game: skill and luck, turn by turn.",
        "infer": "Rank the answers that fit the grids people shared.",
        "pattern": "Show the reply to a guess for a given answer.",
    },
    "Measure": {
        "run": "Play a strategy on all answers and measure it.",
        "compare": "Compare several strategies on the same answers.",
        "backtest": "Play the past days of a daily puzzle, each as if it were today.",
        "study": "Run an experiment of your own, or replicate a published one.",
        "bench": "Test bots, chat models and strategies on the same answers.",
        "strategies": "List the strategies and the decision rules.",
    },
    "Prove": {
        "optimal": "Find the least total number of guesses, with proof.",
        "atlas": "Prove the best openers of every language and length.",
        "book": "Build, show or verify an opening book.",
        "tree": "Show, verify or convert a whole strategy written as a tree.",
        "duel": "Bound the value of a duel in which both sides mix.",
    },
    "Host": {
        "arena": "Let bots play duels, races and tournaments.",
        "serve": "Serve the web page and the HTTP API.",
        "site": "Build the web page as plain files, for any host.",
        "mcp": "Serve tools for language models (MCP).",
    },
    "Words and set-up": {
        "words": "List the lexicons, or build one for another language or length.",
        "history": "Keep the past answers of a daily puzzle.",
        "completion": "Print the completion script for your shell.",
    },
}
"""The commands by purpose, in the order in which people should meet them."""

HOMES = {
    "compare": "run",
    "backtest": "history",
    "duel": "optimal",
    "infer": "review",
    "mcp": "site",
    "pattern": "suggest",
    "serve": "site",
    "strategies": "run",
    "today": "suggest",
}
"""The modules of the commands that have none of their own name."""

_LONG, _LONGEST = 200, 1000

COMMANDS = {name: text for section in SECTIONS.values() for name, text in section.items()}

INTRODUCTION = """\
salet - a laboratory for Wordle and games like it

Try first:
  salet suggest                              the best openers, with their numbers
  salet suggest "raise:--y-g clout:-y---"    what to guess next, and what is still possible
  salet play                                 a game in the terminal; ? gives a hint
  salet review there salet nerdy there       skill and luck of a game, turn by turn
  salet run entropy                          a strategy on all 2,315 answers, measured

salet --help lists all commands; salet COMMAND --help explains one."""


def _sections() -> str:
    """List the commands under their headings."""
    width = max(map(len, COMMANDS))
    return "\n\n".join(
        "\n".join([f"{title}:", *(f"  {name:{width}}  {text}" for name, text in section.items())])
        for title, section in SECTIONS.items()
    )


HELP = f"""\
Usage: salet [OPTIONS] COMMAND [ARGS]...

  Play, advise and measure: a laboratory for Wordle and games like it.

Options:
  -V, --version  Show the version and exit.
  -h, --help     Show this message and exit.

{_sections()}

Environment:
  SALET_LEXICON  Default lexicon. Without it, commands to play use the newest
                 list, nyt; commands to measure use original.
  SALET_CACHE    The folder for caches, histories and lexicons built here.
  NO_COLOR       Set it to print without colours."""

ANSWERS = {
    (): INTRODUCTION,
    ("help",): HELP,
    ("-h",): HELP,
    ("--help",): HELP,
    ("-V",): f"salet {__version__}",
    ("--version",): f"salet {__version__}",
}
"""The command lines that a text answers."""


def main() -> None:
    """Run the command; report bad input in one line with exit code 2, without a traceback."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # the shell closed it; there is still a result to compute
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115
    if hasattr(sys.stdout, "reconfigure"):
        # A terminal that lacks a letter shows a question mark instead of an error.
        sys.stdout.reconfigure(errors="replace")
    try:
        text = ANSWERS.get(tuple(sys.argv[1:]))
        if text is not None and "_SALET_COMPLETE" not in os.environ:
            sys.stdout.write(text + "\n")
            status = 0
        else:
            from salet.cli.dispatch import call

            status = call()
        sys.stdout.flush()
    except OSError as error:
        status = _output_failed(error)
    sys.exit(status)


def complain(message: str) -> None:
    """Print one line to stderr; what a person typed or wrote may be long, and is cut."""
    words = (word if len(word) <= _LONG else f"{word[:_LONG]}..." for word in message.split())
    line = " ".join(words)
    sys.stderr.write(f"salet: {line if len(line) <= _LONGEST else line[:_LONGEST] + '...'}\n")


def _output_failed(error: OSError) -> int:
    """Say why the output failed, and keep Python from trying again at its exit."""
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    if isinstance(error, BrokenPipeError):
        return 0  # the reader (head, less) has gone, which is no failure
    complain(f"cannot write the output: {error.strerror}")
    return 2
