"""Add, remove, set, move: the whole change to a deck, read again and compared with what was meant before it counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from fade_deck.decklists.source import MAX_COPIES
from fade_deck.editing import lines
from fade_deck.editing.draft import Content, Draft
from fade_deck.editing.names import Named
from fade_deck.editing.zones import homes
from fade_deck.errors import UsageError
from fade_deck.models import Finding, Slot
from fade_deck.ruleset import Zone
from fade_deck.text import clean

_STRANGE = ("unreadable-line", "unknown-section", "section-not-in-ruleset")


class Outcome(NamedTuple):
    """A changed deck, and in words what was changed."""

    draft: Draft
    said: tuple[str, ...]


Edit = Callable[[Draft], Outcome]
"""A change that can be made again on what the file holds by then."""


# --- the four changes ------------------------------------------------------------------------------------------


def add(draft: Draft, named: Named, copies: int, to: Zone | None = None) -> Outcome:
    """Add copies: to the line of the card in its zone, else on a new line. Without `to` the ruleset knows the zone."""
    zone, notes = (to, ()) if to else _home(draft, named)
    before = _count(draft, zone.id, named.name)
    done = _with_more(draft, zone.id, named, copies)
    said = f"{clean(named.name)}: {before} -> {before + copies} in {zone.name}"
    return _finished(draft, done, said, *notes)


def remove(draft: Draft, named: Named, copies: int | None, inside: Zone | None = None) -> Outcome:
    """Take copies out, all of them for None: from the last of the card's lines first."""
    zone = _only_zone(draft, named, inside)
    before = sum(slot.copies for slot in _lines_of(draft, zone, named))
    taken, done = _with_fewer(draft, zone, named, copies)
    left = before - sum(one.copies for one in taken)
    return _finished(draft, done, f"{clean(named.name)}: {before} -> {left} in {_title(draft, zone)}")


def set_copies(draft: Draft, named: Named, copies: int, inside: Zone | None = None) -> Outcome:
    """Make it this many copies in a zone: the one where the card is, or where it belongs if the deck has none."""
    held = [slot for slot in draft.deck.slots if slot.name == named.name]
    if not held or (inside and not draft.slots(inside.id, named.name)):
        return add(draft, named, copies, inside)
    zone = _only_zone(draft, named, inside)
    before = sum(slot.copies for slot in _lines_of(draft, zone, named))
    if copies > before:
        done = _with_more(draft, zone, named, copies - before)
    elif copies < before:
        done = _with_fewer(draft, zone, named, before - copies)[1]
    else:
        return Outcome(draft, (f"{clean(named.name)}: {copies} in {_title(draft, zone)} already",))
    return _finished(draft, done, f"{clean(named.name)}: {before} -> {copies} in {_title(draft, zone)}")


def move(draft: Draft, named: Named, copies: int | None, to: Zone | None = None, inside: Zone | None = None) -> Outcome:
    """Move copies to another zone, with the printings that their lines give; without `to` where the card belongs."""
    goal, notes = (to, ()) if to else _home(draft, named)
    source = _only_zone(draft, named, inside, but=goal.id)
    if source == goal.id:
        raise UsageError(f"{clean(named.name)} is in {goal.name} already", hint="name another section with `--to`")
    taken, done = _with_fewer(draft, source, named, copies)
    for one in reversed(taken):
        done = placed(done, goal.id, one)
    count = sum(one.copies for one in taken)
    said = f"{clean(named.name)}: {count} moved from {_title(draft, source)} to {goal.name}"
    return _finished(draft, done, said, *notes)


def _home(draft: Draft, named: Named) -> tuple[Zone, tuple[str, ...]]:
    """Where a card belongs, with a note where the ruleset's order had to decide."""
    if named.card is None:
        raise UsageError(f"`{clean(named.name)}` is no card, so no section is known for it", hint="name one: `--to`")
    zone, *others = homes(named.card, draft.ruleset)
    if not others:
        return zone, ()
    names = " and ".join(other.name for other in others)
    note = f"note: {names} would hold it too; the order of the ruleset decides (`--to` chooses another)"
    return zone, (note,)


# --- steps -----------------------------------------------------------------------------------------------------


