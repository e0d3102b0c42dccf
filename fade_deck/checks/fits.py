"""Every card of some zones fits a query (`every`), or none does (`none`). Unknown cards are not judged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from fade_deck.checks import Fault, View, by_card, lines_of, one_zone


@dataclass(repr=False)
class Options:
    """What the rule says in its TOML: exactly one of `every` and `none`."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012
    zones: list[str] = field(default_factory=list)
    every: str | None = None
    none: str | None = None

    def __post_init__(self) -> None:
        if (self.every is None) == (self.none is None):
            raise ValueError("give exactly one of `every` and `none`")


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault for each card on the wrong side of the query."""
    wrong = options.none if options.none is not None else f"-({options.every})"
    for card, slots in by_card(view.select(options.zones, wrong)).items():
        actual = sum(slot.copies for slot in slots)
        yield Fault((card.name,), lines_of(slots), actual, 0, one_zone(slots))
