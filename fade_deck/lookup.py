"""Finding cards: words ranked by likeness, the rest of a query as a filter; and how many copies each ruleset allows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
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

_MANY = 20  # copies from which on a limit is no limit
_WORTH_SHOWING = 45.0  # likeness below which a fuzzy match is only the nearest, not a match
_NEAREST = 3
_RANKED = 10  # how many names are ranked where nothing is said


class Hit(NamedTuple):
    """A card that was found; `score` is 100 for one that only filters chose."""

    card: Card
    score: float
    tier: str


class Found(NamedTuple):
    """What a search found, best first; `nearest` are names where it found nothing. `words` is what was ranked."""

    hits: list[Hit]
    words: str
    nearest: list[str]


def rulesets_of(game: str, extra: Ruleset | None = None) -> list[Ruleset]:
    """The shipped rulesets of a game, and one of the user's own if it is of that game."""
    found = [ruleset for name in shipped_ids() if (ruleset := load_ruleset(name)).game == game]
    return [extra, *found] if extra and extra.game == game and extra.id not in {r.id for r in found} else found


def vocabulary_of_game(rulesets: Sequence[Ruleset]) -> Vocabulary:
    """All words of a game's editions: a search over its cards knows every one of them."""

    def joined(field: str) -> tuple[str, ...]:
        return tuple({fold(word): word for r in reversed(rulesets) for word in getattr(r.vocabulary, field)}.values())

    return Vocabulary(*(joined(field) for field in Vocabulary._fields))


def search(db: CardDB, text: str, games: Iterable[str], limit: int | None = None) -> Found:
    """Search the cards of some games. A query that no game understands raises the most helpful complaint."""
    hits: list[Hit] = []
    words, nearest = "", []
    failed: list[QueryError] = []
    understood = False
    for game in games:
        cards = db.game(game)
        try:
            query = compile_query(text, vocabulary_of_game(rulesets_of(game)), attributes=cards.attributes)
        except QueryError as error:
            failed.append(error)
            continue
        understood = True
        words = " ".join(query.words)
        found, near = _ranked(cards, query, words, limit) if words else (_filtered(cards, query), [])
        hits += found
        nearest += near
    if failed and not understood:
        raise min(failed, key=_helpfulness)
    hits.sort(key=lambda hit: (-hit.score, len(hit.card.name) if words else 0, hit.card.name))
    near_names = [hit.card.name for hit in sorted(nearest, key=lambda hit: -hit.score)]
    return Found(hits[:limit], words, list(dict.fromkeys(near_names))[:_NEAREST] if not hits else [])


def _helpfulness(error: QueryError) -> int:
    """What is wrong in every game comes first, then a word that some game nearly has."""
    if not error.message.startswith("unknown"):
        return 0
    return 1 if (error.hint or "").startswith("did you mean") else 2


def _ranked(cards: GameCards, query: Query, words: str, limit: int | None) -> tuple[list[Hit], list[Hit]]:
    """The cards that the words may mean among those that the filters let through, and those that are merely nearest."""
    names, filters = cards.names(), query.without_words()

    def allowed(place: int) -> bool:
        card = cards.exact(names[place])
        return card is not None and filters.matches(card)

    ranked = cards.index.rank(words, limit or _RANKED, allowed if filters.text else None)
    found = [Hit(card, m.score, m.tier) for m in ranked if (card := cards.exact(m.name)) is not None]
    good = [hit for hit in found if hit.tier != "fuzzy" or hit.score >= _WORTH_SHOWING]
    return good, found[:_NEAREST]


def _filtered(cards: GameCards, query: Query) -> list[Hit]:
    return [Hit(card, 100, "filter") for card in cards if query.matches(card)]


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
    """How many copies of a card a ruleset allows, None for any number, and in which sections it may stand."""

    ruleset: str
    copies: int | None
    sections: list[str]


def allowance(ruleset: Ruleset, card: Card, on: date) -> Allowance:
    """Found by trying: copies are added to each section until a rule that makes decks illegal speaks of the card."""
    most: dict[str, int] = {}
    for zone in ruleset.zones:
        number = 0
        while number < _MANY and not _is_too_many(ruleset, card, zone.id, number + 1, on):
            number += 1
        if number:
            most[zone.name] = number
    copies = max(most.values(), default=0)
    best = [zone for zone, number in most.items() if number == copies]
    return Allowance(ruleset.id, None if copies == _MANY else copies, best)


def _is_too_many(ruleset: Ruleset, card: Card, zone: str, copies: int, on: date) -> bool:
    slot = Slot(zone, card, copies, card.name, (), Read(copies, card.name))
    view = checks.View(ruleset.zone_titles, [slot], ruleset.facts, on)
    for rule in ruleset.rules:
        if rule.severity == "error" and rule.kind in ("copies", "fits", "banlist", "count"):
            for fault in checks.kind(rule.kind).check(view, rule.options):
                too_many = isinstance(fault.actual, int) and isinstance(fault.limit, int) and fault.actual > fault.limit
                if too_many and (card.name in fault.cards or not fault.cards):
                    return True
    return False
