"""One card changed in a JSON deck: only the characters of that card, its section's list, or a stated count change.

The text has been read as a deck before, so it is valid JSON of the right shape. A small scanner says where each value
stands; what is written in keeps to the indentation found there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import Any, NamedTuple

from fade_deck.editing.draft import Draft
from fade_deck.editing.names import Named
from fade_deck.models import Finding, Slot
from fade_deck.ruleset import Zone
from fade_deck.text import fold, squash

_BLANK = re.compile(r"\s*")
_SCALAR = re.compile(r"[^\s,\]}]+")
_INDENT = re.compile(r"(?:\r\n|\r|\n)[^\S\r\n]*\Z")


class Node(NamedTuple):
    """A JSON value and where it stands; `items` of a list, `pairs` of an object with the place of each key."""

    start: int
    end: int
    value: Any = None
    items: tuple[Node, ...] = ()
    pairs: tuple[tuple[str, int, Node], ...] = ()

    def get(self, key: str) -> Node | None:
        """The value of a key; null is as good as absent, as it is to the reader."""
        return next((node for name, _, node in self.pairs if name == key and node.value != "null"), None)

    def raw(self, key: str) -> Node | None:
        """The value of a key, null too."""
        return next((node for name, _, node in self.pairs if name == key), None)

    def string(self, key: str) -> str:
        """The string of a key, empty where it is absent."""
        node = self.get(key)
        return str(node.value[1]) if node else ""


def scan(text: str, at: int = 0) -> Node:
    """The value that begins at a place. Strings have the value `("str", text)`, other scalars their text."""
    at = _skip(text, at)
    if text[at] == "{":
        return _scan_object(text, at)
    if text[at] == "[":
        return _scan_list(text, at)
    if text[at] == '"':
        value, end = scanstring(text, at + 1, True)
        return Node(at, end, ("str", value))
    found = _SCALAR.match(text, at)
    assert found  # noqa: S101 - the text is valid JSON
    return Node(at, found.end(), found[0])


def _skip(text: str, at: int) -> int:
    found = _BLANK.match(text, at)
    return found.end() if found else at


def _scan_object(text: str, start: int) -> Node:
    pairs = []
    at = _skip(text, start + 1)
    while text[at] != "}":
        key, end = scanstring(text, at + 1, True)
        node = scan(text, _skip(text, end) + 1)
        pairs.append((key, at, node))
        at = _skip(text, node.end)
        at = _skip(text, at + 1) if text[at] == "," else at
    return Node(start, at + 1, None, (), tuple(pairs))


def _scan_list(text: str, start: int) -> Node:
    items = []
    at = _skip(text, start + 1)
    while text[at] != "]":
        items.append(scan(text, at))
        at = _skip(text, items[-1].end)
        at = _skip(text, at + 1) if text[at] == "," else at
    return Node(start, at + 1, None, tuple(items))


def _spliced(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


# --- a card that is there --------------------------------------------------------------------------------------


def recounted(draft: Draft, slot: Slot, copies: int) -> Iterator[str]:
    """The text in which a card has another count, or is gone if that is 0."""
    text = draft.text
    cards, card = _found(draft, slot)
    if copies == 0:
        yield _without(text, cards, card)
        return
    count = card.raw("count")
    if count:
        yield _spliced(text, count.start, count.end, str(copies))
    else:
        at = card.pairs[0][1]
        gap = text[card.start + 1 : at]
        yield _spliced(text, at, at, f'"count": {copies},{gap if gap.strip(" ") else " "}')


def renamed(draft: Draft, slot: Slot, name: str) -> Iterator[str]:
    """The text in which a card has another name."""
    node = _found(draft, slot)[1].get("name")
    if node:
        yield _spliced(draft.text, node.start, node.end, json.dumps(name, ensure_ascii=False))


def _found(draft: Draft, slot: Slot) -> tuple[Node, Node]:
    """The object of a slot, and the list that it stands in. Cards that make no slot (a bad count) are passed over."""
    pairs = [(cards, card) for cards in _card_lists(scan(draft.text)) for card in cards.items]
    at = -1
    for other in draft.deck.slots:
        at = next(i for i in range(at + 1, len(pairs)) if _is(pairs[i][1], other))
        if other is slot:
            break
    return pairs[at]


def _card_lists(deck: Node) -> Iterator[Node]:
    sections = deck.get("sections")
    for section in sections.items if sections else ():
        if cards := section.get("cards"):
            yield cards


def _is(card: Node, slot: Slot) -> bool:
    count = card.get("count")
    same_count = (count.value if count else "1") == str(slot.copies)
    read = slot.read
    asked = (read.name, read.set or "", read.number or "")
    return same_count and tuple(squash(card.string(key)) for key in ("name", "set", "number")) == asked


def _without(text: str, cards: Node, card: Node) -> str:
    """The list without one of its objects, and without the comma and the line that it leaves."""
    place = cards.items.index(card)
    if len(cards.items) == 1:
        return _spliced(text, cards.start, cards.end, "[]")
    if place == 0:
        return _spliced(text, card.start, cards.items[1].start, "")
    return _spliced(text, cards.items[place - 1].end, card.end, "")


def restated(draft: Draft, wrong: Finding, actual: int) -> Iterator[str]:
    """Texts in which a section that states a wrong number states another: the one of that size, else one like it."""
    listed = scan(draft.text).get("sections")
    sections = [section for section in (listed.items if listed else ()) if _zone_of(section, draft) == wrong.zone]
    for section in sorted(sections, key=lambda section: _size(section) != wrong.actual):
        node = section.get("stated")
        if node and node.value == str(wrong.limit):
            yield _spliced(draft.text, node.start, node.end, str(actual))


def _size(section: Node) -> int:
    cards = section.get("cards")
    counts = (card.get("count") for card in (cards.items if cards else ()))
    return sum(int(count.value) if count else 1 for count in counts if not count or str(count.value).isdecimal())


def tail(draft: Draft, slot: Slot) -> tuple[str, str]:
    """The comment of a card; JSON has no marks."""
    return "", _found(draft, slot)[1].string("comment")


def tailed(draft: Draft, slot: Slot, marks: str, remark: str) -> Iterator[str]:  # noqa: ARG001 - JSON has no marks
    """The text in which a card has this comment too."""
    card = _found(draft, slot)[1]
    node = card.raw("comment")
    whole = json.dumps("\n".join(filter(None, (card.string("comment"), remark))), ensure_ascii=False)
    if node:
        yield _spliced(draft.text, node.start, node.end, whole)
    else:
        end = card.pairs[-1][2].end
        gap = _indent(draft.text, card.pairs[-1][1]) or " "
        yield _spliced(draft.text, end, end, f',{gap}"comment": {whole}')


# --- a new card ------------------------------------------------------------------------------------------------


def inserted(draft: Draft, zone: Zone, named: Named, copies: int) -> Iterator[str]:
    """The text with a new object for a card in a section, which is made if there is none."""
    text, deck = draft.text, scan(draft.text)
    card = {"count": copies, "name": named.name, "set": named.set, "number": named.number}
    card = {key: value for key, value in card.items() if value is not None}
    sections = deck.get("sections")
    assert sections  # noqa: S101 - the reader insists on it
    mine = [section for section in sections.items if _zone_of(section, draft) == zone.id]
    if not mine:
        order = [known.id for known in draft.ruleset.zones]
        later = order[order.index(zone.id) + 1 :]
        places = [i for i, section in enumerate(sections.items) if _zone_of(section, draft) in later]
        section = {"section": zone.name, "cards": [card]}
        yield _with_item(text, sections, places[0] if places else len(sections.items), section)
        return
    place = _place(mine, draft, named)
    cards = place.get("cards")
    if cards:
        yield _with_item(text, cards, len(cards.items), card)
    elif (null := place.raw("cards")) is not None:
        yield _spliced(text, null.start, null.end, json.dumps([card], ensure_ascii=False))
    else:
        at = place.pairs[-1][2].end if place.pairs else place.start + 1
        comma = ", " if place.pairs else ""
        yield _spliced(text, at, at, f'{comma}"cards": {json.dumps([card], ensure_ascii=False)}')


def _place(mine: list[Node], draft: Draft, named: Named) -> Node:
    """The last section of the zone that has a card of the same types, else the last one."""
    if named.card:
        types = {slot.name: slot.card.types for slot in draft.deck.slots if slot.card}
        for section in mine[::-1]:
            cards = section.get("cards")
            if any(types.get(squash(c.string("name"))) == named.card.types for c in (cards.items if cards else ())):
                return section
    return mine[-1]


def _zone_of(section: Node, draft: Draft) -> str | None:
    """The zone that a section opens; without a name it is the first."""
    name = squash(section.string("section"))
    return draft.ruleset.headings.get(fold(name)) if name else draft.ruleset.zones[0].id


def _with_item(text: str, listed: Node, place: int, value: dict[str, Any]) -> str:
    """A list with a new object, laid out like its neighbours."""
    if not listed.items:
        return _spliced(text, listed.start, listed.end, _first_item(text, listed, value))
    like = listed.items[min(place, len(listed.items) - 1)]
    between = _indent(text, like.start)
    new = _dumped(text, like, value)
    gap = between or " "
    if place == len(listed.items):
        return _spliced(text, like.end, like.end, f",{gap}{new}")
    return _spliced(text, like.start, like.start, f"{new},{gap}")


def _indent(text: str, at: int) -> str:
    """The line end and blanks before a place; empty if something else stands before it on its line."""
    found = _INDENT.search(text, 0, at)
    return found[0] if found else ""


def _dumped(text: str, like: Node, value: dict[str, Any]) -> str:
    """The object on one line, or on as many as the one that it should look like."""
    inner = _indent(text, like.pairs[0][1]) if like.pairs else ""
    if not inner:
        return json.dumps(value, ensure_ascii=False)
    end, outer = _indent(text, like.start) or "\n", _indent(text, like.start)
    step = inner[len(outer) :] if outer and inner.startswith(outer) else "  "
    made = json.dumps(value, ensure_ascii=False, indent=step)
    return made.replace("\n", end)


def _first_item(text: str, listed: Node, value: dict[str, Any]) -> str:
    """A list that was empty: with the first object on a line of its own where the file is laid out in lines."""
    line = _INDENT.search(text, 0, _line_start(text, listed.start))
    if not line:
        return f"[{json.dumps(value, ensure_ascii=False)}]"
    return f"[{line[0]}  {json.dumps(value, ensure_ascii=False)}{line[0]}]"


def _line_start(text: str, at: int) -> int:
    """Where the first character of the line that is no blank stands."""
    start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
    return _skip(text, start) if start else 0
