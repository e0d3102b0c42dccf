"""`show`: a deck as a table, with its totals against the limits and the verdict."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fade_deck._version import __version__
from fade_deck.cli import _shared as shared
from fade_deck.config import load_config
from fade_deck.decklists import read_bytes, read_deck
from fade_deck.errors import InputError
from fade_deck.files import is_dir
from fade_deck.linter import Checker
from fade_deck.listing import Item, Listing, Section, make_listing
from fade_deck.models import Card
from fade_deck.renderers import counts, title, verdict, zones
from fade_deck.renderers.ansi import Style, flat, wrap
from fade_deck.text import plural

if TYPE_CHECKING:
    from rich.table import Table

_EXAMPLES = shared.examples(
    """
fade-deck show storm.txt
fade-deck show storm.txt --format json
cat deck.csv | fade-deck show - --ruleset fade
"""
)
app = shared.new_app()


@app.command(epilog=_EXAMPLES)
def show(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A deck file in any format, or `-`.")],
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
    from_: shared.FromOption = None,
    date: shared.DateOption = None,
    format: shared.FormatOption = "full",  # noqa: A002 - the name of the option
    color: shared.ColorOption = "auto",
) -> None:
    """Show a deck: sections, totals against limits, the verdict.

    A table on a terminal, plain lines in a pipe. The exit code is 0 whatever the verdict; `validate` is for that.
    """
    config = load_config()
    shown = shared.STDIN if path == "-" else path
    if is_dir(path):
        raise InputError("this is a folder; give a deck file", path=path)
    decklist = read_bytes(shared.read_stdin(), shown, from_) if path == "-" else read_deck(path, from_)
    checker = Checker(shared.load_db(cards, config), ruleset, config.ruleset, on=shared.parse_date(date))
    listing = make_listing(decklist, checker)
    if format == "json":
        shared.emit(shared.dumps(_data(listing, shown)))
    elif sys.stdout.isatty():
        shared.emit(_table(listing, color))
    else:
        shared.emit("".join(f"{line}\n" for line in _plain(listing, Style(shared.wants_color(color)))))


# --- the parts that both ways of showing have ------------------------------------------------------------------


def _head(listing: Listing) -> Iterator[str]:
    """The deck's name and ruleset, then its other headers."""
    yield f"{title(listing.report)} ({flat(listing.ruleset.id)})"
    for key, value in listing.deck.headers.items():
        if key not in ("Name", "Ruleset") and value:
            yield f"{flat(key)}: {flat(value)}"


def _total(listing: Listing, section: Section) -> str:
    """`Fighter Pool: 18/20 cards, level 96/100`."""
    told = dict(zones(listing.report)).get(flat(section.title)) if section.zone in listing.ruleset.zone_titles else None
    return f"{flat(section.title)}: {', '.join(text for text, _ in told or [(plural(section.size, 'card'), False)])}"


def _groups(section: Section) -> list[tuple[str, list[Item]]]:
    """The items by type, in the order in which the types appear; what is no card comes last."""
    groups: dict[str, list[Item]] = {}
    for item in sorted(section.items, key=lambda item: item.card is None):
        groups.setdefault(_types(item.card), []).append(item)
    return list(groups.items())


def _types(card: Card | None) -> str:
    return flat(" / ".join(card.types)) if card else "not a known card"


def _printing(item: Item) -> str:
    return flat(" ".join(filter(None, (item.set, item.number))))


def _foot(listing: Listing, style: Style) -> Iterator[str]:
    """Sections that must hold cards and hold none, then the verdict."""
    full = {flat(section.title) for section in listing.sections}
    for name, texts in zones(listing.report):
        if name not in full:
            yield f"{name}: {', '.join(text for text, _ in texts)}"
    report, found = listing.report, counts(listing.report)
    word = style.paint(verdict(report), "green" if report.legal else "red", "bold")
    yield f"{plural(listing.size, 'card')}, hash {listing.hash}: {word}" + (f": {found}" if found else "")


# --- a pipe ----------------------------------------------------------------------------------------------------


