"""docs/architecture.md names every room of the house, and its walks lead through real files."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HOUSE = ROOT / "src" / "salet"
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def rooms():
    """Every package and module at the top of the house, as the page writes it."""
    for path in sorted(HOUSE.iterdir()):
        if path.name.startswith(("_", ".")) or path.name == "py.typed":
            continue
        yield f"{path.name}/" if path.is_dir() else path.name


def drawn():
    """The names at the beginning of the lines of the drawing."""
    drawing = PAGE.split("```")[1]
    for line in drawing.splitlines():
        if line.startswith("    ") and not line.startswith("     "):
            yield from line[4:].split("  ")[0].split(", ")


def test_the_page_names_every_room_once():
    assert sorted(drawn()) == sorted(rooms())


def test_what_the_page_names_exists():
    named = {name for name in re.findall(r"`([\w/]+\.py)`", PAGE) if "/" in name}
    assert len(named) > 15
    assert [name for name in sorted(named) if not (HOUSE / name).exists()] == []


def test_every_room_has_a_layer():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["type"] == "layers")
    placed = {name for layer in layers for name in re.split(r"\s*[|:]\s*", layer)}
    named = {room.removesuffix("/").removesuffix(".py") for room in rooms()} - {"data"}
    assert named <= placed
    assert len(layers) <= 16


def test_files_are_neither_cupboards_nor_halls():
    lengths = {
        str(path.relative_to(HOUSE)): len(path.read_text(encoding="utf-8").splitlines())
        for path in HOUSE.rglob("*.py")
    }
    assert {name: length for name, length in lengths.items() if length > 450} == {}
    assert sorted(lengths.values())[len(lengths) // 2] >= 140
    assert len(lengths) <= 240


def test_only_games_know_colours_and_which_reply_solves():
    """The wall that once kept other games out must not come back."""
    knowing = {}
    for path in HOUSE.rglob("*.py"):
        room = path.relative_to(HOUSE)
        text = path.read_text(encoding="utf-8")
        if room.parts[0] == "games":
            continue
        found = re.findall(r"\b(?:all_green|pattern_count)\b|\b3 ?\*\*", text)
        if found:
            knowing[str(room)] = sorted(set(found))
    # Wordle's own kernel, and the games of the write-ups that colour wrongly.
    assert set(knowing) == {"kernels/letters.py", "replication/feedback.py"}


WORDLE = {
    # Advice from lists of words, and estimates fitted to them; what is named by its words.
    "is_wordle": """boards/session.py cli/play.py cli/review.py cli/screen.py cli/tree.py
        coach/estimates.py coach/reasons.py coach/review.py coach/wider.py runs/backtest.py""",
    "Wordle.rule": "arena/bots/wire.py study/summary.py tree/forms.py tree/model.py web/local.py",
    # Shared grids, clues and drawings; the published form of a bot; the rules of the write-ups.
    "Colour": """cli/play.py cli/screen.py coach/contradiction.py coach/host.py coach/inference.py
        replication/chow/others.py replication/feedback.py tree/pictures.py""",
    "Pattern": """arena/bots/process.py cli/screen.py coach/sharing.py coach/inference.py
        replication/chow/others.py replication/feedback.py tree/pictures.py""",
    "Coloured": "",
}
"""Who may know Wordle, or its replies, by name; everybody else asks the game."""


def test_only_games_know_which_of_them_is_wordle():
    knowing = {name: set() for name in WORDLE}
    for path in HOUSE.rglob("*.py"):
        room = path.relative_to(HOUSE)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = {getattr(node, "attr", ""), getattr(node, "id", "")}
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                names = {node.attr, f"{node.value.id}.{node.attr}"}
            for name in names & knowing.keys() if room.parts[0] != "games" else ():
                knowing[name].add(room.as_posix())
    assert knowing == {name: set(rooms.split()) for name, rooms in WORDLE.items()}


@pytest.mark.slow
def test_no_function_is_endless():
    """None has more than 60 lines below its docstring."""
    long = []
    for path in HOUSE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                told = node.body[0].end_lineno if ast.get_docstring(node) else node.lineno
                length = node.end_lineno - told
                if length > 60 and "migrations" not in path.parts:
                    long.append(f"{path.relative_to(HOUSE)}:{node.name} ({length})")
    assert long == []


def test_no_two_files_differ_by_an_ending():
    stems = {path.stem for path in HOUSE.rglob("*.py")}
    assert sorted(stem for stem in stems for end in ("s", "es") if stem + end in stems) == []
