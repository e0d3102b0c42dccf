"""Copies of one name, over zones `together` or in each by itself.

A card's own printed limit replaces `max` unless `own_limit = false`. `other` gives cards that fit a query another
limit: the first entry that fits is taken. `present` narrows the rule to cards that also stand in one of those zones,
whose copies elsewhere then count with them. Reprints are one card; unknown names are not counted, for their own
limit cannot be known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fade_deck.checks import Fault, Settings, View, by_card, lines_of, one_zone, recounted
from fade_deck.models import Card


class Other(Settings):
    """Another limit for cards that fit a query."""

    where: str
    max: int


class Options(Settings):
    """What the rule says in its TOML."""

    max: int
    zones: Sequence[str] = ()
    where: str | None = None
    together: bool = True
    own_limit: bool = True
    other: Sequence[Other] = ()
    present: Sequence[str] = ()


NESTED = {"other": Other}


def _limit(view: View, options: Options, card: Card) -> int | None:
    own = card.copy_limit
    if options.own_limit and own is not None:
        return None if own == "any" else own
    return next((o.max for o in options.other if view.facts.fits(card, o.where)), options.max)


def check(view: View, options: Options) -> Iterator[Fault]:
    """Yield one fault for each card with too many copies, with all its lines."""
    groups = [options.zones] if options.together else [[zone] for zone in options.zones or view.zone_ids]
    for zones in groups:
        if not _may_exceed(view, options, zones):
            continue
        for card, slots in by_card(view.select(zones, options.where)).items():
            actual = sum(slot.copies for slot in slots)
            if options.present and not any(slot.zone in options.present for slot in slots):
                continue
            limit = _limit(view, options, card)
            if limit is not None and actual > limit:
                changes = recounted(slots, limit, view.source)
                yield Fault((card.name,), lines_of(slots), actual, limit, one_zone(slots), changes=changes)


def _may_exceed(view: View, options: Options, zones: Sequence[str]) -> bool:
    """Whether a closer look is worth it: some card has more copies than the least limit, or prints its own."""
    if options.where is not None:
        return view.holds(zones, options.where)
    least = min(options.max, *(o.max for o in options.other)) if options.other else options.max
    most = max(view.copies(zones).values(), default=0)
    return most > least or (options.own_limit and view.holds(zones, "has:limit"))
