"""A deck as sheets, exports and tables show it: sections in the ruleset's order, lines of one card joined, its hash."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from fade_deck.hashing import deck_hash
from fade_deck.linter import Checker
from fade_deck.models import Card, Deck, Decklist, Gauge, Printing, Read, Report, Slot
from fade_deck.ruleset import Ruleset

__all__ = ["COUNT_LAST", "Item", "Listing", "Section", "deck_hash", "make_listing", "name_at"]

COUNT_LAST = re.compile(r"\(?[xX×]\s?(\d+)\)?|\(?(\d+)[xX×]\)?|\((\d+)\)|\[(\d+)\]")
"""A number of copies behind a name."""
_COUNT_FIRST = re.compile(r"(?<!\S)(?:\d+\s*[xX×]?|[xX×]\d+|\[\d+\]|\(\d+\))\s*")
_BULLET = re.compile(r"[-*•–]\s+")
_PREFIX = re.compile(r"(?:[-*•–\d\s()xX×]|\[[^\]]*\])*")


class Item(NamedTuple):
    """Copies of one card in one section. `card` is None where the name is not a card's; `name` is then as read."""

    copies: int
    name: str
    card: Card | None
    set: str | None
    number: str | None
    entered: str = ""
    """Where the name is not a card's: all that the list says, but for the number of copies."""

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
        entered = self._entered()
        made = [Section(z, titles.get(z or "", _title(z)), _items(self.deck.slots, z, entered)) for z in zones]
        return [section for section in made if section.items]

    def _entered(self) -> dict[tuple[int, ...], str]:
        """What the list says where no card was found, by its lines; only in text is that more than the name."""
        reads = {slot.lines: slot.read for slot in self.deck.slots if slot.card is None}
        if self.decklist.format != "text":
            return {lines: read.name for lines, read in reads.items()}
        return {e.lines: _without_count(e.line.text, reads[e.lines]) for e in self.decklist.entries if e.lines in reads}

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


def _items(slots: Iterable[Slot], zone: str | None, entered: dict[tuple[int, ...], str]) -> list[Item]:
    """The slots of a zone, those of one card and printing joined where the first stands."""
    found: dict[tuple[str, str | None, str | None, str], Item] = {}
    for slot in slots:
        if slot.zone == zone:
            said = entered.get(slot.lines, slot.name) if slot.card is None else ""
            key = (slot.name, slot.read.set, slot.read.number, said)
            before = found[key].copies if key in found else 0
            found[key] = Item(before + slot.copies, slot.name, slot.card, slot.read.set, slot.read.number, said)
    return list(found.values())


def name_at(text: str, name: str) -> int | None:
    """Where in a line its name begins: behind nothing but bullets, counts and printings."""
    starts = (found.start() for found in re.finditer(re.escape(name), text))
    return next((at for at in starts if _PREFIX.fullmatch(text, 0, at)), None)


def _without_count(text: str, read: Read) -> str:
    """A line without its bullet and the number of copies, wherever that stands."""
    at = name_at(text, read.name)
    if at is None:
        return read.name
    lead, rest = text[:at], text[at + len(read.name) :]
    bare, counted = _COUNT_FIRST.subn("", lead, count=1)
    if not counted:
        counts = (found for found in COUNT_LAST.finditer(rest) if str(read.copies) in found.groups())
        if last := next(counts, None):
            rest = f"{rest[: last.start()].rstrip()}{rest[last.end() :]}"
    return f"{_BULLET.sub('', bare, count=1)}{read.name}{rest}".strip()


def make_listing(decklist: Decklist, checker: Checker) -> Listing:
    """Check a decklist and make it ready to be shown; a deck without a ruleset raises `UsageError`."""
    linter = checker.linter(checker.require(decklist))
    deck, findings = linter.resolver.resolve(decklist)
    sets = [f"{s.code} {s.version}".strip() for s in checker.db.sets() if s.game == linter.ruleset.game]
    return Listing(deck, linter.report(deck, findings), linter.ruleset, decklist, sets)
