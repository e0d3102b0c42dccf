"""Play-test cards as PDF: 63 x 88 mm, nine to a page, with lines to cut along, from the card data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from fade_deck.errors import UsageError
from fade_deck.exports import Options
from fade_deck.exports._fonts import Fonts, describe
from fade_deck.exports._layout import MM, PAPERS, Mark, Rule, Text
from fade_deck.exports._paint import Painter
from fade_deck.exports._proxy import HEIGHT, WIDTH, Face, make_face, marks_of
from fade_deck.listing import Listing

EXTENSIONS: tuple[str, ...] = ()
BINARY = True
MOST = 9_999
"""Cards that are drawn at most: more is a slip of the pen, and over a thousand pages."""
_ACROSS, _DOWN = 3, 3


def export(listings: Sequence[Listing], options: Options) -> bytes:
    """All copies of all cards of the decks, deck by deck in the order of their lists."""
    fonts = Fonts(options.font)
    painter = Painter(fonts, options.paper, "Play-test cards", "", "Play-test cards", options.stamp)
    forms: dict[Face, str] = {}
    cards = _copies(listings, options, painter, fonts, forms)
    while nine := list(islice(cards, _ACROSS * _DOWN)):
        _page(painter, options.paper, nine)
    return painter.finish()


def _copies(
    listings: Sequence[Listing], options: Options, painter: Painter, fonts: Fonts, forms: dict[Face, str]
) -> Iterator[str]:
    """The form of each card to print, as often as it has copies. A card is drawn once, when it first comes up."""
    warned: set[str] = set()
    drawn = 0
    for listing in listings:
        drawn += listing.size
        if drawn > MOST:
            hint = f"at most {MOST:,} are drawn at once; export fewer decks, or correct the numbers of copies"
            raise UsageError(f"these decks have more than {MOST:,} cards", hint=hint)
        for item in (item for section in listing.sections for item in section.items):
            face = make_face(item)
            if face not in forms:
                forms[face] = f"card{len(forms)}"
                marks, whole = marks_of(face, fonts)
                _warn(face, marks, whole, fonts, warned, options)
                painter.form(forms[face], marks, HEIGHT)
            yield from [forms[face]] * item.copies
        if options.progress:
            options.progress(1)


def _warn(face: Face, marks: list[Mark], whole: bool, fonts: Fonts, warned: set[str], options: Options) -> None:
    """Say what will not be on the paper: letters that no font has, text that is too long for a card."""
    if options.warn is None:
        return
    if not whole:
        options.warn(f"{face.name}: the text is too long for a card; its end is left off")
    new = [c for c in fonts.missing(mark.text for mark in marks if isinstance(mark, Text)) if c not in warned]
    if new:
        options.warn(describe(new))
    warned.update(new)


def _page(painter: Painter, paper: str, forms: list[str]) -> None:
    """Nine cards side by side, so that one cut parts two of them."""
    wide, high = PAPERS[paper]
    left, top = (wide - _ACROSS * WIDTH) / 2, (high - _DOWN * HEIGHT) / 2
    for number, form in enumerate(forms):
        row, column = divmod(number, _ACROSS)
        painter.use(form, left + column * WIDTH, top + (row + 1) * HEIGHT)
    rows = -(-len(forms) // _ACROSS)
    columns = min(len(forms), _ACROSS)
    painter.draw(_cuts(left, top, rows, columns), 0, 0)
    painter.end_page()


def _cuts(left: float, top: float, rows: int, columns: int) -> Iterator[Mark]:
    """Thin lines between the cards that go on a little beyond them, to lay a ruler on."""
    beyond = 5 * MM
    for column in range(columns + 1):
        yield Rule(left + column * WIDTH, top - beyond, 0, rows * HEIGHT + 2 * beyond, line=0.35, gray=0.45)
    for row in range(rows + 1):
        yield Rule(left - beyond, top + row * HEIGHT, columns * WIDTH + 2 * beyond, line=0.35, gray=0.45)
