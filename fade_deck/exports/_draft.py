"""A decklist as deck formats write it: headers, sections, cards and remarks in order, each line's meaning settled.

Decklist -> Reader.draft -> Draft -> write (one per deck format) -> text, which reads back to the same draft
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from fade_deck.decklists import read_text
from fade_deck.decklists.source import split_lines
from fade_deck.decklists.text import parse_line
from fade_deck.listing import COUNT_LAST, name_at
from fade_deck.models import Deck, Decklist, Entry, Finding, Heading, Read
from fade_deck.resolve import Resolver
from fade_deck.ruleset import load_ruleset, shipped_ids
from fade_deck.text import clean, fold, squash

if TYPE_CHECKING:
    from fade_deck.ruleset import Zone

MAIN = "main"
"""What deck programs call the first section."""

_SECTION_RULES = ("unknown-section", "section-not-in-ruleset")
_MARKER = re.compile(r"(?:#+|/{2,})\s*")
_NOTE = "note: "


@dataclass
class Copies:
    """Copies of a card on one line, and the remarks that stand with it."""

    copies: int
    name: str
    set: str | None = None
    number: str | None = None
    remarks: list[str] = field(default_factory=list)


@dataclass
class Part:
    """A section. Only the first may go without a title: what stands above any heading."""

    title: str | None = None
    stated: int | None = None
    remarks: list[str] = field(default_factory=list)
    cards: list[Copies] = field(default_factory=list)


@dataclass
class Draft:
    """A deck, ready to be written. `unread` and `doubts` speak of the file that it was read from."""

    headers: dict[str, str] = field(default_factory=dict)
    parts: list[Part] = field(default_factory=list)
    unread: list[tuple[int, str]] = field(default_factory=list, compare=False)
    """Lines of which nothing could be made, and why; each stands among the remarks too."""
    doubts: list[tuple[int, str]] = field(default_factory=list, compare=False)
    """Lines of which something was kept as a remark."""

    def part(self) -> Part:
        """The section that is open."""
        if not self.parts:
            self.parts.append(Part())
        return self.parts[-1]

    def remark(self, lines: Iterable[str]) -> None:
        """Add a remark to the last card, else to the section."""
        part = self.part()
        (part.cards[-1].remarks if part.cards else part.remarks).extend(lines)


@dataclass(eq=False, repr=False)
class Reader:
    """Settles what each line of a decklist means: by a ruleset and its cards, or without (`blind`)."""

    resolver: Resolver
    blind: bool = False

    @classmethod
    def without_cards(cls) -> Reader:
        """Knows the headings of the shipped rulesets and no card: a name is what is left without count and printing."""
        from fade_deck.carddb import load_cards

        rulesets = (load_ruleset(name) for name in shipped_ids())
        ruleset = next(found for found in rulesets if MAIN in found.headings)
        return cls(Resolver(ruleset, load_cards([])), blind=True)

    @property
    def headings(self) -> dict[str, str]:
        """Folded heading -> zone id."""
        return {**self.resolver.ruleset.elsewhere, **self.resolver.ruleset.headings}

    def draft(self, decklist: Decklist, *, printed: bool = False) -> Draft:
        """The deck with names as entered, or, where cards are found, as printed."""
        deck, findings = self.resolver.resolve(decklist)
        made = Draft(dict(deck.headers))
        if decklist.format in ("lackey", "cockatrice"):
            _take_comments(made)
        sorter = _Sorter(decklist, deck, findings)
        for entry in decklist.entries:
            line, at = entry.line, entry.lines[0]
            if found := sorter.card(entry):
                read, name = found
                code = _code_as_entered(line.text, read.set) if decklist.format == "text" else read.set
                made.part().cards.append(Copies(read.copies, name if printed else read.name, code, read.number))
                if decklist.format == "text" and (rest := left_over(line.text, read)):
                    made.remark([rest])
                    made.doubts.append((at, f"read as {read.copies} `{clean(read.name)}`, the rest of the line kept"))
            elif heading := sorter.heading(entry):
                made.parts.append(Part(heading.text, heading.stated))
            elif line.comment:
                made.remark(self._remarks(line.text, marked=sorter.is_marked(entry)))
            elif line.header is None or at in sorter.faults:
                made.remark(split_lines(line.whole or line.text))
                made.unread.append((at, sorter.faults.get(at) or line.fault or "nothing could be made of it"))
        return made

    def line(self, text: str) -> Draft:
        """What a line of plain text says."""
        return self.draft(read_text(text, format="text"))

    def _remarks(self, text: str, *, marked: bool) -> list[str]:
        """The lines of a comment without the marks that plain text needs."""
        lines = split_lines(text) or [""]
        if not marked:
            return lines
        bare = [_MARKER.sub("", line, count=1) for line in lines]
        return [b.removeprefix(_NOTE) if self.is_heading(b.removeprefix(_NOTE)) else b for b in bare]

    def is_heading(self, remark: str) -> bool:
        """Whether a comment of these words would open a section, or is marked as one that would."""
        bare = squash(remark)
        while bare.startswith(_NOTE):
            bare = bare.removeprefix(_NOTE)
        heading = parse_line(f"# {bare}").heading
        return heading is not None and fold(heading.text) in self.headings

    def marked(self, remark: str) -> str:
        """A remark as a comment of plain text that opens no section."""
        return squash(f"# {_NOTE if self.is_heading(remark) else ''}{remark}")

    def zone(self, title: str | None) -> Zone | None:
        """The zone that a title means; None where no ruleset is known, or it has no such zone."""
        ruleset = self.resolver.ruleset
        if self.blind:
            return None
        wanted = ruleset.zones[0].id if title is None else ruleset.headings.get(fold(title))
        return next((zone for zone in ruleset.zones if zone.id == wanted), None)

    def is_main(self, title: str | None) -> bool:
        """Whether `main` would be read as this section."""
        headings = self.resolver.ruleset.headings if not self.blind else self.headings
        if title is None:
            return self.blind or headings.get(MAIN) == self.resolver.ruleset.zones[0].id
        return MAIN in headings and headings.get(fold(title)) == headings[MAIN]

    def section(self, title: str | None) -> str:
        """The same word for all titles that mean one section."""
        if title is None:
            return self.headings[MAIN] if self.blind else self.resolver.ruleset.zones[0].id
        return self.headings.get(fold(title), fold(title))


class _Sorter:
    """Tells what the resolver made of each entry."""

    def __init__(self, decklist: Decklist, deck: Deck, findings: list[Finding]) -> None:
        self.decklist = decklist
        self.slots = deck.slots
        self.place = 0
        self.opened = {at for lines in deck.headings.values() for at in lines}
        self.opened |= {at for f in findings if f.rule in _SECTION_RULES for at in f.lines}
        self.faults = {f.lines[0]: f.message for f in findings if f.rule == "unreadable-line"}

    def card(self, entry: Entry) -> tuple[Read, str] | None:
        """How an entry was read as a card, and the card's name. Slots stand in the order of their entries."""
        lines, line = entry
        slot = self.slots[self.place] if self.place < len(self.slots) else None
        if slot and slot.lines == lines and slot.read in line.reads:
            self.place += 1
            return slot.read, slot.name
        if self.decklist.format == "text" or not line.reads or line.comment:
            return None
        return line.reads[0], line.reads[0].name  # a name that no card can have, but in these formats a name

    def heading(self, entry: Entry) -> Heading | None:
        """The heading that an entry is. Only in text can it be anything else, and there each line is its own."""
        found = self.decklist.format != "text" or entry.lines[0] in self.opened
        return entry.line.heading if found else None

    def is_marked(self, entry: Entry) -> bool:
        """Whether a comment begins with a mark: in text always, in a table where it has a row of its own."""
        if self.decklist.format in ("csv", "tsv"):
            return self.decklist.source[entry.lines[0] - 1].lstrip(' \t",;').startswith("#")
        return self.decklist.format == "text"


