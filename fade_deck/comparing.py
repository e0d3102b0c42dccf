"""How two decks differ: cards in, out, moved between sections, and counts that changed.

Compared are sections, cards and copies, as the deck's hash does: order, format, printings, headers, comments, and how a
name was spelt do not matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from fade_deck.listing import Listing
from fade_deck.text import fold, plural

Kind = Literal["in", "out", "moved", "changed"]
KINDS: tuple[Kind, ...] = ("out", "in", "changed", "moved")
"""The order in which changes are told: what to take out of the box first."""


class Difference(NamedTuple):
    """One change of one card. `before` and `after` are its copies in the section, moves already made.

    Of a move `copies` went from `section` to `to`, and `before` and `after` say nothing.
    """

    kind: Kind
    card: str
    copies: int
    section: str
    to: str | None = None
    before: int = 0
    after: int = 0


@dataclass(eq=False, repr=False)
class Comparison:
    """Two decks side by side."""

    old: Listing
    new: Listing

    @cached_property
    def differences(self) -> list[Difference]:
        """All that changed, by kind, section and name."""
        order = {title: i for i, title in enumerate(self._titles.values())}
        found = [difference for key in self._names for difference in self._of_card(key)]
        return sorted(found, key=lambda d: (KINDS.index(d.kind), order[d.section], d.card))

    @property
    def same(self) -> bool:
        """Whether both are the same deck."""
        return not self.differences

    @property
    def sizes(self) -> list[tuple[str, int, int]]:
        """Each section's title with its cards before and after."""
        old, new = (_sizes(counts) for counts in (self._old, self._new))
        return [(title, old.get(zone, 0), new.get(zone, 0)) for zone, title in self._titles.items()]

    @cached_property
    def _titles(self) -> dict[str | None, str]:
        """The sections of both; the new deck's words for them, then the old one's."""
        listed = [s for listing in (self.old, self.new) for s in listing.sections]
        words = {section.zone: section.title for section in listed}
        first = dict.fromkeys((*self.new.ruleset.zone_titles, *self.old.ruleset.zone_titles, *words))
        return {zone: words[zone] for zone in first if zone in words}

    @cached_property
    def _old(self) -> dict[str, dict[str | None, int]]:
        return self._counts(self.old)

    @cached_property
    def _new(self) -> dict[str, dict[str | None, int]]:
        return self._counts(self.new)

    def _counts(self, listing: Listing) -> dict[str, dict[str | None, int]]:
        """Key of a card -> section -> copies."""
        counts: dict[str, dict[str | None, int]] = {}
        for section in listing.sections:
            for item in section.items:
                zones = counts.setdefault(self._key(item.name, item.card is not None), {})
                zones[section.zone] = zones.get(section.zone, 0) + item.copies
        return counts

    def _key(self, name: str, known: bool) -> str:
        """What two spellings of one card share. Two games may know one name each as a card of their own."""
        one_game = self.old.ruleset.game == self.new.ruleset.game
        return f"card {name}" if known and one_game else f"name {fold(name)}"

    @cached_property
    def _names(self) -> dict[str, str]:
        """Key of a card -> its name, as the new deck has it where it does."""
        return {
            self._key(item.name, item.card is not None): item.name
            for listing in (self.old, self.new)
            for section in listing.sections
            for item in section.items
        }

    def _of_card(self, key: str) -> Iterator[Difference]:
        old, new = dict(self._old.get(key, {})), self._new.get(key, {})
        card = self._names[key]
        zones = [zone for zone in self._titles if zone in old or zone in new]
        for start, end, copies in _moves(zones, old, new):
            old[start] -= copies
            old[end] = old.get(end, 0) + copies
            yield Difference("moved", card, copies, self._titles[start], self._titles[end])
        for zone in zones:
            before, after = old.get(zone, 0), new.get(zone, 0)
            if before != after:
                had = self._old.get(key, {}).get(zone, 0)
                partly = had != before  # some of them moved, and are told of already
                kind: Kind = "changed" if before and after and not partly else "in" if after > before else "out"
                yield Difference(kind, card, abs(after - before), self._titles[zone], None, had, after)


def _sizes(counts: dict[str, dict[str | None, int]]) -> dict[str | None, int]:
    sizes: dict[str | None, int] = {}
    for zones in counts.values():
        for zone, copies in zones.items():
            sizes[zone] = sizes.get(zone, 0) + copies
    return sizes


def _moves(
    zones: list[str | None], old: dict[str | None, int], new: dict[str | None, int]
) -> Iterator[tuple[str | None, str | None, int]]:
    """Copies that left one section and came to another, both taken in the order of the ruleset."""
    change = {zone: new.get(zone, 0) - old.get(zone, 0) for zone in zones}
    for start in zones:
        for end in zones:
            copies = min(-change[start], change[end])
            if copies > 0:
                change[start] += copies
                change[end] -= copies
                yield start, end, copies


def told(difference: Difference) -> str:
    """A change in words: `4 -> 3 Forked Palm (Deck)`."""
    if difference.kind == "moved":
        return f"{difference.copies} {difference.card} ({difference.section} -> {difference.to})"
    count = f"{difference.before} -> {difference.after}" if difference.kind == "changed" else f"{difference.copies}"
    return f"{count} {difference.card} ({difference.section})"


def summary(comparison: Comparison) -> str:
    """`2 cards out, 3 in; Deck 40 -> 41`, or that nothing changed."""
    if comparison.same:
        return "the same deck"
    copies = dict.fromkeys(KINDS, 0)
    for found in comparison.differences:
        if found.kind == "changed":
            copies["in" if found.after > found.before else "out"] += found.copies
        else:
            copies[found.kind] += found.copies
    parts = [f"{plural(copies[kind], 'card')} {kind}" for kind in KINDS if copies[kind]]
    sizes = [f"{title} {old} -> {new}" for title, old, new in comparison.sizes if old != new]
    return "; ".join([", ".join(parts), *sizes])
