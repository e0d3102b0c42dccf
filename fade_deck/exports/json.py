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


def export(listings: Sequence[Listing], options: Options) -> bytes:
    """One deck."""
    return export_deck(listings[0], options, "json")


def write(draft: Draft, reader: Reader, notes: list[str]) -> str:  # noqa: ARG001 - nothing is in doubt here
    """The deck as JSON."""
    others = {key: value for key, value in draft.headers.items() if key not in _KEYS}
    data: dict[str, Any] = {"schema": 1, "kind": "deck"}
    data |= {key.lower(): draft.headers[key] for key in _KEYS if key in draft.headers}
    data |= {"headers": others} if others else {}
    return plain_json(data | {"sections": [_part(part) for part in draft.parts]})


def _part(part: Part) -> dict[str, Any]:
    data: dict[str, Any] = {"section": part.title or ""}
    data |= {"stated": part.stated} if part.stated is not None else {}
    return data | _comment(part.remarks) | {"cards": [_card(card) for card in part.cards]}


def _card(card: Copies) -> dict[str, Any]:
    printing = {key: value for key, value in (("set", card.set), ("number", card.number)) if value}
    return {"count": card.copies, "name": card.name, **printing, **_comment(card.remarks)}


def _comment(remarks: list[str]) -> dict[str, Any]:
    return {"comment": "\n".join(remarks)} if remarks else {}
