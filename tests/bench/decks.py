"""Decklists for measuring: 60 to 80 cards in Deck and Fighter Pool, from the shipped F.A.R.O.E. cards."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from fade_deck.resources import shipped_cards


def write_decks(folder: Path, count: int, seed: int = 1) -> list[Path]:
    """That many deck files, always the same for a seed."""
    random = Random(seed)
    cards = json.loads((shipped_cards() / "faroe" / "starter.json").read_text(encoding="utf-8"))["cards"]
    fighters = [c["name"] for c in cards if c["types"] == ["Character"]]
    others = [c["name"] for c in cards if "Character" not in c["types"]]
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number in range(count):
        path = folder / f"deck-{number:05}.txt"
        lines = ["Ruleset: faroe", f"Name: Deck {number}", f"Player: Player {number}", "", "Deck"]
        lines += _lines(random, others, random.randint(48, 60))
        lines += ["", "Fighter Pool", *_lines(random, fighters, random.randint(12, 20))]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        paths.append(path)
    return paths


def _lines(random: Random, names: list[str], size: int) -> list[str]:
    lines = []
    for name in random.sample(names, len(names)):
        copies = min(random.randint(1, 4), size)
        size -= copies
        lines.append(f"{copies} {name}")
        if not size:
            break
    return lines
