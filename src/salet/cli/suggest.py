"""``salet suggest [POSITION]``: what to guess next."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from salet.cli.boards import suggest_and_show
from salet.cli.options import (
    ascii_option,
    chosen_lexicon,
    frequencies_option,
    hard_option,
    json_option,
    lexicon_options,
    max_guesses_option,
    prior_option,
    strategy_option,
)
from salet.games.rules import HardMode

if TYPE_CHECKING:
    from salet.cli.show import Screen
    from salet.coach.suggest import Advice

_SHOWN_CANDIDATES = 40


@click.command()
@click.argument("position", nargs=-1)
@strategy_option
@click.option(
    "--top",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="N",
    help="How many guesses to show.",
)
@click.option("--exact", is_flag=True, help="Exact values up to 400 candidates; may compile once.")
@hard_option
@max_guesses_option
@prior_option
@frequencies_option
@lexicon_options
@json_option
@ascii_option
def suggest(
    position: tuple[str, ...],
    strategy: str | None,
    top: int,
    exact: bool,
    hard: str,
    max_guesses: int,
    prior: str,
    frequencies: str | None,
    lexicon: str | None,
    answers: str | None,
    allowed: str | None,
    as_json: bool,
    ascii_only: bool,
) -> None:
    """Rank the next guesses for a position.

    POSITION is what was played so far, such as raise:--y-g clout:-y---: each guess and its
    pattern, - for grey, y for yellow, g for green. Digits 0/1/2, BYG, xyg and coloured squares
    are read too. Without it, the openers are ranked. For several boards, write a bar between
    two positions: "raise:--y-g | raise:y----".

    The columns: may the word be the answer; how many guesses it will take from here, this one
    included (~ marks an estimate, all others are exact); the chance to win now, and within the
    guesses allowed; bits of information expected from its pattern; how many candidates will remain
    on average, and at worst; into how many groups its patterns split them; which hard modes allow
    it here; and on a wide terminal the reason, which is otherwise given for the first alone.
    """
    text = " ".join(position)
    if "|" in text:
        words = (lexicon, answers, allowed)
        suggest_and_show(text, top=top, lexicon=words, as_json=as_json, ascii_only=ascii_only)
        return
    from salet.cli.show import Screen, notes_on_stderr, print_json, progress_bar
    from salet.coach.suggest import suggest as advise
    from salet.words.frequencies import Frequencies

    if exact:
        note_compiling()
    with notes_on_stderr(), progress_bar("building the pattern table, once") as progress:
        advice = advise(
            text,
            lexicon=chosen_lexicon(lexicon, answers, allowed),
            strategy=strategy,
            hard=hard,
            max_guesses=max_guesses,
            prior=prior,
            frequencies=None if frequencies is None else Frequencies.from_file(frequencies),
            top=top,
            exact=exact or None,
            progress=progress,
        )
    if as_json:
        print_json(advice.to_dict())
        return
    screen = Screen(ascii_only=ascii_only)
    for turn in advice.position:
        screen.line(screen.tiles(advice.lexicon.capitals(turn.guess), turn.pattern))
    show_advice(advice, screen)


def note_compiling() -> None:
    """Say so if the search is to be compiled now."""
    from salet.exact.search import needs_compiling

    if needs_compiling():
        click.echo("note: compiling the search for this machine, once: half a minute", err=True)


def show_advice(advice: Advice, screen: Screen, more: str = "all of them with --json") -> None:
    """Show the ranked guesses, the reason for the first, and the candidates.

    `more` says how to see the candidates where they are too many to show.
    """
    from salet.cli.show import lexicon_line

    if advice.solved:
        screen.line("solved: nothing is left to guess")
        return
    if advice.note:
        screen.line(f"! {advice.note}")
    within = f">in {advice.rules.max_guesses}"
    shown = screen.table(
        [
            *["guess", "answer?", ">left", ">now", within, ">bits"],
            *[">expected", ">largest", ">groups", "hard", "reason"],
        ],
        [
            [
                advice.lexicon.shown(suggestion.guess),
                "yes" if suggestion.candidate else "",
                f"{'' if suggestion.exact else '~'}{suggestion.expected_guesses:.3f}",
                percent(suggestion.win_now),
                percent(suggestion.win_within),
                f"{suggestion.bits:.3f}",
                f"{suggestion.expected_group:.2f}",
                str(suggestion.largest_group),
                str(suggestion.groups),
                "both" if suggestion.legal_strict else "nyt" if suggestion.legal_nyt else "",
                suggestion.reason,
            ]
            for suggestion in advice.suggestions
        ],
        spare=[
            *["reason", "hard", ">groups", ">largest", ">expected"],
            *[within, ">now", "answer?", ">bits"],
        ],
    )
    if advice.suggestions and "reason" not in shown:
        best = advice.suggestions[0]
        screen.line(f"{advice.lexicon.shown(best.guess)} {best.reason}")
    screen.line(_candidates_line(advice, more))
    hard = "" if advice.rules.hard is HardMode.OFF else f", hard mode {advice.rules.hard}"
    # The fine print ends with the words, as everywhere.
    screen.fine_print(
        f"ranked by {advice.strategy}{hard}; {_trust(advice)}words: {lexicon_line(advice.lexicon)}"
    )


def percent(chance: float) -> str:
    """Write a chance, and 0 and 1 only where it is just that.

    >>> percent(0), percent(0.0004), percent(0.25), percent(0.9999), percent(1)
    ('0%', '<1%', '25%', '>99%', '100%')
    """
    if 0 < chance < 0.005:
        return "<1%"
    return ">99%" if 0.995 <= chance < 1 else f"{chance:.0%}"


def _trust(advice: Advice) -> str:
    """Say whether values are exact, and how to get them so where they are not."""
    if not advice.suggestions:
        return ""
    if advice.exact:
        return "exact; "
    more = "; --exact for exact ones" if len(advice.candidates) <= 400 else ""
    return f"~ estimates{more}; "


def _candidates_line(advice: Advice, more: str) -> str:
    """Name the candidates if they are few, the likeliest first."""
    from salet.cli.show import counted

    chances = zip(advice.probabilities, advice.candidates, strict=True)
    ranked = sorted(chances, key=lambda chance: (-chance[0], chance[1]))
    count = counted(len(ranked), "possible word")
    if len(ranked) > _SHOWN_CANDIDATES:
        return f"{count} ({more})"
    alike = len(set(advice.probabilities)) == 1
    shown = [(chance, advice.lexicon.shown(word)) for chance, word in ranked]
    names = [word if alike else f"{word} {percent(chance)}" for chance, word in shown]
    return f"{count}: {(' ' if alike else ', ').join(names)}"
