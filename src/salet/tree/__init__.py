"""A whole strategy written out: every guess for every pattern.

One form per file: `text` and `json` are read and written, `dot`, `svg` and `html` written.
"""

from salet.errors import InvalidTreeError
from salet.tree.file import TreeFile
from salet.tree.head import Head
from salet.tree.node import Tree
from salet.tree.verify import Verdict, verify

__all__ = ["Head", "InvalidTreeError", "Tree", "TreeFile", "Verdict", "verify"]
