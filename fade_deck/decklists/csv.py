"""CSV and TSV: `qty,name,set,number,section`, with a header row that says which column is which.

Columns stand in any order and under the names that spreadsheets give them; `,`, `;` or a tab parts them. Without a
column of copies every row is one copy. An empty section cell means the section above, as in a table for people.
Rows `# Key: value` above the header row are headers. A column that is not known is an error, not dropped.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import NamedTuple

from fade_deck.decklists.source import add_header, card, check_size, comment, heading, split_lines, unread
from fade_deck.errors import InputError
from fade_deck.models import Decklist, Entry, Line, Read
from fade_deck.text import clean, did_you_mean, fold, squash

NAME = "csv"
EXTENSIONS = (".csv", ".tsv")

_SPELLINGS = {
    "qty": ("qty", "quantity", "count", "copies", "amount"),
    "name": ("name", "card", "card name", "cardname"),
    "set": ("set", "set code", "setcode", "code", "edition", "expansion"),
    "number": ("number", "collector number", "card number", "collectornumber", "no", "nr", "num"),
    "section": ("section", "zone", "board"),
    "comment": ("comment", "comments", "note", "notes"),
}
_ROLES = {spelling: role for role, spellings in _SPELLINGS.items() for spelling in spellings}
_DELIMITERS = ("\t", ";", ",")
_PADDING = ' \t",;'
_LINE = re.compile(r"[^\r\n]+")
_HEADER = re.compile(r"#+\s*([^\W\d][\w .'/-]{0,39}?)\s*:\s+(\S.*)")
# What exports put before a cell that a spreadsheet would run as a formula.
_GUARD = re.compile(r"\A'(?='*[=+\-@\t])")


class _Row(NamedTuple):
    """One record: where it starts, its text, and its cells or what is wrong with them."""

    line: int
    raw: str
    cells: list[str]
    fault: str | None = None


def sniff(text: str) -> bool:
    """The first row that is neither empty nor a comment names the card column and one more."""
    row = next((match[0] for match in _LINE.finditer(text) if _is_table(match[0])), "")
    roles = _roles(row, _delimiter(row))
    return "name" in roles and len(set(roles) - {None}) > 1


def read(text: str, path: str) -> Decklist:
    """Read a table; its format is `tsv` where tabs part the columns."""
    lines = split_lines(text)
    top = next((at for at, line in enumerate(lines) if _is_table(line)), None)
    if top is None:
        raise InputError("no header row; the first row names the columns: qty,name,set,number,section", path=path)
    delimiter = _delimiter(lines[top])
    columns = _columns(lines[top], delimiter, path, top + 1)
    deck = Decklist(path, "tsv" if delimiter == "\t" else NAME, [], lines)
    for number, line in enumerate(lines[:top], 1):
        _preface(deck, number, line, delimiter)
    section = ""
    for row in _rows(lines, top + 1, delimiter, path):
        section = _add_row(deck.entries, row, columns, section)
    check_size(deck.entries, path)
    return deck


def _is_table(line: str) -> bool:
    """Whether a line belongs to the table: not blank, no comment, and not Excel's `sep=;`."""
    bare = line.strip(_PADDING)
    return bool(bare) and not bare.startswith(("#", "sep="))


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:  # a cell beyond the limit of the csv module is the name of no column
        return []


def _roles(line: str, delimiter: str) -> list[str | None]:
    """What each column holds, None where its name is not known."""
    return [_ROLES.get(fold(cell)) for cell in _cells(line, delimiter)]


def _delimiter(line: str) -> str:
    """The delimiter that makes most sense of the header row."""
    return max(_DELIMITERS, key=lambda mark: (sum(role is not None for role in _roles(line, mark)), line.count(mark)))


def _columns(line: str, delimiter: str, path: str, number: int) -> dict[str, int]:
    """Where each column stands, after a check that nothing is unknown, double or open to doubt."""
    found: dict[str, int] = {}
    for at, (cell, role) in enumerate(zip(_cells(line, delimiter), _roles(line, delimiter), strict=True)):
        if role is None and not cell.strip():
            continue
        if role is None:
            hint = did_you_mean(cell, _ROLES) or f"known columns: {', '.join(_SPELLINGS)}"
            raise InputError(f"unknown column `{clean(cell.strip())}`", path=path, line=number, hint=hint)
        if role in found:
            raise InputError(f"two columns for `{role}`", path=path, line=number)
        found[role] = at
    if "name" not in found:
        raise InputError("no column `name`", path=path, line=number, hint=f"known columns: {', '.join(_SPELLINGS)}")
    if "number" in found and not found.keys() & {"qty", "set"}:
        hint = "call it `qty`, or `collector number` beside a column `set`"
        raise InputError("is the column of numbers one of copies?", path=path, line=number, hint=hint)
    return found


def _preface(deck: Decklist, number: int, line: str, delimiter: str) -> None:
    """A row above the header row. A spreadsheet that saves it again quotes it and pads it with empty cells."""
    cells = _cells(line, delimiter)
    while cells and not cells[-1].strip():
        cells.pop()
    text = squash(delimiter.join(cells))
    if match := _HEADER.fullmatch(text):
        add_header(deck.headers, match[1], match[2])
    elif text.startswith("#"):
        deck.entries.append(comment(number, text))


def _rows(lines: list[str], top: int, delimiter: str, path: str) -> Iterator[_Row]:
    """The records below the header row. One that breaks the quoting is kept as a fault, and reading goes on."""
    reader = csv.reader((line + "\n" for line in lines[top:]), delimiter=delimiter, strict=True)
    while True:
        start, cells, fault = top + reader.line_num, [], None
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            if "end of data" in str(error):
                raise InputError("a quoted cell is never closed", path=path, line=start + 1) from None
            fault = f"this row cannot be read: {error}"
        yield _Row(start + 1, "\n".join(lines[start : top + reader.line_num]), cells, fault)


def _add_row(entries: list[Entry], row: _Row, columns: dict[str, int], section: str) -> str:
    """Add what a row says; returns the section that it stands in."""
    cells = {role: _GUARD.sub("", row.cells[at]) for role, at in columns.items() if at < len(row.cells)}
    filled = {role for role, cell in cells.items() if cell.strip()}
    if row.fault or any(cell.strip() for at, cell in enumerate(row.cells) if at not in columns.values()):
        entries.append(unread(row.line, row.raw, row.fault or "more cells than columns: quote a name with a comma"))
        return section
    if not filled:
        return section
    if row.cells[0].lstrip().startswith("#") and sum(bool(cell.strip()) for cell in row.cells) == 1:
        entries.append(_remark(row, columns))
        return section
    here = squash(cells.get("section", "")) or section
    if here != section or filled == {"section"}:
        entries.append(heading(row.line, here))
    if filled != {"section"}:
        count, code, number = cells.get("qty", "" if "qty" in columns else "1"), cells.get("set"), cells.get("number")
        entries.append(card((row.line,), count, cells.get("name", ""), code or "", number or "", raw=row.raw))
    if "comment" in filled:
        entries.append(comment(row.line, cells["comment"].strip()))
    return here


def _remark(row: _Row, columns: dict[str, int]) -> Entry:
    """A row with `# …` in its first cell alone: a comment, unless that is a card's whole name."""
    text = squash(row.cells[0])
    reads = (Read(1, text),) if columns["name"] == 0 else ()
    return Entry((row.line,), Line(text, reads, comment=True))
