"""Files that are no decklist of ours, told by content, and what their owner can do.

The catalogues of other games give their decks meaning, so that reading them would yield numbers without names. What
is refused here would otherwise pass as plain text, and come back as sixty unknown cards.
"""

from __future__ import annotations

import re

from fade_deck.decklists import _xml

_EXPORT = "export the deck as plain text and validate that"
_TIED = f"tied to another game's card catalogue; {_EXPORT}"

_YDK = re.compile(r"^#main[ \t]*\r?$\s+(?:[0-9]{1,10}[ \t]*\r?$|[#!])", re.MULTILINE)
_XMAGE_CARD = re.compile(r"^(?:SB: )?[0-9]+ \[\w+:\w+\] \S", re.MULTILINE)
_XMAGE_REST = re.compile(r"^(?:NAME:|LAYOUT (?:MAIN|SIDEBOARD):)", re.MULTILINE)
_TOML = re.compile(r"^(?:(?:id|title|game|version|extends|source|ruleset|cards)\s*=\s*[\"\[]|\[\[\w)", re.MULTILINE)
_LACKEY_CARDS = re.compile(r"\s*name\tset\timagefile\b", re.IGNORECASE)
_GAME_GUID = re.compile(r"\sgame\s*=\s*[\"'][0-9A-Fa-f-]{30,40}[\"']")
_KEY = re.compile(r'"(ObjectStates|DeckIDs|sections|cards|decks|game|tool|front|rules)"\s*:')

_ROOTS = {
    "cockatrice_carddatabase": "a Cockatrice card database, not a deck; save the deck itself (.cod) and validate that",
    "html": f"a web page, not a decklist; {_EXPORT}",
}


def recognise(text: str, path: str) -> str | None:
    """A sentence that says what the file is and what to do, or None where it may be a decklist."""
    first = next((c for c in text[:4096] if not c.isspace()), "")
    if first == "<":
        return _xml_kind(text)
    if first in ("{", "["):
        return _json_kind(text) or _forge(text) or _toml(text, path)
    if text.lstrip().startswith("ydke://"):
        return f"a `ydke://` link of a Yu-Gi-Oh! deck, {_TIED}"
    if first == "#" and _YDK.search(text):
        return f"a Yu-Gi-Oh! deck (.ydk), {_TIED}"
    if _LACKEY_CARDS.match(text):
        return "the card data of a LackeyCCG plugin, not a deck; save the deck itself (.dek) and validate that"
    return _xmage(text, path) or _toml(text, path)


def _xml_kind(text: str) -> str | None:
    name, attributes = _xml.root_tag(text) or ("", "")
    if name == "Deck" or (name == "deck" and ("<Cards CatID=" in text or "<NetDeckID" in text)):
        return f"a Magic Online deck (.dek), {_TIED}"
    if name == "deck" and _GAME_GUID.search(attributes):
        return f"an OCTGN deck (.o8d), {_TIED}"
    if name.lower() in _ROOTS:
        return _ROOTS[name.lower()]
    if name and name not in ("deck", "cockatrice_deck") and text.lstrip().startswith("<?xml"):
        return f"an XML file of a kind that is not known (`<{name[:40]}>`); {_EXPORT}"
    return None


def _json_kind(text: str) -> str | None:
    """Told by keys: our deck has `sections`, and no other file here has."""
    keys = set(_KEY.findall(text))
    if {"ObjectStates", "DeckIDs"} & keys:
        return f"a saved object of Tabletop Simulator, which holds pictures; {_EXPORT}"
    if "sections" in keys:
        return None
    if {"tool", "decks"} <= keys:
        return "a report of `fade-deck validate`, not a deck; validate the deck that it speaks of"
    if {"game", "cards"} <= keys:
        return "a card file, not a deck; give it with `--cards` and validate a decklist"
    if "front" in keys:
        return f"a card list of TCG Arena, not a deck; {_EXPORT}"
    return None


def _forge(text: str) -> str | None:
    return f"a Forge deck (.dck), {_TIED}" if text.lstrip()[:10].lower() == "[metadata]" else None


def _xmage(text: str, path: str) -> str | None:
    """`1 [SET:12] Name` alone may be plain text; with XMage's own lines or its ending it is not."""
    marked = path.lower().endswith(".dck") or _XMAGE_REST.search(text)
    return f"an XMage deck (.dck), {_TIED}" if marked and _XMAGE_CARD.search(text) else None


def _toml(text: str, path: str) -> str | None:
    """Two lines that only a ruleset or a configuration has, or the ending."""
    if path.lower().endswith(".toml") or ("=" in text and '"' in text and len(_TOML.findall(text)) > 1):
        return "a ruleset or configuration (TOML), not a deck; give it with `--ruleset` and validate a decklist"
    return None
