"""One card changed in a text deck: its line, or a new line where it belongs. All other lines stay as they are.

People write counts and headings in many ways, and a changed line should look like the one it was. So each function
gives texts to try, the most alike first; whoever asks takes the first that reads as what is wanted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from fade_deck.decklists.text import parse_line
from fade_deck.editing.draft import Draft
from fade_deck.editing.names import Named
from fade_deck.editing.written import trimmings
from fade_deck.models import Finding, Slot
from fade_deck.ruleset import Zone
from fade_deck.text import squash

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_NUMBER = re.compile(r"[0-9]+")
_LEAD = re.compile(r"\s*(?:[-*•–]\s+)?")
_COUNTED = re.compile(r"(?P<lead>\s*(?:[-*•–]\s+)?)[0-9]+(?P<mark>[xX×]?)(?P<gap>[^\S\r\n]+)")


class Lines:
    """The lines of a text as its reader numbers them, each with its own line end."""

    def __init__(self, text: str) -> None:
        found = [(match[1], match[2]) for match in _LINE.finditer(text) if match[0]]
        self.bodies = [body for body, _ in found]
        self.ends = [end for _, end in found]

    def __str__(self) -> str:
        return "".join(body + end for body, end in zip(self.bodies, self.ends, strict=True))

    @property
    def usual_end(self) -> str:
        """The line end that most lines have."""
        counted = Counter(end for end in self.ends if end)
        return counted.most_common(1)[0][0] if counted else "\n"

    def insert(self, at: int, bodies: list[str]) -> None:
        """Put lines before the line of this index. A file that ends without a line end still does."""
        end = self.usual_end
        ends = [end] * len(bodies)
        if bodies and at == len(self.bodies) and self.ends and not self.ends[-1]:
            self.ends[-1], ends[-1] = end, ""
        self.bodies[at:at] = bodies
        self.ends[at:at] = ends

    def remove(self, at: int) -> None:
        """Take a line out. A file that ends without a line end still does."""
        end = self.ends[at]
        del self.bodies[at], self.ends[at]
        if at == len(self.bodies) and at and not end:
            self.ends[-1] = ""


def with_body(text: str, at: int, body: str) -> str:
    """A text with another line in place of the one of this index."""
    lines = Lines(text)
    lines.bodies[at] = body
    return str(lines)


def written(copies: int, named: Named) -> str:
    """A card line in its canonical form: `4 Ember Jab (FST) 040`."""
    text = f"{copies} {named.name}"
    if named.set:
        return f"{text} ({named.set})" + (f" {named.number}" if named.number else "")
    return f"{text} #{named.number}" if named.number else text


# --- a line that is there --------------------------------------------------------------------------------------


def recounted(draft: Draft, slot: Slot, copies: int) -> Iterator[str]:
    """Texts in which a card's line states another count, or is gone if that is 0."""
    at = slot.lines[0] - 1
    lines = Lines(draft.text)
    if copies == 0:
        lines.remove(at)
        yield str(lines)
        return
    raw = lines.bodies[at]
    for match in _NUMBER.finditer(raw):
        if len(match[0]) < 9 and int(match[0]) == slot.copies:
            yield with_body(draft.text, at, f"{raw[: match.start()]}{copies}{raw[match.end() :]}")
    lead = _LEAD.match(raw)
    start = lead.end() if lead else 0
    yield with_body(draft.text, at, f"{raw[:start]}{copies} {raw[start:]}")
    yield with_body(draft.text, at, written(copies, Named(slot.name, slot.card, slot.read.set, slot.read.number)))


def renamed(draft: Draft, slot: Slot, name: str) -> Iterator[str]:
    """Texts in which a card's line has another name, at each place where the old one stands; else the line anew."""
    at = slot.lines[0] - 1
    raw = Lines(draft.text).bodies[at]
    for match in re.finditer(re.escape(slot.read.name), raw):
        yield with_body(draft.text, at, f"{raw[: match.start()]}{name}{raw[match.end() :]}")
    yield with_body(draft.text, at, written(slot.copies, Named(name, None, slot.read.set, slot.read.number)))


def tail(draft: Draft, slot: Slot) -> tuple[str, str]:
    """The marks and the remark behind a card, `*F*` and `# my favourite`."""
    entry = next(entry for entry in draft.decklist.entries if entry.lines[0] == slot.lines[0])
    return trimmings(entry.line, slot.read)


def tailed(draft: Draft, slot: Slot, marks: str, remark: str) -> Iterator[str]:
    """The text in which marks and a remark stand behind a card."""
    at = slot.lines[0] - 1
    body = Lines(draft.text).bodies[at].rstrip()
    yield with_body(draft.text, at, " ".join(filter(None, (body, marks, remark))))


