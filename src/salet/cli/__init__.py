"""The command ``salet``: parse, call, show.

One file per sub-command, loaded when it is asked for. `COMMANDS` is the only list of them. This
file stays light: ``salet`` and ``salet --help`` answer from here, without click.
"""

import os
import sys

from salet._version import __version__

COMMANDS = {
    "suggest": "Rank the next guesses for a position.",
    "solve": "Help with a puzzle, guess by guess.",
    "play": "Play against a hidden word, or against a host who hides none.",
    "review": "Look back on a game: skill and luck, turn by turn.",
    "infer": "Rank the answers that fit the shared grids of one day.",
    "run": "Play a strategy on all answers and measure it.",
    "compare": "Play several strategies on the same answers, side by side.",
    "study": "Run an experiment of your own, or a published one again.",
    "optimal": "Find the least total number of guesses, with proof.",
    "tree": "Replay a tree, look at one, or write it in another form.",
    "arena": "Let bots race, set words for each other, and play tournaments.",
    "serve": "Serve the web page and the HTTP API.",
    "strategies": "List the strategies and the decision rules.",
    "pattern": "Show the reply to a guess for a given answer.",
    "words": "List the lexicons, or build one of another language or length.",
    "completion": "Print the shell completion script.",
}

INTRODUCTION = """\
salet - a laboratory for Wordle and games like it

Try first:
  salet suggest                              the best openers, with their numbers
  salet suggest "raise:--y-g clout:-y---"    what to guess next, and what is still possible
  salet play                                 a game in the terminal; ? gives a hint
  salet review there salet nerdy there       skill and luck of a game, turn by turn
  salet run entropy                          a strategy on all 2,315 answers, measured

salet --help lists all commands; salet COMMAND --help tells more of each."""

HELP = f"""\
Usage: salet [OPTIONS] COMMAND [ARGS]...

  Play, advise and measure: a laboratory for Wordle and games like it.

Options:
  -V, --version  Show the version and exit.
  -h, --help     Show this message and exit.

Commands:
{chr(10).join(f"  {name:{max(map(len, COMMANDS))}}  {text}" for name, text in COMMANDS.items())}"""

ANSWERS = {
    (): INTRODUCTION,
    ("-h",): HELP,
    ("--help",): HELP,
    ("-V",): f"salet {__version__}",
    ("--version",): f"salet {__version__}",
}
"""What needs no more than a text."""


def main() -> None:
    """Run the command; report bad input in one line with exit code 2, without a traceback."""
    if sys.stdout is None:  # the shell closed it; there is still a result to compute
        sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    if hasattr(sys.stdout, "reconfigure"):
        # A terminal that lacks a letter shows a question mark instead of an error.
        sys.stdout.reconfigure(errors="replace")
    try:
        text = ANSWERS.get(tuple(sys.argv[1:]))
        if text is not None and "_SALET_COMPLETE" not in os.environ:
            sys.stdout.write(text + "\n")
            status = 0
        else:
            from salet.cli.group import call

            status = call()
        sys.stdout.flush()
    except OSError as error:
        status = _output_failed(error)
    sys.exit(status)


def complain(message: str) -> None:
    """Print one line to stderr."""
    sys.stderr.write(f"salet: {' '.join(message.split())}\n")


def _output_failed(error: OSError) -> int:
    """Say why nothing more can be written, and keep Python from trying again at its exit."""
    sys.stdout = open(os.devnull, "w")  # noqa: PTH123, SIM115
    if isinstance(error, BrokenPipeError):
        return 0  # the reader (head, less) has gone, which is no failure
    complain(f"cannot go on: {error.strerror}")
    return 2
