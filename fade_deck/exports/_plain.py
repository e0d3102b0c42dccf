"""A deck in the lines that simulators import, and nothing else."""

from __future__ import annotations

from fade_deck.listing import Listing
from fade_deck.text import clean


def plain(listing: Listing) -> str:
    """Copies and names under comments with the sections' titles, which fade-deck reads as headings."""
    blocks = []
    for section in listing.sections:
        lines = [f"{item.copies} {clean(item.name)}" for item in section.items]
        blocks.append("\n".join([f"// {section.title}", *lines]) + "\n")
    return "\n".join(blocks)
