"""Writes docs/strategies.md and the figures of the web page, from runs on the original lists.

Nothing is listed here but the compositions worth a line of their own. ``--check`` writes nothing
and exits with 1 if the page is not current; it compares all but the seconds, which differ from
machine to machine.
"""

from __future__ import annotations

import argparse
import json
import re
from inspect import getdoc
from pathlib import Path
from typing import TYPE_CHECKING

import salet
from salet.strategies.base import DecisionRule, Ranking, TieRule
from salet.strategies.registry import registry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from salet import Run
    from salet.strategies.registry import Spec

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "strategies.md"
FIGURES = ROOT / "src" / "salet" / "data" / "figures" / "strategies.json"
SHOWN = ("strategy", "opener", "games", "total", "mean", "losses", "within3", "worst", "histogram")

COMPOSITIONS = {
    "entropy+opener(soare)": "the ranking with its own opener given, which saves the first search",
    "entropy+ties(fewest_grey,candidates,distinct,positions)": "Luebeck's tie-breaks",
    "entropy+lookahead": "two guesses ahead over the five best by entropy",
    "minimax+solutions_below(20)+opener(tales)": "Chow's ncands",
    "letters+solutions_below(20)+popular_below(10)": "Chow's letter frequency",
    "letters+explore_random(3)": "tmzh's random beginning",
    "greens+hard(strict)": "Kay, without exploring",
    "greens+explore_close": "Kay, exploring when the best guesses are close",
    "parts+opener(laser,tonic,dumpy)": "three fixed words with fifteen different letters",
}

SECTIONS = {
    "ranking": ("Rankings", getdoc(Ranking)),
    "player": (
        "Other players",
        "Strategies that are not rankings: they choose the next guess directly.",
    ),
    "rule": ("Decision rules", getdoc(DecisionRule)),
    "tie rule": ("Tie rules", getdoc(TieRule)),
}

INTRODUCTION = '''\
<!-- Made by scripts/strategies_page.py: change the docstrings or the script, not this page. -->

# Strategies

A *strategy* chooses the next guess. It sees what a player may see, the `View`: the turns so far,
the candidates and how likely each is, the legal guesses, the rules, and a random generator of its
own. It never sees the answer.

## Compose

A strategy is written as a ranking with decision rules after it, the outermost last:

```sh
salet run "letters+solutions_below(20)+popular_below(10)"
salet compare entropy "tiles(green=3,yellow=1)" "entropy+ties(distinct)+opener(salet)"
```

A *ranking* gives every guess a value and plays the most valuable one. A *decision rule* changes the
play of what is written before it in certain positions. A *tie rule* decides between guesses that a
ranking finds equally good. Parameters are given by position or by name. A name may carry its
version, as in `entropy-v1`: a version always plays the same. The same text works in Python:

```python
>>> import salet
>>> strategy = salet.make_strategy("ncands + solve_below(20) + opener(tales)")
>>> strategy.to_text()
'minimax+solutions_below+opener(tales)'
>>> result = salet.run(strategy, sample=100, seed=1)
>>> result.opener, len(result.answers)
('tales', 100)

```

## Write your own

A ranking is a class with one method: one integer for each of `view.guesses`, larger is better.
The fields of the class are the parameters. This one likes many groups but no large one:

```python
>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class ManyGroups(salet.Ranking):
...     """Many groups, and no large one."""
...
...     name = "many_groups"
...     worth: int = 4
...
...     def values(self, view):
...         return self.worth * view.stats.groups - view.stats.largest
>>> result = salet.run(ManyGroups())
>>> result.strategy, result.opener, round(result.mean, 4), result.losses
('many_groups', 'salet', 3.4268, 0)

```

A strategy that is not a ranking derives from `salet.Strategy` and has `choose(view)`, which
returns one of `view.guesses`. `salet.testing.check_strategy` checks whether a strategy keeps the
promises that runs rely on.

A strategy in a file, with its imports, needs no installation and can be combined like the others.
The file is executed, so use only files you trust:

```sh
salet run "mine.py:ManyGroups(2)+opener(salet)"
salet compare entropy mine.py:ManyGroups
```

An installed package can offer strategies by name, in its `pyproject.toml`:

```toml
[project.entry-points."salet.strategies"]
many_groups = "mypackage:ManyGroups"
```

[Your own strategy](tutorials/strategy.md) goes through this step by step.
'''

MEASURED = """\
## Measured on the original lists ({answers:,} answers / {allowed:,} allowed)

Every ranking with its defaults, and the compositions below, on all answers, sorted by mean. A game
goes on until the answer is found, so a loss counts in the mean with its true length;
*losses* are games not won within {max_guesses} guesses, *within 3* is the share of games won in
three guesses or fewer. Strategies that use chance are played with seed {seed}. *Seconds* are for
all games on one core, after compilation, on the machine that made this page. Lexicon `{name}`,
id `{id}`.

`python scripts/strategies_page.py` writes this page; `salet run STRATEGY` computes one line of the
table. The [write-ups](#references) report other figures for their strategies if they colour double
letters differently, consider fewer guesses, or break ties in another order.

| strategy | opener | mean | losses | within 3 | worst | seconds |
|---|---|---:|---:|---:|---:|---:|
"""

