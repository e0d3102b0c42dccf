"""Invented card names and the ways in which people get them wrong. Everything follows from a seed.

No name is copied from a game. The vocabulary is shared between names with Zipf-like frequencies, as in real card
pools: a few words (`Storm`, `Blade`) stand in hundreds of names, most proper names in one or two.

A query is *ambiguous* when some other name explains it at least as well as the intended one, so that no ranking can
be blamed for its choice. What that means depends on the kind of query; `Judge` holds the definitions:

- typos, transpositions, respellings, swapped and run-together words, no punctuation: another whole name is as few
  edits (optimal string alignment, spaces and word order set aside as the kind demands) away;
- a prefix: it begins another name too;
- a missing word, with or without a typo: the words left over are as few edits away from words of another name;
- any kind: the query is itself another card's name, or the beginning of one in whole words.

Such queries are kept apart, not thrown away: the measurement reports them as well.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from fade_deck.text import fold

KINDS = (
    "one typo",
    "two typos",
    "transposition",
    "missing word",
    "prefix",
    "typo and missing word",
    "swapped words",
    "run-together words",
    "no punctuation",
    "phonetic",
)

_NOUNS = """
storm blade dancer guard flame shadow knight dragon stone witch hunter spirit golem warden crown wolf tower song
heart river serpent priest lantern forge mirror thorn oath gate wraith falcon shield ember scholar titan vale hammer
rune bell monk harvest lion mask grave tide archer oracle engine raven garden scout fang winter veil pilgrim beast
hydra throne chalice sage spear herald cloud rogue bridge fist arrow sentinel phoenix moth queen ghost rider altar
swarm chain mage drake dawn tempest hound giant scribe keeper ritual smith feather reaver toad duelist sphinx wall
whisper needle bear acolyte temple candle brute canyon marsh comet squire shaman egg dune kraken ledger widow prism
anvil crow sprite piper vault spider tiger basilisk caravan tinker urchin gryphon nomad quarry bishop cannon
cauldron physician lighthouse saboteur marionette alchemist juggler locust leviathan centurion orchard weaver bandit
mammoth astronomer gauntlet chorus pyre ferryman gardener colossus monsoon seer jackal thicket abyss pendulum
courier trumpet nightmare sapphire tunnel zealot vulture scorpion butcher sorrow dagger chimera harpoon lute
""".split()
_ADJECTIVES = """
dark burning silent ancient golden frozen wild crimson hollow swift iron savage sacred broken hidden blazing royal
lost silver bitter mighty furious cursed eternal gentle pale grim restless noble shattered crooked emerald drowned
raging patient feral humble wicked radiant stubborn sleepless arcane hungry gilded ruthless twilight vengeful barren
weary thundering jade spectral brazen merciful cunning devout cobalt ashen fearless lonely faithful wandering vigilant
molten whispering elder quick brittle tranquil obsidian murky celestial reckless dazzling phantom greedy knotted mossy
unbroken forgotten coral merry treacherous scarlet nimble quiet exiled blighted sunken rusted enchanted
""".split()
_VERBS = "break summon seek bind scatter burn mend raise defy betray banish awaken chase devour bless silence".split()
_ROOTS = """
storm ash blood iron night sun moon frost fire stone wind thorn star sea bone wolf dusk gold sky thunder shadow river
mist steel grave spell deep oak flame rain glass salt silver raven dream earth winter battle light hawk
""".split()
_ENDINGS = """
born caller blade fall walker guard weaver song heart fang bringer shaper breaker claw keeper reach wing mark hide
wood watcher runner singer root shard gaze step brand tamer ward mane crest hold spinner binder scar tongue peak
""".split()
_ONSETS = "b br c ch d dr f g gr h j k kh l m n ph qu r s sh st t th tr v w x y z".split()
_VOWELS = "a e i o u ae ai ea ei ia ie ou y á é í ö ü ø".split()
_CODAS = ["", "", "", "l", "n", "r", "s", "th", "x", "k", "m", "nd", "rn", "ll", "ss", "ck", "gh", "st"]
_EPITHETS = ("the {a}", "{n} of {p}", "{n} of the {n}", "{a} {n}", "the {a} {n}", "{p}'s {n}", "{r}")
_SHAPES: dict[str, float] = {
    "{a} {n}": 22,
    "{n} {n}": 9,
    "{r} {n}": 8,
    "{p}, {e}": 8,
    "{a} {n} {n}": 4,
    "{p}'s {n}": 6,
    "{p} {n}": 5,
    "{n} of {p}": 5,
    "{n} of the {n}": 4,
    "{n} of the {a} {n}": 3,
    "{a} {r}": 5,
    "{r}": 3,
    "{p}": 3,
    "{v} the {n}": 3,
    "{v} the {a} {n}": 2,
    "{n} and {n}": 2,
    "{r}-{n}": 2,
    "{n}-{r} {n}": 1,
    "{p} the {a}": 3,
    "{p} {r}": 3,
    "{n} in the {n}": 1,
    "{a} {n} of {p}": 2,
}


class _Zipf:
    """Draws items with the frequency 1 / (rank + 3)."""

    def __init__(self, items: Sequence[str]) -> None:
        self.items = items
        self.weights = list(accumulate(1 / (rank + 3) for rank in range(len(items))))

    def draw(self, rng: random.Random) -> str:
        return rng.choices(self.items, cum_weights=self.weights)[0]


def _proper(rng: random.Random) -> str:
    name = "".join(rng.choice(_ONSETS) + rng.choice(_VOWELS) for _ in range(rng.choice((1, 2, 2, 2, 3))))
    name += rng.choice(_CODAS)
    return name if len(name) > 3 else name + rng.choice("nrl") + rng.choice(_VOWELS)


def make_names(count: int, seed: int = 1) -> list[str]:
    """So many different names (also when folded), in the order in which they were invented."""
    rng = random.Random(f"names {seed}")
    compounds = [root + end for root in _ROOTS for end in _ENDINGS if root != end]
    rng.shuffle(compounds)
    words = {
        "n": _Zipf(_NOUNS),
        "a": _Zipf(_ADJECTIVES),
        "v": _Zipf(_VERBS),
        "r": _Zipf(compounds),
        "p": _Zipf(list(dict.fromkeys(_proper(rng) for _ in range(9000)))),
        "e": _Zipf(_EPITHETS),
    }
    shapes, weights = list(_SHAPES), list(accumulate(_SHAPES.values()))
    found: dict[str, str] = {}
    while len(found) < count:
        name = rng.choices(shapes, cum_weights=weights)[0].replace("{e}", words["e"].draw(rng))
        while "{" in name:
            at = name.index("{")
            name = f"{name[:at]}{words[name[at + 1]].draw(rng)}{name[at + 3 :]}"
        name = " ".join(w if w in ("of", "the", "and", "in") else w[:1].upper() + w[1:] for w in name.split())
        found.setdefault(fold(name), name)
    return list(found.values())


# --- mistakes ----------------------------------------------------------------------------------------------

_KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_RESPELLINGS = """
ph:f f:ph ck:k c:k k:c k:ck qu:kw x:ks s:z z:s gh: ght:t y:ie y:i ie:y ie:ee ee:ie ee:ea ea:ee i:y ei:ie ai:ay ai:ei
ou:ow oo:u er:or or:er er:ar ss:s ll:l l:ll t:tt n:nn th:t kn:n wr:r dg:j mb:m sh:ch tion:shun ae:e ia:ya wh:w en:an
""".split()


def _letters(text: str) -> list[int]:
    return [i for i, c in enumerate(text) if c.isalpha()]


def _beside(letter: str, rng: random.Random) -> str:
    """A key next to the one meant, or (in three cases of ten) any other letter."""
    for row in _KEYBOARD:
        at = row.find(letter.lower())
        if at >= 0 and rng.random() < 0.7:
            return rng.choice(row[max(0, at - 1) : at] + row[at + 1 : at + 2])
    return rng.choice([c for c in "abcdefghijklmnopqrstuvwxyz" if c != letter.lower()])


def _typo(text: str, rng: random.Random) -> str:
    letters = _letters(text)
    if not letters:
        return text
    at, kind = rng.choice(letters), rng.randrange(3)
    put = ("", _beside(text[at], rng), text[at] + _beside(text[at], rng))[kind]
    return text[:at] + put + text[at + 1 :]


def _two_typos(text: str, rng: random.Random) -> str:
    return _typo(_typo(text, rng), rng)


def _transposed(text: str, rng: random.Random) -> str:
    pairs = [i for i in _letters(text) if text[i + 1 : i + 2].isalpha() and text[i].lower() != text[i + 1].lower()]
    if not pairs:
        return text
    at = rng.choice(pairs)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _shortened(text: str, rng: random.Random) -> str:
    words = text.split()
    if len(words) > 1:
        del words[rng.randrange(len(words))]
    return " ".join(words).strip(",")


def _swapped(text: str, rng: random.Random) -> str:
    words = text.replace(",", "").split()
    if len(words) > 1:
        one, two = rng.sample(range(len(words)), 2)
        words[one], words[two] = words[two], words[one]
    return " ".join(words)


def _run_together(text: str, rng: random.Random) -> str:
    gaps = [i for i, c in enumerate(text) if c == " "]
    lost = set(gaps if rng.random() < 0.5 else rng.sample(gaps, 1)) if gaps else set()
    return "".join(c for i, c in enumerate(text) if i not in lost)


def _plain(text: str, rng: random.Random) -> str:
    bare = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)).replace("ø", "o")
    return bare.replace("'", "").replace(",", "").replace("-", rng.choice(("", " "))).lower()


def _misheard(text: str, rng: random.Random) -> str:
    text = text.lower()
    for _ in range(rng.choice((1, 1, 2))):
        fitting = [pair.split(":") for pair in _RESPELLINGS if pair.split(":")[0] in text]
        if fitting:
            old, new = rng.choice(fitting)
            at = rng.choice([i for i in range(len(text)) if text.startswith(old, i)])
            text = text[:at] + new + text[at + len(old) :]
    return text


_MUTATIONS: dict[str, Callable[[str, random.Random], str]] = {
    "one typo": _typo,
    "two typos": _two_typos,
    "transposition": _transposed,
    "missing word": _shortened,
    "prefix": lambda text, rng: text[: rng.randrange(min(4, len(text) - 1), len(text))].rstrip(" ,-'"),
    "typo and missing word": lambda text, rng: _typo(_shortened(text, rng), rng),
    "swapped words": _swapped,
    "run-together words": _run_together,
    "no punctuation": _plain,
    "phonetic": _misheard,
}


# --- queries -----------------------------------------------------------------------------------------------


class Query(NamedTuple):
    """A wrongly written name, which name was meant, and whether another name explains it as well."""

    kind: str
    text: str
    answer: int
    ambiguous: bool


def _joined(folded: str) -> str:
    return folded.replace(" ", "")


def _sorted_words(folded: str) -> str:
    return " ".join(sorted(folded.split()))


class Judge:
    """Says whether a query has one right answer among these names: by brute force, sharing nothing with the ranking."""

    def __init__(self, names: Sequence[str]) -> None:
        self.folded = [fold(name) for name in names]
        self.joined = [_joined(f) for f in self.folded]
        self.sorted = [_sorted_words(f) for f in self.folded]
        self.text = "\n" + "\n".join(self.folded) + "\n"
        self.rows: dict[str, set[int]] = {}
        for row, folded in enumerate(self.folded):
            for word in folded.split():
                self.rows.setdefault(word, set()).add(row)
        self.words = list(self.rows)

    def ambiguous(self, kind: str, text: str, answer: int) -> bool:
        """Whether another name than the intended one explains the query as well; see the module's docstring."""
        query = fold(text)
        if self._begins_another(query + " ", answer) or f"\n{query}\n" in self.text.replace(
            f"\n{self.folded[answer]}\n", "\n"
        ):
            return True
        if kind == "prefix":
            return self._begins_another(query, answer)
        if "missing word" in kind:
            return self._words_fit_another(query.split(), answer)
        if kind == "swapped words":
            return self._as_near(_sorted_words(query), self.sorted, answer)
        if kind in ("run-together words", "no punctuation"):
            return self._as_near(_joined(query), self.joined, answer)
        return self._as_near(query, self.folded, answer)

    def _begins_another(self, start: str, answer: int) -> bool:
        own = self.folded[answer].startswith(start)
        return self.text.count("\n" + start) > own

    def _as_near(self, query: str, names: Sequence[str], answer: int) -> bool:
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        far = OSA.distance(query, names[answer])
        near = extract(query, names, scorer=OSA.distance, score_cutoff=far, limit=2)
        return any(row != answer for _, _, row in near)

    def _words_fit_another(self, words: Sequence[str], answer: int) -> bool:
        """Another name holds words at the same or a smaller distance, in sum, from the words of the query."""
        from rapidfuzz.distance import OSA
        from rapidfuzz.process import extract

        own = self.folded[answer].split()
        budget = sum(min(OSA.distance(word, other) for other in own) for word in words)
        costs: dict[int, int] | None = None
        for word in words:
            best: dict[int, int] = {}
            for near, distance, _ in extract(word, self.words, scorer=OSA.distance, score_cutoff=budget, limit=None):
                for row in self.rows[near]:  # nearest first: the first distance seen is the least
                    best.setdefault(row, int(distance))
            costs = {r: c + best[r] for r, c in (costs or dict.fromkeys(best, 0)).items() if r in best}
            costs = {r: c for r, c in costs.items() if c <= budget}
        return any(row != answer for row in costs or {})


def make_queries(names: Sequence[str], per_kind: int, seed: int = 1) -> list[Query]:
    """So many unambiguous queries of each kind, and the ambiguous ones met on the way."""
    judge, found = Judge(names), []
    for kind in KINDS:
        rng, clear = random.Random(f"{kind} {seed}"), 0
        for _ in range(per_kind * 50):
            answer = rng.randrange(len(names))
            text = _MUTATIONS[kind](names[answer], rng)
            if rng.random() < 0.6:
                text = text.lower()
            if not _fair(kind, text, names[answer]):
                continue
            query = Query(kind, text, answer, judge.ambiguous(kind, text, answer))
            found.append(query)
            clear += not query.ambiguous
            if clear == per_kind:
                break
    return found


def _fair(kind: str, text: str, name: str) -> bool:
    """Whether the mutation did something, and left something to go by."""
    if kind == "two typos" and len(_letters(name)) < 4:
        return False
    if "word" in kind and len(name.split()) < 2:
        return False
    changed = text.lower() != name.lower() if kind == "no punctuation" else fold(text) != fold(name)
    return changed and len(_joined(fold(text))) >= 3
