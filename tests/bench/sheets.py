"""Registration sheets: one from a fresh process against a minimal page with the same font; 500 in one PDF; memory."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import overload

from fade_deck.carddb import load_cards
from fade_deck.decklists import read_deck
from fade_deck.exports import Options, exporter
from fade_deck.linter import Checker
from fade_deck.listing import Listing, make_listing
from fade_deck.resources import shipped_cards
from tests.bench.decks import write_decks
from tests.bench.line import Measured

_RUNS = 15
_SHEETS = 500
_MINIMAL = """
import sys
from reportlab.pdfbase.pdfmetrics import registerFont
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
registerFont(TTFont("F", sys.argv[1]))
canvas = Canvas(sys.argv[2])
canvas.setFont("F", 12)
canvas.drawString(72, 700, "Storm Rush")
canvas.save()
"""


class _Lazy(Sequence[Listing]):
    """Decks that are read and checked when they are asked for, as the command does it."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = paths
        self.checker = Checker(load_cards([shipped_cards()]))

    def __len__(self) -> int:
        return len(self.paths)

    @overload
    def __getitem__(self, at: int) -> Listing: ...
    @overload
    def __getitem__(self, at: slice) -> _Lazy: ...
    def __getitem__(self, at: int | slice) -> Listing | _Lazy:
        if isinstance(at, slice):
            return _Lazy(self.paths[at])
        return make_listing(read_deck(self.paths[at]), self.checker)


def measure(folder: Path) -> Iterator[Measured]:
    """The three figures that the sheets promise."""
    paths = write_decks(folder / "sheets", _SHEETS)
    yield _one(folder, paths[1])
    start = perf_counter()
    size = len(exporter("pdf").export(_Lazy(paths), Options()))
    taken = perf_counter() - start
    detail = f"{_SHEETS / taken:.0f} sheets a second, {size / 1e6:.1f} MB"
    yield Measured("500 sheets into one PDF / 40 a second", taken / (_SHEETS / 40), 1, detail)
    few, many = _memory(paths[: _SHEETS // 5]), _memory(paths)
    grown = (many[0] - few[0]) / (many[1] - few[1])
    detail = f"{few[0] / 1e6:.1f} MB for {_SHEETS // 5}, {many[0] / 1e6:.1f} MB for {_SHEETS}"
    # reportlab holds the PDF several times over when it puts it together: page by page, written, and joined
    yield Measured("memory that grows with sheets / the PDF's own growth", grown, 5, detail)


def _one(folder: Path, deck: Path) -> Measured:
    """Interleaved runs, so that a busy moment slows both alike."""
    font = Path(__file__).parents[2] / "fade_deck" / "fonts" / "DejaVuSans.ttf"
    out = folder / "one-sheet.pdf"
    commands = {
        "page": [sys.executable, "-c", _MINIMAL, str(font), str(folder / "minimal.pdf")],
        "sheet": [sys.executable, "-m", "fade_deck", "export", str(deck), "-o", str(out), "--force"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for run in range(_RUNS + 1):
        for name, command in commands.items():
            start = perf_counter()
            done = subprocess.run(command, capture_output=True, check=False)
            assert done.returncode in (0, 1), done.stderr.decode()
            if run:  # the first compiles modules and fills the cache
                times[name].append(perf_counter() - start)
    page, sheet = median(times["page"]), median(times["sheet"])
    detail = f"{sheet * 1000:.0f} ms against {page * 1000:.0f} ms"
    return Measured("one sheet, deck file to PDF / minimal reportlab page", sheet / page, 3, detail)


def _memory(paths: Sequence[Path]) -> tuple[int, int]:
    """The most memory in use at once while the sheets are made, and the size of the PDF."""
    lazy = _Lazy(paths)
    exporter("pdf").export([lazy[0]], Options())  # cards, rules and fonts are read once
    tracemalloc.start()
    size = len(exporter("pdf").export(lazy, Options()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak, size
