"""LackeyCCG decks (`.dek`): one `card` element for every copy, in `superzone` elements that the plugin names.

    <deck version="0.8"><meta><game>fade</game><title>Storm Rush</title></meta>
      <superzone name="Deck"><card><name id="FST040">Ember Jab</name><set>FST</set></card> … </superzone></deck>

The copies of a card in one superzone become one entry that knows all their lines, so that a report speaks of four
copies and not of four cards. Other programs write `game` and its like beside `meta`: read as if they stood in it.
"""

from __future__ import annotations

from fade_deck.decklists import _xml
from fade_deck.decklists._xml import Element
from fade_deck.decklists.source import add_header, card, check_size, heading, split_lines, unread
from fade_deck.errors import InputError
from fade_deck.models import Decklist, Entry
from fade_deck.text import squash

NAME = "lackey"
EXTENSIONS = (".dek",)

GENERATOR = "fade-deck"
"""Marks a file in which `game` was written for LackeyCCG and is no header of the deck."""
_HEADERS = {"title": "Name", "author": "Player"}


def sniff(text: str) -> bool:
    """A root `deck`. MTGO writes `Deck`, OCTGN a `deck` with a `game` attribute: neither is ours."""
    root = _xml.root_tag(text)
    return root is not None and root[0] == "deck" and " game=" not in root[1]


def read(text: str, path: str) -> Decklist:
    """Read a deck, its zones in the order of the file."""
    deck = Decklist(path, NAME, [], split_lines(text))
    root = _xml.parse(text, path, "deck")
    for child in root.children:
        if child.tag == "superzone":
            deck.entries += _zone(child, path)
        elif child.tag == "meta":
            _add_headers(deck, child.children)
            deck.entries += _xml.stray_text(child)
        elif child.children or child.tag == "card":
            deck.entries.append(unread(child.line, child.raw(), f"`<{child.tag}>` stands outside any `<superzone>`"))
        else:
            _add_headers(deck, [child])
    deck.entries += _xml.stray_text(root)
    check_size(deck.entries, path)
    return deck


def _add_headers(deck: Decklist, elements: list[Element]) -> None:
    ours = any(element.tag == "generator" and element.inner() == GENERATOR for element in elements)
    for element in elements:
        if not (ours and element.tag in ("game", "generator")):
            add_header(deck.headers, _HEADERS.get(element.tag) or _xml.header_name(element), element.inner())


def _zone(zone: Element, path: str) -> list[Entry]:
    """The heading, the cards in the order of their first copies, then what could not be read."""
    name = squash(zone.attributes.get("name", ""))
    if not name:
        raise InputError("a `<superzone>` without a `name`", path=path, line=zone.line)
    copies: dict[tuple[str, str], list[int]] = {}
    faults = _xml.strays(zone, "card")
    for element in zone.children:
        if element.tag == "card":
            printing = _printing(element)
            if isinstance(printing, str):
                faults.append(unread(element.line, element.raw(), printing))
            else:
                copies.setdefault(printing, []).append(element.line)
    # A file without line breaks has all copies on one line: each line is named once.
    cards = [card(tuple(dict.fromkeys(at)), str(len(at)), *key) for key, at in copies.items()]
    return [heading(zone.line, name), *cards, *faults]


def _printing(element: Element) -> tuple[str, str] | str:
    """Name and set of one copy, or why it has none."""
    parts = {part.tag: part for part in element.children}
    plain = not (element.attributes or squash(element.text) or any(part.children for part in element.children))
    if not plain or len(parts) != len(element.children) or not parts.keys() <= {"name", "set"}:
        return "a `<card>` holds one `<name>` and at most one `<set>`, nothing else"
    name = parts["name"].inner() if "name" in parts else ""
    return (name, parts["set"].inner() if "set" in parts else "") if name else "a card without a name"