def _take_comments(draft: Draft) -> None:
    """Other programs keep one text of comments for the whole deck: it stands above everything."""
    for key in [key for key in draft.headers if key.casefold() == "comments"]:
        draft.remark(split_lines(draft.headers.pop(key)))


def _code_as_entered(text: str, code: str | None) -> str | None:
    """The set as a line spells it: it is read in capitals."""
    found = re.findall(rf"[(\[]({re.escape(code)})(?=[:\s)\]-])", text, re.IGNORECASE) if code else []
    return found[-1] if found else code


def left_over(text: str, read: Read) -> str:
    """What a line says beyond count, name and printing: a mark, a remark."""
    start = name_at(text, read.name)
    if start is None:
        return ""
    rest = text[start + len(read.name) :]
    code, number = re.escape(read.set or ""), re.escape(read.number or "")
    if code:
        pattern = rf"[(\[]{code}(?:[:\s-]#?{number})?[)\]](?:\s+#?{number}(?!\S))?"
        rest = re.sub(pattern, "", rest, count=1, flags=re.IGNORECASE)
    elif number:
        rest = re.sub(rf"#{number}(?!\S)", "", rest, count=1)
    if not any(c.isdigit() for c in text[:start]):
        rest = COUNT_LAST.sub(lambda found: "" if str(read.copies) in found.groups() else found[0], rest, count=1)
    return _MARKER.sub("", rest.strip(), count=1) if _MARKER.match(rest.strip()) else rest.strip()


def all_remarks(draft: Draft) -> list[str]:
    """The remarks of a deck in one list, for formats that have one place for them."""
    lines: list[str] = []
    for part in draft.parts:
        lines += [f"{part.title}: {text}" if part.title else text for text in part.remarks]
        lines += [f"{card.name}: {text}" for card in part.cards for text in card.remarks]
    return lines


def merged(draft: Draft, names: list[str]) -> list[tuple[str, list[Copies]]]:
    """The cards under the names that a program has for the sections, those of one name together."""
    found: dict[str, list[Copies]] = {}
    for name, part in zip(names, draft.parts, strict=True):
        if part.cards or part.title:
            found.setdefault(name, []).extend(part.cards)
    return list(found.items())


def without_printing(card: Copies) -> Copies:
    """A card whose printing a format cannot hold: it becomes a remark."""
    printing = " ".join(filter(None, (card.set, card.number)))
    return replace(card, set=None, number=None, remarks=[f"printing: {printing}", *card.remarks])
