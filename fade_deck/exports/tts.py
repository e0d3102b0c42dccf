"""Tabletop Simulator: a saved object with a deck for each section, for the folder `Saves/Saved Objects`.

Every card is a picture of its own, so the card data must have its address. Sections lie side by side; one of a single
card is that card, for the game knows no deck of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from typing import Any

from fade_deck.errors import UsageError
from fade_deck.exports import Options
from fade_deck.exports._xml import MAX_COPIES
from fade_deck.listing import Item, Listing, Section
from fade_deck.renderers import plain_json
from fade_deck.text import clean

EXTENSIONS = ("tts.json",)
BINARY = False
SINGLE = True

_SCHEMES = ("http://", "https://", "file:///")
_APART = 3.0


def export(listings: Sequence[Listing], options: Options) -> bytes:
    """One deck; refused with the names of the cards that have no picture."""
    (listing,) = listings
    if options.back is not None and not options.back.lower().startswith(_SCHEMES):
        raise UsageError(
            f"`--back`: not the address of a picture: `{clean(options.back)}`",
            hint=f"it begins with {', '.join(_SCHEMES)}",
        )
    _check(listing)
    if options.back is None and options.warn:
        options.warn("the cards have no back: give the address of a picture with `--back`")
    images = dict.fromkeys(_image(item) for item in _items(listing))
    numbers = {image: number for number, image in enumerate(images, 1)}
    objects = [
        _section(listing, section, place, numbers, options.back or "") for place, section in enumerate(listing.sections)
    ]
    _identify(objects, listing.hash)
    return plain_json(_saved(objects)).encode("utf-8", "replace")


def _items(listing: Listing) -> Iterator[Item]:
    return (item for section in listing.sections for item in section.items)


def _image(item: Item) -> str:
    """The address of a card's picture: that of the printing, else of any."""
    printings = [item.printing, *reversed(item.card.printings)] if item.card else []
    images = ((p.image or "").strip() for p in printings if p)
    return next((image for image in images if image.lower().startswith(_SCHEMES)), "")


def _check(listing: Listing) -> None:
    if listing.size > MAX_COPIES:
        raise UsageError(f"{listing.size:,} cards are more than this format is written for ({MAX_COPIES:,})")
    if not listing.size:
        raise UsageError(f"{clean(listing.deck.path)}: there are no cards to put on a table")
    without = list(dict.fromkeys(clean(item.name) for item in _items(listing) if not _image(item)))
    if without:
        raise UsageError(
            f"{clean(listing.deck.path)}: no picture is known for {', '.join(f'`{name}`' for name in without)}",
            hint='Tabletop Simulator shows pictures: give each card `"image": "https://…"` in its card file',
        )


def _saved(objects: list[dict[str, Any]]) -> dict[str, Any]:
    empty = ("SaveName", "Date", "VersionNumber", "GameMode", "GameType", "GameComplexity")
    return {
        **dict.fromkeys(empty, ""),
        "Tags": [],
        "Gravity": 0.5,
        "PlayArea": 0.5,
        "Table": "",
        "Sky": "",
        "Note": "",
        "TabStates": {},
        "LuaScript": "",
        "LuaScriptState": "",
        "XmlUI": "",
        "ObjectStates": objects,
    }


def _section(listing: Listing, section: Section, place: int, numbers: dict[str, int], back: str) -> dict[str, Any]:
    """A deck face down, or a lone card."""
    at = place * _APART
    cards = [_card(item, numbers[_image(item)], back, at) for item in section.items for _ in range(item.copies)]
    if len(cards) == 1:
        return cards[0]
    name = f"{listing.deck.name}: {section.title}" if listing.deck.name else section.title
    deck = _object("DeckCustom", clean(name), "", at)
    deck |= {"Hands": False, "SidewaysCard": False, "DeckIDs": [card["CardID"] for card in cards], "CustomDeck": {}}
    for card in cards:
        deck["CustomDeck"] |= card["CustomDeck"]
    return deck | _SCRIPTS | {"ContainedObjects": cards}


_SCRIPTS = {"LuaScript": "", "LuaScriptState": "", "XmlUI": ""}


def _card(item: Item, number: int, back: str, at: float) -> dict[str, Any]:
    """One copy. Its id is a hundred times the number of its picture, which has a single place."""
    types = " ".join(item.card.types) if item.card else ""
    text = (item.card.text if item.card else None) or ""
    made = _object("CardCustom", clean(item.name), "\n".join(filter(None, (types, text))), at)
    picture = {
        "FaceURL": _image(item),
        "BackURL": back,
        "NumWidth": 1,
        "NumHeight": 1,
        "BackIsHidden": True,
        "UniqueBack": False,
        "Type": 0,
    }
    made |= {"Hands": True, "CardID": 100 * number, "SidewaysCard": False, "CustomDeck": {str(number): picture}}
    return made | _SCRIPTS


def _identify(objects: list[dict[str, Any]], seed: str) -> None:
    """Give each object an id of its own, made from the deck, so that the same deck gives the same file."""
    taken = {""}
    count = 0
    for made in (inner for outer in objects for inner in (outer, *outer.get("ContainedObjects", ()))):
        while made["GUID"] in taken:
            count += 1
            made["GUID"] = sha256(f"{seed}/{count}".encode()).hexdigest()[:6]
        taken.add(made["GUID"])


def _object(kind: str, nickname: str, description: str, at: float) -> dict[str, Any]:
    """What every object on the table has."""
    return {
        "GUID": "",
        "Name": kind,
        "Transform": {
            "posX": at,
            "posY": 1.0,
            "posZ": 0.0,
            "rotX": 0.0,
            "rotY": 180.0,
            "rotZ": 180.0,
            "scaleX": 1.0,
            "scaleY": 1.0,
            "scaleZ": 1.0,
        },
        "Nickname": nickname,
        "Description": description,
        "GMNotes": "",
        "AltLookAngle": {"x": 0.0, "y": 0.0, "z": 0.0},
        "ColorDiffuse": {"r": 0.713235259, "g": 0.713235259, "b": 0.713235259},
        "LayoutGroupSortIndex": 0,
        "Value": 0,
        "Locked": False,
        "Grid": True,
        "Snap": True,
        "IgnoreFoW": False,
        "MeasureMovement": False,
        "DragSelectable": True,
        "Autoraise": True,
        "Sticky": True,
        "Tooltip": True,
        "GridProjection": False,
        "HideWhenFaceDown": True,
    }
