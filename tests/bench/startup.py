"""Start-up: what every run costs, against what `import typer` alone costs."""

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
    deck = write_decks(folder / "one", 2)[1]  # the first one has a fault
    commands = {
        "typer": [sys.executable, "-c", "import typer"],
        "version": [sys.executable, "-m", "fade_deck", "--version"],
        "validate": [sys.executable, "-m", "fade_deck", "validate", str(deck)],
    }
    for command in commands.values():
        _time(command)  # compiles modules, fills the cache
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(_RUNS):
        for name, command in commands.items():
            times[name].append(_time(command))
    middle = {name: median(taken) for name, taken in times.items()}
    for name, target in (("version", 1.3), ("validate", 1.5)):
        detail = f"{middle[name] * 1000:.0f} ms against {middle['typer'] * 1000:.0f} ms"
        yield Measured(f"start-up: {name} / import typer", middle[name] / middle["typer"], target, detail)


def _time(command: list[str]) -> float:
    start = perf_counter()
    done = subprocess.run(command, capture_output=True, check=False)
    taken = perf_counter() - start
    assert done.returncode in (0, 1), done.stderr.decode()
    return taken
