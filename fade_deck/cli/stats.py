"""`stats`: what a deck is made of."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import zip_longest
from typing import Annotated, Literal

import typer

from fade_deck import stats as counting
from fade_deck.cli import _decks
from fade_deck.cli import _measuring as measuring
from fade_deck.cli import _shared as shared
from fade_deck.renderers.ansi import Style, cells, flat

_EXAMPLES = shared.examples(
    """
fade-deck stats deck.txt
fade-deck stats deck.txt --format html --output deck.html
fade-deck stats deck.txt --format json
cat deck.txt | fade-deck stats - --ruleset faroe
"""
)
_BLOCK = 46
_GAP = 4
_LABEL = 22
app = shared.new_app()


@app.command(epilog=_EXAMPLES)
def stats(
    path: Annotated[str, typer.Argument(metavar="PATH", help="A deck file, or `-`.")],
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
    from_: shared.FromOption = None,
    format: Annotated[  # noqa: A002 - the name of the option
        Literal["table", "json", "markdown", "html"],
        typer.Option("--format", "-f", help="`table` has bars on a terminal and tab-separated values in a pipe."),
    ] = "table",
    output: shared.OutputOption = None,
    color: shared.ColorOption = "auto",
) -> None:
    """Count a deck by type, element, rank, cost, level, keyword.

    Each section on its own, in copies. A card with two elements counts under both. The HTML is one page with charts
    that needs nothing else.
    """
    checker = measuring.make_checker(ruleset, cards)
    listing = measuring.open_deck(path, from_, checker)
    shared.keep_inputs(output, [path, *checker.inputs()])
    found = counting.measure(listing)
    if format == "json":
        data = {**measuring.head(listing), **counting.as_data(found)}
        text = shared.dumps(data)
    elif format == "markdown":
        text = counting.as_markdown(found)
    elif format == "html":
        text = counting.as_html(found).encode("ascii", "xmlcharrefreplace").decode()  # whatever a pipe's encoding is
    elif output is None and sys.stdout.isatty():
        text = _terminal(found, Style(shared.wants_color(color), shared.width()))
    else:
        rows = [["section", "measure", "value", "cards", "different"], *counting.as_rows(found)]
        text = "".join("\t".join(map(flat, row)) + "\n" for row in rows)
    if output is None or output == "-":
        shared.emit(text)
    else:
        _decks.save_file(output, text.encode("utf-8", "replace"))


def _terminal(found: counting.Stats, style: Style) -> str:
    """Blocks of bars, as many side by side as the terminal has room for."""
    lines = [style.paint(flat(found.name), "bold")]
    beside = max(1, (style.width + _GAP) // (_BLOCK + _GAP))
    for part in found.parts:
        lines += ["", f"{style.paint(flat(part.title), 'bold')}: {part.summary}"]
        blocks = [list(_block(measure, style)) for measure in part.measures]
        for at in range(0, len(blocks), beside):
            lines.append("")
            lines += _side_by_side(blocks[at : at + beside])
    if not found.parts:
        lines.append("no cards")
    return "\n".join(lines) + "\n"


def _block(measure: counting.Measure, style: Style) -> Iterator[str]:
    remark = f"  {measure.remark}" if measure.remark else ""
    yield style.paint(measure.title, "bold") + remark
    labels = [_cut(flat(row.label)) for row in measure.rows]
    most = max(row.copies for row in measure.rows)
    left, digits = max(map(cells, labels)), len(str(most))
    room = max(5, min(_BLOCK, style.width) - left - digits - 4)
    full, half = ("█", "▌") if "utf" in (sys.stdout.encoding or "").lower() else ("#", "")
    for row, label in zip(measure.rows, labels, strict=True):
        halves = max(1, round(row.copies / most * room * 2)) if row.copies else 0
        bar = full * (halves // 2) + (half if halves % 2 else "")
        pad = " " * (left - cells(label))
        lead = f"{pad}{label}" if measure.numeric else f"{label}{pad}"
        yield f"  {lead} {row.copies:>{digits}} {style.paint(bar, 'cyan')}".rstrip()


def _cut(label: str) -> str:
    """A label that fits; the whole of it is in every other format."""
    if cells(label) <= _LABEL:
        return label
    while cells(label) >= _LABEL:
        label = label[:-1]
    return label + "…"


def _side_by_side(blocks: list[list[str]]) -> Iterator[str]:
    for row in zip_longest(*blocks, fillvalue=""):
        yield "".join(text + " " * (_BLOCK + _GAP - cells(text)) for text in row).rstrip()
