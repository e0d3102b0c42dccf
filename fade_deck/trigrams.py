"""Which names might be meant: an index of the letter triples of names, how words sound, and the index as bytes.

The triples are taken from a folded name without its spaces: a typo costs at most three of them, swapped words those at
the seams, words run together none.
"""

from __future__ import annotations

import re
import sys
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from heapq import nlargest

_MAGIC = b"fade-deck names 1 " + sys.byteorder.encode()
_DAMAGED = "the name index is damaged or of another version"
_ENOUGH = 3000

# Spellings that sound alike in English, longest first; what is left are letters, not phonemes: only a key to compare.
_SOUNDS = (
    *(("tch", "ch"), ("sch", "sk"), ("ght", "t"), ("dge", "j"), ("tion", "shun"), ("ph", "f"), ("gh", ""), ("ck", "k")),
    *(("kn", "n"), ("wr", "r"), ("wh", "w"), ("qu", "kw"), ("x", "ks"), ("th", "t"), ("mb", "m"), ("dj", "j")),
    *(("ce", "se"), ("ci", "si"), ("cy", "si"), ("ch", "q"), ("sh", "q"), ("c", "k"), ("z", "s"), ("ae", "e")),
    *(("ee", "i"), ("ea", "i"), ("ie", "i"), ("ei", "i"), ("ey", "i"), ("ai", "e"), ("ay", "e"), ("y", "i")),
    *(("ou", "u"), ("oo", "u"), ("ow", "u"), ("er", "r"), ("or", "r"), ("ar", "r")),
)
_DOUBLED = re.compile(r"(\w)\1+")


@lru_cache(maxsize=16384)
def sound(word: str) -> str:
    """A cheap phonetic key of a folded word: equal for most spellings of the same sound."""
    for spelling, key in _SOUNDS:
        if spelling in word:
            word = word.replace(spelling, key)
    return _DOUBLED.sub(r"\1", word)


def _triples(key: str) -> set[str]:
    marked = f"^{key}$"
    return {marked[i : i + 3] for i in range(len(marked) - 2)}


class Trigrams:
    """Sorted triples, where the rows of each begin, and the rows: three flat buffers that load without parsing."""

    def __init__(self, triples: str, starts: Sequence[int], rows: memoryview) -> None:
        self.triples = triples
        self.starts = starts
        self.rows = rows

    @classmethod
    def build(cls, keys: Iterable[str]) -> Trigrams:
        """Index the names, folded and without spaces, in their order."""
        found: dict[str, list[int]] = {}
        for row, key in enumerate(keys):
            for triple in _triples(key):
                found.setdefault(triple, []).append(row)
        rows, starts = array("I"), array("I", [0])
        for triple in sorted(found):
            rows.extend(found[triple])
            starts.append(len(rows))
        return cls("".join(sorted(found)), starts, memoryview(rows))

    def candidates(self, key: str, limit: int, usable: Callable[[int], bool] | None = None) -> list[int]:
        """The usable rows that share most of the key's triples, rare ones counting more, best first.

        The rarest triples bring rows in until there are enough; the commoner ones only tell those apart.
        """
        spans = sorted((span for t in _triples(key) if (span := self._span(t))), key=lambda s: (s[1] - s[0], s))
        shares: dict[int, float] = {}
        seen = 0
        for begin, end in spans:
            seen += end - begin
            weight = 1.0 + 8.0 / (end - begin + 8)
            rows: Iterable[int] = self.rows[begin:end].tolist()
            if seen > _ENOUGH and shares:
                rows = shares.keys() & rows
            for row in rows:
                shares[row] = shares.get(row, 0.0) + weight
        usable_rows = shares if usable is None else filter(usable, shares)
        return nlargest(limit, usable_rows, key=shares.__getitem__)

    def _span(self, triple: str) -> tuple[int, int] | None:
        text = self.triples
        at = bisect_left(range(len(text) // 3), triple, key=lambda i: text[3 * i : 3 * i + 3])
        if text[3 * at : 3 * at + 3] != triple:
            return None
        return self.starts[at], self.starts[at + 1]


# --- bytes -------------------------------------------------------------------------------------------------


def pack(parts: Sequence[bytes]) -> bytes:
    """The parts, their lengths and a checksum as one run of bytes."""
    body = b"".join((array("Q", [len(parts), *map(len, parts)]).tobytes(), *parts))
    return _MAGIC + array("I", [zlib.crc32(body)]).tobytes() + body


def unpack(data: bytes) -> list[memoryview]:
    """The parts again, without copying them. ValueError where a byte is missing, wrong or too many."""
    head = len(_MAGIC)
    view = memoryview(data)
    if bytes(view[:head]) != _MAGIC or len(data) < head + 12:
        raise ValueError(_DAMAGED)
    body = view[head + 4 :]
    if array("I", bytes(view[head : head + 4]))[0] != zlib.crc32(body):
        raise ValueError(_DAMAGED)
    count = numbers(body[:8], "Q")[0]
    at = 8 + 8 * count
    parts = []
    for length in numbers(body[8:at], "Q"):
        parts.append(body[at : at + length])
        at += length
    if at != len(body):
        raise ValueError(_DAMAGED)
    return parts


def numbers(part: memoryview, kind: str = "I") -> memoryview:
    """A part read as unsigned numbers."""
    try:
        return part.cast(kind)  # type: ignore[call-overload, no-any-return]
    except TypeError as err:
        raise ValueError(_DAMAGED) from err
