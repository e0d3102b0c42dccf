"""Marks into a PDF, through reportlab's canvas."""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import Any
from zlib import compress

from fade_deck._version import __version__
from fade_deck.exports._fonts import Fonts
from fade_deck.exports._layout import PAPERS, Boxes, Code, Mark, Page, Rect, Rule, Text
from fade_deck.exports._qr import dark_runs

_QUIET = 4
"""Modules of white that a QR code needs around it."""


class Painter:
    """One PDF: pages are added, then it is finished. The same pages give the same bytes unless `dated`."""

    def __init__(self, fonts: Fonts, paper: str, title: str, author: str, subject: str, dated: bool) -> None:
        from reportlab.pdfgen.canvas import Canvas  # type: ignore[import-untyped]

        self._fonts = fonts
        self._width, self._height = PAPERS[paper]
        self._canvas = Canvas(BytesIO(), (self._width, self._height), invariant=not dated, pageCompression=1, lang="en")
        self._canvas.setTitle(title)
        self._canvas.setAuthor(author)
        self._canvas.setSubject(subject)
        self._canvas.setCreator(f"fade-deck {__version__}")
        self._canvas.setViewerPreference("DisplayDocTitle", "true")

    def bookmark(self, text: str, key: str) -> None:
        """An entry in the outline that leads to the page that comes next."""
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(text, key)

    def page(self, page: Page) -> None:
        """Draw a page and pack it away."""
        for x, y, marks in page:
            self.draw(marks, x, y)
        self.end_page()

    def end_page(self) -> None:
        """Finish a page. Its drawing is compressed at once: reportlab would keep it as it is to the very end."""
        from reportlab.pdfbase.pdfdoc import PDFName, PDFStream  # type: ignore[import-untyped]

        self._canvas.showPage()
        made = self._canvas._doc.Pages.pages[-1]
        made.Contents = PDFStream(content=compress(made.stream.encode("latin-1")), filters=[])
        made.Contents.dictionary["Filter"] = PDFName("FlateDecode")
        made.stream = None

    def form(self, name: str, marks: Iterable[Mark], height: float) -> None:
        """Draw something once that is used often; `height` is where its top is."""
        self._canvas.beginForm(name)
        self.draw(marks, 0, 0, height)
        self._canvas.endForm()

    def use(self, name: str, x: float, y: float) -> None:
        """Put a form on the page with its bottom left corner here, counted from the top left of the page."""
        self._canvas.saveState()
        self._canvas.translate(x, self._height - y)
        self._canvas.doForm(name)
        self._canvas.restoreState()

    def finish(self) -> bytes:
        """The PDF."""
        data: bytes = self._canvas.getpdfdata()
        return data

    def draw(self, marks: Iterable[Mark], x: float, y: float, height: float | None = None) -> None:
        """Draw marks that count from a point."""
        top = (self._height if height is None else height) - y
        for mark in marks:
            _DRAW[type(mark)](self, mark, x + mark.x, top - mark.y)

    # --- one method for each kind of mark; y already counts from the bottom ------------------------------------------

    def _text(self, mark: Text, x: float, y: float) -> None:
        canvas = self._canvas
        canvas.setFillGray(mark.gray)
        for name, piece in self._fonts.runs(mark.text, mark.bold):
            canvas.setFont(name, mark.size)
            canvas.drawString(x, y, piece)
            x += self._fonts.width(piece, mark.size, mark.bold)

    def _rect(self, mark: Rect, x: float, y: float) -> None:
        if mark.fill is not None:
            self._canvas.setFillGray(mark.fill)
        if mark.line:
            self._canvas.setStrokeGray(mark.gray)
            self._canvas.setLineWidth(mark.line)
        filled, drawn = int(mark.fill is not None), int(bool(mark.line))
        self._canvas.rect(x, y - mark.height, mark.width, mark.height, stroke=drawn, fill=filled)

    def _rule(self, mark: Rule, x: float, y: float) -> None:
        self._canvas.setStrokeGray(mark.gray)
        self._canvas.setLineWidth(mark.line)
        self._canvas.line(x, y, x + mark.dx, y - mark.dy)

    def _boxes(self, mark: Boxes, x: float, y: float) -> None:
        side = f"{mark.side:.2f}"
        self._canvas.setStrokeGray(0)
        self._canvas.setLineWidth(0.6)
        for number in range(mark.copies):
            row, column = divmod(number, mark.per_row)
            left, low = x + column * mark.pitch, y - row * mark.leading - mark.side
            self._write(f"{left:.2f} {low:.2f} {side} {side} re")
        self._write("S")

    def _code(self, mark: Code, x: float, y: float) -> None:
        modules, runs = dark_runs(mark.content)
        unit = mark.side / (modules + 2 * _QUIET)
        left, top = x + _QUIET * unit, y - _QUIET * unit
        squares = " ".join(f"{across} {down} {length} 1 re" for across, down, length in runs)
        self._write(f"q 0 g {unit:.5f} 0 0 {-unit:.5f} {left:.3f} {top:.3f} cm {squares} f Q")

    def _write(self, operators: str) -> None:
        """Write PDF operators as they are: reportlab's own way takes long for a thousand squares."""
        self._canvas._code.append(operators)


_DRAW: dict[type, Any] = {
    Text: Painter._text,
    Rect: Painter._rect,
    Rule: Painter._rule,
    Boxes: Painter._boxes,
    Code: Painter._code,
}
