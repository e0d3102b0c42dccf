"""What one term of a query asks: a field, an operator and values -> a test of a card. `query` reads, this compares."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Collection, Sequence
from typing import Any, Literal, NamedTuple

from fade_deck.errors import QueryError
from fade_deck.keywords import (
    FIELDS,
    FLAGS,
    Vocabulary,
    as_number,
    find_field,
    keyword_key,
    kind_of,
    parse_keyword,
    reader,
)
from fade_deck.models import Card
from fade_deck.query_patterns import compile_pattern
from fade_deck.text import did_you_mean, fold, squash

Test = Callable[[Card], bool]
Check = Callable[[Any], bool]

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    ":": operator.eq,
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_EQUALITY = (":", "=", "!=")
_VOCABULARY = {"type": "types", "element": "elements", "rank": "ranks", "rarity": "rarities"}


class Item(NamedTuple):
    """One value as written; `at` is where its own text begins, behind a quote or slash."""

    text: str
    at: int
    form: Literal["bare", "quoted", "regex"] = "bare"

    @property
    def is_range(self) -> bool:
        """Whether it is written as a range: `2..4`."""
        return self.form == "bare" and ".." in self.text


class Scope(NamedTuple):
    """The text of a query, for errors that point into it, and the words it may use."""

    text: str
    vocabulary: Vocabulary
    attributes: Collection[str]

    def fail(self, message: str, at: int, hint: str | None = None) -> QueryError:
        """The error to raise for what stands at this place, counted from 0."""
        return QueryError(message, text=self.text, column=at + 1, hint=hint)

    def unknown(self, what: str, word: str, at: int, known: Collection[str]) -> QueryError:
        """The error to raise for a word that is none of those known, with those that are near, or all."""
        word = _short(word)
        listed = None if what == "field" else f"known: {', '.join(known)}"
        hint = did_you_mean(word, known) or listed or "quote it if it is part of a name; `@name` reads any attribute"
        return self.fail(f"unknown {what} `{word}`", at, hint)

    def field(self, name: str, at: int) -> str:
        """The canonical name of a field or attribute."""
        field = find_field(name, self.attributes)
        if field is None:
            raise self.unknown("field", name, at, [*FIELDS, *self.attributes, "is", "has"])
        return field


def _short(word: str) -> str:
    return word if len(word) <= 40 else f"{word[:39]}…"


# --- tests that need no field -----------------------------------------------------------------------------------


def all_of(tests: Sequence[Check]) -> Check:
    """True where every test is."""
    return tests[0] if len(tests) == 1 else lambda value: all(test(value) for test in tests)


def any_of(tests: Sequence[Check]) -> Check:
    """True where one of the tests is."""
    return tests[0] if len(tests) == 1 else lambda value: any(test(value) for test in tests)


def named(check: Check) -> Test:
    """Asks the check of the card's name and its aliases."""
    return lambda card: check(card.name) or any(map(check, card.aliases))


def contains(text: str) -> Check:
    """Folded, but for a text of symbols alone, which folding would take out of every longer name."""
    wanted = fold(text)
    if any(c.isalnum() for c in wanted):
        return lambda value: wanted in fold(value)
    return lambda value: wanted in squash(value).casefold()


def flag(scope: Scope, name: str, item: Item) -> tuple[Test, str]:
    """`is:flag` or `has:field`, and the field that the answer rests on."""
    if item.form == "regex":
        raise scope.fail(f"`{name}` takes no regular expression", item.at)
    if name == "has":
        field = scope.field(item.text, item.at)
        read = reader(field)
        return lambda card: bool(read(card)), field
    found = FLAGS.get(fold(item.text))
    if found is None:
        raise scope.unknown("flag", item.text, item.at, FLAGS)
    return found.test, found.field


# --- comparing --------------------------------------------------------------------------------------------------


