"""A registration sheet laid out on pages: head, verdict, list, block for officials, foot."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from fade_deck.exports._fonts import LEADING, Fonts
from fade_deck.exports._layout import MM, PAPERS, Code, Column, Mark, Page, Piece, Placed, Rect, Rule, Text, pour
from fade_deck.exports._list import CODE_SIDE, Lister
from fade_deck.exports._sheet import Field, Remark, Sheet

_MARGIN = 12 * MM
_GUTTER = 16.0
_CORNER = 62.0
_FOOTLINE = 14.0
_OFFICIAL = CODE_SIDE + 12
_LEAST = 110.0
"""Points of height under which columns on the first page are not worth it."""
_SCALES = (1.25, 1.15, 1.07, 1.0, 0.93)
_BANNER = 22
"""Lines of findings above the list; the rest stands after it."""
_FIELD_LINES = 3


def lay_out(sheet: Sheet, fonts: Fonts, paper: str) -> list[Page]:
    """The pages of a sheet, at the largest scale at which it is one page, else at the ordinary one."""
    return _Layout(sheet, fonts, *PAPERS[paper]).pages()


@dataclass(eq=False, repr=False)
class _Layout:
    sheet: Sheet
    fonts: Fonts
    width: float
    height: float
    _full: list[str] = field(default_factory=list)
    """What had no room in the head and stands in full after the list."""

    @cached_property
    def _inner(self) -> float:
        return self.width - 2 * _MARGIN

    @cached_property
    def _column(self) -> float:
        return (self._inner - _GUTTER) / 2

    def pages(self) -> list[Page]:
        head, top = self._head()
        official_top = self.height - _MARGIN - _FOOTLINE - _OFFICIAL
        first, again_top = official_top - 8 - top, _MARGIN + 34
        later = self.height - _MARGIN - _FOOTLINE - 4 - again_top
        flown = self._flow(first if first >= _LEAST else 0.0, later)
        pages: list[Page] = []
        for number, columns in enumerate(flown, 1):
            page: Page = [Placed(0, 0, head if number == 1 else self._head_again())]
            for n, column in enumerate(columns):
                x, y = _MARGIN + n * (self._column + _GUTTER), top if number == 1 else again_top
                page += [Placed(x, y + down, piece.marks) for down, piece in column]
            if number == 1:
                page.append(Placed(0, 0, self._official(official_top)))
            page.append(Placed(0, 0, self._foot(number, len(flown))))
            pages.append(page)
        return pages

    def _flow(self, first: float, later: float) -> list[list[Column]]:
        """One page if that is possible: at the largest scale that parts no section, else at the largest."""
        fitting: list[list[Column]] | None = None
        for scale in _SCALES:
            pieces = self._pieces(scale)
            if sum(piece.height for piece in pieces) > 2 * first:
                continue
            flown = pour(pieces, first, later)
            if len(flown) == 1:
                if all(column[0][1].opens for column in flown[0] if column):
                    return flown
                fitting = fitting or flown
            if fitting and len(self.sheet.blocks) == 1:  # one section cannot but be parted
                return fitting
        return fitting or pour(self._pieces(1.0), first, later)

    def _pieces(self, scale: float) -> list[Piece]:
        lister = Lister(self.sheet, self.fonts, self._column, scale)
        return lister.pieces() + self._after(lister)

    def _after(self, lister: Lister) -> list[Piece]:
        """What follows the list: findings and fields that had no room above, further QR codes."""
        made: list[Piece] = []
        if self._rest:
            made += lister.text("Findings, continued", title=True)
            made += [piece for text in self._rest for piece in lister.text(text)]
        for text in self._full:
            made += lister.text(text)
        return [*made, *lister.codes()]

    # --- the head of the first page ------------------------------------------------------------------------------

    def _head(self) -> tuple[list[Mark], float]:
        """The marks, and where the list can begin."""
        sheet, x, y = self.sheet, _MARGIN, _MARGIN
        corner = self.width - _MARGIN - _CORNER
        beside = corner - x - 14
        note = f"Cards {sheet.order}"
        marks: list[Mark] = [
            Text(x, y + 11, "Deck registration sheet", 13, True),
            Text(x + beside - self.fonts.width(note, 7.5), y + 11, note, 7.5, False, 0.3),
        ]
        y += 14
        for fields in (sheet.person, sheet.event):
            y = self._fields(fields, marks, x, y, beside)
        marks += self._corner(corner, _MARGIN, _CORNER)
        y = self._fields(sheet.about, marks, x, max(y, _MARGIN + _CORNER), self._inner)
        return marks, self._verdict(marks, y + 7) + 2

    def _corner(self, x: float, y: float, side: float) -> list[Mark]:
        """The box with the initial, by which sheets are filed."""
        size = side * 0.72
        letter = self.sheet.initial
        middle = x + (side - self.fonts.width(letter, size, True)) / 2
        box: list[Mark] = [Rect(x, y, side, side, line=1.6)]
        return [*box, Text(middle, y + side * 0.765, letter, size, True)] if letter else box

    def _fields(self, fields: list[Field], marks: list[Mark], x: float, y: float, width: float) -> float:
        """A row of fields; returns where it ends."""
        gap = 9.0
        share = (width - gap * (len(fields) - 1)) / sum(f.weight for f in fields)
        fitted = [self._fit(f, f.weight * share) for f in fields]
        high = max(28.0, *(10 + len(lines) * size * LEADING + 4 for size, lines in fitted))
        for (label, _, weight, _), (size, lines) in zip(fields, fitted, strict=True):
            marks.append(Text(x, y + 8, label, 6.2, False, 0.3))
            base = y + high - 4.5 - (len(lines) - 1) * size * LEADING
            marks += [Text(x, base + n * size * LEADING, line, size, True) for n, line in enumerate(lines) if line]
            marks.append(Rule(x, y + high - 1, weight * share, line=0.6))
            x += weight * share + gap
        return y + high

    def _fit(self, field: Field, room: float) -> tuple[float, list[str]]:
        size, lines = self.fonts.fit(field.value, room, 11, 4 if field.whole else 8, True)
        if len(lines) > _FIELD_LINES:
            full = f"{field.label} in full: {field.value}"
            if full not in self._full:
                self._full.append(full)
            lines = lines[:_FIELD_LINES]
            lines[-1] = self.fonts.elide(lines[-1] + " …", room, size, True)
        return size, lines

    # --- the verdict ---------------------------------------------------------------------------------------------

    @cached_property
    def _said(self) -> list[list[str]]:
        """Each finding in lines as wide as the page."""
        return [self.fonts.wrap(_sentence(remark), self._inner - 16, 8) for remark in self.sheet.remarks]

    @cached_property
    def _above(self) -> int:
        """How many findings stand above the list."""
        used = 0
        for number, lines in enumerate(self._said):
            used += len(lines)
            if used > _BANNER:
                return number
        return len(self._said)

    @cached_property
    def _rest(self) -> list[str]:
        return [_sentence(remark) for remark in self.sheet.remarks[self._above :]]

    def _verdict(self, marks: list[Mark], y: float) -> float:
        """The word on the deck, and under it what was found; returns where it ends."""
        sheet, x = self.sheet, _MARGIN
        high, size = 21.0, 12.0
        cell = self.fonts.width(sheet.verdict, size, True) + 18
        lines = [line for said in self._said[: self._above] for line in said]
        if self._rest:
            lines.append(f"and {len(self._rest)} more, which stand after the list")
        below = len(lines) * 8 * LEADING + 7 if lines else 0.0
        if not sheet.legal:
            marks.append(Rect(x, y, cell, high, fill=0.0))
        marks += [
            Rect(x, y, self._inner, high + below, line=0.7 if sheet.legal else 2.0),
            Text(x + 9, y + 15, sheet.verdict, size, True, 0.0 if sheet.legal else 1.0),
        ]
        if sheet.legal:
            marks.append(Rule(x + cell, y, 0, high, line=0.7))
        found = sheet.found or "nothing found"
        marks.append(Text(x + cell + 9, y + 14, found, 9.5, not sheet.legal))
        wide = self.fonts.width(sheet.total, 9.5, True)
        marks.append(Text(x + self._inner - wide - 9, y + 14, sheet.total, 9.5, True))
        for n, line in enumerate(lines):
            marks.append(Text(x + 8, y + high + 8.5 + n * 8 * LEADING, line, 8))
        return y + high + below

    # --- the foot ------------------------------------------------------------------------------------------------

    def _official(self, y: float) -> list[Mark]:
        """Two blocks for two deck checks, and beside them the QR code."""
        wide = (self._inner - CODE_SIDE - 2 * 10) / 2
        marks: list[Mark] = []
        for number in (1, 2):
            marks += self._check(_MARGIN + (number - 1) * (wide + 10), y, wide, number)
        x = self.width - _MARGIN - CODE_SIDE
        sheet = self.sheet
        marks.append(Code(x, y, CODE_SIDE, sheet.codes[0]))
        several = f"  1 of {len(sheet.codes)}" if len(sheet.codes) > 1 else ""
        caption = f"{sheet.hash}{several}" if sheet.codes_complete else f"{sheet.hash} (hash only)"
        size, _ = self.fonts.fit(caption, CODE_SIDE, 7.5, 4)
        middle = x + (CODE_SIDE - self.fonts.width(caption, size)) / 2
        return [*marks, Text(middle, y + CODE_SIDE + 6, caption, size)]

    def _check(self, x: float, y: float, width: float, number: int) -> list[Mark]:
        marks: list[Mark] = [
            Rect(x, y, width, _OFFICIAL - 2, line=1.0),
            Rect(x, y, width, 15, fill=0.88),
            Rect(x, y, width, 15, line=0.5),
            Text(x + 5, y + 10.6, f"Official use: deck check {number}", 8, True),
        ]
        half = (width - 18) / 2
        places = (("Round", 0, 0.0, half), ("Status", 0, half + 6, half), ("Judge", 1, 0.0, width - 12))
        for label, row, across, wide in (*places, ("Notes", 2, 0.0, width - 12)):
            top = y + 15 + row * 31
            marks.append(Text(x + 6 + across, top + 9, label, 6.2, False, 0.3))
            marks.append(Rule(x + 6 + across, top + 28, wide, line=0.5))
        return marks

    def _foot(self, number: int, count: int) -> list[Mark]:
        """The player, the deck and the number of the page."""
        sheet, base = self.sheet, self.height - _MARGIN
        page = f"Page {number} of {count}"
        wide = self.fonts.width(page, 8, True)
        made = f"Made {sheet.made}" if sheet.made else ""
        last = " · ".join(part for part in (f"hash {sheet.hash}", made) if part)
        room = self._inner - wide - 20
        whole = " · ".join(part for part in (sheet.whose, sheet.deck, last) if part)
        size, _ = self.fonts.fit(whole, room, 8, 6)
        text = self._shortened([sheet.whose, sheet.deck], last, room, size)
        right = _MARGIN + self._inner - wide
        return [
            Rule(_MARGIN, base - 10.5, self._inner, line=0.4),
            Text(_MARGIN, base - 1.5, text, size),
            Text(right, base - 1.5, page, 8, True),
        ]

    def _shortened(self, parts: list[str], last: str, room: float, size: float) -> str:
        """Parts on one line with the last whole: of the others the long ones are shortened, to the same width."""
        parts = [part for part in parts if part]
        room -= self.fonts.width(" · ".join(["", *[""] * (len(parts) - 1), last]), size)
        made = dict.fromkeys(range(len(parts)), "")
        for left, n in enumerate(sorted(made, key=lambda n: self.fonts.width(parts[n], size))):
            made[n] = self.fonts.elide(parts[n], room / (len(parts) - left), size)
            room -= self.fonts.width(made[n], size)
        return " · ".join([*made.values(), last])

    def _head_again(self) -> list[Mark]:
        """The head of a later page: enough to know whose it is if the pages come apart."""
        sheet, side = self.sheet, 28.0
        corner = self.width - _MARGIN - side
        room = corner - _MARGIN - 14
        parts = ["continued", sheet.deck, next((f.value for f in sheet.event if f.label == "Event"), "")]
        second = self._shortened(parts, f"hash {sheet.hash}", room, 8)
        return [
            Text(_MARGIN, _MARGIN + 11, self.fonts.elide(sheet.whose, room, 12, True), 12, True),
            Text(_MARGIN, _MARGIN + 24, second, 8),
            *self._corner(corner, _MARGIN, side),
        ]


def _sentence(remark: Remark) -> str:
    return f"{remark.severity}: {remark.message} ({remark.rule})"
