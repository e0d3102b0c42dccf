"""Counting a deck and its chances, end to end, against what `import typer` alone costs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.decks import write_decks
from tests.bench.line import Measured

_RUNS = 30


def measure(folder: Path) -> Iterator[Measured]:
    """Interleaved runs, so that a busy moment slows all of them alike."""
    old, deck = map(str, write_decks(folder / "counted", 2))
    fade_deck = [sys.executable, "-m", "fade_deck"]
    commands = {
        "typer": [sys.executable, "-c", "import typer"],
        "stats": [*fade_deck, "stats", deck],
        "odds": [*fade_deck, "odds", deck, "t:reaction"],
        "odds of both": [*fade_deck, "odds", deck, "t:reaction", "tp<=2", "--at-least", "2", "--mulligan"],
        "draw": [*fade_deck, "draw", deck, "--hands", "5", "--seed", "7"],
        "diff": [*fade_deck, "diff", old, deck],
    }
    for command in commands.values():
        _time(command)  # compiles modules, fills the cache
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(_RUNS):
        for name, command in commands.items():
            times[name].append(_time(command))
    middle = {name: median(taken) for name, taken in times.items()}
    for name in list(commands)[1:]:
        detail = f"{middle[name] * 1000:.0f} ms against {middle['typer'] * 1000:.0f} ms"
        yield Measured(f"counting: {name} / import typer", middle[name] / middle["typer"], 2, detail)


def _time(command: list[str]) -> float:
    start = perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)
    taken = perf_counter() - start
    assert done.returncode in (0, 1), done.stderr.decode()
    return taken