class Comparison:
    """A field and an operator, which make a test of the values that follow them."""

    def __init__(self, scope: Scope, field: str, op: str, at: int) -> None:
        self.scope, self.field, self.op, self.at = scope, field, op, at
        self.kind = kind_of(field)
        self.read = reader(field)
        self.fields = {field}
        # `a!=x|y` asks for neither: one of the two always differs
        self.join = all_of if op == "!=" else any_of

    @property
    def takes_lists(self) -> bool:
        """Whether a comma parts values: `e=fire,water`."""
        return self.kind in ("list", "element", "keyword")

    def test(self, alternatives: list[list[Item]]) -> Test:
        """The test of a card: the alternatives were parted by `|`, what is in each by commas."""
        if self.takes_lists:
            return self.join([self._as_set(items) for items in alternatives])
        stats = {item: other for (item,) in alternatives if (other := self._stat(item))}
        tests = [self._against(other) for other in stats.values()]
        if checks := [self._check(item) for (item,) in alternatives if item not in stats]:
            tests.append(self._any_value(self.join(checks)))
        return self.join(tests)

    def _any_value(self, check: Check) -> Test:
        read = self.read
        return lambda card: any(check(value) for value in read(card))

    def _check(self, item: Item) -> Check:
        """The test of one value of the card."""
        if self.kind == "number":
            return self.number(item)
        if item.form == "regex":
            return self._pattern(item)
        if self.kind == "order":
            return self._order(item)
        if self.kind == "any":
            return self._number_or_word(item)
        self._expect(_EQUALITY)
        return contains(item.text) if self.kind == "text" and self.op == ":" else self._equal(item)

    def _expect(self, ops: Sequence[str], hint: str | None = None) -> None:
        if self.op not in ops:
            raise self.scope.fail(f"`{self.field}` cannot be compared with `{self.op}` here", self.at, hint)

    def _equal(self, item: Item) -> Check:
        wanted, compare = fold(item.text), _COMPARE[self.op]
        return lambda value: compare(fold(str(value)), wanted)

    def _pattern(self, item: Item) -> Check:
        self._expect((":", "="), "negate the term with `-` instead" if self.op == "!=" else None)
        try:
            pattern, longest = compile_pattern(item.text)
        except re.error as error:
            raise self.scope.fail(f"regular expression: {error.msg}", item.at + (error.pos or 0)) from None

        def check(value: object) -> bool:
            text = str(value)
            if len(text) > longest:
                message = f"regular expression: too costly for a text of {len(text)} characters"
                raise self.scope.fail(message, item.at, "use fewer repeats, or several terms")
            return pattern.search(text) is not None

        return check

    # --- numbers and orders

    def _stat(self, item: Item) -> str | None:
        """The other field of `agi>def`. Behind `=` an attribute may hold the word itself: only `@name` is a field."""
        if item.form != "bare" or as_number(item.text) is not None:
            return None
        if self.kind != "number" and not (self.kind == "any" and (self.op not in _EQUALITY or item.text[0] == "@")):
            return None
        other = find_field(item.text, self.scope.attributes)
        return other if other and kind_of(other) in ("number", "any") else None

    def _against(self, other: str) -> Test:
        mine, theirs, compare = self.read, reader(other), _COMPARE[self.op]
        self.fields.add(other)

        def test(card: Card) -> bool:
            right = [n for v in theirs(card) if (n := as_number(v)) is not None]
            return any(compare(n, m) for v in mine(card) if (n := as_number(v)) is not None for m in right)

        return test

    def number(self, item: Item) -> Check:
        """The test of a number, or of a text that is written as one."""
        if item.form == "regex":
            raise self.scope.fail("no regular expression fits a number", item.at)
        check = self._scale(item, self._read_number)
        return lambda value: (number := as_number(value)) is not None and check(number)

    def _read_number(self, text: str, at: int) -> float:
        if self.field == "limit" and fold(text) == "any":
            return math.inf
        number = as_number(text)
        if number is None and text.isascii() and text.lstrip("+-").isdecimal():
            raise self.scope.fail(f"`{_short(text)}` has more digits than any number here", at)
        if number is None:
            stats = [name for name, field in FIELDS.items() if field.kind == "number" and self.kind != "keyword"]
            message = f"`{self.field}` compares with a number{' or another stat' * bool(stats)}, not `{_short(text)}`"
            raise self.scope.fail(message, at, did_you_mean(_short(text), stats))
        return number

    def _scale(self, item: Item, place: Callable[[str, int], float]) -> Check:
        """The test of a place on a scale: against one other place, or within a range."""
        compare = _COMPARE[self.op]
        if not item.is_range:
            bound = place(item.text, item.at)
            return lambda value: compare(value, bound)
        self._expect(_EQUALITY, "a range goes with `:`")
        low, _, high = item.text.partition("..")
        least = place(low, item.at) if low else -math.inf
        most = place(high, item.at + len(low) + 2) if high else math.inf
        if least > most or not (low or high):
            raise self.scope.fail("a range runs from less to more: `2..4`, `2..` or `..4`", item.at)
        inside = self.op != "!="
        return lambda value: (least <= value <= most) is inside

    def _order(self, item: Item) -> Check:
        if self.op in _EQUALITY and not item.is_range:
            self._known(item.text, item.at)
            return self._equal(item)
        places = {fold(word): place for place, word in enumerate(self._words())}
        if not places:
            hint = "the order stands in a ruleset's vocabulary; `:`, `=` and `!=` need none"
            raise self.scope.fail(f"no order of `{self.field}` is known here", self.at, hint)
        check = self._scale(item, lambda text, at: places[self._known(text, at)])
        return lambda value: (key := fold(str(value))) in places and check(places[key])

    def _number_or_word(self, item: Item) -> Check:
        ends = item.text.split("..") if item.is_range else [item.text]
        numeric = item.form == "bare" and any(ends) and all(as_number(e) is not None for e in ends if e)
        if self.op in _EQUALITY and not numeric:
            return self._equal(item)
        check, differs = self.number(item), self.op == "!="
        return lambda value: check(value) or (differs and as_number(value) is None)

    # --- words of the vocabulary, sets and keywords

    def _words(self) -> tuple[str, ...]:
        return getattr(self.scope.vocabulary, _VOCABULARY.get(self.field, ""), ())

    def _known(self, text: str, at: int) -> str:
        """A word folded. The vocabulary must have it if it has any: a typing error else matches nothing, silently."""
        words, key = self._words(), fold(text)
        if words and key not in map(fold, words):
            raise self.scope.unknown(self.field, text, at, words)
        return key

    def _as_set(self, items: list[Item]) -> Test:
        """Compare as sets. Having no element is a set too, but only where the query names it or asks for a part."""
        null = self.kind == "element" and any(fold(item.text) == "null" for item in items)
        if len(items) > 1 and (null or any(item.form == "regex" for item in items)):
            raise self.scope.fail("`null` and regular expressions stand alone, not in a list", items[0].at)
        if items[0].form == "regex":
            return self._any_value(self._pattern(items[0]))
        wanted = frozenset() if null else frozenset(self._known(item.text, item.at) for item in items)
        compare = _COMPARE[">=" if self.op == ":" and not null else self.op]
        empty = self.kind == "element" and (null or self.op in ("<", "<="))
        read = self.read

        def test(card: Card) -> bool:
            have = frozenset(fold(str(value)) for value in read(card))
            return (empty or bool(have)) and compare(have, wanted)

        return test

    def keywords(self, alternatives: list[list[Item]], number: Check | None) -> Test:
        """`kw:name`, and `kw:name>=3` for the keyword's number. `!=` asks for keywords among which it is not."""
        self._expect(_EQUALITY, "compare a keyword's number so: `kw:aura>=3`")
        found = any_of([all_of([self._any_value(self._keyword(i, number)) for i in items]) for items in alternatives])
        return found if self.op != "!=" else lambda card: bool(card.keywords) and not found(card)

    def _keyword(self, item: Item, number: Check | None) -> Check:
        names = self.scope.vocabulary.keywords
        fits = self._pattern(item) if item.form == "regex" else self._keyword_name(item)

        def check(printed: str) -> bool:
            if not fits(printed):
                return False
            value = parse_keyword(printed, names).number
            return number is None or (value is not None and number(value))

        return check

    def _keyword_name(self, item: Item) -> Check:
        """The keyword of a name, or one printed just so. Without vocabulary `:` also takes words before the name."""
        names, wanted = self.scope.vocabulary.keywords, keyword_key(item.text)
        if names and keyword_key(parse_keyword(item.text, names).name) not in map(keyword_key, names):
            raise self.scope.unknown("keyword", item.text, item.at, names)
        ending = f" {wanted}" if self.op == ":" and not names else None

        def check(printed: str) -> bool:
            name = keyword_key(parse_keyword(printed, names).name)
            return wanted in (name, keyword_key(printed)) or (ending is not None and name.endswith(ending))

        return check