def _with_more(draft: Draft, zone: str | None, named: Named, copies: int) -> Draft:
    """More copies on the card's line in a zone, on a new one if there is none of that printing or all have marks."""
    known = [slot for slot in _lines_of(draft, zone, named) if not tail_of(draft, slot)[0]]
    known.sort(key=lambda slot: bool(slot.read.set or slot.read.number))
    if known:
        return recounted(draft, known[0], known[0].copies + copies)
    return _inserted(draft, zone, named, copies)


def _inserted(draft: Draft, zone: str | None, named: Named, copies: int) -> Draft:
    wanted = draft.content + Counter({(zone, named.name, named.set, named.number): copies})
    goal = next((known for known in draft.ruleset.zones if known.id == zone), None)
    if goal is None:
        raise UsageError(
            f"no line for {clean(named.name)} can be put into {_title(draft, zone)}", hint="edit it by hand"
        )
    return _first(draft, _way(draft).inserted(draft, goal, named, copies), wanted)


class Taken(NamedTuple):
    """Copies that were taken from a line, and what it said behind them; a remark stays with what is left."""

    named: Named
    copies: int
    marks: str = ""
    remark: str = ""


def _with_fewer(draft: Draft, zone: str | None, named: Named, copies: int | None) -> tuple[list[Taken], Draft]:
    """What was taken out, line by line, and the deck with fewer copies: the last lines go first."""
    held = sum(slot.copies for slot in _lines_of(draft, zone, named))
    left = held if copies is None else copies
    if left > held:
        raise UsageError(
            f"{_title(draft, zone)} has {held} of {clean(named.name)}, so {left} cannot be taken out",
            hint="`all` in place of the number means every copy",
        )
    taken: list[Taken] = []
    while left:
        slot = _lines_of(draft, zone, named)[-1]
        count = min(left, slot.copies)
        taken.append(taken_from(draft, slot, count))
        draft = recounted(draft, slot, slot.copies - count)
        left -= count
    return taken, draft


def taken_from(draft: Draft, slot: Slot, copies: int) -> Taken:
    """What is taken with copies of a line."""
    marks, remark = tail_of(draft, slot)
    named = Named(slot.name, slot.card, slot.read.set, slot.read.number)
    return Taken(named, copies, marks, remark if copies == slot.copies else "")


def recounted(draft: Draft, slot: Slot, copies: int) -> Draft:
    """Another number of copies on a line; without any it is gone."""
    if copies > MAX_COPIES:
        raise UsageError(f"{clean(slot.name)} would have {copies:,} copies; a line has at most {MAX_COPIES:,}")
    wanted = draft.content.copy()
    wanted[slot.zone, slot.name, slot.read.set, slot.read.number] += copies - slot.copies
    return _first(draft, _way(draft).recounted(draft, slot, copies), wanted)


def renamed(draft: Draft, slot: Slot, name: str) -> Draft:
    """The name of a card as it is printed on a line that has it otherwise."""
    wanted = draft.content.copy()
    code, number = slot.read.set, slot.read.number
    wanted[slot.zone, slot.name, code, number] -= slot.copies
    wanted[slot.zone, name, code, number] += slot.copies
    return _first(draft, _way(draft).renamed(draft, slot, name), +wanted)


def tail_of(draft: Draft, slot: Slot) -> tuple[str, str]:
    """The marks and the remark behind a card on its line, `*F*` and `# my favourite`; in JSON its comment."""
    found: tuple[str, str] = _way(draft).tail(draft, slot)
    return found


def with_tail(draft: Draft, slot: Slot, marks: str, remark: str) -> Draft:
    """What stood behind a card, behind it on the line to which it went."""
    if not marks and not remark:
        return draft
    return _first(draft, _way(draft).tailed(draft, slot, marks, remark), draft.content)


def placed(draft: Draft, zone: str, taken: Taken) -> Draft:
    """Copies in a zone with all that their line said: on a line that says just the same, else on one of their own."""
    named, copies, marks, remark = taken
    for slot in draft.slots(zone, named.name):
        if _same_printing(slot, named) and tail_of(draft, slot)[0] == marks:
            place = draft.deck.slots.index(slot)
            made = recounted(draft, slot, slot.copies + copies)
            return with_tail(made, made.deck.slots[place], "", remark)
    made = _inserted(draft, zone, named, copies)
    return with_tail(made, _new_slot(draft, made), marks, remark)


def _new_slot(before: Draft, after: Draft) -> Slot:
    """The only slot that an edit has put in."""
    pairs = zip(before.deck.slots, after.deck.slots, strict=False)
    same = next((i for i, (old, new) in enumerate(pairs) if old._replace(lines=()) != new._replace(lines=())), -1)
    return after.deck.slots[same]


