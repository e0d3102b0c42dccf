"""For forums and chat that read Markdown: a heading, sections with their totals, cards grouped with counts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fade_deck.exports import Options
from fade_deck.exports._post import Style, post
from fade_deck.listing import Listing

EXTENSIONS = ("md", "markdown")
BINARY = False

_LIVE = re.compile(r"(?P<live>[@#](?=\w)|:(?=[\w+-]+:)|(?<=\w)://)|[\\`*_~|$#\[\]<>]|&(?=#?\w+;)")


def export(listings: Sequence[Listing], options: Options) -> bytes:
    """All decks, one after another."""
    return post(listings, options, STYLE)


def _text(text: str) -> str:
    """Names are no markup. What a forum acts on even if escaped (mentions, links) is parted by a space of no width."""
    return _LIVE.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    """By backslash, which chat knows as well; it would show HTML's entities as they are."""
    return f"{found[0][0]}\u200b{found[0][1:]}" if found["live"] else f"\\{found[0]}"


STYLE = Style(
    text=_text,
    title=lambda text: f"## {text}",
    section=lambda text: f"### {text}",
    strong=lambda text: f"**{text}**",
    rows=lambda rows: "\n".join(f"- {row}" for row in rows),
)
