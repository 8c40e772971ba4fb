"""What ``salet run --boards`` and ``salet suggest "... | ..."`` do and show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from salet.cli.options import F, chosen_lexicon

if TYPE_CHECKING:
    from collections.abc import Callable

    from salet.boards.advice import BoardsAdvice
    from salet.boards.simulation import BoardsRun
    from salet.cli.show import Screen

STRATEGY = "common"
_SHOWN_CANDIDATES = 12
_ONE_BOARD = ("strategy", "hard", "max_guesses", "prior", "frequencies")
"""Options of suggest and solve that are for one board."""


def boards_option(help_text: str) -> Callable[[F], F]:
    """Make the option --boards."""
    from salet.boards.positions import MOST_BOARDS

    return click.option(
        "--boards", type=click.IntRange(2, MOST_BOARDS), metavar="N", help=help_text
    )


def given(name: str) -> bool:
    """Whether an option was typed, rather than left at its default."""
    source = click.get_current_context().get_parameter_source(name)
    return source is ParameterSource.COMMANDLINE


def refuse_options(names: tuple[str, ...], why: str) -> None:
    """Say so if one of these options was given, rather than pass it over."""
    for name in names:
        if given(name):
            raise click.UsageError(f"--{name.replace('_', '-')} {why}")


def run_and_show(
    strategy: str | None,
    boards: int,
    *,
    opener: str | None,
    jobs: int,
    as_json: bool,
    ascii_only: bool,
    options: dict[str, Any],
) -> None:
    """Play games of several boards, as the options of ``salet run`` ask for."""
    from salet.boards.simulation import run_boards
    from salet.cli.show import Screen, notes_on_stderr, print_json, progress_bar

    if strategy not in (None, STRATEGY):
        raise click.UsageError(
            f"{strategy} plays one board; several are played by {STRATEGY}: "
            f"leave the strategy out with --boards"
        )
    refuse_options(
        ("hard", "on", "sample", "knowledge", "prior", "frequencies", "log", "plot"),
        "does not go with --boards",
    )
    with notes_on_stderr(), progress_bar("playing") as progress:
        result = run_boards(
            boards,
            games=options["games"],
            seed=options["seed"],
            lexicon=chosen_lexicon(options["lexicon"], options["answers"], options["allowed"]),
            opener=opener,
            max_guesses=options["max_guesses"] if given("max_guesses") else None,
            jobs=jobs,
            progress=progress,
        )
    if as_json:
        print_json(result.to_dict())
    else:
        _show_run(result, Screen(ascii_only=ascii_only))


def _show_run(result: BoardsRun, screen: Screen) -> None:
    from salet.cli.show import counted, histogram_lines, lexicon_line

    between = "+-" if screen.ascii_only else "±"
    screen.line(
        f"{result.boards} boards: {result.mean:.4f} {between} {result.standard_error:.4f} guesses "
        f"on average"
    )
    for line in histogram_lines(result.histogram, ascii_only=screen.ascii_only):
        screen.line(line)
    screen.line(
        f"{counted(len(result.lengths), 'game')}, {result.losses} lost; within "
        f"{result.max_guesses}: {result.within_limit:.2%}; worst {result.worst}, such as "
        f"{' '.join(result.hardest())}"
    )
    screen.fine_print(
        f"{result.strategy}; seed {result.seed}; {result.seconds:.1f} s; "
        f"words: {lexicon_line(result.lexicon)}"
    )


def suggest_and_show(
    text: str,
    *,
    top: int,
    lexicon: tuple[str | None, str | None, str | None],
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Advise on several boards."""
    from salet.boards.advice import suggest_boards
    from salet.cli.show import Screen, notes_on_stderr, print_json, progress_bar

    refuse_options(_ONE_BOARD, "does not go with several boards")
    with notes_on_stderr(), progress_bar("building the pattern table, once") as progress:
        advice = suggest_boards(text, lexicon=chosen_lexicon(*lexicon), top=top, progress=progress)
    if as_json:
        print_json(advice.to_dict())
    else:
        _show_advice(advice, Screen(ascii_only=ascii_only))


def solve_boards(
    text: str, *, top: int, lexicon: tuple[str | None, str | None, str | None], ascii_only: bool
) -> int:
    """Help with several boards, guess by guess; return the exit code."""
    from salet.boards.positions import Boards
    from salet.boards.puzzle import BoardsSession
    from salet.cli.prompt import converse
    from salet.cli.show import Screen, notes_on_stderr, progress_bar
    from salet.coach.suggest import Advisor

    refuse_options(_ONE_BOARD, "does not go with several boards")
    screen = Screen(ascii_only=ascii_only)
    with notes_on_stderr(), progress_bar("building the pattern table, once") as progress:
        advisor = Advisor.of(chosen_lexicon(*lexicon), progress=progress)
        session = BoardsSession(advisor, Boards.from_text(text, advisor.game), top)
    screen.line(session.help_text)
    _show_advice(session.advice(), screen)

    def ask() -> str | None:
        if session.closed:
            return None
        wanted = session.waiting_for or f"guess {session.boards.turns + 1}"
        return "n, u or q > " if session.solved else f"{wanted} > "

    def answer(line: str) -> None:
        before = session.state
        with notes_on_stderr():
            said = session.take(line)
            advice = session.advice()
        if said:
            screen.line(said)
        if session.state is not before and not session.waiting_for:
            _show_advice(advice, screen)

    return converse(ask, answer, screen)


def _show_advice(advice: BoardsAdvice, screen: Screen) -> None:
    from salet.cli.show import lexicon_line

    if advice.note:
        screen.line(f"! {advice.note}")
    screen.table(
        ["board", "~turns", ">left", "~candidates"],
        [
            [str(number), str(position) or "-", f"{len(words):,}", _some(words)]
            for number, (position, words) in enumerate(
                zip(advice.boards, advice.candidates, strict=True), 1
            )
        ],
    )
    if advice.solved:
        screen.line("solved: nothing is left to guess")
        return
    screen.table(
        ["guess", "answer of", ">solves", ">bits", ">guesses", "~expected left by board"],
        [
            [
                advice.lexicon.shown(suggestion.guess),
                " ".join(map(str, suggestion.boards)),
                f"{suggestion.solves:.2f}",
                f"{suggestion.bits:.2f}",
                _known(suggestion.expected_guesses),
                " ".join(f"{expected:.1f}" for expected in suggestion.expected_groups),
            ]
            for suggestion in advice.suggestions
        ],
    )
    best = advice.suggestions[0]
    screen.line(f"{advice.lexicon.shown(best.guess)} {best.reason}")
    screen.fine_print(
        f"guess {advice.boards.turns + 1} of {advice.max_guesses}; ranked by "
        f"{advice.strategy}, not proven; words: {lexicon_line(advice.lexicon)}"
    )


def _some(words: tuple[str, ...]) -> str:
    """Name a few words and count the rest."""
    rest = len(words) - _SHOWN_CANDIDATES
    return " ".join(words[:_SHOWN_CANDIDATES]) + (f" and {rest:,} more" if rest > 0 else "")


def _known(number: float | None) -> str:
    return "" if number is None else f"{number:.2f}"
