"""Decklist + cards + ruleset -> deck + findings about names and sections. The only place that suggests names.

A name resolves exactly, through an alias, or by folding; anything else is a finding. What a line means under a
ruleset does not depend on where it stands, so it is worked out once per distinct line and shared between decks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import accumulate
from typing import NamedTuple

from fade_deck.carddb import CardDB, GameCards
from fade_deck.decklists.source import add_header
from fade_deck.models import Card, Change, Deck, Decklist, Entry, Finding, Heading, Line, Read, Slot
from fade_deck.reading_rules import READING_RULES
from fade_deck.ruleset import Ruleset
from fade_deck.text import clean, fold, near, plural

_MEMORY = 200_000  # lines remembered before the memory is emptied: bounded, whatever is checked in one run


class Meaning(NamedTuple):
    """What a line means under a ruleset: a card (or several, or none), a heading, or nothing to count.

    `exact` is False for a card that was found by another spelling, and for a heading that the ruleset does not have.
    """

    read: Read | None = None
    card: Card | None = None
    rivals: tuple[Card, ...] = ()
    exact: bool = True
    heading: Heading | None = None
    zone: str | None = None
    skip: bool = False
    fault: str | None = None


@dataclass(eq=False, repr=False)
class Resolver:
    """Resolves decklists under one ruleset. Hold one for many decks: it remembers lines and cards."""

    ruleset: Ruleset
    db: CardDB
    _meanings: dict[int, tuple[Line, Meaning]] = field(default_factory=dict)
    _plain: dict[int, tuple[Card, int, str, Read, Line]] = field(default_factory=dict)
    _suggested: dict[tuple[str, str | None], list[str]] = field(default_factory=dict)

    @cached_property
    def cards(self) -> GameCards:
        """The cards of the ruleset's game."""
        return self.db.game(self.ruleset.game)

    def resolve(self, decklist: Decklist) -> tuple[Deck, list[Finding]]:
        """Find every card of a decklist and say what could not be found."""
        deck = Deck(decklist.path, self.ruleset.id, dict(decklist.headers), [], {}, decklist.source, decklist.format)
        findings: list[Finding] = []
        open_zone: str | None = self.ruleset.zones[0].id
        stated: list[tuple[Entry, Heading, str | None, int]] = []
        headers_over = decklist.format != "text"
        plain, add, new = self._plain, deck.slots.append, tuple.__new__
        for entry in decklist.entries:
            lines, line = entry
            known = plain.get(id(line))
            if known is not None:  # nearly every line: a card by its exact name, with nothing to say about it
                card, copies, name, read, _ = known
                add(new(Slot, (open_zone, card, copies, name, lines, read)))
                headers_over = True
                continue
            if line.header and not headers_over and not self._is_card_or_heading(line):
                if fold(line.header[0]) in _HEADER_KEYS or not self._names_a_card(line):
                    add_header(deck.headers, *line.header)
                else:
                    findings.append(_unreadable(entry, Meaning(fault="is it a card? write it as `4 Card Name`")))
                    deck.unread.append(line.whole or line.text)
                continue
            meaning = self._remembered(line)
            if meaning.skip:
                continue
            headers_over = True
            if meaning.heading is not None:
                open_zone = self._open(deck, findings, entry, meaning)
                stated.append((entry, meaning.heading, open_zone, len(deck.slots)))
                continue
            if meaning.read is None:
                findings.append(_unreadable(entry, meaning))
                deck.unread.append(line.whole or line.text)
                continue
            name = meaning.card.name if meaning.card else meaning.read.name
            slot = Slot(open_zone, meaning.card, meaning.read.copies, name, entry.lines, meaning.read)
            deck.slots.append(slot)
            if meaning.card is None or not meaning.exact or meaning.read.set or meaning.read.number:
                findings += self._about(entry, meaning, slot)
        findings += _stated_counts(deck, stated)
        findings += _repeated(deck)
        if decklist.format != "text":  # a change replaces a whole line, and only in text is the entry the line
            for finding in findings:
                finding.changes = []
        disabled = set(self.ruleset.disable)
        return deck, [f for f in findings if f.rule not in disabled] if disabled else findings

    def _is_card_or_heading(self, line: Line) -> bool:
        """Whether a line that looks like `Key: value` is a known heading, or exactly the name of a card."""
        heading = line.heading
        if heading is not None:
            key = fold(heading.text)
            if key in self.ruleset.headings or key in self.ruleset.elsewhere:
                return True
            if line.header and not line.header[1]:  # `Sideboard:` is a section, known or not
                return fold(line.header[0]) not in _HEADER_KEYS
        for read in line.reads:
            if read.name in self.cards.colons or (":" not in read.name and self.cards.exact(read.name)):
                return True
        return False

    def _names_a_card(self, line: Line) -> bool:
        """Whether what looks like a header may well be a card: `Ember Jab: 4`, or a name with its colon misplaced."""
        if line.header is None:
            return False
        key, value = line.header
        if self.cards.lookup(key) or self.cards.lookup(line.text):
            return True
        from difflib import SequenceMatcher, get_close_matches  # few headers come so far

        if get_close_matches(line.text, self.cards.colons, 1, 0.85):
            return True
        like = self.suggest(key) if _COUNT.fullmatch(value) else []  # `Strom Dancer: 4`
        return any(SequenceMatcher(None, fold(key), fold(name)).ratio() >= 0.85 for name in like)

    def _remembered(self, line: Line) -> Meaning:
        """What a line means, worked out once. Lines are told apart by identity: equal ones are shared when read."""
        known = self._meanings.get(id(line))
        if known is not None:
            return known[1]
        if len(self._meanings) > _MEMORY:
            self._meanings.clear()
            self._plain.clear()
            self._suggested.clear()
        meaning = self._meaning(line)
        self._meanings[id(line)] = (line, meaning)  # the line is kept with it, so that its identity stays its own
        read, card = meaning.read, meaning.card
        if read and card and meaning.exact and not (read.set or read.number):
            self._plain[id(line)] = (card, read.copies, card.name, read, line)
        return meaning

    def _meaning(self, line: Line) -> Meaning:
        """The order of precedence: the exact whole name, a heading, a comment, then the readings as a card."""
        whole = self.cards.exact(line.text) if line.reads else None
        if whole and line.reads[0].copies == 1:
            return Meaning(line.reads[0], whole)
        if (meaning := self._heading(line.heading)) is not None:
            return meaning
        if line.comment:
            if line.heading is not None and self._is_like_a_section(line.heading):
                return Meaning(heading=line.heading, exact=False)  # else its cards would count where they do not belong
            return Meaning(skip=True)
        if (found := self._named(line.reads)) is not None:
            return found
        if line.header and fold(line.header[0]) in _HEADER_KEYS:
            return Meaning(fault=f"`{line.header[0]}:` stands before the first section")
        if line.heading is not None and line.heading.stated is not None and self.cards.lookup(line.heading.text):
            return Meaning(fault="the count must stand before the name, as in `4 Card Name`, or as `Card Name x4`")
        if line.heading is not None and self._is_unknown_section(line, line.heading):
            return Meaning(heading=line.heading, exact=False)
        if line.fault or not line.reads or not any(c.isalnum() or ord(c) > 127 for c in line.text):
            return Meaning(fault=line.fault or "this is neither header, section, card, comment nor blank")
        return Meaning(_plainest(line.reads))

    def _is_unknown_section(self, line: Line, heading: Heading) -> bool:
        """Whether a line that is no card must be a heading, or is so like one that its cards are better kept apart."""
        if heading.firm or heading.stated is not None:
            return True
        return len(line.reads) == 1 and self._is_like_a_section(heading)

    def _is_like_a_section(self, heading: Heading) -> bool:
        """Whether it is a section's name but for a slip, or one that other games have."""
        key = fold(heading.text)
        if key in _SECTIONS:
            return True
        like = [known for known in self.ruleset.headings if abs(len(known) - len(key)) < 4 and {*key} & {*known[:3]}]
        if not like:
            return False
        from difflib import get_close_matches  # few comments come so far

        return bool(get_close_matches(key, like, 1, 0.85))

    def _heading(self, heading: Heading | None) -> Meaning | None:
        if heading is None:
            return None
        key = fold(heading.text)
        if own := self.ruleset.headings.get(key):
            return Meaning(heading=heading, zone=own)
        detailed = _DETAILED.match(heading.text)  # `Fighter Pool (18 cards, level 96)`
        if detailed and (own := self.ruleset.headings.get(fold(detailed["text"]))):
            return Meaning(heading=heading._replace(text=detailed["text"]), zone=own)
        zone = self.ruleset.elsewhere.get(key)
        return Meaning(heading=heading, zone=zone, exact=False) if zone else None

    def _named(self, reads: tuple[Read, ...]) -> Meaning | None:
        """The first reading that is exactly a name; else what aliases or folding say, if they agree."""
        for read in reads:
            if card := self.cards.exact(read.name):
                return Meaning(read, card)
        looked = [(read, self.cards.lookup(read.name)) for read in reads]
        for tier in ("alias", "folded"):
            hits = [(read, m.cards) for read, matches in looked for m in matches if m.tier == tier]
            cards = tuple(dict.fromkeys(card for _, found in hits for card in found))
            if len(cards) == 1:
                return Meaning(hits[0][0], cards[0], exact=False)
            if cards:
                return Meaning(_plainest(tuple(read for read, _ in hits)), rivals=cards)
        return None

    def _open(self, deck: Deck, findings: list[Finding], entry: Entry, meaning: Meaning) -> str | None:
        """Open a section, and say so if this ruleset has no place for it."""
        zone = meaning.zone
        if zone is not None:
            deck.headings.setdefault(zone, []).append(entry.lines[0])
        if meaning.exact:
            return zone
        assert meaning.heading is not None  # noqa: S101 - tells the type checker
        text = meaning.heading.text
        known = {"known": ", ".join(z.name for z in self.ruleset.zones)}
        if zone is None:
            finding = _reading("unknown-section", f"no section is called `{clean(text)}`", entry, help_words=known)
            like = near(text, self.ruleset.headings) if fold(text) not in _SECTIONS else []
            meant = (self.ruleset.headings[key] for key in like)
            finding.suggestions = list(dict.fromkeys(self.ruleset.zone_titles[zone] for zone in meant))
        else:
            message = f"`{clean(text)}` is not a section of {self.ruleset.title}"
            finding = _reading("section-not-in-ruleset", message, entry, zone, help_words=known)
        finding.actual = text
        findings.append(finding)
        return None if zone in self.ruleset.zone_titles else zone  # another game's zone of that id is not ours

    def _about(self, entry: Entry, meaning: Meaning, slot: Slot) -> Iterator[Finding]:
        """What there is to say about the name of a card line."""
        read, card = slot.read, meaning.card
        entered = clean(read.name)
        if meaning.rivals:
            names = [c.name for c in meaning.rivals]
            message = f"`{entered}` fits {len(names)} cards: {', '.join(f'`{n}`' for n in names)}"
            yield _reading("ambiguous-card", message, entry, slot.zone, [read.name], suggestions=names)
        elif card is None:
            yield self._unknown(entry, slot, entered)
        else:
            if not meaning.exact:
                message = f"{card.name} (entered as {entered})"
                change = _renamed(entry, read.name, card.name)
                yield _reading("inexact-name", message, entry, slot.zone, [card.name], changes=change)
            if (read.set or read.number) and not _printed(card, read):
                has = ", ".join(" ".join(filter(None, (p.set, p.number))) for p in card.printings)
                asked = " ".join(filter(None, (read.set, read.number)))
                message = f"{card.name} is not printed as {clean(asked)}, only as {has}"
                yield _reading("unknown-printing", message, entry, slot.zone, [card.name])

    def _unknown(self, entry: Entry, slot: Slot, entered: str) -> Finding:
        others = [g for g in self.db.games() if g != self.cards.game and self.db.game(g).lookup(slot.read.name)]
        message = f"no card is called `{entered}`"
        names = self.suggest(slot.read.name, slot.zone)
        finding = _reading("unknown-card", message, entry, slot.zone, [slot.read.name], suggestions=names)
        if others:
            finding.help = f"there is a card of this name in `{others[0]}`, but not in `{self.cards.game}`"
        elif not len(self.cards):
            finding.help = f"no cards of `{self.cards.game}` are loaded: check `--cards`"
        return finding

    def suggest(self, name: str, zone: str | None = None, limit: int = 3) -> list[str]:
        """Names that somebody who wrote this may have meant, best first; none rather than a silly one.

        Cards that may stand in the zone come before others that are about as likely.
        """
        found = self._suggested.get((name, zone))
        if found is None:
            names = self.cards.names()
            known = zone if zone in self.ruleset.zone_titles else None
            preferred = partial(self._may_stand, known, names) if known else None
            matches = self.cards.index.suggest(name[:200], limit, preferred=preferred)
            found = self._suggested[name, zone] = [match.name for match in matches]
        return found

    def _may_stand(self, zone: str, names: list[str], place: int) -> bool:
        card = self.cards.exact(names[place])
        return card is not None and self.ruleset.allows(card, zone)


