"""The card query language: text -> predicate. One language for `find` and for a ruleset's `where`.

    level>=3 (t:skill or t:reaction) -e:fire     terms are ANDed; `or`, `and`, `not`, `-` and parentheses
    rook  "dark rook"  !"Rook, the Bold"         in the name or an alias; the whole of either
    lv:2..4  agi>def  t:skill|item               a range, stat against stat, one value or another
    e:fire  e=fire,water  e<=fire,water  e:null  elements as sets; types, styles and archetypes likewise
    kw:aura  kw:aura>=3  r>=rare  text:/draw \\d/  keywords with numbers, ordered words, regular expressions
    is:vanilla  has:level  @any-name>2           flags, presence, attributes of the card file

A value that is absent satisfies no comparison, `!=` included: `level!=3` asks for a level that is not 3. A `-` is plain
negation: `-level=3` also matches a card without level. Fields of a printing ask for any printing: `-set:FST` is a
card without printing in FST, `set!=FST` one with a printing elsewhere.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Literal, NamedTuple

from fade_deck.errors import QueryError
from fade_deck.keywords import (
    FIELDS,
    FLAGS,
    NO_VOCABULARY,
    Field,
    Vocabulary,
    as_number,
    compile_pattern,
    field_values,
    find_field,
    is_known_field,
    keyword_key,
    kind_of,
    parse_keyword,
    reader,
)
from fade_deck.models import Card
from fade_deck.text import clean, did_you_mean, fold, squash

__all__ = ["FIELDS", "FLAGS", "Field", "Query", "Vocabulary", "compile_query", "field_values", "is_known_field"]

Test = Callable[[Card], bool]
Check = Callable[[Any], bool]

MAX_LENGTH = 10_000
MAX_DEPTH = 50

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

_CONNECTIVE = re.compile(r'(or|and|not)(?=[\s()"]|$)', re.IGNORECASE)
_OPERATOR = re.compile(r"!=|<=|>=|[:=<>]")
_WORD = re.compile(r'(?:[^\s()"<>=:!]|!(?!=))+')
_BARE = re.compile(r'(?:[^\s()"|<>=!]|!(?!=))+')
_BARE_IN_LIST = re.compile(r'(?:[^\s()"|,<>=!]|!(?!=))+')
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_REGEX = re.compile(r"/((?:[^/\\]|\\.)*)/")


class Term(NamedTuple):
    """One of the terms that are ANDed; `word` is set where it is a bare word or phrase."""

    test: Test
    fields: frozenset[str]
    source: str
    word: str | None = None


class Query:
    """A compiled query. Calling it remembers its answer for each card; `matches` works it out."""

    __slots__ = ("_seen", "_terms", "_test", "fields", "text", "words")

    def __init__(self, text: str, terms: Sequence[Term]) -> None:
        self.text = text
        self.words = tuple(t.word for t in terms if t.word is not None)
        self.fields = _fields(terms)
        self._terms = terms
        self._test = _all([t.test for t in terms])
        self._seen: dict[Card, bool] = {}

    def __repr__(self) -> str:
        return f"Query({self.text!r})"

    def __call__(self, card: Card) -> bool:
        """Whether the card satisfies the query; remembered."""
        found = self._seen.get(card)
        if found is None:
            found = self._seen[card] = self._test(card)
        return found

    def matches(self, card: Card) -> bool:
        """Whether the card satisfies the query, without a trace: for cards that do not live on."""
        return self._test(card)

    def without_words(self) -> Query:
        """The query without `words`, for a search that ranks names by likeness instead of asking for them."""
        rest = [t for t in self._terms if t.word is None]
        return Query(" ".join(t.source for t in rest), rest)


def compile_query(
    text: str, vocabulary: Vocabulary = NO_VOCABULARY, attributes: Collection[str] | None = None
) -> Query:
    """Compile a query, or raise QueryError with the column. Empty text matches every card.

    `attributes` are the attribute names of the loaded cards, which then count as fields by their own name.
    """
    return Query(text, _Parser(text, vocabulary, attributes or ()).parse())


def _fields(terms: Iterable[Term]) -> frozenset[str]:
    return frozenset(field for term in terms for field in term.fields)


def _all(tests: Sequence[Test]) -> Test:
    if len(tests) == 1:
        return tests[0]
    return lambda card: all(test(card) for test in tests)


def _any(tests: Sequence[Check]) -> Check:
    if len(tests) == 1:
        return tests[0]
    return lambda value: any(test(value) for test in tests)


def _not(test: Test) -> Test:
    return lambda card: not test(card)


def _named(check: Check) -> Test:
    return lambda card: check(card.name) or any(map(check, card.aliases))


def _contains(text: str) -> Check:
    """Folded, but for a text of symbols alone, which folding would take out of every longer name."""
    wanted = fold(text)
    if any(c.isalnum() for c in wanted):
        return lambda value: wanted in fold(value)
    return lambda value: wanted in squash(value).casefold()


# --- reading -----------------------------------------------------------------------------------------------


class _Item(NamedTuple):
    """One value as written; `at` is where its own text begins, behind a quote or slash."""

    text: str
    at: int
    form: Literal["bare", "quoted", "regex"] = "bare"

    @property
    def is_range(self) -> bool:
        return self.form == "bare" and ".." in self.text


class _Parser:
    """Recursive descent straight over the text, so that every error knows its column."""

    def __init__(self, text: str, vocabulary: Vocabulary, attributes: Collection[str]) -> None:
        self.text = re.sub(r"[\t\r\n]", " ", text)
        self.at = 0
        self.depth = 0
        self.vocabulary = vocabulary
        self.attributes = attributes
        self.refuse_unprintable()

    def refuse_unprintable(self) -> None:
        given, self.text = self.text, clean(self.text)
        if len(given) > MAX_LENGTH:
            self.text = f"{self.text[:60]}…"
            raise self.fail(f"a query has at most {MAX_LENGTH} characters, this one {len(given)}", 0)
        for at, (raw, shown) in enumerate(zip(given, self.text, strict=True)):
            if raw != shown:
                raise self.fail(f"control character U+{ord(raw):04X}", at)

    def fail(self, message: str, at: int, hint: str | None = None) -> QueryError:
        return QueryError(message, text=self.text, column=at + 1, hint=hint)

    def parse(self) -> list[Term]:
        terms = self.any_of()
        if self.at < len(self.text):
            raise self.fail("this `)` closes nothing", self.at)
        return terms

    def any_of(self) -> list[Term]:
        """Terms joined by `or`, the loosest; without `or` the ANDed terms stay apart."""
        start = self.at
        branches = [self.all_of()]
        while (at := self.take("or")) is not None:
            branches.append(self.all_of())
            if not all(branches):
                raise self.fail(f"`or` needs a term {'after' if branches[-2] else 'before'} it", at)
        if len(branches) == 1:
            return branches[0]
        tests = [_all([t.test for t in branch]) for branch in branches]
        return [Term(_any(tests), _fields(t for b in branches for t in b), self.text[start : self.at].strip())]

    def all_of(self) -> list[Term]:
        terms: list[Term] = []
        while self.more():
            at = self.take("and")
            if at is not None and not (terms and self.more()):
                raise self.fail(f"`and` needs a term {'after' if terms else 'before'} it", at)
            terms.append(self.negatable())
        return terms

    def more(self) -> bool:
        """Whether another ANDed term follows."""
        self.skip()
        return self.at < len(self.text) and self.text[self.at] != ")" and not self.sees("or")

    def skip(self) -> None:
        while self.text[self.at : self.at + 1].isspace():
            self.at += 1

    def sees(self, word: str) -> bool:
        found = _CONNECTIVE.match(self.text, self.at)
        return found is not None and found[0].casefold() == word

    def take(self, word: str) -> int | None:
        """Step over a connective and the space behind it; where it stood, or None."""
        if not self.sees(word):
            return None
        at = self.at
        self.at += len(word)
        self.skip()
        return at

    def negatable(self) -> Term:
        start, sign, negated = self.at, None, False
        while (at := self.sign()) is not None:
            sign, negated = at, not negated
        if sign is not None and not self.more():
            raise self.fail("there is nothing here to negate", sign)
        if self.sees("and"):
            raise self.fail("`and` needs a term before it", self.at)
        term = self.primary()
        if sign is None:
            return term
        return Term(_not(term.test) if negated else term.test, term.fields, self.text[start : self.at])

    def sign(self) -> int | None:
        if not self.text.startswith("-", self.at):
            return self.take("not")
        self.at += 1
        if not self.text[self.at : self.at + 1].strip():
            raise self.fail("`-` needs a term directly after it", self.at - 1, "quote it if it is part of a name")
        return self.at - 1

    def primary(self) -> Term:
        start, char = self.at, self.text[self.at]
        if char == "(":
            return self.group()
        if found := _OPERATOR.match(self.text, start):
            raise self.fail(f"`{found[0]}` needs a field directly before it", start, "no spaces: `level>=3`")
        if char == "!":
            return self.exact()
        if char == '"':
            word = self.quoted().text
            return Term(_named(_contains(word)), frozenset({"name"}), self.text[start : self.at], word)
        return self.word()

    def group(self) -> Term:
        start = self.at
        self.at += 1
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.fail(f"parentheses nest at most {MAX_DEPTH} deep", start)
        terms = self.any_of()
        if self.at == len(self.text):
            raise self.fail("this `(` is never closed", start)
        if not terms:
            raise self.fail("empty parentheses", start)
        self.at += 1
        self.depth -= 1
        return Term(_all([t.test for t in terms]), _fields(terms), self.text[start : self.at])

    def exact(self) -> Term:
        start = self.at
        self.at += 1
        name = fold(self.item(start, _WORD).text)
        return Term(_named(lambda text: fold(text) == name), frozenset({"name"}), self.text[start : self.at])

    def word(self) -> Term:
        """A bare word, or the field of a comparison if an operator touches it."""
        start = self.at
        found = _WORD.match(self.text, start)
        assert found is not None  # noqa: S101  # every character that no word begins with is handled before
        self.at = found.end()
        if _OPERATOR.match(self.text, self.at):
            return self.comparison(found[0], start)
        words = found[0].split("|")
        if not all(words):
            raise self.fail("`|` needs a value on both sides", start + found[0].index("|"))
        word = found[0] if len(words) == 1 else None
        return Term(_named(_any([_contains(w) for w in words])), frozenset({"name"}), found[0], word)

    def comparison(self, name: str, start: int) -> Term:
        op, at = self.operator()
        if name.casefold() in ("is", "has"):
            test, fields = self.flags(name.casefold(), op, at)
        else:
            compare = _Comparison(self, self.field(name, start), op, at)
            test = compare.keywords() if compare.kind == "keyword" else compare.alternatives()
            fields = compare.fields
        if self.text[self.at : self.at + 1].strip(" )"):
            raise self.fail(f"the value ends before `{self.text[self.at]}`", self.at, "put the whole value in quotes")
        return Term(test, frozenset(fields), self.text[start : self.at])

    def flags(self, name: str, op: str, at: int) -> tuple[Test, set[str]]:
        if op not in (":", "="):
            raise self.fail(f"`{name}` takes `:`, not `{op}`", at)
        tests: list[Test] = []
        fields: set[str] = set()
        for item in (items[0] for items in self.values(at, _BARE)):
            flag = FLAGS.get(fold(item.text)) if item.form != "regex" else None
            if name == "is" and flag is None:
                raise self.unknown("flag", item.text, item.at, FLAGS)
            field = flag.field if name == "is" and flag else self.field(item.text, item.at)
            tests.append(flag.test if name == "is" and flag else _has(field))
            fields.add(field)
        return _any(tests), fields

    def field(self, name: str, at: int) -> str:
        field = find_field(name, self.attributes)
        if field is None:
            raise self.unknown("field", name, at, [*FIELDS, *self.attributes, "is", "has"])
        return field

    def unknown(self, what: str, word: str, at: int, known: Collection[str]) -> QueryError:
        word = _short(word)
        listed = None if what == "field" else f"known: {', '.join(known)}"
        hint = did_you_mean(word, known) or listed or "quote it if it is part of a name; `@name` reads any attribute"
        return self.fail(f"unknown {what} `{word}`", at, hint)

    def operator(self) -> tuple[str, int]:
        found = _OPERATOR.match(self.text, self.at)
        assert found is not None  # noqa: S101  # asked only where one was seen
        at, self.at = self.at, found.end()
        return found[0], at

    def values(self, after: int, bare: re.Pattern[str]) -> list[list[_Item]]:
        """What follows an operator: alternatives parted by `|`, each a list parted by commas if `bare` ends there."""
        found = [[self.item(after, bare)]]
        while self.text[self.at : self.at + 1] in ("|", ","):
            after, self.at = self.at, self.at + 1
            item = self.item(after, bare)
            if self.text[after] == ",":
                found[-1].append(item)
            else:
                found.append([item])
        return found

    def item(self, after: int, bare: re.Pattern[str]) -> _Item:
        char = self.text[self.at : self.at + 1]
        if char == '"':
            return self.quoted()
        if char == "/" and bare is not _WORD:
            return self.enclosed(_REGEX, "regular expression", "regex")
        found = bare.match(self.text, self.at)
        if found is None:
            symbol = _OPERATOR.match(self.text, after)
            raise self.fail(f"`{symbol[0] if symbol else self.text[after]}` needs a value after it", after)
        at, self.at = self.at, found.end()
        return _Item(found[0], at)

    def quoted(self) -> _Item:
        item = self.enclosed(_QUOTED, "quote", "quoted")
        return item._replace(text=re.sub(r"\\(.)", r"\1", item.text))

    def enclosed(self, shape: re.Pattern[str], what: str, form: Literal["quoted", "regex"]) -> _Item:
        found = shape.match(self.text, self.at)
        if found is None:
            raise self.fail(f"this {what} is never closed", self.at)
        if not found[1].strip():
            raise self.fail(f"this {what} is empty", self.at)
        at, self.at = self.at + 1, found.end()
        return _Item(found[1], at, form)


# --- comparing ---------------------------------------------------------------------------------------------


def _has(field: str) -> Test:
    read = reader(field)
    return lambda card: bool(read(card))


def _short(word: str) -> str:
    return word if len(word) <= 40 else f"{word[:39]}…"


class _Comparison:
    """A field and an operator, which make a test of each value that follows them."""

    def __init__(self, parser: _Parser, field: str, op: str, at: int) -> None:
        self.parser, self.field, self.op, self.at = parser, field, op, at
        self.kind = kind_of(field)
        self.read = reader(field)
        self.fields = {field}

    def alternatives(self) -> Test:
        bare = _BARE_IN_LIST if self.kind in ("list", "element") else _BARE
        return _any([self.test(items) for items in self.parser.values(self.at, bare)])

    def test(self, items: list[_Item]) -> Test:
        if self.kind in ("list", "element") and items[0].form != "regex":
            return self.as_set(items)
        if len(items) > 1:
            raise self.parser.fail("a comma parts the values of a list, which this is not", items[1].at, "use `|`")
        if other := self.stat(items[0]):
            return self.against(other)
        return self.any_value(self.check(items[0]))

    def any_value(self, check: Check) -> Test:
        read = self.read
        return lambda card: any(check(value) for value in read(card))

    def check(self, item: _Item) -> Check:
        """The test of one value of the card."""
        if item.form == "regex":
            return self.pattern(item)
        if self.kind == "number":
            return self.number(item)
        if self.kind == "order":
            return self.order(item)
        if self.kind == "any":
            return self.number_or_word(item)
        self.expect(_EQUALITY)
        return _contains(item.text) if self.kind == "text" and self.op == ":" else self.equal(item)

    def expect(self, ops: Sequence[str], hint: str | None = None) -> None:
        if self.op not in ops:
            raise self.parser.fail(f"`{self.field}` cannot be compared with `{self.op}` here", self.at, hint)

    def equal(self, item: _Item) -> Check:
        wanted, compare = fold(item.text), _COMPARE[self.op]
        return lambda value: compare(fold(str(value)), wanted)

    def pattern(self, item: _Item) -> Check:
        self.expect((":", "="), "negate the term with `-` instead" if self.op == "!=" else None)
        if self.kind == "number":
            raise self.parser.fail(f"`{self.field}` is a number: no regular expression fits it", item.at)
        try:
            search = compile_pattern(item.text).search
        except re.error as error:
            raise self.parser.fail(f"regular expression: {error.msg}", item.at + (error.pos or 0)) from None
        return lambda value: search(str(value)) is not None

    def stat(self, item: _Item) -> str | None:
        """The other field of `agi>def`. Behind `=` an attribute may hold the word itself, so that it is no field."""
        if (self.kind != "number" and (self.kind != "any" or self.op in _EQUALITY)) or item.form != "bare":
            return None
        other = find_field(item.text, self.parser.attributes) if as_number(item.text) is None else None
        return other if other and kind_of(other) in ("number", "any") else None

    def against(self, other: str) -> Test:
        mine, theirs, compare = self.read, reader(other), _COMPARE[self.op]
        self.fields.add(other)

        def test(card: Card) -> bool:
            right = [n for v in theirs(card) if (n := as_number(v)) is not None]
            return any(compare(n, m) for v in mine(card) if (n := as_number(v)) is not None for m in right)

        return test

    def number(self, item: _Item) -> Check:
        check = self.scale(item, self.read_number)
        return lambda value: (number := as_number(value)) is not None and check(number)

    def read_number(self, text: str, at: int) -> float:
        number = as_number(text)
        if number is None:
            stats = [name for name, field in FIELDS.items() if field.kind == "number"]
            message = f"`{self.field}` compares with a number or another stat, not `{_short(text)}`"
            raise self.parser.fail(message, at, did_you_mean(_short(text), stats))
        return number

    def scale(self, item: _Item, place: Callable[[str, int], float]) -> Check:
        """The test of a place on a scale: against one other place, or within a range."""
        compare = _COMPARE[self.op]
        if not item.is_range:
            bound = place(item.text, item.at)
            return lambda value: compare(value, bound)
        self.expect(_EQUALITY, "a range goes with `:`")
        low, _, high = item.text.partition("..")
        least = place(low, item.at) if low else -math.inf
        most = place(high, item.at + len(low) + 2) if high else math.inf
        if least > most or not (low or high):
            raise self.parser.fail("a range runs from less to more: `2..4`, `2..` or `..4`", item.at)
        inside = self.op != "!="
        return lambda value: (least <= value <= most) is inside

    def order(self, item: _Item) -> Check:
        if self.op in _EQUALITY and not item.is_range:
            self.known(item.text, item.at)
            return self.equal(item)
        places = {fold(word): place for place, word in enumerate(self.words())}
        if not places:
            hint = "the order stands in a ruleset's vocabulary; `:`, `=` and `!=` need none"
            raise self.parser.fail(f"no order of `{self.field}` is known here", self.at, hint)
        check = self.scale(item, lambda text, at: places[self.known(text, at)])
        return lambda value: (key := fold(str(value))) in places and check(places[key])

    def number_or_word(self, item: _Item) -> Check:
        ends = item.text.split("..") if item.is_range else [item.text]
        numeric = item.form == "bare" and any(ends) and all(as_number(e) is not None for e in ends if e)
        if self.op in _EQUALITY and not numeric:
            return self.equal(item)
        check, differs = self.number(item), self.op == "!="
        return lambda value: check(value) or (differs and as_number(value) is None)

    def words(self) -> tuple[str, ...]:
        return getattr(self.parser.vocabulary, _VOCABULARY.get(self.field, ""), ())

    def known(self, text: str, at: int) -> str:
        """A word folded. The vocabulary must have it if it has any: a typing error else matches nothing, silently."""
        words, key = self.words(), fold(text)
        if words and key not in map(fold, words):
            raise self.parser.unknown(self.field, text, at, words)
        return key

    def as_set(self, items: list[_Item]) -> Test:
        """Compare as sets. Having no element is a set too, but only where the query names it or `<=` allows it."""
        null = self.kind == "element" and any(fold(item.text) == "null" for item in items)
        if any(item.form == "regex" for item in items) or (null and len(items) > 1):
            raise self.parser.fail("`null` and regular expressions stand alone, not in a list", items[0].at)
        wanted = frozenset() if null else frozenset(self.known(item.text, item.at) for item in items)
        compare = _COMPARE[">=" if self.op == ":" and not null else self.op]
        empty = self.kind == "element" and (self.op == "<=" or (null and self.op in (":", "=")))
        read = self.read

        def test(card: Card) -> bool:
            have = frozenset(fold(str(value)) for value in read(card))
            return (empty or bool(have)) and compare(have, wanted)

        return test

    def keywords(self) -> Test:
        """`kw:name`, and `kw:name>=3` for the keyword's number. `!=` asks for keywords among which it is not."""
        self.expect(_EQUALITY, "compare a keyword's number so: `kw:aura>=3`")
        named = self.parser.values(self.at, _BARE_IN_LIST)
        number: Check | None = None
        if _OPERATOR.match(self.parser.text, self.parser.at):
            inner = _Comparison(self.parser, self.field, *self.parser.operator())
            number = _any([inner.number(items[0]) for items in self.parser.values(inner.at, _BARE)])
        found = _any([_all([self.any_value(self.keyword(item, number)) for item in items]) for items in named])
        return found if self.op != "!=" else lambda card: bool(card.keywords) and not found(card)

    def keyword(self, item: _Item, number: Check | None) -> Check:
        if item.form == "regex":
            return self.pattern(item)
        names, wanted = self.parser.vocabulary.keywords, keyword_key(item.text)
        ending = f" {wanted}" if self.op == ":" and not names else None

        def check(printed: str) -> bool:
            keyword = parse_keyword(printed, names)
            name = keyword_key(keyword.name)
            if wanted not in (name, keyword_key(printed)) and not (ending and name.endswith(ending)):
                return False
            return number is None or (keyword.number is not None and number(keyword.number))

        return check
