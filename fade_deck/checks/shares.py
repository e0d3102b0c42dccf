"""Every card that fits `cards` shares a value of `field` with `partner_field` of some card that fits `partners`.

One value in common is enough. A card that has no value at all shares none. Partners lie in `partner_zones`, or in
`zones` where those are not given; a card that fits both queries is a partner of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.checks import Fault, Settings, View, by_card, lines_of, one_zone
from fade_deck.text import fold


class Options(Settings):
    """What the rule says in its TOML."""

    cards: str
    field: str
    partners: str
    partner_field: str
    zones: Sequence[str] = ()
    partner_zones: Sequence[str] = ()


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
