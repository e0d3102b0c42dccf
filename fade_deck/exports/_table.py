"""What CSV and TSV share: `qty,name,set,number,section`, headers above as `# Key: value`."""

from __future__ import annotations

import csv
import re
from io import StringIO

from fade_deck.exports._draft import Draft, Part
from fade_deck.text import clean, squash

_COLUMNS = ("qty", "name", "set", "number", "section")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_HEADER = re.compile(r"[^\W\d][\w .'/-]{0,39}: .*[^\s\",;]")


def write_table(draft: Draft, delimiter: str, notes: list[str]) -> str:
    """The deck as a table; cells that a spreadsheet would run are guarded by an apostrophe."""
    out = StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    lines = [(key, squash(f"{key}: {value}")) for key, value in draft.headers.items()]
    odd = [line for _, line in lines if not _HEADER.fullmatch(line)]
    notes += [f"`{clean(key)}` cannot be a header of a table: kept as a comment" for key, line in lines if line in odd]
    writer.writerows([f"# {line}"] for _, line in lines if line not in odd)
    commented = any(card.remarks for part in draft.parts for card in part.cards)
    writer.writerow([*_COLUMNS, "comment"] if commented else _COLUMNS)
    writer.writerows(_remark(line) for line in odd)
    before: str | None = None
    for part in draft.parts:
        writer.writerows(_rows(part, before, commented=commented))
        before = part.title
    if stated := [part.title for part in draft.parts if part.stated is not None]:
        notes.append(f"a table has no place for the counts beside headings: {len(stated)} left out")
    return out.getvalue()


def _rows(part: Part, before: str | None, *, commented: bool) -> list[list[str]]:
    """A row with nothing but its title opens a section where the first card's row cannot."""
    title = _guarded(part.title or "")
    rows = []
    if part.title is not None and (part.remarks or not part.cards or part.title == before):
        rows.append(["", "", "", "", title])
    rows += [_remark(text) for text in part.remarks]
    for card in part.cards:
        cells = [_guarded(cell or "") for cell in (card.name, card.set, card.number)]
        remarks = [_guarded("\n".join(card.remarks))] if commented else []
        rows.append([str(card.copies), *cells, title, *remarks])
    return rows


def _remark(text: str) -> list[str]:
    return [f"# {squash(text)}", "", "", "", ""]


def _guarded(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
