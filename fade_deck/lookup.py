"""Finding cards: words ranked by likeness, the rest of a query as a filter; and how many copies each ruleset allows."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import cache, partial
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from fade_deck import checks
from fade_deck.errors import QueryError, UsageError
from fade_deck.keywords import find_field, kind_of
from fade_deck.models import Card, Read, Slot
from fade_deck.query import FIELDS, Query, Vocabulary, compile_query
from fade_deck.ruleset import Ruleset, load_ruleset, shipped_ids
from fade_deck.text import did_you_mean, fold

if TYPE_CHECKING:
    from fade_deck.carddb import CardDB, GameCards
    from fade_deck.keywords import Value

_WORTH_SHOWING = 45.0  # likeness below which a fuzzy match is only the nearest, not a match
_NEAREST = 3
_MANY = 20  # copies from which on a limit that no card prints is no limit
_PATIENCE = 5  # seconds for one search
_CONNECTIVE = re.compile(r"\b(?:or|and|not)\b", re.IGNORECASE)


class Hit(NamedTuple):
    """A card that was found; `score` is 100 for one that only filters chose."""

    card: Card
    score: float
    tier: str


class Found(NamedTuple):
    """What a search found, best first, of `total`. `words` was ranked.

    Where it found nothing `nearest` are the names most like the words, whatever the filters say of their cards.
    """

    hits: list[Hit]
    words: str
    nearest: list[str]
    total: int


def rulesets_of(game: str, extra: Ruleset | None = None) -> list[Ruleset]:
    """The shipped rulesets of a game, and one of the user's own if it is of that game."""
    found = [ruleset for ruleset in _shipped() if ruleset.game == game]
    return [extra, *found] if extra and extra.game == game and extra.id not in {r.id for r in found} else found


@cache
def _shipped() -> tuple[Ruleset, ...]:
    return tuple(load_ruleset(name) for name in shipped_ids())


def vocabulary_of_game(rulesets: Sequence[Ruleset]) -> Vocabulary:
    """All words of a game's editions: a search over its cards knows every one of them."""

    def joined(field: str) -> tuple[str, ...]:
        return tuple({fold(word): word for r in reversed(rulesets) for word in getattr(r.vocabulary, field)}.values())

    return Vocabulary(*(joined(field) for field in Vocabulary._fields))


def search(
    db: CardDB,
    text: str,
    games: Iterable[str],
    limit: int | None = None,
    keep: Callable[[Card], bool] | None = None,
    best: int | None = None,
) -> Found:
    """Search the cards of some games, of those that `keep` lets through. A wrong query raises `QueryError`.

    `limit` is for all searches, `best` for those that rank words and have no other limit.
    """
    games = list(games)
    if _CONNECTIVE.search(text) and any(db.game(game).lookup(text) for game in games):
        text = _phrase(text)  # `Not on My Watch` negates nothing
    queries = [(db.game(game), query) for game, query in _compiled(db, text, games)]
    words = " ".join(queries[0][1].words) if queries else ""
    until = monotonic() + _PATIENCE
    if words:
        found = _ranked(queries, words, keep, until)
    else:
        found = [hit for cards, query in queries for hit in _filtered(cards, query, keep, until)]
    most = best if limit is None and words else limit
    hits = [hit for hit in (one.hit() for one in found[:most]) if hit is not None]
    nearest = _nearest([cards for cards, _ in queries], words) if words and not found else []
    return Found(hits, words, nearest, len(found))


