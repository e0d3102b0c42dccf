"""Which card is meant by a half-remembered name. Nothing here resolves anything: it only ranks and suggests.

Tiers, best first: `exact`, `alias`, `folded`, then names that begin with the query in whole words (`words`) or at all
(`prefix`), then names with words that begin with the query's words in that order, or with its letters as initials
(`parts`), then `fuzzy`. The first five never mix with the rest. A fuzzy name may pass one that holds the query only
in parts, where a slip is the likelier story: `dancer storm` is rather Storm Dancer than Dancer of the Silver Storm.

Import this module inside the functions that need it: rapidfuzz costs time at start-up.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import nlargest
from itertools import accumulate
from typing import Literal
from unicodedata import combining

from rapidfuzz.distance import OSA, Indel
from rapidfuzz.process import extract

from fade_deck.text import fold, squash
from fade_deck.trigrams import SMALL_WORDS, Query, Trigrams, numbers, pack, unpack

Tier = Literal["exact", "alias", "folded", "words", "prefix", "parts", "fuzzy"]

_LONGEST, _MOST_WORDS = 300, 24  # a query of more letters or words finds only names that begin with it
_JUMBLED = 200  # names that hold the query's words in another order to look at closely
_CANDIDATES = 200  # by shared triples; of these
_COMPARED = 80  # nearest in length too are looked at closely
_DOUBTFUL = 62.0  # a best score below this is worth a look at every name
_SILLY = 20.0  # a fuzzy score below this is not worth showing


@dataclass(frozen=True, slots=True)
class Match:
    """A card that a query may mean: its position in the list of names, its name, how sure (0 to 100), and why."""

    index: int
    name: str
    score: float
    tier: Tier


_Allowed = Callable[[int], bool] | None
_Hit = tuple[float, int, Tier]  # a score, a row of the index, why


# --- the index ---------------------------------------------------------------------------------------------


class NameIndex:
    """The names and aliases of a card pool, sorted by their folded form, ready to be asked and to be cached.

    An *entry* is a name or, after all the names, an alias; its *owner* is the position of the card's name. A *row* is
    an entry's place in the sorted order, and its *line* the folded text.
    """

    def __init__(self, parts: Sequence[memoryview]) -> None:
        if len(parts) != 10:
            raise ValueError("the name index has parts missing")
        self._parts = parts
        texts, lines, initials, triples, *flat = parts
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
        parts = [
            b"".join(encoded),
            *(string.encode("utf-8", "surrogatepass") for string in strings),
            *(array("I", values).tobytes() for values in flat),
            trigrams.rows.tobytes(),
        ]
        return cls([memoryview(part) for part in parts])

    def to_bytes(self) -> bytes:
        """The index for a cache: the same names give the same bytes."""
        return pack(self._parts)

    @classmethod
    def from_bytes(cls, data: bytes) -> NameIndex:
        """The index that `to_bytes` wrote. ValueError if it is damaged."""
        return cls(unpack(data))

    def rank(self, query: str, limit: int = 10, allowed: _Allowed = None) -> list[Match]:
        """The cards that the query may mean, best first; ties go to the shorter name, then by the alphabet.

        `allowed` says of a card's position whether it may be found at all.
        """
        return [match for match, _ in self._ranked(query, limit, allowed)]

    def slips(self, query: str, limit: int = 10, allowed: _Allowed = None) -> list[Match]:
        """The cards whose name holds every word of the query but for a slip in it (`strom` finds Storm Dancer).

        Words written apart may be one word of the name. It looks at every name, so it is for queries that `rank` found
        nothing good for.
        """
        asked = fold(squash(query)[:_LONGEST]).split()[:_MOST_WORDS]
        words = sorted({*self._lines.split()})
        best: dict[int, float] = {}
        for form in dict.fromkeys((tuple(asked), ("".join(asked),))) if asked else ():
            near = [_slips(word, words) for word in form]
            for row in range(len(self._entries)) if all(near) else ():
                held = self._line(row).split()
                found = [min((edits[word] for word in held if word in edits), default=None) for edits in near]
                entry = self._entries[row]
                index = self._owners[entry]
                if None not in found and (allowed is None or allowed(index)):
                    other = max(0, len(held) - len(form)) + (index != entry)
                    score = 70 - 10 * sum(filter(None, found)) / len(found) - other
                    best[index] = max(best.get(index, 0.0), score)
        hits = [Match(index, self._text(index), round(score, 2), "fuzzy") for index, score in best.items()]
        return sorted(hits, key=_order)[:limit]

    def suggest(self, query: str, limit: int = 3, allowed: _Allowed = None, preferred: _Allowed = None) -> list[Match]:
        """The cards that somebody who wrote this could have meant; none rather than a silly one.

        Preferred cards come first among those that are about as plausible.
        """
        near = self._ranked(query, 10 * limit, allowed)
        if not near:
            return []
        asked = Query(fold(squash(query)))
        known = cache(lambda word: f" {word} " in self._lines or f" {word}\n" in self._lines)
        crowded = sum(match.tier in ("words", "prefix") for match, _ in near) > limit
        kept = [match for match, row in near if _plausible(asked, match, self._line(row), known, crowded)]
        if preferred:
            kept.sort(key=lambda match: (-match.score - 8 * preferred(match.index), *_order(match)))
        return kept[:limit]

    def _ranked(self, query: str, limit: int, allowed: _Allowed) -> list[tuple[Match, int]]:
        """Matches in order, each with the row, of the name or an alias, that was matched."""
        text = squash(query)
        folded = fold(text)
        if not folded or limit < 1:
            return []
        best: dict[int, _Hit] = {}
        for stage in self._stages(folded, text, allowed):
            for hit in stage:
                index = self._owners[self._entries[hit[1]]]
                if (index not in best or best[index][0] < hit[0]) and (allowed is None or allowed(index)):
                    best[index] = hit
            if sum(score > 80 for score, _, _ in best.values()) >= limit:
                break  # nothing better can follow
        lowest = min(nlargest(limit, (score for score, _, _ in best.values())), default=0.0)
        found = [
            (Match(index, self._text(index), round(score, 2), tier), row)
            for index, (score, row, tier) in best.items()
            if score >= lowest
        ]
        return sorted(found, key=lambda pair: _order(pair[0]))[:limit]

    def _stages(self, folded: str, text: str, allowed: _Allowed) -> Iterator[Iterator[_Hit]]:
        yield self._beginning(folded, text)
        if len(folded) <= _LONGEST and folded.count(" ") < _MOST_WORDS:
            asked = Query(folded)
            yield self._in_parts(asked)
            yield self._resembling(asked, allowed)

    # --- the tiers ------------------------------------------------------------------------------------------

    def _beginning(self, folded: str, text: str) -> Iterator[_Hit]:
        """Names that begin with the query, or are the query."""
        rows = range(len(self._entries))
        for row in range(bisect_left(rows, folded, key=self._line), len(rows)):
            line, entry = self._line(row), self._entries[row]
            if not line.startswith(folded):
                return
            share = len(folded) / len(line)
            alias = self._owners[entry] != entry
            if share < 1:
                whole = line[len(folded)] == " "
                yield (90 if whole else 82) + 7 * share - alias / 2, row, "words" if whole else "prefix"
            elif squash(self._text(entry)) == text:
                yield 99 if alias else 100, row, "alias" if alias else "exact"
            else:
                yield 98 - alias / 2, row, "folded"

    def _in_parts(self, query: Query) -> Iterator[_Hit]:
        """Names with words that begin with the query's words, or whose initials the query is."""
        if len(query.words) == 1 and 2 <= len(query.joined) <= 6:
            row = before = 0
            for at in _places(self._initials, f" {query.joined} "):
                row += self._initials.count("\n", before, at)
                before = at
                yield 66, row - 1, "parts"
        starts = sorted((" " + word for word in query.words), key=len)
        jumbled = 0
        for at in _places(self._lines, min(starts[-2:], key=self._lines.count)):
            row = bisect_right(self._line_starts, at) - 1
            line = " " + self._line(row)
            if not all(start in line for start in starts):
                continue
            if _in_order(query.words, line):
                yield 60 + 20 * len(query.folded) / (len(line) - 1), row, "parts"
            elif jumbled < _JUMBLED:
                jumbled += 1
                yield query.score(line), row, "fuzzy"

    def _resembling(self, query: Query, allowed: _Allowed) -> Iterator[_Hit]:
        """Names that a few slips turn into the query."""
        if len(query.joined) < 3:
            return
        best = 0.0
        for row in self._candidates(query, allowed):
            score = query.score(self._line(row))
            best = max(best, score)
            if score > _SILLY:
                yield score, row, "fuzzy"
        if best < _DOUBTFUL:
            self._joined = self._joined or self._lines.replace(" ", "").split("\n")
            few = 1 if len(query.joined) < 5 else 2
            for _, _, at in extract(query.joined, self._joined, scorer=OSA.distance, score_cutoff=few, limit=50):
                yield query.score(self._line(at - 1)), at - 1, "fuzzy"

    def _candidates(self, query: Query, allowed: _Allowed) -> list[int]:
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


