"""Trees as files: the forms by suffix, and reading and writing text and JSON.

The text form has one line per answer, in the notation of positions, in any order. A line that
begins with ``#`` is a remark; one that names a field of the head is read::

    # lexicon: original
    # total: 7920
    salet:-y--y train:ggggg

The JSON form is nested, under a head, so that a file stands alone; other keys are passed over. Both
forms carry a digest of all the rest; without that line or key, a file is read as it is::

    {
     "lexicon": {"name": "original", "id": "f10e64e532ec7cad"},
     "hard": "off", "max_guesses": 6, "position": "", "total": 7920, "proven": true,
     "tree": {"guess": "salet", "solves": true, "branches": {
      "-----": {"guess": "courd", "solves": false, "branches": {...}}}}
    }
"""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from importlib import import_module, resources
from pathlib import Path
from typing import Any

from salet.errors import InvalidError, InvalidTreeError, SaletError, UnknownNameError
from salet.games.game import Game, Reply
from salet.games.position import Position
from salet.games.rules import Rules
from salet.games.wordle import Wordle
from salet.storage import check_target, digest_of, write_whole
from salet.tree.model import Choice, Head, Line, Mixtures, Tree, TreeFile, game_of
from salet.words.spelling import read_word

FORMS = {
    ".txt": "one line per answer",
    ".json": "nested, with a head",
    ".dot": "for Graphviz",
    ".svg": "a drawing",
    ".html": "a page to unfold",
}

DEFAULT_TREE = "original-off"
BUNDLED_MODES = ("off", "nyt")
"""The modes for which a tree of the original lists is bundled."""
PROVEN_LEXICON = "f10e64e532ec7cad"
"""The id of the words for which the bundled trees are proven, as their heads say."""

_BUNDLED = resources.files("salet") / "data" / "trees"
_DUELS = resources.files("salet") / "data" / "duels"
_DEFAULT = ".txt"
_FIELD = re.compile(r"#\s*(\w+):\s*(.*)")
_HEAD = "the head"
CHANGED = "the file was changed after it was written; delete its digest if you changed it yourself"


# --- files ---


def has_proven_tree(game: Game) -> bool:
    """Whether the bundled trees are for this game, and their openers proven to be the best."""
    return game.id == f"{PROVEN_LEXICON}-{Wordle.rule}"


def bundled_trees() -> list[str]:
    """Return the names of the bundled trees, each a lexicon and a hard mode."""
    return sorted(file.name.removesuffix(".txt") for file in _BUNDLED.iterdir())


def bundled_text(name: str) -> str:
    """Return the text form of a bundled tree."""
    if name not in bundled_trees():
        raise UnknownNameError.among("tree", name, bundled_trees())
    return (_BUNDLED / f"{name}.txt").read_text(encoding="utf-8")


def check_output(path: Path) -> None:
    """Complain before the work if a tree could not be written to `path` after it."""
    check_target(path, [*FORMS] if path.suffix else [""], "write")


def to_form(file: TreeFile, suffix: str) -> str:
    """Write the form of this suffix: ``.txt``, ``.json``, ``.dot``, ``.svg`` or ``.html``."""
    if suffix in (".txt", ".json"):
        return write_text(file) if suffix == ".txt" else write_json(file)
    drawings = import_module("salet.tree.pictures")
    drawn: str = getattr(drawings, f"write_{suffix.removeprefix('.')}")(file)
    return drawn


def write_tree(file: TreeFile, path: str | Path) -> None:
    """Write the form that the suffix of `path` names; text if it has none."""
    path = Path(path)
    check_output(path)
    write_whole(path, to_form(file, path.suffix.lower() or _DEFAULT).encode())


# --- reading ---


@dataclass(frozen=True, slots=True)
class Source:
    """A file as it was read, before anyone believes it: a line per answer or problem.

    Attributes
    ----------
    last
        the last line of a text, which may have had more of them; JSON that ends early is not JSON
    changed
        whether it has a digest that is not its own
    """

    head: Head
    lines: tuple[Line, ...]
    last: Line | None = None
    game: Game | None = None
    changed: bool = False


