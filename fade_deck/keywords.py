"""What the words of a query stand for on a card: its fields, its attributes, its keywords with number and argument.

`query_terms` compares what is read here. Checks read the same values through `field_values`, so that a ruleset's
`where` and its other keys never disagree about what a card says.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection
from functools import lru_cache, partial
from typing import Literal, NamedTuple

from fade_deck.models import Card
from fade_deck.text import fold, squash

Value = str | int | float
Kind = Literal["text", "word", "list", "element", "number", "order", "keyword", "any"]


class Vocabulary(NamedTuple):
    """The words that a ruleset knows, names only; an empty list knows nothing and so refuses nothing.

    `ranks` and `rarities` run from the weakest to the strongest: that is their order in comparisons.
    """

    types: tuple[str, ...] = ()
    elements: tuple[str, ...] = ()
    ranks: tuple[str, ...] = ()
    rarities: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()


NO_VOCABULARY = Vocabulary()


# --- fields ------------------------------------------------------------------------------------------------


class Field(NamedTuple):
    """A field of the query language, for the parser and for the help that is made from it.

    `kind` decides how `:` compares: `text` contains, `word` is the whole value, `list` and `element` are sets,
    `number` and `order` know more and less, `any` is a number where both sides are and a whole value elsewhere.
    """

    aliases: tuple[str, ...]
    kind: Kind
    help: str


FIELDS: dict[str, Field] = {
    "name": Field(("n",), "text", "the card's own name; a bare word also looks at aliases"),
    "type": Field(("t", "types"), "list", "types, as a set"),
    "element": Field(("e", "elements"), "element", "elements, as a set; `null` is none"),
    "level": Field(("lv", "l"), "number", "level"),
    "rank": Field((), "order", "rank, in the ruleset's order"),
    "cost": Field((), "number", "cost, whatever its unit"),
    "tp": Field(("cost.tp",), "number", "cost in TP"),
    "cs": Field(("cost.cs",), "number", "cost in CS"),
    "hp": Field((), "number", "HP"),
    "plv": Field((), "number", "PLV"),
    "def": Field((), "number", "DEF"),
    "agi": Field((), "number", "AGI"),
    "keyword": Field(("kw", "k", "keywords"), "keyword", "a keyword's name, and its number: `kw:aura>=3`"),
    "rarity": Field(("r",), "order", "rarity of any printing, in the ruleset's order"),
    "archetype": Field(("a", "archetypes"), "list", "archetypes, as a set"),
    "text": Field(("o", "rules"), "text", "rules text of any printing"),
    "flavor": Field(("ft",), "text", "flavor text of any printing"),
    "artist": Field((), "text", "artist of any printing"),
    "set": Field(("s",), "word", "set code of any printing"),
    "number": Field(("num", "no"), "any", "number in the set, of any printing"),
    "unique": Field(("unique_to",), "text", "the Legend that the card is Unique to"),
    "style": Field(("styles",), "list", "fighting styles, as a set"),
    "fighter": Field((), "text", "the fighter that the card names"),
    "attack": Field(("atk",), "number", "attack"),
    "health": Field((), "number", "health"),
    "actions": Field((), "number", "actions"),
    "limit": Field(("copy_limit",), "number", "the copy limit that the card prints; any number is more than all"),
    "alias": Field(("aliases",), "text", "other names of the card"),
    "game": Field((), "word", "the game that the card belongs to"),
    "image": Field((), "text", "image of any printing"),
}

_BY_FOLD = {fold(word): name for name, field in FIELDS.items() for word in (name, *field.aliases)}
_PRINTED = frozenset({"set", "number", "rarity", "artist", "flavor", "image", "text"})
_KEYS = {
    "type": "types",
    "element": "elements",
    "keyword": "keywords",
    "archetype": "archetypes",
    "unique": "unique_to",
    "style": "styles",
}


def find_field(name: str, attributes: Collection[str] = ()) -> str | None:
    """The canonical name of a field, or `@name` for an attribute; None where nothing is meant by it.

    `@name` and `attr.name` always mean the attribute: card files may hold any, and a field may hide one.
    """
    for prefix in ("@", "attr."):
        if name.casefold().startswith(prefix):
            return _attribute_field(name[len(prefix) :])
    key = fold(name)
    if key in _BY_FOLD:
        return _BY_FOLD[key]
    return _attribute_field(name) if any(fold(a) == key for a in attributes) else None


def _attribute_field(name: str) -> str | None:
    return f"@{fold(name).replace(' ', '-')}" if name.strip() else None


def is_known_field(name: str, attributes: Collection[str] = ()) -> bool:
    """Whether `field_values` can read this: a field, an attribute, or `keyword:Name`. For checking rulesets."""
    head, colon, keyword = name.partition(":")
    field = find_field(head, attributes)
    return field == "keyword" and bool(keyword.strip()) if colon else field is not None


def is_numeric_field(name: str, attributes: Collection[str] = ()) -> bool:
    """Whether a field holds numbers; an attribute may, which only cards can tell."""
    field = find_field(name, attributes)
    return field is not None and kind_of(field) in ("number", "any")


def kind_of(field: str) -> Kind:
    """How a canonical field compares; what an attribute holds is only known card by card."""
    return "any" if field.startswith("@") else FIELDS[field].kind


# --- values ------------------------------------------------------------------------------------------------


def field_values(card: Card, field: str, vocabulary: Vocabulary = NO_VOCABULARY) -> list[Value]:
    """All values of a field or attribute of a card; none where it has none.

    `keyword` gives the names of the keywords, `keyword:Level Up` what the arguments of that keyword list. A copy
    limit of "any" is infinity. A name that is no field is read as an attribute's.
    """
    canonical, keyword = _canonical(field)
    if canonical != "keyword":
        return reader(canonical)(card)
    parsed = (parse_keyword(text, vocabulary.keywords) for text in card.keywords)
    if keyword is None:
        return list(dict.fromkeys(k.name for k in parsed))
    return [name for k in parsed if keyword_key(k.name) == keyword for name in _names(k.argument)]


@lru_cache(maxsize=1024)
def _canonical(field: str) -> tuple[str, str | None]:
    """A field as checks name it, as canonical field and, in `keyword:Name`, the key of that keyword."""
    head, colon, keyword = field.partition(":")
    if colon and find_field(head) == "keyword":
        return "keyword", keyword_key(keyword)
    return find_field(field) or _attribute_field(field) or "@", None


@lru_cache(maxsize=1024)
def reader(field: str) -> Callable[[Card], list[Value]]:
    """What reads a canonical field from a card. Keywords come as printed."""
    if field.startswith("@"):
        return partial(_attribute, fold(field[1:]))
    if field in _PRINTED:
        return lambda card: list(dict.fromkeys(v for p in card.printings if (v := getattr(p, field))))
    if field in _READERS:
        return _READERS[field]
    key = _KEYS.get(field, field)
    return lambda card: _listed(card.fields.get(key))


def _listed(raw: object) -> list[Value]:
    """A JSON value as a flat list of plain values. An object has no plain value; truth reads as a word."""
    if isinstance(raw, bool):
        return ["true" if raw else "false"]
    if isinstance(raw, str | int | float):
        return [] if raw == "" else [raw]
    if isinstance(raw, list | tuple):
        return [value for item in raw for value in _listed(item)]
    return []


def _attribute(key: str, card: Card) -> list[Value]:
    attributes = card.fields.get("attributes") or {}
    return [value for name, raw in attributes.items() if fold(name) == key for value in _listed(raw)]


def _limit(card: Card) -> list[Value]:
    return [math.inf if value == "any" else value for value in _listed(card.copy_limit)]


def _cost(units: tuple[str, ...], card: Card) -> list[Value]:
    cost = card.fields.get("cost") or {}
    return [cost[unit] for unit in units if cost.get(unit) is not None]


_READERS: dict[str, Callable[[Card], list[Value]]] = {
    "name": lambda card: [card.name],
    "alias": lambda card: list(card.aliases),
    "game": lambda card: [card.game],
    "cost": partial(_cost, ("tp", "cs")),
    "tp": partial(_cost, ("tp",)),
    "cs": partial(_cost, ("cs",)),
    "limit": _limit,
}


class Flag(NamedTuple):
    """What `is:` can ask of a card, the field that the answer rests on, and its help."""

    test: Callable[[Card], bool]
    field: str
    help: str


FLAGS: dict[str, Flag] = {
    "multitype": Flag(lambda card: len(card.types) > 1, "type", "has several types"),
    "reprint": Flag(lambda card: len(card.printings) > 1, "set", "has several printings"),
    "unlimited": Flag(lambda card: card.copy_limit == "any", "limit", "prints that any number may be played"),
    "limited": Flag(lambda card: isinstance(card.copy_limit, int), "limit", "prints a copy limit of its own"),
    "unique": Flag(lambda card: bool(card.fields.get("unique_to")), "unique", "is Unique to a Legend"),
    "vanilla": Flag(lambda card: card.text is None, "text", "has no rules text"),
    "null": Flag(lambda card: not card.fields.get("elements"), "element", "has no element"),
}

# More digits than any card prints would be an int that Python refuses to read, or a float that is infinity.
_DIGITS = r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?"
_NUMBER = re.compile(_DIGITS)


def as_number(value: Value) -> int | float | None:
    """The value as a number if it is one or is written as one, such as the `007` of a card's number."""
    if not isinstance(value, str):
        return value
    if not _NUMBER.fullmatch(value):
        return None
    return float(value) if "." in value else int(value)