def _order(match: Match) -> tuple[float, int, str, str, int]:
    return -match.score, len(match.name), match.name.casefold(), match.name, match.index


def _plausible(asked: Query, match: Match, line: str, known: Callable[[str], bool], crowded: bool) -> bool:
    """Whether a match may be suggested. A mere beginning of names must not fit a crowd of them."""
    share = len(asked.folded) / len(line)
    if match.tier in ("exact", "alias", "folded"):
        return True
    if match.tier == "words":
        return share >= 0.6 or (not crowded and len(asked.folded) > 2)
    if match.tier == "prefix" and share >= 0.4 and not crowded and not known(asked.words[-1]):
        return True
    return asked.plausible(line, known)


def _slips(asked: str, words: Sequence[str]) -> dict[str, int]:
    """The words that this one may be with a slip or, where it is long, two; short words have none."""
    most = 0 if len(asked) < 4 else 1 if len(asked) < 8 else 2
    found = extract(asked, words, scorer=OSA.distance, processor=None, limit=None, score_cutoff=most)
    return {word: int(edits) for word, edits, _ in found}


def _starts(texts: Sequence[bytes] | Sequence[str]) -> list[int]:
    return [0, *accumulate(map(len, texts))]


def _initials(lines: Sequence[str]) -> str:
    """Per line the first letters of all its words, and of those that are not small words, between spaces."""
    kept = []
    for line in lines:
        words = line.split()
        forms = ("".join(w[0] for w in words), "".join(w[0] for w in words if w not in SMALL_WORDS))
        kept.append(" ".join(dict.fromkeys(form for form in forms if len(form) > 1)))
    return "".join(f"\n {forms} " for forms in kept) + "\n"


