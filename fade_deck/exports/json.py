"""fade-deck's own JSON (`fade-deck schema deck`): holds all that a decklist says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fade_deck.exports import Options
from fade_deck.exports._convert import export_deck
from fade_deck.exports._draft import Copies, Draft, Part, Reader
from fade_deck.listing import Listing
from fade_deck.renderers import plain_json

EXTENSIONS = ("json",)
BINARY = False
SINGLE = True

_KEYS = ("Ruleset", "Name", "Player", "Event", "Date")
"""Headers with keys of their own; the others stand in `headers`."""


def export(listings: Sequence[Listing], options: Options) -> bytes:
    """One deck."""
    return export_deck(listings[0], options, "json")


def write(draft: Draft, reader: Reader, notes: list[str]) -> str:  # noqa: ARG001 - nothing is in doubt here
    """The deck as JSON."""
    data: dict[str, Any] = {"schema": 1, "kind": "deck"}
    return plain_json(data | _headers(draft.headers) | {"sections": [_part(part) for part in draft.parts]})


def _headers(headers: dict[str, str]) -> dict[str, Any]:
    """The headers in their order. Those with keys of their own that stand between others are repeated among them."""
    found: dict[str, Any] = {}
    places = [place for place, key in enumerate(headers) if key not in _KEYS]
    for place, (key, value) in enumerate(headers.items()):
        if places and places[0] <= place <= places[-1]:
            found.setdefault("headers", {})[key] = value
        if key in _KEYS:
            found[key.lower()] = value
    return found


def _part(part: Part) -> dict[str, Any]:
    data: dict[str, Any] = {"section": part.title or ""}
    data |= {"stated": part.stated} if part.stated is not None else {}
    return data | _comment(part.remarks) | {"cards": [_card(card) for card in part.cards]}


def _card(card: Copies) -> dict[str, Any]:
    printing = {key: value for key, value in (("set", card.set), ("number", card.number)) if value}
    return {"count": card.copies, "name": card.name, **printing, **_comment(card.remarks)}


def _comment(remarks: list[str]) -> dict[str, Any]:
    """One text; a line end after an empty last line keeps it."""
    return {"comment": "\n".join(remarks) + "\n" * (not remarks[-1])} if remarks else {}
