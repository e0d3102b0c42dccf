"""Looking cards up: `find` end to end against `import typer`, one TAB against a bare `--version`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.line import Measured

_RUNS = 20
_TABS = ("card Storm", "explain too-many", "keyword My", "validate x --ruleset f")


def measure(folder: Path) -> Iterator[Measured]:
    """Interleaved runs, medians."""
    commands = {
        "typer": ([sys.executable, "-c", "import typer"], ""),
        "version": ([sys.executable, "-m", "fade_deck", "--version"], ""),
        "find": ([sys.executable, "-m", "fade_deck", "find", "blazng", "fst"], ""),
    }
    commands |= {words: ([sys.executable, "-m", "fade_deck"], f"fade-deck {words}") for words in _TABS}
    times: dict[str, list[float]] = {name: [] for name in commands}
    for run in range(_RUNS + 1):
        for name, (command, line) in commands.items():
            taken = _time(command, line)
            if run:  # the first compiles modules and fills the cache
                times[name].append(taken)
    middle = {name: median(taken) for name, taken in times.items()}
    yield Measured("find end to end / import typer", middle["find"] / middle["typer"], 2)
    for words in _TABS:
        yield Measured(f"one TAB after `{words}` / --version", middle[words] / middle["version"], 1.3)


def _time(command: list[str], line: str) -> float:
    tab = {"_FADE_DECK_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(line.split()) - 1)}
    start = perf_counter()
    subprocess.run(command, capture_output=True, check=False, env=os.environ | (tab if line else {}))
    return perf_counter() - start