_COUNT = re.compile(r"[xX×]?\d{1,4}[xX×]?")
_SIZES = r"(?=[^()\[\]]*\d)(?=[^()\[\]]*\b(?:cards?|levels?|lv)\b)[^()\[\]]*"
_DETAILED = re.compile(rf"^(?P<text>.*?\S)\s*(?:[(\[]{_SIZES}[)\]]|[-–:]\s+{_SIZES})$", re.IGNORECASE)
_HEADER_KEYS = {"name", "player", "event", "date", "ruleset"}
# Sections that lists from elsewhere have: as cards they would be counted in the section above, and all below them too.
_SECTIONS = {"sideboard", "side", "side deck", "maybeboard", "considering", "commander", "companion", "extra deck"}


def _reading(
    rule: str,
    message: str,
    entry: Entry,
    zone: str | None = None,
    cards: list[str] | None = None,
    *,
    suggestions: list[str] | None = None,
    changes: list[Change] | None = None,
    help_words: dict[str, str] | None = None,
) -> Finding:
    about = READING_RULES[rule]
    text = about.help.format(**(help_words or {})) if help_words else about.help
    return Finding(
        rule,
        about.severity,
        message,
        text,
        zone,
        cards or [],
        list(entry.lines),
        suggestions=suggestions or [],
        changes=changes or [],
    )


