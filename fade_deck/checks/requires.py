"""If a card that fits `cards` is present, at least `min` cards are needed that fit a query or that it names.

`need` is a query. `names` is a field of the card (such as `keyword:Level Up`) that names what it needs; each name
it gives must be there. Exactly one of the two.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fade_deck.checks import Fault, View, by_card, lines_of, one_zone
from fade_deck.models import Card
from fade_deck.text import fold


@dataclass(repr=False)
class Options:
    """What the rule says in its TOML."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012
    cards: str
    zones: list[str] = field(default_factory=list)
    need: str | None = None
    names: str | None = None
    need_zones: list[str] = field(default_factory=list)
    min: int = 1

    def __post_init__(self) -> None:
        if (self.need is None) == (self.names is None):
            raise ValueError("give exactly one of `need` and `names`")


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault for each card and thing it needs that is not there often enough."""
    for card, slots in by_card(view.select(options.zones, options.cards)).items():
        for wanted, actual in _wanted(view, options, card):
            if actual < options.min:
                words = {"needed": wanted}
                yield Fault((card.name,), lines_of(slots), actual, options.min, one_zone(slots), words)


def _wanted(view: View, options: Options, card: Card) -> Iterator[tuple[str, int]]:
    if options.need is not None:
        found = view.select(options.need_zones or options.zones, options.need)
        yield options.need, sum(slot.copies for slot in found)
        return
    there = view.copies(options.need_zones or options.zones)
    for name in view.values(card, options.names or ""):
        key = fold(str(name))
        yield str(name), sum(n for c, n in there.items() if key == fold(c.name) or key in map(fold, c.aliases))
