"""The kinds of check, one file each: the file's name is the kind. None of them knows a game.

A module has `Options`, what a rule may say; `check(view, options)`, which yields a `Fault` for each thing that is
wrong; and optionally `gauge(options)`, the dial that verdict lines show for it, with `measure(view, options)`, what it
stands at. Its docstring is its manual page. The linter, not the check, adds rule name, severity and words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol, cast

from fade_deck.checks._view import Facts, Number, View
from fade_deck.models import Card, Change, Slot
from fade_deck.text import fold

__all__ = ["Facts", "Fault", "Number", "Settings", "View", "kind", "kinds"]


class Fault(NamedTuple):
    """What a check found: facts only. `values` are further words for the rule's message."""

    cards: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    actual: Number | str | None = None
    limit: Number | str | None = None
    zone: str | None = None
    values: dict[str, str] = {}  # noqa: RUF012 - never written to
    changes: tuple[Change, ...] = ()


class Settings:
    """What a rule says in its TOML: a subclass's annotations are the keys, its values their defaults.

    Plain, for every run makes some from the cache. `schema` builds the pydantic model that checks them before that.
    """

    def __init__(self, **given: Any) -> None:
        self.__dict__.update(given)

    def refuse(self) -> None:
        """Raise ValueError for keys that do not go together."""


class Kind(Protocol):
    """What a check module offers."""

    Options: type[Settings]

    def check(self, view: View, options: Any) -> Iterator[Fault]:
        """Yield what is wrong."""
        ...


@cache
def kind(name: str) -> Kind:
    """The module of a kind of check."""
    return cast(Kind, import_module(f"fade_deck.checks.{name.replace('-', '_')}"))


def kinds() -> list[str]:
    """The names of all kinds, from the files that are here."""
    found = (p.stem for p in Path(__file__).parent.glob("*.py"))
    return sorted(name.replace("_", "-") for name in found if not name.startswith("_"))


def build_options(name: str, data: dict[str, Any]) -> Any:
    """Options from plain data that has been validated before."""
    module = kind(name)
    nested: dict[str, type[Any]] = getattr(module, "NESTED", {})
    plain = {k: [nested[k](**item) for item in v] if k in nested else v for k, v in data.items()}
    return module.Options(**plain)


def lines_of(slots: Iterable[Slot]) -> tuple[int, ...]:
    """All lines of some slots, in order, once each."""
    return tuple(sorted({line for slot in slots for line in slot.lines}))


def names_of(slots: Iterable[Slot]) -> tuple[str, ...]:
    """The names of some slots, in order, once each."""
    return tuple(dict.fromkeys(slot.name for slot in slots))


def by_card(slots: Iterable[Slot]) -> dict[Card, list[Slot]]:
    """Slots of known cards, together by card."""
    groups: dict[Card, list[Slot]] = {}
    for slot in slots:
        if slot.card is not None:
            groups.setdefault(slot.card, []).append(slot)
    return groups


def one_zone(slots: Iterable[Slot]) -> str | None:
    """The zone that some slots share, None where they lie in several."""
    zones = {slot.zone for slot in slots}
    return zones.pop() if len(zones) == 1 else None


def bounds_fault(
    actual: Number, low: Number | None, high: Number | None, exactly: Number | None = None
) -> Number | None:
    """The bound that a number breaks, or None. The one place that compares with bounds."""
    if exactly is not None:
        return exactly if actual != exactly else None
    if low is not None and actual < low:
        return low
    return high if high is not None and actual > high else None


def bounds_problem(low: Number | None, high: Number | None, exactly: Number | None = None) -> None:
    """Refuse bounds that bind nothing, bind twice, or leave no room. For the `refuse` of options."""
    if exactly is not None:
        if low is not None or high is not None:
            raise ValueError("`exactly` goes without `min` and `max`")
    elif low is None and high is None:
        raise ValueError("no bound is given")
    elif low is not None and high is not None and low > high:
        raise ValueError("`min` is more than `max`")


def plain(number: Number) -> Number:
    """A number without the noise of binary fractions: 3 times 0.1 is 0.3, and a whole one is whole."""
    rounded = round(number, 9)
    return int(rounded) if rounded == int(rounded) else rounded


def recounted(slots: list[Slot], copies: int, source: list[str]) -> tuple[Change, ...]:
    """The change to so many copies, where it is certain: one line is to blame, and its count stands there once."""
    lines = lines_of(slots)
    if len(slots) != 1 or len(lines) != 1 or not 0 < lines[0] <= len(source):
        return ()
    if copies == 0:
        return (Change(lines[0], None),)
    text = source[lines[0] - 1].replace(slots[0].read.name, slots[0].name)
    changed, found = re.subn(rf"(?<!\d){slots[0].copies}(?!\d)", str(copies), text)
    return (Change(lines[0], changed),) if found == 1 else ()


def in_force(start: date | str | None, end: date | str | None, on: date) -> bool:
    """Whether a dated entry counts on a day; both ends belong to it."""
    text = on.isoformat()
    return (start is None or str(start) <= text) and (end is None or text <= str(end))


def same(a: object, b: object) -> bool:
    """Whether two field values are the same for a rule that compares names or styles."""
    return fold(a) == fold(b) if isinstance(a, str) and isinstance(b, str) else a == b