def _phrase(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _compiled(db: CardDB, text: str, games: Sequence[str]) -> Iterator[tuple[str, Query]]:
    """The query for each game. Words must be known in one of them; in the others no card has what they say."""
    rulesets = {game: rulesets_of(game) for game in games}
    every = vocabulary_of_game([ruleset for found in rulesets.values() for ruleset in found])
    attributes = {name for game in games for name in db.game(game).attributes}
    anywhere = compile_query(text, every, attributes=attributes)
    for game in games:
        try:
            yield game, compile_query(text, vocabulary_of_game(rulesets[game]), attributes=attributes)
        except QueryError:
            yield game, anywhere


class _Candidate(NamedTuple):
    """A card of a game that was found, and not yet looked up if only its name was needed."""

    score: float
    tier: str
    name: str
    cards: GameCards

    def hit(self) -> Hit | None:
        card = self.cards.exact(self.name)
        return Hit(card, self.score, self.tier) if card else None


def _ranked(
    queries: Sequence[tuple[GameCards, Query]], words: str, keep: Callable[[Card], bool] | None, until: float
) -> list[_Candidate]:
    """The cards that the words may mean among those that the filters let through."""
    found = [one for cards, query in queries for one in _ranked_in(cards, query, words, keep, until)]
    good = [one for one in found if one.tier != "fuzzy" or one.score >= _WORTH_SHOWING]
    if not good:
        good = [one for cards, query in queries for one in _ranked_in(cards, query, words, keep, until, slips=True)]
    good.sort(key=lambda one: (-one.score, len(one.name), one.name))
    return good


def _nearest(games: Sequence[GameCards], words: str) -> list[str]:
    """The names most like the words among all cards of the games."""
    ranked = [match for cards in games for match in cards.index.rank(words, _NEAREST)]
    if not any(match.tier != "fuzzy" or match.score >= _WORTH_SHOWING for match in ranked):
        ranked = [match for cards in games for match in cards.index.slips(words, _NEAREST)] or ranked
    ranked.sort(key=lambda match: -match.score)
    return list(dict.fromkeys(match.name for match in ranked))[:_NEAREST]


def _ranked_in(
    cards: GameCards,
    query: Query,
    words: str,
    keep: Callable[[Card], bool] | None,
    until: float,
    *,
    slips: bool = False,
) -> Iterator[_Candidate]:
    names, filters = cards.names(), query.without_words()

    def allowed(place: int) -> bool:
        _be_patient(until)
        card = cards.exact(names[place])
        return card is not None and filters.matches(card) and (keep is None or keep(card))

    rank = cards.index.slips if slips else cards.index.rank
    for match in rank(words, len(names), allowed if filters.text or keep else None):
        yield _Candidate(match.score, match.tier, match.name, cards)


def _filtered(
    cards: GameCards, query: Query, keep: Callable[[Card], bool] | None, until: float
) -> Iterator[_Candidate]:
    for card in cards:
        _be_patient(until)
        if query.matches(card) and (keep is None or keep(card)):
            yield _Candidate(100, "filter", card.name, cards)


def _be_patient(until: float) -> None:
    """A regular expression may cost little for one card and too much for thirty thousand."""
    if monotonic() > until:
        message = f"the search took longer than {_PATIENCE} seconds"
        raise UsageError(message, hint="make its regular expressions simpler, or say `--game` or `--set`")


def sort_cards(hits: list[Hit], field: str, rulesets: Sequence[Ruleset], *, descending: bool = False) -> list[Hit]:
    """Hits by a field; cards without it come last, whichever way. Ranks and rarities go by the vocabulary's order."""
    attributes = {name for hit in hits for name in hit.card.fields.get("attributes", ())}
    known = find_field(field, attributes)
    if known is None:
        hint = did_you_mean(field, [*FIELDS, *attributes])
        raise UsageError(f"`--order`: unknown field `{field}`", hint=hint or f"known: {', '.join(FIELDS)}")
    vocabulary = vocabulary_of_game(rulesets)
    words = {"rank": vocabulary.ranks, "rarity": vocabulary.rarities}.get(known, ())
    places = {fold(word): place for place, word in enumerate(words)}

    def key(hit: Hit) -> tuple[Any, ...] | None:
        values = field_of(hit.card, known, vocabulary)
        if kind_of(known) == "order" and places:
            values = [places[fold(str(v))] for v in values if fold(str(v)) in places]
        return (isinstance(values[0], str), values[0]) if values else None

    having = [hit for hit in hits if key(hit) is not None]
    lacking = [hit for hit in hits if key(hit) is None]
    return sorted(having, key=lambda hit: key(hit) or (), reverse=descending) + lacking


def field_of(card: Card, field: str, vocabulary: Vocabulary) -> list[Value]:
    """The values of a field for a table or for sorting; keywords as printed."""
    from fade_deck.query import field_values

    return list(card.keywords) if find_field(field) == "keyword" else field_values(card, field, vocabulary)


# --- copies ----------------------------------------------------------------------------------------------------


class Allowance(NamedTuple):
    """How many copies of a card a ruleset allows, None for any number: at most, and in each section that allows some.

    `partners` are names of cards of which one must stand beside it, where it belongs to some by name.
    """

    ruleset: str
    copies: int | None
    sections: dict[str, int | None]
    partners: list[str]


def allowance(ruleset: Ruleset, card: Card, on: date) -> Allowance:
    """Found by trying: the most copies in each section of which no rule that makes decks illegal speaks."""
    most: dict[str, int] = {}
    many = max(_MANY, card.copy_limit + 1 if isinstance(card.copy_limit, int) else 0)
    for zone in ruleset.zones:
        too_many = partial(_is_too_many, ruleset, card, zone.id, on)
        number = bisect_left(range(1, many + 1), True, key=too_many)
        if number:
            most[zone.name] = number
    copies = max(most.values(), default=0)
    sections = {zone: None if number == many else number for zone, number in most.items()}
    return Allowance(ruleset.id, None if copies == many else copies, sections, _partners(ruleset, card))


def _partners(ruleset: Ruleset, card: Card) -> list[str]:
    """The names that a card has in a field that some rule compares with other cards' names."""
    found: dict[str, None] = {}
    for rule in ruleset.rules:
        by_name = rule.severity == "error" and rule.kind == "shares" and rule.options.partner_field == "name"
        if by_name and ruleset.facts.fits(card, rule.options.cards):
            values = field_of(card, rule.options.field, ruleset.vocabulary)
            found |= dict.fromkeys(str(value) for value in values)
    return list(found)


def _is_too_many(ruleset: Ruleset, card: Card, zone: str, on: date, copies: int) -> bool:
    slot = Slot(zone, card, copies, card.name, (), Read(copies, card.name))
    view = checks.View(ruleset.zone_titles, [slot], ruleset.facts, on)
    for rule in ruleset.rules:
        if rule.severity == "error" and rule.kind in ("copies", "fits", "banlist", "count"):
            for fault in checks.kind(rule.kind).check(view, rule.options):
                too_many = isinstance(fault.actual, int) and isinstance(fault.limit, int) and fault.actual > fault.limit
                if too_many and (card.name in fault.cards or not fault.cards):
                    return True
    return False
