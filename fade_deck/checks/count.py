"""How many cards that fit a query a set of zones holds: at least `min`, at most `max`, or `exactly`.

Cards whose name is unknown count where no query is given, so that a typing error never hides a wrong size.
`label` names the number in verdict lines; without it a rule over one whole zone is labelled `cards`. `shown_in` is the
zone beside whose name a rule over several zones shows its limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.checks import Fault, Settings, View, bounds_fault, bounds_problem, lines_of, names_of
from fade_deck.models import Gauge


class Options(Settings):
    """What the rule says in its TOML."""

    zones: Sequence[str] = ()
    where: str | None = None
    min: int | None = None
    max: int | None = None
    exactly: int | None = None
    label: str | None = None
    shown_in: str | None = None

    def refuse(self) -> None:
        """Raise ValueError for keys that do not go together."""
        bounds_problem(self.min, self.max, self.exactly)


def measure(view: View, options: Options) -> int:
    """How many there are."""
    if options.where is None:
        return view.size(options.zones)
    return sum(slot.copies for slot in view.select(options.zones, options.where))


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault where the number is out of bounds."""
    actual = measure(view, options)
    limit = bounds_fault(actual, options.min, options.max, options.exactly)
    if limit is None:
        return
    slots = view.select(options.zones, options.where)
    zone = options.zones[0] if len(options.zones) == 1 else None
    lines = lines_of(slots) or tuple(view.headings.get(zone or "", ()))
    cards = names_of(slots) if options.where else ()
    yield Fault(cards, lines, actual, limit, zone)


def gauge(options: Options) -> Gauge | None:
    """The dial of a rule about one whole zone, or with a label, or of one that says where it is shown."""
    if options.shown_in is None and (len(options.zones) != 1 or (options.where and not options.label)):
        return None
    low, high = (options.exactly, options.exactly) if options.exactly is not None else (options.min, options.max)
    return Gauge(options.shown_in or options.zones[0], options.label or "cards", 0, low, high)