def read_tree(text: str | Source, game: Game | None = None) -> TreeFile:
    """Read text or JSON; an `InvalidTreeError` names the first place that is wrong or lies.

    `text` is the tree, not its file; without a `game`, its head says which one it is for.

    >>> read_tree("aab:ggg").caption()
    'aab: 1 answer, total 1, mean 1.0000, worst 1'
    """
    source = read_source(text, game) if isinstance(text, str) else text
    for line in source.lines:
        problem = line.problem or (source.game and line.lie(source.game))
        if problem:
            raise line.error(problem)
    tree = Tree.from_lines(source.lines)
    if source.head.total not in (None, tree.total):
        raise InvalidTreeError(
            f"the head claims a total of {source.head.total:,}, but the lines add up to "
            f"{tree.total:,}; is the file cut short?"
        )
    if source.changed:
        raise InvalidTreeError(CHANGED)
    return TreeFile(replace(source.head, total=tree.total), tree, source.game)


def read_source(text: str, game: Game | None = None) -> Source:
    """Read either form, told apart by the content; only what is neither is an error.

    Without a game, the head says which one it is; if it does not, Wordle.
    """
    text = text.removeprefix("\ufeff")
    if text.lstrip().startswith("{"):
        return _read_json(text, game)
    return _read_text(text, game)


def trust_text(text: str) -> Tree:
    """Read the lines of a text form of Wordle, and believe their patterns."""
    numbered = _numbered(text)
    game = game_of(None, None, _first_guess(numbered))
    return Tree.from_lines(_read_line(*one, game) for one in numbered if one[1][0] != "#")


def _numbered(text: str) -> list[tuple[str, str]]:
    lines = enumerate(text.splitlines(), start=1)
    return [(f"line {number}", line.strip()) for number, line in lines if line.strip()]


def _first_guess(numbered: list[tuple[str, str]]) -> str:
    first = next((line for _, line in numbered if not line.startswith("#")), "")
    return re.split(r"[\s:=;/,.]", first, maxsplit=1)[0]


def _read_text(text: str, game: Game | None) -> Source:
    numbered = _numbered(text)
    remarks = [(where, _FIELD.match(line)) for where, line in numbered if line.startswith("#")]
    told = [(where, found[1], found[2].strip()) for where, found in remarks if found]
    if game is None:
        claims = {name: value for _, name, value in told}
        game = game_of(claims.get("lexicon"), claims.get("rule"), _first_guess(numbered))
    head, problems = _head(told, game)
    digests = [value for _, name, value in told if name == "digest"]
    changed = any(one != _digest_of_lines(numbered) for one in digests)
    lines = [_read_line(*one, game) for one in numbered if not one[1].startswith("#")]
    if lines and all(line.problem for line in lines):
        _check_rule(head, game)
        drawn = text.lstrip().startswith(("<", "digraph"))
        raise InvalidTreeError(
            "not a tree but a drawing, which cannot be read back; write it as .txt or .json"
            if drawn
            else "not a tree: neither lines such as salet:-y--y train:ggggg, nor JSON with a tree"
        )
    if lines and lines[-1].problem and not text.endswith("\n"):
        lines[-1] = replace(lines[-1], problem=f"the file is cut short: {lines[-1].problem}")
    last = lines[-1] if lines else None
    return Source(head, (*problems, *lines), last, game, changed=changed)


def _check_rule(head: Head, game: Game) -> None:
    """Say which game a tree is for, where it cannot be read as one of `game`."""
    if head.game_rule != game.rule:
        name = head.lexicon or head.game_rule
        raise InvalidTreeError(f"this is a tree for {name}, not for {game.name}")


def _digest_of_lines(numbered: list[tuple[str, str]]) -> str:
    return digest_of("\n".join(line for _, line in numbered if line[:9] != "# digest:"))


def _digest_of_value(value: dict[str, Any]) -> str:
    return digest_of(json.dumps({**value, "digest": None}, sort_keys=True))


def _head(claims: Iterable[tuple[str, str, Any]], game: Game) -> tuple[Head, list[Line]]:
    """Read (place, name, value) of every claim; what cannot be read is a line with a problem."""
    head, problems = Head(), []
    for where, name, value in claims:
        try:
            head = head.having(name, value, game)
        except SaletError as error:
            problems.append(Line(where, problem=str(error)))
    return head, problems