def _unreadable(entry: Entry, meaning: Meaning) -> Finding:
    shown = clean(entry.line.text)
    shown = shown if len(shown) <= 60 else shown[:57] + "…"
    return _reading("unreadable-line", f"cannot read `{shown}`: {meaning.fault}", entry)


def _plainest(reads: tuple[Read, ...]) -> Read:
    """The reading to show for a name that nothing knows: count and printing taken off."""
    return min(reads, key=lambda read: (len(read.name), read.copies == 1))


def _renamed(entry: Entry, old: str, new: str) -> list[Change]:
    """The line with the printed name in place of what was entered, where that is certain."""
    text = entry.line.text
    if len(entry.lines) == 1 and text.count(old) == 1 and len(entry.line.reads) >= 1:
        return [Change(entry.lines[0], text.replace(old, new))]
    return []


def _printed(card: Card, read: Read) -> bool:
    """Whether a card has a printing in this set and of this number; `012` and `12` are one number."""

    def same(a: str | None, b: str) -> bool:
        return (a or "").lstrip("0").casefold() == b.lstrip("0").casefold()

    return any(
        (not read.set or p.set.casefold() == read.set.casefold()) and (not read.number or same(p.number, read.number))
        for p in card.printings
    )


def _stated_counts(deck: Deck, stated: list[tuple[Entry, Heading, str | None, int]]) -> Iterator[Finding]:
    """Compare the numbers beside headings with the cards below them.

    `Arsenal (33)` right above `Fighters (3)` and `Supports (15)` speaks of them all: of what follows in its zone.
    """
    if not any(heading.stated is not None for _, heading, _, _ in stated):
        return
    counted = [0, *accumulate(slot.copies for slot in deck.slots)]
    end = of_zone = len(deck.slots)
    below: str | None = None
    found: list[Finding] = []
    for entry, heading, zone, start in reversed(stated):
        of_zone = of_zone if zone == below else end
        last = of_zone if start == end else end
        actual = counted[last] - counted[start]
        if heading.stated is not None and actual != heading.stated:
            message = f"`{clean(heading.text)}` states {plural(heading.stated, 'card')}, but {actual} stand below it"
            finding = _reading("stated-count-wrong", message, entry, zone)
            finding.actual, finding.limit = actual, heading.stated
            found.append(finding)
        end, below = start, zone
    yield from reversed(found)


