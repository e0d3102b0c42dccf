"""The card query language: text -> predicate. One language for `find` and for a ruleset's `where`.

    level>=3 (t:skill or t:reaction) -e:fire     terms are ANDed; `or`, `and`, `not`, `-` and parentheses
    rook  "dark rook"  !"Rook, the Bold"         in the name or an alias; the whole of either
    lv:2..4  agi>def  t:skill|item               a range, stat against stat, one value or another
    e:fire  e=fire,water  e<=fire,water  e:null  elements as sets; types, styles and archetypes likewise
    kw:aura  kw:aura>=3  r>=rare  text:/draw \\d/  keywords with numbers, ordered words, regular expressions
    is:vanilla  has:level  @any-name>2           flags, presence, attributes of the card file

A value that is absent satisfies no comparison, `!=` included: `level!=3` asks for a level that is not 3, `level!=3|4`
for one that is neither. A card without element is a part of every set of elements: `e<=fire,water` matches it, as
`e:null` does. A `-` is plain negation: `-level=3` also matches a card without level. Fields of a printing ask for any
printing: `-set:FST` is a card without printing in FST, `set!=FST` one with a printing elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal, NamedTuple

from fade_deck.errors import QueryError
from fade_deck.keywords import FIELDS, FLAGS, NO_VOCABULARY, Field, Vocabulary, field_values, is_known_field
from fade_deck.models import Card
from fade_deck.query_terms import Check, Comparison, Item, Scope, Test, all_of, any_of, contains, flag, named
from fade_deck.text import clean, fold

__all__ = ["FIELDS", "FLAGS", "Field", "Query", "Vocabulary", "compile_query", "field_values", "is_known_field"]

MAX_LENGTH = 10_000
MAX_DEPTH = 50

_CONNECTIVE = re.compile(r'(or|and|not)(?=[\s()"]|$)', re.IGNORECASE)
_OPERATOR = re.compile(r"!=|<=|>=|[:=<>]")
_FIELD = re.compile(rf'((?:[^\s()"<>=:!]|!(?!=))+)({_OPERATOR.pattern})')
# Where a value without quotes ends: behind a name, behind a field, behind a field that takes lists
_NAME = re.compile(r'(?:[^\s()"|<>=:!]|!(?!=))+')
_BARE = re.compile(r'(?:[^\s()"|<>=!]|!(?!=))+')
_BARE_IN_LIST = re.compile(r'(?:[^\s()"|,:<>=!]|!(?!=))+')
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
        self._test = all_of([t.test for t in terms])
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
    shown = _printable(text)
    return Query(text, _Parser(shown, Scope(shown, vocabulary, attributes or ())).parse())


def _printable(text: str) -> str:
    """The text with plain spaces; refused if it is too long or holds what no terminal should print."""
    given = re.sub(r"[\t\r\n]", " ", text)
    shown = clean(given)
    if len(shown) > MAX_LENGTH:
        message = f"a query has at most {MAX_LENGTH} characters, this one {len(shown)}"
        raise QueryError(message, text=f"{shown[:60]}…", column=1)
    for at, (raw, printed) in enumerate(zip(given, shown, strict=True)):
        if raw != printed:
            raise QueryError(f"control character U+{ord(raw):04X}", text=shown, column=at + 1)
    return shown


def _fields(terms: Iterable[Term]) -> frozenset[str]:
    return frozenset(field for term in terms for field in term.fields)


def _not(test: Test) -> Test:
    return lambda card: not test(card)


# --- reading -----------------------------------------------------------------------------------------------


class _Parser:
    """Recursive descent straight over the text, so that every error knows its column."""

    def __init__(self, text: str, scope: Scope) -> None:
        self.text = text
        self.scope = scope
        self.fail = scope.fail
        self.at = 0
        self.depth = 0

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
        tests = [all_of([t.test for t in branch]) for branch in branches]
        return [Term(any_of(tests), _fields(t for b in branches for t in b), self.text[start : self.at].strip())]

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
            self.at += 1
            return self.names(start, lambda name: lambda text: fold(text) == fold(name))
        if found := _FIELD.match(self.text, start):
            return self.comparison(found)
        if char == "|":
            raise self.fail("`|` needs a value on both sides", start)
        return self.names(start, contains)

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
        return Term(all_of([t.test for t in terms]), _fields(terms), self.text[start : self.at])

    def names(self, start: int, check: Callable[[str], Check]) -> Term:
        """Names parted by `|`: a word or phrase that is in one, or behind `!` the whole of one."""
        exact, names = self.at > start, [item.text for (item,) in self.values(start, _NAME)]
        word = None if exact or len(names) > 1 else names[0]
        return Term(named(any_of([check(n) for n in names])), frozenset({"name"}), self.text[start : self.at], word)

    def comparison(self, found: re.Match[str]) -> Term:
        start, at, self.at = found.start(), found.start(2), found.end()
        name, op = found.groups()
        if name.casefold() in ("is", "has"):
            test, fields = self.flags(name.casefold(), op, at)
        else:
            compare = Comparison(self.scope, self.scope.field(name, start), op, at)
            values = self.values(at, _BARE_IN_LIST if compare.takes_lists else _BARE)
            is_keyword = compare.kind == "keyword"
            test = compare.keywords(values, self.keyword_number()) if is_keyword else compare.test(values)
            fields = compare.fields
        if self.at < len(self.text) and self.text[self.at] != ")" and not self.text[self.at].isspace():
            raise self.fail(f"the value ends before `{self.text[self.at]}`", self.at, "put the whole value in quotes")
        return Term(test, frozenset(fields), self.text[start : self.at])

    def flags(self, name: str, op: str, at: int) -> tuple[Test, set[str]]:
        if op not in (":", "="):
            raise self.fail(f"`{name}` takes `:`, not `{op}`", at, "negate it with `-`" if op == "!=" else None)
        found = [flag(self.scope, name, item) for (item,) in self.values(at, _BARE)]
        return any_of([test for test, _ in found]), {field for _, field in found}

    def keyword_number(self) -> Check | None:
        """The `>=3` of `kw:aura>=3`, if one follows."""
        found = _OPERATOR.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        compare = Comparison(self.scope, "keyword", found[0], found.start())
        return compare.join([compare.number(item) for (item,) in self.values(compare.at, _BARE)])

    def values(self, after: int, bare: re.Pattern[str]) -> list[list[Item]]:
        """What follows an operator: alternatives parted by `|`, each a list parted by commas if it may be one."""
        found = [[self.item(after, bare)]]
        parting = ("|", ",") if bare is _BARE_IN_LIST else ("|",)
        while self.text[self.at : self.at + 1] in parting:
            after, self.at = self.at, self.at + 1
            if self.text[after] == "|":
                found.append([])
            found[-1].append(self.item(after, bare))
        return found

    def item(self, after: int, bare: re.Pattern[str]) -> Item:
        char = self.text[self.at : self.at + 1]
        if char == '"':
            return self.enclosed(_QUOTED, "quote", "quoted")
        if char == "/" and bare is not _NAME:
            return self.enclosed(_REGEX, "regular expression", "regex")
        found = bare.match(self.text, self.at)
        if found is None:
            raise self.fail(f"`{self.text[after : self.at]}` needs a value after it", after)
        at, self.at = self.at, found.end()
        return Item(found[0], at)

    def enclosed(self, shape: re.Pattern[str], what: str, form: Literal["quoted", "regex"]) -> Item:
        found = shape.match(self.text, self.at)
        if found is None:
            raise self.fail(f"this {what} is never closed", self.at)
        text = found[1] if form == "regex" else re.sub(r"\\(.)", r"\1", found[1])
        if not text.strip():
            raise self.fail(f"this {what} is empty", self.at)
        at, self.at = self.at + 1, found.end()
        return Item(text, at, form)