# --- keywords ----------------------------------------------------------------------------------------------


class Keyword(NamedTuple):
    """A printed keyword taken apart: `Fire, Storm Friendship 3` is Friendship, 3, `Fire, Storm`."""

    name: str
    number: int | float | None = None
    argument: str | None = None


_NUMBER_FIRST = re.compile(rf"({_DIGITS})\s+(.+)")
_NUMBER_LAST = re.compile(rf"(.+)\s({_DIGITS})")
_WORD_STARTS = re.compile(r"^|[\s\-‐‑–]+")
_COUNTERS = re.compile(r"\b(counter)s$", re.IGNORECASE)
_BETWEEN_NAMES = re.compile(r"\s\+\s")  # the one mark that no card name holds


def keyword_key(name: str) -> str:
    """What two spellings of a keyword share. Counters are printed in the plural or not, as their number asks."""
    return _COUNTERS.sub(r"\1", fold(name))


def parse_keyword(text: str, names: Collection[str] = ()) -> Keyword:
    """A keyword as printed, taken apart with the names that the vocabulary knows.

    Read are `Name`, `Name 3`, `Name: argument`, `Name 3: argument`, `2 Poison Counters`, and words before a known
    name, which are its argument: `Raider Immune` is Immune to Raider, never a Raider. Without known names nobody
    can tell where such a name begins, so that it stays whole.
    """
    return _parse(text, names if isinstance(names, tuple) else tuple(names))