def _repeated(deck: Deck) -> Iterator[Finding]:
    if len({slot[1] for slot in deck.slots}) == len(deck.slots):
        return  # no card stands on two lines
    seen: dict[tuple[str | None, Card], list[Slot]] = {}
    for slot in deck.slots:
        if slot.card is not None:
            seen.setdefault((slot.zone, slot.card), []).append(slot)
    for (zone, card), slots in seen.items():
        if len(slots) > 1:
            total = sum(slot.copies for slot in slots)
            entry = Entry(tuple(line for slot in slots for line in slot.lines), Line(""))
            message = f"{card.name} stands on {len(slots)} lines of one section: {total} copies together"
            finding = _reading("repeated-line", message, entry, zone, [card.name])
            finding.actual, finding.limit = len(slots), 1
            alike = {(slot.read.set, slot.read.number, _rest_of(deck, slot)) for slot in slots}
            finding.fix = "safe" if len(alike) < len(slots) else None
            yield finding


_MARKS = re.compile(r"(?<=\s)(?:\*+\w{0,2}\**|!{1,3}|\^[^^]*\^|<[^<>]*>)(?=\s|$)")


def _rest_of(deck: Deck, slot: Slot) -> str:
    """The marks on a text line (`*F*`): a foil is not joined with others."""
    at = slot.lines[0] - 1
    text = deck.source[at] if deck.format == "text" and at < len(deck.source) else ""
    return " ".join(_MARKS.findall(text.partition("#")[0]))