def restated(draft: Draft, wrong: Finding) -> Draft:
    """The right number beside a heading that states a wrong one."""
    return _first(draft, _way(draft).restated(draft, wrong, int(wrong.actual or 0)), draft.content)


def _way(draft: Draft) -> Any:
    """How its format is changed: `lines` for text, `objects` for JSON."""
    if draft.decklist.format == "text":
        return lines
    from fade_deck.editing import objects  # few decks are JSON, and every run would pay for it

    return objects


def _first(draft: Draft, texts: Iterable[str], wanted: Content) -> Draft:
    """The first text that reads as what is wanted, and otherwise as before."""
    for text in texts:
        made = draft.with_text(text)
        if made.content == wanted and made.deck.headers == draft.deck.headers and _oddities(made) == _oddities(draft):
            return made
    raise UsageError(
        f"{clean(draft.decklist.path)}: this line cannot be changed without changing another", hint="edit it by hand"
    )


def _oddities(draft: Draft) -> Counter[tuple[str, str]]:
    return Counter((f.rule, f.message) for f in draft.findings if f.rule in _STRANGE)


def _lines_of(draft: Draft, zone: str | None, named: Named) -> list[Slot]:
    """The card's lines in a zone; only those of the printing, if one was named."""
    found = draft.slots(zone, named.name)
    if named.set or named.number:
        return [slot for slot in found if _same_printing(slot, named)]
    return found


def _same_printing(slot: Slot, named: Named) -> bool:
    asked, has = (named.set, named.number), (slot.read.set, slot.read.number)
    return all((a or "").casefold().lstrip("0") == (h or "").casefold().lstrip("0") for a, h in zip(asked, has))  # noqa: B905 - both are pairs


# --- which zone ------------------------------------------------------------------------------------------------


def _only_zone(draft: Draft, named: Named, inside: Zone | None, but: str | None = None) -> str | None:
    """The zone whose copies are meant: the one that was named, or the only one in which the card is."""
    held = list(dict.fromkeys(slot.zone for slot in draft.deck.slots if slot.name == named.name))
    if inside is not None:
        if inside.id not in held:
            raise UsageError(f"{inside.name} has no {clean(named.name)}", hint=_where(draft, named, held))
        return inside.id
    others = [zone for zone in held if zone != but]
    if len(others) > 1:
        raise UsageError(
            f"{clean(named.name)} is in more than one section: {_places(draft, named, others)}",
            hint="say which one is meant: `--in SECTION`",
        )
    if not held:
        raise UsageError(f"the deck has no {clean(named.name)}")
    return (others or held)[0]


def _where(draft: Draft, named: Named, held: Sequence[str | None]) -> str | None:
    return f"it is in {_places(draft, named, held)}" if held else None


def _places(draft: Draft, named: Named, zones: Sequence[str | None]) -> str:
    return ", ".join(f"{_title(draft, zone)} ({_count(draft, zone, named.name)})" for zone in zones)


def _count(draft: Draft, zone: str | None, name: str) -> int:
    return sum(slot.copies for slot in draft.slots(zone, name))


def _title(draft: Draft, zone: str | None) -> str:
    return draft.ruleset.zone_titles.get(zone or "", "an unknown section")


# --- what an edit brings with it -------------------------------------------------------------------------------


def _finished(before: Draft, after: Draft, *said: str) -> Outcome:
    """The changed deck, its headings stating the right number where they did so before."""
    notes: list[str] = []
    wrong = {_stated(finding) for finding in _misstated(before)}
    while True:
        fresh = next((f for f in _misstated(after) if _stated(f) not in wrong), None)
        if fresh is None:
            return Outcome(after, (*said, *notes))
        wrong.add(_stated(fresh))
        after = restated(after, fresh)
        title = clean(after.ruleset.zone_titles.get(fresh.zone or "", "the heading"))
        notes.append(f"heading of {title}: {fresh.limit} -> {fresh.actual}, as it states the number of cards")


def _stated(finding: Finding) -> tuple[str | None, str]:
    """Which heading states which number: its line may be another by now, and so may what stands below it."""
    return finding.zone, finding.message.partition(", but ")[0]


def _misstated(draft: Draft) -> Iterator[Finding]:
    return (finding for finding in draft.findings if finding.rule == "stated-count-wrong")
