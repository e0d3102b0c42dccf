"""Editing: `add` from start to end, the file replaced and its former state kept, against what `import typer` costs."""

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
    """Interleaved runs, so that a busy moment slows all of them alike; what is added is undone again."""
    deck = str(write_decks(folder / "edited", 2)[1])  # the first one has a fault
    fade_deck = [sys.executable, "-m", "fade_deck"]
    commands = {
        "typer": [sys.executable, "-c", "import typer"],
        "add": [*fade_deck, "add", deck, "1", "ember jab"],
        "undo": [*fade_deck, "undo", deck],
        "show": [*fade_deck, "show", deck],
    }
    for command in commands.values():
        _time(command)  # compiles modules, fills the cache
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(_RUNS):
        for name, command in commands.items():
            times[name].append(_time(command))
    middle = {name: median(taken) for name, taken in times.items()}
    for name in ("add", "undo", "show"):
        detail = f"{middle[name] * 1000:.0f} ms against {middle['typer'] * 1000:.0f} ms"
        yield Measured(f"editing: {name} / import typer", middle[name] / middle["typer"], 2, detail)


def _time(command: list[str]) -> float:
    start = perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)
    taken = perf_counter() - start
    assert done.returncode == 0, done.stderr.decode()
    return taken
