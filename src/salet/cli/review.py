"""``salet review``: skill and luck, turn by turn; ``salet infer``: what shared grids tell."""

from __future__ import annotations

import shlex

import click

from salet import coach
from salet.cli import options
from salet.cli.screen import Screen, game_line, hard_mode, hard_modes, percent
from salet.cli.terminal import TABLE, note_compiling_search, read_text, working
from salet.coach.sharing import position_of_grid
from salet.errors import InvalidError, counted
from salet.games.game import Game
from salet.games.position import Position
from salet.games.rules import Rules
from salet.games.wordle import Wordle
from salet.words.lexicon import TODAY_LEXICON, Lexicon
from salet.words.shelf import is_lexicon_name


@click.command()
@click.argument("words", nargs=-1, metavar="ANSWER GUESS...")
@options.option("grid")
@options.option("exact")
@options.rules
@options.game_today
@options.output
def review(
    words: tuple[str, ...],
    grid: str | None,
    exact: bool,
    choice: options.RulesChoice,
    game: Game,
    output: options.Output,
) -> None:
    """Review a finished game: skill and luck, turn by turn.

    Give the answer and the guesses in order (salet review there salet nerdy there), or a position
    (salet review "raise:--y-g clout:-y---"), or a shared grid and the guesses
    (salet review --grid grid.txt raise clout belie).

    Skill, 0 to 99, falls by one point for each hundredth of a guess given away: 99 if no guess was
    better, 0 if the guess told nothing. Luck, 0 to 99, is the share of replies that would have been
    worse plus half the share of equally good ones. ~ marks estimated values.
    """
    position, answer = _played(words, grid, game)
    if exact:
        note_compiling_search(game, choice.hard)
    with working(TABLE) as progress:
        advisor = coach.Advisor.of(game, choice.of(game), exact=exact or None, progress=progress)
        found = coach.Reviewer(advisor).review(position, answer)
    output.emit(found, _show)


def _played(words: tuple[str, ...], grid: str | None, game: Game) -> tuple[Position, str | None]:
    """Read the game from whichever of the three forms it was given in."""
    spelled = game.lexicon.spelled
    if grid is not None:
        source = "stdin" if grid == "-" else grid
        return position_of_grid(read_text(grid), words, game, source), None
    between = set(":=;").difference(game.lexicon.alphabet)  # an equation has = of its own
    if any(between & set(word) for word in words):
        return game.position(" ".join(words)), None
    if len(words) < 2:
        raise InvalidError("name the answer and the guesses: salet review there salet there")
    return coach.played(game, spelled(words[0]), words[1:]), spelled(words[0])


def look_back(game: Game, rules: Rules, answer: str, guesses: list[str]) -> str:
    """Say how to review a game that is over; nothing if its words have no name."""
    if not game.is_wordle:
        played = f"--game '{game.source or game.name}' "
    elif is_lexicon_name(game.name):
        usual = options.usual_lexicon(TODAY_LEXICON)
        played = "" if game.name == usual else f"--lexicon {game.name} "
    else:
        return ""
    hard = hard_mode(rules, "--hard {} ")
    most = max(rules.max_guesses, len(guesses))
    cap = "" if most == Rules().max_guesses else f"--max-guesses {most} "
    return f"; review it with: salet review {played}{hard}{cap}{shlex.join([answer, *guesses])}"


def _show(found: coach.Review, screen: Screen) -> None:
    """Show a review as tiles and a table, with a summary."""
    if found.note:
        screen.line(f"! {found.note}")
    screen.turns(found.position, found.lexicon)
    screen.table(
        [
            *["guess", ">before", ">after", ">skill", ">luck"],
            *[">guesses", "best", ">least", "tree", "hard mode"],
        ],
        [
            [
                found.lexicon.shown(turn.guess),
                f"{turn.before:,}",
                f"{turn.after:,}",
                str(turn.skill),
                str(turn.luck),
                f"{'' if turn.exact else '~'}{turn.expected:.3f}",
                found.lexicon.shown(turn.best),
                f"{'' if turn.exact else '~'}{turn.least:.3f}",
                found.lexicon.shown(turn.tree or ""),
                hard_modes(turn.legal),
            ]
            for turn in found.turns
        ],
        spare=["hard mode", "tree", ">least", ">guesses", ">after", ">before"],
    )
    kept = f"; kept to hard mode {found.kept_hard}" if found.kept_hard else ""
    screen.line(f"skill {found.skill}, luck {found.luck}{kept}")
    screen.line(found.summary)
    screen.fine_print(
        f"guesses, least: expected from there on, with your guess and with the best; "
        f"{hard_mode(found.rules)}"
        f"{game_line(found.game)}"
    )


# --- grids of other people ---


@click.command()
@click.argument("file")
@options.option("infer.top")
@options.words_today
@options.output
def infer(file: str, top: int, words: Lexicon, output: options.Output) -> None:
    """Rank the answers that fit the grids people shared.

    FILE is any text that contains the grids of one day, such as a copied conversation (- for
    stdin): rows of coloured squares, or of - y g. Only the colours are used. The model assumes that
    players guess common words more often than rare ones, and keep their greens.
    """
    text = read_text(file)
    with working(TABLE) as progress:
        found = coach.infer(text, lexicon=words, progress=progress)
    output.emit(found.to_dict(top), lambda _, screen: _show_inference(found, top, screen))


def _show_inference(found: coach.Inference, top: int, screen: Screen) -> None:
    ranked = list(zip(found.answers, found.probabilities, found.missed, strict=True))[:top]
    screen.table(
        ["answer", ">chance", ">rows missed"],
        [
            [found.lexicon.shown(word), percent(chance), str(missed)]
            for word, chance, missed in ranked
        ],
        spare=[">rows missed"],
    )
    fit = counted(found.fitting, "answer")
    screen.line(
        f"{counted(found.grids, 'grid')}, {counted(found.rows, 'row')}: "
        f"{fit} {'fits' if found.fitting == 1 else 'fit'} all of them"
    )
    screen.fine_print(
        "model: players prefer common words and keep their greens; "
        f"{game_line(Wordle(found.lexicon))}"
    )
