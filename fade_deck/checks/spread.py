"""The `spread` of a field (largest minus smallest value) or its number of `distinct` values lies within bounds.

Cards without the field are left out; a field of several values counts each of them.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from fade_deck.checks import Fault, Number, View, bounds_fault, lines_of, names_of
from fade_deck.text import fold


@dataclass(frozen=True, slots=True)
class Options:
    """What the rule says in its TOML."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012
    field: str
    measure: Literal["spread", "distinct"] = "spread"
    zones: list[str] = dataclasses.field(default_factory=list)
    where: str | None = None
    min: int | float | None = None
    max: int | float | None = None


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault where the measure is out of bounds."""
    valued = [(s, view.values(s.card, options.field)) for s in view.select(options.zones, options.where) if s.card]
    slots = [slot for slot, values in valued if values]
    values = [v for _, found in valued for v in found]
    actual: Number
    if options.measure == "distinct":
        actual = len({fold(v) if isinstance(v, str) else v for v in values})
    else:
        numbers = [v for v in values if isinstance(v, int | float)]
        actual = max(numbers) - min(numbers) if numbers else 0
    limit = bounds_fault(actual, options.min, options.max)
    if limit is not None:
        shown = ", ".join(sorted({str(v) for v in values}))
        yield Fault(names_of(slots), lines_of(slots), actual, limit, None, {"values": shown})