def _plain(listing: Listing, style: Style) -> Iterator[str]:
    yield from _head(listing)
    for section in listing.sections:
        yield ""
        yield style.paint(_total(listing, section), "bold")
        for group in _groups(section):
            yield f"  {_heading(group)}"
            for item in group[1]:
                printing = f" ({_printing(item)})" if _printing(item) else ""
                yield f"    {item.copies} {flat(item.name)}{printing}"
    yield ""
    yield from _foot(listing, style)


# --- a terminal ------------------------------------------------------------------------------------------------

_COLUMNS = ("", "card", "element", "rank", "level", "cost", "printing")
_RIGHT = ("", "level", "cost")
_HEADING = "\0"  # stands for a type's heading while the table is laid out: no name holds it


def _table(listing: Listing, color: shared.Color) -> str:
    from io import StringIO

    from rich.console import Console
    from rich.text import Text

    painted = shared.wants_color(color)
    out = StringIO()
    console = Console(file=out, width=shared.width(), force_terminal=painted, no_color=not painted, highlight=False)
    for line in _head(listing):
        console.print(Text(line))
    for section in listing.sections:
        console.print()
        console.print(Text(_total(listing, section), style="bold"))
        console.print(_section_table(section))
    style = Style(painted)
    headings = (_heading(group) for section in listing.sections for group in _groups(section))
    lines = [
        _headed(line, next(headings), style) if line.strip() == _HEADING else line.rstrip()
        for line in out.getvalue().split("\n")[:-1]
    ]
    foot = (wrap(line.split(), shared.width(), 4) for line in _foot(listing, style))
    return "\n".join([*lines, "", *foot]) + "\n"


def _heading(group: tuple[str, list[Item]]) -> str:
    return f"{group[0]} ({sum(item.copies for item in group[1])})"


def _headed(line: str, heading: str, style: Style) -> str:
    """A type's heading where the card's column begins; it may go on over the columns to the right."""
    start = line.index(_HEADING)
    made = wrap(heading.split(), max(1, shared.width() - start), 2).splitlines()
    return "\n".join(" " * start + style.paint(part, "bold", "cyan") for part in made)


def _section_table(section: Section) -> Table:
    """A row for each card under a row for each type; columns in which no card has anything are left out."""
    from rich.table import Table
    from rich.text import Text

    rows = {item: _row(item) for item in section.items}
    used = [i for i in range(len(_COLUMNS)) if i < 2 or any(row[i] for row in rows.values())]
    made = Table(box=None, pad_edge=False, header_style="dim")
    for i in used:
        made.add_column(_COLUMNS[i], overflow="fold", justify="right" if _COLUMNS[i] in _RIGHT else "left")
    for _, items in _groups(section):
        made.add_row("", _HEADING)
        for item in items:
            made.add_row(*(Text(rows[item][i]) for i in used))
    return made


def _row(item: Item) -> list[str]:
    fields: dict[str, Any] = item.card.fields if item.card else {}
    cost = " ".join(f"{value} {key.upper()}" for key, value in (fields.get("cost") or {}).items())
    level = fields.get("level")
    elements = ", ".join(fields.get("elements") or ())
    cells = [str(item.copies), item.name, elements, str(fields.get("rank") or "")]
    return [flat(cell) for cell in (*cells, "" if level is None else str(level), cost, _printing(item))]


# --- programs --------------------------------------------------------------------------------------------------


def _data(listing: Listing, path: str) -> dict[str, Any]:
    report = listing.report
    return {
        "schema": 1,
        "tool": f"fade-deck {__version__}",
        "path": path,
        "name": report.name,
        "player": report.player,
        "headers": listing.deck.headers,
        "ruleset": report.ruleset,
        "legal": report.legal,
        "errors": report.count("error"),
        "warnings": report.count("warning"),
        "advice": report.count("advice"),
        "cards": listing.size,
        "hash": listing.hash,
        "totals": [gauge._asdict() for gauge in listing.gauges],
        "sections": [_section_data(section) for section in listing.sections],
    }


def _section_data(section: Section) -> dict[str, Any]:
    cards = [
        {
            "count": item.copies,
            "name": item.name,
            "types": item.card.types if item.card else None,
            "set": item.set,
            "number": item.number,
        }
        for item in section.items
    ]
    return {"zone": section.zone, "section": section.title, "size": section.size, "cards": cards}
