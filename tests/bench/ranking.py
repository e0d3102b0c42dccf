"""How good and how fast the ranking of names is; exit 1 if a floor is missed. Run `python -m tests.bench.ranking`.

Queries are made by `corpus.py`. *Clear* ones have one right answer; the floors are for them. *All* are the queries as
they fall, with those that another name explains as well: no ranking can be right in all of these.
Times are of this machine; trust the ratios.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import partial
from statistics import mean

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA
from rapidfuzz.process import extract

from fade_deck.ranking import NameIndex
from fade_deck.text import fold
from fade_deck.trigrams import SMALL_WORDS
from tests.bench.corpus import KINDS, Query, make_names, make_queries

SIZES = (1_000, 30_000)
# Per cent of clear queries: right first over all kinds, right among five over all kinds, right first by kind.
FLOORS = {1_000: (96, 98), 30_000: (90, 95)}
KIND_FLOORS = {
    "one typo": 99,
    "transposition": 99,
    "two typos": 97,
    "swapped words": 98,
    "run-together words": 98,
}
MOST_UNRELATED = 5  # per cent of the removed names that nothing in the pool resembles
LEAST_SPEEDUP = 5  # against WRatio over all names, the loading of the index included

HOSTILE = {
    "300 letters, one word": "stormblade" * 30,
    "300 times one letter": "a" * 300,
    "24 words": " ".join(["storm", "blade", "dark", "dancer"] * 6),
    "24 small words": " ".join(["of", "the"] * 12),
    "40 words": " ".join(["storm", "blade", "dark", "dancer"] * 10),
    "two letters": "s t",
    "one letter": "s",
    "small words": "of the",
    "symbols only": "!?*" * 100,
    "CJK": "忍者刀" * 100,
    "10 kB": "storm " * 1700,
    "folds to 18 letters each": "ﷺ" * 300,
}

Ranker = Callable[[str], Sequence[int]]  # positions of names, best first
Row = tuple[Query, Sequence[int], Sequence[int]]  # a query, what was ranked first, what was suggested


class Relatives:
    """The names that a person would call related to a text, as far as a rule can say; shares nothing with the ranking.

    Small words aside, each word of one must stand in the other with at most a letter in four amiss, and the one must
    have at least half the letters of the other. Or the two are a letter apart when written without spaces.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.words = [_content(name) for name in names]
        self.joined = [fold(name).replace(" ", "") for name in names]
        self.holders: dict[str, set[int]] = {}
        for row, words in enumerate(self.words):
            for word in words:
                self.holders.setdefault(word, set()).add(row)

    def of(self, text: str) -> set[int]:
        """The positions of the related names."""
        words, joined = _content(text), fold(text).replace(" ", "")
        near = [{w for w in self.holders if _alike(word, w)} for word in words]
        rows = {row for found in near for word in found for row in self.holders[word]}
        related = {row for row in rows if _covers(words, self.words[row])}
        return related | {at for _, _, at in extract(joined, self.joined, scorer=OSA.distance, score_cutoff=1, limit=9)}


def _content(name: str) -> list[str]:
    words = fold(name).split()
    return [word for word in words if word not in SMALL_WORDS] or words


def _alike(one: str, two: str) -> bool:
    most = max(len(one), len(two)) // 4
    return one == two or (abs(len(one) - len(two)) <= most and OSA.distance(one, two) <= most)


def _covers(words: list[str], others: list[str]) -> bool:
    letters, other_letters = sum(map(len, words)), sum(map(len, others))
    if 2 * min(letters, other_letters) < max(letters, other_letters):
        return False
    held = all(any(_alike(word, other) for other in others) for word in words)
    return held or all(any(_alike(word, other) for word in words) for other in others)


# --- measuring ---------------------------------------------------------------------------------------------


def _share(hits: Sequence[bool]) -> float:
    return 100 * mean(hits) if hits else 0.0


def _right(rows: Sequence[Row], places: int) -> float:
    return _share([q.answer in found[:places] for q, found, _ in rows])


def accuracy(size: int, rows: Sequence[Row]) -> list[str]:
    """Print how often the right name came first, per kind of slip; the floors that were missed."""
    print(f"\n{f'{size:,} names, %':22}| clear queries  first  in 3  in 5  suggested  |  all queries  first  in 5")
    missed = []
    for kind in (*KINDS, "together"):
        kinds = KINDS if kind == "together" else (kind,)
        own = [[row for row in rows if row[0].kind == k] for k in kinds]
        clear = [row for part in own for row in part if not row[0].ambiguous]
        one, three, five = (_right(clear, places) for places in (1, 3, 5))
        suggested = _share([q.answer in found for q, _, found in clear])
        # kinds weigh the same here: those with many unclear queries took more draws
        every = [mean(_right(part, places) for part in own) for places in (1, 5)]
        print(
            f"{kind:22}|{len(clear):15}{one:7.1f}{three:6.1f}{five:6.1f}{suggested:11.1f}"
            f"  |{sum(map(len, own)):13}{every[0]:7.1f}{every[1]:6.1f}"
        )
        floors = zip((one, five), FLOORS[size] if kind == "together" else (KIND_FLOORS.get(kind, 0), 0), strict=True)
        missed += [f"{size:,} names, {kind}: {got:.1f} % instead of {floor} %" for got, floor in floors if got < floor]
    return missed


