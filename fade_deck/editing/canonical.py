"""A text deck in its canonical form: same deck, same comments, one way to write them.

Headers in a fixed order; sections in the ruleset's; cards as `4 Ember Jab (FST) 040` with the name as printed, lines of
one card and printing joined where the first stands; stated counts corrected. A comment stays with the line right below
it, or with the one above if an empty line follows. Within a section the order of lines and single empty lines stay.
What cannot be read, and sections that the ruleset does not know, are kept as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from fade_deck.decklists.source import MAX_COPIES
from fade_deck.editing.draft import Draft
from fade_deck.editing.lines import Lines, restated, strange_headings, written
from fade_deck.editing.names import Named
from fade_deck.editing.written import printing_of, trimmings
from fade_deck.errors import UsageError
from fade_deck.models import Entry, Line, Slot
from fade_deck.ruleset import Zone
from fade_deck.text import clean, fold, squash

_ORDER = ("Name", "Player", "Event", "Date", "Ruleset")
_KEYS = {key.casefold(): key for key in _ORDER}

Kind = Literal["top", "header", "heading", "card", "other"]


@dataclass(eq=False)
class _Item:
    """A line that says something, with the comments that belong to it. `gap` means an empty line before them."""

    kind: Kind
    body: str
    entry: Entry
    gap: bool = False
    above: list[str] = field(default_factory=list)
    below: list[tuple[bool, str]] = field(default_factory=list)
    named: Named | None = None
    copies: int = 0
    mark: str = ""
    remark: str = ""

    def text(self) -> Iterator[str]:
        """Its lines, without the empty one before it."""
        yield from self.above
        yield self.body
        for gap, comment in self.below:
            yield from ("", comment) if gap else (comment,)


@dataclass(eq=False)
class _Section:
    """A section as it will be written; `zone` is None where the ruleset does not know it."""

    zone: Zone | None
    title: str
    heading: _Item | None
    stated: int | None = None
    items: list[_Item] = field(default_factory=list)


_Seen = dict[tuple[Named | None, str], _Item]


def canonical(draft: Draft) -> str:
    """The canonical text; `UsageError` if it would read as another deck, which is then left alone."""
    items = _items(draft)
    headers = [item for item in items if item.kind in ("top", "header")]
    sections = _ordered(draft, _sections(draft, [item for item in items if item not in headers]))
    seen: dict[str | int, _Seen] = {}
    for section in sections:
        section.items = _joined(section.items, seen.setdefault(section.zone.id if section.zone else id(section), {}))
    parts = [_header_lines(headers), *(_section_lines(draft, section) for section in sections)]
    end = Lines(draft.text).usual_end
    made = draft.with_text(_counted(draft, "\n\n".join("\n".join(part) for part in parts if part)))
    if _meaning(made) != _meaning(draft):
        raise UsageError(
            f"{clean(draft.decklist.path)}: cannot be written in canonical form without changing the deck",
            hint="`fade-deck validate` shows lines that cannot be read; mend them first",
        )
    return made.text.replace("\n", end)


def _meaning(draft: Draft) -> tuple[object, ...]:
    """What must stay the same: what stands where, by canonical printings, and the headers."""
    content: Counter[tuple[object, ...]] = Counter()
    for slot in draft.deck.slots:
        content[slot.zone, slot.name, *printing_of(slot)] += slot.copies
    unread = sum(len(f.lines) for f in draft.findings if f.rule == "unreadable-line")
    return content, draft.deck.headers, unread


def _counted(draft: Draft, text: str) -> str:
    """The text with its last line end, and the right numbers beside its headings."""
    made = draft.with_text(text + "\n" if text else "")
    for finding in [f for f in made.findings if f.rule == "stated-count-wrong"]:
        better = next(restated(made, finding, int(finding.actual or 0)), None)
        made = made.with_text(better) if better is not None else made
    return made.text


# --- taking the file apart -------------------------------------------------------------------------------------


def _items(draft: Draft) -> list[_Item]:
    """All lines that say something, each with its comments; those above the first header are a line of their own."""
    kinds = _kinds(draft)
    entries = {entry.lines[0]: entry for entry in draft.decklist.entries}
    slots = {slot.lines[0]: slot for slot in draft.deck.slots}
    found: list[_Item] = []
    waiting: list[str] = []
    gap = waiting_gap = False
    for number, body in enumerate(Lines(draft.text).bodies, 1):
        if number not in entries:  # an empty line: the comments above it belong to what stands above them
            _leave(found, waiting, waiting_gap)
            gap, waiting = True, []
        elif number not in kinds:
            waiting_gap = waiting_gap if waiting else gap
            waiting.append(body.strip())
            gap = False
        else:
            item = _Item(kinds[number], squash(body), entries[number], waiting_gap if waiting else gap, waiting)
            if item.kind == "header" and waiting and all(other.kind == "top" for other in found):
                _leave(found, waiting, waiting_gap)
                item.above, item.gap = [], False
            _describe(item, slots.get(number), draft)
            found.append(item)
            gap, waiting = False, []
    _leave(found, waiting, waiting_gap)
    return found


def _leave(found: list[_Item], comments: list[str], gap: bool) -> None:
    """Give comments to the line above them; above all lines they are the top of the file, which stays the top."""
    if not comments:
        return
    if not found:
        first, *comments = comments
        found.append(_Item("top", first, Entry((), Line(first))))
        gap = False
    found[-1].below += [(gap and place == 0, comment) for place, comment in enumerate(comments)]


def _kinds(draft: Draft) -> dict[int, Kind]:
    """What each line is that is neither empty nor a comment."""
    cards = {slot.lines[0] for slot in draft.deck.slots}
    headings = {line for lines in draft.deck.headings.values() for line in lines} | strange_headings(draft)
    unread = {line for finding in draft.findings if finding.rule == "unreadable-line" for line in finding.lines}
    first = min(cards | headings, default=len(draft.decklist.source) + 1)
    found: dict[int, Kind] = {}
    for (number, *_), line in draft.decklist.entries:
        if number in headings:
            found[number] = "heading"
        elif number in cards:
            found[number] = "card"
        elif line.header and number < first and number not in unread:
            found[number] = "header"
        elif not line.comment:
            found[number] = "other"
    return found


def _describe(item: _Item, slot: Slot | None, draft: Draft) -> None:
    """Write a header or a card in its canonical form, where that reads as the same."""
    header = item.entry.line.header
    if item.kind == "header" and header:
        key = squash(header[0])
        item.body = f"{_KEYS.get(key.casefold(), key)}: {header[1]}".rstrip()
    if item.kind == "card" and slot:
        code, number = printing_of(slot)
        item.mark, item.remark = trimmings(item.entry.line, slot.read)
        item.copies, item.named = slot.copies, Named(slot.name, slot.card, code, number)
        if _reads_as(draft, _card_line(item), slot):
            item.body = _card_line(item)
        else:
            item.named = None


def _card_line(item: _Item) -> str:
    assert item.named  # noqa: S101 - tells the type checker
    return " ".join(filter(None, (written(item.copies, item.named), item.mark, item.remark)))


def _reads_as(draft: Draft, body: str, slot: Slot) -> bool:
    """Whether a line alone under a heading is these copies of this card."""
    made = draft.with_text(f"[{draft.ruleset.zones[0].name}]\n{body}\n").deck.slots
    return len(made) == 1 and (made[0].name, made[0].copies, *printing_of(made[0])) == (
        slot.name,
        slot.copies,
        *printing_of(slot),
    )


# --- putting it in order ---------------------------------------------------------------------------------------


def _sections(draft: Draft, items: list[_Item]) -> list[_Section]:
    """The sections in the order of the file; what stands above the first heading is in the ruleset's first zone."""
    zones = {zone.id: zone for zone in draft.ruleset.zones}
    opened = {line: zones[zone] for zone, lines in draft.deck.headings.items() if zone in zones for line in lines}
    strange = strange_headings(draft)
    found: list[_Section] = []
    for item in items:
        if item.kind == "heading":
            line = item.entry.lines[0]
            zone = None if line in strange else opened.get(line)
            heading = item.entry.line.heading
            text = heading.text if heading and zone else item.body
            found.append(_Section(zone, text, item, heading.stated if heading else None))
            continue
        if not found:
            first = draft.ruleset.zones[0]
            found.append(_Section(first, first.name, None))
        found[-1].items.append(item)
    return found


