"""Games that reply with one colour per letter, and Wordle with any lexicon among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, ClassVar, Self

from salet.errors import IllegalGuessError, InvalidPatternError, counted
from salet.games.colours import Colour, Pattern, all_green, pattern_count
from salet.games.game import Game, Replies
from salet.games.hard import LetterMode
from salet.games.position import Position, typed_tokens
from salet.games.rules import OFF, EveryGuess, Mode
from salet.words.lexicon import DEFAULT_LEXICON, Lexicon
from salet.words.spelling import capital, read_word

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from salet.games.game import Codes, Places


_RULE = """\
After each guess you are told about every {sign} of it:
- green: the {sign} is in the answer, at this very place;
- yellow: the {sign} is in the answer, at another place;
- grey: the answer has no such {sign}, or no further copy of it than are green or yellow.
A {sign} that you guess twice is yellow or green only as often as the answer has it."""

_pattern = lru_cache(maxsize=4096)(Pattern.from_code)


class Patterns(Replies):
    """Every pattern of words of one length; those that cannot occur have a number, too.

    A number is base 3 with the first letter most significant, so that all green is the largest
    and numbers sort as their texts do.
    """

    def __init__(self, length: int) -> None:
        self.length = length
        self.size = pattern_count(length)
        self.solved = all_green(length)

    def __getitem__(self, code: int) -> Pattern:
        return _pattern(int(code), self.length)

    def read(self, text: str) -> Pattern:
        pattern = Pattern.from_text(text)
        if len(pattern) != self.length:
            colours = counted(len(pattern), "colour")
            raise InvalidPatternError(
                f"the pattern {text!r} has {colours}; words have {self.length}"
            )
        return pattern

    @cached_property
    def greens(self) -> NDArray[np.int64]:
        """The number of green letters of each pattern."""
        return self._count(Colour.GREEN)

    @cached_property
    def yellows(self) -> NDArray[np.int64]:
        """The number of yellow letters of each pattern."""
        return self._count(Colour.YELLOW)

    def reluctance(self, code: int) -> tuple[int, ...]:
        """Go by the number of greens, then of yellows.

        >>> min(242, 0, 81, 27, key=Patterns(5).reluctance)
        0
        """
        return int(self.greens[code]), int(self.yellows[code]), code

    def _count(self, colour: Colour) -> NDArray[np.int64]:
        import numpy as np

        codes = np.arange(self.size)
        counts = np.zeros(self.size, np.int64)
        for place in range(self.length):
            counts += codes // 3**place % 3 == colour
        counts.setflags(write=False)
        return counts


patterns_of = lru_cache(maxsize=16)(Patterns)


class Coloured(Game):
    """A game with Wordle's colours, whatever its words are made of."""

    modes: ClassVar[Mapping[str, Mode]] = {
        OFF: EveryGuess(),
        "nyt": LetterMode(strict=False),
        "strict": LetterMode(strict=True),
    }
    replies: Patterns
    coloured = True

    def __init__(self, lexicon: Lexicon) -> None:
        super().__init__(lexicon, patterns_of(lexicon.length))

    def with_lexicon(self, lexicon: Lexicon) -> Self:
        other = super().with_lexicon(lexicon)
        other.replies = patterns_of(lexicon.length)
        return other

    def reply(self, guess: str, answer: str) -> int:
        return pattern_of(guess, answer).code

    def fill(self, guesses: Places, answers: Places, codes: Codes) -> None:
        from salet.kernels.letters import fill_patterns

        fill_patterns(*self.letters_of(guesses, answers), codes)

    def letters_of(
        self, guesses: Places, answers: Places
    ) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]:
        """Return what a kernel of feedback reads: letters of guesses, and places in answers."""
        import numpy as np

        from salet.words.letters import read_only

        letters = self.lexicon.letters
        # Always read-only: numba compiles each kind of array anew.
        places = read_only(np.ascontiguousarray(letters.places[:, answers]))
        return read_only(letters.numbers[guesses]), places

    def tell_rule(self) -> str:
        said = "" if self.is_wordle else super().tell_rule()
        colours = _RULE.format(sign=self.sign) if self.tells_of_letters else ""
        return "\n".join(filter(None, [said, colours]))

    def tell_reply(self, guess: str, code: int) -> str:
        """Tell the colours letter by letter.

        >>> print(Wordle("original").tell_reply("eerie", 92))
          1. E: yellow, in the answer, at another place
          2. E: grey, no further E in the answer
          3. R: yellow, in the answer, at another place
          4. I: grey, not in the answer
          5. E: green, at this very place
        """
        if not self.tells_of_letters:
            return super().tell_reply(guess, code)
        tiles = list(zip(guess, self.replies[code].colours, strict=True))
        shown = {letter for letter, colour in tiles if colour is not Colour.GREY}
        lines = []
        for place, (letter, colour) in enumerate(tiles, 1):
            name = capital(letter)
            told = {
                Colour.GREEN: "green, at this very place",
                Colour.YELLOW: "yellow, in the answer, at another place",
                Colour.GREY: f"grey, no further {name} in the answer"
                if letter in shown
                else "grey, not in the answer",
            }
            lines.append(f"  {place}. {name}: {told[colour]}")
        return "\n".join(lines)

    @property
    def tells_of_letters(self) -> bool:
        return type(self).reply is Coloured.reply

    def tokens(self, text: str) -> list[str]:
        return typed_tokens(text.strip(), self)

    def _read_position(self, text: str) -> Position:
        return Position.from_text(text, self)


class Wordle(Coloured):
    """Wordle with a lexicon, or with the name of one.

    >>> game = Wordle("original")
    >>> game.reply("eerie", "there"), str(game.replies[92]), game.replies.solved
    (92, 'y-y-g', 242)
    >>> from salet.games.rules import Rules
    >>> game.objection("candy", game.position("cecum:g-y--"), Rules(hard="nyt"))
    'guess must contain C twice'
    """

    rule = "wordle-2"
    example = "raise:--y-g clout:-y---"

    def __init__(self, lexicon: Lexicon | str = DEFAULT_LEXICON) -> None:
        super().__init__(lexicon if isinstance(lexicon, Lexicon) else Lexicon.load(lexicon))

    @property
    def is_wordle(self) -> bool:
        return self.rule == Wordle.rule  # not if a class that derives from it has another rule

    @property
    def noun(self) -> str:
        return "word" if self.is_wordle else super().noun


def pattern_of(guess: str, answer: str) -> Pattern:
    """Return the reply to `guess` when the hidden word is `answer`.

    Greens first. Then, from left to right, a letter is yellow as long as the answer holds a
    copy of it that no green and no earlier yellow has used.

    >>> str(pattern_of("eerie", "there"))
    'y-y-g'
    """
    guess, answer = read_word(guess), read_word(answer)
    if len(guess) != len(answer):
        raise IllegalGuessError(
            f"{guess!r} has {len(guess)} letters, the answer {answer!r} has {len(answer)}"
        )
    colours = [Colour.GREY] * len(guess)
    unused: Counter[str] = Counter()
    for place, (letter, truth) in enumerate(zip(guess, answer, strict=True)):
        if letter == truth:
            colours[place] = Colour.GREEN
        else:
            unused[truth] += 1
    for place, letter in enumerate(guess):
        if colours[place] is not Colour.GREEN and unused[letter] > 0:
            colours[place] = Colour.YELLOW
            unused[letter] -= 1
    return Pattern(tuple(colours))
