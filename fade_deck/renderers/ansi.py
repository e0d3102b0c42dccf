"""What a terminal needs: colour, the width of characters, and lines broken at spaces.

Without rich: its import costs more than checking a deck.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from fade_deck.text import clean

_CODES = {"bold": 1, "red": 31, "green": 32, "yellow": 33, "blue": 34, "cyan": 36}
_PAINTED = re.compile(r"\x1b\[[\d;]*m")

TINTS = {"error": "red", "warning": "yellow", "advice": "cyan"}
"""The colour of each severity."""


class Style(NamedTuple):
    """How the reader wants it: in colour or not, how wide, and without what needs no attention."""

    color: bool = False
    width: int = 80
    quiet: bool = False

    def paint(self, text: str, *styles: str) -> str:
        """The text in these styles; as it is where there is nothing to paint, or no colour is wanted."""
        if not (self.color and text):
            return text
        return f"\x1b[{';'.join(str(_CODES[style]) for style in styles)}m{text}\x1b[0m"


def flat(text: str) -> str:
    """Text on one line, safe to print."""
    return clean(" ".join(text.split()))


def cells(text: str) -> int:
    """How many columns a terminal gives to the text, colours set aside."""
    text = _PAINTED.sub("", text)
    return len(text) if text.isascii() else sum(map(_cells, text))


def _cells(char: str) -> int:
    category = unicodedata.category(char)
    # The range is the vowels and endings of Korean, which a terminal draws into the letter before them.
    if category in {"Mn", "Me", "Cf"} or "\u1160" <= char <= "\u11ff":
        return 0
    if category == "Cn":  # Versions of Python differ on what they do not know yet: up there it will be emoji.
        return 2 if char >= "\U0001f000" else 1
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def wrap(words: Iterable[str], width: int, hang: int) -> str:
    """Words joined to lines of at most this width, all but the first indented. A longer word stays whole."""
    lines, line, used = [], "", 0
    for word in words:
        size = cells(word)
        if line and used + 1 + size > width:
            lines.append(line)
            line, used = " " * hang + word, hang + size
        else:
            line, used = (f"{line} {word}", used + 1 + size) if line else (word, size)
    return "\n".join([*lines, line])
