"""The `spread` of a field (largest minus smallest value) or its number of `distinct` values lies within bounds.

Cards without the field are left out, and from a `spread` all that is no number; a field of several values counts each.
The spread of fewer than two numbers is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from fade_deck.checks import Fault, Number, Settings, View, bounds_fault, bounds_problem, lines_of, names_of, plain
from fade_deck.models import Slot
from fade_deck.text import fold


class Options(Settings):
    """What the rule says in its TOML."""

    field: str
    measure: Literal["spread", "distinct"] = "spread"
    zones: Sequence[str] = ()
    where: str | None = None
    min: int | float | None = None
    max: int | float | None = None

    def refuse(self) -> None:
        """Raise ValueError for keys that do not go together."""
        bounds_problem(self.min, self.max)


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault where the measure is out of bounds."""
    valued = [(s, view.values(s.card, options.field)) for s in view.select(options.zones, options.where) if s.card]
    if options.measure == "distinct":
        actual, slots, shown = _distinct(valued)
    else:
        actual, slots, shown = _spread(valued)
    limit = bounds_fault(actual, options.min, options.max)
    if limit is not None:
        zone = options.zones[0] if len(options.zones) == 1 else None
        lines = lines_of(slots) or tuple(view.headings.get(zone or "", ()))
        yield Fault(names_of(slots), lines, actual, limit, zone, {"values": ", ".join(shown)})


def _distinct(valued: list[tuple[Slot, list[Any]]]) -> tuple[Number, list[Slot], list[str]]:
    seen: dict[Any, str] = {}
    for _, values in valued:
        for value in values:
            seen.setdefault(fold(value) if isinstance(value, str) else value, str(value))
    return len(seen), [slot for slot, values in valued if values], sorted(seen.values())


def _spread(valued: list[tuple[Slot, list[Any]]]) -> tuple[Number, list[Slot], list[str]]:
    """The spread, and the cards at both ends of it: the others do not matter."""
    numbers = sorted({v for _, values in valued for v in values if isinstance(v, int | float)})
    if not numbers:
        return 0, [], []
    ends = (numbers[0], numbers[-1])
    slots = [slot for slot, values in valued if any(end in values for end in ends)]
    # 3.3 - 1.1 is not quite 2.2 in binary fractions, and a bound of 2.2 must hold.
    return plain(ends[1] - ends[0]), slots, [str(n) for n in numbers]
