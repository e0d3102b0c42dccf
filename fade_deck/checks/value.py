"""The value of a numeric field of every card lies within bounds. Cards without the field are not judged."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from fade_deck.checks import Fault, Settings, View, bounds_fault, bounds_problem, by_card, lines_of, one_zone

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
    spans = view.facts.spans(options.field)
    low = options.min if options.min is not None else -math.inf
    high = options.max if options.max is not None else math.inf
    outside = {card for card in view.copies(options.zones) if (s := spans[card]) and (s[0] < low or s[1] > high)}
    if not outside:
        return
    for card, slots in by_card(view.select(options.zones, options.where)).items():
        for value in dict.fromkeys(spans[card] or ()) if card in outside else ():
            limit = bounds_fault(value, options.min, options.max)
            if limit is not None:
                yield Fault((card.name,), lines_of(slots), value, limit, one_zone(slots))
