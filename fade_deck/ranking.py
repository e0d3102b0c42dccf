"""Which card is meant by a half-remembered name. Nothing here resolves anything: it only ranks and suggests.

Tiers, best first: `exact`, `alias`, `folded`, then names that begin with the query in whole words (`words`) or at all
(`prefix`), then names with words that begin with the query's words in that order, or with its letters as initials
(`parts`), then `fuzzy`. The first five never mix with the rest. A fuzzy name may pass one that holds the query only
in parts, where a slip of the finger is the likelier story: `mon guard` is rather Moon Guard than Monastery Guardian.

Import this module inside the functions that need it: rapidfuzz costs time at start-up.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from rapidfuzz.distance import OSA, Indel
from rapidfuzz.process import extract

from fade_deck.text import fold, squash
from fade_deck.trigrams import Trigrams, numbers, pack, sound, unpack

Tier = Literal["exact", "alias", "folded", "words", "prefix", "parts", "fuzzy"]

_LONGEST = 300  # letters of a query; no card name comes near
_MOST_WORDS = 12
_CANDIDATES = 200  # by shared triples; of these
_COMPARED = 80  # nearest in length too are looked at closely
_DOUBTFUL = 62.0  # a best score below this is worth a look at every name
_SILLY = 20.0  # a fuzzy score below this is not worth showing
_SMALL_WORDS = frozenset({"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "the", "to", "with"})


class Match(NamedTuple):
    """A card that a query may mean: its position in the list of names, its name, how sure (0 to 100), and why."""

    index: int
    name: str
    score: float
    tier: Tier


_Hit = tuple[int, float, Tier]  # a row of the index, its score, why


# --- how far a query is from a name ------------------------------------------------------------------------


class _Query:
    """A folded query taken apart once, and the distances of its words to other words as they become known."""

    def __init__(self, folded: str) -> None:
        self.words = folded.split()[:_MOST_WORDS]
        self.folded = " ".join(self.words)
        self.joined = "".join(self.words)
        self.sound = "".join(map(sound, self.words))
        self._known: dict[tuple[str, str], float] = {}

    def score(self, name: str) -> float:
        """At most 80, less for each slip; a slip weighs more in a short query."""
        return 80 - 107 * self.slips(name) / len(self.joined)

    def slips(self, name: str) -> float:
        """How many slips of the finger, the ear or the memory lead from a folded name to this query."""
        words, joined = name.split(), name.replace(" ", "")
        whole = 0.0 if len(words) == len(self.words) else 0.3
        if joined != self.joined:
            whole += _distance(self.joined, joined, self.sound, "".join(map(sound, words)))
        return min(whole, self._by_words(words)) if whole > 0.5 else whole

    def _by_words(self, others: list[str]) -> float:
        """Each word of the query against the nearest word of the name that is still free."""
        free: list[str | None] = list(others)
        total, before = 0.0, -1
        for word in self.words:
            best, place = 0.8 if word in _SMALL_WORDS else 1 + 0.35 * len(word), -1
            for at, other in enumerate(free):
                if other and (distance := self.word_distance(word, other)) < best:
                    best, place = distance, at
            total += best
            if place >= 0:
                free[place] = None
                total += 0.4 if place < before else 0.0
                before = place
        return total + sum(0.4 if word in _SMALL_WORDS else 0.8 + 0.1 * len(word) for word in free if word)

    def word_distance(self, word: str, other: str) -> float:
        """Letters amiss between two words, where the first may be an abbreviation of the other."""
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


# --- the index ---------------------------------------------------------------------------------------------


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
        self._joined: list[str] = []

    @classmethod
    def build(cls, names: Sequence[str], aliases: Sequence[tuple[str, int]] = ()) -> NameIndex:
        """Index names, and aliases as pairs of a text and the position of the name it stands for."""
        texts = [*names, *(alias for alias, _ in aliases)]
        owners = [*range(len(names)), *(owner for _, owner in aliases)]
        if not all(0 <= owner < len(names) for owner in owners):
            raise ValueError("an alias stands for a name that is not there")
        folded = [fold(squash(text)) for text in texts]
        entries = sorted(range(len(texts)), key=lambda entry: (folded[entry], entry))
        lines = ["\n " + folded[entry] for entry in entries]  # so that " st" is the beginning of a word
        trigrams = Trigrams.build("".join(line.split()) for line in lines)
        encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
        strings = ("".join(lines) + "\n", _initials(lines), trigrams.triples)
        flat = (_starts(encoded), _starts(lines), entries, owners, trigrams.starts)
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

    def rank(self, query: str, limit: int = 10, allowed: Callable[[int], bool] | None = None) -> list[Match]:
        """The cards that the query may mean, best first; ties go to the shorter name, then by the alphabet.

        `allowed` says of a card's position whether it may be found at all.
        """
        text = squash(query)
        folded = fold(text) if len(text) <= _LONGEST else ""
        if not folded or limit < 1:
            return []
        asked = _Query(folded)
        found: dict[int, Match] = {}
        for stage in (self._beginning(asked, text), self._in_parts(asked), self._resembling(asked, allowed)):
            for row, score, tier in stage:
                index = self._owners[self._entries[row]]
                known = found.get(index)
                if (known is None or known.score < score) and (allowed is None or allowed(index)):
                    found[index] = Match(index, self._text(index), round(score, 2), tier)
            if sum(match.score > 80 for match in found.values()) >= limit:
                break  # nothing better can follow
        return sorted(found.values(), key=_order)[:limit]

    def suggest(
        self,
        query: str,
        limit: int = 3,
        allowed: Callable[[int], bool] | None = None,
        preferred: Callable[[int], bool] | None = None,
    ) -> list[Match]:
        """The cards that somebody who wrote this could have meant; none rather than a silly one.

        Preferred cards come first among those that are about as plausible.
        """
        near = self.rank(query, 10 * limit, allowed)
        begun = sum(match.tier in ("words", "prefix") for match in near)
        asked = fold(squash(query))
        kept = [match for match in near if _plausible(asked, match, crowded=begun > limit)]
        if preferred:
            kept.sort(key=lambda m: (-m.score - 8 * preferred(m.index), *_order(m)))
        return kept[:limit]

    # --- the tiers ------------------------------------------------------------------------------------------

    def _beginning(self, query: _Query, text: str) -> Iterator[_Hit]:
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

    def _in_parts(self, query: _Query) -> Iterator[_Hit]:
        """Names with words that begin with the query's words, or whose initials the query is."""
        if len(query.words) == 1 and 2 <= len(query.joined) <= 6:
            for at in _places(self._initials, f" {query.joined} "):
                yield self._initials.count("\n", 0, at) - 1, 66, "parts"
        starts = [" " + word for word in query.words]
        for at in _places(self._lines, max(starts, key=len)):
            row = bisect_right(self._line_starts, at) - 1
            line = self._line(row)
            if _in_order(starts, " " + line):
                yield row, 60 + 20 * len(query.folded) / len(line), "parts"
            elif all(start in " " + line for start in starts):
                yield row, query.score(line), "fuzzy"

    def _resembling(self, query: _Query, allowed: Callable[[int], bool] | None) -> Iterator[_Hit]:
        """Names that a few slips turn into the query."""
        if len(query.joined) < 3:
            return
        best = 0.0
        for row in self._candidates(query, allowed):
            score = query.score(self._line(row))
            best = max(best, score)
            if score > _SILLY:
                yield row, score, "fuzzy"
        if best < _DOUBTFUL:
            self._joined = self._joined or self._lines.replace(" ", "").split("\n")
            few = 1 if len(query.joined) < 5 else 2
            for _, _, at in extract(query.joined, self._joined, scorer=OSA.distance, score_cutoff=few, limit=50):
                yield at - 1, query.score(self._line(at - 1)), "fuzzy"

    def _candidates(self, query: _Query, allowed: Callable[[int], bool] | None) -> list[int]:
        starts, size = self._line_starts, len(query.folded) + 2
        rows = self._trigrams.candidates(
            query.joined, _CANDIDATES, allowed and (lambda row: allowed(self._owners[self._entries[row]]))
        )
        nearness = {row: place + 8 * abs(starts[row + 1] - starts[row] - size) for place, row in enumerate(rows)}
        return sorted(rows, key=nearness.__getitem__)[:_COMPARED]

    def _line(self, row: int) -> str:
        return self._lines[self._line_starts[row] + 2 : self._line_starts[row + 1]]

    def _text(self, entry: int) -> str:
        return str(self._texts[self._text_starts[entry] : self._text_starts[entry + 1]], "utf-8", "surrogatepass")


def _order(match: Match) -> tuple[float, int, str, int]:
    return -match.score, len(match.name), match.name, match.index


def _plausible(asked: str, match: Match, crowded: bool) -> bool:
    """Whether somebody who wrote this could have meant that: an abbreviation that fits few names, or a slip or two."""
    return match.score>=60


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
