"""The value of a numeric field of every card lies within bounds. Cards without the field are not judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.checks import Fault, Settings, View, bounds_fault, bounds_problem, by_card, lines_of, one_zone
from fade_deck.models import Card

NUMERIC = ("field",)


class Options(Settings):
    """What the rule says in its TOML."""

    field: str
    zones: Sequence[str] = ()
    where: str | None = None
    min: int | float | None = None
    max: int | float | None = None

    def refuse(self) -> None:
        """Raise ValueError for keys that do not go together."""
        bounds_problem(self.min, self.max)


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault for each card of which a value is out of bounds."""

    def is_outside(card: Card) -> bool:
        return any(bounds_fault(n, options.min, options.max) is not None for n in view.facts.spans(options.field)[card])

    outside = view.facts.by_card(("outside", id(options)), is_outside)
    if not [card for card in view.copies(options.zones) if outside[card]]:
        return
    for card, slots in by_card(view.select(options.zones, options.where)).items():
        for value in dict.fromkeys(view.facts.spans(options.field)[card]) if outside[card] else ():
            limit = bounds_fault(value, options.min, options.max)
            if limit is not None:
                yield Fault((card.name,), lines_of(slots), value, limit, one_zone(slots))
