"""A list of names with the most copies each may have, over all `zones` together: 0 is banned, 1 restricted.

An entry counts `from` a day `until` a day, both included, or always. Where two entries for one name are in force the
stricter one counts. Case, accents and punctuation of a name do not matter; aliases are not looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.checks import Fault, Settings, View, by_card, in_force, lines_of, one_zone
from fade_deck.text import fold


class Banned(Settings):
    """One name on the list; `since` and `until` are ISO dates and belong to the time."""

    name: str
    max: int = 0
    since: str | None = None
    until: str | None = None
    note: str = ""


class Options(Settings):
    """What the rule says in its TOML."""

    entries: Sequence[Banned]
    zones: Sequence[str] = ()


NESTED = {"entries": Banned}


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault for each card with more copies than its entry in force allows."""
    limits: dict[str, Banned] = {}
    for entry in options.entries:
        key = fold(entry.name)
        if in_force(entry.since, entry.until, view.on) and (key not in limits or entry.max < limits[key].max):
            limits[key] = entry
    for card, slots in by_card(view.slots(options.zones)).items():
        found = limits.get(fold(card.name))
        actual = sum(slot.copies for slot in slots)
        if found and actual > found.max:
            words = {"note": found.note}
            yield Fault((card.name,), lines_of(slots), actual, found.max, one_zone(slots), words)
