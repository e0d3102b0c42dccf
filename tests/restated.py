"""The six rulesets said again, plainly: no rule file, no query, no engine. The property tests compare the two.

A deck is plain data: `{zone: [(card, copies), ...]}` with cards as their JSON file has them. A name that no card has
is `{"name": ...}` without types: it counts towards sizes and breaks no other rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

Card = dict[str, Any]
Plain = dict[str, list[tuple[Card, int]]]


def size(deck: Plain, *zones: str) -> int:
    """Cards in some zones, known or not."""
    return sum(copies for zone in zones for _, copies in deck.get(zone, []))


def held(deck: Plain, *zones: str) -> list[tuple[Card, int]]:
    """The known cards in some zones."""
    return [(card, copies) for zone in zones for card, copies in deck.get(zone, []) if "types" in card]


def copies_of(pile: Iterable[tuple[Card, int]]) -> dict[str, int]:
    """Copies by name, however many lines they stand on."""
    found: Counter[str] = Counter()
    for card, copies in pile:
        found[card["name"]] += copies
    return dict(found)


def is_a(card: Card, kind: str) -> bool:
    """Whether the card is of a type."""
    return kind in card["types"]


def has(card: Card, keyword: str) -> bool:
    """Whether the card has a keyword that takes no value."""
    return keyword in card.get("keywords", [])


def more_than(pile: list[tuple[Card, int]], limit: int, *, own: bool) -> bool:
    """Whether there are too many copies of any name; `own` lets a card's printed limit stand in for the usual one."""
    cards = {card["name"]: card for card, _ in pile}
    for name, copies in copies_of(pile).items():
        printed = cards[name].get("copy_limit") if own else None
        if printed != "any" and copies > (limit if printed is None else printed):
            return True
    return False


def level(pile: Iterable[tuple[Card, int]]) -> int:
    """Total Character Level."""
    return sum(card.get("level", 0) * copies for card, copies in pile)


def base_missing(pile: list[tuple[Card, int]]) -> bool:
    """Whether a card that levels up lacks one of the cards that it is put on."""
    names = {card["name"] for card, _ in pile}
    for card, _ in pile:
        for keyword in card.get("keywords", []):
            head, _, bases = keyword.partition(": ")
            if head in ("Level Up", "Level-Up") and not names.issuperset(bases.split(" + ")):
                return True
    return False


def costs_over(pile: list[tuple[Card, int]], unit: str, most: int) -> bool:
    """Whether a card costs more than a player can ever pay."""
    return any(card.get("cost", {}).get(unit, 0) > most for card, _ in pile)


def broken(said: dict[str, bool]) -> set[str]:
    """The names of the rules that were said to be broken."""
    return {rule for rule, is_broken in said.items() if is_broken}


def _fade_editions(deck: Plain, *, smallest: int, limited: list[tuple[Card, int]], unplayable: bool) -> set[str]:
    """What both F.A.D.E. editions say; `limited` are the cards whose copies the edition limits."""
    main, pool, both = held(deck, "deck"), held(deck, "fighter_pool"), held(deck, "deck", "fighter_pool")
    rules, raiders = held(deck, "world_rule"), held(deck, "raider")
    brought = held(deck, "deck", "fighter_pool", "world_rule", "raider")
    asked_for = [card for card, _ in rules + raiders if is_a(card, "World Rule") or has(card, "Raider")]
    return broken(
        {
            "deck-too-small": size(deck, "deck") < smallest,
            "pool-level-exceeded": level(pool) > 100,
            "non-character-in-pool": any(not is_a(card, "Character") for card, _ in pool),
            "too-many-copies": more_than(limited, 4, own=True),
            "mythical-duplicated": more_than([(c, n) for c, n in both if has(c, "Mythical")], 1, own=False),
            "too-many-world-rules": sum(n for c, n in brought if is_a(c, "World Rule")) > 1,
            "too-many-raiders": sum(n for c, n in brought if has(c, "Raider")) > 1,
            "raider-in-deck": any(has(card, "Raider") for card, _ in both),
            "world-rule-in-deck": any(is_a(card, "World Rule") for card, _ in both),
            "not-a-world-rule": any(not is_a(card, "World Rule") for card, _ in rules),
            "not-a-raider": any(not has(card, "Raider") for card, _ in raiders),
            # a Raider in the Deck is an error of its own, and the Fighter Pool would be no better a place for it
            "character-in-deck": any(is_a(card, "Character") and not has(card, "Raider") for card, _ in main),
            "world-rule-consent": bool(asked_for),
            "unplayable-cost": unplayable,
            "level-up-base-missing": base_missing(both),
        }
    )


def fade(deck: Plain) -> set[str]:
    """F.A.D.E., 40-card edition."""
    both = held(deck, "deck", "fighter_pool")
    return _fade_editions(deck, smallest=40, limited=both, unplayable=costs_over(both, "tp", 30))


