"""Every card of some zones fits a query (`every`), or none does (`none`). Unknown cards are not judged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.checks import Fault, Settings, View, by_card, lines_of, one_zone


class Options(Settings):
    """What the rule says in its TOML: exactly one of `every` and `none`."""

    zones: Sequence[str] = ()
    every: str | None = None
    none: str | None = None

    def refuse(self) -> None:
        """Raise ValueError for keys that do not go together."""
        if (self.every is None) == (self.none is None):
            raise ValueError("give exactly one of `every` and `none`")


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault for each card on the wrong side of the query."""
    wrong = options.none if options.none is not None else f"-({options.every})"
    for card, slots in by_card(view.select(options.zones, wrong)).items():
        actual = sum(slot.copies for slot in slots)
        yield Fault((card.name,), lines_of(slots), actual, 0, one_zone(slots))
