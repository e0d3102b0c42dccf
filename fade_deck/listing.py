"""A deck as sheets, exports and tables show it: sections in the ruleset's order, lines of one card joined, its hash."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from fade_deck.hashing import deck_hash
from fade_deck.linter import Checker
from fade_deck.models import Card, Deck, Decklist, Gauge, Printing, Report, Slot
from fade_deck.ruleset import Ruleset

__all__ = ["Item", "Listing", "Section", "deck_hash", "make_listing"]


class Item(NamedTuple):
    """Copies of one card in one section. `card` is None where the name is not a card's; `name` is then as entered."""

    copies: int
    name: str
    card: Card | None
    set: str | None
    number: str | None

    @property
    def printing(self) -> Printing | None:
        """The printing that the list names, else the latest."""
        printings = self.card.printings if self.card else ()
        named = [p for p in printings if p.set == self.set and (self.number is None or p.number == self.number)]
        return named[0] if named else printings[-1] if printings else None


class Section(NamedTuple):
    """A section: its zone id (None where the ruleset has none), its title, its items in the order of the list."""

    zone: str | None
    title: str
    items: list[Item]

    @property
    def size(self) -> int:
        """How many cards it holds."""
        return sum(item.copies for item in self.items)


@dataclass(eq=False, repr=False)
class Listing:
    """A checked deck, ready to be shown."""

    deck: Deck
    report: Report
    ruleset: Ruleset
    decklist: Decklist
    sets: list[str]
    """The loaded sets of its game with their versions: `FST 1.0`."""

    @cached_property
    def sections(self) -> list[Section]:
        """The sections that hold cards: the ruleset's first, in its order, then what it has no place for."""
        titles = self.ruleset.zone_titles
        zones = dict.fromkeys((*titles, *(slot.zone for slot in self.deck.slots)))
        made = [Section(z, titles.get(z or "", _title(z)), _items(self.deck.slots, z)) for z in zones]
        return [section for section in made if section.items]

    @property
    def gauges(self) -> list[Gauge]:
        """The numbers that the ruleset watches."""
        return self.report.gauges

    @property
    def size(self) -> int:
        """How many cards the deck has."""
        return sum(slot.copies for slot in self.deck.slots)

    @cached_property
    def hash(self) -> str:
        """See `deck_hash`."""
        return deck_hash(self.deck)


def _title(zone: str | None) -> str:
    return zone.replace("_", " ").title() if zone else "In no section"


def _items(slots: Iterable[Slot], zone: str | None) -> list[Item]:
    """The slots of a zone, those of one card and printing joined where the first stands."""
    found: dict[tuple[str, str | None, str | None], Item] = {}
    for slot in slots:
        if slot.zone == zone:
            key = (slot.name, slot.read.set, slot.read.number)
            before = found[key].copies if key in found else 0
            found[key] = Item(before + slot.copies, slot.name, slot.card, slot.read.set, slot.read.number)
    return list(found.values())


def make_listing(decklist: Decklist, checker: Checker) -> Listing:
    """Check a decklist and make it ready to be shown; a deck without a ruleset raises `UsageError`."""
    linter = checker.linter(checker.require(decklist))
    deck, findings = linter.resolver.resolve(decklist)
    sets = [f"{s.code} {s.version}".strip() for s in checker.db.sets() if s.game == linter.ruleset.game]
    return Listing(deck, linter.report(deck, findings), linter.ruleset, decklist, sets)
