"""LackeyCCG decks (`.dek`): a superzone for each section, a `card` element for each copy."""

from __future__ import annotations

from collections.abc import Sequence

from fade_deck.decklists.lackey import GENERATOR
from fade_deck.exports import Options
from fade_deck.exports._convert import export_deck
from fade_deck.exports._draft import Copies, Draft, Part, Reader, merged
from fade_deck.exports._xml import Field, attribute, check_amount, elements, say_lost, text_of
from fade_deck.listing import Listing

EXTENSIONS = ("dek",)
BINARY = False
SINGLE = True

_FIRST = "Deck"


def export(listings: Sequence[Listing], options: Options) -> bytes:
    """One deck."""
    return export_deck(listings[0], options, "lackey")


def write(draft: Draft, reader: Reader, notes: list[str]) -> str:
    """The deck as Lackey writes it. The game is the ruleset's, unless the deck names another."""
    check_amount(draft)
    say_lost(draft, notes, numbers=True)
    meta = elements(draft, {"Name": "title", "Player": "author"}, notes)
    if not reader.blind and not any(element.tag.casefold() == "game" for element in meta):
        meta = [Field("game", reader.resolver.ruleset.game), *meta, Field("generator", GENERATOR)]
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<deck version="0.8">', "\t<meta>"]
    lines += [f"\t\t{element}" for element in meta]
    lines.append("\t</meta>")
    for name, cards in merged(draft, [_zone(part, reader) for part in draft.parts]):
        lines.append(f"\t<superzone name={attribute(name)}>")
        lines += [f"\t\t{_card(card)}" for card in cards for _ in range(card.copies)]
        lines.append("\t</superzone>")
    return "\n".join([*lines, "</deck>"]) + "\n"


def _zone(part: Part, reader: Reader) -> str:
    """The plugin's name of a section: the ruleset's key `lackey` for it, else its own name."""
    zone = reader.zone(part.title)
    if zone is None:
        return part.title or _FIRST
    return zone.lackey or zone.name


def _card(card: Copies) -> str:
    image = f" id={attribute(f'{card.set}{card.number}')}" if card.set and card.number else ""
    return f"<card><name{image}>{text_of(card.name)}</name><set>{text_of(card.set or '')}</set></card>"
