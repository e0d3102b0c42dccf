"""What looks misspelt in people's own card files and rulesets: words that no vocabulary has, names that no card has.

Neither is an error, for a set may have words of its own and a list may name cards that are not loaded. But a keyword
`Mythcal` binds nothing, and a ban of `Forked Plam` bans nothing: that must not pass in silence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from fade_deck.keywords import keyword_key, parse_keyword
from fade_deck.models import Card
from fade_deck.ruleset import Ruleset
from fade_deck.text import did_you_mean, fold

if TYPE_CHECKING:
    from fade_deck.carddb import GameCards

_FIELDS = (("type", "types"), ("element", "elements"), ("rank", "ranks"), ("rarity", "rarities"))


def about_cards(ruleset: Ruleset, cards: Iterable[Card]) -> Iterator[str]:
    """Words of cards that the ruleset's vocabulary does not have. Keywords only where a known one is near."""
    for card in cards:
        for field, listed in _FIELDS:
            known = {fold(word): word for word in getattr(ruleset.vocabulary, listed)}
            for word in ruleset.values(card, field):
                if known and fold(str(word)) not in known:
                    hint = did_you_mean(str(word), known.values())
                    yield f"card `{card.name}`: {field} `{word}` is not a word of `{ruleset.id}`{_and(hint)}"
        yield from _keywords(ruleset, card)


def _keywords(ruleset: Ruleset, card: Card) -> Iterator[str]:
    names = ruleset.vocabulary.keywords
    known = {keyword_key(name) for name in names}
    for text in card.keywords:
        name = parse_keyword(text, names).name
        hint = did_you_mean(name, names) if names and keyword_key(name) not in known else None
        if hint:
            yield f"card `{card.name}`: keyword `{text}` is not a word of `{ruleset.id}`; {hint}"


def about_names(ruleset: Ruleset, cards: GameCards) -> Iterator[str]:
    """Names in lists of banned cards and of points that no loaded card has."""
    for rule in ruleset.rules:
        for entry in rule.data.get("entries", ()):
            name = entry.get("name")
            if name and not any(match.tier != "alias" for match in cards.lookup(name)):
                near = [f"`{match.name}`" for match in cards.index.suggest(name, 1)]
                near = near or [f"`{card.name}`" for match in cards.lookup(name) for card in match.cards[:1]]
                hint = f"did you mean {near[0]}?" if near else None
                where = f"ruleset `{ruleset.id}`: rule `{rule.name}`"
                yield f"{where} names `{name}`, which no loaded card is called{_and(hint)}"


def _and(hint: str | None) -> str:
    return f"; {hint}" if hint else ""