def restated(draft: Draft, wrong: Finding, actual: int) -> Iterator[str]:
    """Texts in which a heading that states a wrong number of cards states another."""
    at = wrong.lines[0] - 1
    raw = Lines(draft.text).bodies[at]
    for match in _NUMBER.finditer(raw):
        body = f"{raw[: match.start()]}{actual}{raw[match.end() :]}"
        heading = parse_line(body).heading
        if heading and heading.stated == actual:
            yield with_body(draft.text, at, body)


# --- a new line ------------------------------------------------------------------------------------------------


def inserted(draft: Draft, zone: Zone, named: Named, copies: int) -> Iterator[str]:
    """Texts with a new line for a card in a section, which is made if there is none."""
    mine = [slot for slot in draft.deck.slots if slot.zone == zone.id]
    headings = _headings(draft, zone.id)
    if not mine and not headings:
        yield from _with_new_section(draft, zone, written(copies, named))
        return
    at = _place(draft, mine, headings, named)
    like = Lines(draft.text).bodies[at - 1] if any(slot.lines[0] == at for slot in mine) else ""
    for body in _alike(like, copies, named):
        lines = Lines(draft.text)
        lines.insert(at, [body])
        yield str(lines)


def _place(draft: Draft, mine: list[Slot], headings: list[int], named: Named) -> int:
    """The line after which a card goes: the last of its zone, but where the zone has several headings, of its types."""
    if len(headings) > 1 and named.card:
        types = named.card.types
        alike = [slot.lines[0] for slot in mine if slot.card and slot.card.types == types]
        if alike:
            return max(alike)
    last = max([*(slot.lines[0] for slot in mine), *headings])
    return _past_remarks(draft, last) if last in headings else last


def _past_remarks(draft: Draft, heading: int) -> int:
    """The last of the comments that stand right below a heading."""
    comments = {entry.lines[0] for entry in draft.decklist.entries if entry.line.comment}
    comments -= {line for lines in draft.deck.headings.values() for line in lines}
    comments -= {slot.lines[0] for slot in draft.deck.slots}
    while heading + 1 in comments:
        heading += 1
    return heading


def _alike(like: str, copies: int, named: Named) -> Iterator[str]:
    """A card line in the way of the one above it, then in the canonical one."""
    plain = written(copies, named)
    bare = plain.partition(" ")[2]
    if counted := _COUNTED.match(like):
        yield f"{counted['lead']}{copies}{counted['mark']}{counted['gap']}{bare}"
    elif like and copies == 1 and squash(like) and not _NUMBER.search(like):
        lead = _LEAD.match(like)
        yield f"{lead[0] if lead else ''}{bare}"
    yield plain


# --- a new section ---------------------------------------------------------------------------------------------


def _headings(draft: Draft, zone: str) -> list[int]:
    """The lines of a zone's headings; those that open no zone of this ruleset are not among them."""
    strange = strange_headings(draft)
    return [line for line in draft.deck.headings.get(zone, ()) if line not in strange]


def strange_headings(draft: Draft) -> set[int]:
    """The lines of headings that the ruleset does not know."""
    rules = ("unknown-section", "section-not-in-ruleset")
    return {finding.lines[0] for finding in draft.findings if finding.rule in rules}


def _with_new_section(draft: Draft, zone: Zone, card: str) -> Iterator[str]:
    """The section stands before the first one that comes after it in the ruleset, else at the end."""
    order = [known.id for known in draft.ruleset.zones]
    later = order[order.index(zone.id) + 1 :]
    following = sorted(line for other in later for line in _headings(draft, other))
    at = _above_remarks(draft, following[0]) - 1 if following else len(Lines(draft.text).bodies)
    for heading in _heading_styles(draft, zone):
        lines = Lines(draft.text)
        before = [""] if at and lines.bodies[at - 1].strip() else []
        after = [""] if following else []
        lines.insert(at, [*before, heading, card, *after])
        yield str(lines)


def _above_remarks(draft: Draft, heading: int) -> int:
    """The first of the comments that stand right above a heading, which speak of it."""
    comments = {entry.lines[0] for entry in draft.decklist.entries if entry.line.comment}
    comments -= {line for lines in draft.deck.headings.values() for line in lines}
    while heading - 1 in comments:
        heading -= 1
    return heading


def _heading_styles(draft: Draft, zone: Zone) -> Iterator[str]:
    """The zone's name in the way of a heading that is there, then plain, then so that it can be nothing else."""
    bodies = Lines(draft.text).bodies
    for lines in draft.deck.headings.values():
        raw = bodies[lines[0] - 1]
        heading = parse_line(raw).heading
        if heading and heading.stated is None and raw.count(heading.text) == 1:
            yield raw.replace(heading.text, zone.name)
            break
    yield zone.name
    yield f"[{zone.name}]"
