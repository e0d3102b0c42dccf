"""For each card that fits `each`, the number of cards that fit `counted` and name it (in `by`) lies within bounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.checks import Fault, Settings, View, bounds_fault, bounds_problem, by_card, lines_of, one_zone, same


class Options(Settings):
    """What the rule says in its TOML."""

    each: str
    counted: str
    by: str
    zones: Sequence[str] = ()
    counted_zones: Sequence[str] = ()
    min: int | None = None
    max: int | None = None
    exactly: int | None = None

    def refuse(self) -> None:
        """Raise ValueError for keys that do not go together."""
        bounds_problem(self.min, self.max, self.exactly)


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault for each card that too few or too many others name."""
    counted = view.select(options.counted_zones or options.zones, options.counted)
    for card, slots in by_card(view.select(options.zones, options.each)).items():
        theirs = [s for s in counted if s.card and any(same(v, card.name) for v in view.values(s.card, options.by))]
        actual = sum(slot.copies for slot in theirs)
        limit = bounds_fault(actual, options.min, options.max, options.exactly)
        if limit is not None:
            lines = tuple(sorted({*lines_of(slots), *lines_of(theirs)}))
            yield Fault((card.name,), lines, actual, limit, one_zone(slots))
