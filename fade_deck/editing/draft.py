"""A deck while it is changed: its text, and what a ruleset makes of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import PurePath

from fade_deck.decklists import read_text
from fade_deck.errors import UsageError
from fade_deck.linter import EDITABLE, Linter
from fade_deck.models import Deck, Decklist, Finding, Report, Slot
from fade_deck.resolve import Resolver
from fade_deck.ruleset import Ruleset
from fade_deck.text import clean

Content = Counter[tuple[str | None, str, str | None, str | None]]
"""How many copies of which name and printing stand in which zone."""


@dataclass(eq=False, repr=False)
class Draft:
    """A text with its deck. Never changed: a change makes another draft."""

    text: str
    decklist: Decklist
    deck: Deck
    findings: list[Finding]
    linter: Linter
    resolver: Resolver

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset that it is read under."""
        return self.linter.ruleset

    def with_text(self, text: str) -> Draft:
        """The same deck file with another text."""
        return _draft(text, self.decklist.path, self.decklist.format, self.linter, self.resolver)

    @cached_property
    def report(self) -> Report:
        """The verdict."""
        return self.linter.lint(self.decklist)

    @cached_property
    def content(self) -> Content:
        """What it holds, whatever the lines."""
        found: Content = Counter()
        for slot in self.deck.slots:
            found[slot.zone, slot.name, slot.read.set, slot.read.number] += slot.copies
        return found

    def slots(self, zone: str | None, name: str) -> list[Slot]:
        """The lines of one card in one zone."""
        return [slot for slot in self.deck.slots if slot.zone == zone and slot.name == name]


def check_format(decklist: Decklist, known: tuple[str, ...] = EDITABLE) -> None:
    """Refuse a format that is not edited, before anything else is asked of the deck."""
    if decklist.format not in known:
        which = "text and JSON decks" if len(known) > 1 else "only text decks"
        raise UsageError(
            f"{clean(decklist.path)} is a deck of the format `{decklist.format}`; {which} can be changed so",
            hint=f"make a text deck of it: `fade-deck convert {clean(decklist.path)} -o {_as_text(decklist.path)}`",
        )


def _as_text(path: str) -> str:
    return clean(f"{PurePath(path).stem}.txt")


def make_draft(text: str, decklist: Decklist, linter: Linter) -> Draft:
    """A draft of a deck that was read."""
    resolver = linter.resolver
    if linter.ruleset.disable:  # where headings stand is told by findings, and a ruleset may silence them
        resolver = Resolver(replace(linter.ruleset, disable=[]), linter.db)
    return _draft(text, decklist.path, decklist.format, linter, resolver)


def _draft(text: str, path: str, kind: str, linter: Linter, resolver: Resolver) -> Draft:
    decklist = read_text(text, path, kind)
    deck, findings = resolver.resolve(decklist)
    return Draft(text, decklist, deck, findings, linter, resolver)
