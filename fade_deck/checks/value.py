"""The value of a numeric field of every card lies within bounds. Cards without the field are not judged."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

from fade_deck.checks import Fault, View, bounds_fault, bounds_problem, by_card, lines_of, one_zone


@dataclass(repr=False)
class Options:
    """What the rule says in its TOML."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012
    field: str
    zones: list[str] = dataclasses.field(default_factory=list)
    where: str | None = None
    min: int | float | None = None
    max: int | float | None = None

    def __post_init__(self) -> None:
        bounds_problem(self.min, self.max)


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault for each card of which a value is out of bounds."""
    bounds = ((">", options.max), ("<", options.min))
    wrong = " or ".join(f"{options.field}{sign}{bound}" for sign, bound in bounds if bound is not None)
    if not view.holds(options.zones, wrong):
        return
    for card, slots in by_card(view.select(options.zones, options.where)).items():
        for value in view.values(card, options.field):
            limit = bounds_fault(value, options.min, options.max) if isinstance(value, int | float) else None
            if limit is not None:
                yield Fault((card.name,), lines_of(slots), value, limit, one_zone(slots))
