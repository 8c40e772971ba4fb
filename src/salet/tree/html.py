"""The tree as a page to unfold, pattern by pattern: one file, no network, readable without scripts.

The script only finds words; unfolding is the browser's own.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from salet.games.colours import Colour, colours_of
from salet.games.tiles import LOOKS, TILE_CSS, tile_row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from salet.tree.file import TreeFile
    from salet.tree.node import Tree

_CSS = """
:root{color-scheme:light dark;
--paper:#fff;--ink:#1b1d1e;--faint:#5c6164;--line:#c9cdd0;--mark:#ffe9a8}
@media (prefers-color-scheme:dark){:root{
--paper:#17191a;--ink:#e6e8ea;--faint:#a3a9ad;--line:#44494c;--mark:#5b4a10}}
body{margin:1.5rem auto;max-width:60rem;padding:0 1rem;background:var(--paper);color:var(--ink);
font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.3rem;margin:0}
p,small{color:var(--faint)}p{margin:.2rem 0}
form{position:sticky;top:0;background:var(--paper);padding:.6rem 0;
border-bottom:1px solid var(--line);display:flex;flex-wrap:wrap;gap:.6rem;align-items:center}
input,button{font:inherit;padding:.2rem .5rem}
input{width:9rem}
ul{list-style:none;margin:0 0 .3rem .5rem;padding-left:1rem;border-left:1px solid var(--line)}
.tiles{font-size:.8rem;white-space:nowrap;margin-right:.4rem}
.tiles i{font-style:normal}
.word{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:1.05rem}
b.word::after{content:" \\2713";color:var(--faint);font-weight:normal}
summary{cursor:pointer;padding:.1rem 0}
li{padding:.1rem 0}
.singles{display:grid;grid-template-columns:repeat(auto-fill,minmax(14rem,1fr));
margin-left:1.05rem;padding:0;border:0}
.found{background:var(--mark);outline:2px solid var(--ink);outline-offset:2px}
:focus-visible{outline:3px solid #4c8dd6;outline-offset:2px}
"""

_SCRIPT = """
const input = document.querySelector('input'), output = document.querySelector('output');
let places = [], next = 0;
function forget() {
  document.querySelectorAll('.found').forEach(place => place.classList.remove('found'));
}
function show() {
  forget();
  if (!places.length) return;
  const place = places[next++ % places.length];
  for (let fold = place.closest('details'); fold; fold = fold.parentElement.closest('details'))
    fold.open = true;
  place.classList.add('found');
  place.scrollIntoView({block: 'center'});
}
input.addEventListener('input', () => {
  const text = input.value.trim().toLowerCase();
  const words = text ? [...document.querySelectorAll('.word')] : [];
  const exact = words.filter(word => word.textContent === text);
  places = exact.length ? exact : words.filter(word => word.textContent.startsWith(text));
  next = 0;
  forget();
  output.value = !text ? '' : !places.length ? 'not in this tree' :
    places.length > 1 ? `${places.length} places; Enter goes from one to the next` : '1 place';
  if (exact.length || places.length === 1) show();
});
document.querySelector('form').addEventListener('submit', event => {
  event.preventDefault();
  show();
});
document.querySelector('button[type=button]').addEventListener('click', () =>
  document.querySelectorAll('li details').forEach(branch => { branch.open = false; }));
"""


def write_html(file: TreeFile) -> str:
    """Write the page."""
    caption = escape(file.caption())
    turns = "".join(
        f"<div>{tile_row(turn.guess, turn.pattern.colours)}</div>" for turn in file.head.position
    )
    body = "\n".join(_branch("", file.tree, 0, unfolded=True))
    return f"""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{caption}</title>
<style>{TILE_CSS}{_CSS}</style>
</head>
<body>
<h1>{caption}</h1>
<p>{escape(file.head.conditions())}</p>
<p>{_legend()}</p>
<form role="search"><label>Find a word <input type="search" autocomplete="off"></label>
<button>Next</button> <button type="button">Fold all</button> <output></output></form>
<main>
{turns}{body}
</main>
<script>{_SCRIPT}</script>
</body>
</html>
"""


def _branch(tiles: str, tree: Tree, before: int, *, unfolded: bool = False) -> Iterator[str]:
    """Give the lines of one guess and all that follows; `tiles` lead to it."""
    if not tree.branches:
        yield f"{tiles}<b class=word>{escape(tree.guess)}</b>"
        return
    name = "b" if tree.solves else "span"
    yield (
        f"<details{' open' if unfolded else ''}><summary>{tiles}"
        f"<{name} class=word>{escape(tree.guess)}</{name}> "
        f"<small>{tree.size:,} answers, worst {before + tree.height}</small></summary><ul>"
    )
    singles = []
    for pattern, branch in tree.largest_first():
        row = tile_row(tree.guess, colours_of(pattern))
        if branch.branches:
            yield "<li>" + "\n".join(_branch(row, branch, before + 1)) + "</li>"
        else:
            singles.append(f"<li>{''.join(_branch(row, branch, before + 1))}</li>")
    if singles:
        yield f"<li><ul class=singles>{''.join(singles)}</ul></li>"
    yield "</ul></details>"


def _legend() -> str:
    """Explain the signs, with tiles of their own."""
    tiles = " ".join(f"{tile_row('?', [colour])}{LOOKS[colour].label}" for colour in Colour)
    return f"{tiles} &nbsp; ✓ may be the answer; worst: guesses at most"
