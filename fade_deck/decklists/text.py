r"""Plain text, as people write it: `[prefix] [qty] name [printing] [markers]`, headings, headers, comments.

Reading decides nothing that needs a card database. A line such as `4 Horsemen` has two readings, and `# Deck` may
be a heading, a comment or a card: every reading is kept, in order, and resolution picks. Lines repeat within a deck
and between decks, so what a line can mean is worked out once and shared.
"""

from __future__ import annotations

import re

from fade_deck.decklists.source import MAX_COPIES, MAX_ENTRIES, split_lines
from fade_deck.errors import InputError
from fade_deck.models import Decklist, Entry, Heading, Line, Read
from fade_deck.text import squash

NAME = "text"
EXTENSIONS = (".txt", ".text", ".deck", ".md")

_BULLET = re.compile(r"^[-*•–]\s+(?=\S)")
_COUNT_FIRST = re.compile(
    r"""^(?:
        (?P<plain>\d+)(?:\s*[xX×]\s+|\s+|\s*[xX×](?=[^\w\s]))   # 4 Name, 4x Name, 4 x Name
      | (?P<glued>\d+)[xX×](?=[A-Z])                            # 4xName
      | [xX×](?P<after>\d+)\s+                                  # x4 Name
      | \[(?P<square>\d+)\]\s*                                  # [4] Name
      | \((?P<round>\d+)\)\s*                                   # (4) Name
    )(?P<rest>\S.*)$""",
    re.VERBOSE,
)
_COUNT_LAST = re.compile(r"^(?P<rest>.*\S)\s+(?:[xX×]\s?(?P<a>\d+)|\(?(?P<b>\d+)[xX×]\)?|\([xX×](?P<c>\d+)\))$")
_PRINTING = re.compile(
    r"""^(?P<rest>.*\S)\s+(?:
        \((?P<set>[A-Za-z0-9.]{1,8})\)(?:\s+\#?(?P<number>[A-Za-z0-9★*-]{1,8}))?
      | \[(?P<set2>[A-Za-z0-9.]{1,8})(?:[:\s-]\#?(?P<number2>[A-Za-z0-9★*-]{1,8}))?\]
      | \#(?P<number3>\d[A-Za-z0-9]{0,6})
    )$""",
    re.VERBOSE,
)
_MARKER = re.compile(r"^(?P<rest>.*\S)\s+(?:\*[A-Za-z]{1,2}\*|\*{1,3}|!{1,3}|\^[^^]*\^|<[^<>]*>)$")
_TRAILING_COMMENT = re.compile(r"^(?P<rest>.*?\S)\s+(?:#|//)(?:\s.*)?$")
_BAD_COUNT = re.compile(r"^(?P<count>[-+]\d+|\d+[.,]\d+)[xX×]?\s+\S")
_STATED = re.compile(
    r"^(?P<text>.*?\S)\s*(?:[:\-–]\s*(?P<a>\d+)|[(\[]\s*(?P<b>\d+)(?:\s+cards?)?\s*[)\]])\s*:?$", re.IGNORECASE
)
_BRACKETED = re.compile(r"^\[(?P<text>[^\[\]]*[^\W\d_][^\[\]]*)\](?P<tail>.*)$")
_RULED = re.compile(r"^(?P<rule>={2,}|-{3,}|~{2,}|\*{2,})\s*(?P<text>[^=~*]*[^\W\d_][^=~*]*?)\s*(?P=rule)$")
_COMMENT = re.compile(r"^(?://+|#+)\s*(?P<text>.*)$")
_HEADER = re.compile(r"^(?P<key>[^\W\d][\w .'/-]{0,39}?)\s*:\s*(?P<value>.*)$")

_MEANINGS: dict[str, Line] = {}
_MEMORY = 200_000  # distinct lines remembered before the memory is emptied: bounded, whatever is checked in one run


def read(text: str, path: str) -> Decklist:
    """Read a whole text decklist. Never fails on content: what cannot be read becomes an entry with its fault."""
    source = split_lines(text)
    entries: list[Entry] = []
    known = _MEANINGS
    for number, raw in enumerate(source, 1):
        line = known.get(raw)
        if line is None:
            line = known[raw] = parse_line(raw)
        if line.text:
            entries.append(Entry((number,), line))
    if len(entries) > MAX_ENTRIES:
        raise InputError(f"more than {MAX_ENTRIES} entries", path=path, line=entries[MAX_ENTRIES].lines[0])
    if len(known) > _MEMORY:
        known.clear()
    return Decklist(path, NAME, entries, source)


