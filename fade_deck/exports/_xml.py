"""What the two XML formats share: escaping, and headers as elements."""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from fade_deck.errors import UsageError
from fade_deck.exports._draft import Draft, all_remarks
from fade_deck.text import clean, squash

MAX_COPIES = 10_000
"""Copies in a file with an element or object for each; more is no deck."""

_TAG = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]*")
_TAKEN = {
    "card",
    "cards",
    "comments",
    "deck",
    "deckname",
    "generator",
    "header",
    "meta",
    "name",
    "superzone",
    "title",
    "author",
    "zone",
}
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def text_of(text: str) -> str:
    """Text between tags; what XML cannot hold becomes the replacement character."""
    return escape(_NOT_XML.sub("�", text))


def attribute(text: str) -> str:
    """A value with its quotes."""
    return quoteattr(_NOT_XML.sub("�", text))


class Field(NamedTuple):
    """An element for a header: its tag, its text, and the header's name where that cannot be a tag."""

    tag: str
    text: str
    name: str = ""

    def __str__(self) -> str:
        named = f" name={attribute(self.name)}" if self.name else ""
        return f"<{self.tag}{named}>{text_of(self.text)}</{self.tag}>"


def elements(draft: Draft, own: dict[str, str], notes: list[str]) -> list[Field]:
    """The headers as elements, under the names that a program has for some; then all remarks."""
    found: list[Field] = []
    remarks: list[str] = []
    for key, value in draft.headers.items():
        tag = own.get(key) or (key.lower() if key in ("Name", "Player", "Event", "Date", "Ruleset") else key)
        if key in own or (_TAG.fullmatch(tag) and tag.casefold() not in _TAKEN):
            found.append(Field(tag, squash(value)))
        elif key.casefold() != "comments":
            found.append(Field("header", squash(value), key))
        else:
            remarks.append(squash(f"{key}: {value}"))
            notes.append(f"`{clean(key)}` cannot be a header here: kept as a comment")
    remarks += all_remarks(draft)
    return [*found, Field("comments", "\n".join(remarks))] if remarks else found


def check_amount(draft: Draft) -> None:
    """Refuse a deck of more copies than a file with one element each should have."""
    total = sum(card.copies for part in draft.parts for card in part.cards)
    if total > MAX_COPIES:
        raise UsageError(f"{total:,} cards are more than this format is written for ({MAX_COPIES:,})")


def say_lost(draft: Draft, notes: list[str], *, numbers: bool) -> None:
    """Note what has no place of its own."""
    if stated := sum(part.stated is not None for part in draft.parts):
        notes.append(f"no place for the counts beside headings: {stated} left out")
    if any(part.remarks or any(card.remarks for card in part.cards) for part in draft.parts):
        notes.append("no place for comments beside cards: all stand in the deck's own comments")
    if numbers and (lost := [card.name for part in draft.parts for card in part.cards if card.number]):
        more = f" and {len(lost) - 1} more" if len(lost) > 1 else ""
        notes.append(f"no place for collector numbers: those of {clean(lost[0])}{more} stand in the cards' ids only")
