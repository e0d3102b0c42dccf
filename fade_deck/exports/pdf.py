"""Registration sheets as PDF, each deck's on pages of its own."""

from __future__ import annotations

from collections.abc import Sequence

from fade_deck.exports import Options
from fade_deck.exports._fonts import Fonts, describe
from fade_deck.exports._layout import Page, Text
from fade_deck.exports._pages import lay_out
from fade_deck.exports._paint import Painter
from fade_deck.exports._sheet import Sheet, make_sheet
from fade_deck.listing import Listing

EXTENSIONS = ("pdf",)
BINARY = True


def export(listings: Sequence[Listing], options: Options) -> bytes:
    """One PDF with all sheets, in the order given. Listings are asked for one by one, and none is kept."""
    fonts = Fonts(options.font)
    painter: Painter | None = None
    warned: set[str] = set()
    many = len(listings) != 1
    for number, listing in enumerate(listings, 1):
        sheet = make_sheet(listing, options)
        pages = lay_out(sheet, fonts, options.paper)
        _warn(pages, fonts, warned, options)
        painter = painter or _painter(fonts, options, None if many else sheet)
        painter.bookmark(_title(sheet), f"sheet{number}")
        for page in pages:
            painter.page(page)
        if options.progress:
            options.progress(1)
    return (painter or _painter(fonts, options, None)).finish()


def _painter(fonts: Fonts, options: Options, only: Sheet | None) -> Painter:
    """The PDF, with the player's name in its properties where it holds one sheet only."""
    title = f"Deck registration sheet: {_title(only)}" if only else "Deck registration sheets"
    return Painter(fonts, options.paper, title, only.player if only else "", "Deck registration", options.stamp)


def _title(sheet: Sheet) -> str:
    return " · ".join(part for part in (sheet.player, sheet.deck) if part) or sheet.hash


def _warn(pages: list[Page], fonts: Fonts, warned: set[str], options: Options) -> None:
    """Name the letters that would not be printed, each once, before anything is drawn."""
    texts = (mark.text for page in pages for placed in page for mark in placed.marks if isinstance(mark, Text))
    new = [letter for letter in fonts.missing(texts) if letter not in warned]
    if new and options.warn:
        options.warn(describe(new))
    warned.update(new)
