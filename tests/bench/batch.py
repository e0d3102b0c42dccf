"""Many decks in one run, on one core: read, parse, resolve and check, against only reading and splitting lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from fade_deck.carddb import load_cards
from fade_deck.decklists import text
from fade_deck.linter import Checker, check_files
from fade_deck.resources import shipped_cards
from tests.bench.decks import write_decks
from tests.bench.line import Measured

_DECKS = 10_000


def measure(folder: Path) -> Iterator[Measured]:
    """The ratio for 10,000 decks, and whether the cost of a deck grows with their number."""
    paths = [str(path) for path in write_decks(folder / "many", _DECKS)]
    _read_and_split(paths)  # so that the files are in the system's memory for both
    reading = min(_read_and_split(paths) for _ in range(3))
    checking = min(_check(paths) for _ in range(2))
    detail = f"{checking:.2f} s against {reading:.2f} s, {_DECKS / checking:,.0f} decks a second"
    yield Measured("10,000 decks: checked / only read and split", checking / reading, 8, detail)
    few = min(_check(paths[: _DECKS // 4]) for _ in range(3))
    yield Measured("cost of a deck among 10,000 / among 2,500", checking / (4 * few), 1.25)


def _read_and_split(paths: list[str]) -> float:
    start = perf_counter()
    for path in paths:
        Path(path).read_text(encoding="utf-8").splitlines()
    return perf_counter() - start


def _check(paths: list[str]) -> float:
    text._MEANINGS.clear()  # nothing is remembered from the run before
    start = perf_counter()
    checker = Checker(load_cards([shipped_cards()]))
    reports = list(check_files(paths, checker))
    taken = perf_counter() - start
    assert len(reports) == len(paths)
    return taken
