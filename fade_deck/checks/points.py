"""A list of points per copy, and a `budget` that the points of all `zones` together stay within.

An entry counts `from` a day `until` a day, both included, or always. Where two entries for one name are in force the
later one in the file counts, so that a dated entry below the usual one replaces it for a time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.checks import Fault, Settings, View, in_force, lines_of, names_of, one_zone
from fade_deck.models import Gauge, Slot
from fade_deck.text import fold


class Pointed(Settings):
    """One name and what each copy of it costs; `since` and `until` are ISO dates and belong to the time."""

    name: str
    points: int
    since: str | None = None
    until: str | None = None


class Options(Settings):
    """What the rule says in its TOML."""

    budget: int
    entries: Sequence[Pointed]
    zones: Sequence[str] = ()


NESTED = {"entries": Pointed}


def _counted(view: View, options: Options) -> list[tuple[Slot, int]]:
    """The slots that cost anything, with the points of all their copies."""
    costs: dict[str, int] = {}
    for entry in options.entries:
        if in_force(entry.since, entry.until, view.on):
            costs[fold(entry.name)] = entry.points
    counted = [(s, costs.get(fold(s.card.name), 0) * s.copies) for s in view.slots(options.zones) if s.card]
    return [(slot, points) for slot, points in counted if points]


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault where the points add up to more than the budget."""
    counted = _counted(view, options)
    actual = sum(points for _, points in counted)
    if actual > options.budget:
        slots = [slot for slot, _ in counted]
        yield Fault(names_of(slots), lines_of(slots), actual, options.budget, one_zone(slots))


def measure(view: View, options: Options) -> int:
    """The points spent."""
    return sum(points for _, points in _counted(view, options))


def gauge(options: Options) -> Gauge | None:
    """The dial of a rule about one zone: the budget."""
    return Gauge(options.zones[0], "points", 0, None, options.budget) if len(options.zones) == 1 else None
