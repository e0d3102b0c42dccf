"""The bundled font and the user's own: which letters they have, how wide a text is, and how it fits a space.

reportlab draws an empty box for a letter that a font lacks, without a word; so letters are looked up before drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from fade_deck.errors import InputError
from fade_deck.files import is_file
from fade_deck.text import clean

LEADING = 1.22
"""From one line of a text to the next, in sizes: more than the font's own ascent and descent."""
STAND_IN = "\ufffd"
"""Drawn where no font has the letter."""
_FOLDER = Path(__file__).parent.parent / "fonts"
_FILES = {False: "DejaVuSans.ttf", True: "DejaVuSans-Bold.ttf"}
_STEPS = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45, 0.4)


class Fonts:
    """The bundled font in two weights, and perhaps another that fills its gaps."""

    def __init__(self, extra: str | None = None) -> None:
        self._faces = {bold: _bundled(name) for bold, name in _FILES.items()}
        self._extra = _load("FadeDeck-extra", extra) if extra else None
        self._all = [*self._faces.values(), *([self._extra] if self._extra else [])]
        self._widths: dict[tuple[str, bool], float] = {}

    def missing(self, texts: Iterable[str]) -> list[str]:
        """The letters that neither font has, in order of their code points."""
        letters = set().union(*texts)
        return sorted(c for c in letters if not any(ord(c) in face.face.charToGlyph for face in self._all))

    def runs(self, text: str, bold: bool) -> list[tuple[str, str]]:
        """The text in pieces of one font each: (font name, piece)."""
        face = self._faces[bold]
        glyphs = face.face.charToGlyph
        if all(ord(c) in glyphs for c in text):
            return [(face.fontName, text)]
        pieces: list[tuple[str, str]] = []
        for c in text:
            name, shown = self._place(c, face)
            if pieces and pieces[-1][0] == name:
                pieces[-1] = name, pieces[-1][1] + shown
            else:
                pieces.append((name, shown))
        return pieces

    def _place(self, c: str, face: Any) -> tuple[str, str]:
        found = (f for f in (face, *self._all) if ord(c) in f.face.charToGlyph)
        font = next(found, None)
        return (font.fontName, c) if font else (face.fontName, STAND_IN)

    def width(self, text: str, size: float, bold: bool = False) -> float:
        """How wide a text is, in points."""
        key = (text, bold)
        found = self._widths.get(key)
        if found is None:
            from reportlab.pdfbase.pdfmetrics import stringWidth  # type: ignore[import-untyped]

            if len(self._widths) > 20_000:  # many sheets with many names: start afresh
                self._widths.clear()
            found = self._widths[key] = sum(stringWidth(piece, name, 1) for name, piece in self.runs(text, bold))
        return found * size

    def fit(self, text: str, room: float, size: float, least: float, bold: bool = False) -> tuple[float, list[str]]:
        """The size and the lines in which a text fits into a width: smaller first, then on several lines."""
        one = self.width(text, 1, bold)
        if one * size <= room:
            return size, [text]
        size = max(least, min(size, room / one))
        return size, [text] if one * size <= room + 0.001 else self.wrap(text, room, size, bold)

    def wrap(self, text: str, room: float, size: float, bold: bool = False) -> list[str]:
        """The text in lines no wider than the room; a word that is wider is broken."""
        lines: list[str] = []
        line = ""
        for word in text.split():
            joined = f"{line} {word}" if line else word
            if self.width(joined, size, bold) <= room:
                line = joined
                continue
            if line:
                lines.append(line)
            *full, line = self._broken(word, room, size, bold)
            lines += full
        return [*lines, line] if line or not lines else lines

    def _broken(self, word: str, room: float, size: float, bold: bool) -> list[str]:
        if self.width(word, size, bold) <= room:
            return [word]
        pieces, used = [""], 0.0
        for c in word:
            wide = self.width(c, size, bold)
            if pieces[-1] and used + wide > room:
                pieces.append("")
                used = 0.0
            pieces[-1] += c
            used += wide
        return pieces

    def shrink(
        self, paragraphs: Sequence[str], room: float, height: float, size: float, bold: bool = False
    ) -> tuple[float, list[str], bool]:
        """The largest size at which paragraphs fit into a space, their lines, and whether they do even at the least."""
        for step in _STEPS:
            lines = [line for p in paragraphs for line in self.wrap(p, room, size * step, bold)]
            if len(lines) * size * step * LEADING <= height:
                return size * step, lines, True
        kept = max(int(height / (size * step * LEADING)), 1)
        return size * step, lines[:kept], False

    def elide(self, text: str, room: float, size: float, bold: bool = False) -> str:
        """The text on one line, its end left off where it has no room: only for what stands in full elsewhere."""
        if self.width(text, size, bold) <= room:
            return text
        kept = len(text)
        while kept and self.width(text[:kept] + "…", size, bold) > room:
            kept = kept * 9 // 10 if kept > 20 else kept - 1
        return text[:kept] + "…"


def describe(letters: list[str]) -> str:
    """A warning that names letters: `忍 (U+5FCD)`."""
    named = [f"{c} (U+{ord(c):04X})" for c in letters[:12]]
    more = f" and {len(letters) - 12} more" if len(letters) > 12 else ""
    return f"the font has no letter for {', '.join(named)}{more}; `--font FILE` supplies one (a TrueType font)"


@lru_cache(maxsize=4)
def _bundled(name: str) -> Any:
    return _load(f"FadeDeck-{name.removesuffix('.ttf')}", str(_FOLDER / name))


def _load(name: str, path: str) -> Any:
    """Read a TrueType font and make it known to reportlab."""
    from struct import error as struct_error

    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFError, TTFont  # type: ignore[import-untyped]

    shown = clean(path)
    if not is_file(path):
        raise InputError("no such font file", path=shown)
    try:
        font = TTFont(name, path)
    except TTFError as error:
        hint = "a font with TrueType outlines is needed (.ttf, some .ttc); one with PostScript outlines will not do"
        raise InputError(f"not a font that can be used: {clean(str(error))}", path=shown, hint=hint) from error
    except (OSError, ValueError, IndexError, KeyError, TypeError, AttributeError, struct_error) as error:
        raise InputError("not a font that can be used", path=shown, hint="a TrueType font (.ttf) is needed") from error
    registerFont(font)
    return font
