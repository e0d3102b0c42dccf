"""What CSV and TSV share: `qty,name,set,number,section`, headers above as `# Key: value`."""

from __future__ import annotations

import csv
import re
from io import StringIO

from fade_deck.exports._draft import Draft, Part, Reader
from fade_deck.text import clean, squash

_COLUMNS = ("qty", "name", "set", "number", "section")
_FORMULA = re.compile(r"'*[=+\-@\t\r]")  # one apostrophe is put before it, and one taken off
_HEADER = re.compile(r"([^\W\d][\w .'/-]{0,39}): .*\S")


def write_table(draft: Draft, reader: Reader, delimiter: str, notes: list[str]) -> str:
    """The deck as a table; cells that a spreadsheet would run are guarded by an apostrophe."""
    out = StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    lines = [(key, squash(f"{key}: {value}")) for key, value in draft.headers.items()]
    odd = [line for key, line in lines if not ((found := _HEADER.fullmatch(line)) and found[1] == key)]
    notes += [f"`{clean(key)}` cannot be a header of a table: kept as a comment" for key, line in lines if line in odd]
    writer.writerows(_header(line) for _, line in lines if line not in odd)
    commented = any(card.remarks for part in draft.parts for card in part.cards)
    writer.writerow([*_COLUMNS, "comment"] if commented else _COLUMNS)
    writer.writerows(_remark(line, reader) for line in odd)
    before: str | None = None
    for part in draft.parts:
        writer.writerows(_rows(part, before, reader, commented=commented))
        before = part.title
    ends = [r for part in draft.parts for c in part.cards for r in (c.remarks[:1], c.remarks[-1:]) if r == [""]]
    if ends:
        notes.append("a table has no place for empty lines around the comment of a card: left out")
    if stated := [part.title for part in draft.parts if part.stated is not None]:
        notes.append(f"a table has no place for the counts beside headings: {len(stated)} left out")
    return out.getvalue()


def _rows(part: Part, before: str | None, reader: Reader, *, commented: bool) -> list[list[str]]:
    """A row with nothing but its title opens a section where the first card's row cannot."""
    title = _guarded(part.title or "")
    rows = []
    if part.title is not None and (part.remarks or not part.cards or part.title == before):
        rows.append(["", "", "", "", title])
    rows += [_remark(text, reader) for text in part.remarks]
    for card in part.cards:
        cells = [_guarded(cell or "") for cell in (card.name, card.set, card.number)]
        remarks = [_guarded("\n".join(card.remarks))] if commented else []
        rows.append([str(card.copies), *cells, title, *remarks])
    return rows


def _header(line: str) -> list[str]:
    """A row above the table; padded where it is quoted, as spreadsheets do, for it must not look like plain text."""
    return [f"# {line}", *([""] * (len(_COLUMNS) - 1) if '"' in line else [])]


def _remark(text: str, reader: Reader) -> list[str]:
    return [reader.marked(text), "", "", "", ""]


def _guarded(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell
