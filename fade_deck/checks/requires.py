"""If a card that fits `cards` is present, at least `min` cards are needed that fit a query or that it names.

`need` is a query. `names` is a field of the card (such as `keyword:Level Up`) that names what it needs; each name
it gives must be there. Exactly one of the two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.checks import Fault, Settings, View, by_card, lines_of, one_zone
from fade_deck.models import Card
from fade_deck.text import fold


class Options(Settings):
    """What the rule says in its TOML."""

    cards: str
    zones: Sequence[str] = ()
    need: str | None = None
    names: str | None = None
    need_zones: Sequence[str] = ()
    min: int = 1

    def refuse(self) -> None:
        """Raise ValueError for keys that do not go together."""
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
