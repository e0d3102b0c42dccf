"""What a deck is made of, section by section: types, elements, ranks, rarities, costs, levels, keywords.

Counted are copies. A card that has two of something (two elements, three keywords) counts under each, so that the
copies of one measure may add up to more than the section has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from fade_deck.listing import Item, Listing, Section
from fade_deck.ruleset import Ruleset
from fade_deck.text import fold, plural

Value = str | int | float | None
NONE = "none"
"""What stands for cards without the thing that is counted."""

# Field of the query language, the word above its chart, and whether it is a number, whose rows then form a curve.
_MEASURES = (
    ("type", "Types", False),
    ("element", "Elements", False),
    ("rank", "Ranks", False),
    ("rarity", "Rarities", False),
    ("tp", "Cost in TP", True),
    ("cs", "Cost in CS", True),
    ("level", "Levels", True),
    ("style", "Styles", False),
    ("archetype", "Archetypes", False),
    ("keyword", "Keywords", False),
)
_WIDEST_CURVE = 20


class Row(NamedTuple):
    """One value: how many copies have it, and how many different cards. None as value: those that have none."""

    value: Value
    copies: int
    different: int

    @property
    def label(self) -> str:
        """The value as a word."""
        return NONE if self.value is None else f"{self.value:g}" if isinstance(self.value, float) else str(self.value)


class Measure(NamedTuple):
    """One table: the field, its title, its rows in the order of the ruleset, of numbers, or of how frequent they are.

    `total` and `mean` are those of a number, over the copies that have one.
    """

    field: str
    title: str
    rows: list[Row]
    numeric: bool = False
    total: int | float = 0
    mean: float = 0

    @property
    def remark(self) -> str:
        """`96 in all, 5.3 on average` for numbers, nothing for words."""
        return f"{self.total} in all, {self.mean:.1f} on average" if self.numeric else ""


class Part(NamedTuple):
    """A section: its size, how many different cards, how many copies are no known card, and its tables."""

    zone: str | None
    title: str
    copies: int
    different: int
    unknown: int
    measures: list[Measure]

    @property
    def summary(self) -> str:
        """`40 cards, 12 different`, and how many of them nothing is known about."""
        unknown = f"; {plural(self.unknown, 'card')} unknown and in no table" if self.unknown else ""
        return f"{plural(self.copies, 'card')}, {self.different} different{unknown}"


@dataclass(frozen=True)
class Stats:
    """The numbers of one deck, with what is needed to say whose they are."""

    listing: Listing
    parts: list[Part]

    @property
    def name(self) -> str:
        """What to call the deck: its name, else its path."""
        return self.listing.deck.name or self.listing.deck.path


def measure(listing: Listing) -> Stats:
    """Count a deck."""
    return Stats(listing, [_part(section, listing.ruleset) for section in listing.sections])


def _part(section: Section, ruleset: Ruleset) -> Part:
    known = [item for item in section.items if item.card]
    made = (_measure(known, ruleset, *about) for about in _MEASURES)
    different = len({item.name for item in section.items})
    unknown = section.size - sum(item.copies for item in known)
    return Part(section.zone, section.title, section.size, different, unknown, [m for m in made if m])


def _measure(items: list[Item], ruleset: Ruleset, field: str, title: str, numeric: bool) -> Measure | None:
    """One table, or None where no card has such a thing."""
    copies: dict[Value, int] = {}
    names: dict[Value, set[str]] = {}
    spelt = {fold(word): word for word in _vocabulary(ruleset, field)}
    for item in items:
        for value in _values(item, ruleset, field) or [None]:
            key = spelt.get(fold(value), value) if isinstance(value, str) else value
            copies[key] = copies.get(key, 0) + item.copies
            names.setdefault(key, set()).add(item.name)
    if not copies.keys() - {None}:
        return None
    ordered = _curve(copies) if numeric else _ordered(copies, list(spelt.values()) if field != "keyword" else [])
    rows = [Row(value, copies.get(value, 0), len(names.get(value, ()))) for value in ordered]
    numbers = [(v, n) for v, n in copies.items() if isinstance(v, int | float)]
    if not numeric:
        return Measure(field, title, rows)
    total = sum(v * n for v, n in numbers)
    return Measure(field, title, rows, True, total, total / sum(n for _, n in numbers))


def _values(item: Item, ruleset: Ruleset, field: str) -> list[Any]:
    """What an item has of a field; its rarity is that of the printing that is played."""
    if item.card is None:
        return []
    if field == "rarity":
        return [item.printing.rarity] if item.printing and item.printing.rarity else []
    return list(dict.fromkeys(ruleset.values(item.card, field)))


def _vocabulary(ruleset: Ruleset, field: str) -> tuple[str, ...]:
    words = ruleset.vocabulary
    listed = {"type": words.types, "element": words.elements, "rank": words.ranks, "rarity": words.rarities}
    return listed.get(field, words.keywords if field == "keyword" else ())


def _ordered(copies: dict[Value, int], words: list[str]) -> list[Value]:
    """Words in the order of the ruleset; those that it does not order by how frequent they are; none at the end."""
    place = {word: i for i, word in enumerate(words)}

    def key(value: Value) -> tuple[bool, int, int, str]:
        return value is None, place.get(str(value), len(place)), -copies[value], str(value)

    return sorted(copies, key=key)


def _curve(copies: dict[Value, int]) -> list[Value]:
    """Numbers in order, with the empty ones between them, for a gap in a curve says something too."""
    numbers = sorted(value for value in copies if isinstance(value, int | float))
    low, high = numbers[0], numbers[-1]
    if isinstance(low, int) and isinstance(high, int) and high - low <= _WIDEST_CURVE:
        numbers = sorted({*numbers, *range(low, high)})
    return [*numbers, None] if None in copies else [*numbers]


# --- for programs ----------------------------------------------------------------------------------------------


def as_data(stats: Stats) -> dict[str, Any]:
    """The numbers as plain values, for JSON."""
    return {
        "cards": stats.listing.size,
        "hash": stats.listing.hash,
        "legal": stats.listing.report.legal,
        "sections": [_part_data(part) for part in stats.parts],
    }


def _part_data(part: Part) -> dict[str, Any]:
    return {
        "zone": part.zone,
        "title": part.title,
        "cards": part.copies,
        "different": part.different,
        "unknown": part.unknown,
        "measures": [_measure_data(measure) for measure in part.measures],
    }


def _measure_data(measure: Measure) -> dict[str, Any]:
    numbers = {"total": measure.total, "mean": round(measure.mean, 4)} if measure.numeric else {}
    return {
        "field": measure.field,
        "title": measure.title,
        **numbers,
        "rows": [{"value": row.value, "cards": row.copies, "different": row.different} for row in measure.rows],
    }


def as_rows(stats: Stats) -> Iterator[list[str]]:
    """Section, measure, value, cards, different cards: a line each, for a pipe."""
    for part in stats.parts:
        for found in part.measures:
            for row in found.rows:
                yield [part.title, found.field, row.label, str(row.copies), str(row.different)]


# --- pages -----------------------------------------------------------------------------------------------------


def as_markdown(stats: Stats) -> str:
    """Headings and tables in GitHub's Markdown."""
    from fade_deck.renderers.markdown import escaped, table

    blocks = [f"## {escaped(stats.name)}", " · ".join(f"{label}: {escaped(text)}" for label, text in _facts(stats))]
    for part in stats.parts:
        blocks += [f"### {escaped(part.title)}", escaped(part.summary)]
        for found in part.measures:
            rows = [[escaped(row.label), str(row.copies), str(row.different)] for row in found.rows]
            blocks.append(table([found.title, "Cards", "Different"], rows))
            blocks += [found.remark] if found.remark else []
    return "\n\n".join(blocks) + "\n"


