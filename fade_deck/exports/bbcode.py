"""For forums that read BBcode: the same post as in Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from fade_deck.exports import Options
from fade_deck.exports._post import Style, post
from fade_deck.listing import Listing

EXTENSIONS = ("bbcode",)
BINARY = False


def export(listings: Sequence[Listing], options: Options) -> bytes:
    """All decks, one after another."""
    return post(listings, options, STYLE)


def _text(text: str) -> str:
    """BBcode has no escape that all forums know: a joiner of no width keeps a bracket from opening a tag."""
    for live in ("[", "@", "://"):
        text = text.replace(live, f"{live[0]}\u2060{live[1:]}")
    return text


STYLE = Style(
    text=_text,
    title=lambda text: f"[u][b]{text}[/b][/u]",
    section=lambda text: f"[b]{text}[/b]",
    strong=lambda text: f"[b]{text}[/b]",
    rows=lambda rows: "\n".join(["[list]", *(f"[*]{row}" for row in rows), "[/list]"]),
)
