"""What a check sees of a deck, and what is remembered about cards from one deck to the next.

Most rules find nothing in most decks, and should cost next to nothing there. So each query of a ruleset has a bit, and
each card, once seen, a mask of the queries that it fits: whether a zone holds any such card is then one `&`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeVar

from fade_deck.models import Card, Slot

Predicate = Callable[[Card], bool]
Number = int | float
T = TypeVar("T")


class Facts:
    """What a ruleset's queries and fields say about cards. Hold one for many decks."""

    def __init__(self, query: Callable[[str], Predicate], values: Callable[[Card, str], list[Any]]) -> None:
        self.query = query
        self.values = values
        self.masks = _Masks(self)
        self.bits: dict[str, int] = {}
        self._kept: dict[object, _ByCard[Any]] = {}

    def bit(self, query: str) -> int:
        """The bit of a query. A new one makes the masks of all cards stale."""
        bit = self.bits.get(query)
        if bit is None:
            bit = self.bits[query] = 1 << len(self.bits)
            self.query(query)  # says what is wrong with it here, not at the first card
            self.masks.clear()
        return bit

    def fits(self, card: Card, query: str) -> bool:
        """Whether a card fits a query."""
        return self.query(query)(card)

    def by_card(self, key: object, make: Callable[[Card], T]) -> dict[Card, T]:
        """What `make` says of each card, worked out when first asked for and remembered under a key."""
        if key not in self._kept:
            self._kept[key] = _ByCard(make)
        return self._kept[key]

    def numbers(self, field: str) -> dict[Card, Number]:
        """The number of a field by card; 0 where a card has none."""
        return self.by_card(("number", field), lambda card: next(iter(self._all_numbers(card, field)), 0))

    def spans(self, field: str) -> dict[Card, tuple[Number, ...]]:
        """The least and the largest number of a field by card, nothing where a card has none."""

        def span(card: Card) -> tuple[Number, ...]:
            found = self._all_numbers(card, field)
            return (min(found), max(found)) if found else ()

        return self.by_card(("span", field), span)

    def _all_numbers(self, card: Card, field: str) -> list[Number]:
        return [value for value in self.values(card, field) if isinstance(value, int | float)]


class _Masks(dict[Card | None, int]):
    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    def __missing__(self, card: Card | None) -> int:
        mask = 0
        if card is not None:
            for text, bit in self.facts.bits.items():
                if self.facts.query(text)(card):
                    mask |= bit
        self[card] = mask
        return mask


class _ByCard(dict[Card, T]):
    def __init__(self, make: Callable[[Card], T]) -> None:
        self.make = make

    def __missing__(self, card: Card) -> T:
        self[card] = made = self.make(card)
        return made


class View:
    """What a check sees of a deck: slots by zone, compiled queries, field values, the date that counts."""

    def __init__(
        self,
        zones: Iterable[str],
        slots: Iterable[Slot],
        facts: Facts,
        on: date,
        headings: dict[str, list[int]] | None = None,
        source: list[str] | None = None,
    ) -> None:
        self.zones: dict[str | None, list[Slot]] = {zone: [] for zone in zones}
        self.sizes: dict[str | None, int] = dict.fromkeys(self.zones, 0)
        self.facts = facts
        self.on = on
        self.headings = headings or {}
        self.source = source or []
        self._held: dict[str | None, int] = dict.fromkeys(self.zones, 0)
        self._known = 1 << len(facts.bits)  # bits of queries that are newer than this view are not in `_held`
        self._joined: dict[tuple[str, ...], list[Slot]] = {}
        self._copies: dict[tuple[str, ...], dict[Card, int]] = {}
        masks = facts.masks
        for zone, inside in groupby(slots, itemgetter(0)):
            if zone in self._held:
                mine = list(inside)
                self.zones[zone] += mine
                self.sizes[zone] += sum([slot[2] for slot in mine])
                mask = self._held[zone]
                for slot in mine:
                    mask |= masks[slot[1]]
                self._held[zone] = mask

    @property
    def zone_ids(self) -> list[str]:
        """The zones of the ruleset, in its order."""
        return [zone for zone in self.zones if zone is not None]

    def size(self, zones: Sequence[str]) -> int:
        """How many cards some zones hold, or all for an empty list, unknown cards included."""
        if len(zones) == 1:
            return self.sizes[zones[0]]
        return sum(self.sizes[zone] for zone in zones or self.sizes)

    def slots(self, zones: Sequence[str]) -> list[Slot]:
        """The slots of some zones, or of all for an empty list, unknown cards included."""
        if len(zones) == 1:
            return self.zones.get(zones[0], [])
        key = tuple(zones)
        joined = self._joined.get(key)
        if joined is None:
            joined = self._joined[key] = [s for zone in zones or self.zones for s in self.zones.get(zone, ())]
        return joined

    def holds(self, zones: Sequence[str], where: str) -> bool:
        """Whether some card of these zones may fit a query: False is certain, and cheap."""
        bit = self.facts.bit(where)
        if bit >= self._known:
            return True
        for zone in zones or self._held:  # noqa: SIM110 - twice as fast as `any`, and asked by every rule of every deck
            if self._held[zone] & bit:
                return True
        return False

    def select(self, zones: Sequence[str], where: str | None) -> list[Slot]:
        """The slots whose card fits a query. An unknown card fits none; without a query it counts."""
        if where is None:
            return self.slots(zones)
        if not self.holds(zones, where):
            return []
        bit, masks = self.facts.bits[where], self.facts.masks
        if bit >= self._known:  # the first deck of a run: no use to make masks that the next new query empties
            fits = self.facts.query(where)
            return [slot for slot in self.slots(zones) if slot.card is not None and fits(slot.card)]
        return [slot for slot in self.slots(zones) if masks[slot[1]] & bit]

    def copies(self, zones: Sequence[str]) -> dict[Card, int]:
        """The copies of each known card over some zones together."""
        key = tuple(zones)
        found = self._copies.get(key)
        if found is None:
            found = self._copies[key] = {}
            for slot in self.slots(zones):
                card = slot[1]
                if card is not None:
                    found[card] = found.get(card, 0) + slot[2]
        return found

    def values(self, card: Card, field: str) -> list[Any]:
        """All values of a card's field."""
        return self.facts.values(card, field)

    def number(self, card: Card, field: str) -> Number:
        """The value of a numeric field, 0 where the card has none."""
        return self.facts.numbers(field)[card]
