"""Every card that fits `cards` shares a value of `field` with `partner_field` of some card that fits `partners`.

One value in common is enough. A card that has no value at all shares none. Partners lie in `partner_zones`, or in
`zones` where those are not given; a card that fits both queries is a partner of its own.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass

from fade_deck.checks import Fault, View, by_card, lines_of, one_zone
from fade_deck.text import fold


@dataclass(repr=False)
class Options:
    """What the rule says in its TOML."""

    __pydantic_config__ = {"extra": "forbid"}  # noqa: RUF012
    cards: str
    field: str
    partners: str
    partner_field: str
    zones: list[str] = dataclasses.field(default_factory=list)
    partner_zones: list[str] = dataclasses.field(default_factory=list)


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault for each card that has nothing in common with any partner."""
    partners = by_card(view.select(options.partner_zones or options.zones, options.partners))
    offered = {str(v) for card in partners for v in view.values(card, options.partner_field)}
    folded = {fold(v) for v in offered}
    for card, slots in by_card(view.select(options.zones, options.cards)).items():
        values = [str(v) for v in view.values(card, options.field)]
        if not any(fold(v) in folded for v in values):
            has = ", ".join(values) or "none"
            needs = ", ".join(sorted(offered)) or "none"
            words = {"values": has, "offered": needs}
            yield Fault((card.name,), lines_of(slots), has, needs, one_zone(slots), words)
