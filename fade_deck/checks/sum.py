"""The sum of a numeric field times copies over a set of zones: at least `min`, at most `max`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.checks import Fault, Number, Settings, View, bounds_fault, bounds_problem, lines_of, names_of, plain
from fade_deck.models import Gauge, Slot

NUMERIC = ("field",)


class Options(Settings):
    """What the rule says in its TOML."""

    field: str
    zones: Sequence[str] = ()
    where: str | None = None
    min: int | float | None = None
    max: int | float | None = None
    label: str | None = None

    def refuse(self) -> None:
        """Raise ValueError for keys that do not go together."""
        bounds_problem(self.min, self.max)


def measure(view: View, options: Options) -> Number:
    """The sum."""
    numbers = view.facts.numbers(options.field)
    return plain(sum(numbers[s.card] * s.copies for s in view.select(options.zones, options.where) if s.card))


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault where the sum is out of bounds, with the lines of every card that adds to it."""
    actual = measure(view, options)
    limit = bounds_fault(actual, options.min, options.max)
    if limit is not None:
        slots = [s for s in view.select(options.zones, options.where) if s.card and view.number(s.card, options.field)]
        zone = options.zones[0] if len(options.zones) == 1 else None
        yield Fault(names_of(slots), lines_of(slots), actual, limit, zone, {"values": _parts(view, options, slots)})


def _parts(view: View, options: Options, slots: list[Slot]) -> str:
    """What each card adds, most first: `3 x 14 = 42 (Eye of the Gale)`."""
    added = [(plain(view.number(s.card, options.field) * s.copies), s) for s in slots if s.card]
    added.sort(key=lambda pair: -pair[0])
    return ", ".join(f"{s.copies} x {view.number(s.card, options.field)} = {n} ({s.name})" for n, s in added if s.card)


def gauge(options: Options) -> Gauge | None:
    """The dial of a rule about one zone."""
    if len(options.zones) != 1:
        return None
    return Gauge(options.zones[0], options.label or options.field, 0, options.min, options.max)
