"""A ruleset file -> Ruleset: vocabulary, zones and rules, checked once and kept compiled in the cache."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from fade_deck import cache, checks
from fade_deck.models import Card, Severity
from fade_deck.query import Query, Vocabulary, compile_query, field_values
from fade_deck.reading_rules import READING_RULES
from fade_deck.ruleset_file import (
    DATED,
    META,
    compile_file,
    digest_of,
    find_ruleset,
    path_bytes,
    shipped_headings,
    shipped_ids,
    vocabulary_of,
)
from fade_deck.text import fold, snake

__all__ = ["Rule", "Ruleset", "Zone", "all_rule_names", "load_ruleset", "shipped_ids"]

if TYPE_CHECKING:
    import sqlite3


class Rule(NamedTuple):
    """One rule: a kind of check with its options, built and as data, and the words for what it finds."""

    name: str
    kind: str
    severity: Severity
    message: str
    options: Any
    data: dict[str, Any]
    summary: str = ""
    help: str = ""
    citation: str = ""
    interpretation: str = ""
    book: str = ""


class Zone(NamedTuple):
    """A section of a decklist."""

    id: str
    name: str
    headings: list[str]
    optional: bool = False
    holds: str | None = None
    lackey: str | None = None
    cockatrice: str | None = None
    """What other programs call it; read as headings too."""

    @property
    def names(self) -> list[str]:
        """All that it may be called."""
        return [self.name, *self.headings, *filter(None, (self.lackey, self.cockatrice))]


@dataclass(eq=False, repr=False)
class Ruleset:
    """A compiled ruleset. `words` are its keywords with form, value and meaning."""

    id: str
    title: str
    game: str
    version: str
    source: dict[str, str]
    path: str
    extends: str | None
    disable: list[str]
    vocabulary: Vocabulary
    words: list[dict[str, Any]]
    zones: list[Zone]
    rules: list[Rule]
    attributes: list[str] = field(default_factory=list)
    elsewhere: dict[str, str] = field(default_factory=dict)
    """Folded headings of the shipped rulesets with their zone ids: tells a misplaced section from an unknown one."""
    sources: list[str] = field(default_factory=list)
    """The files it was made from: its own, and those it extends."""
    play: dict[str, Any] = field(default_factory=dict)
    """How a game begins, with the keys of `schema.PlayModel`; empty where the file is silent."""
    _queries: dict[str, Query] = field(default_factory=dict)

    @cached_property
    def headings(self) -> dict[str, str]:
        """Folded heading -> zone id."""
        return {fold(text): zone.id for zone in self.zones for text in reversed(zone.names)}

    @cached_property
    def zone_titles(self) -> dict[str, str]:
        """Zone id -> its name."""
        return {zone.id: zone.name for zone in self.zones}

    @cached_property
    def order(self) -> dict[str, int]:
        """Where each rule stands among all that can speak: those about reading come first."""
        return {name: i for i, name in enumerate((*READING_RULES, *(rule.name for rule in self.rules)))}

    @cached_property
    def facts(self) -> checks.Facts:
        """What queries and fields say about the cards seen so far."""
        return checks.Facts(self.query, self.values)

    @cached_property
    def is_dated(self) -> bool:
        """Whether some rule says another thing on another day."""
        entries = (e for rule in self.rules for key in DATED for e in rule.data.get(key, ()))
        return any("since" in entry or "until" in entry for entry in entries)

    def rule(self, name: str) -> Rule | None:
        """The rule of a name."""
        return next((rule for rule in self.rules if rule.name == name), None)

    def homes(self, card: Card) -> list[Zone]:
        """The zones in which a card belongs, best first: whose `holds` fits it, else the first without `holds`."""
        fitting = [zone for zone in self.zones if zone.holds and self.query(zone.holds)(card)]
        return fitting or [zone for zone in self.zones if not zone.holds][:1]

    def allows(self, card: Card, zone: str) -> bool:
        """Whether no rule about what a zone holds speaks against a card there."""
        for rule in self.rules:
            if rule.kind == "fits" and rule.severity != "advice" and zone in (rule.data.get("zones") or [zone]):
                wanted = "every" in rule.data
                if self.query(rule.data["every" if wanted else "none"])(card) is not wanted:
                    return False
        return True

    def query(self, text: str) -> Query:
        """A query in this ruleset's vocabulary, compiled once."""
        found = self._queries.get(text)
        if found is None:
            found = self._queries[text] = compile_query(text, self.vocabulary, attributes=self.attributes)
        return found

    def values(self, card: Card, name: str) -> list[Any]:
        """The values of a card's field."""
        return field_values(card, name, self.vocabulary)


def all_rule_names() -> list[str]:
    """The names of all rules: about reading, and of every shipped ruleset."""
    own = (rule.name for name in shipped_ids() for rule in load_ruleset(name).rules)
    return sorted({*READING_RULES, *own})


def load_ruleset(name: str, base: Path | None = None, attributes: tuple[str, ...] = ()) -> Ruleset:
    """A ruleset by id, or by the path of its file. `ConfigError` says what is wrong with which rule and key."""
    path = find_ruleset(name, base)
    key = cache.digest((str(path).encode("utf-8", "replace"), path_bytes(path)))
    connection = cache.open_or_build("ruleset", key, lambda c: _build(c, path), _is_current)
    (compiled,) = connection.execute("SELECT data FROM ruleset").fetchone()
    return _thaw(json.loads(compiled), list(attributes))


def _build(connection: sqlite3.Connection, path: Path) -> None:
    data, sources = compile_file(path)
    data["sources"] = [source for source, _ in sources]
    data["elsewhere"], shipped = shipped_headings()
    sources += [source for source in shipped if source not in sources]
    connection.executescript(
        "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT); CREATE TABLE ruleset (data TEXT, sources TEXT);"
    )
    connection.execute("INSERT INTO ruleset VALUES (?, ?)", (json.dumps(data), json.dumps(sources)))


def _is_current(connection: sqlite3.Connection) -> bool:
    """Whether the files that a ruleset inherits from, and the shipped ones beside it, are what they were."""
    (sources,) = connection.execute("SELECT sources FROM ruleset").fetchone()
    return all(digest_of(Path(source)) == seen for source, seen in json.loads(sources))


def _thaw(data: dict[str, Any], attributes: list[str]) -> Ruleset:
    rules = []
    for rule in data["rules"]:
        meta = {k: v for k, v in rule.items() if k in META}
        options = {k: v for k, v in rule.items() if k not in META}
        rules.append(
            Rule(**{"severity": "error", **meta}, options=checks.build_options(rule["kind"], options), data=options)
        )
    zones = [
        Zone(
            snake(z["name"]),
            z["name"],
            z.get("headings", []),
            z.get("optional", False),
            z.get("holds"),
            z.get("lackey"),
            z.get("cockatrice"),
        )
        for z in data["zones"]
    ]
    return Ruleset(
        data["id"],
        data["title"],
        data["game"],
        data.get("version", ""),
        data.get("source", {}),
        data["path"],
        data.get("extends"),
        data["disable"],
        vocabulary_of(data),
        data["vocabulary"].get("keywords", []),
        zones,
        rules,
        [*data["vocabulary"].get("attributes", ()), *attributes],
        data["elsewhere"],
        data["sources"],
        data.get("play", {}),
    )