@lru_cache(maxsize=16384)
def _parse(text: str, names: tuple[str, ...]) -> Keyword:
    text = squash(text)
    known = _known(names)
    if keyword_key(text) in known:
        return Keyword(known[keyword_key(text)])
    head, _, argument = text.partition(":")
    head, number = _part_number(head.strip())
    lead, name = _part_lead(head, known)
    arguments = [part for part in (lead, argument.strip()) if part]
    return Keyword(name or text, number, ", ".join(arguments) or None)


@lru_cache(maxsize=64)
def _known(names: tuple[str, ...]) -> dict[str, str]:
    return {keyword_key(name): name for name in names}


def _part_number(head: str) -> tuple[str, int | float | None]:
    if found := _NUMBER_FIRST.fullmatch(head):
        return found[2], as_number(found[1])
    if found := _NUMBER_LAST.fullmatch(head):
        return found[1].rstrip(), as_number(found[2])
    return head, None


def _part_lead(head: str, known: dict[str, str]) -> tuple[str, str]:
    """The words before a known name, and that name: the longest one that ends the text."""
    for start in _WORD_STARTS.finditer(head):
        key = keyword_key(head[start.end() :])
        if key in known:
            return head[: start.start()], known[key]
    return "", _COUNTERS.sub(r"\1", head)


def _names(argument: str | None) -> list[str]:
    """The names that an argument lists: `Rook + Wing`. A comma may be part of a name: `Rook, the Bold`."""
    return [name for part in _BETWEEN_NAMES.split(argument or "") if (name := part.strip())]