def fade_34(deck: Plain) -> set[str]:
    """F.A.D.E. v3.4: 60 cards, copies limited in the Deck alone, and six Character Slots instead of a TP maximum."""
    both = held(deck, "deck", "fighter_pool")
    return _fade_editions(deck, smallest=60, limited=held(deck, "deck"), unplayable=costs_over(both, "cs", 6))


def faroe(deck: Plain) -> set[str]:
    """F.A.R.O.E., a player's deck."""
    main, pool, both = held(deck, "deck"), held(deck, "fighter_pool"), held(deck, "deck", "fighter_pool")
    pooled = {card["name"] for card, _ in pool if has(card, "Mythical")}
    return broken(
        {
            "deck-too-small": size(deck, "deck") < 40,
            "deck-too-large": size(deck, "deck") > 60,
            "pool-too-large": size(deck, "fighter_pool") > 20,
            "pool-level-exceeded": level(pool) > 100,
            "non-character-in-pool": any(not is_a(card, "Character") for card, _ in pool),
            "too-many-copies": more_than(both, 4, own=True),
            "mythical-duplicated": more_than([(c, n) for c, n in main if has(c, "Mythical")], 1, own=False),
            "mythical-repeated-in-pool": more_than([(c, n) for c, n in both if c["name"] in pooled], 1, own=False),
            "legend-card-in-deck": any(is_a(card, "Legend") for card, _ in both),
            "unique-card-in-deck": any(card.get("unique_to") for card, _ in both),
            "character-in-deck": any(card["types"] == ["Character"] for card, _ in main),
            "unplayable-cost": costs_over(both, "tp", 10),
            "level-up-base-missing": base_missing(both),
        }
    )


def faroe_legend(deck: Plain) -> set[str]:
    """F.A.R.O.E., a Legend's own deck."""
    main, shown = held(deck, "deck"), held(deck, "legend")
    legends = {card["name"] for card, _ in shown if is_a(card, "Legend")}
    return broken(
        {
            "wrong-legend-count": size(deck, "legend") != 1,
            "not-a-legend": any(not is_a(card, "Legend") for card, _ in shown),
            "legend-deck-wrong-size": size(deck, "deck") != 30,
            "legend-card-in-deck": any(is_a(card, "Legend") for card, _ in main),
            "unique-to-other-legend": any(c.get("unique_to") and c["unique_to"] not in legends for c, _ in main),
            "many-copies-in-legend-deck": more_than(main, 4, own=False),
        }
    )


def _fighters(deck: Plain) -> list[tuple[Card, int]]:
    return [(card, copies) for card, copies in held(deck, "arsenal") if is_a(card, "Fighter")]


def arsenal(deck: Plain) -> set[str]:
    """The arena game: 33-card Arsenals."""
    cards, fighters = held(deck, "arsenal"), _fighters(deck)
    names = {card["name"] for card, _ in fighters}
    styles = {style for card, _ in fighters for style in card.get("styles", [])}
    return broken(
        {
            "wrong-arsenal-size": size(deck, "arsenal") != 33,
            "wrong-fighter-count": sum(copies for _, copies in fighters) != 3,
            "duplicate-card": more_than(cards, 1, own=False),
            "style-mismatch": any(is_a(c, "Support") and styles.isdisjoint(c.get("styles", [])) for c, _ in cards),
            "fighter-mismatch": any(is_a(c, "Ability") and c.get("fighter") not in names for c, _ in cards),
        }
    )


def voidbreakers(deck: Plain) -> set[str]:
    """The arena game by its later FAQ: five Abilities for each Fighter, fifteen Supports, and Tokens beside them."""
    cards, extras = held(deck, "arsenal"), held(deck, "extras")
    bound = [card for card, _ in cards + extras if is_a(card, "Ability") or is_a(card, "Token")]
    names = {card["name"] for card, _ in _fighters(deck)}
    abilities = {
        name: sum(copies for card, copies in cards if is_a(card, "Ability") and card.get("fighter") == name)
        for name in names
    }
    said = {
        "wrong-ability-count": any(count != 5 for count in abilities.values()),
        "wrong-support-count": sum(copies for card, copies in cards if is_a(card, "Support")) != 15,
        "fighter-mismatch": any(card.get("fighter") not in names for card in bound),
        "not-an-extra": any(not is_a(card, "Token") for card, _ in extras),
    }
    return arsenal(deck) | broken(said)


RESTATED: dict[str, Callable[[Plain], set[str]]] = {
    "fade": fade,
    "fade-3.4": fade_34,
    "faroe": faroe,
    "faroe-legend": faroe_legend,
    "arsenal": arsenal,
    "voidbreakers": voidbreakers,
}
