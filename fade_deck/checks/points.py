"""A list of points per copy with a budget for the deck. Entries may be dated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fade_deck.checks import Fault, View, in_force, lines_of, names_of
from fade_deck.text import fold


@dataclass(frozen=True, slots=True)
class Pointed:
    """One name and what each copy of it costs; `since` and `until` are ISO dates and belong to the time."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012
    name: str
    points: int
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """What the rule says in its TOML."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012
    budget: int
    entries: list[Pointed]
    zones: list[str] = field(default_factory=list)


NESTED = {"entries": Pointed}


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault where the points add up to more than the budget."""
    costs: dict[str, int] = {}
    for entry in options.entries:
        if in_force(entry.since, entry.until, view.on):
            costs[fold(entry.name)] = entry.points
    slots = [s for s in view.slots(options.zones) if s.card and fold(s.card.name) in costs]
    actual = sum(costs[fold(s.card.name)] * s.copies for s in slots if s.card)
    if actual > options.budget:
        yield Fault(names_of(slots), lines_of(slots), actual, options.budget)
