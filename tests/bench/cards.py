"""Growth with cards: a deck of 40 names out of 30,000 cards, from a warm cache, against the same out of 3,000."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from fade_deck.carddb import load_cards
from tests.bench.line import Measured


def measure(folder: Path) -> Iterator[Measured]:
    """Looking names up must cost the same; reading the files to see that nothing changed may grow with them."""
    small, large = (_write(folder, count) for count in (3_000, 30_000))
    times = {path: _compile_then_look_up(path) for path in (small, large)}
    built, found = times[large], times[small]
    yield Measured("compiling 30,000 cards / 3,000 cards", built[0] / found[0], 14, f"{built[0]:.2f} s")
    detail = f"{built[1] * 1000:.1f} ms against {found[1] * 1000:.1f} ms"
    yield Measured("warm: 40 names of 30,000 cards / of 3,000", built[1] / found[1], 10, detail)
    yield Measured("card objects built for 40 names of 30,000", built[2], 40)


def _write(folder: Path, count: int) -> Path:
    cards = [
        {"name": f"Card {i} of the Row", "types": ["Skill"], "level": i % 9, "keywords": ["Aura 3"], "text": "Draw."}
        for i in range(count)
    ]
    path = folder / f"cards-{count}.json"
    path.write_text(json.dumps({"game": "bench", "set": "BCH", "cards": cards}), encoding="utf-8")
    return path


def _compile_then_look_up(path: Path) -> tuple[float, float, int]:
    start = perf_counter()
    load_cards([path])
    compiled = perf_counter() - start
    best, objects = 9.9, 0
    for _ in range(5):
        start = perf_counter()
        cards = load_cards([path]).game("bench")
        assert all(cards.exact(f"Card {i * 7} of the Row") for i in range(40))
        best = min(best, perf_counter() - start)
        objects = len(cards._cards)
    return compiled, best, objects