def _ordered(draft: Draft, sections: list[_Section]) -> list[_Section]:
    """By zone in the ruleset's order, those of one heading joined, then the sections that it does not know."""
    done: list[_Section] = []
    for zone in draft.ruleset.zones:
        mine = [section for section in sections if section.zone is zone]
        kept: dict[str, _Section] = {}
        for section in mine:
            key = fold(section.title)
            if key in kept:
                _absorb(kept[key], section)
            else:
                kept[key] = section
        for key, section in kept.items():
            names = [name for name in (zone.name, *zone.headings) if fold(name) == key]
            section.title = names[0] if len(kept) > 1 and names else zone.name
        done += kept.values()
    return done + [section for section in sections if section.zone is None]


def _absorb(section: _Section, other: _Section) -> None:
    """Add another section of the same heading, with the comments of that heading where its cards begin."""
    comments = [*other.heading.above, *(text for _, text in other.heading.below)] if other.heading else []
    if other.items:
        other.items[0].gap = True
        other.items[0].above[:0] = comments
    elif comments:
        last = section.items[-1] if section.items else section.heading
        if last is not None:
            last.below += [(place == 0, comment) for place, comment in enumerate(comments)]
    section.items += other.items
    section.stated = other.stated if section.stated is None else section.stated


def _joined(items: list[_Item], first: _Seen) -> list[_Item]:
    """Lines of one card, printing and mark as one, where the first stands; their comments and remarks come along.

    `first` are the lines of the same zone so far: it may have several headings.
    """
    kept: list[_Item] = []
    gap = False
    for item in items:
        known = first.get((item.named, item.mark)) if item.named else None
        if known is None or known.copies + item.copies > MAX_COPIES:
            item.gap, gap = item.gap or gap, False
            kept.append(item)
            first[item.named, item.mark] = item
            continue
        gap = gap or item.gap  # the next line begins the group that this one began
        known.copies += item.copies
        apart = next((place for place, (far, _) in enumerate(item.below) if far), len(item.below))
        known.above += [*item.above, *(comment for _, comment in item.below[:apart])]
        (kept[-1] if kept else known).below += item.below[apart:]
        known.remark = " ".join(filter(None, (known.remark, item.remark)))
        known.body = _card_line(known)
    return kept


