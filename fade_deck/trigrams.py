"""What the ranking stands on: which names might be meant, how far each is from the query, and the index as bytes.

Candidates come from letter triples of the folded name without its spaces: a typo costs at most three of them, swapped
words those at the seams, words run together none. The distance counts slips: letters amiss (by edit distance, or by
ear), words left out, added, swapped, abbreviated, run together or torn apart.
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
from typing import Literal

from rapidfuzz.distance import OSA

_MAGIC = b"fade-deck names 1 " + sys.byteorder.encode()
_DAMAGED = "the name index is damaged or of another version"
_ENOUGH = 3000
SMALL_WORDS = frozenset({"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to", "with"})

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


# --- how far a query is from a name ------------------------------------------------------------------------


class Query:
    """A folded query taken apart once, and the distances of its words to other words as they become known."""

    def __init__(self, folded: str) -> None:
        self.words = folded.split()
        self.folded = folded
        self.joined = "".join(self.words)
        self.sound = "".join(map(sound, self.words))
        self._known: dict[tuple[str, str], float] = {}

    def score(self, name: str) -> float:
        """At most 80, less for each slip; a slip weighs more in a short query."""
        return 80 - 107 * self.slips(name) / len(self.joined)

    def slips(self, name: str) -> float:
        """How many slips of the finger, the ear or the memory lead from a folded name to this query."""
        words = name.split()
        whole = self._as_a_whole(words)
        return min(whole, self._by_words(words)[0]) if whole > 0.5 else whole

    def plausible(self, name: str, known: Callable[[str], bool]) -> bool:
        """Whether somebody who meant this name could have written that: few slips for its length, in no word many.

        Whoever wrote a known word, one that stands in some name, most likely meant it and not another like it.
        """
        few = max(1.1 if len(self.joined) > 3 else 0.0, min(0.3 * len(self.joined), 3.0))
        words = name.split()
        if len(words) != len(self.words) and self._as_a_whole(words) <= 0.8 * few:
            return True
        slips, changes = self._by_words(words)
        return slips <= few and not any(self._unlikely(word, other, known) for word, other in changes)

    def _unlikely(self, word: str, other: str, known: Callable[[str], bool]) -> bool:
        """Whether a word is not just another one misspelt; no other means that none was near."""
        if word in SMALL_WORDS:
            return False
        far = not other or self._word_distance(word, other) > max(1.1, 0.5 * len(word))
        return far or (OSA.distance(word, other) > 1 and known(word))

    def _as_a_whole(self, words: list[str]) -> float:
        """Spaces set aside, so that words may be run together or torn apart."""
        joined = "".join(words)
        apart = 0.0 if len(words) == len(self.words) else 0.3
        if joined == self.joined:
            return apart
        return apart + _distance(self.joined, joined, self.sound, "".join(map(sound, words)))

    def _by_words(self, others: list[str]) -> tuple[float, list[tuple[str, str]]]:
        """Each word against the nearest word of the name that is still free: all slips, and which words differ."""
        free = list(others)
        changes: list[tuple[str, str]] = []
        total, before = 0.0, -1
        for word in self.words:
            best, place = 0.8 if word in SMALL_WORDS else 1 + 0.35 * len(word), -1
            for at, other in enumerate(free):
                if other and (distance := self._word_distance(word, other)) < best:
                    best, place = distance, at
            total += best
            if best:
                changes.append((word, free[place] if place >= 0 else ""))
            if place >= 0:
                free[place] = ""
                total += 0.4 if place < before else 0.0
                before = place
        total += sum(0.4 if word in SMALL_WORDS else 0.8 + 0.1 * len(word) for word in free if word)
        return total, changes

    def _word_distance(self, word: str, other: str) -> float:
        """Letters amiss, where the first word may be an abbreviation of the other."""
        if word == other:
            return 0.0
        if (word, other) not in self._known:
            distance = _distance(word, other, sound(word), sound(other))
            if 1 < len(word) < len(other):
                begun = OSA.distance(word, other[: len(word)]) + 0.4 + 0.12 * (len(other) - len(word))
                distance = min(distance, begun)
            self._known[word, other] = distance
        return self._known[word, other]


def _distance(text: str, other: str, heard: str, other_heard: str) -> float:
    """Letters amiss. A spelling that sounds alike counts less, another first letter more."""
    letters: float = OSA.distance(text, other)
    unlike = OSA.distance(heard, other_heard, score_cutoff=1)  # 2 stands for any more
    if unlike < 2:
        letters = min(letters, 0.5 + 0.25 * letters + unlike)
    return letters if text[0] == other[0] else letters + 0.1


# --- bytes -------------------------------------------------------------------------------------------------


def pack(parts: Sequence[memoryview]) -> bytes:
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


def numbers(part: memoryview, kind: Literal["I", "Q"] = "I") -> memoryview:
    """A part read as unsigned numbers."""
    try:
        return part.cast(kind)
    except TypeError as err:
        raise ValueError(_DAMAGED) from err