def parse_line(raw: str) -> Line:
    """Work out everything that one line can mean."""
    text = squash(raw)
    if not text:
        return Line("")
    comment = _COMMENT.match(text)
    header = None if comment else _header(text)
    reads, fault = _reads(text)
    if comment and not _COUNT_FIRST.match(text):
        # A whole line that starts like a comment is only ever a card if its exact whole text is a name.
        reads = (Read(1, text),)
    heading = _heading(comment["text"] if comment else text, firm=not comment)
    return Line(text, reads, heading, header, bool(comment), fault)


def _header(text: str) -> tuple[str, str] | None:
    match = _HEADER.match(text)
    return (match["key"].strip(), match["value"].strip()) if match else None


def _heading(text: str, *, firm: bool) -> Heading | None:
    """A heading with its stated count, if the text can be one. Bare text can: the ruleset knows its headings."""
    text = text.strip()
    stated: int | None = None
    if ruled := _RULED.match(text):
        text = ruled["text"]
    elif bracketed := _BRACKETED.match(text):
        tail = bracketed["tail"].strip(" :()")
        if tail and not tail.isdecimal():
            return None
        text, stated = bracketed["text"].strip(), _small(tail)
    elif text.endswith(":") and len(text) > 1:
        text = text[:-1].rstrip()
    else:
        firm = False
    if match := _STATED.match(text):
        stated, text = _small(match["a"] or match["b"]), match["text"]
    return Heading(text, stated, firm) if text and not text[0].isdecimal() else None


def _small(digits: str | None) -> int | None:
    """A count that is small enough to mean anything."""
    return int(digits) if digits and len(digits) <= 6 else None


def _reads(text: str) -> tuple[tuple[Read, ...], str | None]:
    """The readings as a card, most literal first, or the reason why there is none."""
    reads: dict[Read, None] = {}
    fault: str | None = None
    for body in (text, _BULLET.sub("", text)):
        found, wrong = _readings_of(body)
        reads |= dict.fromkeys(found)
        fault = fault or wrong
    return tuple(reads), fault


def _readings_of(text: str) -> tuple[list[Read], str | None]:
    """Whole text first, then the count in front taken off, then what stands behind: a name that looks odd wins."""
    found = [Read(1, text)]
    fault: str | None = None
    first = _COUNT_FIRST.match(text)
    if first:
        digits = first["plain"] or first["glued"] or first["after"] or first["square"] or first["round"]
        fault = _count_fault(digits)
        if not fault:
            found += _stripped(int(digits), first["rest"])
    else:
        if bad := _BAD_COUNT.match(text):
            fault = _count_fault(bad["count"])
        last = _COUNT_LAST.match(text)
        if last:
            digits = last["a"] or last["b"] or last["c"]
            fault = fault or _count_fault(digits)
            if not fault:
                found += _stripped(int(digits), last["rest"])
        found += _stripped(1, text)
    return found, fault


def _stripped(copies: int, text: str) -> list[Read]:
    """The readings of a text after its count: as it stands, then without comment, markers and printing."""
    found: list[Read] = []
    pending = [text]
    while pending:
        rest = pending.pop(0)
        found.append(Read(copies, rest))
        bare = rest
        while marker := _MARKER.match(bare):
            bare = marker["rest"]
            found.append(Read(copies, bare))
        if last := _COUNT_LAST.match(bare):
            digits = last["a"] or last["b"] or last["c"]
            if copies == 1 and not _count_fault(digits):
                found += _stripped(int(digits), last["rest"])
        if printing := _PRINTING.match(bare):
            code = printing["set"] or printing["set2"]
            number = printing["number"] or printing["number2"] or printing["number3"]
            found.append(Read(copies, printing["rest"], code.upper() if code else None, number))
        if trailing := _TRAILING_COMMENT.match(rest):
            pending.append(trailing["rest"])
    return found


def _count_fault(digits: str) -> str | None:
    """Why a count cannot be used, or None. Looks at the digits first: a count of a million digits costs nothing."""
    if digits.isdecimal() and digits.isascii() and len(digits) <= 9 and 1 <= int(digits) <= MAX_COPIES:
        return None
    shown = digits if len(digits) <= 12 else digits[:9] + "…"
    return f"copies must be a whole number from 1 to {MAX_COPIES}, not `{shown}`"