REFERENCES = """\
## References

| | |
|---|---|
| Chow | <https://github.com/chrischow/wordle_solver> |
| Luebeck | <https://github.com/jluebeck/WordleSolver> |
| Kay | <https://github.com/mjskay/wordle_solver> |
| tmzh | <https://github.com/tmzh/wordle> |
| van Rijn | <https://royvanrijn.com/blog/2022/01/wordle-bot> |
| Glaiel | <https://github.com/TylerGlaiel/wordlebot> |
| Knuth 1977 | The computer as Master Mind, Journal of Recreational Mathematics 9 |
| Kooi 2005 | Yet another Mastermind strategy, ICGA Journal 28 |
| Sanderson 2022 | Solving Wordle using information theory (3Blue1Brown, video) |
"""

_SECONDS = re.compile(r"\| *\d+\.\d\d \|$", re.MULTILINE)
_JSON_SECONDS = re.compile(r'"seconds": [\d.]+')


def bundled() -> list[Spec]:
    """Return the registered strategies, without those of other installed packages."""
    return [spec for spec in registry().values() if spec.factory.__module__.startswith("salet.")]


def measure(texts: Iterable[str]) -> dict[str, Run]:
    """Run each strategy on all answers; the best mean comes first."""
    runs = {}
    for text in texts:
        runs[text] = salet.run(text)
        for problem in runs[text].problems:
            raise SystemExit(f"{text} {problem.message} (after {problem.position})")
    return dict(sorted(runs.items(), key=lambda item: (item[1].mean, item[0])))


def measured_section(runs: dict[str, Run]) -> str:
    """Write the table of all runs."""
    any_run = next(iter(runs.values()))
    head = MEASURED.format(
        **any_run.lexicon.summary(),
        max_guesses=any_run.rules.max_guesses,
        seed=any_run.metadata["seed"],
    )
    rows = "".join(
        f"| `{text}` | {run.opener or 'varies'} | {run.mean:.4f} | {run.losses} "
        f"| {run.within(3):.1%} | {run.worst} | {run.seconds:.2f} |\n"
        for text, run in runs.items()
    )
    compositions = "".join(f"* `{text}`: {what}\n" for text, what in COMPOSITIONS.items())
    return f"{head}{rows}\nThe compositions:\n\n{compositions}"


def kind_section(kind: str, specs: Iterable[Spec]) -> str:
    """Write one section with every strategy of a kind."""
    title, introduction = SECTIONS[kind]
    entries = [entry(spec) for spec in specs if spec.kind == kind]
    return "\n\n".join([f"## {title}", introduction or "", *entries]) + "\n"


def entry(spec: Spec) -> str:
    """Write what there is to know of one strategy."""
    parameters = ",".join(spec.written_parameters)
    call = f"{spec.name}({parameters})" if parameters else spec.name
    facts = [f"`{call}`", f"version {spec.version}"]
    if spec.aliases:
        facts.append("also called " + ", ".join(f"`{alias}`" for alias in spec.aliases))
    if not spec.factory.own_traits.deterministic:
        facts.append("uses chance")
    if spec.factory.own_traits.cost == "slow":
        facts.append("slow")
    return f"### {spec.name}\n\n{'; '.join(facts)}\n\n{getdoc(spec.factory)}"


def all_runs() -> dict[str, Run]:
    """Play everything that has a line in the table."""
    rankings = [spec.name for spec in bundled() if spec.plays]
    return measure([*rankings, *COMPOSITIONS])


def figures(runs: dict[str, Run]) -> str:
    """Write the figures for the web page."""
    rows = []
    for run in runs.values():
        values = run.to_dict()
        rows.append({key: values[key] for key in SHOWN} | {"seconds": round(run.seconds, 2)})
    lexicon = next(iter(runs.values())).lexicon.summary()
    return json.dumps({"lexicon": lexicon, "measured": rows}, indent=1) + "\n"


def page(runs: dict[str, Run]) -> str:
    """Write the whole page."""
    specs = bundled()
    sections = [kind_section(kind, specs) for kind in SECTIONS]
    return "\n".join([INTRODUCTION, measured_section(runs), *sections, REFERENCES])


def without_seconds(text: str) -> str:
    """Return the page, or the figures, with the seconds blanked."""
    return _SECONDS.sub("| |", _JSON_SECONDS.sub("", text))


def main() -> int:
    """Write the page, or check it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if not current")
    only_check = parser.parse_args().check
    runs = all_runs()
    stale = 0
    for path, new in ((PAGE, page(runs)), (FIGURES, figures(runs))):
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        current = without_seconds(old) == without_seconds(new)
        stale += not current
        if only_check:
            print(f"{path.name} is {'current' if current else 'not current: run this script'}")
        else:
            path.write_text(new, encoding="utf-8")
            print(f"{path.name}: {'only seconds' if current else 'text or figures'} changed")
    return int(only_check and stale > 0)


if __name__ == "__main__":
    raise SystemExit(main())
