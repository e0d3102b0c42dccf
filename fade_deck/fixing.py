"""Mending decks: what a finding allows to be done about it, step by step, each step checked by reading the deck again.

Safe fixes keep what the player meant: names as printed, lines of one card joined, a card moved to the section where it
belongs, headings by their own name and with the right number. Unsafe ones change the deck: the only plausible card for
an unknown name, copies above a limit taken out, a section trimmed. A fix never adds a card.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from fade_deck.editing import edits, lines
from fade_deck.editing.draft import Draft
from fade_deck.editing.names import Named
from fade_deck.errors import UsageError
from fade_deck.models import Card, Finding, Slot
from fade_deck.text import clean, fold, plural

_MOST_STEPS = 2000


class Step(NamedTuple):
    """One thing that was done: for which rule, and in words."""

    rule: str
    said: str


class Fixed(NamedTuple):
    """A mended deck, and what was done to it, in order."""

    draft: Draft
    steps: list[Step]


Fix = Callable[[Draft], tuple[Draft, Step] | None]


def fix(draft: Draft, *, unsafe: bool = False) -> Fixed:
    """Apply fixes until none is left to apply. Fixing a second time changes nothing."""
    steps: list[Step] = []
    fixes: list[Fix] = [_name, _join, _move, *([_guess, _take_out] if unsafe else []), _heading, _count]
    while len(steps) < _MOST_STEPS:
        done = next((found for one in fixes if (found := one(draft))), None)
        if done is None:
            break
        draft, step = done
        steps.append(step)
    return Fixed(draft, steps)


def _tried(change: Callable[[], Draft], rule: str, said: str) -> tuple[Draft, Step] | None:
    """A change, unless the line cannot be changed without changing another."""
    try:
        return change(), Step(rule, said)
    except UsageError:
        return None


# --- safe ------------------------------------------------------------------------------------------------------


def _name(draft: Draft) -> tuple[Draft, Step] | None:
    """A name that was found by another spelling, as it is printed."""
    for slot in draft.deck.slots:
        if slot.card and slot.name != slot.read.name:
            said = f"{clean(slot.read.name)} -> {clean(slot.name)}"
            if done := _tried(lambda slot=slot: _renamed(draft, slot, slot.card), "inexact-name", said):  # type: ignore[misc]
                return done
    return None


def _renamed(draft: Draft, slot: Slot, card: Card) -> Draft:
    """The line with another name; in JSON, and where that does not read as meant, the card on a line of its own."""
    if draft.decklist.format == "text":
        body = lines.Lines(draft.text).bodies[slot.lines[0] - 1]
        made = draft.with_text(lines.with_body(draft.text, slot.lines[0] - 1, body.replace(slot.read.name, card.name)))
        now = [s for s in made.deck.slots if s.lines == slot.lines]
        if [(s.name, s.read.name, s.copies) for s in now] == [(card.name, card.name, slot.copies)]:
            return made
    without = edits.recounted(draft, slot, 0)
    return edits.with_more(without, slot.zone, Named(card.name, card, slot.read.set, slot.read.number), slot.copies)


def _join(draft: Draft) -> tuple[Draft, Step] | None:
    """Two lines of one card and printing in one section, as one."""
    first: dict[tuple[object, ...], Slot] = {}
    for slot in draft.deck.slots:
        key = (slot.zone, slot.name, slot.read.set, slot.read.number)
        if key not in first or slot.card is None:
            first[key] = slot
            continue
        earlier = first[key]
        total = earlier.copies + slot.copies
        said = f"{clean(slot.name)}: lines {earlier.lines[0]} and {slot.lines[0]} joined to {total}"

        def joined(earlier: Slot = earlier, slot: Slot = slot, total: int = total) -> Draft:
            return edits.recounted(edits.recounted(draft, slot, 0), earlier, total)

        if done := _tried(joined, "repeated-line", said):
            return done
    return None


def _move(draft: Draft) -> tuple[Draft, Step] | None:
    """A card that a rule does not want where it stands, to the section where the ruleset puts it."""
    for finding in _wrong_place(draft):
        slot = next(s for s in draft.deck.slots if s.name == finding.cards[0] and s.lines[0] in finding.lines)
        if slot.card is None:
            continue
        zone = next(iter(draft.ruleset.homes(slot.card)), None)
        if zone is None or zone.id == slot.zone or not draft.ruleset.allows(slot.card, zone.id):
            continue
        said = f"{clean(slot.name)}: {plural(slot.copies, 'copy').replace('copys', 'copies')} moved to {zone.name}"

        def moved(slot: Slot = slot, goal: str = zone.id) -> Draft:
            named = Named(slot.name, slot.card, slot.read.set, slot.read.number)
            return edits.with_more(edits.recounted(draft, slot, 0), goal, named, slot.copies)

        if done := _tried(moved, finding.rule, said):
            return done
    return None


def _wrong_place(draft: Draft) -> Iterator[Finding]:
    rules = {rule.name for rule in draft.ruleset.rules if rule.kind == "fits"}
    return (f for f in draft.report.findings if f.rule in rules and f.severity != "advice" and f.cards and f.lines)


def _heading(draft: Draft) -> tuple[Draft, Step] | None:
    """The only heading of a section, by the section's own name."""
    if draft.decklist.format != "text":
        return None
    entries = {entry.lines[0]: entry.line for entry in draft.decklist.entries}
    for zone in draft.ruleset.zones:
        found = draft.deck.headings.get(zone.id, [])
        heading = entries[found[0]].heading if len(found) == 1 and found[0] in entries else None
        if heading is None or heading.text == zone.name or draft.ruleset.headings.get(fold(heading.text)) != zone.id:
            continue
        at = found[0] - 1
        body = lines.Lines(draft.text).bodies[at].replace(heading.text, zone.name)
        made = draft.with_text(lines.with_body(draft.text, at, body))
        if made.content == draft.content and made.deck.headings == draft.deck.headings:
            return made, Step("heading", f"{clean(heading.text)} -> {zone.name}")
    return None


