"""A whole strategy written out as a tree: read, written, drawn and verified.

`read_tree` reads a file, `write_tree` writes it in the form that its suffix names, and `verify`
replays every answer with the readable rule of the game.
"""

from salet.errors import InvalidTreeError
from salet.tree.forms import (
    bundled_text,
    read_mixtures,
    read_tree,
    to_form,
    write_mixtures,
    write_tree,
)
from salet.tree.model import Choice, Head, Mixtures, Tree, TreeFile
from salet.tree.verify import Verdict, replay_mixture, verify

__all__ = [
    "Choice",
    "Head",
    "InvalidTreeError",
    "Mixtures",
    "Tree",
    "TreeFile",
    "Verdict",
    "bundled_text",
    "read_mixtures",
    "read_tree",
    "replay_mixture",
    "to_form",
    "verify",
    "write_mixtures",
    "write_tree",
]
