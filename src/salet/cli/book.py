"""``salet book``: build, show or verify an opening book."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from salet.cli import options
from salet.cli.dispatch import NamedGroup
from salet.cli.screen import Screen, game_line, hard_mode
from salet.cli.terminal import TABLE, note_compiling_search, progress_bar, working, writing
from salet.errors import InvalidError, counted, few
from salet.games.game import Game
from salet.games.wordle import Wordle
from salet.storage import check_target
from salet.words.lexicon import Lexicon
from salet.words.shelf import bundled_lexicons

if TYPE_CHECKING:
    from salet.exact.book import Book, BookVerdict, Entry


@click.group(cls=NamedGroup, context_settings={"help_option_names": ["-h", "--help"]})
def book() -> None:
    """Build, show or verify an opening book.

    For every reply to some openers, a book has the best second guess and its proven total.
    """


@dataclass(frozen=True)
class Wanted:
    """Which openers, and how long to search."""

    openers: tuple[str, ...] = options.by("optimal.opener")
    file: Path | None = options.by("book.openers")
    count: int = options.by("book.count")
    seconds: float = options.by("book.seconds")

    def words(self, game: Game) -> list[str] | None:
        """Return the openers that were named, or None."""
        if self.file is None:
            return [*self.openers] or None
        from salet.words.files import read_text

        named = [word for line in read_text(self.file).splitlines() for word in line.split()]
        unknown = [word for word in named if not game.lexicon.allows(word)]
        if unknown:
            raise InvalidError(f"{self.file}: {game.name} has no word {few(unknown)}")
        if not named:
            raise InvalidError(f"{self.file} names no opener")
        return [*self.openers, *named]


@book.command()
@options.bundle("wanted", Wanted)
@options.rules
@options.option("optimal.jobs")
@options.cluster
@options.option("book.checkpoint")
@options.option("book.out")
@options.game
@options.output
def build(
    wanted: Wanted,
    choice: options.RulesChoice,
    jobs: int,
    cluster: str | None,
    checkpoint: Path | None,
    out: Path | None,
    game: Game,
    output: options.Output,
) -> int:
    """Build an opening book: the best second guess for every reply, with its total.

    If you name no openers, it takes the proven ones, those that people play, and the best by a
    lower bound. It saves the search in the checkpoint every few seconds; the same command resumes
    it. An existing book keeps its openers and gets the new ones. Ctrl-C writes the openers that are
    done. The exit code is 0 if every position is proven, and 1 if not.
    """
    from salet.exact.book import SUFFIX, Book
    from salet.exact.bookproof import build_book

    rules = choice.of(game)
    out = Path(f"{game.lexicon.name}-{rules.hard}{SUFFIX}") if out is None else out
    checkpoint = out.with_name(f"{out.name}.json") if checkpoint is None else checkpoint
    check_target(out, [SUFFIX], "write")
    check_target(checkpoint, [checkpoint.suffix.lower()], "write")
    words = wanted.words(game)
    earlier = Book.load(out) if out.exists() else None
    if cluster is None:
        note_compiling_search(game, rules.hard)
    far = (0, 1)
    with working("searching") as step:

        def follow(done: int, total: int, text: str) -> None:
            nonlocal far
            far = done, total
            if step is not None:
                step(done, total, text)

        found = build_book(
            words,
            count=wanted.count,
            game=game,
            hard=rules.hard,
            max_guesses=rules.max_guesses,
            seconds=wanted.seconds,
            jobs=jobs,
            cluster=cluster,
            checkpoint=checkpoint,
            earlier=earlier,
            step=follow,
        )
    if found.places:
        with writing(out):
            found.save(out)
    output.emit(found.summary(), lambda _, screen: _show_summary(found, game, screen))
    facts, (done, total) = found.summary(), far
    return 0 if done == total and facts["positions"] == facts["positions_proven"] else 1


@book.command()
@click.argument("opener", default="")
@click.argument("reply", default="")
@options.option("book.book")
@options.option("hard")
@options.game_today
@options.output
def show(
    opener: str, reply: str, file: str | None, hard: str, game: Game, output: options.Output
) -> None:
    """Show a book: its openers, one opener, or one reply to it."""
    mode = options.mode_of(game, hard)
    found = _read(file, game, mode)
    found.check(game, mode)
    if not opener:
        totals = {game.guesses[one]: _opener(found, one) for one in found.places}
        values = {"lexicon": game.summary(), **found.summary(), "totals": totals}
        output.emit(values, lambda _, screen: _show_openers(found, game, screen))
        return
    guess = int(game.lexicon.guess_index(opener))
    if guess not in found.places:
        raise InvalidError(
            f"{opener} is not among the {len(found.places)} openers of the book, which salet book "
            f"show lists; salet book build --opener {opener} adds it"
        )
    parts = found.parts(guess)
    if reply:
        turn = game.position(f"{opener}:{reply.strip()}").turns[0]
        code = int(turn.reply.code)
        if code not in parts:
            none = f"no answer of {game.name} gives {turn}"
            raise InvalidError(f"{turn}: nothing is left to guess" if turn.reply.solved else none)
        parts = {code: parts[code]}
    sizes = _sizes(game, guess)
    replies = {
        str(game.replies[code]): {
            "candidates": sizes[code],
            "guess": game.guesses[entry.guess] if entry.total else None,
            "total": entry.total,
            "lower_bound": entry.total - entry.gap,
            "proven": entry.proven,
            "any_number_of_guesses": entry.free,
        }
        for code, entry in parts.items()
    }
    values = {
        "lexicon": game.summary(),
        "opener": game.guesses[guess],
        **_opener(found, guess),
        "replies": replies,
    }
    output.emit(values, lambda _, screen: _show_opener(found, game, guess, parts, screen))


@book.command()
@click.argument("file")
@options.option("book.sample")
@options.option("book.every")
@options.option("seed")
@options.game
@options.output
def verify(
    file: str, sample: int, every: bool, seed: int, game: Game, output: options.Output
) -> int:
    """Check FILE, or a bundled book such as nyt-off: replies, sums, and some values by a search.

    It also compares the totals with those of openers that were proven separately. The exit code is
    0 if the book is right, and 1 if not.
    """
    from salet.exact.book import check_book

    found = _read(file, game, None)
    if not options.game_given():
        game = _game_of(found)
    if every or sample:
        note_compiling_search(game, found.hard)
    with working("searching") as step:
        verdict = check_book(found, game, None if every else sample, seed=seed, step=step)
    facts = {"lexicon": game.summary(), **verdict.to_dict()}
    output.emit(facts, lambda _, screen: _show_verdict(verdict, found, game, screen))
    return 0 if verdict.valid else 1


# --- reading ---


def _read(file: str | None, game: Game, mode: str | None) -> Book:
    """Read the book of a file, or a bundled one: by its name, or by the game."""
    from salet.exact.book import Book, book_for, book_named, bundled_books

    if file is not None:
        path = Path(file)
        named = not path.exists() and path.suffix == "" and path.name == file
        return book_named(file) if named else Book.load(path)
    found = None if mode is None else book_for(game.id, mode)
    if found is None:
        raise InvalidError(
            f"there is no bundled book for {game.name} in hard mode {mode}, only "
            f"{', '.join(bundled_books())}; build one with salet book build, and name it by --book"
        )
    return found


def _game_of(found: Book) -> Game:
    """Return Wordle with the bundled words that a book is for."""
    for name in bundled_lexicons():
        game = Wordle(Lexicon.load(name))
        if game.id == found.game_id:
            return game
    raise InvalidError(
        f"the book is for the game with the id {found.game_id}; name it with --game, --lexicon "
        "or --answers"
    )


def _sizes(game: Game, opener: int) -> list[int]:
    """Return how many candidates each reply to an opener leaves."""
    import numpy as np

    from salet.table import open_table

    with progress_bar(TABLE) as step:
        row = open_table(game, step).row(opener)
    sizes: list[int] = np.bincount(row, minlength=game.replies.size).tolist()
    return sizes


# --- showing ---


def _opener(found: Book, opener: int) -> dict[str, Any]:
    return {
        "total": found.total(opener),
        "proven": found.is_proven(opener),
        "any_number_of_guesses": found.is_free(opener),
    }


def _show_summary(found: Book, game: Game, screen: Screen) -> None:
    facts = found.summary()
    screen.line(
        f"{facts['openers_proven']:,} of {counted(facts['openers'], 'opener')} proven; "
        f"{facts['positions_proven']:,} of {counted(facts['positions'], 'position')} proven"
    )
    screen.fine_print(
        f"{hard_mode(found.rules)}at most {counted(found.rules.max_guesses, 'guess')}; "
        f"{game_line(game)}"
    )


def _show_openers(found: Book, game: Game, screen: Screen) -> None:
    known = [(found.total(one) or float("inf"), game.guesses[one], one) for one in found.places]
    screen.table(
        ["opener", ">total", ">mean", "proof", ">replies"],
        [
            [
                word,
                f"{total:,}" if total < float("inf") else "-",
                f"{total / found.answers:.4f}" if total < float("inf") else "-",
                "proven" if found.is_proven(one) else "not proven",
                str(len(found.parts(one))),
            ]
            for total, word, one in sorted(known)
        ],
    )
    _show_summary(found, game, screen)


def _show_opener(
    found: Book, game: Game, opener: int, parts: dict[int, Entry], screen: Screen
) -> None:
    sizes = _sizes(game, opener)
    word = game.guesses[opener]
    ranked = sorted(parts.items(), key=lambda part: (-sizes[part[0]], part[0]))
    screen.table(
        ["reply", ">words", "guess", ">total", ">mean", "proof"],
        [
            [
                screen.turn(word, game.replies[code]),
                str(sizes[code]),
                game.guesses[entry.guess] if entry.total else "-",
                f"{entry.total:,}" if entry.total else "-",
                f"{entry.total / sizes[code]:.4f}" if entry.total else "-",
                _proof(entry, found.rules.max_guesses),
            ]
            for code, entry in ranked
        ],
    )
    if len(parts) > 1:
        total = found.total(opener)
        screen.line(
            f"{found.answers:,} for {word} and {total - found.answers:,} after it: "
            f"{total:,} in all, {'proven' if found.is_proven(opener) else 'not proven'}"
            if total
            else f"{word} does not find every answer within the guesses allowed"
        )
    _show_summary(found, game, screen)


def _proof(entry: Entry, most: int) -> str:
    if entry.total == 0:
        return (
            f"proven: impossible in {counted(most, 'guess')}" if entry.proven else "nothing found"
        )
    return "proven" if entry.proven else f"not proven: at least {entry.total - entry.gap:,}"


def _show_verdict(verdict: BookVerdict, found: Book, game: Game, screen: Screen) -> None:
    screen.line("valid" if verdict.valid else "not valid")
    screen.problems(verdict.problems)
    known = f"{counted(len(verdict.known), 'total')} equal to those proven separately"
    if not verdict.known:
        known = "no opener has a separately proven total to compare"
    screen.line(f"{known}; {counted(verdict.searched, 'position')} searched again")
    _show_summary(found, game, screen)
