"""Which card is meant by a half-remembered name. Nothing here resolves anything: it only ranks and suggests.

Tiers, best first: `exact`, `alias`, `folded`, then names that begin with the query in whole words (`words`) or at all
(`prefix`), then names with words that begin with the query's words in that order, or with its letters as initials
(`parts`), then `fuzzy`. The first five never mix. A fuzzy name may pass one that holds the query only in parts,
if the query misses it by so little that a slip of the finger is the likelier story.

Import this module inside the functions that need it: rapidfuzz costs time at start-up.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from rapidfuzz.distance import OSA

from fade_deck.text import fold, squash
from fade_deck.trigrams import Trigrams, numbers, pack, sound, unpack

Tier = Literal["exact", "alias", "folded", "words", "prefix", "parts", "fuzzy"]

_LONGEST = 300  # letters of a query; no card name comes near
_MOST_WORDS = 12
_CANDIDATES = 100
_SMALL_WORDS = frozenset({"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to", "with"})


class Match(NamedTuple):
    """A card that a query may mean: its position in the list of names, its name, how sure (0 to 100), and why."""

    index: int
    name: str
    score: float
    tier: Tier


class _Query:
    """A folded query taken apart once, and the distances of its words to other words as they become known."""

    def __init__(self, folded: str) -> None:
        self.words = folded.split()[:_MOST_WORDS]
        self.folded = " ".join(self.words)
        self.joined = "".join(self.words)
        self.sound = sound(self.joined)
        self._known: dict[tuple[str, str], float] = {}

    def slips(self, name: str) -> float:
        """How many slips of the finger, the ear or the memory lead from a folded name to this query."""
        joined = name.replace(" ", "")
        whole = _distance(self.joined, joined, self.sound)
        if whole and self.joined[0] != joined[0]:
            whole += 0.1  # people get the first letter right
        if len(self.words) != name.count(" ") + 1:
            whole += 0.3
        if whole <= 0.5:
            return whole
        return min(whole, self._by_words(name.split()))

    def _by_words(self, others: list[str]) -> float:
        """Each word of the query against the nearest word of the name that is still free."""
        left = list(others)
        total, before = 0.0, -1
        for word in self.words:
            best, place = _absent(word) + 0.3, -1
            for at, other in enumerate(left):
                if other and (distance := self._word_distance(word, other)) < best:
                    best, place = distance, at
            total += best
            if place >= 0:
                left[place] = ""
                total += 0.4 if place < before else 0.0
                before = place
        return total + sum(_absent(other) for other in left if other)

    def _word_distance(self, word: str, other: str) -> float:
        pair = (word, other)
        if pair not in self._known:
            distance = _distance(word, other, sound(word))
            if distance > 0.5 and len(word) < len(other) and len(word) > 1:
                start = OSA.distance(word, other[: len(word)])
                distance = min(distance, start + 0.4 + 0.12 * (len(other) - len(word)))
            self._known[pair] = distance
        return self._known[pair]


def _distance(word: str, other: str, heard: str) -> float:
    """Letters amiss; a spelling that only sounds alike counts as little."""
    if word == other:
        return 0.0
    return min(float(OSA.distance(word, other)), 0.6 + OSA.distance(heard, sound(other)))


def _absent(word: str) -> float:
    """What it costs that a word of the one is not in the other."""
    return 0.5 if word in _SMALL_WORDS else 0.9 + 0.12 * len(word)


class NameIndex:
    """The names and aliases of a card pool, sorted by their folded form, ready to be asked and to be cached.

    An *entry* is a name or, after all the names, an alias; its *owner* is the position of the card's name. A *row* is
    an entry's place in the sorted order, and its *line* the folded text.
    """

    def __init__(self, parts: Sequence[bytes | memoryview]) -> None:
        if len(parts) != 10:
            raise ValueError("the name index has parts missing")
        self._parts = parts
        texts, lines, initials, triples, *flat = map(memoryview, parts)
        self._texts = texts
        self._text_starts, self._line_starts, self._entries, self._owners, starts, rows = map(numbers, flat)
        self._lines = str(lines, "utf-8", "surrogatepass")
        self._initials = str(initials, "utf-8", "surrogatepass")
        self._trigrams = Trigrams(str(triples, "utf-8", "surrogatepass"), starts, rows)

    @classmethod
    def build(cls, names: Sequence[str], aliases: Sequence[tuple[str, int]] = ()) -> NameIndex:
        """Index names, and aliases as pairs of a text and the position of the name it stands for."""
        texts = [*names, *(alias for alias, _ in aliases)]
        owners = [*range(len(names)), *(owner for _, owner in aliases)]
        if not all(0 <= owner < len(names) for owner in owners):
            raise ValueError("an alias stands for a name that is not there")
        folded = [fold(squash(text)) for text in texts]
        entries = sorted(range(len(texts)), key=lambda e: (folded[e], e))
        lines = [folded[e] for e in entries]
        trigrams = Trigrams.build(sound(line.replace(" ", "")) for line in lines)
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        strings = ("".join(f"\n {line}" for line in lines) + "\n", _initials(lines), trigrams.triples)
        flat = (_starts(encoded), _starts(["\n " + line for line in lines]), entries, owners, trigrams.starts)
        return cls(
            [
                b"".join(encoded),
                *(string.encode("utf-8", "surrogatepass") for string in strings),
                *(array("I", values).tobytes() for values in flat),
                trigrams.rows.tobytes(),
            ]
        )

    def to_bytes(self) -> bytes:
        """The index for a cache: the same names give the same bytes."""
        return pack(self._parts)

    @classmethod
    def from_bytes(cls, data: bytes) -> NameIndex:
        """The index that `to_bytes` wrote. ValueError if it is damaged."""
        return cls(unpack(data))

    # --- asking ---------------------------------------------------------------------------------------------

    def rank(self, query: str, limit: int = 10, allowed: Callable[[int], bool] | None = None) -> list[Match]:
        """The cards that the query may mean, best first; ties go to the shorter name, then by the alphabet.

        `allowed` says of a card's position whether it may be found at all.
        """
        text = squash(query)
        folded = fold(text) if 0 < len(text) <= _LONGEST else ""
        if not folded or limit < 1:
            return []
        asked = _Query(folded)
        found: dict[int, Match] = {}
        for stage in (self._beginning(asked, text), self._in_parts(asked), self._resembling(asked, allowed)):
            for row, score, tier in stage:
                index = self._owners[self._entries[row]]
                if index in found and found[index].score >= score:
                    continue
                if allowed is None or allowed(index):
                    found[index] = Match(index, self._text(index), round(score, 2), tier)
            if sum(match.tier != "parts" for match in found.values()) >= limit:
                break  # what comes later is worse than a beginning
        return sorted(found.values(), key=_order)[:limit]

    def _beginning(self, query: _Query, text: str) -> Iterator[tuple[int, float, Tier]]:
        """Names that begin with the query, or are the query."""
        rows = range(len(self._entries))
        for row in range(bisect_left(rows, query.folded, key=self._line), len(rows)):
            line, entry = self._line(row), self._entries[row]
            if not line.startswith(query.folded):
                return
            share = len(query.folded) / len(line)
            alias = self._owners[entry] != entry
            if share < 1:
                whole = line[len(query.folded)] == " "
                yield row, (90 if whole else 82) + 7 * share - alias / 2, "words" if whole else "prefix"
            elif squash(self._text(entry)) == text:
                yield row, 99 if alias else 100, "alias" if alias else "exact"
            else:
                yield row, 98 - alias / 2, "folded"

    def _in_parts(self, query: _Query) -> Iterator[tuple[int, float, Tier]]:
        """Names with words that begin with the query's words, in their order, or whose initials the query is."""
        if len(query.words) == 1 and 2 <= len(query.joined) <= 6:
            for at in _places(self._initials, f" {query.joined} "):
                yield self._initials.count("\n", 0, at) - 1, 66, "parts"
        starts = [" " + word for word in query.words]
        for at in _places(self._lines, max(starts, key=len)):
            row = bisect_right(self._line_starts, at) - 1
            line = self._line(row)
            if _in_order(starts, " " + line):
                yield row, 60 + 20 * len(query.folded) / len(line), "parts"

    def _resembling(
        self, query: _Query, allowed: Callable[[int], bool] | None
    ) -> Iterator[tuple[int, float, Tier]]:
        """Names that a few slips turn into the query."""
        if len(query.joined) < 3:
            return
        for row in self._trigrams.candidates(query.sound, _CANDIDATES):
            score = 80 * (1 - query.slips(self._line(row)) / (0.75 * len(query.joined)))
            if score > 0:
                yield row, score, "fuzzy"

    def _line(self, row: int) -> str:
        return self._lines[self._line_starts[row] + 2 : self._line_starts[row + 1]]

    def _text(self, entry: int) -> str:
        return str(self._texts[self._text_starts[entry] : self._text_starts[entry + 1]], "utf-8", "surrogatepass")


def _order(match: Match) -> tuple[float, int, str, int]:
    return -match.score, len(match.name), match.name, match.index


def _starts(texts: Sequence[bytes] | Sequence[str]) -> list[int]:
    return [0, *accumulate(map(len, texts))]


def _initials(lines: Sequence[str]) -> str:
    """Per line the first letters of all its words, and of those that are not small words, between spaces."""
    kept = []
    for line in lines:
        words = line.split()
        forms = ("".join(w[0] for w in words), "".join(w[0] for w in words if w not in _SMALL_WORDS))
        kept.append(" ".join(dict.fromkeys(form for form in forms if len(form) > 1)))
    return "".join(f"\n {forms} " for forms in kept) + "\n"


def _places(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _in_order(parts: Sequence[str], line: str) -> bool:
    at = 0
    for part in parts:
        at = line.find(part, at) + 1
        if not at:
            return False
    return True
