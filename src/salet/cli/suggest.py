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
    prior_option,
    strategy_option,
)
from salet.rules import HardMode

if TYPE_CHECKING:
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
@hard_option
@prior_option
@frequencies_option
@lexicon_options
@json_option
@ascii_option
def suggest(
    position: tuple[str, ...],
    strategy: str,
    top: int,
    hard: str,
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

    The columns: may the word be the answer; bits of information expected from its pattern; how
    many candidates will remain on average, and at worst; into how many groups its patterns split
    the candidates.
    """
    text = " ".join(position)
    if "|" in text:
        words = (lexicon, answers, allowed)
        suggest_and_show(text, top=top, lexicon=words, as_json=as_json, ascii_only=ascii_only)
        return
    from salet.cli.show import notes_on_stderr, print_json, progress_bar
    from salet.coach.suggest import suggest as advise
    from salet.frequencies import Frequencies

    with notes_on_stderr(), progress_bar("building the pattern table, once") as progress:
        advice = advise(
            text,
            lexicon=chosen_lexicon(lexicon, answers, allowed),
            strategy=strategy,
            hard=hard,
            prior=prior,
            frequencies=None if frequencies is None else Frequencies.from_file(frequencies),
            top=top,
            progress=progress,
        )
    if as_json:
        print_json(advice.to_dict())
    else:
        _show(advice, ascii_only=ascii_only)


def _show(advice: Advice, *, ascii_only: bool) -> None:
    from salet.cli.show import Screen, lexicon_line

    screen = Screen(ascii_only=ascii_only)
    for turn in advice.position:
        screen.line(screen.tiles(turn.guess, turn.pattern))
    if advice.solved:
        screen.line("solved: nothing is left to guess")
        return
    screen.table(
        ["guess", "answer?", ">bits", ">expected", ">largest", ">groups"],
        [
            [
                suggestion.guess,
                "yes" if suggestion.candidate else "",
                f"{suggestion.bits:.3f}",
                f"{suggestion.expected_group:.2f}",
                str(suggestion.largest_group),
                str(suggestion.groups),
            ]
            for suggestion in advice.suggestions
        ],
        spare=[">groups", ">largest", ">expected", "answer?"],
    )
    screen.line(_candidates_line(advice))
    hard = "" if advice.rules.hard is HardMode.OFF else f", hard mode {advice.rules.hard}"
    screen.fine_print(f"ranked by {advice.strategy}{hard}; words: {lexicon_line(advice.lexicon)}")


def _candidates_line(advice: Advice) -> str:
    """Name the candidates if they are few, the likeliest first."""
    from salet.cli.show import counted

    chances = zip(advice.probabilities, advice.candidates, strict=True)
    ranked = sorted(chances, key=lambda chance: (-chance[0], chance[1]))
    count = counted(len(ranked), "possible word")
    if len(ranked) > _SHOWN_CANDIDATES:
        return f"{count} (all of them with --json)"
    alike = len(set(advice.probabilities)) == 1
    names = [word if alike else f"{word} {chance:.0%}" for chance, word in ranked]
    return f"{count}: {(' ' if alike else ', ').join(names)}"