def _count(draft: Draft) -> tuple[Draft, Step] | None:
    """The number beside a heading, as many as stand below it."""
    for finding in draft.findings:
        if finding.rule == "stated-count-wrong":
            said = f"line {finding.lines[0]}: {finding.limit} -> {finding.actual}"
            if done := _tried(lambda finding=finding: edits.restated(draft, finding), finding.rule, said):  # type: ignore[misc]
                return done
    return None


# --- unsafe ----------------------------------------------------------------------------------------------------


def _guess(draft: Draft) -> tuple[Draft, Step] | None:
    """The only plausible card for a name that is none."""
    cards = draft.resolver.cards
    for slot in draft.deck.slots:
        if slot.card is not None:
            continue
        names = draft.resolver.suggest(slot.read.name, slot.zone)
        card = cards.exact(names[0]) if len(names) == 1 and not cards.lookup(slot.read.name) else None
        if card is not None:
            said = f"{clean(slot.read.name)} -> {clean(card.name)}"
            if done := _tried(lambda slot=slot, card=card: _renamed(draft, slot, card), "unknown-card", said):  # type: ignore[misc]
                return done
    return None


def _take_out(draft: Draft) -> tuple[Draft, Step] | None:
    """Copies that are too many by some rule: of the last of its lines, as few as mend it."""
    kinds = {rule.name: rule for rule in draft.ruleset.rules}
    findings = [f for f in draft.report.findings if f.severity == "error" and f.rule in kinds]
    order = ("fits", "sets", "shares", "copies", "banlist", "per-card", "count", "points", "sum")
    findings = [f for f in findings if kinds[f.rule].kind in order]
    for finding in sorted(findings, key=lambda f: order.index(kinds[f.rule].kind)):
        rule = kinds[finding.rule]
        for slot in reversed(_to_blame(draft, finding, rule.kind)):
            copies = _too_many(draft, finding, rule.kind, rule.data, slot)
            if not copies:
                continue
            left = f", {slot.copies - copies} left" if copies < slot.copies else ""
            said = f"{clean(slot.name)}: {copies} taken out{left}"

            def taken(slot: Slot = slot, copies: int = copies) -> Draft:
                return edits.recounted(draft, slot, slot.copies - copies)

            if done := _tried(taken, finding.rule, said):
                return done
    return None


def _to_blame(draft: Draft, finding: Finding, kind: str) -> list[Slot]:
    """The lines from which something may be taken to mend a finding; of a card with too many others, those others."""
    mine = [slot for slot in draft.deck.slots if set(slot.lines) & set(finding.lines) and slot.card is not None]
    if kind == "per-card":
        return [slot for slot in mine if slot.name not in finding.cards]
    return [slot for slot in mine if not finding.cards or slot.name in finding.cards]


def _too_many(draft: Draft, finding: Finding, kind: str, data: dict[str, object], slot: Slot) -> int:
    """How many copies of a line are to go; 0 where taking cards out does not mend the finding."""
    if kind in ("fits", "sets", "shares"):
        return slot.copies
    actual, limit = finding.actual, finding.limit
    if not isinstance(actual, int | float) or not isinstance(limit, int | float) or actual <= limit:
        return 0
    each: float = 1
    if kind == "sum" and slot.card:
        each = next((v for v in draft.ruleset.values(slot.card, str(data["field"])) if isinstance(v, int | float)), 0)
    if kind == "points":
        each = math.inf  # one copy after the other: what it costs depends on the day
    return min(slot.copies, max(1, math.ceil((actual - limit) / each))) if each > 0 else 0
