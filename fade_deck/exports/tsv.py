"""Tab-separated values, for spreadsheets and for pasting into them."""

from __future__ import annotations

from collections.abc import Sequence

from fade_deck.exports import Options
from fade_deck.exports._convert import export_deck
from fade_deck.exports._draft import Draft, Reader
from fade_deck.exports._table import write_table
from fade_deck.listing import Listing

EXTENSIONS = ("tsv",)
BINARY = False
SINGLE = True


def export(listings: Sequence[Listing], options: Options) -> bytes:
    """One deck."""
    return export_deck(listings[0], options, "tsv")


def write(draft: Draft, reader: Reader, notes: list[str]) -> str:
    """The deck as a table."""
    return write_table(draft, reader, "\t", notes)