def as_html(stats: Stats) -> str:
    """One page that needs nothing else: a chart for each measure, drawn as SVG in the page itself."""
    from fade_deck import charts

    body = [charts.heading(stats.name, _facts(stats))]
    body += [f"<p>{charts.escaped('This deck has no cards.')}</p>"] if not stats.parts else []
    for part in stats.parts:
        drawn = (_chart(found) for found in part.measures)
        body.append(charts.section(part.title, part.summary, drawn))
    return charts.page(f"{stats.name}: what it is made of", body)


def _chart(found: Measure) -> str:
    from fade_deck import charts

    draw = charts.columns if found.numeric else charts.bars
    return draw(found.title, found.remark, [(row.label, row.copies) for row in found.rows])


def _facts(stats: Stats) -> list[tuple[str, str]]:
    """What stands below a deck's name."""
    from fade_deck.renderers import counts, verdict, zones

    listing = stats.listing
    report = listing.report
    found = f"{verdict(report)}: {counts(report)}" if counts(report) else verdict(report)
    gauges = [f"{zone} {', '.join(text for text, _ in texts)}" for zone, texts in zones(report)]
    facts = [("Player", report.player or ""), ("Ruleset", listing.ruleset.title), ("Verdict", found)]
    facts += [("Totals", "; ".join(gauges)), ("Hash", listing.hash)]
    return [(label, text) for label, text in facts if text]
