"""Which sets are allowed, each `from` a day `until` a day, both included, or always.

A card is allowed if any of its printings is in an allowed set, whichever printing the decklist names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.checks import Fault, Settings, View, by_card, in_force, lines_of, one_zone


class Allowed(Settings):
    """One set code; `since` and `until` are ISO dates and belong to the time."""

    set: str
    since: str | None = None
    until: str | None = None


class Options(Settings):
    """What the rule says in its TOML."""

    allowed: Sequence[Allowed]
    zones: Sequence[str] = ()


NESTED = {"allowed": Allowed}


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault for each card that no allowed set holds."""
    codes = dict.fromkeys(a.set for a in options.allowed if in_force(a.since, a.until, view.on))
    allowed = {code.casefold() for code in codes}
    for card, slots in by_card(view.slots(options.zones)).items():
        sets = list(dict.fromkeys(p.set for p in card.printings))
        if not any(code.casefold() in allowed for code in sets):
            has, needs = ", ".join(sets) or "none", ", ".join(codes) or "none"
            words = {"values": has, "offered": needs}
            yield Fault((card.name,), lines_of(slots), has, needs, one_zone(slots), words)
