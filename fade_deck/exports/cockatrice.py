"""Cockatrice decks (`.cod`): its own name for the first section, the ruleset's for the others."""

from __future__ import annotations

from collections.abc import Sequence

from fade_deck.exports import Options
from fade_deck.exports._convert import export_deck
from fade_deck.exports._draft import MAIN, Copies, Draft, Part, Reader, merged
from fade_deck.exports._xml import attribute, elements, say_lost
from fade_deck.listing import Listing

EXTENSIONS = ("cod",)
BINARY = False
SINGLE = True


def export(listings: Sequence[Listing], options: Options) -> bytes:
    """One deck."""
    return export_deck(listings[0], options, "cockatrice")


def write(draft: Draft, reader: Reader, notes: list[str]) -> str:
    """The deck as Cockatrice writes it."""
    say_lost(draft, notes, numbers=False)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', '<cockatrice_deck version="1">']
    lines += [f"    {element}" for element in elements(draft, {"Name": "deckname"}, notes)]
    for name, cards in merged(draft, [_zone(part, reader) for part in draft.parts]):
        lines.append(f"    <zone name={attribute(name)}>")
        lines += [f"        {_card(card)}" for card in cards]
        lines.append("    </zone>")
    return "\n".join([*lines, "</cockatrice_deck>"]) + "\n"


def _zone(part: Part, reader: Reader) -> str:
    """The ruleset's key `cockatrice` for it, else `main` for the first if that is how it is read again, or its name."""
    zone = reader.zone(part.title)
    if zone is not None and zone.cockatrice:
        return zone.cockatrice
    if reader.is_main(part.title):
        return MAIN
    return zone.name if zone else part.title or MAIN


def _card(card: Copies) -> str:
    given = {"number": str(card.copies), "name": card.name, "setShortName": card.set, "collectorNumber": card.number}
    return f"<card{''.join(f' {key}={attribute(value)}' for key, value in given.items() if value)}/>"
