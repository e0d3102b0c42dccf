"""A deck as a post: what Markdown and BBcode say alike, each with its own marks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from fade_deck.exports import Options
from fade_deck.exports._sheet import Group, Row, Sheet, make_sheet
from fade_deck.listing import Listing


class Style(NamedTuple):
    """The marks of a format. `text` makes what others wrote harmless; the rest gets text that is."""

    text: Callable[[str], str]
    title: Callable[[str], str]
    section: Callable[[str], str]
    strong: Callable[[str], str]
    rows: Callable[[list[str]], str]


def post(listings: Sequence[Listing], options: Options, style: Style) -> bytes:
    """The decks in their order, parted by blank lines."""
    blocks: list[str] = []
    for listing in listings:
        blocks += _deck(make_sheet(listing, options), listing, style)
        if options.progress:
            options.progress(1)
    return ("\n\n".join(blocks) + "\n").encode("utf-8", "replace")


def _deck(sheet: Sheet, listing: Listing, style: Style) -> Iterator[str]:
    yield style.title(style.text(sheet.deck or sheet.player or "Deck"))
    facts = [sheet.player, listing.ruleset.title, sheet.total, f"hash {sheet.hash}"]
    verdict = f"{sheet.verdict}: {sheet.found}" if sheet.found and not sheet.legal else sheet.verdict
    yield " · ".join([style.strong(verdict), *(style.text(fact) for fact in facts if fact)])
    for block in sheet.blocks:
        figures = ", ".join(text for text, _ in block.figures)
        yield style.section(style.text(f"{block.title}: {figures}"))
        yield from (part for group in block.groups for part in _group(group, style))


def _group(group: Group, style: Style) -> Iterator[str]:
    if group.title:
        yield style.strong(style.text(f"{group.title} ({group.size})"))
    yield style.rows([_row(row, style) for row in group.rows])


def _row(row: Row, style: Style) -> str:
    """Set and number are left to the sheet; a name that is no card's is marked."""
    mark = "" if row.known else f" ({row.code})"
    return style.text(f"{row.copies} {row.name}{mark}")
