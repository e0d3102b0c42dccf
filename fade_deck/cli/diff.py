"""`diff`: how two decks differ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import typer

from fade_deck._version import __version__
from fade_deck.cli import _measuring as measuring
from fade_deck.cli import _shared as shared
from fade_deck.comparing import KINDS, Comparison, Difference, summary, told
from fade_deck.errors import UsageError
from fade_deck.linter import Checker
from fade_deck.listing import Listing, make_listing
from fade_deck.models import Decklist
from fade_deck.renderers import verdict
from fade_deck.renderers.ansi import Style, flat

_EXAMPLES = shared.examples(
    """
fade-deck diff old.txt new.txt
fade-deck diff registered.csv found.txt --ruleset fade
fade-deck diff old.txt new.txt --format markdown
"""
)
_SIGNS = {"in": ("+", "green"), "out": ("-", "red"), "changed": ("~", "yellow"), "moved": (">", "blue")}
_TITLES = {"in": "In", "out": "Out", "changed": "Changed", "moved": "Moved"}
app = shared.new_app()


@app.command(epilog=_EXAMPLES)
def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A deck file, or `-`.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="Another one, of any format.")],
    ruleset: shared.RulesetOption = None,
    cards: shared.CardsOption = None,
    from_: shared.FromOption = None,
    format: Annotated[  # noqa: A002 - the name of the option
        Literal["text", "markdown", "json"], typer.Option("--format", "-f", help="How to show it.")
    ] = "text",
    color: shared.ColorOption = "auto",
) -> None:
    """Show how two decks differ: cards in, out and moved.

    Compared are sections, cards and copies. Order, file format, spelling, printings and headers do not matter. A deck
    that names no ruleset is read by that of the other. The exit code is 0 if both are the same deck, 1 if they differ.
    """
    if old == new == "-":
        raise UsageError("only one of the two decks can come from standard input")
    checker = measuring.make_checker(ruleset, cards)
    lists = [measuring.read(path, from_) for path in (old, new)]
    found = Comparison(*_listings(lists, checker))
    for listing in (found.old, found.new):
        measuring.warn(listing)
    if format == "json":
        shared.emit(shared.dumps(_data(found)))
    else:
        shared.emit(_markdown(found) if format == "markdown" else _text(found, Style(shared.wants_color(color))))
    raise typer.Exit(int(not found.same))


def _listings(lists: list[Decklist], checker: Checker) -> list[Listing]:
    """Both decks, each by its own ruleset, else by the other's, else by the configured one."""
    configured, checker.fallback = checker.fallback, None
    checker.fallback = next(filter(None, map(checker.named, lists)), configured)
    return [make_listing(decklist, checker) for decklist in lists]


def _ends(found: Comparison) -> str:
    """What the change did to legality, and to the ruleset if that changed too."""
    old, new = (flat(listing.ruleset.id) for listing in (found.old, found.new))
    before, after = verdict(found.old.report), verdict(found.new.report)
    rules = "" if old == new else f"ruleset {old} -> {new}; "
    return f"{rules}{before} -> {after}" if before != after else f"{rules}{after}"


def _text(found: Comparison, style: Style) -> str:
    ending = shared.wrapped(f"{summary(found)}; {_ends(found)}")
    return "\n".join([*(_line(d, style) for d in found.differences), ending]) + "\n"


def _line(difference: Difference, style: Style) -> str:
    sign, tint = _SIGNS[difference.kind]
    lines = shared.wrapped(f"{sign} {flat(told(difference))}").splitlines()
    return "\n".join(style.paint(line, tint) for line in lines)


def _markdown(found: Comparison) -> str:
    from fade_deck.renderers.markdown import escaped, table

    old, new = (listing.deck.name or listing.deck.path for listing in (found.old, found.new))
    blocks = [f"## {escaped(old)} -> {escaped(new)}", escaped(f"{summary(found)}; {_ends(found)}")]
    for kind in KINDS:
        rows = [list(_cells(d)) for d in found.differences if d.kind == kind]
        if rows:
            escaped_rows = [[escaped(cell) for cell in row] for row in rows]
            blocks.append(f"### {_TITLES[kind]}\n\n{table(['Cards', 'Name', 'Section'], escaped_rows)}")
    return "\n\n".join(blocks) + "\n"


def _cells(difference: Difference) -> Iterator[str]:
    changed = difference.kind == "changed"
    yield f"{difference.before} -> {difference.after}" if changed else str(difference.copies)
    yield difference.card
    yield difference.section if difference.to is None else f"{difference.section} -> {difference.to}"


def _data(found: Comparison) -> dict[str, Any]:
    return {
        "schema": 1,
        "tool": f"fade-deck {__version__}",
        "same": found.same,
        "old": _side(found.old),
        "new": _side(found.new),
        "sections": [{"title": title, "old": old, "new": new} for title, old, new in found.sizes],
        "differences": [_difference(difference) for difference in found.differences],
    }


def _side(listing: Listing) -> dict[str, Any]:
    about = measuring.head(listing)
    facts = {key: about[key] for key in ("path", "name", "player", "ruleset")}
    return {**facts, "legal": listing.report.legal, "cards": listing.size, "hash": listing.hash}


def _difference(found: Difference) -> dict[str, Any]:
    if found.kind == "moved":
        return {"kind": "moved", "card": found.card, "copies": found.copies, "from": found.section, "to": found.to}
    data = {"kind": found.kind, "card": found.card, "copies": found.copies, "section": found.section}
    return {**data, "old": found.before, "new": found.after}
