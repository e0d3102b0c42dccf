"""Writing a draft in a deck format, and the promise that what was written reads back the same."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from importlib import import_module
from typing import Any

from fade_deck.decklists import FORMATS as _READ
from fade_deck.decklists import read_bytes
from fade_deck.errors import FadeDeckError, UsageError
from fade_deck.exports import Options
from fade_deck.exports._draft import Draft, Part, Reader
from fade_deck.listing import Listing
from fade_deck.resolve import Resolver
from fade_deck.ruleset import shipped_ids
from fade_deck.text import clean, squash

DECK_FORMATS = (*_READ, "tsv")
"""The formats that are both read and written."""
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_PRINTINGS = {"text": 0, "lackey": 1}  # how much of set and number is certain to be held: text says what it cannot


def convert(draft: Draft, to: str, reader: Reader) -> tuple[str, list[str]]:
    """The deck in a deck format, and notes on what that has no place for.

    What was written is read again; a deck that would come back as another is refused with the card that differs.
    """
    notes: list[str] = []
    module: Any = import_module(f"fade_deck.exports.{to}")
    if to != "json":  # which writes them as escapes
        draft = _without_controls(draft, to, notes)
    text: str = module.write(draft, reader, notes)
    try:
        again = reader.draft(read_bytes(text.encode("utf-8", "replace"), f"deck.{module.EXTENSIONS[0]}"))
    except FadeDeckError as error:
        raise UsageError(f"{to} cannot hold this deck: {error.message}", hint="convert to json instead") from error
    before, after = (_cards(d, reader, _PRINTINGS.get(to, 2)) for d in (draft, again))
    for zone, name, *_ in (before - after) + (after - before):
        message = f"{to} cannot hold `{clean(name or zone)}`: it would be read as another"
        raise UsageError(message, hint="convert to json instead")
    return text, notes


def _without_controls(draft: Draft, to: str, notes: list[str]) -> Draft:
    """The deck without characters that drive terminals or break files: in headers and remarks replaced, and noted."""
    names = (n for p in draft.parts for n in (p.title, *(w for c in p.cards for w in (c.name, c.set, c.number))))
    if odd := next((name for name in names if name and _CONTROL.search(name)), None):
        message = f"{to} cannot hold `{clean(odd)}`: it has control characters"
        raise UsageError(message, hint="convert to json instead")
    headers = {_harmless(squash(key)): _harmless(squash(value)) for key, value in draft.headers.items()}
    made = replace(draft, headers=headers, parts=[_harmless_part(part) for part in draft.parts])
    if made.parts != draft.parts or any(_CONTROL.search(squash(k + v)) for k, v in draft.headers.items()):
        notes.append(
            f"{to} has no place for control characters: in headers and comments each became \N{REPLACEMENT CHARACTER}"
        )
    return made


def _harmless(text: str) -> str:
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def _harmless_part(part: Part) -> Part:
    cards = [replace(card, remarks=[*map(_harmless, card.remarks)]) for card in part.cards]
    return replace(part, remarks=[*map(_harmless, part.remarks)], cards=cards)


def _cards(draft: Draft, reader: Reader, held: int) -> Counter[tuple[str, ...]]:
    """How many copies of which card and printing stand in which section; empty sections count as well."""
    found: Counter[tuple[str, ...]] = Counter()
    for part in draft.parts:
        zone = reader.section(part.title)
        if part.title or part.cards:
            found[zone, ""] = 1
        for card in part.cards:
            found[zone, card.name, *(card.set or "", card.number or "")[:held]] += card.copies
    return found


def export_deck(listing: Listing, options: Options, to: str) -> bytes:
    """A checked deck in a deck format: as its file says it, but with the names as printed."""
    from fade_deck.carddb import load_cards
    from fade_deck.resources import shipped_cards

    cards = options.cards or load_cards([shipped_cards()])
    reader = Reader(Resolver(listing.ruleset, cards))
    draft = reader.draft(listing.decklist, printed=True)
    given = {"Player": options.player, "Event": options.event, "Date": options.date}
    draft.headers |= {key: value for key, value in given.items() if value}
    if listing.ruleset.id in shipped_ids():
        draft.headers.setdefault("Ruleset", listing.ruleset.id)
    if to not in ("text", "json"):
        for part in draft.parts:
            part.stated = None  # only these two have a place for it, and whoever exports to others wants none
    text, notes = convert(draft, to, reader)
    if options.warn:
        said = [*((line, f"{why}; kept") for line, why in draft.unread), *draft.doubts]
        for line, why in said:
            options.warn(f"{listing.decklist.path}:{line}: {why} as a comment")
        for note in notes:
            options.warn(f"{listing.decklist.path}: {note}")
    return text.encode("utf-8", "replace")
