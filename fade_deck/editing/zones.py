"""The section in which a card belongs: the ruleset file says so, and its order decides between several."""

from __future__ import annotations

from fade_deck.errors import UsageError
from fade_deck.models import Card
from fade_deck.ruleset import Ruleset, Zone
from fade_deck.text import clean, did_you_mean, fold


def homes(card: Card, ruleset: Ruleset) -> list[Zone]:
    """The zones in which a card belongs, best first; `UsageError` where there is none."""
    found = ruleset.homes(card)
    if not found:
        known = ", ".join(f"`{zone.name}`" for zone in ruleset.zones)
        raise UsageError(
            f"{clean(card.name)} belongs in no section of {clean(ruleset.title)}",
            hint=f"name one with `--to`: {known}",
        )
    return found


def zone_called(text: str, ruleset: Ruleset) -> Zone:
    """The zone that somebody means: by its name, its id, or any heading that the ruleset knows."""
    key = fold(text)
    for zone in ruleset.zones:
        if key in (fold(zone.name), fold(zone.id)) or ruleset.headings.get(key) == zone.id:
            return zone
    known = {zone.name: None for zone in ruleset.zones}
    hint = did_you_mean(text, [*known, *(h for zone in ruleset.zones for h in zone.headings)])
    raise UsageError(
        f"{clean(ruleset.title)} has no section `{clean(text)}`", hint=hint or f"it has: {', '.join(known)}"
    )
