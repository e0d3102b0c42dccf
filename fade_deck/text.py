"""What the whole program agrees on about strings: when two names are alike, and what may be printed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

# Letters that Unicode does not decompose, written as people without that key on their keyboard write them.
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i", "ħ": "h", "ŧ": "t"}
)
_APOSTROPHES = re.compile(r"['’‘ʼ`´.]")
_NOT_WORD = re.compile(r"[\W_]+")
CONTROLS = r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"


def squash(name: str) -> str:
    """The exact form of a name: composed Unicode, single spaces. Two names that differ here are two names."""
    return " ".join(name.split()) if name.isascii() else " ".join(unicodedata.normalize("NFC", name).split())


@lru_cache(maxsize=65536)
def fold(name: str) -> str:
    """The loose form: case, accents, punctuation and width set aside.

    A name of symbols alone folds to itself, so that it never equals another name of symbols.
    """
    text = name.casefold()
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text).casefold().translate(_LETTERS)
        text = "".join(c for c in text if not unicodedata.combining(c))
    folded = _NOT_WORD.sub(" ", _APOSTROPHES.sub("", text)).strip()
    return folded or squash(name).casefold()


def snake(title: str) -> str:
    """`Fighter Pool` as an id: `fighter_pool`."""
    return fold(title).replace(" ", "_")


def clean(text: str) -> str:
    """Text that is safe to print: control and direction characters become the replacement character."""
    return text if text.isprintable() else re.sub(CONTROLS, "�", text.replace("\t", " "))


def near(word: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """The known words nearest to a mistyped one, best first: for keys, commands and rule names, not for cards."""
    from difflib import get_close_matches

    by_fold = {fold(k): k for k in known}
    return [by_fold[m] for m in get_close_matches(fold(word), by_fold, n=limit, cutoff=0.6)]


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint such as "did you mean `level`?", or None where nothing is near."""
    found = near(word, known)
    return f"did you mean {' or '.join(f'`{w}`' for w in found)}?" if found else None


def plural(count: int, noun: str, many: str | None = None) -> str:
    """`1 card`, `2 cards`; `many` where that is not the noun with an s."""
    return f"{count} {noun}" if count == 1 else f"{count} {many or f'{noun}s'}"
