"""``salet suggest`` and ``salet today``: what to guess next; ``salet pattern``: the reply."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import date
from typing import Any

import click

from salet import boards as several
from salet import coach
from salet.cli import options
from salet.cli.screen import Screen, game_line, hard_mode, hard_modes, percent
from salet.cli.terminal import (
    TABLE,
    note,
    note_compiling_search,
    noted_if_slow,
    notes_on_stderr,
    working,
)
from salet.errors import InvalidError, counted, few
from salet.games.game import Game
from salet.games.rules import OFF, Rules
from salet.storage import data_folder, write_whole
from salet.words.history import DEFAULT_HISTORY, todays_puzzle

_SHOWN_CANDIDATES = 40
_SHOWN_LIKELIEST = 12
_SHOWN_PER_BOARD = 12
_OLD = 7
"""A history that lacks more days than this is worth an update."""


@click.command()
@click.argument("position", nargs=-1)
@options.bundle("advising", options.Advising)
@options.option("exact")
@options.game_today
@options.output
def suggest(
    position: tuple[str, ...],
    advising: options.Advising,
    exact: bool,
    game: Game,
    output: options.Output,
) -> None:
    """Rank the next guesses for a position.

    POSITION lists the guesses so far with their replies, such as raise:--y-g clout:-y---, with -
    for grey, y for yellow and g for green. Digits 0/1/2, BYG, xyg and coloured squares are read
    too; Mastermind's replies count the black and the white pegs, as in aabb:1.2. Without a
    POSITION, the openers are ranked. For several boards, write a bar between two positions:
    "raise:--y-g | raise:y----".

    The columns are: whether the word may be the answer; the expected number of guesses from here,
    this one included (~ marks an estimate, all others are exact); the chance to win now, and within
    the guesses allowed; the expected information in bits; the number of words that the guess
    leaves, on average and at most; the number of groups into which the replies split them; and the
    hard modes that allow it here. A wide terminal also shows the reason for each guess, a narrow
    one for the first guess only.
    """
    text = " ".join(position)
    if "|" in text:
        options.refuse((*options.ONE_BOARD, "exact"), "does not go with several boards")
        with working(TABLE) as progress:
            boards = several.suggest_boards(text, game=game, top=advising.top, progress=progress)
        output.emit(boards, show_advice)
        return
    if exact:
        note_compiling_search(game, advising.hard)
    with working(TABLE) as progress:
        advisor = advising.advisor(game, progress, exact=exact or None)
        patience = "searching for exact values; Ctrl-C stops; without --exact you get estimates"
        with noted_if_slow(patience) if exact else nullcontext():
            advice = advisor.advise(game.position(text), advising.top)
    output.emit(advice, _show)


def _show(advice: coach.Advice, screen: Screen) -> None:
    screen.turns(advice.position, advice.lexicon)
    show_advice(advice, screen)


def show_advice(
    advice: coach.Advice | several.BoardsAdvice, screen: Screen, more: str = "--json lists them"
) -> None:
    """Show the ranked guesses, the reason for the first, and the candidates.

    `more` says how to see the candidates if there are too many to show.
    """
    if isinstance(advice, several.BoardsAdvice):
        _show_boards(advice, screen)
        return
    if advice.solved:
        screen.line("solved: nothing is left to guess")
        return
    if advice.note:
        screen.line(f"! {advice.note}")
    within = f">in {advice.rules.max_guesses}"
    shown = screen.table(
        [
            *["guess", "answer?", ">guesses", ">now", within, ">bits"],
            *[">leaves", ">at most", ">groups", "hard mode", "reason"],
        ],
        [
            [
                advice.lexicon.shown(suggestion.guess),
                "yes" if suggestion.candidate else "",
                f"{'' if suggestion.exact else '~'}{suggestion.expected_guesses:.3f}",
                percent(suggestion.win_now),
                f"{'' if suggestion.win_exact else '~'}{percent(suggestion.win_within)}",
                f"{suggestion.bits:.3f}",
                f"{suggestion.expected_group:.2f}",
                str(suggestion.largest_group),
                str(suggestion.groups),
                hard_modes(suggestion.legal),
                suggestion.reason,
            ]
            for suggestion in advice.suggestions
        ],
        spare=[
            *["reason", "hard mode", ">groups", ">at most", ">leaves"],
            *[within, ">now", "answer?", ">bits"],
        ],
    )
    if advice.suggestions and "reason" not in shown:
        best = advice.suggestions[0]
        screen.line(f"{advice.lexicon.shown(best.guess)} {best.reason}")
    screen.line(_candidates_line(advice, more))
    # The fine print ends with the words, as everywhere.
    screen.fine_print(
        f"ranked by {advice.strategy}{hard_mode(advice.rules, ', hard mode {}')}; "
        f"{_trust(advice)}{game_line(advice.game)}"
    )


def _trust(advice: coach.Advice) -> str:
    """Say whether the values are exact, and how to get exact ones if they are not."""
    if not advice.suggestions:
        return ""
    if advice.exact:
        return "exact; "
    most = 400 if len(set(advice.probabilities)) == 1 else 128
    more = "; salet suggest --exact computes exact values" if len(advice.candidates) <= most else ""
    return f"~ marks estimates{more}; "


def _candidates_line(advice: coach.Advice, more: str) -> str:
    """Name the candidates if they are few, the likeliest first."""
    chances = zip(advice.probabilities, advice.candidates, strict=True)
    ranked = sorted(chances, key=lambda chance: (-chance[0], chance[1]))
    count = counted(len(ranked), f"possible {advice.game.noun}")
    alike = len(set(advice.probabilities)) == 1
    most = len(ranked)
    if most > _SHOWN_CANDIDATES:
        if alike:
            return f"{count} ({more})"
        most = _SHOWN_LIKELIEST
    shown = [(chance, advice.lexicon.shown(word)) for chance, word in ranked]
    names = [word if alike else f"{word} {percent(chance)}" for chance, word in shown]
    rest = f" ({more})" if most < len(ranked) else ""
    return f"{count}: {few(names, most, ' ' if alike else ', ')}{rest}"


def _show_boards(advice: several.BoardsAdvice, screen: Screen) -> None:
    """Show what is left on each of several boards, and the ranked guesses."""
    if advice.note:
        screen.line(f"! {advice.note}")
    boards = zip(advice.boards, advice.candidates, strict=True)
    screen.table(
        ["board", "~turns", ">words", "~candidates"],
        [
            [
                str(number),
                str(position) or "-",
                f"{len(words):,}",
                few(words, _SHOWN_PER_BOARD, " "),
            ]
            for number, (position, words) in enumerate(boards, 1)
        ],
    )
    if advice.solved:
        screen.line("solved: nothing is left to guess")
        return
    screen.table(
        ["guess", "answer of", ">solves", ">bits", ">guesses", "~leaves, by board"],
        [
            [
                advice.lexicon.shown(suggestion.guess),
                " ".join(map(str, suggestion.boards)),
                f"{suggestion.solves:.2f}",
                f"{suggestion.bits:.2f}",
                "" if suggestion.expected_guesses is None else f"{suggestion.expected_guesses:.2f}",
                " ".join(f"{expected:.1f}" for expected in suggestion.expected_groups),
            ]
            for suggestion in advice.suggestions
        ],
    )
    best = advice.suggestions[0]
    screen.line(f"{advice.lexicon.shown(best.guess)} {best.reason}")
    screen.fine_print(
        f"guess {advice.boards.turns + 1} of {advice.max_guesses}; ranked by the strategy for "
        f"several boards (docs: boards), not proven; {game_line(advice.game)}"
    )


# --- today's puzzle ---


@click.command()
@click.argument("position", nargs=-1)
@options.option("days.lexicon")
@options.option("days.history")
@options.option("today.hard")
@options.option("top")
@options.output
def today(
    position: tuple[str, ...],
    lexicon: str,
    history: str,
    hard: str | None,
    top: int,
    output: options.Output,
) -> None:
    """Rank the next guesses for today's puzzle.

    POSITION lists the guesses so far with their replies, as for salet suggest. The words are those
    of the newest list. With a history (see salet history) every allowed word may be the answer,
    and past answers say how likely each is; without one, all listed answers are equally
    likely. The hard mode is remembered for the next time.

    For the daily puzzle of another language, keep its past answers under a name, and name its
    lexicon too: salet today --history german --lexicon de5.
    """
    assumed = todays_puzzle(lexicon, history)
    del assumed["lexicon"]
    with notes_on_stderr():  # the list may be built now
        game = options.load_game(None, lexicon, None, None)
    if assumed["history_days"]:
        game = game.with_lexicon(game.lexicon.with_all_as_answers())
    rules = Rules(hard=_remembered(hard, game))
    with working(TABLE) as progress:
        advisor = coach.Advisor.of(game, rules, prior=assumed["prior"], progress=progress)
        advice = advisor.advise(game.position(" ".join(position)), top)

    def show(_: Any, screen: Screen) -> None:
        _show(advice, screen)
        _show_assumed(assumed, history, rules, screen)

    output.emit(advice.to_dict() | assumed, show)


def _show_assumed(assumed: dict[str, Any], history: str, rules: Rules, screen: Screen) -> None:
    missing, other = 0, history != DEFAULT_HISTORY
    get = f"import FILE --name {history} adds" if other else "update downloads"
    if assumed["history_to"] is None:
        weighed = f"all answers equally likely (no history; salet history {get} one)"
    else:
        days = counted(assumed["history_days"], "past answer")
        named = f" of {history}" if other else ""
        weighed = f"weighted by {days}{named} up to {assumed['history_to']}"
        missing = (date.today() - date.fromisoformat(assumed["history_to"])).days - 1
    listed = f" of {assumed['list_date']}" if assumed["list_date"] else ""
    screen.fine_print(f"assumed: {assumed['list']} list{listed}; {weighed}; hard mode {rules.hard}")
    if missing > _OLD:
        screen.fine_print(f"the history lacks the last {missing:,} days; salet history {get} them")


def _remembered(hard: str | None, game: Game) -> str:
    """Return the hard mode that is given, and remember it; or else the one of last time."""
    file = data_folder() / "today-hard-mode"
    if hard is None:
        try:
            return options.mode_of(game, file.read_text(encoding="utf-8").strip())
        except (OSError, UnicodeDecodeError, click.BadParameter):  # none, or none that can be read
            return OFF
    mode = options.mode_of(game, hard)
    try:
        file.unlink(missing_ok=True) if mode == OFF else write_whole(file, f"{mode}\n".encode())
    except (OSError, InvalidError) as error:
        note(f"the hard mode is not remembered: {error}")
    return mode


# --- a reply ---


@click.command()
@click.argument("guess")
@click.argument("answer")
@options.game
@options.output
def pattern(guess: str, answer: str, game: Game, output: options.Output) -> None:
    """Show the reply to a guess for a given answer.

    Both may be any guess that the game allows.
    """
    told = game.reply_facts(guess, answer)
    words, reply = game.lexicon, game.replies[told["code"]]

    def show(_: Any, screen: Screen) -> None:
        squares = ""
        if game.coloured and not screen.ascii_only:
            squares = f"  {reply.to_text('emoji')}"
        screen.line(screen.turn(told["guess"], reply, words), f" number {reply.code}{squares}")
        screen.fine_print(f"for the answer {words.shown(told['answer'])}; {game_line(game)}")

    output.emit(told, show)
