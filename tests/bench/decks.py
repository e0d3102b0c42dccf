"""Decklists for measuring: 60 to 80 cards from the shipped F.A.R.O.E. cards, as a tournament sees them.

Nine in ten are legal; the tenth has a fault: too many copies, a misspelling, or a line in another case.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from fade_deck.resources import shipped_cards

Card = dict[str, Any]


def write_decks(folder: Path, count: int, seed: int = 1) -> list[Path]:
    """That many deck files, always the same for a seed."""
    random = Random(seed)
    cards = json.loads((shipped_cards() / "faroe" / "starter.json").read_text(encoding="utf-8"))["cards"]
    usable = [c for c in cards if not c.get("unique_to") and "Legend" not in c["types"]]
    usable = [c for c in usable if c.get("cost", {}).get("tp", 0) <= 10 and "copy_limit" not in c]
    usable = [c for c in usable if not any(k.startswith("Level") for k in c.get("keywords", ()))]
    fighters = [c for c in usable if c["types"] == ["Character"]]
    others = [c for c in usable if "Character" not in c["types"]]
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number in range(count):
        path = folder / f"deck-{number:05}.txt"
        lines = ["Ruleset: faroe", f"Name: Deck {number}", f"Player: Player {number}", "", "Deck"]
        lines += _lines(random, others, random.randint(50, 60), 10_000)
        lines += ["", "Fighter Pool", *_lines(random, fighters, random.randint(10, 20), 100)]
        if number % 10 == 0:
            _spoil(random, lines)
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        paths.append(path)
    return paths


def _lines(random: Random, cards: list[Card], size: int, levels: int) -> list[str]:
    """Lines of random cards, Mythical ones once, until the size or the levels are used up."""
    lines = []
    for card in random.sample(cards, len(cards)):
        most = 1 if "Mythical" in card.get("keywords", ()) else random.randint(1, 4)
        level = card.get("level") or 0
        copies = min(most, size, levels // level if level else size)
        size -= copies
        levels -= copies * level
        if copies:
            lines.append(f"{copies} {card['name']}")
    return lines


def _spoil(random: Random, lines: list[str]) -> None:
    at = random.randrange(6, len(lines) - 8)
    if not lines[at][:1].isdigit():
        return
    lines[at] = random.choice((f"5 {lines[at][2:]}", lines[at][:-1], lines[at].upper()))
