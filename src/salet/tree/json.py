"""The JSON form: nested objects under a head, so that a file stands alone.

::

    {
     "lexicon": {"name": "original", "id": "f10e64e532ec7cad"},
     "hard": "off", "max_guesses": 6, "position": "", "total": 7920, "proven": true,
     "tree": {"guess": "salet", "solves": true, "branches": {
      "-----": {"guess": "courd", "solves": false, "branches": {...}}}}
    }

A pattern is written in any spelling of `salet.games.colours`; other keys are passed over.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from salet.errors import SaletError
from salet.games.colours import Pattern
from salet.games.position import Position
from salet.tree.head import Head
from salet.tree.line import Line
from salet.words.spelling import read_word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from salet.tree.file import TreeFile
    from salet.tree.node import Tree

_HEAD = "the head"


class _Object(dict[str, Any]):
    """A JSON object that remembers the keys that stood in it twice; a dict would drop one."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        keys = [key for key, _ in pairs]
        self.repeated = sorted({key for key in keys if keys.count(key) > 1})


def read_json(text: str) -> tuple[Head, list[Line]]:
    """Read the head and one line per answer; what is wrong is a line with a problem."""
    try:
        value = json.loads(text, object_pairs_hook=_Object)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        early = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
        why = "the file ends early" if early else f"not JSON: {error.msg}"
        return Head(), [Line(where, problem=why)]
    except (ValueError, RecursionError):
        return Head(), [Line(_HEAD, problem="no tree has numbers or nesting like that")]
    if not isinstance(value, _Object) or "tree" not in value:
        return Head(), [Line(_HEAD, problem='there is no "tree" beside it')]
    head, lines = _read_head(value)
    try:
        lines.extend(_walk(value["tree"], Position()))
    except RecursionError:
        lines.append(Line("the tree", problem="its branches are nested too deep"))
    return head, lines


def _read_head(value: _Object) -> tuple[Head, list[Line]]:
    problems = [Line(_HEAD, problem=f"{key!r} stands there twice") for key in value.repeated]
    words = value.get("lexicon")
    nested = {}
    if isinstance(words, dict):
        nested = {"lexicon": words.get("name"), "id": words.get("id")}
    head = Head()
    for name, field in {**value, **nested}.items():
        if name == "tree" or field is None:
            continue
        try:
            head = head.having(name, field)
        except SaletError as error:
            problems.append(Line(_HEAD, problem=str(error)))
    return head, problems


def _walk(value: object, position: Position) -> Iterator[Line]:
    """Give a line for each answer at or below `value`, and for each thing that is wrong."""
    where = f"after {position}" if len(position) else "at the start"
    problem = _wrong_with(value)
    if problem:
        yield Line(where, problem=problem)
        return
    assert isinstance(value, _Object)
    guess = read_word(value["guess"])
    if len(position) and len(guess) != len(position.turns[0].guess):
        yield Line(where, problem=f"{guess!r} differs in length from {position.turns[0].guess!r}")
        return
    if value.get("solves", False):
        solved = Pattern.from_text("g" * len(guess))
        yield Line(where, position.after(guess, solved))
    seen: set[Pattern] = set()
    for text, branch in value.get("branches", _Object([])).items():
        try:
            pattern = Pattern.from_text(text)
            later = position.after(guess, pattern)
        except SaletError as error:
            yield Line(where, problem=str(error))
            continue
        if pattern.solved:
            yield Line(where, problem=f"a branch follows {guess}:{pattern}, which ends the game")
        elif pattern in seen:
            yield Line(where, problem=f"the pattern {pattern} has two branches")
        else:
            yield from _walk(branch, later)
        seen.add(pattern)


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
        problem = f"{(value.repeated + branches.repeated)[0]!r} stands there twice"
    elif not branches and not solves:
        problem = f"{guess} is neither the answer nor has it branches"
    return problem


def _shortened(value: object) -> str:
    return _json(value)[:40]


def write_json(file: TreeFile) -> str:
    """Write the JSON form, each branch on its line, in the order of pattern codes."""
    head = file.head
    fields = {
        "lexicon": None if head.lexicon is None else {"name": head.lexicon, "id": head.id},
        "hard": None if head.hard is None else head.hard.value,
        "max_guesses": head.max_guesses,
        "position": str(head.position),
        "total": head.total,
        "proven": head.proven,
    }
    lines = "".join(f" {_json(name)}: {_json(value)},\n" for name, value in fields.items())
    return f'{{\n{lines} "tree": {_node(file.tree, " ")}\n}}\n'


def _node(tree: Tree, indent: str) -> str:
    inner = ",".join(
        f'\n{indent} "{pattern}": {_node(branch, indent + " ")}'
        for pattern, branch in sorted(tree.branches.items(), key=lambda item: item[0].code)
    )
    return (
        f'{{"guess": {_json(tree.guess)}, "solves": {_json(tree.solves)}, "branches": {{{inner}}}}}'
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
