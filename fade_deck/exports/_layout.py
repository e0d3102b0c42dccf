"""Marks on paper, and how a list of pieces flows through columns and pages. Points, counted from the top left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

MM = 72 / 25.4
PAPERS = {"a4": (210 * MM, 297 * MM), "letter": (612.0, 792.0)}


class Text(NamedTuple):
    """A line of text; `y` is its baseline, `gray` 0 is black."""

    x: float
    y: float
    text: str
    size: float
    bold: bool = False
    gray: float = 0.0


class Rect(NamedTuple):
    """A rectangle, filled with a gray, or drawn with a line of some width, or both."""

    x: float
    y: float
    width: float
    height: float
    fill: float | None = None
    line: float = 0.0
    gray: float = 0.0


class Rule(NamedTuple):
    """A straight line from a point by (dx, dy)."""

    x: float
    y: float
    dx: float
    dy: float = 0.0
    line: float = 0.5
    gray: float = 0.0


class Boxes(NamedTuple):
    """Tick boxes, so many, in rows of some; `pitch` is from one to the next, `leading` from row to row."""

    x: float
    y: float
    copies: int
    per_row: int
    side: float
    pitch: float
    leading: float


class Code(NamedTuple):
    """A QR code with its quiet zone."""

    x: float
    y: float
    side: float
    content: str


Mark = Text | Rect | Rule | Boxes | Code


class Placed(NamedTuple):
    """Marks with the point that they are counted from."""

    x: float
    y: float
    marks: Sequence[Mark]


Page = list[Placed]


class Piece(NamedTuple):
    """Something as wide as a column that is not parted. Marks count from its top left corner.

    `keep` ties it to the piece after it. `opens` says that a section begins; where a column begins with a piece
    in the midst of a section, `again` stands above it.
    """

    height: float
    marks: list[Mark]
    keep: bool = False
    opens: bool = False
    again: Piece | None = None


Column = list[tuple[float, Piece]]


def pour(pieces: Sequence[Piece], first: float, later: float) -> list[list[Column]]:
    """Let pieces flow through pages of two columns, which are so high on the first page and so high on later ones.

    The columns of the last page are made even, at a section's beginning where that is possible. A first page
    without room for columns has none.
    """
    pages: list[list[Column]] = [[]] if first <= 0 else []
    start = 0
    while start < len(pieces):
        height = later if pages else first
        left, middle = _fill(pieces, start, height)
        right, end = _fill(pieces, middle, height)
        if end == len(pieces):
            left, right = _even(pieces, start, height)
        pages.append([left, right])
        start = end
    return pages or [[]]


def _fill(pieces: Sequence[Piece], start: int, height: float, stop: int | None = None) -> tuple[Column, int]:
    """One column from a piece on, and the piece that comes after it."""
    column: Column = []
    y = 0.0
    end = start
    stop = len(pieces) if stop is None else stop
    if start < stop and (again := pieces[start].again):
        column.append((y, again))
        y += again.height
    while end < stop and (y + pieces[end].height <= height + 0.01 or end == start):  # one piece at least, or no end
        column.append((y, pieces[end]))
        y += pieces[end].height
        end += 1
    kept = end
    while start < kept < stop and pieces[kept - 1].keep:
        kept -= 1
    if kept > start:  # else there is nothing but headings, which then stay
        del column[len(column) - (end - kept) :]
        end = kept
    return column, end


def _even(pieces: Sequence[Piece], start: int, height: float) -> tuple[Column, Column]:
    """The rest of the pieces in two columns of about the same height."""
    whole = []
    for split in (n for n in range(start + 1, len(pieces)) if pieces[n].opens):
        left, end = _fill(pieces, start, height, split)
        right, last = _fill(pieces, split, height)
        if (end, last) == (split, len(pieces)):
            whole.append((left, right))
    if whole:
        return min(whole, key=lambda columns: max(map(_height, columns)))
    total = sum(piece.height for piece in pieces[start:])
    for step in range(13):
        tried = total / 2 + (height - total / 2) * step / 12
        left, middle = _fill(pieces, start, tried)
        right, end = _fill(pieces, middle, tried)
        if end == len(pieces):
            break
    return left, right


def _height(column: Column) -> float:
    return column[-1][0] + column[-1][1].height if column else 0.0
