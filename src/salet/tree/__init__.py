"""A whole strategy written out as a tree: read, written, drawn and verified.

`read_tree` reads a file, `write_tree` writes it in the form that its suffix names, and `verify`
replays every answer with the readable rule of the game.
"""

from salet.errors import InvalidTreeError
from salet.tree.forms import read_tree, write_tree
from salet.tree.model import Head, Tree, TreeFile
from salet.tree.verify import Verdict, verify

__all__ = [
    "Head",
    "InvalidTreeError",
    "Tree",
    "TreeFile",
    "Verdict",
    "read_tree",
    "verify",
    "write_tree",
]
