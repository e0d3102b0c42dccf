"""TCG Arena: an archive with `cards.json`, all cards of the game, and each deck as the text that it imports."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from fade_deck.errors import UsageError
from fade_deck.exports import Options
from fade_deck.exports._names import deck_name, distinct
from fade_deck.exports._plain import plain
from fade_deck.listing import Listing
from fade_deck.models import Card
from fade_deck.renderers import plain_json
from fade_deck.text import fold

EXTENSIONS = ("zip",)
BINARY = True

_STAMP = (1980, 1, 1, 0, 0, 0)  # the first that an archive can hold: the same decks give the same bytes


def export(listings: Sequence[Listing], options: Options) -> bytes:
    """The archive; the decks must be of one game, whose cards it holds."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    games = {listing.ruleset.game for listing in listings}
    if len(games) > 1 or options.cards is None:
        raise UsageError("TCG Arena has one list of cards for each game", hint="export the decks of each by themselves")
    cards = list(options.cards.game(games.pop()))
    without = sum(not _image(card) for card in cards)
    if without and options.warn:
        options.warn(f"{without} of {len(cards)} cards have no `image` in the card data: TCG Arena shows nothing there")
    files = {"cards.json": plain_json(cards_json(cards))}
    names = distinct((deck_name(listing) for listing in listings), ".txt", taken=files)
    for name, listing in zip(names, listings, strict=True):
        files[name] = plain(listing)
        if options.progress:
            options.progress(1)
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, text in files.items():
            info = ZipInfo(name, _STAMP)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, text.encode("utf-8", "replace"))
    return out.getvalue()


def cards_json(cards: Sequence[Card]) -> dict[str, Any]:
    """Cards by id: set and number of the latest printing, else the name."""
    made: dict[str, Any] = {}
    for card in cards:
        wanted = _id(card)
        key, count = wanted, 2
        while key in made:
            key, count = f"{wanted}-{count}", count + 1
        front = {"name": card.name, "type": " ".join(card.types), "cost": _cost(card)}
        face = {**front, "image": _image(card), "isHorizontal": False}
        made[key] = {"id": key, **front, "isHorizontal": False, "face": {"front": face}}
    return made


def _id(card: Card) -> str:
    last = card.printings[-1] if card.printings else None
    words = f"{last.set} {last.number}" if last and last.number else card.name
    return re.sub(r"\W+", "-", words).strip("-") or fold(card.name)


def _cost(card: Card) -> int:
    """TCG Arena knows one number: the points that a card costs to play, else the room that it takes."""
    cost = card.fields.get("cost") or {}
    return int(cost.get("tp") or cost.get("cs") or 0)


def _image(card: Card) -> str:
    return next((p.image for p in reversed(card.printings) if p.image), "")