def _places(text: str, part: str) -> Iterator[int]:
    at = text.find(part)
    while at >= 0:
        yield at
        at = text.find(part, at + 1)


def _in_order(words: Sequence[str], line: str) -> bool:
    at = 0
    for word in words:
        at = line.find(" " + word, at) + 1
        if not at:
            return False
    return True


# --- highlighting ------------------------------------------------------------------------------------------

_Word = list[tuple[str, int]]  # folded letters, and where in the printed name each stands


def find_spans(query: str, name: str) -> list[tuple[int, int]]:
    """Which letters of a name as printed the query accounts for: half-open spans, in order, never touching."""
    asked = fold(squash(query)[:_LONGEST]).split()
    words = _spelled(name)
    if not asked or not words:
        return []
    joined = "".join(asked)
    marks = _marked_by_words(asked, words)
    if len(asked) != len(words):
        marks = max(marks, _alike(joined, [letter for word in words for letter in word]), key=len)
    if not marks and joined == "".join(word[0][0] for word in words):
        marks = {word[0][1] for word in words}
    return _merged(marks, name)


def _spelled(name: str) -> list[_Word]:
    """The words of the folded name, each letter with its place in the name as printed."""
    words: list[_Word] = [[]]
    for at, printed in enumerate(name):
        letters = fold(f"x{printed}x")[1:-1]  # between letters, folding shows what it does to one alone
        if letters == " ":
            words.append([])
        else:
            words[-1] += [(letter, at) for letter in letters]
    return [word for word in words if word]


def _marked_by_words(asked: Sequence[str], words: Sequence[_Word]) -> set[int]:
    """Each word of the query marks the letters it has in common with the free word most like it."""
    marks: set[int] = set()
    free = list(words)
    for word in asked:
        found = [_alike(word, other) for other in free]
        best = max(range(len(free)), key=lambda at: len(found[at]), default=-1)
        if best >= 0 and found[best]:
            marks |= found[best]
            del free[best]
    return marks


def _alike(text: str, word: _Word) -> set[int]:
    """The places of common letters; none if less than two thirds of the text are among them."""
    spelled = "".join(letter for letter, _ in word)
    if spelled.startswith(text):
        return {at for _, at in word[: len(text)]}
    blocks = Indel.editops(text, spelled).as_matching_blocks()
    places = [place for block in blocks for place in range(block.b, block.b + block.size)]
    return {word[place][1] for place in places} if 3 * len(places) >= 2 * len(text) else set()


def _merged(marks: set[int], name: str) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for at in sorted(marks):
        end = at + 1
        while end < len(name) and combining(name[end]):
            end += 1
        if spans and spans[-1][1] == at:
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((at, end))
    return spans