# --- writing it down -------------------------------------------------------------------------------------------


def _header_lines(headers: list[_Item]) -> list[str]:
    """The top of the file, then the headers in their order without empty lines, then what stands apart from them."""

    def place(item: _Item) -> int:
        key = item.body.partition(":")[0]
        return _ORDER.index(key) if key in _ORDER else len(_ORDER)

    top = [item for item in headers if item.kind == "top"]
    lines = [line for item in top for line in item.text()]
    if lines and any(item.gap for item in headers[1:2]):
        lines.append("")
    last = headers[-1].below if headers[len(top) :] else []
    apart = next((place for place, (gap, _) in enumerate(last) if gap), len(last))
    after = [line for gap, comment in last[apart:] for line in (["", comment] if gap else [comment])]
    del last[apart:]  # remarks that stand apart from the last header follow whichever is the last now
    for item in sorted(headers[len(top) :], key=place):
        lines += [*item.above, item.body, *(comment for _, comment in item.below)]
    return lines + after


def _section_lines(draft: Draft, section: _Section) -> list[str]:
    heading = section.heading
    lines = [*(heading.above if heading else ()), _heading(draft, section)]
    for gap, comment in heading.below if heading else ():
        lines += ["", comment] if gap else [comment]
    for place, item in enumerate(section.items):
        if item.gap and (place or len(lines) > 1 + len(heading.above if heading else ())):
            lines.append("")
        lines += item.text()
    return lines


def _heading(draft: Draft, section: _Section) -> str:
    """The heading, plain if it then still reads as one: a card may be called `Deck`."""
    zone = section.zone
    if zone is None:
        return section.title
    stated = f" ({section.stated})" if section.stated is not None else ""
    for text in (f"{section.title}{stated}", f"{section.title}{stated}:", f"[{section.title}]{stated}"):
        if draft.with_text(text + "\n").deck.headings == {zone.id: [1]}:
            return text
    return section.heading.body if section.heading else f"[{zone.name}]"
