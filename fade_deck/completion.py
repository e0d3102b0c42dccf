"""Words for the shell's TAB, from prebuilt lists: whoever presses it waits for the answer each time."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from fade_deck import cache
from fade_deck.resources import shipped_rulesets


def words(kind: str) -> list[str]:
    """The `rulesets`, `rules` or `keywords` of the shipped rulesets."""
    files = sorted(shipped_rulesets().glob("*.toml"))
    key = cache.digest(part for path in files for part in (path.name.encode(), path.read_bytes()))
    connection = cache.open_or_build("words", key, lambda made: _build(made, files))
    (found,) = connection.execute("SELECT value FROM words WHERE kind = ?", (kind,)).fetchone()
    listed: list[str] = json.loads(found)
    return listed


def _build(connection: sqlite3.Connection, files: list[Path]) -> None:
    from fade_deck.reading_rules import READING_RULES
    from fade_deck.ruleset import load_ruleset

    loaded = [load_ruleset(path.stem) for path in files]
    lists = {
        "rulesets": [ruleset.id for ruleset in loaded],
        "rules": sorted({*READING_RULES, *(rule.name for ruleset in loaded for rule in ruleset.rules)}),
        "keywords": sorted({word for ruleset in loaded for word in ruleset.vocabulary.keywords}),
    }
    connection.execute("CREATE TABLE words (kind TEXT PRIMARY KEY, value TEXT)")
    connection.executemany("INSERT INTO words VALUES (?, ?)", [(kind, json.dumps(v)) for kind, v in lists.items()])


def card_names(beginning: str, limit: int = 200) -> list[str]:
    """The names of loaded cards that begin so, whatever the case."""
    from fade_deck.carddb import load_cards
    from fade_deck.config import card_paths, load_config

    return load_cards(card_paths((), load_config())).names_from(beginning, limit)


def set_codes() -> list[str]:
    """The codes of the loaded sets."""
    from fade_deck.carddb import load_cards
    from fade_deck.config import card_paths, load_config

    return sorted({info.code for info in load_cards(card_paths((), load_config())).sets()})