def _read_line(where: str, text: str, game: Game) -> Line:
    try:
        position = game.position(text)
    except SaletError as error:
        return Line(where, problem=str(error))
    if not position.solved:
        solved = game.replies[game.replies.solved]
        return Line(where, problem=f"does not end with its answer, {solved}")
    return Line(where, position)


class _Object(dict[str, Any]):
    """A JSON object that remembers the keys that stood in it twice; a dict would drop one."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        keys = [key for key, _ in pairs]
        self.repeated = sorted({key for key in keys if keys.count(key) > 1})


def _read_json(text: str, game: Game | None) -> Source:
    def nothing_but(where: str, problem: str) -> Source:
        return Source(Head(), (Line(where, problem=problem),))

    try:
        value = json.loads(text, object_pairs_hook=_Object)
    except json.JSONDecodeError as error:
        early = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        why = "the file ends early" if early else f"not JSON: {error.msg}"
        return nothing_but(f"line {error.lineno}, column {error.colno}", why)
    except (ValueError, RecursionError):
        return nothing_but(_HEAD, "the numbers or the nesting are too large for a tree")
    if not isinstance(value, _Object) or "tree" not in value:
        return nothing_but("the file", 'it has no key "tree"')
    words = value.get("lexicon")
    named = words if isinstance(words, _Object) else {}
    nested = {"lexicon": named.get("name"), "id": named.get("id")} if named else {}
    claims = {key: field for key, field in {**value, **nested}.items() if field is not None}
    if game is None:
        root = value["tree"].get("guess") if isinstance(value["tree"], _Object) else ""
        guess = read_word(root) if isinstance(root, str) else ""
        name, rule = (claims.get(key) for key in ("lexicon", "rule"))
        game = game_of(str(name), rule if isinstance(rule, str) else None, guess)
    head, problems = _head(((_HEAD, *claim) for claim in claims.items()), game)
    lines = [Line(_HEAD, problem=f"{key!r} occurs twice") for key in value.repeated]
    lines.extend(problems)
    changed = "digest" in value and value["digest"] != _digest_of_value(value)
    try:
        lines.extend(_walk(value["tree"], Position(), game))
    except RecursionError:
        lines.append(Line("the tree", problem="its branches are nested too deep"))
    if any(line.problem for line in lines):
        _check_rule(head, game)
    return Source(head, tuple(lines), game=game, changed=changed)


def _walk(value: Any, position: Position, game: Game) -> Iterator[Line]:
    """Give a line for each answer at or below `value`, and for each thing that is wrong."""
    where = f"after {position}" if len(position) else "at the start"
    problem = _wrong_with(value)
    if problem:
        yield Line(where, problem=problem)
        return
    guess = read_word(value["guess"])
    if len(position) and len(guess) != len(position.turns[0].guess):
        yield Line(where, problem=f"{guess!r} differs in length from {position.turns[0].guess!r}")
        return
    if value.get("solves", False):
        yield Line(where, position.after(guess, game.replies[game.replies.solved]))
    seen: set[Reply] = set()
    for text, branch in value.get("branches", {}).items():
        try:
            reply = game.replies.read(text)
        except SaletError as error:
            yield Line(where, problem=str(error))
            continue
        if reply.solved:
            yield Line(where, problem=f"a branch follows {guess}:{reply}, which ends the game")
        elif reply in seen:
            yield Line(where, problem=f"the pattern {reply} has two branches")
        else:
            yield from _walk(branch, position.after(guess, reply), game)
        seen.add(reply)


def _wrong_with(value: object) -> str:
    """Say why `value` is no node of a tree; empty if it is one."""
    if not isinstance(value, _Object):
        return f"a guess with its branches is an object, not {_shortened(value)}"
    guess, solves = value.get("guess"), value.get("solves", False)
    branches = value.get("branches", _Object([]))
    problem = ""
    if not isinstance(guess, str) or not guess.strip():
        problem = 'there is no "guess"'
    elif not isinstance(solves, bool):
        problem = f'"solves" is true or false, not {_shortened(solves)}'
    elif not isinstance(branches, _Object):
        problem = f'"branches" is an object, not {_shortened(branches)}'
    elif value.repeated or branches.repeated:
        problem = f"{(value.repeated + branches.repeated)[0]!r} occurs twice"
    elif not branches and not solves:
        problem = f"{guess} is neither the answer nor has it branches"
    return problem


def _shortened(value: object) -> str:
    return _json(value)[:40]


# --- writing ---


def write_text(file: TreeFile) -> str:
    """Write the text form, the answers in alphabetical order."""
    remarks = [f"{name}: {value}" for name, value in file.head.fields().items()]
    text = file.tree.to_text(sorted(file.tree.answers), remarks, file.game)
    return f"# digest: {_digest_of_lines(_numbered(text))}\n{text}"


def write_json(file: TreeFile) -> str:
    """Write the JSON form, each branch on its line, in the order of reply codes."""
    head = file.head
    fields = {
        "lexicon": None if head.lexicon is None else {"name": head.lexicon, "id": head.id},
        **({} if head.rule is None else {"rule": head.rule}),
        "hard": head.hard,
        "max_guesses": head.max_guesses,
        "position": str(head.position),
        "total": head.total,
        "proven": head.proven,
    }
    lines = "".join(f" {_json(name)}: {_json(value)},\n" for name, value in fields.items())
    rest = f'{lines} "tree": {_node(file.tree, " ")}\n}}\n'
    digest = _digest_of_value(json.loads(f"{{{rest}"))
    return f'{{\n "digest": "{digest}",\n{rest}'


def _node(tree: Tree, indent: str) -> str:
    inner = ",".join(
        f'\n{indent} "{reply}": {_node(branch, indent + " ")}'
        for reply, branch in sorted(tree.branches.items(), key=lambda item: item[0].code)
    )
    return (
        f'{{"guess": {_json(tree.guess)}, "solves": {_json(tree.solves)}, "branches": {{{inner}}}}}'
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


# --- the mixtures of a duel ---


def write_mixtures(found: Mixtures, path: Path) -> None:
    """Write the JSON form, compressed if the name ends in ``.xz``."""
    content = found.to_text().encode()
    write_whole(path, lzma.compress(content, preset=9) if path.suffix == ".xz" else content)


def read_mixtures(content: bytes, game: Game) -> Mixtures:
    """Read a file; what it claims of the value is believed, and `salet duel --verify` checks it."""
    try:
        told = json.loads(lzma.decompress(content) if content.startswith(_XZ) else content)
        if told["game"] != game.id:
            raise InvalidError(f"the mixtures are for {told['lexicon']}, not for {game.name}")
        setter = {str(word): int(weight) for word, weight in told["setter"].items()}
        if not setter:
            raise ValueError("the setter sets nothing")
        for word, weight in setter.items():
            game.lexicon.answer_index(word)
            if weight < 1:
                raise ValueError(f"the weight of {word} is {weight}")
        rules = Rules(int(told["max_guesses"]), str(told["hard"]))
        guesser = Choice.read(told["guesser"])
        return Mixtures(
            game, rules, setter, guesser, Fraction(told["lower"]), Fraction(told["upper"])
        )
    except InvalidError:
        raise
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise InvalidError("not JSON; name a file written by salet duel --out") from None
    except (ArithmeticError, LookupError, *_UNREADABLE) as error:
        why = f"it has no key {error}" if isinstance(error, KeyError) else error
        why = "a bound divides by zero" if isinstance(error, ZeroDivisionError) else why
        raise InvalidError(f"not a file of mixtures: {why}") from None


_XZ = b"\xfd7zXZ"
_UNREADABLE = (TypeError, ValueError, AttributeError, RecursionError, EOFError, lzma.LZMAError)


@lru_cache(maxsize=4)
def bundled_mixtures(game: Game, rules: Rules) -> Mixtures | None:
    """Return the mixtures that come with the package for a game and its rules, if there are any."""
    file = _DUELS / f"{game.name}-{rules.hard}.json.xz"
    if not file.is_file():
        return None
    try:
        found = read_mixtures(file.read_bytes(), game)
    except InvalidError:  # they are for other words of the same name
        return None
    return found if found.rules.max_guesses <= rules.max_guesses else None
