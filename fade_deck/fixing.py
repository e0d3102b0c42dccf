"""Mending decks: what a finding allows to be done about it, step by step, each step checked by reading the deck again.

Safe fixes keep what the player meant: names as printed, lines of one card joined, a card moved to the section where it
belongs, headings by their own name and with the right number. Unsafe ones change the deck: the only plausible card for
an unknown name, copies above a limit taken out, a section trimmed. A fix never adds a card.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from fade_deck.checks import Number
from fade_deck.editing import edits, lines
from fade_deck.editing.draft import Draft
from fade_deck.errors import UsageError
from fade_deck.linter import REMOVABLE
from fade_deck.models import Finding, Report, Slot
from fade_deck.ruleset import Rule
from fade_deck.text import clean, fold, plural

_MOST_STEPS = 10_000
_RIVALS = 60


class Step(NamedTuple):
    """One thing that was done: for which rule, and in words."""

    rule: str
    said: str


class Fixed(NamedTuple):
    """A mended deck, and what was done to it, in order."""

    draft: Draft
    steps: list[Step]


Done = tuple[Draft, Step] | None
Fix = Callable[[Draft], Done]


def fix(draft: Draft, *, unsafe: bool = False) -> Fixed:
    """Apply fixes until none is left to apply. Fixing a second time changes nothing."""
    steps: list[Step] = []
    seen = {draft.text}
    fixes: list[Fix] = [_name, _join, _move, *([_guess, _take_out] if unsafe else []), _heading, _count]
    while len(steps) < _MOST_STEPS:
        done = next((found for one in fixes if (found := one(draft))), None)
        if done is None or done[0].text in seen:
            break
        draft, step = done
        seen.add(draft.text)
        steps.append(step)
    return Fixed(draft, steps)


def _tried(change: Callable[[], Draft], rule: str, said: str) -> Done:
    """A change, unless the line cannot be changed without changing another."""
    try:
        return change(), Step(rule, said)
    except UsageError:
        return None


# --- safe ------------------------------------------------------------------------------------------------------


def _name(draft: Draft) -> Done:
    """A name that was found by another spelling, as it is printed."""
    for slot in draft.deck.slots:
        if slot.card and slot.name != slot.read.name and (done := _renamed(draft, slot, slot.name, "inexact-name")):
            return done
    return None


def _renamed(draft: Draft, slot: Slot, name: str, rule: str) -> Done:
    said = f"{clean(slot.read.name)} -> {clean(name)}"
    done = _tried(lambda: edits.renamed(draft, slot, name), rule, said)
    exact = done and any(s.read.name == name and s.lines == slot.lines for s in done[0].deck.slots)
    return done if exact else None


def _join(draft: Draft) -> Done:
    """Two lines of one card, printing and mark in one section, as one."""
    first: dict[tuple[object, ...], Slot] = {}
    for slot in draft.deck.slots:
        key = (slot.zone, slot.name, slot.read.set, slot.read.number, edits.tail_of(draft, slot)[0])
        if slot.card is None or first.setdefault(key, slot) is slot:
            continue
        earlier = first[key]
        total = earlier.copies + slot.copies
        said = f"{clean(slot.name)}: lines {earlier.lines[0]} and {slot.lines[0]} joined to {total}"
        if done := _tried(partial(_joined, draft, earlier, slot), "repeated-line", said):
            return done
    return None


def _joined(draft: Draft, earlier: Slot, slot: Slot) -> Draft:
    """The copies of a line on an earlier one, its remark behind the one there."""
    joined = edits.recounted(edits.recounted(draft, slot, 0), earlier, earlier.copies + slot.copies)
    place = joined.deck.slots[draft.deck.slots.index(earlier)]
    return edits.with_tail(joined, place, "", edits.tail_of(draft, slot)[1])


def _move(draft: Draft) -> Done:
    """A card that a rule does not want where it stands, to the section where the ruleset puts it.

    What is merely warned of stays where moving it would make the deck worse: it may have been meant so.
    """
    for rule, severity, slot in _misplaced(draft):
        zone = next(iter(draft.ruleset.homes(slot.card)), None) if slot.card else None
        if slot.card is None or zone is None or zone.id == slot.zone or not draft.ruleset.allows(slot.card, zone.id):
            continue
        said = f"{clean(slot.name)}: {plural(slot.copies, 'copy', 'copies')} moved to {zone.name}"
        done = _tried(partial(_moved, draft, slot, zone.id), rule, said)
        if done is None:
            continue
        before, after = _off(draft.report), _off(done[0].report)
        if severity == "error" or after < before or (after == before and severity == "warning"):
            return done
    return None


def _misplaced(draft: Draft) -> Iterator[tuple[str, str, Slot]]:
    """Lines that some rule wants elsewhere, then those that would mend something elsewhere (Tokens in an Arsenal)."""
    rules = {rule.name for rule in draft.ruleset.rules if rule.kind == "fits"}
    for finding in draft.report.findings:
        if finding.rule in rules and finding.severity != "advice" and finding.cards and finding.lines:
            for slot in draft.deck.slots:
                if slot.name == finding.cards[0] and slot.lines[0] in finding.lines:
                    yield finding.rule, finding.severity, slot
    if not draft.report.legal:
        for slot in draft.deck.slots:
            home = next(iter(draft.ruleset.homes(slot.card)), None) if slot.card else None
            if home and home.holds and slot.zone in draft.ruleset.zone_titles:
                yield "section", "advice", slot


def _off(report: Report) -> tuple[float, int]:
    """How far a deck is from being legal: by how much numbers are wrong, and how many errors there are."""
    errors = [finding for finding in report.findings if finding.severity == "error"]
    pairs = [(finding.actual, finding.limit) for finding in errors]
    return sum(abs(a - b) for a, b in pairs if isinstance(a, Number) and isinstance(b, Number)), len(errors)


def _moved(draft: Draft, slot: Slot, goal: str) -> Draft:
    return edits.placed(edits.recounted(draft, slot, 0), goal, edits.taken_from(draft, slot, slot.copies))


def _heading(draft: Draft) -> Done:
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


def _count(draft: Draft) -> Done:
    """The number beside a heading, as many as stand below it."""
    for finding in draft.findings:
        if finding.rule == "stated-count-wrong":
            said = f"line {finding.lines[0]}: {finding.limit} -> {finding.actual}"
            if done := _tried(lambda finding=finding: edits.restated(draft, finding), finding.rule, said):  # type: ignore[misc]
                return done
    return None


# --- unsafe ----------------------------------------------------------------------------------------------------


def _guess(draft: Draft) -> Done:
    """The only plausible card for a name that is none."""
    for slot in draft.deck.slots:
        if slot.card is None and not draft.resolver.cards.lookup(slot.read.name):
            names = draft.resolver.suggest(slot.read.name, slot.zone)
            if len(names) == 1 and (done := _renamed(draft, slot, names[0], "unknown-card")):
                return done
    return None


def _take_out(draft: Draft) -> Done:
    """Copies that are too many by some rule: the narrowest rule first, and what costs the deck least."""
    rules = {rule.name: rule for rule in draft.ruleset.rules if rule.kind in REMOVABLE}
    findings = [f for f in draft.report.findings if f.severity == "error" and f.rule in rules]
    for finding in sorted(findings, key=lambda f: (REMOVABLE.index(rules[f.rule].kind), len(f.lines))):
        rule = rules[finding.rule]
        blamed = [(slot, _too_many(draft, finding, rule, slot)) for slot in _to_blame(draft, finding, rule.kind)]
        options = [(slot, copies) for slot, copies in reversed(blamed) if copies][:_RIVALS]
        if not _can_mend(draft, finding, rule, blamed):
            continue
        for slot, copies in sorted(options, key=lambda option: _cost(draft, *option)) if options[1:] else options:
            left = f", {slot.copies - copies} left on line {slot.lines[0]}" if copies < slot.copies else ""
            said = f"{clean(slot.name)}: {copies} taken out{left}"
            if done := _tried(partial(edits.recounted, draft, slot, slot.copies - copies), finding.rule, said):
                return done
    return None


def _can_mend(draft: Draft, finding: Finding, rule: Rule, blamed: list[tuple[Slot, int]]) -> bool:
    """Whether taking out all of these would be enough; cards that nobody knows are not taken out."""
    if rule.kind not in ("count", "sum") or not isinstance(finding.actual, Number):
        return True
    spare = sum(slot.copies * _each(draft, rule, slot) for slot, _ in blamed)
    return missing(finding) == 0 and finding.actual - spare <= (
        finding.limit if isinstance(finding.limit, Number) else 0
    )


def _cost(draft: Draft, slot: Slot, copies: int) -> tuple[float, ...]:
    """What taking copies out does to a deck, the worse the greater: cards then missing, errors left, copies gone."""
    fewer = [s if s is not slot else s._replace(copies=s.copies - copies) for s in draft.deck.slots]
    report = draft.linter.report(replace(draft.deck, slots=[s for s in fewer if s.copies]), [])
    errors = [finding for finding in report.findings if finding.severity == "error"]
    return sum(map(missing, errors)), len(errors), copies


def missing(finding: Finding) -> int | float:
    """How many cards, or how much of what a rule counts, a deck lacks by a finding; 0 where it does not lack any."""
    actual, limit = finding.actual, finding.limit
    return limit - actual if isinstance(actual, Number) and isinstance(limit, Number) and actual < limit else 0


def _to_blame(draft: Draft, finding: Finding, kind: str) -> list[Slot]:
    """The lines from which something may be taken to mend a finding; of a card with too many others, those others."""
    mine = [slot for slot in draft.deck.slots if set(slot.lines) & set(finding.lines) and slot.card is not None]
    if kind == "per-card":
        return [slot for slot in mine if slot.name not in finding.cards]
    return [slot for slot in mine if not finding.cards or slot.name in finding.cards]


def _too_many(draft: Draft, finding: Finding, rule: Rule, slot: Slot) -> int:
    """How many copies of a line are to go; 0 where taking cards out does not mend the finding."""
    if rule.kind in ("fits", "sets", "shares"):
        return slot.copies
    actual, limit = finding.actual, finding.limit
    if not isinstance(actual, Number) or not isinstance(limit, Number) or actual <= limit:
        return 0
    each = _each(draft, rule, slot)
    return min(slot.copies, max(1, math.ceil((actual - limit) / each))) if each > 0 else 0


def _each(draft: Draft, rule: Rule, slot: Slot) -> float:
    """What a copy counts for by a rule."""
    if rule.kind == "points":
        return math.inf  # one copy after the other: what it costs depends on the day
    if rule.kind != "sum" or not slot.card:
        return 1
    values = draft.ruleset.values(slot.card, str(rule.data["field"]))
    return next((value for value in values if isinstance(value, Number)), 0)