def precision(size: int, seed: int, removed: int = 1000) -> list[str]:
    """Print what is suggested for cards that were taken out of the pool; the floors that were missed."""
    names = make_names(size + removed, seed + 100)
    random.Random(seed).shuffle(names)
    gone, kept = names[:removed], names[removed:]
    index, relatives = NameIndex.build(kept), Relatives(kept)
    cases = [([m.index for m in index.suggest(name)], relatives.of(name)) for name in gone]
    alone = _share([bool(found) for found, related in cases if not related])
    wrong = [row not in related for found, related in cases for row in found]
    print(f"\n{size:,} names, and {removed:,} names that are not cards (taken out of the pool):")
    print(f"  something is suggested for {_share([bool(found) for found, _ in cases]):.1f} % of them;")
    print(f"  for {alone:.1f} % of the {sum(not r for _, r in cases)} to which no card left is related;")
    print(f"  {_share(wrong):.1f} % of all {len(wrong)} suggestions are unrelated to what was written")
    return [f"{size:,} names: unrelated suggestions for {alone:.1f} %"] if alone > MOST_UNRELATED else []


def _timed(run: Callable[[], object]) -> float:
    """Milliseconds, the best of three."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        run()
        times.append(1000 * (time.perf_counter() - start))
    return min(times)


def speed(names: Sequence[str], texts: Sequence[str]) -> list[str]:
    """Print build, load and query times against WRatio on the same queries; the floors that were missed."""
    folded = [fold(name) for name in names]
    data = NameIndex.build(names).to_bytes()
    build, load = _timed(lambda: NameIndex.build(names)), _timed(lambda: NameIndex.from_bytes(data))
    index = NameIndex.from_bytes(data)
    rank = _timed(lambda: [index.rank(text) for text in texts]) / len(texts)
    suggest = _timed(lambda: [index.suggest(text) for text in texts]) / len(texts)
    naive = _timed(lambda: [extract(fold(text), folded, scorer=fuzz.WRatio) for text in texts]) / len(texts)
    print(f"\n{len(names):,} names: build {build:.0f} ms, load {load:.2f} ms from {len(data):,} bytes,")
    print(f"  rank {rank:.2f} ms a query, suggest {suggest:.2f}, WRatio {naive:.1f} ({len(texts)} queries)")
    faster = naive / (load + rank)
    print(f"  WRatio takes {faster:.1f} times as long as loading the index and ranking together")
    missed = [f"only {faster:.1f} times faster than WRatio"] if faster < LEAST_SPEEDUP else []
    for what, text in HOSTILE.items():
        times = [_timed(partial(index.rank, text)), _timed(partial(index.suggest, text))]
        print(f"  {what:26} rank {times[0]:6.2f} ms, suggest {times[1]:6.2f}")
        if max(times) > naive:
            missed.append(f"{what}: slower than WRatio on a common query")
    return missed if len(names) == max(SIZES) else []  # few names are quick in any way


def rivals(names: Sequence[str], queries: Sequence[Query]) -> None:
    """Print how others do on a sample of the clear queries; they are given folded names, which helps them."""
    index, folded = NameIndex.build(names), [fold(name) for name in names]
    place = {name: row for row, name in enumerate(folded)}
    rankers: dict[str, Ranker] = {
        "ours": lambda text: [m.index for m in index.rank(text, 5)],
        "WRatio": lambda text: [r[2] for r in extract(fold(text), folded, scorer=fuzz.WRatio)],
        "token_set_ratio": lambda text: [r[2] for r in extract(fold(text), folded, scorer=fuzz.token_set_ratio)],
        "difflib, cutoff 0.85": lambda text: [place[n] for n in get_close_matches(fold(text), folded, 5, 0.85)],
    }
    print(f"\n{f'{len(names):,} names, {len(queries)} clear queries':36}first %  in 5 %  ms a query")
    for title, ranker in rankers.items():
        start = time.perf_counter()
        rows: list[Row] = [(q, ranker(q.text), ()) for q in queries]
        cost = 1000 * (time.perf_counter() - start) / len(queries)
        print(f"{title:36}{_right(rows, 1):7.1f}{_right(rows, 5):8.1f}{cost:12.2f}")


def main() -> int:
    """Run everything at both sizes."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other names and queries")
    parser.add_argument("--per-kind", type=int, default=500, help="clear queries of each of the ten kinds")
    parser.add_argument("--rivals", type=int, default=0, metavar="N", help="compare with others over N clear queries")
    options = parser.parse_args()
    missed = []
    for size in SIZES:
        names = make_names(size, options.seed)
        queries = make_queries(names, options.per_kind, options.seed)
        index = NameIndex.build(names)
        rows: list[Row] = [
            (q, [m.index for m in index.rank(q.text, 5)], [m.index for m in index.suggest(q.text)]) for q in queries
        ]
        missed += accuracy(size, rows)
        missed += precision(size, options.seed)
        clear = random.Random(options.seed).sample([q for q in queries if not q.ambiguous], max(200, options.rivals))
        missed += speed(names, [q.text for q in clear[:200]])
        if options.rivals:
            rivals(names, clear)
    print("", *(f"missed: {line}" for line in missed or ["nothing"]), sep="\n")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
