"""The value of a numeric field of every card lies within bounds. Cards without the field are not judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.checks import Fault, Settings, View, bounds_fault, bounds_problem, by_card, lines_of, one_zone


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
    bounds = ((">", options.max), ("<", options.min))
    wrong = " or ".join(f"{options.field}{sign}{bound}" for sign, bound in bounds if bound is not None)
    if not view.holds(options.zones, wrong):
        return
    for card, slots in by_card(view.select(options.zones, options.where)).items():
        for value in view.values(card, options.field):
            limit = bounds_fault(value, options.min, options.max) if isinstance(value, int | float) else None
            if limit is not None:
                yield Fault((card.name,), lines_of(slots), value, limit, one_zone(slots))
