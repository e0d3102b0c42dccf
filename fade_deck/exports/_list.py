"""The cards of a sheet as pieces of a column: headings, lines with tick boxes, totals, and what follows the list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from fade_deck.exports._fonts import LEADING, Fonts
from fade_deck.exports._layout import Boxes, Code, Mark, Piece, Rect, Rule, Text
from fade_deck.exports._sheet import Block, Group, Row, Sheet

_LINES = 4
"""Lines of a text that stay together; a longer one may be parted between columns."""
CODE_SIDE = 100.0


@dataclass(eq=False, repr=False)
class Lister:
    """Makes the pieces of one sheet's list, for a column of some width, at a scale."""

    sheet: Sheet
    fonts: Fonts
    width: float
    scale: float

    def pieces(self) -> list[Piece]:
        """The whole list in order."""
        made: list[Piece] = []
        for block in self.sheet.blocks:
            made += self._block(block)
        return [*made, self._total()]

    # --- measures ------------------------------------------------------------------------------------------------

    @cached_property
    def _size(self) -> float:
        return 8.8 * self.scale

    @cached_property
    def _line(self) -> float:
        return 13.4 * self.scale

    @cached_property
    def _rows(self) -> list[Row]:
        return [row for block in self.sheet.blocks for group in block.groups for row in group.rows]

    @cached_property
    def _count_end(self) -> float:
        """Where the number of copies ends: they are flush right."""
        most = max((row.copies for row in self._rows), default=1)
        return self.fonts.width("8" * max(len(str(most)), 2), self._size, True)

    @cached_property
    def _per_row(self) -> int:
        """Tick boxes beside each other."""
        return min(max((row.boxes for row in self._rows), default=0), 4)

    @cached_property
    def _name_start(self) -> float:
        gap = 5 * self.scale
        if not self.sheet.boxes:
            return self._count_end + gap
        room = max(self._per_row * self._pitch, 24 * self.scale if any(not r.boxes for r in self._rows) else 0)
        return self._count_end + gap + room + 2 * self.scale

    @cached_property
    def _pitch(self) -> float:
        return 10.4 * self.scale

    # --- pieces --------------------------------------------------------------------------------------------------

    def _block(self, block: Block) -> Iterator[Piece]:
        yield self._heading(block.title, block.figures)._replace(opens=True)
        again = self._heading(f"{block.title}, continued", [])
        if not block.groups:
            yield self.text("no cards", 0.35)[0]
        for group in block.groups:
            if group.title:
                yield self._group(group)._replace(again=again)
            for row in group.rows:
                yield from (piece._replace(again=again) for piece in self._row(row))

    def _heading(self, title: str, figures: list[tuple[str, bool]]) -> Piece:
        """A section's title, and flush right what its rules count; below it where there is no room beside it."""
        size, small = 11 * self.scale, 8 * self.scale
        counted = ", ".join(text for text, _ in figures)
        strained = any(bad for _, bad in figures)
        wide = self.fonts.width(counted, small, strained)
        size, lines = self.fonts.fit(title, self.width - 2, size, size * 0.7, True)
        beside = len(lines) == 1 and self.fonts.width(title, size, True) + wide + 14 <= self.width
        y = 7 * self.scale
        marks: list[Mark] = []
        for line in lines:
            y += size * LEADING
            marks.append(Text(0, y - size * 0.25, line, size, True))
        if counted and beside:
            marks.append(Text(self.width - wide, y - size * 0.25, counted, small, strained))
        elif counted:
            for line in self.fonts.wrap(counted, self.width, small, strained):
                y += small * LEADING
                marks.append(Text(0, y - small * 0.25, line, small, strained))
        y += 2 * self.scale
        marks.append(Rule(0, y, self.width, line=1.2))
        return Piece(y + 1.5 * self.scale, marks, keep=True)

    def _group(self, group: Group) -> Piece:
        size, high = 8 * self.scale, 13.5 * self.scale
        number = str(group.size)
        wide = self.fonts.width(number, size, True)
        size_title, lines = self.fonts.fit(group.title, self.width - wide - 14, size, size * 0.75, True)
        extra = (len(lines) - 1) * size_title * LEADING
        marks: list[Mark] = [Rect(0, 1.5 * self.scale, self.width, high + extra - 2 * self.scale, fill=0.9)]
        for n, line in enumerate(lines):
            marks.append(Text(3, 10.5 * self.scale + n * size_title * LEADING, line, size_title, True))
        marks.append(Text(self.width - wide - 3, 10.5 * self.scale, number, size, True))
        return Piece(high + extra, marks, keep=True)

    def _row(self, row: Row) -> Iterator[Piece]:
        """A line of the list; what of its name does not fit into a few lines goes on in pieces of its own."""
        code_size, code_lines = self.fonts.fit(row.code, self.width * 0.34, 7.2 * self.scale, 5.6, not row.known)
        code_wide = max(self.fonts.width(line, code_size, not row.known) for line in code_lines)
        room = self.width - self._name_start - code_wide - 6
        size, lines = self.fonts.fit(row.name, room, self._size, self._size * 0.8)
        high = max(
            self._line + (min(len(lines), _LINES) - 1) * size * LEADING,
            self._line + (min(len(code_lines), _LINES) - 1) * code_size * LEADING,
            self._line * -(-row.boxes // self._per_row) if self.sheet.boxes and row.boxes else 0,
        )
        base = self._line - 4.2 * self.scale
        marks: list[Mark] = [] if row.known else [Rect(0, 0.6, self.width, high - 1.2, fill=0.88)]
        marks.append(Rule(0, high, self.width, line=0.25, gray=0.6))
        marks += self._copies(row, base)
        marks += self._lines(lines[:_LINES], self._name_start, base, size)
        for n, line in enumerate(code_lines[:_LINES]):
            x = self.width - self.fonts.width(line, code_size, not row.known)
            marks.append(Text(x, base + n * code_size * LEADING, line, code_size, not row.known, 0.2))
        yield Piece(high, marks)
        rest = [(self._name_start, size, lines[_LINES:]), (self.width - code_wide, code_size, code_lines[_LINES:])]
        for x, small, more in rest:
            for n in range(0, len(more), _LINES):
                part = more[n : n + _LINES]
                high = len(part) * small * LEADING + 2
                ground: list[Mark] = [] if row.known else [Rect(0, 0, self.width, high, fill=0.88)]
                yield Piece(high, ground + self._lines(part, x, small * 0.95, small))

    def _copies(self, row: Row, base: float) -> Iterator[Mark]:
        """The number of copies, and a box for each, or a line to write on where these would be too many."""
        number = str(row.copies)
        yield Text(self._count_end - self.fonts.width(number, self._size, True), base, number, self._size, True)
        if not self.sheet.boxes:
            return
        x, side = self._count_end + 5 * self.scale, 8 * self.scale
        if row.boxes:
            yield Boxes(x, base - side + 0.9 * self.scale, row.boxes, self._per_row, side, self._pitch, self._line)
        else:
            yield Rule(x, base + 1.5, self._name_start - x - 4 * self.scale, line=0.6)

    def _lines(self, lines: list[str], x: float, y: float, size: float) -> list[Mark]:
        return [Text(x, y + n * size * LEADING, line, size) for n, line in enumerate(lines)]

    def _total(self) -> Piece:
        size = 9.4 * self.scale
        wide = self.fonts.width(self.sheet.total, size, True)
        y = 9 * self.scale
        marks: list[Mark] = [
            Rule(0, y, self.width, line=1.2),
            Text(0, y + size * 1.35, "Total", size, True),
            Text(self.width - wide, y + size * 1.35, self.sheet.total, size, True),
        ]
        return Piece(y + size * 1.7, marks)

    def text(self, text: str, gray: float = 0.0, title: bool = False) -> list[Piece]:
        """A paragraph, in pieces of a few lines."""
        size = (8 if title else 7.4) * self.scale
        lines = self.fonts.wrap(text, self.width, size, title)
        made = []
        for n in range(0, len(lines), _LINES):
            part = lines[n : n + _LINES]
            y = size * 1.4
            marks: list[Mark] = [
                Text(0, y + i * size * LEADING, line, size, title, gray) for i, line in enumerate(part)
            ]
            made.append(Piece(y + (len(part) - 1) * size * LEADING + size * 0.35, marks, keep=title))
        return made

    def codes(self) -> Iterator[Piece]:
        """The QR codes after the first, which stands at the foot of the first page."""
        for number, content in enumerate(self.sheet.codes[1:], 2):
            caption = f"QR code {number} of {len(self.sheet.codes)}"
            yield Piece(CODE_SIDE + 16, [Code(0, 4, CODE_SIDE, content), Text(CODE_SIDE + 6, 16, caption, 7.4)])
