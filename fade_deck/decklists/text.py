r"""Plain text, as people write it: `[prefix] [qty] name [printing] [markers]`, headings, headers, comments.

Reading decides nothing that needs a card database. A line such as `4 Horsemen` has two readings, and `# Deck` may
be a heading, a comment or a card: every reading is kept, in order, and resolution picks. Lines repeat within a deck
and between decks, so what a line can mean is worked out once and shared.
"""

from __future__ import annotations

import re

from fade_deck.decklists.source import MAX_LINE, check_size, split_lines
from fade_deck.models import Decklist, Entry, Heading, Line, Read
from fade_deck.text import squash

NAME = "text"
EXTENSIONS = (".txt", ".text", ".deck", ".md")

# `4 Name` with a name of plain words, `Player: Name`, `Fighter Pool`: what nearly every line is, told by one look.
_USUAL = re.compile(r"^(?P<count>[1-9][0-9]{0,3}) (?![xX] )(?P<name>[^\W\d_](?:[^\W\d_]|[ ,'’-])*)$")
_USUAL_HEADER = re.compile(r"^(?P<key>Name|Player|Event|Date|Ruleset): (?P<value>[\w ,.'’-]+)$")
_USUAL_HEADING = re.compile(r"^[^\W\d_](?:[^\W\d_]|[ '’-])*$")
_ENDS_LIKE_A_COUNT = re.compile(r"\s(?:[xX×]\s?\d+|\d+[xX×])$")
_MEANINGS: dict[str, Line] = {}
_MEMORY = 200_000  # distinct lines remembered before the memory is emptied: bounded, whatever is checked in one run


def read(text: str, path: str) -> Decklist:
    """Read a whole text decklist. Never fails on a line: what cannot be read becomes an entry with its fault."""
    source = split_lines(text)
    entries: list[Entry] = []
    known, add, new = _MEANINGS, entries.append, tuple.__new__
    for number, raw in enumerate(source, 1):
        line = known.get(raw)
        if line is None:
            line = known[raw] = parse_line(raw)
        if line.text:
            add(new(Entry, ((number,), line)))
    check_size(entries, path)
    if len(known) > _MEMORY:
        known.clear()
    return Decklist(path, NAME, entries, source)


def parse_line(raw: str) -> Line:
    """Work out everything that one line can mean."""
    text = squash(raw)
    if not text:
        return Line("")
    if len(text) <= MAX_LINE and (usual := _USUAL.match(text)):
        return Line(text, (Read(1, text), Read(int(usual["count"]), usual["name"])))
    if (usual := _USUAL_HEADER.match(text)) and not _ENDS_LIKE_A_COUNT.search(text):
        return Line(text, (Read(1, text),), None, (usual["key"], usual["value"]))
    if len(text) <= MAX_LINE and _USUAL_HEADING.match(text):
        return Line(text, (Read(1, text),), Heading(text, None, firm=False))
    from fade_deck.decklists import _grammar  # the whole of it is rarely needed, and takes time to set up

    return _grammar.parse(text)
