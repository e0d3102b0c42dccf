"""Cockatrice decks (`.cod`).

    <cockatrice_deck version="1"><deckname>Storm Rush</deckname><comments>…</comments>
      <zone name="main"><card number="4" name="Ember Jab" setShortName="FST" collectorNumber="040"/></zone>
    </cockatrice_deck>

Newer versions add elements (`tags`, `bannerCard`, `format`, …): kept as headers. Of a card's attributes, `uuid` and
`price` belong to Cockatrice's own catalogue and are not read.
"""

from __future__ import annotations

from fade_deck.decklists import _xml
from fade_deck.decklists._xml import Element
from fade_deck.decklists.source import add_header, card, check_size, heading, split_lines, unread
from fade_deck.errors import InputError
from fade_deck.models import Decklist, Entry
from fade_deck.text import squash

NAME = "cockatrice"
EXTENSIONS = (".cod",)

_HEADERS = {"deckname": "Name", "comments": "Comments"}


def sniff(text: str) -> bool:
    """A root `cockatrice_deck`."""
    root = _xml.root_tag(text)
    return root is not None and root[0] == "cockatrice_deck"


def read(text: str, path: str) -> Decklist:
    """Read a deck, its zones in the order of the file and under their own names."""
    deck = Decklist(path, NAME, [], split_lines(text))
    root = _xml.parse(text, path, "cockatrice_deck")
    for child in root.children:
        if child.tag == "zone":
            deck.entries += _zone(child, path)
        elif child.tag == "card":
            deck.entries.append(unread(child.line, child.raw(), "`<card>` stands outside any `<zone>`"))
        else:
            # Comments are prose of several lines, which one line would spoil.
            value = child.text.strip() if child.tag == "comments" else child.inner()
            add_header(deck.headers, _HEADERS.get(child.tag) or _xml.header_name(child), value)
    deck.entries += _xml.stray_text(root)
    check_size(deck.entries, path)
    return deck


def _zone(zone: Element, path: str) -> list[Entry]:
    """The heading, the cards, then what could not be read."""
    name = squash(zone.attributes.get("name", ""))
    if not name:
        raise InputError("a `<zone>` without a `name`", path=path, line=zone.line)
    cards = [_card(element) for element in zone.children if element.tag == "card"]
    return [heading(zone.line, name), *cards, *_xml.strays(zone, "card")]


def _card(element: Element) -> Entry:
    """One card. Cockatrice takes a card without `number` as none at all; here that is a fault."""
    of = element.attributes.get
    printing = of("setShortName", ""), of("collectorNumber", "")
    return card((element.line,), of("number", ""), of("name", ""), *printing, raw=element.raw())
