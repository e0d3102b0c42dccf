"""File names made from what people call their decks and themselves: safe on every system, and never the same twice."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from pathlib import PurePath

from fade_deck.listing import Listing
from fade_deck.text import CONTROLS, squash

_UNSAFE = re.compile(r'[<>:"/\\|?*]')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\..*)?", re.IGNORECASE)
_MOST = 120  # bytes: systems allow 255, of which an ending and a number need some
_NAMELESS = "deck"


def safe_name(text: str) -> str:
    """A file name without its ending: no separators, controls or reserved names, no dot or hyphen where it matters."""
    name = re.sub(CONTROLS, " ", unicodedata.normalize("NFC", text))
    name = "".join(" " if unicodedata.category(c) in ("Cf", "Cn", "Co", "Cs") else c for c in name)
    name = squash(_UNSAFE.sub("-", name)).lstrip(".-~ ")
    name = name.encode()[:_MOST].decode(errors="ignore").rstrip(". ")
    return f"_{name}" if _RESERVED.fullmatch(name) else name or _NAMELESS


def deck_name(listing: Listing) -> str:
    """`Ada Reed - Storm Rush`; where the deck names neither, the name of its file."""
    given = [part for part in (listing.deck.player, listing.deck.name) if part and part.strip()]
    return safe_name(" - ".join(given) or PurePath(listing.deck.path.replace("\\", "/")).stem)


def distinct(names: Iterable[str], ending: str, taken: Collection[str] = ()) -> list[str]:
    """The names with their ending, numbered where two are the same to a system that ignores case and accents' form."""
    seen = {_key(name) for name in taken}
    found = []
    for name in names:
        made, count = f"{name}{ending}", 2
        while _key(made) in seen:
            made, count = f"{name} ({count}){ending}", count + 1
        seen.add(_key(made))
        found.append(made)
    return found


def _key(name: str) -> str:
    return unicodedata.normalize("NFKD", name).casefold()
